package cfront

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"hardbop/internal/cil"
	"hardbop/internal/cil/interp"
	"hardbop/internal/need"
)

// minPrograms is how many programs there have to be at least in testdata/programs: with those
// of TestRunsAsUnderGCC, 300.
const minPrograms = 225

// program is one program of a bundle.
type program struct {
	name    string
	text    []byte
	printed []byte   // from cil
	run     string   // what the interpreter says
	linked  []string // the names with linkage in it
}

// TestProgramsAsUnderGCC does with the small programs in the bundles of testdata/programs
// what TestRunsAsUnderGCC does: they run under gcc, under gcc as printed from cil, and
// under the interpreter, with the same output and exit code. One executable has all
// programs of a bundle.
func TestProgramsAsUnderGCC(t *testing.T) {
	gcc := need.GCC(t)
	count := 0
	for _, name := range bundles(t) {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		count += len(ar.Files)
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkBundle(t, gcc, ar)
		})
	}
	if count < minPrograms {
		t.Errorf("%d programs, expected at least %d", count, minPrograms)
	}
}

// bundles lists the files of testdata/programs.
func bundles(tb testing.TB) []string {
	names, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	return names
}

// checkBundle compares the three ways to run each program of a bundle.
func checkBundle(t *testing.T, gcc string, ar *txtar.Archive) {
	var programs []*program
	for _, f := range ar.Files {
		if p := elaborated(t, f); p != nil {
			programs = append(programs, p)
		}
	}
	results := runBundle(t, gcc, programs)
	for i, p := range programs {
		want := results[2*i]
		if got := results[2*i+1]; got != want {
			t.Errorf("%s printed from cil:\n%s\nthe original:\n%s", p.name, got, want)
		}
		if p.run != want {
			t.Errorf("%s interpreted:\n%s\nthe original:\n%s", p.name, p.run, want)
		}
	}
}

// elaborated loads a program, prints it and interprets it. Nothing in it may be opaque.
func elaborated(t *testing.T, f txtar.File) *program {
	prog, err := Load([]File{{Name: f.Name, Text: f.Data}}, Config{})
	if err != nil {
		t.Errorf("%s: %v", f.Name, err)
		return nil
	}
	for _, err := range cil.Sanity(prog) {
		t.Errorf("%s: %v", f.Name, err)
	}
	var printed, out bytes.Buffer
	if err := cil.Print(&printed, prog, cil.PrintOptions{}); err != nil {
		t.Errorf("%s: %v", f.Name, err)
		return nil
	}
	stop := interp.Run(prog, prog.FuncNamed("main"), interp.Config{Out: &out, Steps: 5_000_000})
	if stop.Kind == interp.Unmodelled {
		t.Errorf("%s: %v", f.Name, stop)
	}
	return &program{name: f.Name, text: f.Data, printed: printed.Bytes(), linked: linkedNames(prog),
		run: fmt.Sprintf("%s\nexit %d", out.String(), stop.Code&0xff)}
}

// linkedNames lists the names of what prog defines, as it has them and as the source has.
func linkedNames(prog *cil.Program) []string {
	var names []string
	add := func(name, orig string) {
		for _, n := range []string{name, orig} {
			if n != "" && !strings.HasPrefix(n, "__") && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	for _, v := range prog.Globals {
		if !v.Extern && v.Kind == cil.Global {
			add(v.Name, v.Orig)
		}
	}
	for _, f := range prog.Funcs {
		if f.HasBody() {
			add(f.Name, f.Orig)
		}
	}
	return names
}

// runBundle compiles the programs and what was printed of them into one executable, runs
// each in a process of its own, and returns what they say, in pairs.
func runBundle(t *testing.T, gcc string, programs []*program) []string {
	dir := t.TempDir()
	args := append([]string{"-std=gnu11", "-w", "-O0", "-fwrapv", "-fms-extensions", "-o", filepath.Join(dir, "all")}, microsoftWords()...)
	var driver strings.Builder
	driver.WriteString(driverHead)
	add := func(k int, p *program, text []byte) {
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", k))
		var unit []byte
		for _, n := range p.linked {
			unit = fmt.Appendf(unit, "#define %s %s_%d\n", n, n, k)
		}
		unit = append(fmt.Appendf(unit, "#line 1 %q\n", p.name), text...)
		if err := os.WriteFile(file, unit, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	for i, p := range programs {
		add(2*i, p, p.text)
		add(2*i+1, p, p.printed)
		fmt.Fprintf(&driver, "int main_%d(), main_%d();\n", 2*i, 2*i+1)
	}
	driver.WriteString("int main(void)\n{\n")
	for k := range 2 * len(programs) {
		fmt.Fprintf(&driver, "\trun(main_%d);\n", k)
	}
	driver.WriteString("\treturn 0;\n}\n")
	main := filepath.Join(dir, "driver.c")
	if err := os.WriteFile(main, []byte(driver.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, append(args, main)...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, filepath.Join(dir, "all"))
	var out bounded
	run.Stdout = &out
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
	return strings.Split(out.String(), "\x01\n")
}

// microsoftWords are the arguments that make gcc read words of Microsoft's compiler.
func microsoftWords() []string {
	args := []string{"-D__int8=char", "-D__int16=short", "-D__int32=int", "-D__int64=long long", "-D__forceinline=inline",
		"-D__declspec(x)=__declspec_##x", "-D__declspec_align(n)=__attribute__((aligned(n)))", "-D__declspec_deprecated(x)=",
		"-D__pragma(x)=", "-D__noop=(void)0", "-D__try=if(1)", "-D__except(e)=else if(e)", "-D__finally=if(1)"}
	for _, w := range []string{"__stdcall", "__cdecl", "__fastcall", "__unaligned", "__ptr64", "__w64", "__declspec_dllimport",
		"__declspec_noinline", "__declspec_selectany", "__declspec_nothrow", "__declspec_noalias"} {
		args = append(args, "-D"+w+"=")
	}
	return args
}

// driverHead has run, which calls a program in a process of its own and prints its exit
// code and a separator.
const driverHead = `int fork(void), waitpid(int, int *, int), printf(const char *, ...), fflush(void *);
unsigned alarm(unsigned);
void exit(int), abort(void);
void __hardbop_opaque(const char *what)
{
	printf("opaque: %s\n", what);
	exit(1);
}
void __VERIFIER_assume(int holds)
{
	if (!holds)
		abort();
}
static void run(int (*program)())
{
	int status = 0, pid;
	fflush(0);
	if (!(pid = fork())) {
		alarm(10);
		exit(program(0, 0));
	}
	waitpid(pid, &status, 0);
	if (status & 127)
		printf("signal %d", status & 127);
	printf("\nexit %d\x01\n", status >> 8 & 255);
}
`
