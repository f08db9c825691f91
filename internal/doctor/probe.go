package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hardbop/internal/hostcc"
	"hardbop/internal/sandbox"
)

// trivial is a program that ends at once, without a C library, for x86-64.
const trivial = `void _start(void) { __asm__ volatile ("syscall" : : "a"(60), "D"(0) : "rcx", "r11", "memory"); for (;;) ; }
`

// Sandbox says whether replays can be kept apart from the system: it compiles a program and runs it there.
func Sandbox(cc string) (string, error) {
	if cc == "" {
		return "", errors.New("can't be tried without a C compiler")
	}
	dir, err := os.MkdirTemp("", "hardbop-doctor-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	src, exe := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
	if err := os.WriteFile(src, []byte(trivial), 0o600); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if out, err := exec.CommandContext(ctx, cc, "-nostdlib", "-static", "-no-pie", "-ffreestanding", "-fno-stack-protector", "-o", exe, src).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s builds no static program: %v: %s", cc, err, firstLine(string(out)))
	}
	return try(ctx, exe)
}

// try runs the program in the sandbox.
func try(ctx context.Context, exe string) (string, error) {
	out, err := sandbox.Run(ctx, exe, sandbox.Limits{Wall: 10 * time.Second, CPU: 5 * time.Second, Memory: 1 << 28, Output: 1 << 10})
	switch {
	case err != nil:
		return "", err
	case out.Status != 0:
		return "", fmt.Errorf("a program that does nothing ended with status %d there", out.Status)
	case len(out.Missing) > 0:
		return "works, without " + strings.Join(out.Missing, ", "), nil
	}
	return "works: namespaces, an empty root, a filter of system calls", nil
}

// Compiler says which compiler cc is.
func Compiler(cc string, err error) (string, error) {
	if err != nil {
		return "", err
	}
	v, err := firstOf(cc, "--version")
	if err != nil {
		return "", fmt.Errorf("%s doesn't run: %w", cc, err)
	}
	return cc + ": " + v, nil
}

// Headers says whether the C library's headers are there.
func Headers() (string, error) {
	for _, dir := range hostcc.Folders("LP64", "") {
		if _, err := os.Stat(filepath.Join(dir, "stdlib.h")); err == nil {
			return filepath.Join(dir, "stdlib.h"), nil
		}
	}
	return "", errors.New("no stdlib.h in " + strings.Join(hostcc.Folders("LP64", ""), ", "))
}

// Kernel says whether there is a folder in which modules for a kernel of Linux are built: the last of those in root, /lib/modules of a system.
func Kernel(root string) (string, error) {
	builds, _ := filepath.Glob(filepath.Join(root, "*", "build"))
	slices.Reverse(builds)
	for _, dir := range builds {
		if _, err := os.Stat(filepath.Join(dir, "Makefile")); err == nil {
			return dir, nil
		}
	}
	if len(builds) > 0 {
		return "", fmt.Errorf("%s has no Makefile: the headers of that kernel aren't installed", builds[0])
	}
	return "", fmt.Errorf("no %s", filepath.Join(root, "*", "build"))
}

// Command looks for a command and asks for its version with the arguments; without any it isn't run.
func Command(name string, args ...string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("no command %s", name)
	}
	if len(args) == 0 {
		return path, nil
	}
	v, err := firstOf(path, args...)
	if err != nil {
		return "", fmt.Errorf("%s doesn't run: %w", path, err)
	}
	return path + ": " + v, nil
}

// firstOf runs a command and returns the first line of what it prints.
func firstOf(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	return firstLine(string(out)), err
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
