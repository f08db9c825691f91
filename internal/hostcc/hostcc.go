package hostcc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Folders returns the folders of the system's headers for a data model (ILP32, LP64,
// LLP64) that are there, below sysroot.
func Folders(model, sysroot string) []string {
	places := []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}
	switch model {
	case "ILP32":
		places = []string{"/usr/local/include", "/usr/include/i386-linux-gnu", "/usr/include/x86_64-linux-gnu", "/usr/include"}
	case "LLP64":
		places = []string{"/usr/x86_64-w64-mingw32/include", "/usr/share/mingw-w64/include"}
	}
	var list []string
	for _, p := range places {
		dir := filepath.Join(sysroot, p)
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			list = append(list, dir)
		}
	}
	return list
}

// Answer is what a compiler says about itself.
type Answer struct {
	// Macros are its predefined macros as #define lines.
	Macros string
	// Folders are its folders of headers in the order of search.
	Folders []string
}

// Macro returns the text of a predefined macro; "" if it isn't defined or empty.
func (a *Answer) Macro(name string) string {
	for line := range strings.Lines(a.Macros) {
		if value, ok := strings.CutPrefix(line, "#define "+name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// Model is the data model that the compiler compiles for: ILP32, LP64 or LLP64; "" for
// another, or for a machine whose numbers begin with the high byte.
func (a *Answer) Model() string {
	little := a.Macro("__BYTE_ORDER__") == "__ORDER_LITTLE_ENDIAN__"
	switch sizes := a.Macro("__SIZEOF_LONG__") + a.Macro("__SIZEOF_POINTER__"); {
	case !little || a.Macro("__SIZEOF_INT__") != "4":
		return ""
	case sizes == "44":
		return "ILP32"
	case sizes == "88":
		return "LP64"
	case sizes == "48":
		return "LLP64"
	}
	return ""
}

// UnsignedChar reports whether plain char is unsigned.
func (a *Answer) UnsignedChar() bool { return a.Macro("__CHAR_UNSIGNED__") != "" }

// maxAnswer bounds what a compiler may print, in bytes; patience how long it may take.
const (
	maxAnswer = 4 << 20
	patience  = 20 * time.Second
)

// Ask runs the compiler cc with flags that choose its target and language.
func Ask(ctx context.Context, cc string, flags []string) (*Answer, error) {
	macros, _, err := run(ctx, cc, append(flags, "-dM", "-E", "-x", "c", os.DevNull))
	if err != nil {
		return nil, err
	}
	_, told, err := run(ctx, cc, append(flags, "-v", "-E", "-x", "c", os.DevNull))
	if err != nil {
		return nil, err
	}
	return &Answer{Macros: onlyDefines(macros), Folders: searchList(told)}, nil
}

// run runs the compiler and returns what it printed.
func run(ctx context.Context, cc string, args []string) (stdout, stderr string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, cc, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, told bytes.Buffer
	cmd.Stdout, cmd.Stderr = &limited{buf: &out}, &limited{buf: &told}
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		if line, _, _ := strings.Cut(strings.TrimSpace(told.String()), "\n"); line != "" && !errors.Is(err, exec.ErrNotFound) {
			err = errors.New(line)
		}
		return "", "", fmt.Errorf("--cc %s: can't ask the compiler: %w", cc, err)
	}
	return out.String(), told.String(), nil
}

// limited is a buffer that refuses more than maxAnswer bytes.
type limited struct{ buf *bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.buf.Len()+len(p) > maxAnswer {
		return 0, errors.New("the compiler says too much")
	}
	return l.buf.Write(p)
}

// onlyDefines keeps the #define lines of a text.
func onlyDefines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#define ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// searchList reads the folders for #include <...> from what gcc and clang print with -v.
func searchList(text string) []string {
	_, rest, _ := strings.Cut(text, "#include <...> search starts here:\n")
	rest, _, _ = strings.Cut(rest, "End of search list.")
	var list []string
	for line := range strings.Lines(rest) {
		dir := strings.TrimSpace(line)
		dir = strings.TrimSuffix(dir, " (framework directory)")
		if dir != "" {
			list = append(list, filepath.Clean(dir))
		}
	}
	return list
}
