package cfront

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/need"
)

// TestRunsAsUnderGCC runs programs under gcc as they are, under gcc as printed from cil,
// and under the interpreter: all three must print the same and end with the same code.
func TestRunsAsUnderGCC(t *testing.T) {
	gcc := need.GCC(t)
	for _, dir := range []string{"testdata/run", "../cil/interp/testdata"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.c"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				checkRuns(t, gcc, name, text)
			})
		}
	}
}

// TestWatchedMacrosRunAlike runs programs with all their macros watched: the marks change
// nothing.
func TestWatchedMacrosRunAlike(t *testing.T) {
	gcc := need.GCC(t)
	for _, name := range []string{"testdata/run/gnu.c", "testdata/run/variadic.c", "testdata/run/watched.c"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, m := range definition.FindAllSubmatch(text, -1) {
				names = append(names, string(m[1]))
			}
			prog := checkRunsWith(t, gcc, name, text, Config{Events: names})
			if len(prog.Macros) == 0 {
				t.Error("no macro is marked")
			}
			for _, h := range prog.Hidden {
				if strings.HasPrefix(h.Why, "with its uses marked") {
					t.Error(h)
				}
			}
		})
	}
}

// definition matches the definition of a macro with parameters.
var definition = regexp.MustCompile(`(?m)^#define (\w+)\(`)

// checkRuns compares the three ways to run one program.
func checkRuns(t *testing.T, gcc, name string, text []byte) {
	checkRunsWith(t, gcc, name, text, Config{})
}

func checkRunsWith(t *testing.T, gcc, name string, text []byte, cfg Config) *cil.Program {
	t.Helper()
	prog, err := Load([]File{{Name: name, Text: text}}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range cil.Sanity(prog) {
		t.Error(err)
	}
	var printed bytes.Buffer
	if err := cil.Print(&printed, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	want := runGCC(t, gcc, text)
	if !opaque(prog) && cfg.Events == nil { // a mark's argument may be an arbitrary value
		if got := runGCC(t, gcc, printed.Bytes()); got != want {
			t.Errorf("printed from cil:\n%s\nthe original:\n%s", got, want)
		}
	}
	var out bytes.Buffer
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &out, Steps: 5_000_000})
	if stop.Kind == interp.Unmodelled {
		t.Log(stop)
		return prog
	}
	if got := fmt.Sprintf("%s\nexit %d", out.String(), stop.Code&0xff); got != want {
		t.Errorf("interpreted (%v):\n%s\nthe original:\n%s", stop, got, want)
	}
	return prog
}

func opaque(prog *cil.Program) bool {
	for _, f := range prog.Funcs {
		for _, n := range f.Nodes {
			if _, ok := n.Instr.(*cil.Opaque); ok {
				return true
			}
		}
	}
	return false
}

// runGCC compiles and runs a program and returns its output and exit code.
func runGCC(t *testing.T, gcc string, text []byte) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "prog")
	c := exec.Command(gcc, "-std=gnu11", "-w", "-O0", "-fwrapv", "-x", "c", "-o", exe, "-")
	c.Stdin = bytes.NewReader(text)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s\n%s", err, out, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, exe)
	var out bounded
	run.Stdout = &out
	err := run.Run()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\nexit %d", out.String(), code&0xff)
}

// bounded keeps what a program prints, and stops one that prints without end.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len() > 1<<20 {
		return 0, errors.New("the program prints too much")
	}
	return b.Buffer.Write(p)
}
