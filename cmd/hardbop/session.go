package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hardbop/internal/check"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/supervise"
)

// session is what the parent hears.
type session struct {
	f         *checkFlags
	std       streams
	questions []check.Asked
	results   []*result.Result
	ended     int // questions that have all their answers
	first     int // of results: the first of the next question
	marked    int // results of which it is known whether they are accepted
	told      int // results that were printed
	unprinted error
	out       printer
	ok        *accepted
	clock     *clock
	counted   check.Stats
	uncounted int            // queries of the next question, as long as its counters aren't known
	proof     *result.Result // of the next question, while fewer predicates are looked for
	proved    check.Stats
	safe      bool                   // the next question is, but it has no certificate yet
	rounds    []result.Round         // of the next question
	from      *result.Provenance     // of the results of the next question
	ahead     map[int]*result.Result // by the number of the question: known before it is its turn
	read      readNow
	log       strings.Builder // what was said, for a bug report
	tell      *narrator
}

// endless are the reasons that a loop which never stops to bring new error paths ends in.
var endless = map[string]bool{"timeout": true, "memory": true, "iterations": true, "no-progress": true, "interrupted": true}

func (s *session) on(kind string, data json.RawMessage) {
	switch kind {
	case eventProgress:
		var line string
		_ = json.Unmarshal(data, &line)
		s.log.WriteString(line)
		s.tell.line(line)
	case eventIteration:
		var it obs.Iteration
		if json.Unmarshal(data, &it) == nil {
			s.tell.iteration(it)
		}
	case eventProvenance:
		s.from = nil
		_ = json.Unmarshal(data, &s.from)
	case eventRead:
		s.read = readNow{}
		_ = json.Unmarshal(data, &s.read)
	case eventAsked:
		var asked []check.Asked
		if json.Unmarshal(data, &asked) == nil {
			s.questions = asked
			s.clock.lap(s)
		}
	case eventAhead:
		var known answerAhead
		if json.Unmarshal(data, &known) == nil && known.Result != nil {
			s.ahead[known.Question] = known.Result
			s.clock.lap(s)
		}
	case eventNote:
		var text string
		_ = json.Unmarshal(data, &text)
		s.log.WriteString(text)
		fmt.Fprint(s.std.err, text)
	case eventResult:
		r := &result.Result{}
		if json.Unmarshal(data, r) == nil {
			r.Evidence = &result.Evidence{Rounds: s.rounds}
			if r.Reason != nil && endless[r.Reason.Code] {
				r.Reason.Loop = result.Diverges(s.rounds)
			}
			s.results, s.proof, s.rounds = append(s.results, r), nil, nil
		}
	case eventSafe:
		s.safe = true
	case eventRound:
		var r result.Round
		if json.Unmarshal(data, &r) == nil {
			s.rounds = append(s.rounds, r)
		}
	case eventEvidence:
		if n := len(s.results); n > 0 {
			_ = json.Unmarshal(data, s.results[n-1].Evidence)
		}
	case eventProof:
		r := &result.Result{}
		if json.Unmarshal(data, r) == nil {
			s.proof = r
		}
	case eventEnded:
		all := false
		_ = json.Unmarshal(data, &all)
		s.end(all)
		s.clock.lap(s)
	case eventProofCounters:
		s.proved = check.Stats{}
		_ = json.Unmarshal(data, &s.proved)
	case eventQueries:
		more := 0
		_ = json.Unmarshal(data, &more)
		s.uncounted += more
	case eventCounters:
		var st check.Stats
		if json.Unmarshal(data, &st) == nil {
			s.counted.Queries, s.uncounted = s.counted.Queries+st.Queries, 0
			if st.Chosen >= s.counted.Chosen {
				s.counted.Sizes = st.Sizes
			}
		}
	}
}

// checkSupervised runs the child, prints what it found, and fills in what it didn't.
func checkSupervised(args []string, f *checkFlags, std streams) int {
	clock, err := f.newClock()
	if err != nil {
		return complainUsage(std, "check", err)
	}
	memory, err := parseBytes(f.memory)
	if err != nil {
		return complainUsage(std, "check", err)
	}
	ok, err := readAccepted(f)
	if err != nil {
		return failed(std, "check", err)
	}
	tell, std := f.narrate(std)
	s := &session{f: f, std: std, questions: f.opt.Asked(), tell: tell, ok: ok, clock: clock, ahead: map[int]*result.Result{}}
	s.out = s.newPrinter()
	out, code, err := s.run(supervise.Job{Args: args, Memory: memory, Stop: std.stop, OnEvent: s.on, OnStage: tell.stage, Laps: clock.laps})
	if err != nil {
		fmt.Fprintf(std.err, "hardbop check: can't start: %v\n", err)
		return tell.end(exitInternal)
	}
	s.accept()
	return tell.end(s.write(code, args, clock.watch, out))
}

// run runs children until all questions have their answers, or the run is over: one that was cut short because of one
// question is followed by one for the questions behind it. The outcome is that of all of them.
func (s *session) run(job supervise.Job) (*supervise.Outcome, int, error) {
	all := &supervise.Outcome{}
	for {
		if s.f.stdin != nil {
			job.Stdin = bytes.NewReader(s.f.stdin)
		}
		job.Env = []string{fmt.Sprintf("%s=%d", envAnswered, s.ended)}
		job.Timeout = s.clock.left()
		s.clock.lap(s)
		out, err := supervise.Run(job)
		if err != nil {
			return nil, 0, err
		}
		all.CPU, all.PeakMB = all.CPU+out.CPU, max(all.PeakMB, out.PeakMB)
		s.log.WriteString(out.Stderr)
		again := s.cutShort(out)
		if !again {
			return all, s.childEnded(out), nil
		}
	}
}

// cutShort closes the question that a limit of time or memory ended, and reports whether there are others to be asked.
func (s *session) cutShort(out *supervise.Outcome) bool {
	switch {
	case s.clock.over():
		return false
	case out.Cause == supervise.LapTimedOut && s.clock.unseen(): // it was answered in the last moment
		return s.ended < len(s.questions)
	case s.ended+1 >= len(s.questions):
		return false
	case out.Cause == supervise.LapTimedOut:
		s.openQuestion("timeout", s.clock.limit+" was reached", out.Stage)
	case out.Cause == supervise.OutOfMemory:
		s.openQuestion("memory", s.memoryText(), out.Stage)
	default:
		return false
	}
	return true
}

func (s *session) memoryText() string {
	return fmt.Sprintf("the memory limit of %s was reached", withUnit(s.f.memory, "M"))
}

// childEnded turns the child's end into results for the questions that it left open, and
// returns the exit code that it stands for; 0 if the results decide.
func (s *session) childEnded(out *supervise.Outcome) int {
	switch out.Cause {
	case supervise.TimedOut:
		s.openQuestions("timeout", fmt.Sprintf("the time limit of %s was reached", withUnit(s.f.timeout, "s")), out.Stage)
		return exitOK
	case supervise.LapTimedOut:
		s.openQuestions("timeout", s.clock.limit+" was reached", out.Stage)
		return exitOK
	case supervise.OutOfMemory:
		s.openQuestions("memory", s.memoryText(), out.Stage)
		return exitOK
	case supervise.Interrupted:
		s.openQuestions("interrupted", "interrupted", out.Stage)
		return exitInterrupted
	case supervise.Crashed:
		fmt.Fprintf(s.std.err, "hardbop check: internal error in stage %q: %s\n", out.Stage, out.Detail)
		return exitInternal
	}
	complain(s.std, "check", out)
	wrong := ""
	switch {
	case out.Status != exitOK && out.Status != exitInput && out.Status != exitInternal:
		wrong = fmt.Sprintf("exit status %d", out.Status)
	case out.Status == exitOK && s.ended < len(s.questions):
		wrong = fmt.Sprintf("%d answers for %d questions", s.ended, len(s.questions))
	default:
		return out.Status
	}
	fmt.Fprintf(s.std.err, "hardbop check: internal error in stage %q: %s\n", out.Stage, wrong)
	return exitInternal
}

// openQuestions adds an UNKNOWN for each question without an answer. Only the first of them was begun: the others
// have an answer ahead of their turn, or none.
func (s *session) openQuestions(code, text, stage string) {
	for first := true; s.ended < len(s.questions); first = false {
		switch r := s.ahead[s.ended]; {
		case r != nil:
			s.results = append(s.results, r)
			s.end(true)
		case first:
			s.openQuestion(code, text, stage)
		default:
			s.open(result.Reason{Code: result.NotBegun, Text: text + " before it was begun"})
		}
	}
}

// openQuestion adds an UNKNOWN for the next question, which a stage of it ended in. A proof stays one if fewer predicates were looked for.
func (s *session) openQuestion(code, text, stage string) {
	text += fmt.Sprintf(" in stage %q", stage)
	if s.proof != nil {
		s.proof.Evidence = &result.Evidence{Rounds: s.rounds}
		s.rounds = nil
		s.proof.Note = "perhaps fewer predicates are enough: " + text
		s.results = append(s.results, s.proof)
		s.counted.Sizes, s.uncounted = s.proved.Sizes, max(s.uncounted, s.proved.Queries)
		s.end(false)
		return
	}
	if s.safe {
		s.open(result.Reason{Code: "not-certified", Text: "it is SAFE, but no certificate was found: " + text, Phase: stage})
		return
	}
	why := result.Reason{Code: code, Text: text, Phase: stage, Loop: result.Diverges(s.rounds)}
	for _, r := range s.rounds {
		if len(r.Passes) > 0 {
			why.Passes, why.Called = r.Passes, r.Called
		}
	}
	s.open(why)
}

// open adds an UNKNOWN for the next question.
func (s *session) open(why result.Reason) {
	q := s.questions[s.ended]
	s.results = append(s.results, &result.Result{Schema: result.Schema, Verdict: result.Unknown, Property: q.Property,
		Entry: q.Entry, Reason: &why, Provenance: s.provenance(), Evidence: &result.Evidence{Rounds: s.rounds}})
	s.rounds = nil
	s.end(false)
}

// provenance is what is known of a question without an answer.
func (s *session) provenance() *result.Provenance {
	if s.from != nil {
		return s.from
	}
	return &result.Provenance{Tool: s.f.opt.Tool, Options: s.f.opt.Given}
}

// end closes a question: if several defects were looked for, each gets to know its number, and
// whether there are others.
func (s *session) end(all bool) {
	var defects []*result.Result
	for _, r := range s.results[s.first:] {
		if r.Verdict == result.Unsafe {
			defects = append(defects, r)
		}
	}
	slices.SortStableFunc(s.results[s.first:], func(a, b *result.Result) int { return cmp.Or(byVerdict(a, b), byPlace(a, b)) })
	slices.SortStableFunc(defects, byPlace)
	for i, r := range defects {
		if s.f.opt.Defects != 1 || all || len(defects) > 1 {
			r.Defect = &result.Defect{Number: i + 1, Found: len(defects), All: all}
		}
	}
	s.counted.Queries, s.uncounted = s.counted.Queries+s.uncounted, 0 // of a search that has no counters
	s.mark()
	s.tellBeside(defects)
	s.ended, s.first, s.proof, s.from, s.safe = s.ended+1, len(s.results), nil, nil, false
	if len(s.questions) > 1 {
		s.deliver()
	}
}

// tellBeside says of a search for others that wasn't finished what was found before.
func (s *session) tellBeside(defects []*result.Result) {
	if len(defects) == 0 {
		return
	}
	found := &result.Beside{Defects: len(defects)}
	for _, r := range defects {
		if r.Accepted() {
			found.Accepted++
		}
	}
	for _, r := range s.results[s.first:] {
		if r.Verdict == result.Unknown {
			r.Beside = found
		}
	}
}

// byVerdict puts defects first; byPlace orders them by place.
func byVerdict(a, b *result.Result) int { return rank(a) - rank(b) }

func rank(r *result.Result) int {
	if r.Verdict == result.Unsafe {
		return 0
	}
	return 1
}

func byPlace(a, b *result.Result) int {
	if a.Where == nil || b.Where == nil {
		return 0
	}
	return cmp.Or(strings.Compare(a.Where.File, b.Where.File), cmp.Compare(a.Where.Line, b.Where.Line), cmp.Compare(a.Where.Col, b.Where.Col), strings.Compare(a.Message, b.Message))
}
