package wrap

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"hardbop/internal/smt"
)

// Logged returns b with each check of its solvers written to a file in dir, which must
// exist. The file's name comes from its content, so the set of files doesn't depend on the
// order of checks, and equal checks share one. A file that can't be written is told to
// failed, which may be nil.
func Logged(b smt.Backend, dir string, failed func(error)) smt.Backend {
	return backend{b, func(s smt.Solver) smt.Solver { return &logged{newStack(s), dir, failed} }}
}

type logged struct {
	stack
	dir    string
	failed func(error)
}

// Check checks and writes the query.
func (l *logged) Check() smt.Result { return l.write(l.Solver.Check(), nil) }

// CheckAssuming checks and writes the query, the assumptions as assertions.
func (l *logged) CheckAssuming(lits []smt.Term) smt.Result {
	return l.write(l.Solver.CheckAssuming(lits), lits)
}

func (l *logged) write(r smt.Result, lits []smt.Term) smt.Result {
	var b bytes.Buffer
	err := smt.WriteScript(&b, []string{"answer: " + r.String()}, l.all(lits)...)
	if err == nil {
		h := fnv.New64a()
		h.Write(b.Bytes())
		name := filepath.Join(l.dir, fmt.Sprintf("query-%016x.smt2", h.Sum64()))
		err = os.WriteFile(name, b.Bytes(), 0o666)
	}
	if err != nil && l.failed != nil {
		l.failed(err)
	}
	return r
}
