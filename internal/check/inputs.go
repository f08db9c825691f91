package check

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/internal/source"
)

// Input is a file that a run has read.
type Input struct {
	Name string `json:"name"` // as positions have it
	Path string `json:"path"` // where it is; "" for a rule that comes with the tool
	Sum  string `json:"sum"`  // SHA-256 of its content, in hexadecimal digits
	Rule bool   `json:"rule"` // it is the text of a rule: it matters to questions about this rule only
}

// Inputs are the files that a run has read. A nil one takes no notes.
type Inputs struct {
	mu   sync.Mutex
	list map[string]Input // by name
}

// Add notes that a file was read, by its name in positions and where it is.
func (in *Inputs) Add(name, path string, text []byte) {
	in.note(Input{Name: name, Path: path}, text)
}

// rule notes that a rule was read.
func (in *Inputs) rule(r *rules.Rule) {
	i := Input{Name: r.File, Path: r.File, Rule: true}
	if r.Spec.Library {
		i.Path = ""
	}
	in.note(i, []byte(r.Text))
}

func (in *Inputs) note(i Input, text []byte) {
	if in == nil {
		return
	}
	i.Sum = sumOf(text)
	in.enter(i)
}

// enter notes that a file was read whose sum is known.
func (in *Inputs) enter(i Input) {
	if in == nil {
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.list == nil {
		in.list = map[string]Input{}
	}
	in.list[i.Name] = i
}

// Read reads a file that the command line names.
func (in *Inputs) Read(name string) ([]byte, error) {
	text, err := source.ReadText(name)
	if err == nil {
		in.Add(name, name, text)
	}
	return text, err
}

// List returns the files in the order of their names.
func (in *Inputs) List() []Input {
	if in == nil {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	var list []Input
	for _, i := range in.list {
		list = append(list, i)
	}
	slices.SortFunc(list, func(a, b Input) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// provenance says what a result about q comes from.
func (opt Options) provenance(q *question) *result.Provenance {
	p := &result.Provenance{Tool: opt.Tool, Options: opt.Given}
	if opt.Solver != nil {
		p.Solver = opt.Solver()
	}
	named := append(slices.Clone(opt.Files), opt.Models...)
	for _, n := range []string{q.file, opt.Spec, opt.Preds, opt.Env} {
		if n != "" {
			named = append(named, n)
		}
	}
	list := opt.Inputs.List()
	for _, n := range named {
		if i := slices.IndexFunc(list, func(in Input) bool { return in.Name == n }); i >= 0 {
			p.Inputs = append(p.Inputs, result.Input{File: n, SHA256: list[i].Sum})
		}
	}
	var sums []string
	for _, in := range list {
		if !in.Rule && !slices.Contains(named, in.Name) {
			sums = append(sums, in.Sum)
		}
	}
	p.Included = included(sums)
	return p
}

// included sums the headers up: by their contents, wherever they are.
func included(sums []string) *result.Included {
	if len(sums) == 0 {
		return nil
	}
	slices.Sort(sums)
	all := sha256.Sum256([]byte(strings.Join(sums, "\n")))
	return &result.Included{Files: len(sums), SHA256: hex.EncodeToString(all[:])}
}

// tell says what the results about q come from, as far as it is known.
func (opt Options) tell(q *question) {
	if opt.Told != nil {
		opt.Told(opt.provenance(q))
	}
}
