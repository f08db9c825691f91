package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
)

// builtin elaborates a call of a function that means something to the front end: of the
// compiler, of SV-COMP, or setjmp. It reports whether name is one.
func (x *elab) builtin(name string, n *cc.PostfixExpression, into *cil.Lval) (opd, bool) {
	args := argList(n)
	switch {
	case strings.HasPrefix(name, "__VERIFIER_"):
		return x.verifier(name, args, n, into)
	case isSetjmp(name):
		for _, a := range args {
			x.effect(a)
		}
		return opd{e: x.opaqueValue(codeSetjmp, name, x.intType(), n)}, true
	case strings.HasPrefix(name, "__sync_"), strings.HasPrefix(name, "__atomic_"):
		return x.atomic(name, args, n)
	case name == "__hardbop_clobber" && len(args) == 0:
		x.emit(&cil.Clobber{Why: "inline assembly"}, position(n))
		return opd{}, true
	case name == "__hardbop_opaque":
		x.opaque(codeOpaque, "what "+name+" stands for in a printed program", n)
		return opd{}, true
	case name == leaveLabel:
		x.gotoLabel(leaveLabel, position(n))
		return opd{}, true
	case name == "__assume" && len(args) == 1:
		return x.assume(args[0], n)
	case name == "__noop":
		return opd{e: x.intZero()}, true
	case name == "alloca":
		name = "__builtin_alloca"
	}
	if !strings.HasPrefix(name, "__builtin_") {
		return opd{}, false
	}
	return x.compilerBuiltin(name, args, n)
}

// assume is __assume(e): the run goes on only if e holds.
func (x *elab) assume(e cc.ExpressionNode, n cc.Node) (opd, bool) {
	holds := x.scalarTruth(e)
	if v, ok := cil.ConstValue(holds); ok && v.Sign() == 0 {
		x.stop(n)
		return opd{}, true
	}
	x.emit(&cil.Assume{E: holds}, position(n))
	return opd{}, true
}

func argList(n *cc.PostfixExpression) []cc.ExpressionNode {
	var args []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	return args
}

func isSetjmp(name string) bool {
	switch name {
	case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp",
		"__builtin_setjmp", "__builtin_longjmp":
		return true
	}
	return false
}

// verifier elaborates SV-COMP's __VERIFIER_nondet_T() and __VERIFIER_assume(c).
func (x *elab) verifier(name string, args []cc.ExpressionNode, n cc.Node, into *cil.Lval) (opd, bool) {
	switch {
	case strings.HasPrefix(name, "__VERIFIER_nondet_"):
		t := x.nondetType(name)
		if t == nil || len(args) > 0 {
			return opd{}, false
		}
		l := into
		if l == nil || !cil.SameType(l.Type(), t) {
			l = cil.VarLval(x.temp("tmp", t, n))
		}
		x.emit(&cil.Havoc{L: l, Why: name + "()"}, position(n))
		if l == into {
			return opd{l: l}, true
		}
		return opd{e: &cil.Load{L: l}}, true
	case name == "__VERIFIER_assume" && len(args) == 1:
		x.emit(&cil.Assume{E: x.scalarTruth(args[0])}, position(n))
		return opd{}, true
	}
	return opd{}, false
}

// nondetType is the type of a nondeterministic value: as declared, else by the name.
func (x *elab) nondetType(name string) cil.Type {
	if f, ok := x.lookup(name).(*function); ok && !f.t.NoProto {
		if isVoid(f.t.Ret) {
			return nil
		}
		return f.t.Ret
	} else if ok && !cil.SameType(f.t.Ret, x.intType()) && !isVoid(f.t.Ret) {
		return f.t.Ret
	}
	kinds := map[string]cil.IntKind{
		"bool": cil.Bool, "char": cil.Char, "uchar": cil.UChar, "u8": cil.UChar, "short": cil.Short, "ushort": cil.UShort,
		"u16": cil.UShort, "int": cil.Int, "uint": cil.UInt, "unsigned": cil.UInt, "u32": cil.UInt, "unsigned_int": cil.UInt,
		"long": cil.Long, "ulong": cil.ULong, "longlong": cil.LongLong, "ulonglong": cil.ULongLong, "u64": cil.ULongLong,
		"loff_t": cil.LongLong, "int128": cil.Int128, "uint128": cil.UInt128,
	}
	kind := strings.TrimPrefix(name, "__VERIFIER_nondet_")
	if k, ok := kinds[kind]; ok {
		return x.model.Int(k)
	}
	switch kind {
	case "size_t":
		return x.model.SizeT()
	case "float":
		return floatType
	case "double":
		return doubleType
	case "pointer", "pchar":
		return &cil.PtrType{Elem: cil.Void}
	}
	return nil
}

// compilerBuiltin elaborates gcc's __builtin_ functions.
func (x *elab) compilerBuiltin(name string, args []cc.ExpressionNode, n *cc.PostfixExpression) (opd, bool) {
	arg := func(i int) cc.ExpressionNode {
		if i < len(args) {
			return args[i]
		}
		x.errorf(position(n), "%s needs more arguments", name)
		return &cc.PrimaryExpression{Case: cc.PrimaryExpressionInt, Token: n.Token}
	}
	size := x.model.SizeT()
	switch name {
	case "__builtin_expect", "__builtin_expect_with_probability":
		e := x.convert(x.value(arg(0)), x.model.Int(cil.Long), n)
		return opd{e: e}, true
	case "__builtin_constant_p":
		return opd{e: x.constantP(arg(0))}, true
	case "__builtin_choose_expr":
		if x.constValue(arg(0)).Sign() != 0 {
			return x.expr(arg(1)), true
		}
		return x.expr(arg(2)), true
	case "__builtin_types_compatible_impl":
		a, b := x.dryType(arg(0)), x.dryType(arg(1))
		return opd{e: x.boolConst(sameTarget(a, b))}, true
	case "__builtin_unreachable":
		x.stop(n)
		return opd{}, true
	case "__builtin_va_start", "__builtin_va_end", "__builtin_va_copy", "__builtin_stdarg_start":
		x.note(codeVarargs, position(n), name)
		return opd{}, true
	case "__builtin_prefetch", "__builtin___clear_cache":
		for _, a := range args {
			x.effect(a)
		}
		return opd{}, true
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		all := int64(-1)
		if v, ok := x.tryConst(arg(1)); ok && v.Int64() >= 2 {
			all = 0
		}
		return opd{e: cil.IntConst(size, all)}, true
	case "__builtin_alloca", "__builtin_alloca_with_align":
		return x.alloca(arg(0), n), true
	case "__builtin_assume_aligned":
		return opd{e: x.convert(x.value(arg(0)), &cil.PtrType{Elem: cil.Void}, n)}, true
	case "__builtin_return_address", "__builtin_frame_address", "__builtin_extract_return_addr":
		return opd{e: x.arbitrary("address", &cil.PtrType{Elem: cil.Void}, name, n)}, true
	case "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64":
		return opd{e: x.swapBytes(name, arg(0), n)}, true
	}
	if op, t, ok := x.overflowName(name); ok {
		return x.overflow(op, t, arg(0), arg(1), arg(2), strings.HasSuffix(name, "_p"), n), true
	}
	if o, ok := x.bitBuiltin(strings.TrimPrefix(name, "__builtin_"), args, n); ok {
		return o, true
	}
	return x.libraryBuiltin(name, n)
}

// sameTarget reports whether two pointers lead to the same type; the qualifiers of that
// itself don't count.
func sameTarget(a, b cil.Type) bool {
	pa, ok1 := a.(*cil.PtrType)
	pb, ok2 := b.(*cil.PtrType)
	if !ok1 || !ok2 || !cil.SameType(pa, pb) {
		return false
	}
	qa, ok1 := pa.Elem.(*cil.PtrType)
	qb, ok2 := pb.Elem.(*cil.PtrType)
	if !ok1 || !ok2 {
		return true
	}
	return qa.Const == qb.Const && qa.Volatile == qb.Volatile && sameTarget(qa, qb)
}

// constantP is __builtin_constant_p: 1 for what is a constant here.
func (x *elab) constantP(n cc.ExpressionNode) cil.Expr {
	if _, ok := x.tryConst(n); ok {
		return x.boolConst(true)
	}
	var e cil.Expr
	x.dryRun(func() { e = x.expr(n).e })
	_, isFloat := e.(*cil.FloatConst)
	return x.boolConst(isFloat || stringToken(n) != nil)
}

// libraryBuiltin is a built-in that stands for a function of the C library, or that has
// an arbitrary result.
func (x *elab) libraryBuiltin(name string, n *cc.PostfixExpression) (opd, bool) {
	plain := strings.TrimPrefix(name, "__builtin_")
	drop := 0
	if strings.HasPrefix(plain, "__") && strings.HasSuffix(plain, "_chk") {
		plain, drop = strings.TrimSuffix(strings.TrimPrefix(plain, "__"), "_chk"), 1
	}
	if plain == "trap" {
		plain = "abort"
	}
	t := x.knownType(plain)
	if t.NoProto {
		x.note(codeBuiltin, position(n), name+" has an arbitrary result")
		t = x.builtinType(plain)
		plain = name
	}
	if x.lookup(plain) == nil {
		x.declareKnown(plain, t, n)
	}
	f, ok := x.lookup(plain).(*function)
	if !ok {
		return opd{}, false
	}
	short := *n
	if drop > 0 {
		short.ArgumentExpressionList = dropLast(n.ArgumentExpressionList, drop)
	}
	fn, args := x.arguments(&cil.FuncAddr{F: f.f, T: &cil.PtrType{Elem: f.f.Type}}, f.f.Type, &short)
	x.mention(f.f.Name)
	o := x.emitCall(fn, f.f.Type, args, nil, true, n)
	if f.f.NoReturn {
		x.stopAt(f.f, n)
	}
	return o, true
}

func (x *elab) declareKnown(name string, t *cil.FuncType, n cc.Node) {
	x.implicit(name, n)
	if f, ok := x.externs[name].ent.(*function); ok && f.f.Type.NoProto {
		f.f.Type, f.t = t, t
	}
}

// dropLast copies an argument list without its last k arguments.
func dropLast(l *cc.ArgumentExpressionList, k int) *cc.ArgumentExpressionList {
	n := 0
	for a := l; a != nil; a = a.ArgumentExpressionList {
		n++
	}
	var head, tail *cc.ArgumentExpressionList
	for a := l; a != nil && n > k; a = a.ArgumentExpressionList {
		c := *a
		c.ArgumentExpressionList = nil
		if head == nil {
			head = &c
		} else {
			tail.ArgumentExpressionList = &c
		}
		tail = &c
		n--
	}
	return head
}

// knownBuiltin reports whether __has_builtin is true of name.
func knownBuiltin(name string) bool {
	switch strings.TrimPrefix(name, "__builtin_") {
	case "expect", "constant_p", "choose_expr", "unreachable", "va_start", "va_end", "va_copy", "va_arg", "prefetch",
		"object_size", "alloca", "add_overflow", "sub_overflow", "mul_overflow", "offsetof", "types_compatible_p",
		"memcpy", "memset", "memmove", "memcmp", "strlen", "strcmp", "strcpy", "trap", "abort":
		return true
	}
	return false
}

// expectArg is the condition in a call of __builtin_expect, or nil.
func (x *elab) expectArg(n *cc.PostfixExpression) cc.ExpressionNode {
	if n.Case != cc.PostfixExpressionCall || calleeName(n.PostfixExpression) != "__builtin_expect" || n.ArgumentExpressionList == nil {
		return nil
	}
	return n.ArgumentExpressionList.AssignmentExpression
}

// swapBytes is __builtin_bswapN: each byte shifted to its place.
func (x *elab) swapBytes(name string, a cc.ExpressionNode, n cc.Node) cil.Expr {
	t := x.builtinType(strings.TrimPrefix(name, "__builtin_")).Ret.(*cil.IntType)
	e := x.keep(x.convert(x.value(a), t, n), n)
	wide := x.promote(e)
	var sum cil.Expr
	for i := range t.Bytes {
		b := x.apply(cil.Shr, wide, cil.IntConst(x.intType(), int64(8*i)), n)
		b = x.apply(cil.BitAnd, b, cil.IntConst(x.intType(), 255), n)
		b = x.apply(cil.Shl, b, cil.IntConst(x.intType(), int64(8*(t.Bytes-1-i))), n)
		if sum == nil {
			sum = b
		} else {
			sum = x.apply(cil.BitOr, sum, b, n)
		}
	}
	return x.cast(t, sum)
}

// alloca is memory that is there.
func (x *elab) alloca(n cc.ExpressionNode, at *cc.PostfixExpression) opd {
	x.note(codeAlloca, position(at), "alloca is modelled as malloc that doesn't fail")
	return x.allocateLocal(x.convert(x.value(n), x.model.SizeT(), at), at)
}

// allocateLocal allocates size bytes, which can't fail.
func (x *elab) allocateLocal(size cil.Expr, at cc.Node) opd {
	const name = "__builtin_alloca"
	if x.lookup(name) == nil {
		x.declareKnown(name, &cil.FuncType{Ret: &cil.PtrType{Elem: cil.Void}, Params: []cil.Type{x.model.SizeT()}}, at)
	}
	f, ok := x.lookup(name).(*function)
	if !ok {
		return opd{e: x.zero(&cil.PtrType{Elem: cil.Void})}
	}
	x.mention(f.f.Name)
	o := x.emitCall(&cil.FuncAddr{F: f.f, T: &cil.PtrType{Elem: f.f.Type}}, f.f.Type, []cil.Expr{size}, nil, true, at)
	x.emit(&cil.Assume{E: x.truth(x.rvalue(o, at))}, position(at))
	return o
}
