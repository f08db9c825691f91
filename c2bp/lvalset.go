package c2bp

import "hardbop/internal/cil"

// lvalSet has lvalues in the order in which they were added, each once.
type lvalSet struct {
	list []*cil.Lval
	like map[lvalKey][]*cil.Lval
}

// lvalKey is the same for lvalues that are written the same, and seldom for others.
type lvalKey struct {
	root  *cil.Var   // the variable that it begins with, itself or by what it holds; nil for none
	last  *cil.Field // that it ends with
	depth int        // pointers that are followed
	path  int        // selections
}

func (s *lvalSet) add(l *cil.Lval) {
	key := keyOfLval(l)
	for _, k := range s.like[key] {
		if cil.EqualLval(k, l) {
			return
		}
	}
	if s.like == nil {
		s.like = map[lvalKey][]*cil.Lval{}
	}
	s.like[key] = append(s.like[key], l)
	s.list = append(s.list, l)
}

func keyOfLval(l *cil.Lval) lvalKey {
	key := lvalKey{path: len(l.Path)}
	if key.path > 0 {
		key.last = l.Path[key.path-1].Field
	}
	for l != nil && l.Base == nil {
		l = firstLval(l.Mem)
		key.depth++
	}
	if l != nil {
		key.root, key.path = l.Base, key.path+len(l.Path)
	}
	return key
}

// firstLval is the first lvalue in e; nil if it begins with none.
func firstLval(e cil.Expr) *cil.Lval {
	for {
		switch x := e.(type) {
		case *cil.Load:
			return x.L
		case *cil.AddrOf:
			return x.L
		case *cil.Cast:
			e = x.X
		case *cil.Unary:
			e = x.X
		case *cil.Binary:
			e = x.X
		case *cil.Cond:
			e = x.C
		default:
			return nil
		}
	}
}
