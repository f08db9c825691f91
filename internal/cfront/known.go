package cfront

import "hardbop/internal/cil"

// knownType is the type of a function of the C library that is called without a
// declaration; for others it is int ().
func (x *elab) knownType(name string) *cil.FuncType {
	v := &cil.PtrType{Elem: cil.Void}
	cv := &cil.PtrType{Elem: cil.Void, Const: true}
	s := &cil.PtrType{Elem: x.model.Int(cil.Char)}
	cs := &cil.PtrType{Elem: x.model.Int(cil.Char), Const: true}
	size, i := x.model.SizeT(), x.intType()
	fn := func(ret cil.Type, params ...cil.Type) *cil.FuncType { return &cil.FuncType{Ret: ret, Params: params} }
	switch name {
	case "malloc":
		return fn(v, size)
	case "calloc":
		return fn(v, size, size)
	case "realloc":
		return fn(v, v, size)
	case "free":
		return fn(cil.Void, v)
	case "abort":
		return fn(cil.Void)
	case "exit", "_exit", "_Exit":
		return fn(cil.Void, i)
	case "memcpy", "memmove", "mempcpy":
		return fn(v, v, cv, size)
	case "memset":
		return fn(v, v, i, size)
	case "memcmp":
		return fn(i, cv, cv, size)
	case "memchr":
		return fn(v, cv, i, size)
	case "strlen":
		return fn(size, cs)
	case "strcmp":
		return fn(i, cs, cs)
	case "strncmp":
		return fn(i, cs, cs, size)
	case "strcpy", "strcat", "stpcpy":
		return fn(s, s, cs)
	case "strncpy", "strncat":
		return fn(s, s, cs, size)
	case "strchr", "strrchr":
		return fn(s, cs, i)
	case "strstr":
		return fn(s, cs, cs)
	case "abs":
		return fn(i, i)
	case "labs":
		return fn(x.model.Int(cil.Long), x.model.Int(cil.Long))
	case "llabs":
		return fn(x.model.Int(cil.LongLong), x.model.Int(cil.LongLong))
	case "printf":
		return &cil.FuncType{Ret: i, Params: []cil.Type{cs}, Variadic: true}
	case "puts":
		return fn(i, cs)
	case "putchar":
		return fn(i, i)
	}
	return &cil.FuncType{Ret: i, NoProto: true}
}

// builtinType is the type of a built-in function with an arbitrary result, by the name
// behind __builtin_.
func (x *elab) builtinType(name string) *cil.FuncType {
	t := &cil.FuncType{Ret: x.intType(), NoProto: true}
	switch name {
	case "bswap16":
		t.Ret = x.model.Int(cil.UShort)
	case "bswap32":
		t.Ret = x.model.Int(cil.UInt)
	case "bswap64":
		t.Ret = x.model.Int(cil.ULongLong)
	case "huge_val", "inf", "nan", "fabs", "sqrt", "floor", "ceil", "pow", "copysign":
		t.Ret = doubleType
	case "huge_valf", "inff", "nanf", "fabsf", "sqrtf", "floorf", "ceilf", "powf", "copysignf":
		t.Ret = floatType
	case "huge_vall", "infl", "nanl", "fabsl":
		t.Ret = x.longDouble()
	}
	return t
}
