package compdb

import "strings"

// clFlags are the flags of Microsoft's compiler that matter, and then those that don't,
// each with a minus sign for the slash.
func clFlags() []flag {
	dirs := names(func(u *Unit) *[]string { return &u.IncludeDirs })
	system := names(func(u *Unit) *[]string { return &u.SystemDirs })
	flags := []flag{
		{"-external:I", either, system}, {"-imsvc", either, system},
		{"-I", either, dirs},
		{"-D", either, clDefine},
		{"-U", either, func(r *flagReader, v string) error { r.u.Defines = append(r.u.Defines, "-"+v); return nil }},
		{"-u", alone, nil},
		{"-FI", either, names(func(u *Unit) *[]string { return &u.includes })},
		{"-Zp", joined, clPack},
		{"-J", alone, set(func(u *Unit) { u.UnsignedChar = true })},
		{"-X", alone, set(func(u *Unit) { u.NoStdInc = true })},
		{"-TC", alone, nil}, {"-Tc", either, nil},
		{"-TP", alone, func(r *flagReader, _ string) error { return language(r, "c++") }},
		{"-std:", joined, func(r *flagReader, v string) error { r.u.Std = v; return nil }},
		{"-m32", alone, set(func(u *Unit) { u.Model = "ILP32" })},
		{"-m64", alone, set(func(u *Unit) { u.Model = "LLP64" })},
		{"-external:", joined, nil}, {"-link", joined, (*flagReader).rest},
	}
	for _, name := range strings.Fields(`-c -nologo -W -w -O -G -g -Z -F -E -P -M -R -EH -analyze -bigobj -diagnostics: -errorReport -showIncludes -utf-8
		-permissive -sdl -kernel -Q -V -fp: -guard: -MP -cgthreads -FC -FS -Fd -Fo -Fe -Fa -Fm -d1 -d2 -doc`) {
		flags = append(flags, flag{name: name, form: joined})
	}
	return flags
}

// names is list for names of files, in which a backslash may stand for a slash.
func names(of func(u *Unit) *[]string) func(*flagReader, string) error {
	add := list(of)
	return func(r *flagReader, v string) error { return add(r, slashes(v)) }
}

// slashes replaces backslashes by slashes.
func slashes(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// rest ends the flags of the compiler: what follows is for the linker.
func (r *flagReader) rest(string) error {
	r.at = len(r.args)
	return nil
}

// clDefine is /D: NAME#VALUE is NAME=VALUE.
func clDefine(r *flagReader, v string) error {
	if !strings.Contains(v, "=") {
		v = strings.Replace(v, "#", "=", 1)
	}
	r.u.Defines = append(r.u.Defines, v)
	return nil
}

// clPack is /Zp[N]: /Zp alone is /Zp1.
func clPack(r *flagReader, v string) error {
	if v == "" {
		v = "1"
	}
	return packStruct(r, v)
}
