package cfront

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// prelude is read before each file: what the parser itself needs, and gcc's built-in
// names that are syntax rather than functions.
func (fe *front) prelude() string {
	list := "typedef char *__builtin_va_list;\n"
	if fe.model.Name == "LP64" {
		list = "typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];\n"
	}
	return `#define __extension__
#define __builtin_va_arg(va, type) (*(__typeof__(type) *)__builtin_va_arg_impl(va))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&((type *)0)->member)
#define __builtin_types_compatible_p(t1, t2) __builtin_types_compatible_impl((t1 *)0, (t2 *)0)
#define __FUNCTION__ __func__
#define __typeof_unqual__ __typeof__
#define __PRETTY_FUNCTION__ __func__
int __predefined_declarator;
` + list
}

// predefined returns the predefined macros of a file, and then those of its flags.
func (fe *front) predefined(fl *Flags) string {
	var b strings.Builder
	if fl.Predefined != "" {
		b.WriteString(fl.Predefined)
		b.WriteByte('\n')
	} else {
		fe.embedded(fl, func(name, value string) { fmt.Fprintf(&b, "#define %s %s\n", name, value) })
		b.WriteString(morePredefined)
	}
	for _, d := range fl.Defines {
		if name, ok := strings.CutPrefix(d, "-"); ok {
			fmt.Fprintf(&b, "#undef %s\n", name)
			continue
		}
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#undef %s\n#define %s %s\n", macroName(name), name, value)
	}
	return b.String()
}

// macroName is the name of a macro without its parameters.
func macroName(head string) string {
	name, _, _ := strings.Cut(head, "(")
	return name
}

// embedded defines the predefined macros of gcc 12 for the data model, as far as headers
// and programs ask for them. They are fixed, so that results depend on no host.
func (fe *front) embedded(fl *Flags, define func(name, value string)) {
	for _, d := range commonMacros {
		define(d[0], d[1])
	}
	fe.standardMacros(fl.Std, define)
	fe.targetMacros(define)
}

// morePredefined are macros that need no choice of ours.
//
//go:embed predefined.h
var morePredefined string

// standardMacros defines what depends on the version of the language: one of gcc's names
// for -std, gnu17 if empty.
func (fe *front) standardMacros(std string, define func(name, value string)) {
	version := "201710L"
	for _, v := range [][2]string{{"9", "199901L"}, {"11", "201112L"}, {"1x", "201112L"}, {"2x", "202000L"}, {"23", "202311L"}} {
		if strings.HasSuffix(std, v[0]) {
			version = v[1]
		}
	}
	older := map[string]bool{"c89": true, "c90": true, "gnu89": true, "gnu90": true, "ansi": true, "iso9899:1990": true, "iso9899:199409": true}
	switch {
	case older[std]:
		define("__GNUC_GNU_INLINE__", "1")
		if std == "iso9899:199409" {
			define("__STDC_VERSION__", "199409L")
		}
	default:
		define("__STDC_VERSION__", version)
		define("__GNUC_STDC_INLINE__", "1")
	}
	if std != "" && !strings.HasPrefix(std, "gnu") {
		define("__STRICT_ANSI__", "1")
	} else if fe.model.Name != "LLP64" {
		define("linux", "1")
		define("unix", "1")
		if fe.model.Name == "ILP32" {
			define("i386", "1")
		}
	}
	if !older[std] && std != "c99" {
		define("__STDC_UTF_16__", "1")
		define("__STDC_UTF_32__", "1")
	}
}

// commonMacros are the macros that don't depend on the data model.
var commonMacros = [][2]string{
	{"__STDC__", "1"}, {"__STDC_HOSTED__", "1"},
	{"__GNUC__", "12"}, {"__GNUC_MINOR__", "2"}, {"__GNUC_PATCHLEVEL__", "0"}, {"__VERSION__", `"12.2.0"`},
	{"__OPTIMIZE__", "1"}, {"__CHAR_BIT__", "8"},
	{"__ORDER_LITTLE_ENDIAN__", "1234"}, {"__ORDER_BIG_ENDIAN__", "4321"}, {"__ORDER_PDP_ENDIAN__", "3412"},
	{"__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"}, {"__FLOAT_WORD_ORDER__", "__ORDER_LITTLE_ENDIAN__"},
	{"__SCHAR_MAX__", "0x7f"}, {"__SHRT_MAX__", "0x7fff"}, {"__INT_MAX__", "0x7fffffff"},
	{"__LONG_LONG_MAX__", "0x7fffffffffffffffLL"}, {"__INT8_TYPE__", "signed char"}, {"__INT16_TYPE__", "short int"},
	{"__INT32_TYPE__", "int"}, {"__UINT8_TYPE__", "unsigned char"}, {"__UINT16_TYPE__", "short unsigned int"},
	{"__UINT32_TYPE__", "unsigned int"}, {"__CHAR16_TYPE__", "short unsigned int"}, {"__CHAR32_TYPE__", "unsigned int"},
	{"__SIZEOF_INT__", "4"}, {"__SIZEOF_SHORT__", "2"}, {"__SIZEOF_LONG_LONG__", "8"}, {"__SIZEOF_FLOAT__", "4"},
	{"__SIZEOF_DOUBLE__", "8"}, {"__FLT_RADIX__", "2"}, {"__FLT_MANT_DIG__", "24"}, {"__DBL_MANT_DIG__", "53"},
	{"__FLT_DIG__", "6"}, {"__DBL_DIG__", "15"}, {"__FLT_MAX__", "3.40282346638528859811704183484516925e+38F"},
	{"__DBL_MAX__", "((double)1.79769313486231570814527423731704357e+308L)"},
	{"__FLT_MIN__", "1.17549435082228750796873653722224568e-38F"},
	{"__DBL_MIN__", "((double)2.22507385850720138309023271733240406e-308L)"},
	{"__FLT_EPSILON__", "1.19209289550781250000000000000000000e-7F"},
	{"__DBL_EPSILON__", "((double)2.22044604925031308084726333618164062e-16L)"},
	{"__FLT_MIN_EXP__", "(-125)"}, {"__FLT_MAX_EXP__", "128"}, {"__DBL_MIN_EXP__", "(-1021)"}, {"__DBL_MAX_EXP__", "1024"},
	{"__DECIMAL_DIG__", "21"}, {"__USER_LABEL_PREFIX__", ""}, {"__REGISTER_PREFIX__", ""},
	{"__GCC_ATOMIC_BOOL_LOCK_FREE", "2"}, {"__GCC_ATOMIC_CHAR_LOCK_FREE", "2"}, {"__GCC_ATOMIC_SHORT_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_INT_LOCK_FREE", "2"}, {"__GCC_ATOMIC_LONG_LOCK_FREE", "2"}, {"__GCC_ATOMIC_LLONG_LOCK_FREE", "2"},
	{"__GCC_ATOMIC_POINTER_LOCK_FREE", "2"}, {"__GCC_ATOMIC_WCHAR_T_LOCK_FREE", "2"},
}

// targetMacros defines the macros that depend on the data model.
func (fe *front) targetMacros(define func(name, value string)) {
	size, ptrdiff, long := "long unsigned int", "long int", "8"
	int64s, int64u, suffix := "long int", "long unsigned int", "L"
	wchar, wmax := "int", "0x7fffffff"
	switch fe.model.Name {
	case "ILP32":
		size, ptrdiff, long = "unsigned int", "int", "4"
		wchar, wmax = "long int", "0x7fffffffL"
		int64s, int64u, suffix = "long long int", "long long unsigned int", "LL"
	case "LLP64":
		size, ptrdiff, long = "long long unsigned int", "long long int", "4"
		int64s, int64u, suffix = "long long int", "long long unsigned int", "LL"
		wchar, wmax = "short unsigned int", "0xffff"
	}
	if fe.cfg.ShortWchar {
		wchar, wmax = "short unsigned int", "0xffff"
	}
	ptr := strconv.Itoa(fe.model.PtrBytes)
	longMax := "0x7fffffffffffffffL"
	if long == "4" {
		longMax = "0x7fffffffL"
	}
	ptrMax, sizeMax := "0x7fffffff", "0xffffffffU"
	if ptr == "8" {
		ptrMax, sizeMax = "0x7fffffffffffffff"+suffix, "0xffffffffffffffffU"+suffix
	}
	for _, d := range [][2]string{
		{"__SIZE_TYPE__", size}, {"__PTRDIFF_TYPE__", ptrdiff}, {"__WCHAR_TYPE__", wchar}, {"__WINT_TYPE__", "unsigned int"},
		{"__INTMAX_TYPE__", int64s}, {"__UINTMAX_TYPE__", int64u}, {"__INT64_TYPE__", int64s}, {"__UINT64_TYPE__", int64u},
		{"__INTPTR_TYPE__", ptrdiff}, {"__UINTPTR_TYPE__", size}, {"__LONG_MAX__", longMax}, {"__WCHAR_MAX__", wmax},
		{"__PTRDIFF_MAX__", ptrMax}, {"__SIZE_MAX__", sizeMax}, {"__INTMAX_MAX__", "0x7fffffffffffffff" + suffix},
		{"__UINTMAX_MAX__", "0xffffffffffffffffU" + suffix}, {"__SIZEOF_LONG__", long}, {"__SIZEOF_POINTER__", ptr},
		{"__SIZEOF_SIZE_T__", ptr}, {"__SIZEOF_PTRDIFF_T__", ptr}, {"__BIGGEST_ALIGNMENT__", "16"},
		{"__INT8_MAX__", "0x7f"}, {"__INT16_MAX__", "0x7fff"}, {"__INT32_MAX__", "0x7fffffff"},
		{"__INT64_MAX__", "0x7fffffffffffffff" + suffix}, {"__UINT8_MAX__", "0xff"}, {"__UINT16_MAX__", "0xffff"},
		{"__UINT32_MAX__", "0xffffffffU"}, {"__UINT64_MAX__", "0xffffffffffffffffU" + suffix},
		{"__INTPTR_MAX__", ptrMax}, {"__UINTPTR_MAX__", sizeMax},
	} {
		define(d[0], d[1])
	}
	for _, n := range []string{"8", "16", "32", "64"} {
		t := map[string][2]string{"8": {"signed char", "unsigned char"}, "16": {"short int", "short unsigned int"},
			"32": {"int", "unsigned int"}, "64": {int64s, int64u}}[n]
		define("__INT_LEAST"+n+"_TYPE__", t[0])
		define("__UINT_LEAST"+n+"_TYPE__", t[1])
		if n != "8" && n != "64" {
			t = [2]string{ptrdiff, size}
		}
		define("__INT_FAST"+n+"_TYPE__", t[0])
		define("__UINT_FAST"+n+"_TYPE__", t[1])
	}
	fe.machineMacros(define)
	if fe.cfg.UnsignedChar {
		define("__CHAR_UNSIGNED__", "1")
	}
}

// machineMacros defines the names of machine and system.
func (fe *front) machineMacros(define func(name, value string)) {
	names := []string{"__linux__", "__linux", "__gnu_linux__", "__unix__", "__unix", "__ELF__"}
	switch fe.model.Name {
	case "LP64":
		names = append(names, "__x86_64__", "__x86_64", "__amd64__", "__amd64", "__LP64__", "_LP64", "__SSE__", "__SSE2__")
	case "ILP32":
		names = append(names, "__i386__", "__i386", "__ILP32__", "_ILP32")
	case "LLP64":
		names = []string{"__x86_64__", "__x86_64", "__amd64__", "__amd64", "_WIN32", "__WIN32__", "_WIN64", "__WIN64__",
			"__MINGW32__", "__MINGW64__", "__SSE__", "__SSE2__"}
		define("__cdecl", "__attribute__((__cdecl__))")
		define("__stdcall", "__attribute__((__stdcall__))")
		define("__fastcall", "__attribute__((__fastcall__))")
		define("__int64", "long long")
	}
	for _, n := range names {
		define(n, "1")
	}
	bytes, evaluation := 16, "0"
	if fe.model.Name == "ILP32" {
		bytes, evaluation = 12, "2"
	} else {
		define("__SIZEOF_INT128__", "16")
	}
	define("__FLT_EVAL_METHOD__", evaluation)
	define("__SIZEOF_LONG_DOUBLE__", strconv.Itoa(bytes))
	define("__LDBL_MANT_DIG__", "64")
	define("__LDBL_DIG__", "18")
	define("__SIZEOF_WCHAR_T__", map[bool]string{true: "2", false: "4"}[fe.model.Name == "LLP64" || fe.cfg.ShortWchar])
	define("__SIZEOF_WINT_T__", "4")
}
