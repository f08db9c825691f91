package bebop

import (
	"math/bits"

	"hardbop/boolprog"
	"hardbop/internal/bdd"
)

// copyKind is one of the copies of a variable that a diagram speaks of.
type copyKind int

// The copies, in the order of their levels.
const (
	entryCopy copyKind = iota // at the procedure's entry
	curCopy                   // now
	nextCopy                  // after a step
	argCopy                   // of a formal: what a call passes
	numCopies
)

// entity is what is encoded together: a variable in one bit, or a group of variables
// of which exactly one is true in as many bits as number them.
type entity struct {
	id     int
	global int // number among the global entities, else -1
	formal bool
	result bool
	group  bool
	size   int // variables
	vars   []*variable
	bits   []bit
	valid  [numCopies]bdd.Node // of a group, that the bits number a variable; else True
}

// bit has the level of each copy, -1 for none.
type bit [numCopies]int

// variable is a place in an entity.
type variable struct {
	entity  *entity
	code    int
	literal [numCopies]bdd.Node // that the variable is true; kept
}

// procInfo is what is known of a procedure before the search.
type procInfo struct {
	id       int
	graph    *boolprog.Graph
	locals   []*variable // formals and locals
	results  []*variable
	mod, ref bitset           // global entities that the procedure or what it calls may write, read
	written  map[*entity]bool // of formals and locals
	called   bool
	invs     map[listKey]*enforced
}

// space assigns decision diagram variables to a program's variables.
type space struct {
	prog     *boolprog.Program
	m        bdd.Manager
	procs    []*procInfo
	globals  []*variable
	entities []*entity // by id
	byLevel  []*entity
	numGlob  int   // global entities
	bottomUp []int // rank of each procedure: callees before callers, but for recursion
}

// variable returns the variable of a resolved reference.
func (q *procInfo) variable(s *space, r boolprog.Ref) *variable {
	if r.Scope == boolprog.Global {
		return s.globals[r.Index]
	}
	return q.locals[r.Index]
}

// newSpace encodes the variables of a checked program.
func newSpace(p *boolprog.Program, graphs []*boolprog.Graph) *space {
	s := &space{prog: p}
	s.globals = s.encode(len(p.Globals), groupIndexes(boolprog.SharedGroups(p), boolprog.Global))
	for i, e := range s.entities {
		e.global = i
	}
	s.numGlob = len(s.entities)
	for i, g := range graphs {
		s.procs = append(s.procs, s.newProc(i, g))
	}
	s.collectModRef()
	s.byLevel = append(s.byLevel, s.entities...)
	s.orderEntities()
	return s
}

// newProc encodes formals, locals and results.
func (s *space) newProc(id int, g *boolprog.Graph) *procInfo {
	q := &procInfo{id: id, graph: g, written: map[*entity]bool{}, invs: map[listKey]*enforced{}}
	q.mod, q.ref = newBitset(s.numGlob), newBitset(s.numGlob)
	formals := len(g.Proc.Formals)
	var groups [][]int
	for _, list := range groupIndexes(boolprog.ExactlyOneGroups(g.Proc), boolprog.Local) {
		if uniform(list, formals) {
			groups = append(groups, list)
		}
	}
	q.locals = s.encode(formals+len(g.Proc.Locals), groups)
	for _, v := range q.locals[:formals] {
		v.entity.formal = true
	}
	q.results = s.encode(g.Proc.NumResults, nil)
	for _, v := range q.results {
		v.entity.result = true
	}
	return q
}

// uniform reports whether all indexes are below n or none is.
func uniform(list []int, n int) bool {
	for _, i := range list {
		if (i < n) != (list[0] < n) {
			return false
		}
	}
	return true
}

// groupIndexes returns the groups whose members all have the scope, by index.
func groupIndexes(groups [][]boolprog.Ref, scope boolprog.Scope) [][]int {
	var list [][]int
	for _, g := range groups {
		var group []int
		for _, r := range g {
			if r.Scope == scope {
				group = append(group, r.Index)
			}
		}
		if len(group) == len(g) {
			list = append(list, group)
		}
	}
	return list
}

// encode makes n variables and their entities. Groups that overlap an earlier one are
// left out, which loses nothing: they stay in the enforce condition.
func (s *space) encode(n int, groups [][]int) []*variable {
	vars := make([]*variable, n)
	for _, g := range groups {
		if len(g) < 2 || taken(vars, g) {
			continue
		}
		e := s.newEntity(len(g))
		for code, i := range g {
			vars[i] = &variable{entity: e, code: code}
			e.vars = append(e.vars, vars[i])
		}
	}
	for i := range vars {
		if vars[i] == nil {
			vars[i] = &variable{entity: s.newEntity(1)}
			vars[i].entity.vars = vars[i : i+1]
		}
	}
	return vars
}

func taken(vars []*variable, g []int) bool {
	for _, i := range g {
		if vars[i] != nil {
			return true
		}
	}
	return false
}

func (s *space) newEntity(size int) *entity {
	e := &entity{id: len(s.entities), global: -1, size: size, group: size > 1}
	n := 1
	if e.group {
		n = bits.Len(uint(size - 1))
	}
	e.bits = make([]bit, n)
	s.entities = append(s.entities, e)
	return e
}

// collectModRef computes what each procedure may read and write.
func (s *space) collectModRef() {
	callees := make([][]int, len(s.procs))
	for i, q := range s.procs {
		read := func(r boolprog.Ref) {
			if e := q.variable(s, r).entity; e.global >= 0 {
				q.ref.add(e.global)
			}
		}
		written := func(r boolprog.Ref) {
			if e := q.variable(s, r).entity; e.global >= 0 {
				q.mod.add(e.global)
			} else {
				q.written[e] = true
			}
		}
		for k := range q.graph.Nodes {
			n := &q.graph.Nodes[k]
			eachRead(n, read)
			eachWritten(n, written)
			for _, e := range q.enforced(s, n.Enforce).parts {
				eachRef(e, read)
			}
			if n.Kind == boolprog.NodeCall {
				callees[i] = append(callees[i], n.Callee)
				s.procs[n.Callee].called = true
			}
		}
	}
	s.bottomUp = closeModRef(s.procs, callees)
}

// listKey identifies a list of enforce conditions, which nodes share.
type listKey struct {
	first **boolprog.Expr
	n     int
}

// enforced is a list of enforce conditions without those that the encoding of groups
// implies.
type enforced struct {
	parts    []*boolprog.Expr
	inv      bdd.Node // their conjunction over current values; kept
	compiled bool
}

// enforced returns what remains of a list of enforce conditions.
func (q *procInfo) enforced(s *space, list []*boolprog.Expr) *enforced {
	if len(list) == 0 {
		return &enforced{inv: bdd.True, compiled: true}
	}
	key := listKey{&list[0], len(list)}
	if e, ok := q.invs[key]; ok {
		return e
	}
	e := &enforced{}
	for _, c := range list {
		e.parts = q.remaining(s, e.parts, c)
	}
	q.invs[key] = e
	return e
}

// remaining appends the conjuncts of c that no group implies.
func (q *procInfo) remaining(s *space, parts []*boolprog.Expr, c *boolprog.Expr) []*boolprog.Expr {
	switch {
	case c.Op == boolprog.OpAnd:
		for _, a := range c.Args {
			parts = q.remaining(s, parts, a)
		}
		return parts
	case (c.Op == boolprog.OpOne || c.Op == boolprog.OpOr) && q.wholeGroup(s, c.Args):
		return parts
	case c.Op == boolprog.OpNot && c.Args[0].Op == boolprog.OpAnd && len(c.Args[0].Args) == 2:
		if e := q.oneEntity(s, c.Args[0].Args); e != nil && e.group {
			return parts
		}
	}
	return append(parts, c)
}

// wholeGroup reports whether args are all the variables of a group.
func (q *procInfo) wholeGroup(s *space, args []*boolprog.Expr) bool {
	e := q.oneEntity(s, args)
	return e != nil && e.group && len(args) == e.size
}

// oneEntity returns the entity of args if they are different variables of one, else nil.
func (q *procInfo) oneEntity(s *space, args []*boolprog.Expr) *entity {
	var first *entity
	seen := map[int]bool{}
	for _, a := range args {
		if a.Op != boolprog.OpVar {
			return nil
		}
		v := q.variable(s, a.Ref)
		if first != nil && v.entity != first || seen[v.code] {
			return nil
		}
		first = v.entity
		seen[v.code] = true
	}
	return first
}
