package replay

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/sandbox"
)

// TestMain lets the test binary be the launcher of the sandbox.
func TestMain(m *testing.M) {
	if sandbox.IsLauncher() {
		sandbox.Launch()
	}
	os.Exit(m.Run())
}

const first = "/* hardbop replay harness 1: data-model=LP64 char=signed error=3 */\n"

// hostile are harnesses that somebody else wrote, and the code of the reason why they
// weren't replayed.
var hostile = map[string]struct {
	text string
	code Code
}{
	"nonsense":  {"?", NoBuild},
	"includes":  {"#include <stdio.h>\nvoid _start(void) {}\n", NoBuild},
	"loops":     {"void _start(void) { for (;;); }\n", TimeLimit},
	"forks":     {"void _start(void) { for (;;) __asm__ volatile(\"syscall\" :: \"a\"(57) : \"rcx\", \"r11\"); }\n", Stopped},
	"says much": {"static char b[65536]; void _start(void) { for (;;) __asm__ volatile(\"syscall\" :: \"a\"(1), \"D\"(1), \"S\"(b), \"d\"(sizeof b) : \"rcx\", \"r11\", \"memory\"); }\n", Stopped},
	"crashes":   {"void _start(void) { *(volatile int *)0 = 1; }\n", Crashed},
	"ends":      {"void _start(void) { __asm__ volatile(\"syscall\" :: \"a\"(60), \"D\"(77)); }\n", Crashed},
}

func TestHostile(t *testing.T) {
	cc := need.GCC(t)
	for name, c := range hostile {
		t.Run(name, func(t *testing.T) {
			h, err := Parse(first + c.text)
			if err != nil {
				t.Fatal(err)
			}
			var why Reason
			if out := h.Run(context.Background(), cc, nil); !errors.As(out.Reason, &why) || why.Code != c.code {
				t.Errorf("got %v, want %s", out.Reason, c.code)
			}
		})
	}
}

// Only the exact words at the right error point, with the right status, are a replay.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		out  sandbox.Outcome
		want Code // "" if it is a replay
	}{
		{sandbox.Outcome{Status: 77, Output: []byte("hardbop-replay error 3\n")}, ""},
		{sandbox.Outcome{Status: 77, Output: []byte("hardbop-replay error 4\n")}, Diverged},
		{sandbox.Outcome{Status: 0, Output: []byte("hardbop-replay error 3\n")}, Diverged},
		{sandbox.Outcome{Status: 77, Output: []byte("x\nhardbop-replay error 3\n")}, Crashed},
		{sandbox.Outcome{Status: 77, Output: []byte("hardbop-replay error 3\n\n")}, Crashed},
		{sandbox.Outcome{Status: 77, Output: []byte("hardbop-replay error 3")}, Crashed},
		{sandbox.Outcome{Status: 78, Output: []byte("hardbop-replay diverged 2\n")}, Diverged},
		{sandbox.Outcome{Status: 78, Output: []byte("hardbop-replay returned 2\n")}, Diverged},
		{sandbox.Outcome{Status: 79, Output: []byte("hardbop-replay unmapped 2\n")}, NoMemory},
		{sandbox.Outcome{Status: 77}, Crashed},
		{sandbox.Outcome{Status: 77, TooLoud: true, Output: []byte("hardbop-replay error 3\n")}, Stopped},
		{sandbox.Outcome{Status: 77, TimedOut: true, Output: []byte("hardbop-replay error 3\n")}, TimeLimit},
		{sandbox.Outcome{Signal: syscall.SIGSEGV, Output: []byte("hardbop-replay error 3\n")}, Crashed},
		{sandbox.Outcome{Signal: syscall.SIGSYS}, Stopped},
	} {
		var why Reason
		errors.As((&Harness{Number: 3}).judge(&c.out), &why)
		if why.Code != c.want {
			t.Errorf("%+v: got %q, want %q", c.out, why.Code, c.want)
		}
	}
}

func TestWithoutLong(t *testing.T) {
	for text, want := range map[string]string{
		"long x;":                    "int x;",
		"unsigned long x = 5UL;":     "unsigned int x = 5U;",
		"long long x = 5LL;":         "long long x = 5LL;",
		"unsigned long  long y":      "unsigned long long y",
		"long double z = 1.5L;":      "long double z = 1.5L;",
		"f(0x7fffUL, 3L, 1e5, 0x1L)": "f(0x7fffU, 3, 1e5, 0x1)",
		`s = "long 5L \" long";`:     `s = "long 5L \" long";`,
		"/* long 5L */ long":         "/* long 5L */ int",
		"c = 'l'; longer(a_long)":    "c = 'l'; longer(a_long)",
		"(-9223372036854775807LL-1)": "(-9223372036854775807LL-1)",
		"0xeL; 0x1p3L":               "0xe; 0x1p3L",
	} {
		if got := withoutLong(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// What Parse takes has the first line of a harness, and is kept as it is.
func FuzzParse(f *testing.F) {
	f.Add(first)
	f.Add(strings.Replace(first, "LP64", "LLP64", 1) + "int x;\n")
	f.Add("int x;\n")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := Parse(text)
		if err == nil && (h.Text != text || !strings.HasPrefix(text, header(h.Build, h.Number)) && h.Number != 0) {
			if !strings.Contains(text, "error=0") { // zeros in front of the number
				t.Errorf("%q is read as %+v", text, h)
			}
		}
	})
}

// Rewriting never hangs nor fails, and leaves no long but in long long and long double.
func FuzzWithoutLong(f *testing.F) {
	f.Add("long x = 'a' /* c */ \"s\\\"\" 5L;")
	f.Fuzz(func(t *testing.T, text string) {
		once := withoutLong(text)
		if twice := withoutLong(once); twice != once {
			t.Errorf("%q becomes %q, then %q", text, once, twice)
		}
	})
}

// Each code has a meaning.
func TestCodes(t *testing.T) {
	list, meaning := Codes()
	for _, c := range list {
		if meaning[c] == "" || (Reason{Code: c}).Error() != meaning[c] {
			t.Errorf("%s: %q", c, meaning[c])
		}
	}
}
