package replay

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
)

// table is what a harness takes its answers from.
type table struct {
	reached    map[*cil.Func]bool
	sites      map[*cil.Node]int
	entries    map[*cil.Func]int         // sites of functions
	locals     map[*cil.Func][]*cil.Var  // of those functions, the variables in memory
	initial    map[*cil.Func][]*cil.Lval // others of them that need a value at first
	events     []event
	nodes      []*cil.Node // where the events are in the program
	writes     []enc.Write
	start      []enc.Write
	ranges     []enc.Range // memory to be mapped
	codeRanges int         // how many of ranges, the first ones, hold code
	valueBytes int64
}

// event is an element of hb_events.
type event struct{ site, first, values, changes int }

func newTable(e Error) (*table, error) {
	t := &table{reached: map[*cil.Func]bool{}, sites: map[*cil.Node]int{}, entries: map[*cil.Func]int{},
		locals: map[*cil.Func][]*cil.Var{}, initial: map[*cil.Func][]*cil.Lval{}, start: startOf(e.Script), valueBytes: 16}
	for _, s := range e.Path.Steps {
		t.reached[s.Node.Func] = true
	}
	t.initials(e.Script)
	t.number(e.Prog)
	for _, ev := range e.Script.Events {
		t.add(e, ev)
	}
	return t, t.place(e.Script)
}

// onPath reports whether the path goes through f.
func (t *table) onPath(f *cil.Func) bool { return t.reached[f] }

// number gives the places that ask for answers their numbers, in the order of the program.
func (t *table) number(prog *cil.Program) {
	next := 0
	for _, f := range prog.Funcs {
		if !t.onPath(f) {
			continue
		}
		for _, vs := range [][]*cil.Var{f.Formals, f.Locals} {
			for _, v := range vs {
				if enc.InMemory(v) {
					t.locals[f] = append(t.locals[f], v)
				}
			}
		}
		if len(t.locals[f])+len(t.initial[f]) > 0 {
			t.entries[f] = next
			next++
		}
		for _, n := range f.Nodes {
			switch n.Instr.(type) {
			case *cil.Havoc, *cil.Call:
				t.sites[n] = next
				next++
			}
		}
	}
}

// initials finds the variables that need a value when their function is entered.
func (t *table) initials(s *enc.Script) {
	seen := map[string]bool{}
	for _, ev := range s.Events {
		for _, v := range ev.Values {
			if key := ev.Entered.Name + "::" + cil.LvalString(v.L); !seen[key] && v.L.Base.Kind != cil.Result {
				seen[key] = true
				t.initial[ev.Entered] = append(t.initial[ev.Entered], v.L)
			}
		}
	}
}

// add adds an event, unless it is an activation without variables in memory.
func (t *table) add(e Error, ev enc.Event) {
	node := e.Path.Steps[ev.Step].Node
	out := event{site: t.sites[node], first: len(t.writes)}
	if f := ev.Entered; f != nil {
		site, ok := t.entries[f]
		if !ok {
			return
		}
		out.site = site
		t.writes = append(t.writes, t.activation(f, ev)...)
		out.values = len(t.writes) - out.first
	} else {
		t.writes = append(append(t.writes, ev.Answer.Value...), ev.Answer.Memory...)
		out.values, out.changes = len(ev.Answer.Value), len(ev.Answer.Memory)
		for _, w := range ev.Answer.Value {
			t.valueBytes = max(t.valueBytes, int64(w.Addr)+w.Bytes)
		}
	}
	t.events = append(t.events, out)
	t.nodes = append(t.nodes, node)
}

// activation lists the places of f's variables in memory, then the first values of others.
func (t *table) activation(f *cil.Func, ev enc.Event) []enc.Write {
	at, first := map[*cil.Var]uint64{}, map[string]*big.Int{}
	for _, p := range ev.Locals {
		at[p.Var] = p.Addr
	}
	for _, v := range ev.Values {
		first[cil.LvalString(v.L)] = v.Val
	}
	var ws []enc.Write
	for _, v := range t.locals[f] {
		ws = append(ws, enc.Write{Addr: at[v], Val: new(big.Int)})
	}
	for _, l := range t.initial[f] {
		w := enc.Write{Val: new(big.Int)}
		if v := first[cil.LvalString(l)]; v != nil {
			w.Val = v
		}
		if t, ok := l.Type().(*cil.FloatType); ok {
			w.Bytes = int64(t.Bytes)
		}
		ws = append(ws, w)
	}
	return ws
}

const (
	pageBytes = 4096
	// maxPages bounds the memory that a harness maps.
	maxPages = 16384
	// codeBytes is what the code at a function's address takes.
	codeBytes = 16
)

// place finds the memory to be mapped.
func (t *table) place(s *enc.Script) error {
	code, data := pages{}, pages{}
	for _, f := range s.Funcs {
		code.add(f.Addr, codeBytes)
	}
	for _, p := range s.Globals {
		data.add(p.Addr, uint64(max(p.Size, 1)))
	}
	for _, ev := range s.Events {
		for _, p := range ev.Locals {
			data.add(p.Addr, uint64(max(p.Size, 1)))
		}
		for _, w := range ev.Answer.Memory {
			data.add(w.Addr, uint64(w.Bytes))
		}
	}
	for _, w := range t.start {
		data.add(w.Addr, uint64(w.Bytes))
	}
	for _, r := range s.Used {
		if mappable(r.Addr) {
			data.add(r.Addr, r.Bytes)
		}
	}
	for p := range code {
		delete(data, p)
	}
	if len(code)+len(data) > maxPages {
		return Reason{NoMemory, fmt.Sprintf("the run uses more than %d pages of memory", maxPages)}
	}
	if code[0] || data[0] { // the page of the null pointer: no need to try
		return Reason{Code: NoMemory}
	}
	first := code.ranges()
	t.ranges, t.codeRanges = append(first, data.ranges()...), len(first)
	return nil
}

// lowest and highest bound the addresses that a process can have memory at: what a path
// reads elsewhere is in a part of an expression that isn't evaluated, or the harness
// crashes there.
const lowest, highest = 0x10000, 0x7f0000000000

func mappable(at uint64) bool { return at >= lowest && at < highest }

// startOf lists what memory holds at first, where there can be memory.
func startOf(s *enc.Script) []enc.Write {
	var out []enc.Write
	for _, w := range s.Start {
		if mappable(w.Addr) {
			out = append(out, w)
		}
	}
	return out
}

// pages are numbers of pages of memory.
type pages map[uint64]bool

func (p pages) add(at, bytes uint64) {
	for page := at / pageBytes; page <= (at+bytes-1)/pageBytes && len(p) <= maxPages; page++ {
		p[page] = true
	}
}

func (p pages) ranges() []enc.Range {
	var list []uint64
	for page := range p {
		list = append(list, page)
	}
	slices.Sort(list)
	var out []enc.Range
	for _, page := range list {
		if n := len(out) - 1; n >= 0 && out[n].Addr+out[n].Bytes == page*pageBytes {
			out[n].Bytes += pageBytes
			continue
		}
		out = append(out, enc.Range{Addr: page * pageBytes, Bytes: pageBytes})
	}
	return out
}

// write writes the tables. They are never empty, as C has no empty arrays.
func (t *table) write(b *strings.Builder) {
	array := func(kind, name string, lines []string) {
		fmt.Fprintf(b, "#define hb_%s_count %d\nstatic const struct hb_%s hb_%s[] = {\n", name, len(lines), kind, name)
		if len(lines) == 0 {
			lines = []string{"{0}"}
		}
		for _, l := range lines {
			b.WriteString("\t" + l + ",\n")
		}
		b.WriteString("};\n")
	}
	array("write", "writes", writeTexts(t.writes))
	array("write", "start", writeTexts(t.start))
	var events, ranges []string
	for i, e := range t.events {
		events = append(events, fmt.Sprintf("{%d, %d, %d, %d} /* %d */", e.site, e.first, e.values, e.changes, i))
	}
	for _, r := range t.ranges {
		ranges = append(ranges, fmt.Sprintf("{%#x, %#x}", r.Addr, r.Bytes))
	}
	array("event", "events", events)
	array("range", "ranges", ranges)
	b.WriteString("#define hb_count hb_events_count\n\n")
}

func writeTexts(ws []enc.Write) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = writeText(w)
	}
	return out
}

// writeText writes w as an initialiser of struct hb_write.
func writeText(w enc.Write) string {
	mod := new(big.Int).Lsh(big.NewInt(1), 128)
	v := new(big.Int).Mod(w.Val, mod)
	hi, lo := new(big.Int).DivMod(v, new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int))
	return fmt.Sprintf("{%#xULL, %#xULL, %#xULL, %d, %d, %d}", w.Addr, lo, hi, w.Bytes, w.Bit, w.Width)
}

// low returns the last 64 bits of v.
func low(v *big.Int) uint64 {
	mask := new(big.Int).SetUint64(1<<64 - 1)
	return new(big.Int).And(v, mask).Uint64() // of a negative number as two's complement
}
