package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"hardbop/internal/cil"
)

// Build says how a harness is compiled.
type Build struct {
	Model        string // ILP32, LP64 or LLP64
	UnsignedChar bool
}

func buildOf(m *cil.DataModel) Build { return Build{m.Name, !m.Int(cil.Char).Signed} }

// header is the first line of a harness: how it is built, and what it should get to.
func header(b Build, number int) string {
	char := "signed"
	if b.UnsignedChar {
		char = "unsigned"
	}
	return fmt.Sprintf("/* hardbop replay harness 1: data-model=%s char=%s error=%d */\n", b.Model, char, number)
}

var headerLine = regexp.MustCompile(`^/\* hardbop replay harness 1: data-model=(ILP32|LP64|LLP64) char=(signed|unsigned) error=(\d{1,9}) \*/\n`)

// Parse reads a harness that was kept in a file.
func Parse(text string) (*Harness, error) {
	m := headerLine.FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("not a replay harness: expected the first line that --replay-out writes")
	}
	n, _ := strconv.Atoi(m[3])
	return &Harness{Text: text, Build: Build{m[1], m[2] == "unsigned"}, Number: n}, nil
}

// FindCompiler returns the path of the compiler called name, or with an empty name that
// of cc or gcc.
func FindCompiler(name string) (string, error) {
	names := []string{"cc", "gcc"}
	if name != "" {
		names = []string{name}
	}
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p, nil
		}
	}
	return "", Reason{Code: NoCompiler, Text: "no C compiler was found: looked for " + strings.Join(names, ", ")}
}

// loadAddress is where a harness lies: where programs have no memory along paths, unless
// they allocate a lot.
const loadAddress = "0x70000000"

// buildTime bounds the compiler's run.
const buildTime = 60 * time.Second

// flags are the compiler's options.
func (b Build) flags() []string {
	fs := []string{"-O0", "-pipe", "-w", "-std=gnu11", "-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-fno-pic", "-fno-pie",
		"-fcf-protection=none", "-fno-asynchronous-unwind-tables", "-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks",
		"-fno-common", "-nostdinc", "-nostdlib", "-static", "-no-pie", "-Wl,-Ttext-segment=" + loadAddress, "-Wl,--build-id=none", "-Wl,-z,noexecstack"}
	if b.Model == "ILP32" {
		fs = append(fs, "-m32")
	} else {
		fs = append(fs, "-m64")
	}
	if b.UnsignedChar {
		return append(fs, "-funsigned-char")
	}
	return append(fs, "-fsigned-char")
}

// progName is what a compiler calls the program that it makes, in a folder of its own.
const progName = "harness"

// args are what the compiler is told: to make the program of its standard input.
func (b Build) args() []string {
	args := append(b.flags(), "-x", "c", "-", "-o", progName)
	if b.Model != "ILP32" {
		args = append(args, "-lgcc")
	}
	return args
}

// compiler is the command that runs cc in dir.
func compiler(ctx context.Context, cc, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, cc, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TMPDIR=" + dir}
	cmd.WaitDelay = time.Second // its own children may hold the pipe
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// compile builds the harness in dir and returns the program's file name.
func (h *Harness) compile(ctx context.Context, cc, dir string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	cmd := compiler(ctx, cc, dir, h.Build.args()...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = strings.NewReader(h.Text), &stderr
	if err := cmd.Run(); err != nil {
		return "", Reason{NoBuild, "the compiler doesn't take the harness: " + firstLine(stderr.String(), err)}
	}
	return filepath.Join(dir, progName), nil
}

// firstLine returns the first error in a compiler's output, without what depends on the
// machine, or err.
func firstLine(text string, err error) string {
	for line := range strings.Lines(text) {
		if _, what, ok := strings.Cut(line, "error: "); ok {
			return strings.TrimSpace(what)
		}
	}
	return err.Error()
}
