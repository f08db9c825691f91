package cil

import (
	"fmt"
	"strings"
)

// names chooses the names of a printed program: those of the program where they are
// C identifiers and don't hide one that is needed.
type names struct {
	taken map[string]bool
	vars  map[*Var]string
	funcs map[*Func]string
	addrs func(*Func) string // see style
	// rewritten says that the names of what is added are not to be used.
	rewritten bool
}

// newNames names the globals and functions.
func newNames(prog *Program, rewritten bool) *names {
	n := &names{rewritten: rewritten, taken: map[string]bool{}, vars: map[*Var]string{}, funcs: map[*Func]string{}}
	for _, f := range prog.Funcs {
		n.funcs[f] = n.choose(f.Name)
	}
	for _, v := range prog.Globals {
		n.vars[v] = n.choose(v.Name)
	}
	return n
}

// choose returns an identifier like name that isn't taken yet, and takes it.
func (n *names) choose(name string) string {
	base := identifier(name)
	if n.rewritten && isAdded(base) {
		base = "_" + base
	}
	id := base
	for i := 1; n.taken[id]; i++ {
		id = fmt.Sprintf("%s_%d", base, i)
	}
	n.taken[id] = true
	return id
}

// local names the variables of f. They may hide globals and functions that f doesn't use.
func (n *names) local(f *Func) style {
	in := &names{taken: map[string]bool{}, rewritten: n.rewritten}
	used := usedIn(f)
	st := style{exact: true, vars: map[*Var]string{}, funcs: n.funcs, addrs: n.addrs}
	for _, v := range used.vars {
		if name, ok := n.vars[v]; ok {
			in.taken[name], st.vars[v] = true, name
		}
	}
	for _, g := range used.funcs {
		in.taken[n.funcs[g]] = true
	}
	for _, vs := range [][]*Var{f.Formals, f.Locals} {
		for _, v := range vs {
			st.vars[v] = in.choose(v.Name)
		}
	}
	return st
}

// uses lists what a function mentions.
type uses struct {
	vars  []*Var
	funcs []*Func
}

func usedIn(f *Func) uses {
	var u uses
	seenVars, seenFuncs := map[*Var]bool{}, map[*Func]bool{}
	for _, n := range f.Nodes {
		EachExpr(n.Instr, func(e Expr) {
			Walk(e, func(x Expr) {
				if fa, ok := x.(*FuncAddr); ok && !seenFuncs[fa.F] {
					seenFuncs[fa.F] = true
					u.funcs = append(u.funcs, fa.F)
				}
			})
			for _, v := range Vars(e) {
				if !seenVars[v] {
					seenVars[v] = true
					u.vars = append(u.vars, v)
				}
			}
		})
	}
	return u
}

// identifier turns name into a C identifier.
func identifier(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		switch {
		case isDigit(c) && i == 0:
			b.WriteString("_" + string(c))
		case c == '_' || isDigit(c) || c < 0x80 && isLetter(c):
			b.WriteByte(c)
		default:
			b.WriteByte('_')
		}
	}
	if id := b.String(); !keywords[id] && id != "" {
		return id
	}
	return b.String() + "_"
}

// keywords are the words of GNU C that can't be names.
var keywords = wordSet(`auto break case char const continue default do double else enum extern float for goto if
	inline int long register restrict return short signed sizeof static struct switch typedef typeof union unsigned
	void volatile while asm _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert
	_Thread_local _Float16 _Float32 _Float64 _Float128 __int128 __label__ __auto_type __func__ __FUNCTION__`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
