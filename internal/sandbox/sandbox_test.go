package sandbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/need"
)

// TestMain lets the test binary be the launcher.
func TestMain(m *testing.M) {
	if IsLauncher() {
		Launch()
	}
	os.Exit(m.Run())
}

// hostile are programs that do what they shouldn't, and how their runs end. Each is the
// body of a function that may make system calls.
var hostile = map[string]struct {
	body string
	ok   func(*Outcome) bool
}{
	"nothing":        {`call(60, 5, 0, 0);`, func(o *Outcome) bool { return o.Status == 5 && o.Signal == 0 }},
	"says":           {`call(1, 1, (long)"yes\n", 4); call(60, 0, 0, 0);`, func(o *Outcome) bool { return o.Status == 0 && string(o.Output) == "yes\n" }},
	"writes outside": {`call(2, (long)"/tmp/hardbop-escaped", 0101, 0666);`, killed},
	"reads outside":  {`call(2, (long)"/etc/passwd", 0, 0);`, killed},
	"forks":          {`for (;;) call(57, 0, 0, 0);`, killed},
	"clones":         {`for (;;) call(56, 0, 0, 0);`, killed},
	"socket":         {`call(41, 2, 1, 0);`, killed},
	"kills":          {`call(62, -1, 9, 0);`, killed},
	"its parent":     {`call(62, call(110, 0, 0, 0), 9, 0);`, killed},
	"a new group":    {`call(112, 0, 0, 0); for (;;);`, killed},
	"another shell":  {`char *argv[2] = {"/bin/sh", 0}; call(59, (long)argv[0], (long)argv, 0);`, killed},
	"loops":          {`for (;;);`, func(o *Outcome) bool { return o.TimedOut }},
	"1 GB":           {`static char b[65536]; for (int i = 0; i < 16384; i++) call(1, 1, (long)b, sizeof b);`, func(o *Outcome) bool { return o.TooLoud && len(o.Output) == 4096 }},
	"all memory":     {`for (;;) { long p = call6(9, 0, 1 << 24, 3, 0x22, -1, 0); if (p < 0 && p > -4096) call(60, 9, 0, 0); for (long i = 0; i < 1 << 24; i += 4096) ((volatile char *)p)[i] = 1; }`, func(o *Outcome) bool { return o.Status == 9 }},
	"stack":          {`volatile char b[4096]; b[0] = 1; hostile(); b[1] = 1;`, func(o *Outcome) bool { return o.Signal == syscall.SIGSEGV }},
	"null":           {`*(volatile int *)0 = 1;`, func(o *Outcome) bool { return o.Signal == syscall.SIGSEGV }},
	"no descriptors": {`if (call(1, 2, (long)"x", 1) != -9 || call(1, 3, (long)"x", 1) != -9 || call(1, 0, (long)"x", 1) != -9) call(60, 1, 0, 0); call(60, 0, 0, 0);`, func(o *Outcome) bool { return o.Status == 0 }},
}

func killed(o *Outcome) bool { return o.Signal == syscall.SIGSYS && len(o.Output) == 0 }

const hostileHead = `static long call6(long n, long a, long b, long c, long d, long e, long f)
{
	long r;
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
}
static long call(long n, long a, long b, long c) { return call6(n, a, b, c, 0, 0, 0); }
void hostile(void)
{
`

// build compiles a program that does body.
func build(t *testing.T, body string) string {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	text := hostileHead + body + "\n}\nvoid _start(void) { hostile(); for (;;) call(60, 0, 0, 0); }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-O0", "-w", "-ffreestanding", "-fno-stack-protector", "-nostdlib", "-static", "-o", out, file}
	if msg, err := exec.Command(need.GCC(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	return out
}

func limits() Limits {
	return Limits{Wall: 5 * time.Second, CPU: time.Second, Memory: 64 << 20, Output: 4096}
}

// Whatever a program tries, it is stopped, and nothing of it is left.
func TestHostile(t *testing.T) {
	for name, h := range hostile {
		t.Run(name, func(t *testing.T) {
			program := build(t, h.body)
			out, err := Run(context.Background(), program, limits())
			if err != nil {
				t.Fatal(err)
			}
			if !h.ok(out) {
				t.Errorf("got %+v, %q", *out, out.Output)
			}
			if left := running(t, program); len(left) > 0 {
				t.Errorf("processes %v are left", left)
			}
		})
	}
	if _, err := os.Stat("/tmp/hardbop-escaped"); err == nil {
		t.Error("a file was written outside")
	}
}

// running lists the processes that run the program.
func running(t *testing.T, program string) []string {
	t.Helper()
	var list []string
	exes, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range exes {
		if to, err := os.Readlink(f); err == nil && strings.HasPrefix(to, program) {
			list = append(list, f)
		}
	}
	return list
}

// A run ends when the context is done.
func TestCancel(t *testing.T) {
	program := build(t, `for (;;);`)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	out, err := Run(ctx, program, limits())
	if err != nil || !out.TimedOut {
		t.Errorf("got %+v, %v", out, err)
	}
}

// What isn't a program doesn't run.
func TestNoProgram(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("not a program"), 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := Run(context.Background(), text, limits())
	if err != nil || out.Status != cantExecute {
		t.Errorf("got %+v, %v", out, err)
	}
	if _, err := Run(context.Background(), text+"2", limits()); err == nil {
		t.Error("a file that isn't there runs")
	}
}

// Without /proc no program can be started; who knows that can mend it. Other errors stay what they are.
func TestUnmounted(t *testing.T) {
	cause := &os.PathError{Op: "fork/exec", Path: self, Err: syscall.ENOENT}
	if err := orUnmounted(cause, filepath.Join(t.TempDir(), "self", "exe")); err == nil || err.Error() != "/proc isn't mounted" {
		t.Errorf("got %v", err)
	}
	if err := orUnmounted(cause, self); err != cause {
		t.Errorf("got %v", err)
	}
	if err := orUnmounted(nil, "/no/such"); err != nil {
		t.Errorf("got %v", err)
	}
}
