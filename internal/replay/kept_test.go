package replay

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/enc"
	"hardbop/internal/need"
	"hardbop/internal/sandbox"
)

// shelf is a Memory.
type shelf map[string]string

func (s shelf) Text(task []string) ([]byte, bool) {
	text, ok := s[fmt.Sprintf("%q", task)]
	return []byte(text), ok
}

func (s shelf) SaveText(task []string, text []byte) error {
	s[fmt.Sprintf("%q", task)] = string(text)
	return nil
}

// says is a harness that says a line and ends with a status.
func says(line string, status int) *Harness {
	text := fmt.Sprintf("%svoid _start(void) { static char b[] = \"%s\\n\"; __asm__ volatile(\"syscall\" :: \"a\"(1), \"D\"(1), \"S\"(b), \"d\"(sizeof b - 1) : \"rcx\", \"r11\", \"memory\"); __asm__ volatile(\"syscall\" :: \"a\"(231), \"D\"(%d)); }\n",
		first, line, status)
	h, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return h
}

// counted is a compiler that counts how often it makes a program.
type counted struct {
	path, log string
}

func newCounted(t *testing.T, dir, name string) *counted {
	c := &counted{filepath.Join(dir, name), filepath.Join(dir, name+".log")}
	script := fmt.Sprintf("#!/bin/sh\ncase $1 in -###) ;; *) echo >> %s;; esac\nexec %s \"$@\"\n", c.log, need.GCC(t))
	if err := os.WriteFile(c.path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *counted) programs() int {
	text, _ := os.ReadFile(c.log)
	return strings.Count(string(text), "\n")
}

// run runs h and says how that went, and how many programs were made for it.
func (c *counted) run(h *Harness, m Memory) (code Code, missing []string, made int) {
	before := c.programs()
	out := h.Run(context.Background(), c.path, m)
	var why Reason
	if errors.As(out.Reason, &why) {
		code = why.Code
	}
	return code, out.Missing, c.programs() - before
}

// TestKept runs harnesses that say how they end twice with one memory: the second time no program is made, and what is said of
// the run is the same.
func TestKept(t *testing.T) {
	cc := newCounted(t, t.TempDir(), "cc")
	for _, h := range []*Harness{says("hardbop-replay error 3", 77), says("hardbop-replay error 4", 77), says("hardbop-replay diverged 2", 78), says("hardbop-replay blocked 0", 78)} {
		m := shelf{}
		code, missing, made := cc.run(h, m)
		again, missing2, made2 := cc.run(h, m)
		if code != again || !reflect.DeepEqual(missing, missing2) || made != 1 || made2 != 0 || len(m) != 1 {
			t.Errorf("%q, %q, %d programs; then %q, %q, %d; %d kept", code, missing, made, again, missing2, made2, len(m))
		}
		if _, _, made := cc.run(h, nil); made != 1 {
			t.Error("without a memory nothing is run")
		}
		h.Number = 4 // what an end means isn't kept
		want := Diverged
		if strings.Contains(h.Text, "error 4") {
			want = ""
		}
		if kept, _, made := cc.run(h, m); kept != want || made != 0 {
			t.Errorf("%d programs, %q, want %q", made, kept, want)
		}
	}
}

// TestNotKept runs harnesses that don't say how they end: they are run each time.
func TestNotKept(t *testing.T) {
	cc := newCounted(t, t.TempDir(), "cc")
	list := map[string]*Harness{"unmapped": says("hardbop-replay unmapped 2", 79), "another status": says("hardbop-replay error 3", 0), "no word": says("nothing", 77)}
	for name, c := range hostile {
		if name != "loops" { // it takes long
			list[name] = &Harness{Text: first + c.text, Build: Build{Model: "LP64"}, Number: 3}
		}
	}
	for name, h := range list {
		m := shelf{}
		code, _, _ := cc.run(h, m)
		if again, _, made := cc.run(h, m); made != 1 || len(m) != 0 || again != code {
			t.Errorf("%s: %d programs, %d kept, %q and then %q", name, made, len(m), code, again)
		}
	}
}

// TestSpoke says of each end whether it is one that the harness itself told.
func TestSpoke(t *testing.T) {
	word := []byte("hardbop-replay error 3\n")
	for _, c := range []struct {
		out  sandbox.Outcome
		want bool
	}{
		{sandbox.Outcome{Status: 77, Output: word}, true},
		{sandbox.Outcome{Status: 78, Output: []byte("hardbop-replay returned 3\n")}, true},
		{sandbox.Outcome{Status: 79, Output: []byte("hardbop-replay unmapped 3\n")}, false},
		{sandbox.Outcome{Status: 0, Output: word}, false},
		{sandbox.Outcome{Status: 77}, false},
		{sandbox.Outcome{Status: 77, Output: append(word, '.')}, false},
		{sandbox.Outcome{Status: 77, Output: word, TimedOut: true}, false},
		{sandbox.Outcome{Status: 77, Output: word, TooLoud: true}, false},
		{sandbox.Outcome{Status: 77, Output: word, Signal: syscall.SIGSEGV}, false},
	} {
		if got := spoke(&c.out); got != c.want {
			t.Errorf("%+v: %v", c.out, got)
		}
	}
}

// TestKeptFollows changes one thing at a time that an end follows from: each time the harness is run again.
func TestKeptFollows(t *testing.T) {
	dir, m := t.TempDir(), shelf{}
	cc := newCounted(t, dir, "cc")
	as := filepath.Join(dir, "as")
	ask := func(what string, want int) {
		t.Helper()
		h := says("hardbop-replay error 3", 77)
		if strings.HasPrefix(what, "text") {
			h.Text += "/* another */\n"
		}
		if strings.HasPrefix(what, "char") {
			h.Build.UnsignedChar = true
		}
		if code, _, made := cc.run(h, m); code != "" || made != want {
			t.Errorf("%s: %d programs, %q", what, made, code)
		}
	}
	change := func(what string, do func() error) {
		t.Helper()
		if err := do(); err != nil {
			t.Fatal(err)
		}
		ask(what, 1)
		ask(what, 0)
	}
	nothing := func() error { return nil }
	change("first", nothing)
	change("text", nothing)
	change("char", nothing)
	change("another date", func() error { return os.Chtimes(cc.path, past, past) })
	change("another size", func() error {
		text, err := os.ReadFile(cc.path)
		if err != nil {
			return err
		}
		return errors.Join(os.WriteFile(cc.path, append(text, '\n'), 0o755), os.Chtimes(cc.path, past, past))
	})
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	change("another PATH", nothing)
	change("another assembler", func() error {
		real, err := os.ReadFile("/usr/bin/as")
		if err != nil {
			return err
		}
		return os.WriteFile(as, real, 0o755)
	})
	was := cc.path
	other := newCounted(t, dir, "cc2")
	cc.path, cc.log = other.path, other.log
	change("another compiler", nothing)
	cc.path = was
	ask("first again", 0)
}

// past is a date.
var past = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)

// TestKeptLies has ends in the memory that none can have written: they aren't believed.
func TestKeptLies(t *testing.T) {
	cc, m, h := newCounted(t, t.TempDir(), "cc"), shelf{}, says("hardbop-replay error 3", 77)
	cc.run(h, m)
	for task, text := range m {
		for _, lie := range []struct{ old, new string }{
			{`"Status":77`, `"Status":0`}, {`"Status":77`, `"Status":79`}, {"error 3", "error"}, {"hardbop-", ""}, {text, ""}, {text, "{}"}, {text, `{"Tools":[],"Status":77,"Output":"hardbop-replay error 3\n"}`},
			{`"Tools":[{"Name":"/`, `"Tools":[{"Name":"/no`}, {`"Path":"/`, `"Path":"/no`},
		} {
			if !strings.Contains(text, lie.old) {
				t.Fatalf("no %s in %s", lie.old, text)
			}
			m[task] = strings.Replace(text, lie.old, lie.new, 1)
			if code, _, made := cc.run(h, m); code != "" || made != 1 {
				t.Errorf("with %s for %s: %d programs, %q", lie.new, lie.old, made, code)
			}
		}
	}
}

// TestCommands reads what compilers print of what they would run.
func TestCommands(t *testing.T) {
	for text, want := range map[string][]string{
		"Using built-in specs.\nCOLLECT_GCC=gcc\n /usr/lib/cc1 -quiet - |\n as -W --64\nCOMPILER_PATH=/usr\n /usr/lib/collect2 -o x\n": {"/usr/lib/cc1", "as", "/usr/lib/collect2"},
		"clang version 14\nTarget: x\n (in-process)\n \"/usr/lib/clang\" \"-cc1\"\n \"/usr/bin/ld\" \"x\"\n":                           {"/usr/lib/clang", "/usr/bin/ld"},
		"error: what is -###?\n \n": nil,
	} {
		if got := commands(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestUnknownTools has compilers of which nobody knows what they run: nothing is kept.
func TestUnknownTools(t *testing.T) {
	dir := t.TempDir()
	for name, answer := range map[string]string{"silent": "exit 0", "failing": "echo ' as' >&2; exit 1", "elsewhere": "echo ' /no/such/as' >&2; exit 0"} {
		cc := &counted{filepath.Join(dir, name), filepath.Join(dir, name+".log")}
		script := fmt.Sprintf("#!/bin/sh\ncase $1 in -###) %s;; esac\necho >> %s\nexec %s \"$@\"\n", answer, cc.log, need.GCC(t))
		if err := os.WriteFile(cc.path, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		m, h := shelf{}, says("hardbop-replay error 3", 77)
		cc.run(h, m)
		if code, _, made := cc.run(h, m); code != "" || made != 1 || len(m) != 0 {
			t.Errorf("%s: %q, %d programs, %d kept", name, code, made, len(m))
		}
	}
}

// TestNullPage has a path that needs memory at the null pointer, which isn't tried, and one that needs it behind.
func TestNullPage(t *testing.T) {
	for at, want := range map[uint64]Code{0: NoMemory, 4095: NoMemory, 4096: "", 0x10000: ""} {
		for name, s := range map[string]*enc.Script{
			"variable": {Globals: []enc.PlacedVar{{Addr: at, Size: 1}}},
			"function": {Funcs: []enc.PlacedFunc{{Addr: at &^ 4095}}},
			"answer":   {Events: []enc.Event{{Answer: enc.Answer{Memory: []enc.Write{{Addr: at, Bytes: 1}}}}}},
		} {
			var why Reason
			errors.As((&table{}).place(s), &why)
			if why.Code != want {
				t.Errorf("%s at %#x: %q, want %q", name, at, why.Code, want)
			}
		}
	}
}
