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
// stale, and rules don't see them any more.
func (a *analysis) noteMerged(o *Object) {
	now := a.targetID(a.canonical(Target{Obj: o}))
	for _, id := range o.targets {
		if id != now {
			a.stale.add(id)
			a.stands[id] = now
		}
	}
	if o.Kind != External {
		a.merged.add(now)
	}
	a.merges++
	a.changed = true
}

// sweep puts the targets that stand for stale ones in their place. Rules see them anew if
// they have seen the stale ones only.
func (a *analysis) sweep() {
	if len(a.stale) == 0 {
		return
	}
	w := &sweeper{a, a.sets.marked(a.stale), map[*set]*set{}}
	for _, n := range a.nodes {
		if n == nil || !n.pts.meets(a.stale, nil) {
			continue
		}
		seen := a.sets.minus(n.pts, n.pending)
		anew := a.sets.minus(w.standIns(n.pts), seen)
		n.pts, n.done, n.pending = w.sweep(n.pts), w.sweep(n.done), w.sweep(n.pending)
		n.pending = a.sets.union(n.pending, anew)
	}
	a.stale = nil
}

// sweeper replaces stale targets in sets.
type sweeper struct {
	a     *analysis
	stale *set
	found map[*set]*set // stand-ins
}

// sweep returns s with the targets that stand for stale ones in their place.
func (w *sweeper) sweep(s *set) *set {
	return w.a.sets.union(w.a.sets.minus(s, w.stale), w.standIns(s))
}

// standIns returns the targets that stand for the stale ones in s.
func (w *sweeper) standIns(s *set) *set {
	found, ok := w.found[s]
	if !ok {
		var ids []int
		for id := range w.a.sets.common(s, w.stale).elements() {
			ids = append(ids, w.a.stands[id])
		}
		found = w.a.sets.of(ids...)
		w.found[s] = found
	}
	return found
}

// lump makes one node of what the merged objects among the targets hold, if they are many.
func (a *analysis) lump(targets *set) {
	many := cmp.Or(a.opt.Lump, manyMerged)
	if targets.size() <= many || !targets.meets(a.merged, a.lumped) {
		return
	}
	merged := a.sets.among(targets, a.merged)
	if merged.size() <= many {
		return
	}
	for id := range merged.elements() {
		if !a.lumped.has(id) {
			n := a.cell(a.targets[id])
			if a.lumpNode < 0 {
				a.lumpNode = n
			}
			a.join(a.lumpNode, n)
			a.lumped.add(id)
		}
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
	case members, shifts, blurs, lows, counts, views:
		a.addTargets(r.other, targets)
	case calls:
		a.bindUnknown(r.call)
	case escapes, hands:
		for id := range targets.elements() {
			a.escape(a.targets[id].Obj)
		}
	}
}
