package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"hardbop/internal/check"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/source"
	"hardbop/internal/supervise"
)

// Kinds of events that the child of check sends.
const (
	eventProgress      = "progress"       // a line for people
	eventResult        = "result"         // a result.Result
	eventCounters      = "counters"       // a check.Stats
	eventQueries       = "queries"        // how many more were put of the next question
	eventProof         = "proof"          // a result.Result, unless there is another while there is time
	eventProofCounters = "proof counters" // its check.Stats
	eventSafe          = "safe"           // the next question is, if a certificate is found
	eventRound         = "round"          // a result.Round of the next question
	eventEvidence      = "evidence"       // a result.Evidence of the latest result
	eventAsked         = "asked"          // the list of questions, where the command line doesn't tell
	eventProvenance    = "provenance"     // a result.Provenance of the results of the next question
	eventRead          = "read"           // a readNow
	eventAhead         = "ahead"          // an answerAhead
	eventNote          = "note"           // something for people that isn't progress
	eventEnded         = "ended"          // a question has all its answers; whether these are all its defects
)

// answerAhead is an answer that is known ahead of its turn, by the number of its question.
type answerAhead struct {
	Question int
	Result   *result.Result
}

// envAnswered tells a child how many questions have their answers already.
const envAnswered = "HARDBOP_ANSWERED"

// noteWriter sends what is said on the way to the parent, so that it is told before the results.
type noteWriter struct{ child *supervise.Child }

func (w noteWriter) Write(p []byte) (int, error) {
	w.child.Send(eventNote, string(p))
	return len(p), nil
}

// progressWriter sends lines to the parent.
type progressWriter struct{ child *supervise.Child }

func (w progressWriter) Write(p []byte) (int, error) {
	w.child.Send(eventProgress, string(p))
	return len(p), nil
}

// checkInChild does the work and sends the results to the parent.
func checkInChild(f *checkFlags, std streams) int {
	env := obs.NewEnv(progressWriter{std.child}, std.child.Stage)
	tellIterations(f, env, std)
	prover := loadProver(f.cache == "") // with a cache most questions are answered by that
	f.opt.Solver, f.opt.Inputs = prover.version, &check.Inputs{}
	tellRead := func() {
		if f.bugReport != "" {
			std.child.Send(eventRead, f.read())
		}
	}
	defer tellRead() // however far it came
	f.opt.Told = func(p *result.Provenance) {
		std.child.Send(eventProvenance, p)
		tellRead()
	}
	f.opt.Answered, _ = strconv.Atoi(os.Getenv(envAnswered)) // what isn't a number is none
	err := f.settle("check", streams{in: std.in, err: noteWriter{std.child}})
	if err != nil {
		return failed(std, "check", err)
	}
	if f.allEntries {
		names, err := check.EntryNames(f.opt)
		if err != nil {
			return failed(std, "check", err)
		}
		f.opt.Entries = names
		std.child.Send(eventAsked, f.opt.Asked())
	}
	f.opt.Evidence, f.opt.Witness = f.html+f.witness != "", f.witness != ""
	f.opt.Round = func(r result.Round) { std.child.Send(eventRound, r) }
	f.opt.Queries = func(more int) { std.child.Send(eventQueries, more) }
	f.opt.Safe = func() { std.child.Send(eventSafe, true) }
	f.opt.Proof = func(r *result.Result, st check.Stats) {
		std.child.Send(eventProof, r)
		std.child.Send(eventProofCounters, st)
	}
	if f.opt.Cache, err = f.openCache(prover.version()); err != nil {
		return failed(std, "check", err)
	}
	if f.opt.Accepted, err = f.accepted(); err != nil {
		return failed(std, "check", err)
	}
	f.opt.Hint = f.hints(noteWriter{std.child})
	f.opt.Ahead = func(question int, r *result.Result) { std.child.Send(eventAhead, answerAhead{question, r}) }
	f.opt.Ended = func(all bool) { std.child.Send(eventEnded, all) }
	err = check.Run(context.Background(), f.opt, prover.open, env, func(r *result.Result, st check.Stats) {
		std.child.Send(eventResult, r)
		if r.Evidence != nil {
			std.child.Send(eventEvidence, r.Evidence)
		}
		std.child.Send(eventCounters, st)
	})
	if err != nil {
		return failed(std, "check", err)
	}
	return exitOK
}

// hints returns what tells each hint once, in the first child of a run; nil if nobody is to be told, as where files are checked
// one by one.
func (f *checkFlags) hints(w io.Writer) func(string) {
	if f.terse || f.opt.Answered > 0 {
		return nil
	}
	told := map[string]bool{}
	return func(text string) {
		if !told[text] {
			told[text] = true
			fmt.Fprintf(w, "hardbop check: %s\n", source.Printable(text))
		}
	}
}
