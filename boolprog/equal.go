package boolprog

import "slices"

// Equal reports whether two programs are the same but for positions and resolution.
func Equal(p, q *Program) bool {
	return slices.Equal(p.Comment, q.Comment) && equalVars(p.Globals, q.Globals) &&
		slices.EqualFunc(p.Procs, q.Procs, equalProc)
}

func equalVars(a, b []*Var) bool {
	return slices.EqualFunc(a, b, func(v, w *Var) bool { return v.Name == w.Name })
}

func equalProc(p, q *Proc) bool {
	return p.Name == q.Name && p.NumResults == q.NumResults && slices.Equal(p.Comment, q.Comment) &&
		equalVars(p.Formals, q.Formals) && equalVars(p.Locals, q.Locals) &&
		EqualExpr(p.Enforce, q.Enforce) && equalStmts(p.Body, q.Body)
}

func equalStmts(a, b []*Stmt) bool { return slices.EqualFunc(a, b, equalStmt) }

func equalStmt(s, t *Stmt) bool {
	return s.Kind == t.Kind && s.Callee == t.Callee && s.Origin == t.Origin && s.Comment == t.Comment &&
		slices.Equal(s.Labels, t.Labels) && slices.Equal(s.Targets, t.Targets) &&
		slices.EqualFunc(s.Lhs, t.Lhs, func(a, b Ref) bool { return a.Name == b.Name }) &&
		slices.EqualFunc(s.Rhs, t.Rhs, EqualExpr) && EqualExpr(s.Cond, t.Cond) &&
		equalStmts(s.Then, t.Then) && equalStmts(s.Else, t.Else)
}

// EqualExpr reports whether two expressions, which may be nil, are the same but for
// positions and resolution.
func EqualExpr(a, b *Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Op == b.Op && a.Ref.Name == b.Ref.Name && slices.EqualFunc(a.Args, b.Args, EqualExpr)
}
