package check

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"hardbop/c2bp"
	"hardbop/internal/cache"
	"hardbop/internal/cegar"
	"hardbop/internal/cil"
	"hardbop/internal/digest"
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
	old    *cache.Entry
	entry  cache.Entry
	// made are the abstractions of each encoding that were made or looked up, the last one last.
	made  map[Encoding][]*abstracted
	noted bool // an abstraction
	// paths are the error paths that were found or looked up.
	paths map[[sha256.Size]byte][]byte
}

// abstracted is an abstraction, which becomes a text as late as can be: what is asked about it later is
// kept with it.
type abstracted struct {
	of   digest.Sum
	keep func() c2bp.Kept // nil once it is a text
	text []byte
}

// recallOf looks a question up.
func (opt Options) recallOf(q *question) *recall {
	if opt.Cache == nil {
		return nil
	}
	task := slices.Concat([]string{q.name, opt.EntryName(), opt.Env, string(opt.Encoding), string(opt.Minimize), fmt.Sprint(opt.Bits, opt.Wrap, opt.Logical)}, opt.Files)
	r := &recall{dir: opt.Cache, task: task, old: opt.Cache.Load(task), made: map[Encoding][]*abstracted{}, paths: map[[sha256.Size]byte][]byte{}}
	r.entry = *r.old
	r.entry.Preds = maps.Clone(r.old.Preds)
	r.memory.Learn(func() map[wrap.Key]wrap.Found { return opt.Cache.Answers(task) })
	r.memory.Grown = func() { _ = r.keepAnswers() } // the end says what is wrong
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

// learn takes over the predicates of an answer, and of SAFE its last abstraction; of what isn't decided
// all abstractions stay, since the next run will ask for them in turn.
func (r *recall) learn(e Encoding, out *cegar.Outcome) {
	if r == nil || out.Verdict == result.Unknown {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.made[e]
	r.made = map[Encoding][]*abstracted{}
	if out.Verdict == result.Safe {
		r.made[e] = all[max(0, len(all)-1):]
	}
	var text strings.Builder
	if pred.Write(&text, out.Preds) != nil {
		return
	}
	r.entry.Encoding, r.entry.Preds[string(e)] = string(e), text.String()
}

// keep writes what is known.
func (r *recall) keep() error {
	if r == nil {
		return nil
	}
	err := r.keepAnswers()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.noted {
		r.entry.Abstractions = map[[sha256.Size]byte][]byte{}
	}
	for _, all := range r.made {
		for _, m := range all {
			r.entry.Abstractions[m.of] = m.asText()
		}
	}
	if len(r.paths) > 0 {
		r.entry.Paths = r.paths
	}
	if !reflect.DeepEqual(&r.entry, r.old) {
		err = errors.Join(err, r.dir.Save(r.task, &r.entry))
	}
	return err
}

// keepAnswers writes the prover's answers, if there are new ones.
func (r *recall) keepAnswers() error {
	found, fresh := r.memory.Known()
	if fresh == 0 {
		return nil
	}
	return r.dir.SaveAnswers(r.task, found)
}

// maxTexts bounds the abstractions that are kept of an encoding, in bytes.
const maxTexts = 16 << 20

// note says that an abstraction was made or looked up.
func (r *recall) note(e Encoding, m *abstracted) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noted = true
	all := append(r.made[e], m)
	size := 0
	for _, m := range all[:len(all)-1] {
		size += len(m.asText())
	}
	for size > maxTexts {
		size -= len(all[0].text)
		all = all[1:]
	}
	r.made[e] = all
}

// asText is the abstraction as the cache has it.
func (m *abstracted) asText() []byte {
	if m.keep != nil {
		m.text, _ = json.Marshal(m.keep()) // strings and numbers
		m.keep = nil
	}
	return m.text
}

// abstraction returns the text of an abstraction, if it is known.
func (r *recall) abstraction(of digest.Sum) (k c2bp.Kept, ok bool) {
	text := r.old.Abstractions[of]
	return k, text != nil && json.Unmarshal(text, &k) == nil
}

// remembering makes abstractions that earlier runs didn't.
type remembering struct {
	ab *c2bp.Abstracter
	r  *recall
	e  Encoding
	of digest.Sum
}

// abstracter returns what makes abstractions. Where few predicates are looked for all are made.
func (p *Prepared) abstracter(opt Options, q *question, at precision, ab *c2bp.Abstracter) cegar.Abstracter {
	if opt.recall == nil || opt.minimizes() {
		return ab
	}
	return &remembering{ab, opt.recall, opt.Encoding, p.content(opt, q, at)}
}

// Abstract implements cegar.Abstracter.
func (m *remembering) Abstract(preds *pred.Set) *c2bp.Abstraction {
	of, ok := withPreds(m.of, preds)
	if !ok {
		return m.ab.Abstract(preds)
	}
	var abs *c2bp.Abstraction
	if kept, ok := m.r.abstraction(of); ok {
		abs = m.ab.Restore(preds, kept)
	}
	if abs == nil {
		abs = m.ab.Abstract(preds)
	}
	if abs != nil {
		preds := preds.Clone()
		m.r.note(m.e, &abstracted{of: of, keep: func() c2bp.Kept { return m.ab.Keep(preds, abs) }})
	}
	return abs
}
