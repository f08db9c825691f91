package suffice

import (
	"fmt"
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/path"
)

// Question is about the steps of a path that are kept.
type Question struct {
	Prog   *cil.Program
	Path   *path.Path
	Script *enc.Script // drives a run along the path
	Keep   []bool      // by step; the last step counts as kept
	// Where says where lvalues may lie; nil for nothing known.
	Where  enc.Locator
	Extern enc.ExternPolicy
	// Callees says what calls may call.
	Callees func(*cil.Node) []*cil.Func
}

// Gap is a reason why it isn't shown that the steps suffice.
type Gap struct {
	Step int // the one at which it is noticed
	Why  string
}

// Error says where the gap is.
func (g *Gap) Error() string { return fmt.Sprintf("step %d: %s", g.Step, g.Why) }

// Check returns nil if the steps that are kept suffice, and the first [Gap] if that isn't shown.
func Check(q Question) *Gap {
	r := newRun(q)
	for i := 0; i < len(q.Path.Steps)-1 && r.gap == nil; {
		i = r.step(i)
	}
	return r.gap
}

// run goes along the path.
type run struct {
	Question
	mem     *memory
	frames  []*frame // open activations; the first has the globals
	events  map[int][]enc.Event
	effects map[*cil.Func]*effect
	now     int
	gap     *Gap
}

// frame is an activation of a function.
type frame struct {
	fn    *cil.Func
	call  *cil.Call
	kept  bool // whether the call is
	cells map[*cil.Var]map[string]*big.Int
	at    map[*cil.Var]*big.Int
}

func newFrame(fn *cil.Func, call *cil.Call, kept bool) *frame {
	return &frame{fn, call, kept, map[*cil.Var]map[string]*big.Int{}, map[*cil.Var]*big.Int{}}
}

func newRun(q Question) *run {
	r := &run{Question: q, events: map[int][]enc.Event{}, effects: map[*cil.Func]*effect{}}
	r.mem = newMemory(q.Where)
	globals := newFrame(nil, nil, true)
	r.frames = []*frame{globals}
	for _, p := range q.Script.Globals {
		globals.at[p.Var] = new(big.Int).SetUint64(p.Addr)
	}
	for _, w := range q.Script.Start {
		r.mem.put(w, nil)
	}
	r.constants()
	for _, ev := range q.Script.Events {
		r.events[ev.Step] = append(r.events[ev.Step], ev)
	}
	r.values(globals, q.Script.Values)
	r.enter(q.Path.Steps[0].Node.Func, nil, true)
	return r
}

// constants puts the values of constant objects into memory.
func (r *run) constants() {
	for _, p := range r.Script.Globals {
		if !constant(p.Var) {
			continue
		}
		l := cil.VarLval(p.Var)
		if n := r.Prog.Model.SizeOf(p.Var.Type); n > 0 {
			r.mem.put(enc.Write{Addr: p.Addr, Bytes: n, Val: new(big.Int)}, r.mem.region(l))
		}
		if in := p.Var.Init; in != nil {
			if in.Expr != nil && cil.IsScalar(p.Var.Type) {
				r.write(r.locate(l), r.value(in.Expr))
			}
			for _, e := range in.Entries {
				t := r.locate(l.Part(e.Path...))
				r.write(t, r.value(e.Expr))
			}
		}
	}
}

// constant reports whether v always holds what its initialiser says.
func constant(v *cil.Var) bool {
	return v.Func == nil && (v.Const || v.Kind == cil.Literal) && !v.Extern && !v.Volatile
}

// values gives variables of f that are reached by name what they hold at first.
func (r *run) values(f *frame, list []enc.Value) {
	for _, v := range list {
		if !enc.InMemory(v.L.Base) && v.Val != nil {
			f.set(v.L, normalized(v.L.Type(), v.Val))
		}
	}
}

func (r *run) fail(format string, args ...any) {
	if r.gap == nil {
		r.gap = &Gap{r.now, fmt.Sprintf(format, args...)}
	}
}

// kept reports whether step i is.
func (r *run) kept(i int) bool { return i < len(r.Keep) && r.Keep[i] || i == len(r.Path.Steps)-1 }

func (r *run) top() *frame { return r.frames[len(r.frames)-1] }

// event takes the next event of the present step: an activation, or an answer.
func (r *run) event(entered bool) (enc.Event, bool) {
	for k, ev := range r.events[r.now] {
		if (ev.Entered != nil) == entered {
			rest := append([]enc.Event{}, r.events[r.now][:k]...)
			r.events[r.now] = append(rest, r.events[r.now][k+1:]...)
			return ev, true
		}
	}
	return enc.Event{}, false
}

// step does step i, and returns the next one.
func (r *run) step(i int) int {
	r.now = i
	s, kept := r.Path.Steps[i], r.kept(i)
	switch in := s.Node.Instr.(type) {
	case *cil.Skip:
		if s.Node == s.Node.Func.Exit {
			r.leave()
		}
	case *cil.Assign:
		r.assign(in.L, in.E, kept)
	case *cil.Havoc:
		r.input(in.L, kept)
	case *cil.Assume:
		if kept {
			r.holds(in.E, true)
		}
	case *cil.Branch:
		if !kept {
			return r.detour(i)
		}
		r.holds(in.E, s.Taken == 0)
	case *cil.Call:
		return r.call(i, in, kept)
	case *cil.Return:
		if res := s.Node.Func.Result; in.E != nil && res != nil {
			r.assign(cil.VarLval(res), in.E, kept)
		}
	default:
		r.fail("what %s does isn't known", cil.SourceInstr(in))
	}
	return i + 1
}

// holds wants e to be known, and to have the truth value.
func (r *run) holds(e cil.Expr, want bool) {
	switch v := r.value(e); {
	case v == nil:
		r.fail("whether %s isn't known", cil.ExprString(e))
	case (v.Sign() != 0) != want:
		r.fail("%s has another value than on the path", cil.ExprString(e))
	}
}

// assign gives l the value of e, or one that isn't known.
func (r *run) assign(l *cil.Lval, e cil.Expr, known bool) {
	if !known {
		r.forget(l)
		return
	}
	r.store(l, r.parts(e))
}

// input gives l what comes from outside: what the model says, or something that isn't known. Parts
// that the model doesn't mention stay as they are.
func (r *run) input(l *cil.Lval, known bool) {
	ev, ok := r.event(false)
	known = known && ok
	switch {
	case cil.IsAnyMemory(l):
		r.anywhere()
	case !known || !r.placed(l):
		r.forget(l)
		return
	}
	if known {
		r.answer(l, ev.Answer)
		r.mem.putAll(ev.Answer.Memory, r.region(l))
	}
}

// region says where l may lie; nil for all memory.
func (r *run) region(l *cil.Lval) enc.Region {
	if cil.IsAnyMemory(l) {
		return nil
	}
	return r.mem.region(l)
}

// anywhere makes all memory arbitrary that isn't constant.
func (r *run) anywhere() {
	r.mem.forget(nil)
	r.constants()
}

// answer gives l the value of an answer.
func (r *run) answer(l *cil.Lval, a enc.Answer) {
	if len(a.Value) == 0 {
		return
	}
	if cil.IsScalar(l.Type()) {
		r.write(r.locate(l), normalized(l.Type(), a.Value[0].Val))
		return
	}
	own := newMemory(nil)
	own.putAll(a.Value, nil)
	leaves, ok := cil.ScalarParts(l, maxParts)
	if !ok {
		return
	}
	start := r.offset(l)
	for _, p := range leaves {
		at := new(big.Int).Sub(r.offset(p), start)
		if v := own.scalar(p, at, r.Prog.Model.SizeOf(p.Type()), nil); v != nil {
			r.write(r.locate(p), v)
		}
	}
}

// maxParts bounds the scalars of a struct.
const maxParts = 4096
