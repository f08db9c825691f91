package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

// This file writes results in SARIF 2.1.0 (OASIS standard, errata 01): each UNSAFE is a result
// with its trace as a code flow, each UNKNOWN a notification of the tool about the rule, and so is what the
// rule speaks of that the program doesn't have. Columns
// are left out: SARIF counts characters, places count bytes.

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sourceRoot is what relative names of files are relative to: where the tool was run.
const sourceRoot = "SRCROOT"

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Artifacts   []sarifFile       `json:"artifacts,omitempty"`
	Results     []sarifResult     `json:"results"`
	Properties  sarifVerdicts     `json:"properties"`
}

type sarifTool struct {
	Driver     sarifDriver      `json:"driver"`
	Extensions []sarifExtension `json:"extensions,omitempty"`
}

// sarifExtension is the solver.
type sarifExtension struct {
	Name string `json:"name"` // with the version
}

// sarifFile is an input.
type sarifFile struct {
	Location sarifArtifact     `json:"location"`
	Hashes   map[string]string `json:"hashes"`
}

type sarifDriver struct {
	Name          string            `json:"name"`
	Version       string            `json:"version"`
	Rules         []sarifDescriptor `json:"rules"`
	Notifications []sarifDescriptor `json:"notifications,omitempty"`
}

type sarifDescriptor struct {
	ID    string        `json:"id"`
	Short sarifMessage  `json:"shortDescription"`
	Full  *sarifMessage `json:"fullDescription,omitempty"`
	Help  *sarifMessage `json:"help,omitempty"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Descriptor sarifReference  `json:"descriptor"`
	Rule       sarifReference  `json:"associatedRule"`
	Level      string          `json:"level"`
	Message    sarifMessage    `json:"message"`
	Locations  []sarifLocation `json:"locations,omitempty"`
}

type sarifReference struct {
	ID string `json:"id"`
}

type sarifResult struct {
	RuleID       string              `json:"ruleId"`
	RuleIndex    int                 `json:"ruleIndex"`
	Level        string              `json:"level"`
	Message      sarifMessage        `json:"message"`
	Locations    []sarifLocation     `json:"locations,omitempty"`
	Related      []sarifLocation     `json:"relatedLocations,omitempty"`
	CodeFlows    []sarifCodeFlow     `json:"codeFlows,omitempty"`
	Fingerprints map[string]string   `json:"partialFingerprints"`
	Baseline     string              `json:"baselineState,omitempty"`
	Suppressions []sarifSuppression  `json:"suppressions,omitempty"`
	Properties   sarifResultProperty `json:"properties"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifResultProperty struct {
	Entry    string `json:"entry"`
	Replayed bool   `json:"replayed"`
}

type sarifVerdicts struct {
	Verdicts []sarifVerdict `json:"verdicts"`
}

type sarifVerdict struct {
	Rule    string         `json:"rule"`
	Entry   string         `json:"entry"`
	Verdict result.Verdict `json:"verdict"`
}

type sarifCodeFlow struct {
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location   sarifLocation `json:"location"`
	Nesting    int           `json:"nestingLevel"`
	Importance string        `json:"importance"`
}

type sarifLocation struct {
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	Line int `json:"startLine"`
}

type sarifLogical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// Tool is what SARIF says of the tool.
type Tool struct {
	Version string
	Rules   map[string]RuleText // by name; nothing is known of others
}

// RuleText is what a rule says of itself: in a line, in a paragraph, and all of it. Each may be "".
type RuleText struct{ Summary, Meaning, Help string }

// SARIF writes all results of a run as one SARIF log.
func SARIF(w io.Writer, rs []*result.Result, tool Tool) error {
	run := sarifRun{Tool: sarifTool{Driver: sarifDriver{Name: "hardbop", Version: tool.Version, Rules: []sarifDescriptor{}}},
		Results: []sarifResult{}, Properties: sarifVerdicts{[]sarifVerdict{}}}
	inv := sarifInvocation{Successful: true}
	for _, r := range rs {
		run.from(r.Provenance)
		rule := run.Tool.Driver.rule(r.Property, tool.Rules[r.Property])
		run.Properties.Verdicts = append(run.Properties.Verdicts, sarifVerdict{r.Property, r.Entry, r.Verdict})
		switch {
		case r.Verdict == result.Unsafe:
			run.Results = append(run.Results, unsafeResult(r, rule))
		case r.Verdict == result.Unknown && r.Reason != nil:
			run.Tool.Driver.notify(r.Reason.Code, result.Codes[r.Reason.Code].Meaning)
			inv.Notifications = append(inv.Notifications, unknownNotification(r))
		}
		for _, text := range remarks(r) {
			run.Tool.Driver.notify(nothingThere, "the program doesn't have what the rule or property speaks of")
			inv.Notifications = append(inv.Notifications, sarifNotification{Descriptor: sarifReference{nothingThere}, Rule: sarifReference{r.Property}, Level: "note",
				Message: sarifMessage{text}})
		}
	}
	run.Invocations = []sarifInvocation{inv}
	return writeInert(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// from adds what a result comes from, as far as it is new.
func (run *sarifRun) from(p *result.Provenance) {
	if p == nil {
		return
	}
	if p.Solver != "" && len(run.Tool.Extensions) == 0 {
		run.Tool.Extensions = []sarifExtension{{p.Solver}}
	}
	for _, in := range p.Inputs {
		f := sarifFile{artifact(in.File), map[string]string{"sha-256": in.SHA256}}
		if !slices.ContainsFunc(run.Artifacts, func(g sarifFile) bool { return g.Location == f.Location }) {
			run.Artifacts = append(run.Artifacts, f)
		}
	}
}

// writeInert writes v as JSON in which nothing acts on a terminal.
func writeInert(w io.Writer, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(b) + "\n") {
		if _, err := io.WriteString(w, source.Printable(strings.TrimSuffix(line, "\n"))+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// rule returns the index of the rule, which it adds if it is new.
func (d *sarifDriver) rule(id string, text RuleText) int {
	i := slices.IndexFunc(d.Rules, func(r sarifDescriptor) bool { return r.ID == id })
	if i < 0 {
		i = len(d.Rules)
		rule := sarifDescriptor{ID: id, Short: sarifMessage{"the rule or property " + id}}
		if text.Summary != "" {
			rule.Short.Text = text.Summary
		}
		if text.Meaning != "" {
			rule.Full = &sarifMessage{text.Meaning}
		}
		if text.Help != "" {
			rule.Help = &sarifMessage{text.Help}
		}
		d.Rules = append(d.Rules, rule)
	}
	return i
}

// nothingThere is the notification of what the program doesn't have.
const nothingThere = "nothing-there"

// notify adds a kind of notification if it is new.
func (d *sarifDriver) notify(code, meaning string) {
	if !slices.ContainsFunc(d.Notifications, func(n sarifDescriptor) bool { return n.ID == code }) {
		d.Notifications = append(d.Notifications, sarifDescriptor{ID: code, Short: sarifMessage{meaning}})
	}
}

func unknownNotification(r *result.Result) sarifNotification {
	n := sarifNotification{Descriptor: sarifReference{r.Reason.Code}, Rule: sarifReference{r.Property}, Level: "warning",
		Message: sarifMessage{fmt.Sprintf("UNKNOWN from %s: %s", r.Entry, r.Reason.Text)}}
	if r.Reason.Where != nil {
		n.Locations = []sarifLocation{location(*r.Reason.Where)}
	}
	return n
}

func unsafeResult(r *result.Result, rule int) sarifResult {
	s := sarifResult{RuleID: r.Property, RuleIndex: rule, Level: "error", Message: sarifMessage{r.Message},
		Fingerprints: map[string]string{"eventPath/v1": r.Fingerprint()},
		Properties:   sarifResultProperty{r.Entry, r.Replay != nil && r.Replay.Replayed}}
	if r.Where != nil {
		s.Locations = []sarifLocation{location(*r.DriverPlace())}
	}
	if print := r.CauseFingerprint(); print != "" {
		s.Fingerprints["cause/v1"] = print
	}
	if r.CalledAt() != nil {
		s.Related = append(s.Related, related(*r.Where, "here, in a header"))
	}
	if t := r.Since(); t != nil {
		s.Related = append(s.Related, related(t.Place, t.Note))
	}
	for _, t := range r.Leaving() {
		s.Related = append(s.Related, related(t.Place, t.Left+t.Forgets+": "+t.Func+" returns"))
	}
	if t := r.Waiting(); t != nil {
		s.Related = append(s.Related, related(t.Place, t.Func+" waits here for "+strings.Join(t.Runs, " and ")))
	}
	if u := r.Undefined; u != nil {
		s.Related = append(s.Related, related(u.Where, everyRun(u)))
	}
	if r.Known {
		s.Baseline = "unchanged"
	}
	if r.Waived != nil {
		s.Suppressions = []sarifSuppression{suppression(r.Waived)}
	}
	if len(r.Trace) > 0 {
		var steps []sarifStep
		keep := Brief(r.Trace)
		for i, t := range r.Trace {
			steps = append(steps, sarifStepOf(t, keep[i]))
		}
		s.CodeFlows = []sarifCodeFlow{{[]sarifThread{{steps}}}}
	}
	return s
}

// related is a place that a violation comes from, with what happens there.
func related(p result.Place, text string) sarifLocation {
	l := location(p)
	l.Message = &sarifMessage{text}
	return l
}

// suppression is a waiver: one in a comment has no owner.
func suppression(w *result.Waiver) sarifSuppression {
	s := sarifSuppression{Kind: "external", Status: "accepted", Justification: justification(w)}
	if w.Owner == "" {
		s.Kind = "inSource"
	}
	if w.Where != nil {
		l := location(*w.Where)
		s.Location = &l
	}
	return s
}

// sarifStepOf is a step; how important it is says whether a trace in brief shows it.
func sarifStepOf(t result.Step, brief bool) sarifStep {
	l := location(reachable(t))
	if t.Func != "" {
		l.Logical = []sarifLogical{{t.Func, "function"}}
	}
	text := t.Words()
	if about := t.Remarks(); about != "" {
		text += "  [" + about + "]"
	}
	l.Message = &sarifMessage{text}
	s := sarifStep{Location: l, Nesting: max(t.Depth, 0), Importance: "unimportant"}
	switch {
	case brief && t.Event:
		s.Importance = "essential"
	case brief:
		s.Importance = "important"
	}
	return s
}

// location is a place, without a region if it has no line.
func location(p result.Place) sarifLocation {
	if p.File == "" {
		return sarifLocation{}
	}
	l := sarifLocation{Physical: &sarifPhysical{Artifact: artifact(p.File)}}
	if p.Line > 0 {
		l.Physical.Region = &sarifRegion{p.Line}
	}
	return l
}

// artifact names a file by its URI.
func artifact(file string) sarifArtifact {
	u := url.URL{Path: filepath.ToSlash(filepath.Clean(file))}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
		return sarifArtifact{URI: u.String()}
	}
	return sarifArtifact{URI: u.String(), Base: sourceRoot}
}
