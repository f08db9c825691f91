// Package need has what tests need and may be missing: C compilers, Z3, the benchmark
// suites beside the repository. A test that misses something is skipped; where
// REQUIRE_TOOLS is set, as make test does, it fails, unless it is the suites that are
// missing.
package need

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// Missing skips the test because of err, or fails it where tools are required.
func Missing(tb testing.TB, err error) {
	tb.Helper()
	if os.Getenv("REQUIRE_TOOLS") != "" {
		tb.Fatal(err)
	}
	tb.Skip(err)
}

// GCC returns the path of gcc.
func GCC(tb testing.TB) string {
	tb.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		Missing(tb, err)
	}
	return gcc
}

// Z3Command returns the path of the command z3.
func Z3Command(tb testing.TB) string {
	tb.Helper()
	return Command(tb, "z3")
}

// Command returns the path of a command that scripts/ensure-deps.sh brings.
func Command(tb testing.TB, name string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(tb, err)
	}
	return path
}

// Z3 opens the Z3 library, which is closed when the test ends.
func Z3(tb testing.TB) *z3.Library {
	tb.Helper()
	lib, err := z3.Open()
	if err != nil {
		Missing(tb, err)
	}
	tb.Cleanup(lib.Close)
	return lib
}

// Backend opens Z3 as a prover, which is closed when the test ends.
func Backend(tb testing.TB) smt.Backend {
	tb.Helper()
	b, err := Z3(tb).Opener(z3.Options{})(smt.NewFactory())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(b.Close)
	return b
}

// Suites returns the folder with the benchmark suites: HARDBOP_BENCH, or the one beside
// the repository.
func Suites(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("HARDBOP_BENCH")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(root(tb)), "shared", "bench")
	}
	if _, err := os.Stat(dir); err != nil {
		tb.Skipf("skipped: no benchmark suites in %s (HARDBOP_BENCH names another folder)", dir)
	}
	return dir
}

// Suite returns the folder of one suite.
func Suite(tb testing.TB, name string) string {
	tb.Helper()
	dir := filepath.Join(Suites(tb), name)
	if _, err := os.Stat(dir); err != nil {
		tb.Skipf("skipped: no suite %s", dir)
	}
	return dir
}

// root returns the root of the repository: the folder above the test's with a go.mod.
func root(tb testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	tb.Fatal("no go.mod above the test")
	return ""
}

// Kernel returns the folder of a prepared Linux 6.1 tree, configured by make allmodconfig:
// HARDBOP_KERNEL. Without it the test is skipped.
func Kernel(tb testing.TB) string { return folder(tb, "HARDBOP_KERNEL", "allmodconfig") }

// ModuleBuild returns the folder of a kernel that modules can be built with.
func ModuleBuild(tb testing.TB) string {
	tb.Helper()
	found, _ := filepath.Glob("/lib/modules/*/build/include/generated/autoconf.h")
	if len(found) == 0 {
		Missing(tb, fmt.Errorf("no headers of a kernel to build modules with"))
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(found[0])))
}

// Mingw returns mingw-w64's compiler and the folder of its wdm.h; see [DDK].
func Mingw(tb testing.TB) (gcc, headers string) {
	tb.Helper()
	headers = filepath.Join(DDK(tb), "ddk")
	gcc, err := exec.LookPath("x86_64-w64-mingw32-gcc")
	if err != nil {
		Missing(tb, err)
	}
	return gcc, headers
}

// KernelDef is [Kernel] for make defconfig: HARDBOP_KERNEL_DEF.
func KernelDef(tb testing.TB) string { return folder(tb, "HARDBOP_KERNEL_DEF", "defconfig") }

func folder(tb testing.TB, variable, config string) string {
	tb.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		tb.Skipf("skipped: %s doesn't name a Linux tree prepared with make %s", variable, config)
	}
	return dir
}

// DDK returns the include folder of mingw-w64 with ddk/wdm.h: HARDBOP_DDK, or where Debian's
// mingw-w64-common has it.
func DDK(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("HARDBOP_DDK")
	if dir == "" {
		dir = filepath.Join("/", "usr", "share", "mingw-w64", "include")
	}
	if _, err := os.Stat(filepath.Join(dir, "ddk", "wdm.h")); err != nil {
		Missing(tb, fmt.Errorf("no ddk/wdm.h in %s (HARDBOP_DDK names another folder)", dir))
	}
	return dir
}
