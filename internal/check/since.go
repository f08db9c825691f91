package check

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/cil/content"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/revision"
	"hardbop/internal/source"
)

// This file finds the questions that need no new answer because the program is what it was at a
// revision, as far as it can matter. Where all files that a program is read from are what they were it is the same (touched.go);
// otherwise both versions are read, and compared by content: first all
// that the entry leads to. Where that differs, the rule is woven into both, constants are
// propagated and what no condition depends on is left out, and what runs can reach of them is
// compared, calls through pointers leading wherever package pointsto says they may. Only
// where that is the same too, or the program was the same in the first place, the question is
// left out: each run of one program is a run of the other, with the same events. Whatever can't be read or told
// counts as changed.

// since is a revision, and what was there.
type since struct {
	rev  string
	tree *revision.Tree
	old  Options
	// all says why every question counts as changed; "" if none of them does on that account.
	all string
	// environments are the entries whose environment of old is made, with what came of it.
	environments map[string]environmentOf
	told         bool            // that ignored files were read
	compared     map[string]bool // files whose waivers are what they were
	equal        map[string]bool // files that are what they were
	// builder is a file that a build may have made others of, and that has changed, once it is known.
	builder    string
	builderErr error
	known      bool
}

type environmentOf struct {
	opt Options
	err error
}

// openSince opens the revision that opt asks for; nil if it doesn't.
func (opt Options) openSince(ctx context.Context, questions []*question) (*since, error) {
	if opt.Since == "" {
		return nil, nil
	}
	tree, err := revision.Open(ctx, opt.pathOf(0), opt.Since)
	if err != nil {
		return nil, fmt.Errorf("--changed-since: %w", err)
	}
	s := &since{rev: opt.Since, tree: tree, old: opt, environments: map[string]environmentOf{}, compared: map[string]bool{}, equal: map[string]bool{}}
	s.old.readFile, s.old.trees, s.old.EnvOut, s.old.Inputs = tree.Read, nil, "", nil
	s.old.reads, s.old.touched = nil, nil // nothing is kept of then
	s.old.share(questions)
	if err := s.rename(opt); err != nil {
		tree.Close()
		return nil, fmt.Errorf("--changed-since: %w", err)
	}
	s.all = s.inputs(opt, questions)
	return s, nil
}

// pathOf is the name of the i-th file as it is opened.
func (opt Options) pathOf(i int) string {
	if i < len(opt.Flags) {
		return opt.Flags[i].Path(opt.Files[i])
	}
	return opt.Files[i]
}

// rename gives files that had another name in the same folder their texts of then.
func (s *since) rename(opt Options) error {
	s.old.texts = map[string][]byte{}
	for i, name := range opt.Files {
		if s.tree.Has(opt.pathOf(i)) {
			continue
		}
		former, err := s.tree.Former(opt.pathOf(i))
		if err != nil {
			return err
		}
		if former == "" {
			continue
		}
		text, err := s.tree.Read(former)
		if err != nil {
			return err
		}
		s.old.texts[name] = text
	}
	return nil
}

// inputs says which of the files that people write isn't what it was, or can't be told: the program's, and what else
// answers depend on; "" if none.
func (s *since) inputs(opt Options, questions []*question) string {
	for i := range opt.Files { // what these were is compared by what they say
		if why := s.tree.Unknown(opt.pathOf(i)); why != "" {
			return why
		}
	}
	for _, name := range opt.besides(questions) {
		if why := s.tree.Unknown(name); why != "" {
			return why
		}
		if s.tree.Differs(name) {
			return name + " isn't what it was"
		}
	}
	for _, name := range opt.commands() {
		if s.tree.Unknown(name) == "" && s.tree.Differs(name) {
			return s.otherCommands(name)
		}
	}
	return ""
}

// otherCommands says of a file that says how the program's are compiled that it isn't what it was; of one that a build has left, what to do about it.
func (s *since) otherCommands(name string) string {
	if s.tree.Has(name) {
		return name + " isn't what it was"
	}
	pattern := filepath.Base(name)
	if strings.HasPrefix(pattern, ".") && strings.HasSuffix(pattern, ".cmd") {
		pattern = ".*.cmd"
	}
	return fmt.Sprintf("%s isn't in %s; put %s into .gitignore, or commit such files", name, s.rev, pattern)
}

// besides are the files besides those of the program that answers depend on.
func (opt Options) besides(questions []*question) []string {
	names := append(slices.Clone(opt.SinceAlso), opt.Models...)
	for _, q := range questions {
		if q.rule != nil && q.file != "" {
			names = append(names, q.file)
		}
	}
	for _, name := range []string{opt.Spec, opt.Env} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// commands are the files that say how the program's are compiled.
func (opt Options) commands() []string {
	if opt.Database == "" {
		return nil
	}
	return append([]string{opt.Database, filepath.Join(opt.Database, "compile_commands.json")}, opt.database...)
}

// built says which file has changed that those may be made of which a build has left, and which are read as they
// are now: headers that git ignores, and commands.
func (s *since) built(opt Options) string {
	commands := slices.ContainsFunc(opt.commands(), func(name string) bool { return s.tree.Unknown(name) != "" })
	if !commands && len(s.tree.Ignored()) == 0 {
		return ""
	}
	if !s.known {
		s.builder, s.builderErr = s.tree.Builder()
		s.known = true
	}
	switch {
	case s.builderErr != nil:
		return firstLine(s.builderErr)
	case s.builder != "":
		return s.builder + " isn't what it was, of which the build may have made what is read"
	}
	return ""
}

// changed reports whether a question needs an answer, and why.
func (s *since) changed(opt Options, q *question) (why string, yes bool) {
	if s.all == "" {
		why, yes = s.differs(opt, q)
		if err := s.tree.Err(); err != nil {
			s.all = err.Error()
		} else if !yes {
			s.all = s.built(opt)
		}
		s.waivers()
	}
	if s.all != "" {
		return s.all, true
	}
	return why, yes
}

// differs compares the programs of a question.
func (s *since) differs(opt Options, q *question) (why string, yes bool) {
	if s.untouched(opt, q) {
		return "", false
	}
	old, err := s.before(opt)
	var parts []string
	if err == nil {
		parts, err = differences(loaded, opt, old, q)
	}
	if err == nil && len(parts) > 0 {
		why = someOf(parts)
		parts, err = differences(left, opt, old, q)
	}
	if err != nil {
		return "what it was can't be told: " + firstLine(err), true
	}
	return why, len(parts) > 0
}

// before returns the options for the old program, with its environment if there is one.
func (s *since) before(opt Options) (Options, error) {
	e, known := s.environments[opt.Entry]
	if !known {
		old := s.old
		old.Entry, old.Entries, old.environment = opt.Entry, nil, nil
		e.opt, e.err = old.withEnvironment()
		s.environments[opt.Entry] = e
	}
	return e.opt, e.err
}

// differences compares what make finds in two versions.
func differences(make func(Options, *question) (content.Content, error), opt, old Options, q *question) ([]string, error) {
	now, err := make(opt, q)
	if err != nil {
		return nil, err
	}
	then, err := make(old, q)
	return content.Differences(now, then), err
}

// loaded has all that the entry leads to, and what the rule names.
func loaded(opt Options, q *question) (content.Content, error) {
	prog, entry, err := load(opt, q.rules()...)
	if err != nil {
		return nil, err
	}
	return content.Of(content.Start{Funcs: append([]*cil.Func{entry}, prog.Funcs...), More: []any{content.RestOf(prog), prog.Globals}}), nil
}

// left has what runs can reach of a program that is ready to be abstracted.
func left(opt Options, q *question) (content.Content, error) {
	p, err := prepare(opt, q)
	if err != nil {
		return nil, err
	}
	reached := map[*cil.Func]bool{}
	for _, f := range c2bp.Reachable(p.Input) {
		reached[f] = true
	}
	var targets []string
	for _, t := range p.Input.Targets {
		targets = append(targets, fmt.Sprintf("%s %d %s", t.Node.Func.Name, t.Node.ID, t.Label))
	}
	return content.Of(content.Start{Funcs: []*cil.Func{p.Harness.Func}, Within: func(f *cil.Func) bool { return reached[f] }, Callees: p.Input.Callees,
		More: []any{content.RestOf(p.Prog), p.Harness.Assumptions, targets, p.Applies}}), nil
}

// maxParts is how many parts that have changed a note names.
const maxParts = 4

// someOf names parts, without those that only follow from others' being there.
func someOf(parts []string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return strings.HasPrefix(p, "the rest") && len(parts) > 1 })
	shown := strings.Join(parts[:min(len(parts), maxParts)], ", ")
	if n := len(parts) - maxParts; n > 0 {
		shown += fmt.Sprintf(" and %d more", n)
	}
	return shown
}

// waiver matches a waiver in a comment.
var waiver = regexp.MustCompile(`hardbop:\s*waive\(`)

// waivers looks whether files with waivers are word for word what they were: what a waiver accepts depends on
// the lines that statements are on.
func (s *since) waivers() {
	s.tree.Texts(func(name string, text []byte) {
		if s.all != "" || s.compared[name] {
			return
		}
		s.compared[name] = true
		now, err := source.ReadRegular(name)
		if (waiver.Match(now) || waiver.Match(text)) && (err != nil || !bytes.Equal(now, text)) {
			s.all = name + " has waivers and isn't word for word what it was"
		}
	})
}

// unchanged is the answer to a question that is left out. What names parts that have changed, and that no run of it gets to.
func (s *since) unchanged(opt Options, q *question, what string) *result.Result {
	r := &result.Result{Schema: result.Schema, Verdict: result.NotChecked, Property: q.name, Entry: opt.EntryName(),
		Message: "not checked: not changed since " + s.rev, Provenance: opt.provenance(q)}
	if files := s.edited(); what != "" {
		r.Note = "changed, but so that no run can tell: " + what
	} else if len(files) > 0 {
		r.Note = "changed in " + someOf(files) + ", but in nothing that the entry leads to"
	}
	return r
}

// edited lists the files that aren't word for word what they were, of those that were compared.
func (s *since) edited() []string {
	var list []string
	s.tree.Texts(func(name string, text []byte) {
		if now, err := source.ReadRegular(name); err != nil || string(now) != string(text) {
			list = append(list, nearby(name))
		}
	})
	return list
}

// leaveOut hands over the answer to a question if it needn't be asked. Else what is handed to the sink that it returns says why it is asked.
func (s *since) leaveOut(opt Options, q *question, env *obs.Env, sink func(*result.Result, Stats)) (func(*result.Result, Stats), bool) {
	if s == nil {
		return sink, false
	}
	env.Enter("comparing with " + s.rev)
	why, yes := s.changed(opt, q)
	if yes {
		why = "changed since " + s.rev + ": " + why
		env.Note(fmt.Sprintf("%s (entry %s): %s", q.name, opt.EntryName(), why))
		return func(r *result.Result, st Stats) {
			if r.Verdict != result.NotApplicable {
				r.Note = joined(r.Note, why)
			}
			sink(r, st)
		}, false
	}
	s.tell(env)
	sink(s.unchanged(opt, q, why), Stats{})
	opt.ended(false)
	return sink, true
}

// tell says once which files count as unchanged because nobody knows what they were.
func (s *since) tell(env *obs.Env) {
	names := s.tree.Ignored()
	if s.told || len(names) == 0 {
		return
	}
	s.told = true
	shown := strings.Join(names[:min(len(names), maxParts)], ", ")
	if n := len(names) - maxParts; n > 0 {
		shown += fmt.Sprintf(" and %d more", n)
	}
	env.Note("git ignores " + shown + ": taken to be what it was")
}

// close ends what the comparison needed.
func (s *since) close() {
	if s != nil {
		s.tree.Close()
	}
}
