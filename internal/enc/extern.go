package enc

import (
	"regexp"
	"strings"

	"hardbop/internal/cil"
)

// ExternPolicy says what a function without a body may change besides its result.
type ExternPolicy int

// The policies: nothing (the convention of SV-COMP; see [LibraryWrites]), what it gets a
// non-const pointer to, or everything that exists outside of it.
const (
	ExternNothing ExternPolicy = iota
	ExternOneLevel
	ExternEverything
)

// ExternEffect lists the lvalues that the call c of a function without a body may
// change, besides c.Ret: nothing if it is one that is [Modelled]. They are evaluated in
// the caller, before the call. Some of them are arrays of unknown length: a pointer may
// point into a buffer.
//
// Under [ExternEverything] the last one stands for all memory that can be reached
// through pointers; globals whose address isn't taken are not in the list, as the call
// doesn't tell which there are: see [ExternGlobals].
func ExternEffect(c *cil.Call, policy ExternPolicy) []*cil.Lval {
	var out []*cil.Lval
	writes, whole := false, false
	first, end := 0, len(c.Args)
	if f := c.Callee(); f != nil {
		writes, whole = LibraryWrites(f)
		if Modelled(f) && (f.Alloc == nil || !f.Alloc.Filled) {
			first, writes = len(f.Type.Params), true
			if formatOf(f) == 0 {
				return nil
			}
		}
		if k := formatOf(f); k > 0 && onlyReads(c, k-1) {
			end = min(end, len(f.Type.Params))
		}
	}
	if policy == ExternNothing && !writes {
		return nil
	}
	for i := first; i < end; i++ {
		a := c.Args[i]
		l, ok := pointedAt(a, paramType(c, i))
		switch {
		case !ok:
		case whole && endsStruct(a, l):
			out = append(out, fromArray(l)...)
		case whole:
			out = append(out, wholeObject(l))
		case writes:
			out = append(out, andAround(l))
		case policy == ExternEverything || c.Callee() == nil || c.Callee().SetsKept:
			out = append(out, l)
		default:
			out = append(out, withoutKept(l)...)
		}
	}
	if policy == ExternEverything {
		out = append(out, cil.AnyMemory())
	}
	return out
}

// onlyReads reports whether the format that is argument k of c is known to store nothing.
func onlyReads(c *cil.Call, k int) bool {
	if k >= len(c.Args) {
		return false
	}
	a, ok := withoutCasts(c.Args[k]).(*cil.AddrOf)
	if !ok || a.L.Base == nil || a.L.Base.Kind != cil.Literal || a.L.Base.Init == nil {
		return false
	}
	text := make([]byte, a.L.Base.Type.(*cil.ArrayType).Len)
	for _, e := range a.L.Base.Init.Entries {
		i, ok1 := cil.ConstValue(e.Path[0].Index)
		b, ok2 := cil.ConstValue(e.Expr)
		if !ok1 || !ok2 {
			return false
		}
		text[i.Int64()] = byte(b.Int64())
	}
	return !storing.Match(text)
}

// storing matches a conversion that stores something.
var storing = regexp.MustCompile(`%[-+ #0-9.*'hlqjzt]*n`)

// formatOf is the number of f's parameter that is a format as printf has it, from 1; 0 if
// there is none.
func formatOf(f *cil.Func) int {
	if f.Format > 0 {
		return f.Format
	}
	switch strings.TrimPrefix(f.Name, "__builtin_") {
	case "printf":
		return 1
	case "fprintf", "dprintf", "sprintf", "asprintf", "syslog":
		return 2
	case "snprintf":
		return 3
	}
	return 0
}

// LibraryWrites reports whether f, a function without a body, is one of the C library, of
// POSIX or of a kernel that changes what its arguments point to, under each policy: as its
// name tells, or because the system declares it. whole says that it may be more than the
// member that the pointer is the address of.
func LibraryWrites(f *cil.Func) (writes, whole bool) {
	writes, whole = writesByName(f.Name)
	return writes || f.Library && !Modelled(f), whole
}

func writesByName(name string) (writes, whole bool) {
	switch strings.TrimPrefix(name, "__builtin_") {
	case "memset", "memcpy", "memmove", "mempcpy", "memccpy", "bzero", "bcopy", "explicit_bzero",
		"memset_s", "memcpy_s", "memmove_s", "fread", "read", "pread", "recv", "recvfrom",
		"copy_from_user", "__copy_from_user", "_copy_from_user", "raw_copy_from_user", "RtlCopyMemory", "RtlMoveMemory",
		"RtlFillMemory", "RtlZeroMemory", "__VERIFIER_nondet_memory", "RtlSecureZeroMemory":
		return true, true
	case "strcpy", "strncpy", "strcat", "strncat", "stpcpy", "stpncpy", "strlcpy", "strlcat", "strscpy",
		"strxfrm", "strtok", "strtok_r", "sprintf", "snprintf", "vsprintf", "vsnprintf", "scnprintf",
		"sscanf", "scanf", "fscanf", "vsscanf", "vscanf", "vfscanf", "fgets", "gets", "getline",
		"getdelim", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "strtof", "strtold", "strtoimax",
		"strtoumax", "frexp", "frexpf", "modf", "modff", "remquo", "time", "mktime", "gmtime_r",
		"localtime_r", "asctime_r", "ctime_r", "clock_gettime", "gettimeofday", "nanosleep", "mbtowc",
		"wctomb", "mbstowcs", "wcstombs", "mbrtowc", "wcrtomb", "wmemset", "wmemcpy", "wmemmove", "wcscpy",
		"wcsncpy", "wcscat", "wcsncat", "swprintf", "qsort", "va_copy", "stat", "fstat", "lstat", "pipe",
		"socketpair", "getrlimit", "waitpid", "wait", "printf", "fprintf", "dprintf", "asprintf", "vasprintf", "vprintf",
		"vfprintf", "strftime", "wcsftime", "swscanf", "vswscanf", "fwscanf", "wscanf", "vswprintf", "fgetws", "wcstok",
		"wcstol", "wcstoul", "wcstoll", "wcstoull", "wcstod", "wcstof", "wcstold", "wcstoimax", "wcstoumax", "wcsxfrm",
		"mbrlen", "mbsrtowcs", "mbsnrtowcs", "wcsrtombs", "wcsnrtombs", "mbrtoc16", "mbrtoc32", "c16rtomb", "c32rtomb",
		"timespec_get", "clock_getres", "modfl", "frexpl", "remquof", "remquol", "sincos", "lgamma_r", "strsep",
		"strerror_r", "posix_memalign", "getcwd", "realpath", "readlink", "open_memstream", "poll", "ppoll", "select",
		"pselect", "epoll_wait", "accept", "recvmsg", "readv", "preadv", "getsockopt", "getsockname", "getpeername",
		"getaddrinfo", "times", "uname", "gethostname", "getrusage", "fgetpos", "tmpnam", "mkstemp", "mkdtemp", "sigaction",
		"sigprocmask", "sigemptyset", "sigfillset", "sigaddset", "sigdelset", "sigwait", "sem_init", "sem_getvalue",
		"pthread_join", "pthread_mutex_init", "thrd_join", "getopt", "getopt_long", "regcomp", "regexec", "glob", "rand_r",
		"random_r", "drand48_r", "lrand48_r", "statvfs", "fstatvfs", "fstatat", "getgroups", "inet_pton", "inet_ntop",
		"getdents", "ioctl", "fcntl", "__getdelim", "__isoc99_sscanf", "__isoc99_scanf", "__isoc99_fscanf":
		return true, false
	}
	return false, false
}

// wholeObject returns what l is a part of: the variable, the structs behind a pointer, or
// the bytes.
func wholeObject(l *cil.Lval) *cil.Lval {
	if l.Mem == nil {
		return cil.VarLval(l.Base)
	}
	elem := l.Mem.Type().(*cil.PtrType).Elem
	if a, ok := elem.(*cil.ArrayType); ok {
		elem = a.Elem
	}
	if _, ok := elem.(*cil.CompType); !ok {
		elem = charType
	}
	return bytesFrom(elem, l.Mem)
}

// andAround returns l, or if it is structs behind a pointer, what these are in too: a function of
// the library may be told a number of bytes.
func andAround(l *cil.Lval) *cil.Lval {
	c, ok := l.Mem.(*cil.Cast)
	if !ok || len(l.Path) > 0 {
		return l
	}
	if a, ok := l.Type().(*cil.ArrayType); ok && a.Len == -1 {
		return bytesFrom(a.Elem, c.X)
	}
	return l
}

// bytesFrom is the array of elem, and what is around it, that p leads to.
func bytesFrom(elem cil.Type, p cil.Expr) *cil.Lval {
	return &cil.Lval{Mem: &cil.Cast{T: &cil.PtrType{Elem: &cil.ArrayType{Elem: elem, Len: cil.AndAround}}, X: p}}
}

// ExternGlobals lists the globals that a function without a body may change under
// [ExternEverything]: those with an object of their own that isn't constant.
func ExternGlobals(prog *cil.Program) []*cil.Lval {
	var out []*cil.Lval
	for _, v := range prog.Globals {
		if !v.Const && v.Kind != cil.Literal {
			out = append(out, cil.VarLval(v))
		}
	}
	return out
}

// paramType returns the type that the callee declares for argument i, or nil.
func paramType(c *cil.Call, i int) cil.Type {
	p, ok := c.Fn.Type().(*cil.PtrType)
	if !ok {
		return nil
	}
	ft, ok := p.Elem.(*cil.FuncType)
	if !ok || i >= len(ft.Params) {
		return nil
	}
	return ft.Params[i]
}

// pointedAt returns what a callee may change through the argument a, whose declared type
// is param (nil if not declared).
func pointedAt(a cil.Expr, param cil.Type) (*cil.Lval, bool) {
	if p, ok := param.(*cil.PtrType); ok && p.Const {
		return nil, false
	}
	if p, ok := a.Type().(*cil.PtrType); !ok || p.Const && param == nil {
		return nil, false
	}
	a = withoutCasts(a)
	if cil.IsZero(a) {
		return nil, false
	}
	if at, ok := a.(*cil.AddrOf); ok {
		return wholeArray(at.L), true
	}
	t, ok := a.Type().(*cil.PtrType)
	if !ok { // an integer that was made a pointer
		return &cil.Lval{Mem: &cil.Cast{T: bufferOf(charType), X: a}}, true
	}
	switch elem := t.Elem.(type) {
	case *cil.FuncType:
		return nil, false
	case *cil.VoidType:
		return &cil.Lval{Mem: &cil.Cast{T: bufferOf(charType), X: a}}, true
	case *cil.CompType:
		if !elem.Defined {
			return nil, false // nothing that the program itself can look at
		}
		return &cil.Lval{Mem: &cil.Cast{T: bufferOf(elem), X: a}}, true
	case *cil.ArrayType:
		return &cil.Lval{Mem: a}, true
	default:
		return &cil.Lval{Mem: &cil.Cast{T: bufferOf(elem), X: a}}, true
	}
}

// charType is the type of the bytes of memory of unknown type.
var charType = &cil.IntType{Kind: cil.UChar, Bits: 8, Bytes: 1}

// bufferOf returns the type of pointers to arrays of unknown length.
func bufferOf(elem cil.Type) *cil.PtrType {
	return &cil.PtrType{Elem: &cil.ArrayType{Elem: elem, Len: -1}}
}

// withoutCasts looks through conversions between pointers and integers.
func withoutCasts(e cil.Expr) cil.Expr {
	for {
		c, ok := e.(*cil.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// wholeArray returns the array that the element l is the part of, as a pointer to one
// element reaches all; otherwise l.
func wholeArray(l *cil.Lval) *cil.Lval {
	for n := len(l.Path); n > 0 && l.Path[n-1].Field == nil; n-- {
		l = &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:n-1]}
	}
	return l
}
