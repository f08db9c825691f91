package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/source"
)

// The events of --progress=json, each a line on the standard error; docs/progress.schema.json describes them.
type (
	startEvent struct {
		Event   string   `json:"event"` // start
		Schema  int      `json:"schema"`
		Version string   `json:"version"`
		Files   []string `json:"files"`
	}
	stageEvent struct {
		Event   string  `json:"event"` // stage
		Stage   string  `json:"stage"`
		Seconds float64 `json:"seconds"`
	}
	iterationEvent struct {
		Event string `json:"event"` // iteration
		obs.Iteration
		Seconds float64 `json:"seconds"`
	}
	resultEvent struct {
		Event    string         `json:"event"` // result
		Property string         `json:"property"`
		Entry    string         `json:"entry"`
		Verdict  result.Verdict `json:"verdict"`
		Reason   string         `json:"reason,omitempty"`
		Message  string         `json:"message,omitempty"`
		Where    *result.Place  `json:"where,omitempty"`
	}
	messageEvent struct {
		Event string `json:"event"` // message
		Text  string `json:"text"`
	}
	endEvent struct {
		Event   string  `json:"event"` // end
		Exit    int     `json:"exit"`
		Seconds float64 `json:"seconds"`
	}
)

// eventWriter writes events, and what others write to it, line by line, as messages.
type eventWriter struct {
	w    io.Writer
	rest []byte
}

func (e *eventWriter) send(event any) {
	b, err := json.Marshal(event)
	if err == nil {
		fmt.Fprintln(e.w, source.Printable(string(b)))
	}
}

// Write makes an event of each line.
func (e *eventWriter) Write(p []byte) (int, error) {
	e.rest = append(e.rest, p...)
	for {
		line, rest, ok := bytes.Cut(e.rest, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		e.rest = append([]byte(nil), rest...)
		e.send(messageEvent{"message", strings.ToValidUTF8(string(line), "�")})
	}
}

// flush sends what is left of a line.
func (e *eventWriter) flush() {
	if len(e.rest) > 0 {
		_, _ = e.Write([]byte("\n"))
	}
}

// narrator tells how a run goes on, as lines for people or as events.
type narrator struct {
	f      *checkFlags
	std    streams
	events *eventWriter // nil for lines
	watch  obs.Stopwatch
}

// narrate returns the narrator, and the streams that the run is to use.
func (f *checkFlags) narrate(std streams) (*narrator, streams) {
	n := &narrator{f: f, watch: obs.Start()}
	if f.progress == "json" {
		n.events = &eventWriter{w: std.err}
		std.err = n.events
		n.events.send(startEvent{"start", 1, version, f.opt.Files})
	}
	n.std = std
	if f.verbose && n.events == nil {
		fmt.Fprintf(std.err, "hardbop check: version %s, commit %s, z3 %s\n", version, commit(), orElse(solverVersion(), "not found"))
	}
	return n, std
}

// line is a line of progress for people.
func (n *narrator) line(text string) {
	if n.f.progress == "text" {
		fmt.Fprint(n.std.err, text)
	}
}

// stage tells that a stage begins.
func (n *narrator) stage(name string) {
	switch {
	case n.events != nil:
		n.events.send(stageEvent{"stage", name, rounded(n.watch)})
	case n.f.verbose:
		fmt.Fprintf(n.std.err, "%8.2fs %s\n", n.watch.Seconds(), source.Printable(name))
	}
}

// iteration tells an iteration to those who read events; the others have its line.
func (n *narrator) iteration(it obs.Iteration) {
	if n.events != nil {
		n.events.send(iterationEvent{"iteration", it, rounded(n.watch)})
	}
}

// result tells an answer.
func (n *narrator) result(r *result.Result) {
	if n.events == nil {
		return
	}
	e := resultEvent{Event: "result", Property: r.Property, Entry: r.Entry, Verdict: r.Verdict, Message: r.Message, Where: r.Where}
	if r.Reason != nil {
		e.Reason, e.Message, e.Where = r.Reason.Code, r.Reason.Text, r.Reason.Where
	}
	n.events.send(e)
}

// end tells the exit code, and returns it.
func (n *narrator) end(code int) int {
	if n.events != nil {
		n.events.flush()
		n.events.send(endEvent{"end", code, rounded(n.watch)})
	}
	return code
}

// rounded is the time in seconds, rounded to milliseconds.
func rounded(w obs.Stopwatch) float64 { return float64(int(w.Seconds()*1000)) / 1000 }

// eventIteration is the kind of event with which the child of check tells an obs.Iteration.
const eventIteration = "iteration"

// tellIterations has the child send iterations.
func tellIterations(f *checkFlags, env *obs.Env, std streams) {
	if f.progress == "json" {
		env.OnReport = func(it obs.Iteration) { std.child.Send(eventIteration, it) }
	}
}
