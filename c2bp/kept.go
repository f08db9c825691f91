package c2bp

import (
	"slices"
	"strconv"
	"strings"

	"hardbop/boolprog"
	"hardbop/internal/cil"
	"hardbop/internal/lbe"
	"hardbop/internal/pred"
)

// This file writes abstractions as texts, for runs to come, and reads them again. A text is that of
// one program, one set of predicates and one set of options: who keeps it has to tell them apart.

// Kept is an abstraction as a text.
type Kept struct {
	Program string
	// Covers has, by origin, the nodes that runs through a fragment pass, where that was asked.
	Covers map[string][]int
	Tally  *Tally // of the predicates; nil if that wasn't asked
}

// Keep returns the abstraction for preds as a text.
func (ab *Abstracter) Keep(preds *pred.Set, a *Abstraction) Kept {
	k := Kept{Program: a.BP.String(), Covers: map[string][]int{}}
	if ab.tallied != nil && ab.tallied.Same(preds) {
		k.Tally = ab.tally
	}
	for o, nodes := range a.covers {
		ids := make([]int, len(nodes))
		for i, n := range nodes {
			ids[i] = n.ID
		}
		k.Covers[o] = ids
	}
	return k
}

// Restore returns the abstraction for preds that was kept; nil if it is none of this program.
func (ab *Abstracter) Restore(preds *pred.Set, k Kept) *Abstraction {
	bp, err := boolprog.Read("", k.Program, boolprog.Options{})
	if err != nil {
		return nil
	}
	ab.setElements(preds)
	a := &Abstraction{BP: bp, origins: map[string]origin{}, blocks: map[string]*block{}, covers: map[string][]*cil.Node{}, prover: ab.provers[0], semantics: ab.semantics()}
	r := &restorer{ab: ab, scene: ab.scene, funcs: map[string]*cil.Func{}, emitters: map[*cil.Func]*emitter{}}
	for _, f := range ab.funcs {
		r.funcs[f.Name] = f
	}
	if !r.sameElements(bp) || !r.readOrigins(a) || !r.readCovers(a, k.Covers) {
		return nil
	}
	for _, o := range a.origins {
		if o.kind == through {
			a.restore = r.block
		}
	}
	if k.Tally != nil {
		ab.tallied, ab.tally = preds.Clone(), k.Tally
	}
	return a
}

// restorer makes again what a text doesn't have.
type restorer struct {
	ab       *Abstracter
	scene    scene
	funcs    map[string]*cil.Func
	emitters map[*cil.Func]*emitter
}

// sameElements reports whether the program's variables are those of the elements.
func (r *restorer) sameElements(bp *boolprog.Program) bool {
	if len(bp.Procs) != len(r.ab.funcs) || !slices.Equal(varNames(bp.Globals), names(r.ab.global)) {
		return false
	}
	for i, p := range bp.Procs {
		f := r.ab.funcs[i]
		if p.Name != r.ab.procName(f) {
			return false
		}
		own := append(varNames(p.Formals), varNames(p.Locals)...)
		for _, n := range names(r.ab.local[f]) {
			if !slices.Contains(own, n) {
				return false
			}
		}
	}
	return true
}

func varNames(vs []*boolprog.Var) []string {
	var ns []string
	for _, v := range vs {
		ns = append(ns, v.Name)
	}
	return ns
}

// readOrigins finds the nodes that the statements stand for.
func (r *restorer) readOrigins(a *Abstraction) bool {
	for _, p := range a.BP.Procs {
		for _, s := range p.Body {
			if s.Origin == "" {
				continue
			}
			name, rest, _ := strings.Cut(s.Origin, ":")
			digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
			n := r.node(name, rest[:digits])
			if n == nil {
				return false
			}
			o := newOrigin(n, rest[digits:])
			if !o.fits(r.ab.in) {
				return false
			}
			a.origins[s.Origin] = o
		}
	}
	return true
}

// node returns the node of a function with a number; nil if there is none.
func (r *restorer) node(name, number string) *cil.Node {
	f := r.funcs[name]
	id, err := strconv.Atoi(number)
	if f == nil || err != nil || id >= len(f.Nodes) {
		return nil
	}
	return f.Nodes[id]
}

// readCovers finds the nodes that runs through fragments pass.
func (r *restorer) readCovers(a *Abstraction, covers map[string][]int) bool {
	for o, ids := range covers {
		org, ok := a.origins[o]
		if !ok {
			return false
		}
		f := org.node.Func
		nodes := make([]*cil.Node, len(ids))
		for i, id := range ids {
			if id < 0 || id >= len(f.Nodes) {
				return false
			}
			nodes[i] = f.Nodes[id]
		}
		a.covers[o] = nodes
	}
	return true
}

// block makes the block of a fragment, without its relation; all states count as reached.
func (r *restorer) block(o origin) *block {
	before := r.ab.scene
	r.ab.scene = r.scene
	defer func() { r.ab.scene = before }()
	e := r.emitter(o.node.Func)
	for _, frag := range lbe.Fragments(e.f, e.cuts) {
		if frag.From == o.node && frag.To.ID == o.k {
			b := e.newBlock(frag)
			b.states = boolprog.Bool(true)
			return b
		}
	}
	panic("c2bp: the program has no fragment that was kept")
}

// emitter returns that of a procedure in blocks.
func (r *restorer) emitter(f *cil.Func) *emitter {
	e := r.emitters[f]
	if e == nil {
		e = r.ab.newEmitter(f)
		e.cuts = r.ab.in.cutsOf(f)
		e.live = lbe.NewLive(f, e.readsAt)
		r.emitters[f] = e
	}
	return e
}
