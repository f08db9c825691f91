package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/report"
	"hardbop/internal/result"
	"hardbop/internal/rules"
	"hardbop/internal/suite"
)

// longTrace is what the median of the traces' lengths has to be under, in lines.
const longTrace = 40

// traces has the lengths of the short traces that were seen.
type traces struct{ lines []int }

// see runs check, and complains unless the steps that an UNSAFE's trace shows are proved to
// suffice.
func (x *traces) see(t *testing.T, name string, args ...string) {
	t.Helper()
	out, errs, code := tool(append([]string{"check", "-q", "--memory", "4G", "--format", "json"}, args...)...)
	var r result.Result
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Errorf("%s: exit %d: %v\n%s%s", name, code, err, out, errs)
		return
	}
	if r.Verdict != result.Unsafe {
		t.Errorf("%s: %s", name, r.Verdict)
		return
	}
	if r.Slice == nil || !r.Slice.Proved {
		t.Errorf("%s: it isn't proved that the trace is a slice: %+v", name, r.Slice)
	}
	n := traceLines(&r)
	t.Logf("%s: %d lines of %d steps", name, n, len(r.Trace))
	x.lines = append(x.lines, n)
}

// traceLines counts the lines of the trace in the text for people.
func traceLines(r *result.Result) int {
	var text strings.Builder
	if err := report.Text(&text, r); err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(text.String(), "\n  trace:")
	_, rest, _ = strings.Cut(rest, "\n")
	n := 0
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "    ") {
			break
		}
		n++
	}
	return n
}

// median complains if half of the traces are too long.
func (x *traces) median(t *testing.T) {
	t.Helper()
	if len(x.lines) == 0 {
		return
	}
	slices.Sort(x.lines)
	m := x.lines[len(x.lines)/2]
	t.Logf("%d traces: %d to %d lines, median %d", len(x.lines), x.lines[0], x.lines[len(x.lines)-1], m)
	if m >= longTrace {
		t.Errorf("the median of %d traces is %d lines, %d or more", len(x.lines), m, longTrace)
	}
}

// TestTracesSuffice looks at the traces of the sample, and of the drivers that violate the
// library's rules.
func TestTracesSuffice(t *testing.T) {
	var bench, lib traces
	tasks := sampled(t)
	for _, name := range sample {
		if task := tasks[name]; task != nil {
			bench.task(t, task)
		}
	}
	for _, family := range []string{"linux", "wdm"} {
		for _, d := range violating(t, family, false) {
			lib.see(t, d.Name(), driverArgs(family, d)...)
		}
	}
	bench.median(t)
	lib.median(t)
}

// task looks at a task that is expected to be UNSAFE.
func (x *traces) task(t *testing.T, task *suite.Task) {
	t.Helper()
	if task.Args[0] == "check" && task.Expected == string(result.Unsafe) {
		x.see(t, task.Suite+"/"+task.Name, append([]string{"--timeout", "120"}, task.Args[1:]...)...)
	}
}

// violating lists the drivers of a family that violate a rule; with faults also the faulty copies
// of the others, which are written to a folder.
func violating(t *testing.T, family string, faults bool) []*rules.Driver {
	t.Helper()
	ds, err := rules.Drivers(ruleDrivers(family))
	if err != nil {
		t.Fatal(err)
	}
	var list []*rules.Driver
	for _, d := range ds {
		if !d.Safe && d.Message != "" {
			list = append(list, d)
		}
		if faults {
			for k, m := range d.Mutants() {
				m.File = filepath.Join(t.TempDir(), fmt.Sprintf("%d_%s", k+1, d.Name()))
				if err := os.WriteFile(m.File, []byte(m.Text), 0o666); err != nil {
					t.Fatal(err)
				}
				list = append(list, &m.Driver)
			}
		}
	}
	return list
}

// driverArgs is how a driver of a family is checked.
func driverArgs(family string, d *rules.Driver) []string {
	dir := ruleDrivers(family)
	args := []string{"--timeout", "60", "--rule", d.Rule, "--entry", d.Entry, "-I", dir}
	if family == "wdm" {
		args = append(args, "--data-model", "LLP64")
	}
	return append(args, "-I", dir+"/include", d.File)
}
