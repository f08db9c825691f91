package find

import (
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// unit adds what unit i hands out.
func (s *scan) unit(i int) {
	prog := s.units[i].Prog
	for _, v := range prog.Globals {
		s.variable(v)
	}
	for _, f := range prog.Funcs {
		switch {
		case !f.HasBody():
			continue
		case f.Name == "main" || f.Name == "DriverEntry":
			s.add(f, &Use{How: Entry, Pos: f.Pos, Index: -1})
		case f.Name == "init_module":
			s.add(f, &Use{How: Init, Pos: f.Pos, Index: -1})
		case f.Name == "cleanup_module":
			s.add(f, &Use{How: Exit, Pos: f.Pos, Index: -1})
		case Marker(f.Name):
			s.marked(f)
			continue
		case InHeader(f.Pos):
			continue
		}
		s.body(f)
	}
}

// marked adds the function that one of the macros' functions returns.
func (s *scan) marked(f *cil.Func) {
	how := Init
	if f.Name == exittest {
		how = Exit
	}
	for _, n := range f.Nodes {
		if r, ok := n.Instr.(*cil.Return); ok && r.E != nil {
			if fa, ok := address(r.E); ok {
				s.add(fa, &Use{How: how, Pos: f.Pos, Index: -1})
			}
		}
	}
}

// variable adds the addresses in the initialiser of v.
func (s *scan) variable(v *cil.Var) {
	if v.Init == nil {
		return
	}
	if f, ok := address(v.Init.Expr); ok {
		u := &Use{How: howNamed(v.Name, f), Pos: v.Pos, Index: -1}
		if u.How == Exported {
			u.Text = "EXPORT_SYMBOL"
		}
		s.add(f, u.shared(v))
	}
	for _, e := range v.Init.Entries {
		u := stored(&cil.Lval{Base: v, Path: e.Path}, v.Pos, nil).shared(v)
		if f, ok := address(e.Expr); ok {
			s.add(f, u)
		}
		s.behind(e.Expr, u)
	}
}

// shared is u, where others find the address if they can read the variable v.
func (u *Use) shared(v *cil.Var) *Use {
	if u.How == Pointer && v.Kind == cil.Global && !v.Static {
		u.How, u.Extern = Shared, v.Extern
	}
	return u
}

// howNamed says what it means that the variable called name has the address of f: some
// are made by module_init, module_exit and EXPORT_SYMBOL in the kernel proper.
func howNamed(name string, f *cil.Func) How {
	switch {
	case strings.HasPrefix(name, "__exitcall_"), strings.HasPrefix(name, "__UNIQUE_ID___addressable_cleanup_module"):
		return Exit
	case !strings.HasPrefix(name, "__initcall_") && !strings.HasPrefix(name, "__UNIQUE_ID___addressable_"):
		return Pointer
	case f.Static && len(f.Formals) == 0:
		return Init
	}
	return Exported
}

// address returns the function whose address e is.
func address(e cil.Expr) (*cil.Func, bool) {
	for {
		switch x := e.(type) {
		case *cil.Cast:
			e = x.X
		case *cil.FuncAddr:
			return x.F, true
		default:
			return nil, false
		}
	}
}

// stored describes the store of a function's address into l.
func stored(l *cil.Lval, pos source.Pos, in *cil.Func) *Use {
	u := &Use{How: Pointer, Pos: pos, In: in, Index: -1}
	for k := len(l.Path) - 1; k >= 0; k-- {
		sel := l.Path[k]
		if sel.Field == nil {
			if v, ok := cil.ConstValue(sel.Index); ok && u.Member == "" && u.Index < 0 {
				u.Index = v.Int64()
			}
			continue
		}
		if u.Member == "" {
			u.Member = sel.Field.Name
		}
		if made(sel.Field.Comp) {
			continue // anonymous: what has it is the table
		}
		u.How, u.Struct = Table, sel.Field.Comp.Tag
		u.Table = &cil.Lval{Base: l.Base, Mem: l.Mem, Path: l.Path[:k]}
		return u
	}
	return u
}

// made reports whether the tag of c was made up.
func made(c *cil.CompType) bool { return c.Tag == "anon" || strings.HasPrefix(c.Tag, "anon_") }

// body adds the addresses that f hands out, by way of variables and functions too.
func (s *scan) body(f *cil.Func) {
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			u := stored(in.L, n.Pos, f)
			switch {
			case in.L.Base != nil:
				u = u.shared(s.g.object(in.L.Base))
			case u.How == Pointer && len(s.h.spots(in.L)) == 0:
				u.How = Shared
			}
			s.addAll(s.h.functions(in.E), u)
			s.behind(in.E, u)
		case *cil.Call:
			for k, a := range in.Args {
				u := s.passed(f, n, in, k)
				s.addAll(s.h.functions(a), u)
				if u.How == Call {
					s.addAll(s.h.behind(a), u)
				}
			}
		}
	}
}

// copied adds what is handed over, or stored in a member of a struct, after it was read from a member.
func (s *scan) copied() {
	for s.more = true; s.more; {
		s.more = false
		for _, u := range s.units {
			for _, f := range u.Prog.Funcs {
				if Own(f) {
					s.copiedIn(f)
				}
			}
		}
	}
}

func (s *scan) copiedIn(f *cil.Func) {
	for _, n := range f.Nodes {
		switch in := n.Instr.(type) {
		case *cil.Assign:
			if u := stored(in.L, n.Pos, f); u.How == Table && cil.IsFuncPointer(in.L.Type()) {
				s.addAll(s.inMembers(f, in.E), u)
			}
		case *cil.Call:
			for k, a := range in.Args {
				if u := s.passed(f, n, in, k); u.How == Call && !u.Plain {
					s.addAll(s.inMembers(f, a), u)
				}
			}
		}
	}
}

// inMembers lists the functions whose addresses are in a member of a struct from which f reads e.
func (s *scan) inMembers(f *cil.Func, e cil.Expr) []*cil.Func {
	var list []*cil.Func
	for _, m := range s.g.Through(f, e) {
		for _, c := range s.list {
			if slices.ContainsFunc(c.Uses, func(u *Use) bool { return u.How == Table && u.Struct+"."+u.Member == m }) {
				list = append(list, c.Func)
			}
		}
	}
	return list
}

// addAll records a use of each of fs.
func (s *scan) addAll(fs []*cil.Func, u *Use) {
	for _, f := range fs {
		use := *u
		s.add(f, &use)
	}
}

// behind records that the functions in variables whose address e is can be found, by way of what the use u says.
func (s *scan) behind(e cil.Expr, u *Use) {
	if u.How == Table || u.How == Shared {
		s.addAll(s.h.behind(e), &Use{How: Shared, Pos: u.Pos, In: u.In, Index: -1})
	}
}

// returned adds the addresses that functions return which others call.
func (s *scan) returned() {
	for i := 0; i < len(s.list); i++ { // which gets longer
		c := s.list[i]
		if c.Has(Pointer) && len(c.Uses) == 1 || c.Has(Uncalled) || Marker(c.Func.Name) {
			continue
		}
		for _, n := range c.Func.Nodes {
			if r, ok := n.Instr.(*cil.Return); ok {
				u := &Use{How: Shared, Pos: n.Pos, In: c.Func, Index: -1}
				s.addAll(s.h.functions(r.E), u)
				s.behind(r.E, u)
			}
		}
	}
}

// passed describes the argument number k of the call at n in f.
func (s *scan) passed(f *cil.Func, n *cil.Node, c *cil.Call, k int) *Use {
	callee := c.Callee()
	if l := exchanged(callee, c); l != nil {
		return stored(l, n.Pos, f)
	}
	u := &Use{How: Pointer, Pos: n.Pos, In: f, Index: -1, Arg: k, Call: c}
	switch {
	case callee == nil:
		u.How, u.Callee, u.Plain = Call, cil.ExprString(c.Fn), !asFunction(c, k)
	case takesFunction(callee, k):
		u.How, u.Callee = Call, SourceName(callee)
	case !s.follows(callee, k):
		u.How, u.Callee, u.Plain = Call, SourceName(callee), true
	}
	return u
}

// follows reports whether what f gets as parameter k is followed into it.
func (s *scan) follows(f *cil.Func, k int) bool {
	d, _ := s.g.Definition(f)
	return d != nil && follows(d, k)
}

// asFunction reports whether the pointer through which c calls leads to functions that take a pointer to a function as parameter k.
func asFunction(c *cil.Call, k int) bool {
	t, _ := c.Fn.Type().(*cil.PtrType)
	if t == nil {
		return false
	}
	f, _ := t.Elem.(*cil.FuncType)
	return f != nil && k < len(f.Params) && cil.IsFuncPointer(f.Params[k])
}

// takesFunction reports whether parameter k of f is a pointer to a function.
func takesFunction(f *cil.Func, k int) bool {
	return k < len(f.Type.Params) && cil.IsFuncPointer(f.Type.Params[k])
}

// exchanged returns what a call such as InterlockedExchangePointer(&l, v) stores v in; nil
// for other calls.
func exchanged(callee *cil.Func, c *cil.Call) *cil.Lval {
	if callee == nil || !strings.Contains(callee.Name, "ExchangePointer") {
		return nil
	}
	e := c.Args[0]
	for {
		switch x := e.(type) {
		case *cil.Cast:
			e = x.X
		case *cil.AddrOf:
			return x.L
		default:
			return nil
		}
	}
}
