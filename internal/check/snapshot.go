package check

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"

	"hardbop/internal/cil"
	"hardbop/internal/digest"
	"hardbop/internal/entries"
	"hardbop/internal/entries/environ"
	"hardbop/internal/freeze"
	"hardbop/internal/inline"
	"hardbop/internal/pointsto"
	"hardbop/internal/property"
	"hardbop/slic"
)

// This file keeps programs that are ready to be abstracted, so that a run on the same files begins with the loop. An
// entry of the cache is called by what the command line asks for, and says which files were read, and looked for in vain, to
// make the program. It counts only if all of them are as they were.

// snapshot is a program that is ready to be abstracted, as a cache has it.
type snapshot struct {
	Prog     *cil.Program
	Harness  *entries.Harness
	Props    []property.Property
	Rule     *slic.Result
	Pointers *pointsto.Result
	Inlined  *inline.Result
	Hollow   map[*cil.Node][]*cil.Var
	Applies  bool
	Sum      digest.Sum // of the program: what body returns
}

// codec writes and reads snapshots.
func codec() (*freeze.Codec, error) {
	return freeze.New(&snapshot{},
		&cil.Const{}, &cil.FloatConst{}, &cil.Load{}, &cil.AddrOf{}, &cil.FuncAddr{}, &cil.Unary{}, &cil.Binary{}, &cil.Cond{}, &cil.Cast{},
		&cil.Skip{}, &cil.Assign{}, &cil.Havoc{}, &cil.Assume{}, &cil.Branch{}, &cil.Call{}, &cil.Return{}, &cil.Clobber{}, &cil.Opaque{},
		&cil.IntType{}, &cil.FloatType{}, &cil.VoidType{}, &cil.PtrType{}, &cil.ArrayType{}, &cil.CompType{}, &cil.FuncType{},
		&slic.Block{}, &slic.Assign{}, &slic.If{}, &slic.Abort{}, &slic.Halt{}, &slic.Reset{}, &slic.Empty{},
		&slic.Ident{}, &slic.Number{}, &slic.Arg{}, &slic.Unary{}, &slic.Binary{}, &slic.Cond{}, &slic.Member{}, &slic.Index{}, &slic.Cast{})
}

// known are what a snapshot leads out to.
func (q *question) known() []any {
	list := []any{cil.Void, cil.Math}
	if q.rule != nil {
		list = append(list, q.rule)
	}
	return list
}

// prepared is what prepare makes, out of the cache if it is there.
func (opt Options) prepared(q *question) (*Prepared, error) {
	if opt.reads == nil || len(opt.known) > 0 {
		return prepare(opt, q)
	}
	c, err := codec()
	if err != nil {
		return nil, err
	}
	task := opt.programTask(q)
	if text, ok := opt.recollect(task); ok {
		var s snapshot
		if c.Read(text, &s, q.known()...) == nil {
			opt.tell(q)
			return opt.thaw(&s), nil
		}
	}
	p, err := prepare(opt, q)
	if err == nil {
		if text, err := c.Write(p.snapshot(), q.known()...); err == nil {
			opt.memorize(task, text)
		}
	}
	return p, err
}

// snapshot is the program as a cache has it.
func (p *Prepared) snapshot() *snapshot {
	return &snapshot{p.Prog, p.Harness, p.Props, p.Rule, p.pointers, p.inlined, p.hollow, p.Applies, p.body()}
}

// thaw makes a program of a snapshot what prepare has made of it.
func (opt Options) thaw(s *snapshot) *Prepared {
	p := &Prepared{Files: opt.Files, Prog: s.Prog, Harness: s.Harness, Props: s.Props, Rule: s.Rule, inlined: s.Inlined, hollow: s.Hollow, Applies: s.Applies, sum: &s.Sum}
	p.within(opt)
	p.rely(opt, s.Pointers)
	p.targets(nil)
	return p
}

// programTask is what the entry with the program of a question is called.
func (opt Options) programTask(q *question) []string {
	return []string{"program", opt.asked(q.name, q.rule, q.spec, q.file)}
}

// asked is a digest of options and more, as far as a program follows from them: without what files say that are read
// for it.
func (opt Options) asked(more ...any) string {
	b := opt.bearing()
	b.budget, b.afresh, b.texts = budget{}, false, opt.texts
	b.Since, b.SinceAlso, b.Answered = opt.Since, opt.SinceAlso, opt.Answered // which say what was read before
	var around []string
	if e := opt.environment; e != nil {
		around = append(slices.Clone(e.Parts), e.Text)
	}
	if opt.reads != nil {
		more = append(more, opt.reads.all)
	}
	d := digest.Of(append(more, b, around, opt.environment == nil)...)
	return hex.EncodeToString(d[:])
}

// surroundings is an environment as a cache has it.
type surroundings struct {
	Text  string
	Parts []string
	Main  bool // there is none, since the program starts in main
	// Uncalled, Kept and Whole are as in [environ.Environment].
	Uncalled, Kept []string
	Whole          string
}

// keptEnvironment is what Environment makes, out of the cache if it is there.
func (opt Options) keptEnvironment() (*environ.Environment, error) {
	if opt.reads == nil {
		return Environment(opt)
	}
	c, err := freeze.New(&surroundings{})
	if err != nil {
		return nil, err
	}
	task := []string{"environment", opt.asked()}
	if text, ok := opt.recollect(task); ok {
		var s surroundings
		if c.Read(text, &s) == nil {
			return s.environment()
		}
	}
	e, err := Environment(opt)
	s := surroundings{Main: errors.Is(err, environ.ErrMain)}
	if err == nil {
		s.Text, s.Parts, s.Uncalled, s.Kept, s.Whole = e.Text, e.Parts, e.Uncalled, e.Kept, e.Whole
	}
	if text, failed := c.Write(&s); failed == nil && (err == nil || s.Main) {
		opt.memorize(task, text)
	}
	return e, err
}

func (s *surroundings) environment() (*environ.Environment, error) {
	if s.Main {
		return nil, environ.ErrMain
	}
	return &environ.Environment{Text: s.Text, Parts: s.Parts, Uncalled: s.Uncalled, Kept: s.Kept, Whole: s.Whole}, nil
}

// memorize keeps what was made of the files that were read. It doesn't matter if that fails.
func (opt Options) memorize(task []string, text []byte) {
	if of, ok := opt.reads.basis(); ok && !opt.timely() {
		entry := binary.AppendUvarint(nil, uint64(len(of)))
		_ = opt.Cache.SaveText(task, slices.Concat(entry, of, text))
	}
}

// recollect returns what was made of the files, if they are as they were, and notes that they are read.
func (opt Options) recollect(task []string) ([]byte, bool) {
	entry, ok := opt.Cache.Text(task)
	if !ok {
		return nil, false
	}
	n, k := binary.Uvarint(entry)
	if k <= 0 || n > uint64(len(entry)-k) {
		return nil, false
	}
	var of basis
	if !of.parse(entry[k:k+int(n)]) || !opt.reads.hold(&of) {
		return nil, false
	}
	opt.take(&of)
	return entry[k+int(n):], true
}
