package check

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// maze is a random program over a, b and c, whose first values are anything from 0 to 3, and the
// lines at which it calls reach_error for some of these.
type maze struct {
	rng   *rand.Rand
	text  strings.Builder
	line  int
	depth int
	found map[int]bool
}

func newMaze(seed int64) *maze {
	m := &maze{rng: rand.New(rand.NewSource(seed)), found: map[int]bool{}}
	m.say("extern void reach_error(void); extern int nondet(void);")
	m.say("int main(void) {")
	m.say("int a = nondet(), b = nondet(), c = nondet();")
	m.say("if (a < 0 || a > 3 || b < 0 || b > 3 || c < 0 || c > 3) return 0;")
	run := m.block(6)
	m.say("return 0; }")
	for k := range 64 {
		run(&[3]int{k & 3, k >> 2 & 3, k >> 4})
	}
	return m
}

func (m *maze) say(line string) {
	m.line++
	m.text.WriteString(line + "\n")
}

// block writes n statements, and returns what runs them; false ends a run.
func (m *maze) block(n int) func(*[3]int) bool {
	var steps []func(*[3]int) bool
	for range n {
		steps = append(steps, m.statement())
	}
	return func(v *[3]int) bool {
		for _, s := range steps {
			if !s(v) {
				return false
			}
		}
		return true
	}
}

func (m *maze) statement() func(*[3]int) bool {
	x, y, k := m.rng.Intn(3), m.rng.Intn(3), m.rng.Intn(4)
	switch m.rng.Intn(5) {
	case 0:
		m.say(fmt.Sprintf("%c = %c + %d;", 'a'+x, 'a'+y, k-1))
		return func(v *[3]int) bool { v[x] = v[y] + k - 1; return true }
	case 1, 2:
		m.say(fmt.Sprintf("if (%c == %c + %d) reach_error();", 'a'+x, 'a'+y, k))
		at := m.line
		return func(v *[3]int) bool { return !m.fails(at, v[x] == v[y]+k) }
	case 3:
		m.say(fmt.Sprintf("while (%c > %d) %c--;", 'a'+x, k, 'a'+x))
		return func(v *[3]int) bool { v[x] = min(v[x], k); return true }
	}
	if m.depth == 2 {
		return m.statement()
	}
	m.depth++
	defer func() { m.depth-- }()
	m.say(fmt.Sprintf("if (%c > %d) {", 'a'+x, k))
	yes := m.block(2)
	m.say("} else {")
	no := m.block(2)
	m.say("}")
	return func(v *[3]int) bool {
		if v[x] > k {
			return yes(v)
		}
		return no(v)
	}
}

// fails notes that a line is a defect, if it is.
func (m *maze) fails(line int, yes bool) bool {
	if yes {
		m.found[line] = true
	}
	return yes
}

// TestAllDefects compares the defects of random programs with those that trying all values finds.
// Small blocks may leave some open, and say so.
func TestAllDefects(t *testing.T) {
	lib := need.Z3(t)
	total := 0
	for seed := range int64(12) {
		m := newMaze(seed)
		for _, e := range []Encoding{Auto, Small} {
			opt := Options{Files: []string{files(t, map[string]string{"m.c": m.text.String()})["m.c"]}, Property: "reach", Encoding: e,
				Inline: InlineAuto, Replay: ReplayOff, Defects: -1}
			all := false
			opt.Ended = func(is bool) { all = is }
			var lines []int
			err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(r *result.Result, _ Stats) {
				if r.Verdict == result.Unsafe {
					lines = append(lines, r.Where.Line)
				}
			})
			slices.Sort(lines)
			want := slices.Sorted(maps.Keys(m.found))
			if !all && e == Small {
				want = slices.DeleteFunc(want, func(line int) bool { return !slices.Contains(lines, line) })
			}
			if err != nil || !all && e == Auto || !slices.Equal(lines, want) {
				t.Errorf("seed %d, %s: lines %v, all %v, %v; want %v\n%s", seed, e, lines, all, err, want, m.text.String())
			}
			total += len(lines)
		}
	}
	if total < 30 {
		t.Errorf("only %d defects: the programs are too easy", total)
	}
}
