package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"hardbop/internal/obs"
	"hardbop/internal/property"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/witness"
)

// checkWitness sees that --witness goes with what is asked: one question of SV-COMP about one file.
func (f *checkFlags) checkWitness() error {
	o := &f.opt
	switch {
	case f.witness == "":
		return nil
	case f.allDefects || o.Defects > 1:
		return fmt.Errorf("--witness goes without --all-defects and --max-defects: it is about one")
	case len(o.Files) != 1:
		return fmt.Errorf("--witness is about one C file")
	case len(o.Rules) > 0 || o.Property == "assert" || (o.Spec == "") == (o.Property == ""):
		return fmt.Errorf("--witness goes with one of --spec, --property reach and --property label:NAME: witnesses know of no other properties")
	case len(o.Entries) > 0 || f.allEntries || o.Env != "" || o.EntryName() == "auto":
		return fmt.Errorf("--witness goes with one entry")
	case o.Database != "" || o.Model == "LLP64":
		return fmt.Errorf("--witness goes without --database, and with the data models ILP32 and LP64")
	}
	return nil
}

// witness writes the witness of the result, if that was asked for. args are those of the command.
func (s *session) witness(args []string) error {
	if s.f.witness == "" || len(s.results) == 0 {
		return nil
	}
	r := s.results[len(s.results)-1] // the others are accepted
	e, why := s.entryOf(r)
	if why != "" {
		fmt.Fprintf(s.std.err, "hardbop check: no witness is written: %s\n", why)
		return nil
	}
	text, err := source.ReadRegular(s.f.opt.Files[0])
	if err != nil {
		return err
	}
	if e.Metadata, err = s.metadata(args, text); err != nil {
		return err
	}
	return writeTo(s.std, s.f.witness, func(w io.Writer) error { return witness.Write(w, e) })
}

// entryOf makes the content of a witness, or says why there is none.
func (s *session) entryOf(r *result.Result) (*witness.Entry, string) {
	claims := r.Evidence.Claims
	switch {
	case r.Verdict == result.Safe:
		e := &witness.Entry{Type: witness.InvariantSet}
		for _, c := range claims {
			e.Invariants = append(e.Invariants, witness.Invariant{Type: c.Type, At: located(c), Value: c.Value})
		}
		return e, ""
	case r.Verdict != result.Unsafe:
		return nil, "the verdict is " + string(r.Verdict)
	case len(claims) == 0:
		return nil, "the place of the violation isn't in the text of the file"
	}
	e := &witness.Entry{Type: witness.ViolationSequence}
	for _, c := range claims {
		e.Segments = append(e.Segments, witness.Segment{{Type: c.Type, Action: witness.Follow, At: located(c), Value: c.Value}})
	}
	return e, ""
}

func located(c result.Claim) witness.Location {
	return witness.Location{File: c.Where.File, Line: c.Where.Line, Col: c.Where.Col, Func: c.Func}
}

// metadata says where the witness comes from.
func (s *session) metadata(args []string, text []byte) (witness.Metadata, error) {
	o := s.f.opt
	spec, err := specification(o.Spec, o.Property, o.EntryName())
	if err != nil {
		return witness.Metadata{}, err
	}
	return witness.Metadata{FormatVersion: "2.0", CreationTime: creationTime(),
		Producer: witness.Producer{Name: "Hardbop", Version: version, CommandLine: "hardbop " + strings.Join(args, " ")},
		Task: witness.Task{InputFiles: o.Files, Hashes: []witness.Hash{{File: o.Files[0], SHA256: witness.SHA256(text)}},
			Specification: spec, DataModel: orElse(o.Model, "LP64"), Language: "C"}}, nil
}

// specification is the property as SV-COMP writes it.
func specification(file, name, entry string) (string, error) {
	if file == "" {
		what := "call(reach_error())"
		if label, ok := strings.CutPrefix(name, "label:"); ok {
			what = "label(" + label + ")"
		}
		return fmt.Sprintf("CHECK( init(%s()), LTL(G ! %s) )", entry, what), nil
	}
	text, err := source.ReadRegular(file)
	if err != nil {
		return "", err
	}
	spec, err := property.ParseSpec(file, string(text))
	if err != nil {
		return "", err
	}
	return spec.Text, nil
}

// creationTime is the time that SOURCE_DATE_EPOCH says, or the beginning of the day: the same
// question gives the same bytes all day.
func creationTime() string {
	now := obs.Today()
	if os.Getenv("SOURCE_DATE_EPOCH") == "" {
		now = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	}
	return now.UTC().Format(time.RFC3339)
}
