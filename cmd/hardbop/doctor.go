package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/pflag"

	"hardbop/internal/doctor"
	"hardbop/internal/replay"
	"hardbop/internal/smt/z3"
)

const doctorUsage = `usage: hardbop doctor [options]

Says what the tool finds on this machine and what not: the solver, a C compiler and the
sandbox for replays, headers, and the commands that some work needs; and the command that
installs what is missing.
Exit code: 0 if all that is required is there, 1 if not, 3 for a wrong command line.

`

// runDoctor is the command doctor.
func runDoctor(args []string, std streams) int {
	fs := newFlagSet("doctor", doctorUsage, std)
	format := fs.String("format", "text", "`text|json`: how the report is printed")
	cc := fs.String("replay-cc", "", "look at `CC` as the compiler of replays (default cc or gcc)")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", fs.Arg(0))
	case *format != "text" && *format != "json":
		err = fmt.Errorf("--format %q: expected text or json", *format)
	}
	if err != nil {
		return complainUsage(std, "doctor", err)
	}
	release, _ := os.ReadFile("/etc/os-release")
	r := doctor.Examine(probes(*cc), string(release))
	view := r.Text
	if *format == "json" {
		view = func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetIndent("", "  ")
			return enc.Encode(r)
		}
	}
	if code := output(std, "doctor", "", view); code != exitOK {
		return code
	}
	if !r.Healthy() {
		return exitUnsafe
	}
	return exitOK
}

// probes are the things that the doctor looks at.
func probes(ccName string) []doctor.Probe {
	cc, noCC := replay.FindCompiler(ccName)
	gcc := doctor.Packages{Debian: "gcc libc6-dev", Fedora: "gcc glibc-devel", Arch: "gcc", Suse: "gcc glibc-devel", Alpine: "gcc musl-dev"}
	same := func(name string) doctor.Packages {
		return doctor.Packages{Debian: name, Fedora: name, Arch: name, Suse: name, Alpine: name}
	}
	command := func(name string, args ...string) func() (string, error) {
		return func() (string, error) { return doctor.Command(name, args...) }
	}
	return []doctor.Probe{
		{Name: "build", Need: doctor.Useful, For: "a static build runs no checks; the other one of the release needs the GNU C library 2.34 or newer", Look: buildKind},
		{Name: "Z3", Need: doctor.Required, For: "checks, and whatever else asks the solver", Look: findSolver,
			Packages: doctor.Packages{Debian: "libz3-4", Fedora: "z3-libs", Arch: "z3", Suse: "z3", Alpine: "z3"}},
		{Name: "compiler", Need: doctor.Useful, For: "replays: error paths as compiled programs; without, UNSAFE is checked bit by bit only", Packages: gcc,
			Look: func() (string, error) { return doctor.Compiler(cc, noCC) }},
		{Name: "sandbox", Need: doctor.Useful, For: "replays are run only where they can be kept apart from the system",
			Look: func() (string, error) { return doctor.Sandbox(cc) }},
		{Name: "headers", Need: doctor.Useful, For: "programs that include the C library's headers", Packages: gcc, Look: doctor.Headers},
		{Name: "git", Need: doctor.Optional, For: "the commit in builds", Packages: same("git"), Look: command("git", "--version")},
		{Name: "z3", Need: doctor.Optional, For: "reading the queries that hardbop paq writes, by hand", Packages: same("z3"), Look: command("z3", "--version")},
		{Name: "kernel", Need: doctor.Optional, For: "modules for Linux outside of the kernel's tree (docs/tutorial-linux.md)",
			Look:     func() (string, error) { return doctor.Kernel("/lib/modules") },
			Packages: doctor.Packages{Debian: "linux-headers-" + runtime.GOARCH, Ubuntu: "linux-headers-generic", Fedora: "kernel-devel", Arch: "linux-headers", Suse: "kernel-default-devel", Alpine: "linux-lts-dev"}},
		{Name: "mingw-w64", Need: doctor.Optional, For: "the headers of Windows' driver model",
			Packages: doctor.Packages{Debian: "gcc-mingw-w64-x86-64 mingw-w64-x86-64-dev", Fedora: "mingw64-gcc", Arch: "mingw-w64-gcc", Alpine: "mingw-w64-gcc"}, Look: command("x86_64-w64-mingw32-gcc", "--version")},
	}
}

// findSolver says which solver is used.
func findSolver() (string, error) {
	lib, err := z3.Open()
	if err != nil {
		var missing *z3.MissingError
		if errors.As(err, &missing) {
			return "", errors.New("no usable library: " + missing.Reason)
		}
		return "", err
	}
	defer lib.Close()
	return "libz3 " + lib.Version(), nil
}

// buildKind says whether this is the build that opens libraries.
func buildKind() (string, error) {
	if isStatic {
		return "", errors.New("this is the static build")
	}
	return "hardbop " + version + ", commit " + commit(), nil
}
