package compdb

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"hardbop/internal/source"
)

// Command is how a build compiles one file.
type Command struct {
	// Pos is where the command stands.
	Pos source.Pos
	// Dir is the directory that it is run in.
	Dir string
	// File is the C file, relative to Dir or absolute.
	File string
	// Args are the compiler and its arguments.
	Args []string
}

// Unit is how one file is compiled: a command that is understood.
type Unit struct {
	// Pos, Dir and File are those of the command; File as the compiler is given it.
	Pos       source.Pos
	Dir, File string
	// Read are the files that say all this: the one that the command is in, and response files.
	Read []string
	// Compiler is the program's name; nothing runs it.
	Compiler string
	// Defines are macros NAME or NAME=VALUE in their order; "-NAME" undefines one.
	Defines []string
	// QuoteDirs, IncludeDirs, SystemDirs and AfterDirs are those of -iquote, -I, -isystem
	// and -idirafter.
	QuoteDirs, IncludeDirs, SystemDirs, AfterDirs []string
	// Forced are the files of -imacros and -include, in the order in which they are read.
	Forced []string
	// NoStdInc leaves out the system's headers; Sysroot is the folder that they are below.
	NoStdInc bool
	Sysroot  string
	// Std is the version of the language, as -std names it; "" is the compiler's default.
	Std string
	// Model is ILP32, LP64 or LLP64; "" if the flags don't say.
	Model string
	// Machine is the first part of the target's name, such as aarch64; "" if it isn't said.
	Machine string
	// UnsignedChar, ShortEnums, ShortWchar and Wrap are what -funsigned-char,
	// -fshort-enums, -fshort-wchar and -fwrapv say. Pack is -fpack-struct's number of
	// bytes, 0 if there is none.
	UnsignedChar, ShortEnums, ShortWchar, Wrap bool
	Pack                                       int64
	// Target are the flags that change a compiler's predefined macros.
	Target []string
	// Ignored are the flags that are not known, each once, in their order.
	Ignored []string

	imacros, includes []string
}

// Unit reads the command's arguments.
func (c *Command) Unit() (*Unit, error) {
	tool := c.Args[0]
	x := &expander{c: c, windows: isWindowsTool(tool)}
	if err := x.expand(c.Args[1:], 0); err != nil {
		return nil, err
	}
	u := &Unit{Pos: c.Pos, Dir: c.Dir, File: c.File, Compiler: tool, Read: x.read}
	if c.Pos.File != "" {
		u.Read = append([]string{c.Pos.File}, x.read...)
	}
	r := &flagReader{c: c, u: u, args: x.out, table: gccFlags()}
	if isCL(tool) {
		r.table, r.slash = clFlags(), true
		u.msvc()
	} else {
		u.machine(toolMachine(tool))
	}
	if err := r.read(); err != nil {
		return nil, err
	}
	u.Forced = append(u.imacros, u.includes...)
	return u, nil
}

// isCL reports whether the name of a compiler is that of Microsoft's, or of clang in its
// disguise.
func isCL(tool string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(tool, `\`, "/")))
	base = strings.TrimSuffix(base, ".exe")
	return base == "cl" || base == "clang-cl"
}

// toolMachine returns the machine in the name of a cross compiler, as aarch64 in
// aarch64-linux-gnu-gcc; "" if there is none.
func toolMachine(tool string) string {
	base := filepath.Base(tool)
	if i := strings.IndexByte(base, '-'); i > 0 && machines.MatchString(base[:i]) {
		return base[:i] + systemOf(base)
	}
	return ""
}

// machines matches the names of machines that gcc compiles for.
var machines = regexp.MustCompile(`^(x86_64|amd64|i[3-6]86|arm.*|aarch64.*|riscv.*|powerpc.*|ppc.*|mips.*|s390.*|sparc.*|loongarch.*|m68k|alpha|hppa|sh[0-9].*|microblaze.*|nios2|or1k|xtensa.*|arc.*)$`)

// systemOf keeps from the name of a target whether it is Windows.
func systemOf(target string) string {
	if strings.Contains(target, "mingw") || strings.Contains(target, "windows") {
		return "-windows"
	}
	return ""
}

// machine sets what the name of a target machine says.
func (u *Unit) machine(name string) {
	if name == "" {
		return
	}
	u.Machine = name
	arch, windows := strings.CutSuffix(name, "-windows")
	switch {
	case (arch == "x86_64" || arch == "amd64") && windows:
		u.Model = "LLP64"
	case len(arch) == 4 && arch[0] == 'i' && strings.HasSuffix(arch, "86"), strings.HasPrefix(arch, "arm") && arch != "arm64",
		arch == "riscv32", arch == "mipsel":
		u.Model = "ILP32"
	default:
		u.Model = "LP64"
	}
	for _, p := range []string{"arm", "aarch64", "riscv", "powerpc", "ppc", "s390"} {
		u.UnsignedChar = u.UnsignedChar || strings.HasPrefix(arch, p)
	}
}

// Foreign reports whether the command is for another machine than the one whose
// predefined macros the front end knows.
func (u *Unit) Foreign() bool {
	arch, _ := strings.CutSuffix(u.Machine, "-windows")
	x86 := arch == "x86_64" || arch == "amd64" || len(arch) == 4 && strings.HasSuffix(arch, "86")
	return arch != "" && !x86
}

// msvc sets what Microsoft's compiler predefines.
func (u *Unit) msvc() {
	u.Model = "LLP64"
	u.Defines = append(u.Defines, "-__GNUC__", "-__GNUC_MINOR__", "-__GNUC_PATCHLEVEL__", "-__MINGW32__", "-__MINGW64__",
		"_MSC_VER=1929", "_MSC_FULL_VER=192930140", "_MSC_EXTENSIONS=1", "_M_X64=100", "_M_AMD64=100")
}
