package check

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"hardbop/internal/cache"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/pred"
	"hardbop/internal/result"
	"hardbop/internal/smt"
	"hardbop/internal/smt/wrap"
)

// recall is what earlier runs found out about a question, and what this one does. A nil one knows
// nothing and keeps nothing.
type recall struct {
	dir    *cache.Dir
	task   []string
	memory wrap.Memory
	mu     sync.Mutex
	entry  cache.Entry
}

// recall looks a question up.
func (opt Options) recallOf(q *question) *recall {
	if opt.Cache == nil {
		return nil
	}
	task := slices.Concat([]string{q.name, opt.EntryName(), opt.Env, string(opt.Encoding), string(opt.Minimize), fmt.Sprint(opt.Bits, opt.Wrap, opt.Logical)}, opt.Files)
	r := &recall{dir: opt.Cache, task: task, entry: *opt.Cache.Load(task)}
	r.memory.Learn(r.entry.Found)
	r.memory.Grown = func() { _ = r.keep() } // the end says what is wrong
	return r
}

// opener returns provers that remember.
func (r *recall) opener(open smt.Opener) smt.Opener {
	if r == nil {
		return open
	}
	return func(f *smt.Factory) (smt.Backend, error) {
		b, err := open(f)
		if err != nil {
			return nil, err
		}
		return wrap.Recalled(b, &r.memory), nil
	}
}

// preds returns the predicates that an encoding ended with, as far as the program still has what
// they speak of; nil for none.
func (r *recall) preds(e Encoding, prog *cil.Program) *pred.Set {
	if r == nil || r.entry.Preds[string(e)] == "" {
		return nil
	}
	return pred.ParseKnown(prog, r.entry.Preds[string(e)])
}

// encoding is the one that decided the question; "" if none did.
func (r *recall) encoding() Encoding {
	if r == nil {
		return ""
	}
	return Encoding(r.entry.Encoding)
}

// learn takes over the predicates of an answer.
func (r *recall) learn(e Encoding, out *cegar.Outcome) {
	if r == nil || out.Verdict == result.Unknown {
		return
	}
	var text strings.Builder
	if pred.Write(&text, out.Preds) != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entry.Encoding, r.entry.Preds[string(e)] = string(e), text.String()
}

// keep writes what is known. What this run didn't ask is forgotten.
func (r *recall) keep() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entry.Found, _ = r.memory.Used()
	return r.dir.Save(r.task, &r.entry)
}
