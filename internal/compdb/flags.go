package compdb

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// form says where a flag's value stands.
type form int

const (
	alone    form = iota // there is none
	joined               // behind the flag's name, and possibly empty
	separate             // in the next argument
	either               // behind the name, or in the next argument if that is empty
)

// flag is a flag that is known. do is nil if it doesn't matter here.
type flag struct {
	name string
	form form
	do   func(r *flagReader, value string) error
}

// flagReader reads the arguments of a command.
type flagReader struct {
	c     *Command
	u     *Unit
	args  []string
	at    int
	table []flag
	slash bool // flags begin with a slash as well
}

// read reads all arguments.
func (r *flagReader) read() error {
	for r.at = 0; r.at < len(r.args); r.at++ {
		if err := r.one(r.args[r.at]); err != nil {
			return err
		}
	}
	return nil
}

// one reads the flag a, and the next argument if that is its value.
func (r *flagReader) one(a string) error {
	if r.slash && strings.HasPrefix(a, "/") && !r.isFile(a) {
		a = "-" + a[1:]
	}
	if !strings.HasPrefix(a, "-") || a == "-" {
		r.positional(a)
		return nil
	}
	for _, f := range r.table {
		value, ok := strings.CutPrefix(a, f.name)
		if !ok || value != "" && (f.form == alone || f.form == separate) {
			continue
		}
		if f.form == separate || f.form == either && value == "" {
			if r.at+1 == len(r.args) {
				return r.c.errorf("%s: expected a value behind it", a)
			}
			r.at++
			value = r.args[r.at]
		}
		if f.do == nil {
			return nil
		}
		return f.do(r, value)
	}
	r.ignore(a)
	return nil
}

// isFile reports whether the argument a is the file that the command is about.
func (r *flagReader) isFile(a string) bool { return r.c.path(a) == r.c.path(r.c.File) }

// positional takes the name of the file as the compiler is given it.
func (r *flagReader) positional(a string) {
	if r.slash {
		a = slashes(a)
	}
	if r.isFile(a) {
		r.u.File = filepath.Clean(a)
	}
}

// ignore notes a flag that is not known.
func (r *flagReader) ignore(a string) {
	if !slices.Contains(r.u.Ignored, a) {
		r.u.Ignored = append(r.u.Ignored, a)
	}
}

// target notes a flag that a compiler has to know to tell its predefined macros.
func (r *flagReader) target(flag string) { r.u.Target = append(r.u.Target, flag) }

// list returns an action that appends the value to a list.
func list(of func(u *Unit) *[]string) func(*flagReader, string) error {
	return func(r *flagReader, v string) error {
		l := of(r.u)
		*l = append(*l, v)
		return nil
	}
}

// set returns an action that does something to the unit.
func set(do func(u *Unit)) func(*flagReader, string) error {
	return func(r *flagReader, _ string) error {
		do(r.u)
		return nil
	}
}

// refuse returns an action that is the error that a flag changes what a program means in
// a way that is not modelled.
func refuse(name string) func(*flagReader, string) error {
	return func(r *flagReader, v string) error {
		return r.c.errorf("%s%s changes what programs mean in a way that is not supported", name, v)
	}
}

// gccFlags are the flags of gcc and clang that matter, and then those that don't. The
// first that fits counts.
func gccFlags() []flag {
	flags := slices.Concat(searchFlags(), semanticFlags())
	for _, name := range strings.Fields(`-o -MF -MT -MQ --param -Xlinker -Xassembler -Xclang -mllvm -l -L -u -T -z -e -aux-info -dumpbase -dumpdir`) {
		flags = append(flags, flag{name: name, form: either})
	}
	for _, name := range strings.Fields(`-c -S -E -w -v -s -pipe -pg -p -MD -MMD -MP -MG -MM -M -shared -static -pie -no-pie -rdynamic -nostdlib
		-nostartfiles -nodefaultlibs -traditional-cpp -Qunused-arguments -save-temps`) {
		flags = append(flags, flag{name: name, form: alone})
	}
	for _, name := range strings.Fields(`-W -g -O -pedantic -d -save-temps= -specs= -fdiagnostics -fmacro-prefix-map= -ffile-prefix-map=
		-fdebug -fsanitize -fno-sanitize -fasan- -fkasan -fstack- -fno-stack -fcf-protection -falign- -fno-align -freorder -fno-reorder
		-fipa -fno-ipa -finline -fno-inline -fpartial-inlining -fno-partial-inlining -fjump-tables -fno-jump-tables -fconserve-stack
		-fallow- -fno-allow- -fstrict-aliasing -fno-strict-aliasing -fstrict-flex -fcommon -fno-common -fbuiltin -fno-builtin
		-fasynchronous-unwind -fno-asynchronous-unwind -funwind -fno-unwind -fexceptions -fno-exceptions -fomit-frame
		-fno-omit-frame -foptimize -fno-optimize -fvisibility -fno-visibility -ffunction-sections -fno-function-sections
		-fdata-sections -fno-data-sections -flto -fno-lto -fprofile -fno-profile -ftest-coverage -fverbose-asm -fplt -fno-plt
		-fsemantic-interposition -fno-semantic-interposition -fcolor -fno-color -fno-caret -ftrivial-auto-var-init -fzero-call-used
		-fpatchable -ffunction-return -fgcse -fno-gcse -ftree -fno-tree -funroll -fno-unroll -fms-extensions -fdelete-null-pointer
		-fno-delete-null-pointer -fmessage -frandom-seed -fmax-errors -fuse-ld -fno-ident -fident -ftrapv -fno-trapv -fno-PIE -fno-pie
		-fno-PIC -fno-pic -fno-diagnostics -fwrapv-pointer -mindirect-branch -mfunction-return -mharden -mrecord-mcount
		-mfentry -mno-red-zone -mred-zone -mcmodel= -mtune= -mpreferred-stack -mskip-rax -mstack -mno-stack -mretpoline -mno-fp-ret
		-mno-global-merge -mno-implicit-float`) {
		flags = append(flags, flag{name: name, form: joined})
	}
	return flags
}

// searchFlags are those of the preprocessor. A name that begins with another's comes first.
func searchFlags() []flag {
	include := func(r *flagReader, v string) error { return list(func(u *Unit) *[]string { return &u.includes })(r, v) }
	return []flag{
		{"-iquote", either, list(func(u *Unit) *[]string { return &u.QuoteDirs })},
		{"-isystem", either, list(func(u *Unit) *[]string { return &u.SystemDirs })},
		{"-idirafter", either, list(func(u *Unit) *[]string { return &u.AfterDirs })},
		{"-isysroot", either, func(r *flagReader, v string) error { r.u.Sysroot = v; return nil }},
		{"--sysroot=", joined, func(r *flagReader, v string) error { r.u.Sysroot = v; return nil }},
		{"--sysroot", separate, func(r *flagReader, v string) error { r.u.Sysroot = v; return nil }},
		{"-include", either, include},
		{"-imacros", either, list(func(u *Unit) *[]string { return &u.imacros })},
		{"-I", either, list(func(u *Unit) *[]string { return &u.IncludeDirs })},
		{"-D", either, list(func(u *Unit) *[]string { return &u.Defines })},
		{"-U", either, func(r *flagReader, v string) error { r.u.Defines = append(r.u.Defines, "-"+v); return nil }},
		{"-nostdinc", alone, set(func(u *Unit) { u.NoStdInc = true })},
		{"-ffreestanding", alone, set(func(u *Unit) { u.Defines = append(u.Defines, "__STDC_HOSTED__=0") })},
		{"-pthread", alone, set(func(u *Unit) { u.Defines = append(u.Defines, "_REENTRANT") })},
		{"-Wp,", joined, func(r *flagReader, v string) error { return r.nested(strings.Split(v, ",")) }},
		{"-Xpreprocessor", separate, func(r *flagReader, v string) error { return r.nested([]string{v}) }},
		{"-x", either, language},
	}
}

// nested reads flags for the preprocessor alone.
func (r *flagReader) nested(args []string) error {
	inner := &flagReader{c: r.c, u: r.u, args: args, table: r.table}
	return inner.read()
}

// language is -x: only C is read.
func language(r *flagReader, v string) error {
	if v != "c" && v != "none" && v != "cpp-output" {
		return r.c.errorf("the file is compiled as %s: expected C", v)
	}
	return nil
}

// plainTarget matches the flags of the machine that change predefined macros.
var plainTarget = regexp.MustCompile(`^-m(no-)?(sse[0-9a-z.]*|mmx|3dnow|avx[0-9a-z]*|80387|soft-float|x87|general-regs-only)$`)

// semanticFlags are those that change what a program means.
func semanticFlags() []flag {
	chars := func(unsigned bool) func(*flagReader, string) error {
		return set(func(u *Unit) { u.UnsignedChar = unsigned })
	}
	wrap := func(on bool) func(*flagReader, string) error { return set(func(u *Unit) { u.Wrap = on }) }
	model := func(flag, name string) func(*flagReader, string) error {
		return func(r *flagReader, _ string) error {
			r.u.Model = name
			r.target(flag)
			return nil
		}
	}
	flags := []flag{
		{"-std=", joined, func(r *flagReader, v string) error { r.u.Std = v; r.target("-std=" + v); return nil }},
		{"-ansi", alone, func(r *flagReader, _ string) error { r.u.Std = "ansi"; r.target("-ansi"); return nil }},
		{"-m32", alone, model("-m32", "ILP32")},
		{"-m64", alone, model("-m64", "LP64")},
		{"-funsigned-char", alone, chars(true)}, {"-fno-signed-char", alone, chars(true)},
		{"-fsigned-char", alone, chars(false)}, {"-fno-unsigned-char", alone, chars(false)},
		{"-fshort-enums", alone, set(func(u *Unit) { u.ShortEnums = true })},
		{"-fno-short-enums", alone, set(func(u *Unit) { u.ShortEnums = false })},
		{"-fshort-wchar", alone, set(func(u *Unit) { u.ShortWchar = true })},
		{"-fno-short-wchar", alone, set(func(u *Unit) { u.ShortWchar = false })},
		{"-fwrapv", alone, wrap(true)}, {"-fno-wrapv", alone, wrap(false)},
		{"-fno-strict-overflow", alone, wrap(true)}, {"-fstrict-overflow", alone, wrap(false)},
		{"-fpack-struct=", joined, packStruct}, {"-fpack-struct", alone, func(r *flagReader, _ string) error { return packStruct(r, "1") }},
		{"-fno-pack-struct", alone, set(func(u *Unit) { u.Pack = 0 })},
		{"--target=", joined, target}, {"-target", separate, target},
	}
	for _, name := range []string{"-fPIC", "-fPIE", "-fpic", "-fpie"} {
		flags = append(flags, flag{name, alone, set(func(u *Unit) { u.Defines = append(u.Defines, "__PIC__=2", "__pic__=2") })})
	}
	for _, name := range strings.Fields("-mx32 -m16 -mbig-endian -malign-double -funsigned-bitfields -fno-signed-bitfields -mms-bitfields") {
		flags = append(flags, flag{name, alone, refuse(name)})
	}
	return append(flags, flag{"-m", joined, machineFlag})
}

// target is the name of a target machine, such as aarch64-linux-gnu.
func target(r *flagReader, v string) error {
	arch, _, _ := strings.Cut(v, "-")
	r.u.machine(arch + systemOf(v))
	r.target("--target=" + v)
	return nil
}

// packStruct is -fpack-struct=N.
func packStruct(r *flagReader, v string) error {
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 16 || n&(n-1) != 0 {
		return r.c.errorf("a limit of %q for the alignment of members: expected 1, 2, 4, 8 or 16", v)
	}
	r.u.Pack = int64(n)
	return nil
}

// machineFlag is any other flag -m.
func machineFlag(r *flagReader, v string) error {
	if a := "-m" + v; plainTarget.MatchString(a) {
		r.target(a)
		if strings.HasPrefix(v, "no-sse") {
			r.u.Defines = append(r.u.Defines, "-__"+strings.ToUpper(v[len("no-"):])+"__", "-__"+strings.ToUpper(v[len("no-"):])+"_MATH__")
		}
		return nil
	} else if !r.harmless(a) {
		r.ignore(a)
	}
	return nil
}

// harmless reports whether the flag a is known not to matter.
func (r *flagReader) harmless(a string) bool {
	return slices.ContainsFunc(r.table, func(f flag) bool { return f.do == nil && strings.HasPrefix(a, f.name) })
}
