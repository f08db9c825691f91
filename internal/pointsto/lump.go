package pointsto

import "cmp"

// A program that takes pointers to many kinds of objects for pointers to one kind, as with
// lists whose items are found by container_of, has many merged objects to which most of its
// pointers point. What these hold is then much the same, and to keep it apart takes time and
// memory quadratic in the size of the program. Where a pointer that is used points to more
// than [Options.Lump] of them, they get one node for what they hold: the lump. They remain
// different objects.

// manyMerged is the default of [Options.Lump].
const manyMerged = 256

// noteMerged notes that o has been merged: targets in it for which another one stands are
// stale.
func (a *analysis) noteMerged(o *Object) {
	now := a.canonical(Target{o, 0})
	for _, id := range o.targets {
		if a.targets[id] != now {
			a.stale.add(id)
		}
	}
	if o.Kind != External {
		a.merged.add(a.targetID(now))
	}
}

// sweep puts the targets that stand for stale ones in their place. Rules see them anew if
// they have seen the stale ones only.
func (a *analysis) sweep() {
	if a.stale.empty() {
		return
	}
	w := &sweeper{stale: a.stale, stands: map[int]int{}, swept: map[*uint64]set{}}
	for _, id := range a.stale.elements() {
		w.stands[id] = a.targetID(a.canonical(a.targets[id]))
	}
	for _, n := range a.nodes {
		if n == nil || n.pts.common(&a.stale).empty() {
			continue
		}
		seen := n.pts.minus(&n.pending)
		anew := w.standIns(&n.pts).minus(seen)
		n.pts, n.done, n.pending = w.sweep(&n.pts), w.sweep(&n.done), w.sweep(&n.pending)
		n.pending.union(anew)
	}
	a.stale = set{}
}

// sweeper replaces stale targets in sets.
type sweeper struct {
	stale  set
	stands map[int]int     // for each stale target, the one that stands for it
	swept  map[*uint64]set // results, by the memory of the set
}

// sweep returns s with the targets that stand for stale ones in their place.
func (w *sweeper) sweep(s *set) set {
	if s.empty() {
		return set{}
	}
	key := &s.words[0]
	res, ok := w.swept[key]
	if !ok {
		res = *s.minus(&w.stale)
		res.union(w.standIns(s))
		res.shared = true
		w.swept[key] = res
		s.shared = true
	}
	return res
}

// standIns returns the targets that stand for the stale ones in s.
func (w *sweeper) standIns(s *set) *set {
	fresh := &set{}
	for _, id := range s.common(&w.stale).elements() {
		fresh.add(w.stands[id])
	}
	return fresh
}

// lump makes one node of what the merged objects among the targets hold, if they are many.
func (a *analysis) lump(targets *set) {
	many := cmp.Or(a.opt.Lump, manyMerged)
	if targets.size() <= many {
		return
	}
	merged := targets.common(&a.merged)
	if merged.size() <= many {
		return
	}
	for _, id := range merged.minus(&a.lumped).elements() {
		n := a.cell(a.targets[id])
		if a.lumpNode < 0 {
			a.lumpNode = n
		}
		a.join(a.lumpNode, n)
		a.lumped.add(id)
	}
}

// applyLump is apply for targets that are lumped: what they hold is one node, and whatever
// leads from one of them to a part or to an unknown place stays where it is.
func (a *analysis) applyLump(r *rule, targets *set) {
	switch r.op {
	case loads:
		a.edge(a.lumpNode, r.other)
	case stores:
		a.edge(r.other, a.lumpNode)
	case members, shifts, blurs:
		a.addTargets(r.other, targets)
	case calls:
		a.bindUnknown(r.call)
	case escapes:
		for _, id := range targets.elements() {
			a.escape(a.targets[id].Obj)
		}
	}
}
