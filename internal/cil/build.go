package cil

import (
	"fmt"

	"hardbop/internal/source"
)

// NewNode appends a node with the instruction in to f and returns it. Its successors
// are the caller's to set.
func (f *Func) NewNode(in Instr, pos source.Pos) *Node {
	n := &Node{ID: len(f.Nodes), Func: f, Instr: in, Pos: pos}
	f.Nodes = append(f.Nodes, n)
	return n
}

// StartBody gives f its entry and exit and, unless it is void, its result variable.
func (f *Func) StartBody(entry, exit source.Pos) {
	f.Entry = f.NewNode(&Skip{}, entry)
	f.Exit = f.NewNode(&Skip{}, exit)
	f.EndPos = exit
	if _, void := f.Type.Ret.(*VoidType); !void {
		f.Result = &Var{Name: "ret", Type: f.Type.Ret, Kind: Result, Func: f, Pos: f.Pos}
	}
}

// NewTemp adds a temporary of type t to f, with a name that starts with hint and is
// not used in f.
func (f *Func) NewTemp(hint string, t Type, pos source.Pos) *Var {
	used := map[string]bool{}
	for _, v := range f.Locals {
		used[v.Name] = true
	}
	for _, v := range f.Formals {
		used[v.Name] = true
	}
	name := hint
	for i := 1; used[name]; i++ {
		name = fmt.Sprintf("%s_%d", hint, i)
	}
	v := &Var{Name: name, Type: t, Kind: Temp, Func: f, Pos: pos}
	f.Locals = append(f.Locals, v)
	return v
}

// Finish drops the nodes that can't be reached from the entry (the exit stays), numbers
// the rest in reverse postorder with the exit last, and sets Preds.
func (f *Func) Finish() {
	if !f.HasBody() {
		return
	}
	order := reversePostorder(f)
	kept := map[*Node]bool{}
	for i, n := range order {
		n.ID = i
		n.Preds = nil
		kept[n] = true
	}
	for _, n := range f.Nodes {
		if !kept[n] {
			f.DeadLabels = append(f.DeadLabels, n.Labels...)
		}
	}
	f.Nodes = order
	for _, n := range order {
		for _, s := range n.Succs {
			s.Preds = append(s.Preds, n)
		}
	}
}

// reversePostorder lists the nodes that are reachable from the entry, with the exit
// last. It keeps its own stack: functions may be very long.
func reversePostorder(f *Func) []*Node {
	type frame struct {
		n    *Node
		next int // successors still to visit, from the last to the first
	}
	seen := map[*Node]bool{f.Entry: true, f.Exit: true}
	var post []*Node
	stack := []frame{{f.Entry, len(f.Entry.Succs)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == 0 {
			post = append(post, top.n)
			stack = stack[:len(stack)-1]
			continue
		}
		top.next--
		if s := top.n.Succs[top.next]; !seen[s] {
			seen[s] = true
			stack = append(stack, frame{s, len(s.Succs)})
		}
	}
	order := make([]*Node, 0, len(post)+1)
	for i := len(post) - 1; i >= 0; i-- {
		order = append(order, post[i])
	}
	return append(order, f.Exit)
}
