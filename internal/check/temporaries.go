package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/entries/find"
)

// This file has steps not speak of variables that the source doesn't have: results of calls in expressions, and what cil asks of calls
// besides.

// within puts what is kept in a variable that the source doesn't have in the place of its name, if but one step is told that has it: the
// next one in the line that keeps nothing so.
func (t *tracer) within() {
	shown, said := t.shown(), t.mentions(func(k int) bool { return t.steps[k].Brief })
	for i := range shown {
		k, name := &t.steps[shown[i]], t.keeps(shown[i])
		_, text := t.kept(shown[i])
		if name == "" || text == "" || !t.foldable(shown[i]) {
			continue
		}
		j := i + 1
		for j < len(shown) && t.oneLine(shown[i], shown[j]) && t.keeps(shown[j]) != "" {
			j++
		}
		if j == len(shown) || !t.oneLine(shown[i], shown[j]) || shown[j]+1 == len(t.steps) || !slices.Equal(said.of(k.Func, name, shown[i]), shown[j:j+1]) {
			continue
		}
		next := &t.steps[shown[j]]
		told := next.Text
		if next.Text = inPlaceOf(name, text, told); next.Text == told {
			continue
		}
		k.Brief = false
		_, val, _ := strings.Cut(k.Note, " = ")
		asked := next.Text == "if ("+text+")" && (val == "0" || val == "1") // which its side tells
		if !asked && !slices.ContainsFunc(strings.Split(next.Note, ", "), func(n string) bool { return strings.HasSuffix(n, " = "+val) }) {
			what := text + " = "
			if called.MatchString(text) {
				what = text + " returns "
			}
			next.Reads = joined(next.Reads, strings.ReplaceAll(returned(k.Note, name), "returns ", what))
		}
		next.Reads = joined(next.Reads, k.Reads)
	}
}

// brought leaves out what macros keep in variables that the source doesn't have, of which no other step speaks: another step of the line is told
// as the source has it, with the macro.
func (t *tracer) brought() {
	shown, said := t.shown(), t.mentions(func(k int) bool { return t.steps[k].Brief })
	for i := len(shown) - 2; i >= 0; i-- {
		k, next := shown[i], shown[i+1]
		v, _ := t.kept(k)
		if v == nil || !t.foldable(k) || t.named(k) || !t.ofLine(k, next) {
			continue
		}
		name := cil.SourceLval(cil.VarLval(v))
		if !slices.ContainsFunc(said.of(t.steps[k].Func, name, k), func(o int) bool { return o != k && t.steps[o].Brief }) {
			t.steps[k].Brief = false
			shown = slices.Delete(shown, i, i+1)
		}
	}
}

// ofLine reports whether two steps are of one line in one function, the second an event perhaps.
func (t *tracer) ofLine(i, j int) bool {
	a, b := &t.steps[i], &t.steps[j]
	return b.Says == "" && a.Func == b.Func && a.Depth == b.Depth && a.Place.File == b.Place.File && a.Place.Line == b.Place.Line
}

// named reports whether step k is a call of a function that the line names, and that isn't one of a system's headers.
func (t *tracer) named(k int) bool {
	c, ok := t.about[k].in.(*cil.Call)
	if !ok {
		return false
	}
	f := c.Callee()
	return f == nil || !ofSystem(f.Pos.File) && strings.Contains(t.text.line(t.steps[k].Place), find.SourceName(f))
}

// oneLine reports whether two steps are of one line in one function.
func (t *tracer) oneLine(i, j int) bool {
	a, b := &t.steps[i], &t.steps[j]
	return t.foldable(j) && a.Func == b.Func && a.Depth == b.Depth && a.Place.File == b.Place.File && a.Place.Line == b.Place.Line
}

// primary matches what needs no parentheses in the place of a name, besides a call: a name with members and indices.
var primary = regexp.MustCompile(`^(\*\([^()]+\)|\*?\w+(->\w+|\.\w+|\[\w+\])*)$`)

// isCall reports whether a text is one call of a function by its name.
func isCall(text string) bool {
	m := called.FindStringSubmatch(text)
	return m != nil && len(balanced(text[len(m[1])+1:])) == len(text)-len(m[1])-2
}

// inPlaceOf puts a text in the place of a name. What is asked of a call is whether it returns something else than zero.
func inPlaceOf(name, text, in string) string {
	if isCall(text) {
		if in == "if ("+name+" != 0)" {
			return "if (" + text + ")"
		}
		return regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllLiteralString(in, text)
	}
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	if at := word.FindStringIndex(in); at == nil || !primary.MatchString(text) || text[0] == '*' && strings.Trim(in[at[1]:min(at[1]+1, len(in))], "-.[") == "" {
		text = "(" + text + ")"
	}
	return word.ReplaceAllLiteralString(in, text)
}

// empties folds the question whether a call asked for no bytes, which the source doesn't have, into the call. It is told only
// where the answer is yes.
func (t *tracer) empties() {
	for k := range t.steps {
		s := &t.steps[k]
		if t.asksForNothing(k) && s.Note == "true" {
			t.nothing(k)
		} else if t.asksForNothing(k) && s.Brief {
			s.Brief = false
			if c := t.stepBefore(k); c >= 0 {
				t.steps[c].Reads = joined(t.steps[c].Reads, s.Reads)
			}
		}
	}
}

// nothing tells what the call before step k returns, which asks for no bytes: with what gets that, if it is told.
func (t *tracer) nothing(k int) {
	f := t.about[t.stepBefore(k)].in.(*cil.Call).Callee()
	size, what := t.about[k].in.(*cil.Branch).E, "what isn't memory"
	if or := size.(*cil.Binary); or.Op == cil.LOr {
		size = or.X
	}
	if enc.Allocation(f).Empty == zeroSize {
		what = "ZERO_SIZE_PTR, which isn't memory"
	}
	says := fmt.Sprintf("%s returns %s, as %s is 0", find.SourceName(f), what, cil.SourceExpr(unconverted(size.(*cil.Binary).X)))
	for i := k + 1; i < len(t.steps) && t.oneLine(k, i); i++ {
		if s := &t.steps[i]; s.Brief {
			s.Reads, t.steps[k].Brief = joined(s.Reads, says), false
			return
		}
	}
	t.steps[k].Text, t.steps[k].Note = says, ""
}

// zeroSize is ZERO_SIZE_PTR of Linux.
const zeroSize = 16

// asksForNothing reports whether step k is the question behind a call at its place whether that asked for no bytes.
func (t *tracer) asksForNothing(k int) bool {
	b, isBranch := t.about[k].in.(*cil.Branch)
	c := t.stepBefore(k)
	if !isBranch || c < 0 || t.steps[c].Place != t.steps[k].Place || t.steps[c].Func != t.steps[k].Func {
		return false
	}
	call, ok := t.about[c].in.(*cil.Call)
	if !ok || call.Callee() == nil {
		return false
	}
	if a := enc.Allocation(call.Callee()); a == nil || a.Empty == 0 {
		return false
	}
	asks := b.E
	if or, ok := asks.(*cil.Binary); ok && or.Op == cil.LOr {
		asks = or.X
	}
	is, ok := asks.(*cil.Binary)
	return ok && is.Op == cil.Eq && cil.IsInteger(is.X.Type()) && cil.IsZero(is.Y)
}

// stepBefore is the step before step k that isn't the rule's; -1 if there is none.
func (t *tracer) stepBefore(k int) int {
	for k--; k >= 0 && t.steps[k].Rule; k-- {
	}
	return k
}

// temporaries has calls whose results are in variables that the source doesn't have say what they return, where nothing
// else that is told speaks of such a variable.
func (t *tracer) temporaries() {
	t.takes()
	t.twice()
	said := t.mentions(func(int) bool { return true })
	for k := range t.steps {
		name := t.keeps(k)
		if _, isCall := t.about[k].in.(*cil.Call); name == "" || !isCall && t.about[k].temp == nil || len(said.of(t.steps[k].Func, name, k)) > 0 {
			continue
		}
		s := &t.steps[k]
		s.Statement, s.Text = strings.TrimPrefix(s.Statement, name+" = "), strings.TrimPrefix(s.Text, name+" = ")
		s.Note, s.Reads = returned(s.Note, name), returned(s.Reads, name)
	}
}

// takes has an event of a call whose result the next step in the line just assigns be one step with that.
func (t *tracer) takes() {
	shown := t.shown()
	for i := 0; i+1 < len(shown); i++ {
		e, next, temp := &t.steps[shown[i]], &t.steps[shown[i+1]], t.about[shown[i]].temp
		in, ok := t.about[shown[i+1]].in.(*cil.Assign)
		if temp == nil || !ok || !t.oneLine(shown[i], shown[i+1]) || !holdsValue(in.E, temp) || shown[i+1]+1 == len(t.steps) {
			continue
		}
		name := cil.SourceLval(cil.VarLval(temp))
		to, from, _ := strings.Cut(next.Text, " = ")
		if call, isCall := strings.CutPrefix(e.Statement, name+" = "); isCall && (from == call || from == name) {
			e.Statement, e.Note, e.Reads = to+" = "+call, notOf(e.Note, name), joined(notOf(e.Reads, name), joined(next.Note, next.Reads))
			next.Brief, t.about[shown[i]].temp = false, nil
		}
	}
}

// twice leaves out a call whose result is in a variable that the source doesn't have, beside the event that tells it with what the source
// gives the value to.
func (t *tracer) twice() {
	shown := t.shown()
	for i, k := range shown {
		name := t.keeps(k)
		call, kept := strings.CutPrefix(t.steps[k].Text, name+" = ")
		if _, isCall := t.about[k].in.(*cil.Call); !isCall || name == "" || !kept || !t.foldable(k) {
			continue
		}
		for _, o := range slices.Concat(shown[max(i-1, 0):i], shown[i+1:min(i+2, len(shown))]) {
			e := &t.steps[o]
			if _, what, ok := strings.Cut(e.Statement, " = "); ok && e.Event && what == call && t.ofLine(k, o) {
				t.steps[k].Brief, e.Reads = false, joined(e.Reads, notOf(t.steps[k].Reads, name))
				break
			}
		}
	}
}

// keeps is the name of the variable that the source doesn't have which step k gives a value; "" if it is none.
func (t *tracer) keeps(k int) string {
	v, _ := t.kept(k)
	if v == nil {
		v = t.about[k].temp
	}
	if v == nil || v.Kind != cil.Temp {
		return ""
	}
	return cil.SourceLval(cil.VarLval(v))
}

// mentioned has the steps that speak of a variable, and those that give it a value, by the function and its name.
type mentioned struct{ by, set map[[2]string][]int }

// mentions are those in the steps that count. What gives a variable a value doesn't speak of it so.
func (t *tracer) mentions(counts func(k int) bool) mentioned {
	m := mentioned{map[[2]string][]int{}, map[[2]string][]int{}}
	for k := range t.steps {
		if !counts(k) {
			continue
		}
		s, name := &t.steps[k], t.keeps(k)
		said := strings.Join([]string{s.Words(), s.Note, s.Reads}, " ")
		if name != "" {
			said = strings.ReplaceAll(strings.ReplaceAll(said, name+" = ", ""), name+": ", "")
			m.set[[2]string{s.Func, name}] = append(m.set[[2]string{s.Func, name}], k)
		}
		for _, word := range strings.FieldsFunc(said, func(c rune) bool { return c > 127 || !isWord(byte(c)) }) {
			if by := m.by[[2]string{s.Func, word}]; len(by) == 0 || by[len(by)-1] != k {
				m.by[[2]string{s.Func, word}] = append(by, k)
			}
		}
	}
	return m
}

// of lists the steps that speak of what step k gives a variable, up to where that gets another value; with those at the place of step k, which may tell
// the same.
func (m mentioned) of(in, name string, k int) []int {
	key := [2]string{in, name}
	end := len(m.by[key])
	if i, _ := slices.BinarySearch(m.set[key], k+1); i < len(m.set[key]) {
		end, _ = slices.BinarySearch(m.by[key], m.set[key][i])
	}
	from, _ := slices.BinarySearch(m.by[key], k)
	return m.by[key][min(from, end):end]
}

// returned is a note in which a variable's value is what is returned.
func returned(note, name string) string {
	parts := strings.Split(note, ", ")
	for i, p := range parts {
		if val, ok := strings.CutPrefix(p, name+" = "); ok {
			parts[i] = "returns " + val
		} else if change, ok := strings.CutPrefix(p, name+": "); ok {
			_, val, _ := strings.Cut(change, " -> ")
			parts[i] = "returns " + val
		}
	}
	return strings.Join(parts, ", ")
}
