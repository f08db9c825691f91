// Package waive reads which defects are accepted for now, from a file and from comments in the
// source, and marks the results that they are about. A waiver never changes a verdict: the defect
// is still there, and reports still show it.
package waive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// Waiver accepts the defects that all its conditions hold of.
type Waiver struct {
	pos         source.Pos
	Rule        string // a rule or property, or a pattern such as linux/*
	Fingerprint string
	Function    string // that the violation is told in ([result.Result.In])
	Reason      string
	Owner       string
	// Expires is the last day on which it holds, YYYY-MM-DD; "" for none.
	Expires string
	used    bool
}

// List has the waivers of a run.
type List struct {
	waivers []*Waiver
	today   string
	read    func(file string) ([]byte, error)
	met     map[place]bool // comments that a defect came to
}

// place is a line of a source file.
type place struct {
	file string
	line int
}

// maxFile bounds a file of waivers, in bytes.
const maxFile = 1 << 20

// New returns a list without a file; today is the day of the run. read returns the text of a
// source file, for waivers in comments.
func New(today time.Time, read func(file string) ([]byte, error)) *List {
	return &List{today: today.Format(time.DateOnly), read: read, met: map[place]bool{}}
}

// Add adds the waivers of a file, which is called name in messages. The error says where the file
// is wrong.
func (l *List) Add(name string, text []byte) error {
	if len(text) > maxFile {
		return fmt.Errorf("%s: larger than a file of waivers may be (%d bytes)", name, maxFile)
	}
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	r := &reader{name: name, text: string(text)}
	l.waivers = append(l.waivers, r.document(&doc)...)
	return r.errs.Err()
}

// reader reads a file of waivers.
type reader struct {
	name, text string
	errs       source.ErrorList
}

func (r *reader) at(n *yaml.Node) source.Pos {
	return source.Pos{File: r.name, Line: n.Line, Col: n.Column}
}

func (r *reader) errorf(n *yaml.Node, format string, args ...any) {
	r.errs.Add(r.at(n), r.text, format, args...)
}

// document reads the list under the key waivers.
func (r *reader) document(doc *yaml.Node) []*Waiver {
	if len(doc.Content) == 0 {
		return nil
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode || len(top.Content) != 2 || top.Content[0].Value != "waivers" || top.Content[1].Kind != yaml.SequenceNode {
		r.errorf(top, "expected the key waivers with a list, and nothing else")
		return nil
	}
	var all []*Waiver
	for _, n := range top.Content[1].Content {
		if w := r.waiver(n); w != nil {
			all = append(all, w)
		}
	}
	return all
}

// waiver reads one; nil if it is faulty.
func (r *reader) waiver(n *yaml.Node) *Waiver {
	w := &Waiver{pos: r.at(n)}
	if n.Kind != yaml.MappingNode {
		r.errorf(n, "expected a waiver: rule, fingerprint or function, reason, owner, expires")
		return nil
	}
	fields := map[string]*string{"rule": &w.Rule, "fingerprint": &w.Fingerprint, "function": &w.Function, "reason": &w.Reason,
		"owner": &w.Owner, "expires": &w.Expires}
	before := len(r.errs)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		switch to := fields[key.Value]; {
		case to == nil:
			r.errorf(key, "unknown key %s%s", key.Value, source.DidYouMean(key.Value, source.Nearest(key.Value, keys)))
		case val.Kind != yaml.ScalarNode:
			r.errorf(val, "expected text for %s", key.Value)
		default:
			*to = val.Value
		}
	}
	r.check(n, w)
	if len(r.errs) > before {
		return nil
	}
	return w
}

// keys are those of a waiver.
var keys = []string{"rule", "fingerprint", "function", "reason", "owner", "expires"}

// check sees that w says what a waiver has to.
func (r *reader) check(n *yaml.Node, w *Waiver) {
	if _, err := path.Match(w.Rule, ""); err != nil || w.Rule == "" {
		r.errorf(n, "expected a rule, or a pattern such as linux/*")
	}
	if w.Fingerprint == "" && w.Function == "" {
		r.errorf(n, "expected a fingerprint or a function")
	}
	if w.Reason == "" || w.Owner == "" {
		r.errorf(n, "expected a reason and an owner")
	}
	if _, err := time.Parse(time.DateOnly, w.Expires); err != nil && w.Expires != "" {
		r.errorf(n, "expires is %q: expected a day as 2027-01-31", w.Expires)
	}
}

// Apply marks r if it is a defect that is waived.
func (l *List) Apply(r *result.Result) {
	if r.Verdict != result.Unsafe {
		return
	}
	for _, w := range l.waivers {
		if w.covers(r) {
			w.used = true
			if w.Expires == "" || l.today <= w.Expires {
				at := result.At(w.pos)
				r.Waived = &result.Waiver{Reason: w.Reason, Owner: w.Owner, Expires: w.Expires, Where: &at}
				return
			}
		}
	}
	r.Waived = l.comment(r)
}

// covers reports whether w is about r.
func (w *Waiver) covers(r *result.Result) bool {
	ok, _ := path.Match(w.Rule, r.Property)
	return ok && (w.Fingerprint == "" || w.Fingerprint == r.Fingerprint() || w.Fingerprint == r.CauseFingerprint()) && (w.Function == "" || slices.Contains(r.In(), w.Function))
}

// inSource is a waiver in a comment: hardbop: waive(RULE): REASON.
var inSource = regexp.MustCompile(`hardbop:\s*waive\(([^()\s]+)\):\s*(\S.*)`)

// comment looks for a waiver at the violation's line and the one before, where a C file calls what is in a header, and where a return has left what it comes from.
func (l *List) comment(r *result.Result) *result.Waiver {
	var places []result.Place
	if r.Where != nil {
		places = append(places, *r.Where, *r.DriverPlace())
	}
	for _, s := range r.Returned() {
		places = append(places, s.At)
	}
	for _, p := range places {
		if w := l.commentAt(p, r.Property); w != nil {
			return w
		}
	}
	return nil
}

// commentAt looks for a waiver of the rule at a line and the one before.
func (l *List) commentAt(p result.Place, rule string) *result.Waiver {
	text, err := l.read(p.File)
	if err != nil || p.Line <= 0 {
		return nil
	}
	for _, line := range []int{p.Line, p.Line - 1} {
		m := inSource.FindStringSubmatch(source.Line(string(text), line))
		if m == nil || line == 0 {
			continue
		}
		if ok, err := path.Match(m[1], rule); ok && err == nil {
			l.met[place{p.File, line}] = true
			reason, _, _ := strings.Cut(m[2], "*/")
			return &result.Waiver{Reason: strings.TrimSpace(reason), Where: &result.Place{File: p.File, Line: line}}
		}
	}
	return nil
}

// Stale lists, in the order of the file, what is wrong with waivers: those that have expired and
// whose defect is still there, and those of rules that were checked to which no defect came.
func (l *List) Stale(rs []*result.Result) []string {
	var notes []string
	for _, w := range l.waivers {
		switch {
		case w.used && w.Expires != "" && l.today > w.Expires:
			notes = append(notes, fmt.Sprintf("%s: this waiver expired on %s, and the defect is still there", w.pos, w.Expires))
		case !w.used && w.decided(rs):
			notes = append(notes, fmt.Sprintf("%s: this waiver matches no defect: is it mended?", w.pos))
		}
	}
	return notes
}

// decided reports whether the rules that w is about were checked, and all of them decided.
func (w *Waiver) decided(rs []*result.Result) bool {
	about := false
	for _, r := range rs {
		if ok, _ := path.Match(w.Rule, r.Property); ok {
			about = true
			if r.Verdict == result.Unknown || r.Verdict == result.NotChecked || r.Verdict == result.Unsafe && (r.Defect == nil || !r.Defect.All) {
				return false // there may be a defect that nobody has looked for
			}
		}
	}
	return about
}
