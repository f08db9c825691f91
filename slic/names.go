package slic

import (
	"fmt"
	"strings"

	"hardbop/internal/cil"
)

// namer makes names that the program doesn't use.
type namer struct {
	taken  map[string]bool
	prefix string // that no taken name has; the names of locals start with it
}

// newNamer returns a namer that avoids the names in taken and adds its own to them.
func newNamer(taken map[string]bool) *namer {
	if taken == nil {
		taken = map[string]bool{}
	}
	n := &namer{taken: taken, prefix: "slic_"}
	for i := 2; n.prefixTaken(); i++ {
		n.prefix = fmt.Sprintf("slic%d_", i)
	}
	return n
}

func (n *namer) prefixTaken() bool {
	for name := range n.taken {
		if strings.HasPrefix(name, n.prefix) {
			return true
		}
	}
	return false
}

// local returns a name for a local variable, which is different from all global names.
func (n *namer) local(name string) string { return n.prefix + name }

// unique returns name, or name with a number if it is taken, and takes it.
func (n *namer) unique(name string) string {
	u := name
	for i := 2; n.taken[u]; i++ {
		u = fmt.Sprintf("%s_%d", name, i)
	}
	n.taken[u] = true
	return u
}

// programNames returns all names of prog: a new global with another name is captured by
// nothing and captures nothing, in no function.
func programNames(prog *cil.Program) map[string]bool {
	taken := map[string]bool{"ret": true}
	addVars := func(vs []*cil.Var) {
		for _, v := range vs {
			taken[v.Name] = true
		}
	}
	addVars(prog.Globals)
	for _, f := range prog.Funcs {
		taken[f.Name] = true
		addVars(f.Formals)
		addVars(f.Locals)
		for _, n := range f.Nodes {
			for _, l := range n.Labels {
				taken[l] = true
			}
		}
	}
	return taken
}
