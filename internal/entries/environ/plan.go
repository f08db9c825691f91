package environ

import (
	"fmt"
	"sort"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// group is a set of callbacks that are called for one object: those of an operations
// table, or a single one that a call registers.
type group struct {
	key  string
	name string // unique, a C identifier
	unit int
	tag  string // of the table's struct; "" for registration calls
	uses []*find.Use
	// members are the callbacks, in the order of the source.
	members []*member
	// lives says that the object has a beginning, an init member that was found.
	lives, pauses bool
	// silent says that the kernel ends such a life without a call of the driver.
	silent bool
	// owners are the groups in whose objects' lives this group is registered; always says
	// that it is registered by the initialisation, or nobody knows where.
	owners []*group
	always bool
	// handles are the structs whose object stays the same for a life.
	handles []*cil.CompType
	// registration is the call that registers or starts the one callback; nil for tables.
	registration *kinds.Registration
	// remains says that what is registered stays until the driver undoes it, also when its owner is gone.
	remains bool
	// slots are what calls hand over.
	slots []*slot
}

// member is a callback of a group.
type member struct {
	cand *find.Candidate
	use  *find.Use
	kind kinds.Member
}

// plan is what the environment has.
type plan struct {
	units  []find.Unit
	kinds  *kinds.Kinds
	graph  *find.Graph
	init   []*find.Candidate
	exit   []*find.Candidate
	entry  *find.Candidate // DriverEntry
	main   *find.Candidate
	driver *group // of the entry and exit functions
	groups []*group
	slots  []*slot
	byKey  map[string]*group
	names  map[string]bool
	// parameters are those of the module.
	parameters []*find.Parameter
	// stored are the functions in members of structs: "TAG.MEMBER".
	stored map[string][]*cil.Func
	// outer are the structs that others know: functions without a body get or return them, or what leads to them.
	outer map[string]bool
}

func makePlan(units []find.Unit, cands []*find.Candidate, k *kinds.Kinds) *plan {
	p := &plan{units: units, kinds: k, graph: find.NewGraph(units), byKey: map[string]*group{}, names: map[string]bool{}, parameters: find.Parameters(units), stored: storedIn(cands), outer: map[string]bool{}}
	p.outside()
	for _, c := range cands {
		p.candidate(c)
	}
	p.driver = p.driverGroup()
	p.slotsOf()
	for _, g := range p.groups {
		p.lifeOf(g)
	}
	p.owners()
	p.remaining()
	p.silently()
	p.deepen()
	return p
}

// storedIn lists the functions that are stored in members of structs, by these.
func storedIn(cands []*find.Candidate) map[string][]*cil.Func {
	m := map[string][]*cil.Func{}
	for _, c := range cands {
		for _, u := range c.Uses {
			if u.How == find.Table {
				m[u.Struct+"."+u.Member] = append(m[u.Struct+"."+u.Member], c.Func)
			}
		}
	}
	return m
}

// candidate puts c into the groups of its uses.
func (p *plan) candidate(c *find.Candidate) {
	for _, u := range c.Uses {
		switch u.How {
		case find.Entry:
			if c.Name() == "main" {
				p.main = c
			} else {
				p.entry = c
			}
		case find.Init:
			p.init = append(p.init, c)
		case find.Exit:
			p.exit = append(p.exit, c)
		case find.Table:
			p.table(c, u)
		case find.Call:
			p.call(c, u)
		case find.Role:
			p.role(c, u)
		case find.Shared:
			if !surer(c) && (!p.graph.CallsType(c.Func) || u.Extern) {
				p.any(c, u)
			}
		case find.Exported:
			p.any(c, u)
		}
	}
}

// any adds a function that may be called at any time.
func (p *plan) any(c *find.Candidate, u *find.Use) {
	how := string(u.How)
	p.group(fmt.Sprint(c.Unit, " ", how), c.Unit, how, "").add(c, u, kinds.Member{Role: kinds.Run, Context: kinds.Process})
}

// role adds a callback that is known by its type only.
func (p *plan) role(c *find.Candidate, u *find.Use) {
	k, ok := p.kinds.Role(u.Text)
	for _, o := range c.Uses {
		ok = ok && o.How != find.Table && o.How != find.Call && o.How != find.Entry
	}
	switch {
	case !ok:
	case k.Role == kinds.Exit:
		p.exit = append(p.exit, c)
	default:
		p.group(fmt.Sprint(c.Unit, " role ", c.Name()), c.Unit, c.Name(), "").add(c, u, k)
	}
}

func (p *plan) table(c *find.Candidate, u *find.Use) {
	k := p.kinds.Member(u.Struct, u.Member)
	if k.Role == kinds.Data {
		return
	}
	if !p.kinds.Table(u.Struct) && p.graph.CallsMember(u.Struct, u.Member) && !p.outer[u.Struct] {
		return // the driver's own table
	}
	if k.Role == kinds.Exit {
		p.exit = append(p.exit, c)
		return
	}
	if p.started(c, u) {
		return
	}
	unit, of := c.Unit, ""
	if u.Member == p.kinds.Function(u.Struct) {
		of = " " + c.Name() // one lvalue may be several objects, each with its function
	}
	if u.Table.Base == nil || u.Table.Base.Func != nil {
		if u.In != nil {
			_, unit = p.graph.Definition(u.In)
		}
		name := u.Struct
		if u.Table.Base != nil {
			name = u.Table.Base.Name
		}
		key := fmt.Sprintf("%d %s in %s %s", unit, cil.LvalString(u.Table), u.In.Name, u.Struct)
		p.group(key+of, unit, name, u.Struct).add(c, u, k)
		return
	}
	base := u.Table.Base
	key := fmt.Sprintf("%s %s %s", base.Pos, cil.LvalString(u.Table), u.Struct)
	name := base.Name
	for _, s := range u.Table.Path {
		if s.Field != nil {
			name += "_" + s.Field.Name
		}
	}
	p.group(key+of, p.unitOf(base), name, u.Struct).add(c, u, k)
}

// started makes c a group of its own if a call that the units have starts it.
func (p *plan) started(c *find.Candidate, u *find.Use) bool {
	for _, r := range p.kinds.Starts(u.Struct, u.Member) {
		if p.called(c.Unit)[r.Function] == nil {
			continue
		}
		g := p.group(fmt.Sprintf("%d %s %s", c.Unit, r.Function, c.Name()), c.Unit, c.Name(), "")
		g.registration = &r
		g.add(c, u, kinds.Member{Role: kinds.Run, Context: r.Context})
		return true
	}
	return false
}

// unitOf returns the number of the unit that has v.
func (p *plan) unitOf(v *cil.Var) int {
	for i, u := range p.units {
		for _, w := range u.Prog.Globals {
			if v == w {
				return i
			}
		}
	}
	return 0
}

func (p *plan) call(c *find.Candidate, u *find.Use) {
	r, known := p.kinds.Call(u.Callee, u.Arg)
	if !known {
		switch f := u.Call.Callee(); {
		case !p.graph.Forwards(f, u.Arg):
			return // what gets it calls it at once, if at all
		case f == nil && p.own(u), u.Plain && (surer(c) || p.data(f, u.Arg)):
			return
		}
		r = kinds.Registration{Function: u.Callee, Callback: u.Arg, Context: kinds.Process}
	}
	if r.Never {
		return
	}
	_, unit := p.graph.Definition(u.In)
	key := fmt.Sprintf("%d %s %d %s", unit, u.Callee, u.Arg, c.Name())
	g := p.group(key, unit, c.Name(), "")
	g.registration = &r
	g.add(c, u, kinds.Member{Role: kinds.Run, Context: r.Context})
}

// group returns the group with the key, and makes it if need be.
func (p *plan) group(key string, unit int, name, tag string) *group {
	g := p.byKey[key]
	if g == nil {
		g = &group{key: key, unit: unit, tag: tag, name: p.unique(name)}
		p.byKey[key] = g
		p.groups = append(p.groups, g)
	}
	return g
}

// unique returns name, or name with a number, as nobody else got it.
func (p *plan) unique(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
	n := name
	for i := 2; p.names[n]; i++ {
		n = fmt.Sprintf("%s_%d", name, i)
	}
	p.names[n] = true
	return n
}

// add adds a callback, once for each role.
func (g *group) add(c *find.Candidate, u *find.Use, k kinds.Member) {
	g.uses = append(g.uses, u)
	for _, m := range g.members {
		if m.cand == c && m.kind == k && m.use.Index == u.Index {
			return
		}
	}
	g.members = append(g.members, &member{c, u, k})
}

// lifeOf finds out whether g's object has a beginning, and which objects stay.
func (p *plan) lifeOf(g *group) {
	sort.SliceStable(g.members, func(i, j int) bool { return order(g.members[i]) < order(g.members[j]) })
	roles := map[kinds.Role]int{}
	for _, m := range g.members {
		roles[m.kind.Role]++
	}
	g.lives = roles[kinds.Init] > 0
	g.pauses = roles[kinds.Pause] > 0 && roles[kinds.Resume] > 0
	for _, m := range g.members {
		if m.kind.Role == kinds.Init || m.kind.Role == kinds.Teardown && g.lives {
			g.keep(m)
		}
	}
}

// order sorts members by their roles.
func order(m *member) int {
	for i, r := range []kinds.Role{kinds.Early, kinds.Init, kinds.Run, kinds.Pause, kinds.Resume, kinds.Teardown} {
		if m.kind.Role == r {
			return i
		}
	}
	return 0
}

// keep makes the structs that m gets pointers to stay the same for a life; those that are
// constant are descriptions, and don't matter.
func (g *group) keep(m *member) {
	for _, t := range m.cand.Func.Type.Params {
		pt, ok := t.(*cil.PtrType)
		if !ok || pt.Const {
			continue
		}
		c, ok := pt.Elem.(*cil.CompType)
		if ok && !g.keeps(c) && g.unitHas(m) {
			g.handles = append(g.handles, c)
		}
	}
}

func (g *group) unitHas(m *member) bool { return m.cand.Unit == g.unit }

func (g *group) keeps(c *cil.CompType) bool {
	for _, h := range g.handles {
		if h == c {
			return true
		}
	}
	return false
}
