package html

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"hardbop/internal/result"
)

var update = flag.Bool("update", false, "write the golden files")

const driver = `void lock(void);
void unlock(void);
int nondet(void);

static int take(int n)
{
	lock(); /* once */
	return n + 1;
}

int main(void)
{
	int twice = nondet();
	char *s = "a \"quoted\" // text";
	take(twice);
	if (twice)
		lock();
	return 0; // done
}
`

const lockRule = `state { enum { FREE, HELD } state = FREE; }
lock.call { if (state == HELD) abort "locked twice"; state = HELD; }
unlock.call { state = FREE; }
`

func at(line int) result.Place { return result.Place{File: "d.c", Line: line, Col: 2} }

func ptr(p result.Place) *result.Place { return &p }

// lockMachine is that of the rule.
func lockMachine() *result.Machine {
	state := func(v string) result.State { return result.State{{Var: "state", Value: v, Enum: true}} }
	return &result.Machine{States: []result.State{state("FREE"), state("HELD")}, Edges: []result.Edge{
		{From: 0, To: 1, Event: "lock.call"}, {From: 0, To: 0, Event: "unlock.call"},
		{From: 1, To: result.Violation, Event: "lock.call", Message: "locked twice"}, {From: 1, To: 0, Event: "unlock.call"}}}
}

func rule() *result.Rule {
	return &result.Rule{File: "lock.slic", Summary: "a lock is taken once", Text: lockRule, Machine: lockMachine()}
}

// examples are results with everything that a page shows.
func examples() map[string][]*result.Result {
	unsafe := &result.Result{Verdict: result.Unsafe, Property: "lock", Entry: "main", Message: "main locks twice", Where: ptr(at(17)), Checked: "bit-precisely",
		Replay: &result.Replay{Replayed: true},
		Trace: []result.Step{
			{Place: at(13), Func: "main", Text: "twice = nondet()", Note: "twice = -1", Needed: true},
			{Place: at(14), Func: "main", Text: "s = \"a\"", Note: ""},
			{Place: at(15), Func: "main", Text: "take(twice)", Note: "n = -1"},
			{Place: at(7), Func: "take", Depth: 1, Text: "lock.call", Note: "state: FREE -> HELD", Rule: true, Event: true, Needed: true},
			{Place: result.Place{File: "lock.slic", Line: 2}, Func: "SLIC_lock_call", Depth: 2, Text: "state = 1", Note: "state: FREE -> HELD", Rule: true, Needed: true},
			{Place: at(8), Func: "take", Depth: 1, Text: "return n + 1"},
			{Place: at(16), Func: "main", Text: "if (twice != 0)", Note: "true", Needed: true},
			{Place: at(17), Func: "main", Text: "lock.call", Rule: true, Event: true, Needed: true},
			{Place: result.Place{File: "lock.slic", Line: 2}, Func: "SLIC_lock_call", Depth: 1, Text: "if (state == 1)", Note: "true", Rule: true, Needed: true},
		},
		Assumptions: []result.Assumption{
			{Code: "extern-call", Number: "A19, A20", Text: "nondet has no body", Where: ptr(at(13))},
			{Code: "entry-pointer", Number: "A17", Text: "argument p is not null"},
			{Code: "extern-call", Number: "A19, A20", Text: "nondet has no body", Where: ptr(at(14))}},
		Events:   &result.Events{Present: 3, Reached: 2, Unreached: []result.Place{at(17)}, Missing: []string{"lock.slic:3: the program has no function trylock"}},
		Coverage: &result.Coverage{Functions: result.Share{Reached: 2, Present: 3}, Lines: result.Share{Reached: 6, Present: 7}, Unreached: []string{"helper"}},
		Evidence: &result.Evidence{Rule: rule(), Lines: []result.FileLines{{File: "d.c", Reached: []int{7, 8, 13, 14, 15, 16}, Missed: []int{18}}},
			Rounds: []result.Round{{Number: 1, Encoding: "large", Path: 9}}},
	}
	safe := &result.Result{Verdict: result.Safe, Property: "lock", Entry: "main",
		Evidence: &result.Evidence{Rule: rule(), Invariants: []result.Invariant{
			{Func: "main", Point: "exit", Where: at(18), Text: "1"}, {Func: "main", Point: "entry", Where: at(12), Text: "state == FREE"},
			{Func: "take", Point: "loop", Where: at(7), Text: "state == HELD && (n == $n || n > 7)"}},
			Rounds: []result.Round{{Number: 1, Encoding: "small", Predicates: []string{"a == 1"}, Program: "void main() begin\n\tskip;\nend\n", Path: 12},
				{Number: 2, Encoding: "small", Predicates: []string{"main: n < 3"}, Program: "void main() begin\n\treturn;\nend\n"}}}}
	unknown := &result.Result{Verdict: result.Unknown, Property: "reach", Entry: "main",
		Reason: &result.Reason{Code: "iterations", Text: "no answer within --max-iterations 3", Where: ptr(at(16))}, Predicates: []string{"i > 0"},
		Evidence: &result.Evidence{Rounds: []result.Round{
			{Number: 1, Encoding: "large", Path: 9, Loop: &result.Loop{Func: "main", Where: at(16), Turns: 1}},
			{Number: 2, Encoding: "large", Path: 12, Loop: &result.Loop{Func: "main", Where: at(16), Turns: 3}}}}}
	conforms := &result.Result{Verdict: result.Conforms, Property: "Spec", Entry: "take", Conformance: &result.Conformance{Spec: "s.fsp", Procedure: "take",
		Abstraction: "Take", Relation: "traces", Strategy: []string{"lock: a -> b"}, Silent: []string{"unlock"}}}
	waived := &result.Result{Verdict: result.Unsafe, Property: "reach", Message: "reach_error is called", Waived: &result.Waiver{Reason: "known", Owner: "ann", Expires: "2027-01-01"}}
	none := &result.Result{Verdict: result.NotApplicable, Property: "irql", Entry: "main"}
	return map[string][]*result.Result{"unsafe": {unsafe}, "safe": {safe}, "unknown": {unknown}, "several": {unsafe, safe, unknown, conforms, waived, none}, "nothing": nil}
}

func read(name string) ([]byte, error) {
	if name == "d.c" {
		return []byte(driver), nil
	}
	return nil, os.ErrNotExist
}

func page1(t *testing.T, rs []*result.Result, files map[string]string) string {
	t.Helper()
	run := Run{Version: "test", Files: []string{"d.c"}, Results: rs, Read: func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return read(name)
	}}
	var a, b bytes.Buffer
	if err := Write(&a, run); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, run); err != nil || a.String() != b.String() {
		t.Error("the same results give two pages")
	}
	return a.String()
}

// body is the page without style and script.
func body(p string) string {
	_, p, _ = strings.Cut(p, "</style>\n</head>\n")
	p, _, _ = strings.Cut(p, "<script>")
	return p
}

// TestPages compares the page of each example with its golden file.
func TestPages(t *testing.T) {
	for name, rs := range examples() {
		file, got := filepath.Join("testdata", name+".html"), body(page1(t, rs, nil))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s", file, got)
		}
	}
}

// TestSelfContained wants nothing that a browser would fetch.
func TestSelfContained(t *testing.T) {
	p := page1(t, examples()["several"], nil)
	for _, word := range []string{"http:", "https:", "src=", "url(h", "@import", "<link"} {
		if strings.Contains(p, word) {
			t.Errorf("the page has %q", word)
		}
	}
}

// hostile has everything that could act, in each place that text from the world gets into.
const hostile = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>\x1b[31m\u202e\r\n\xff`{{.}}<!--"

func hostileResult() *result.Result {
	p := result.Place{File: "d.c", Line: 3}
	other := result.Place{File: hostile + ".c", Line: 1}
	steps := []result.Step{
		{Place: p, Func: hostile, Text: hostile, Note: hostile + " = 1", Needed: true},
		{Place: other, Func: hostile, Depth: 1, Text: hostile, Note: hostile, Needed: true},
		{Place: p, Func: "f", Text: "lock.call", Note: "state: FREE -> " + strings.ReplaceAll(hostile, " ", ""), Rule: true, Event: true, Needed: true}}
	m := lockMachine()
	m.Edges[0].Event, m.Edges[2].Message, m.States[1][0].Value = hostile, hostile, hostile
	return &result.Result{Verdict: result.Unsafe, Property: hostile, Entry: hostile, Message: hostile, Where: &other, Checked: hostile, Trace: steps,
		Replay: &result.Replay{Text: hostile}, Waived: &result.Waiver{Reason: hostile, Owner: hostile, Expires: hostile}, Note: hostile,
		Assumptions: []result.Assumption{{Code: hostile, Number: hostile, Text: hostile, Where: &other}}, Predicates: []string{hostile},
		Events: &result.Events{Present: 1, Unreached: []result.Place{other}, Missing: []string{hostile}}, Coverage: &result.Coverage{Unreached: []string{hostile}},
		Conformance: &result.Conformance{Spec: hostile, Procedure: hostile, Abstraction: hostile, Relation: hostile, Strategy: []string{hostile},
			Actions: []string{hostile}, Expected: []string{hostile}, Assumed: []string{hostile}, Silent: []string{hostile}, Never: []string{hostile}},
		Evidence: &result.Evidence{Rule: &result.Rule{File: hostile, Summary: hostile, Text: hostile, Machine: m},
			Rounds: []result.Round{{Number: 1, Encoding: hostile, Predicates: []string{hostile}, Program: hostile, Loop: &result.Loop{Func: hostile, Where: other, Turns: 2}}}}}
}

// hostilePage is the page about a program and results that want to act.
func hostilePage(t *testing.T) string {
	unsafe, safe, unknown := hostileResult(), hostileResult(), hostileResult()
	safe.Verdict, unknown.Verdict = result.Safe, result.Unknown
	safe.Evidence.Invariants = []result.Invariant{{Func: hostile, Point: "loop", Where: result.Place{File: "d.c", Line: 3}, Text: hostile}}
	unknown.Reason = &result.Reason{Code: "timeout", Text: hostile, Where: unknown.Where}
	source := "// " + hostile + "\n#" + hostile + "\nchar *s = \"" + hostile + ";\n/* " + hostile + "\n"
	return page1(t, []*result.Result{unsafe, safe, unknown}, map[string]string{"d.c": source, hostile + ".c": source})
}

// TestInert puts text that would act into everything.
func TestInert(t *testing.T) {
	p := hostilePage(t)
	if n := strings.Count(p, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	if strings.Contains(p, "<img") {
		t.Error("a tag of the input is one of the page")
	}
	if !utf8.ValidString(p) {
		t.Error("the page is no UTF-8")
	}
	for i, r := range p {
		if r != '\n' && (unicode.IsControl(r) || r >= 0x202a && r <= 0x202e) {
			t.Fatalf("%q at %q", r, p[max(0, i-40):i+10])
		}
	}
	if !strings.Contains(p, `\u202e`) || !strings.Contains(p, `\x`) && !strings.Contains(p, `\ufffd`) {
		t.Error("what is inert is not to be seen")
	}
}

// TestMarkers shows what a file says that comes from another one, which isn't there.
func TestMarkers(t *testing.T) {
	text := "int a;\n#line 7 \"gone.c\"\nint b;\nint c;\n# 1 \"other.c\" 2\nint d;\n#line 8 \"gone.c\"\nint e;\n"
	r := &result.Result{Verdict: result.Unsafe, Property: "p", Where: &result.Place{File: "gone.c", Line: 8}}
	p := page1(t, []*result.Result{r}, map[string]string{"d.c": text})
	_, gone, _ := strings.Cut(p, `aria-label="gone.c">`)
	gone, _, _ = strings.Cut(gone, "\n</div>")
	want := `<div class="ln" id="f1-7" data-n="7"><i class=k>int</i> b;</div><div class="ln" id="f1-8" data-n="8"><i class=k>int</i> c;</div>` +
		`<div class="ln" data-n="8"><i class=k>int</i> e;</div></div>`
	if !strings.HasPrefix(gone, want) {
		t.Errorf("got %.400s", gone)
	}
}

// TestLong leaves out what is far from everything, of a long file.
func TestLong(t *testing.T) {
	r := &result.Result{Verdict: result.Unsafe, Property: "p", Where: &result.Place{File: "d.c", Line: 9000}}
	p := page1(t, []*result.Result{r}, map[string]string{"d.c": strings.Repeat("int x;\n", wholeLines+1)})
	for n, want := range map[int]bool{1: false, 9000 - nearLines - 1: false, 9000 - nearLines: true, 9000: true, 9000 + nearLines: true, 9001 + nearLines: false} {
		if got := strings.Contains(p, fmt.Sprintf(`id="f0-%d"`, n)); got != want {
			t.Errorf("line %d: %v", n, got)
		}
	}
}

// TestHeader leaves more out of a file that isn't one of the run's own.
func TestHeader(t *testing.T) {
	r := &result.Result{Verdict: result.Unsafe, Property: "p", Where: &result.Place{File: "h.h", Line: 300}}
	for lines, want := range map[int]bool{wholeHeader: true, wholeHeader + 1: false} {
		p := page1(t, []*result.Result{r}, map[string]string{"h.h": strings.Repeat("int x;\n", lines)})
		if got := strings.Contains(p, `id="f1-2"`); got != want {
			t.Errorf("%d lines: %v", lines, got)
		}
	}
}

// TestPrograms keeps the latest Boolean programs of many.
func TestPrograms(t *testing.T) {
	v := &view{}
	v.rounds([]result.Round{{Number: 1, Program: "old"}, {Number: 2, Program: strings.Repeat("x", maxPrograms)}, {Number: 3}})
	if !v.Rounds[0].Omitted || v.Rounds[0].Program != "" || v.Rounds[1].Omitted || v.Rounds[1].Program == "" || v.Rounds[2].Omitted {
		t.Errorf("omitted: %v, %v, %v", v.Rounds[0].Omitted, v.Rounds[1].Omitted, v.Rounds[2].Omitted)
	}
}

// TestChanges takes notes apart.
func TestChanges(t *testing.T) {
	for note, want := range map[string]string{
		"x = 2": "[{x  2 false }] ", "x: 1 -> 2": "[{x 1 2 false }] ", "a: FREE -> HELD, n: 0 -> 1": "[{a FREE HELD false } {n 0 1 false }] ",
		"uninitialised": "[] uninitialised", "p->n = -1": "[{p->n  -1 false }] ", "": "[] ", "x = 2, as 3 before it": "[] x = 2, as 3 before it",
		"b = 1 (changed while waiting)": "[{b  1 false changed while waiting}] ", "c = 4096 (0x1000)": "[] c = 4096 (0x1000)",
	} {
		list, rest := changes(note)
		if got := fmt.Sprint(list) + " " + rest; got != want {
			t.Errorf("%q: got %q, want %q", note, got, want)
		}
	}
	list, rest := reads("x = 2, as 3 before it, f(a, b) returns 1, y = 3")
	if got := fmt.Sprint(list) + " " + rest; got != "[{x  2 false } {y  3 false }] as 3 before it, f(a, b) returns 1" {
		t.Errorf("reads: %s", got)
	}
}

// TestTaken follows a trace through the automaton.
func TestTaken(t *testing.T) {
	w := taken(lockMachine(), examples()["unsafe"][0].Trace)
	if fmt.Sprint(w) != "map[0:[1] 2:[2]]" {
		t.Errorf("got %v", w)
	}
}

// TestCounts draws a counter as far as it has states, with what a trace does that counts farther.
func TestCounts(t *testing.T) {
	state := func(v string) result.State { return result.State{{Var: "n", Value: v}} }
	m := &result.Machine{States: []result.State{state("0"), state("1")}, Edges: []result.Edge{
		{From: 0, To: 1, Event: "f.call"}, {From: 1, To: result.More, Event: "f.call"}, {From: 0, To: result.Violation, Event: "f.call", Message: "never"}}}
	event := func(note string) result.Step { return result.Step{Text: "f.call", Note: note, Rule: true, Event: true} }
	w := taken(m, []result.Step{event("n: 0 -> 1"), event("n: 1 -> 2"), event("n: 2 -> 3"), event("")})
	if fmt.Sprint(w) != "map[0:[1] 1:[2]]" {
		t.Errorf("got %v", w)
	}
	if d := string(draw("r1", m, w)); !strings.Contains(d, ">and so on</text>") || !strings.Contains(d, ">violated</text>") || strings.Contains(d, `class="state bad on"`) {
		t.Errorf("got %s", d)
	}
}

// TestColours keeps every byte of a line, coloured or not.
func TestColours(t *testing.T) {
	for _, l := range []string{"", "/", "a / b", "/* open", "still */ int x; // end", `"unterminated \`, "'", "#define X 1", "  # if x", "x = '\\'' + \"\";", "/**/", "é = 1;"} {
		got := string(coloured(l)[0])
		got = strings.NewReplacer("<i class=c>", "", "<i class=s>", "", "<i class=k>", "", "<i class=d>", "", "</i>", "", "&#34;", `"`, "&#39;", "'").Replace(got)
		if got != l {
			t.Errorf("%q became %q", l, got)
		}
	}
	if got := coloured("a /* b\nc */ int")[1]; got != "<i class=c>c */</i> <i class=k>int</i>" {
		t.Errorf("a comment over two lines: %s", got)
	}
}

// TestOthers says of what is undecided beside defects that these were found.
func TestOthers(t *testing.T) {
	r := &result.Result{Verdict: result.Unknown, Property: "reach", Entry: "main", Reason: &result.Reason{Code: "timeout", Text: "it took too long"}, Beside: &result.Beside{Defects: 3, Accepted: 2}}
	if text := page1(t, []*result.Result{r}, nil); !strings.Contains(text, "defects were found: 3, accepted of these: 2; whether there are others") {
		t.Errorf("it isn't told:\n%s", text)
	}
}

// What a run happened to have in a variable without a value isn't told as one.
func TestUninitialised(t *testing.T) {
	steps := []result.Step{{Place: result.Place{File: "a.c", Line: 3}, Func: "f", Text: "p = ? (uninitialised)", Note: "p = 0x11f1090"},
		{Place: result.Place{File: "a.c", Line: 4}, Func: "f", Text: "n = 0", Note: "n = 0", Brief: true}}
	items := newTrace("t", steps, newSources(Run{}), track(nil), nil)
	if got := items[0].Fold.Rows[0].Set; got != `[["p","uninitialised"]]` {
		t.Errorf("p is set to %s", got)
	}
	if got := items[1].Row.Set; got != `[["n","0"]]` {
		t.Errorf("n is set to %s", got)
	}
}
