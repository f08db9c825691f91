package lts

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with the file at path, or writes it.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

const everything = `
// a file with everything
const N = 2  const M = N * 2 - 1
range R = 0..N  range S = R
cproc device_open {
  abstract { open_ok,  ($1 == 0 && $2->flags[3] & 1), Open0 };
  abstract { open_bad, !($1 == 0) || -$1 > ~2 | *$2 ^ &x.y == 0, Buffer };
};
Open0 = ( irq_enable -> Open0a ), Open0a = ( return {$0 == 0} -> STOP ).
Open1 = ( return {$0 < 0} -> STOP | return {10} -> STOP | return {} -> STOP | return {EIO + 1} -> STOP ).
Buffer = Q[0],
Q[i:R] = ( when (i < N) put[i] -> Q[i + 1] | when i > 0 {get, take.one[i]} -> Q[i - 1]
         | a -> b -> ( c -> Q[0] | tau -> return {i} -> STOP ) | x[j:0..1][R] -> Q[j] ) + { never, put[R] }.
Wait = ( call_req -> Got | epsilon -> Buffer ), Got = ( return {$0 - -1 == (1 - (2 - 3))} -> STOP | return {$0 == 0} -> STOP ).
`

func parsed(t *testing.T, text string) *File {
	t.Helper()
	f, err := Parse("x.fsp", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestParsePrintParse(t *testing.T) {
	text := parsed(t, everything).String()
	if again := parsed(t, text).String(); again != text {
		t.Errorf("printed twice:\n%s\nand\n%s", text, again)
	}
	golden(t, "testdata/everything.golden", text)
}

// system builds the system that begins in the state of that name.
func system(t *testing.T, f *File, name string) *System {
	t.Helper()
	s, err := f.LTS(&Ref{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lines lists the transitions of s by names.
func lines(s *System) []string {
	var out []string
	for _, t := range s.Trans {
		out = append(out, fmt.Sprintf("%s -%s-> %s", s.States[t.From].Name, s.Actions[t.Action].Name, s.States[t.To].Name))
	}
	return out
}

func TestSystems(t *testing.T) {
	f := parsed(t, everything)
	for name, want := range map[string][]string{
		"Open0": {"Open0 -irq_enable-> Open0a", "Open0a -return {$0 == 0}-> STOP"},
		"Open1": {"Open1 -return {$0 < 0}-> STOP", "Open1 -return {$0 == 10}-> STOP", "Open1 -return {}-> STOP", "Open1 -return {$0 == EIO + 1}-> STOP"},
		"Got":   {"Got -return {$0 - -1 == 1 - (2 - 3)}-> STOP", "Got -return {$0 == 0}-> STOP"},
		"Buffer": {
			"Q[0] -put[0]-> Q[1]", "Q[0] -a-> Q[0].1", "Q[0] -x[0][0]-> Q[0]", "Q[0] -x[0][1]-> Q[0]", "Q[0] -x[0][2]-> Q[0]",
			"Q[0] -x[1][0]-> Q[1]", "Q[0] -x[1][1]-> Q[1]", "Q[0] -x[1][2]-> Q[1]",
			"Q[1] -put[1]-> Q[2]", "Q[1] -get-> Q[0]", "Q[1] -take.one[1]-> Q[0]", "Q[1] -a-> Q[1].1",
			"Q[1] -x[0][0]-> Q[0]", "Q[1] -x[0][1]-> Q[0]", "Q[1] -x[0][2]-> Q[0]", "Q[1] -x[1][0]-> Q[1]", "Q[1] -x[1][1]-> Q[1]", "Q[1] -x[1][2]-> Q[1]",
			"Q[0].1 -b-> Q[0].2",
			"Q[2] -get-> Q[1]", "Q[2] -take.one[2]-> Q[1]", "Q[2] -a-> Q[2].1",
			"Q[2] -x[0][0]-> Q[0]", "Q[2] -x[0][1]-> Q[0]", "Q[2] -x[0][2]-> Q[0]", "Q[2] -x[1][0]-> Q[1]", "Q[2] -x[1][1]-> Q[1]", "Q[2] -x[1][2]-> Q[1]",
			"Q[1].1 -b-> Q[1].2",
			"Q[0].2 -c-> Q[0]", "Q[0].2 -tau-> Q[0].3",
			"Q[2].1 -b-> Q[2].2",
			"Q[1].2 -c-> Q[0]", "Q[1].2 -tau-> Q[1].3",
			"Q[0].3 -return {$0 == 0}-> STOP",
			"Q[2].2 -c-> Q[0]", "Q[2].2 -tau-> Q[2].3",
			"Q[1].3 -return {$0 == 1}-> STOP", "Q[2].3 -return {$0 == 2}-> STOP",
		},
	} {
		if got := lines(system(t, f, name)); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s", name, strings.Join(got, "\n"))
		}
	}
}

func TestAlphabet(t *testing.T) {
	s := system(t, parsed(t, everything), "Buffer")
	if s.Name != "Buffer" || s.States[s.Init].Name != "Q[0]" || s.States[s.Stop].Name != "STOP" {
		t.Errorf("%s begins with %s and ends with %s", s.Name, s.States[s.Init].Name, s.States[s.Stop].Name)
	}
	var names []string
	for _, a := range s.Alphabet() {
		names = append(names, s.Actions[a].Name)
	}
	slices.Sort(names)
	want := []string{"a", "b", "c", "get", "never", "put[0]", "put[1]", "put[2]", "return {$0 == 0}", "return {$0 == 1}", "return {$0 == 2}",
		"take.one[1]", "take.one[2]", "x[0][0]", "x[0][1]", "x[0][2]", "x[1][0]", "x[1][1]", "x[1][2]"}
	if !slices.Equal(names, want) {
		t.Errorf("the alphabet is %q", names)
	}
	if s.ActionNamed("never") < 0 || s.ActionNamed("tau") >= 0 || s.ActionNamed("nothing") >= 0 {
		t.Error("ActionNamed finds the wrong actions")
	}
	if n := len(s.From(s.Init)); n != 8 {
		t.Errorf("%d transitions from the first state", n)
	}
}

// An action leads to STOP if and only if it is a return action, in every system.
func stopRule(s *System) error {
	for _, t := range s.Trans {
		if (s.Actions[t.Action].Kind == Return) != (t.To == s.Stop) || t.From == s.Stop {
			return fmt.Errorf("%s leads to %s", s.Actions[t.Action].Name, s.States[t.To].Name)
		}
	}
	return nil
}

// TestErrors reads testdata/errors/*.fsp.
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.fsp")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = Parse(filepath.Base(file), string(text)); err == nil {
			t.Errorf("%s: no complaint", file)
			continue
		}
		golden(t, strings.TrimSuffix(file, ".fsp")+".golden", err.Error()+"\n")
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("(", 100_000)
	for name, c := range map[string]struct{ text, want string }{
		"parentheses": {"A = ( return {" + deep + "1} -> STOP ).", "nested too deeply"},
		"choices":     {"A = " + strings.Repeat("( a -> ", 100_000), "nested too deeply"},
		"unary":       {"A = ( return {" + strings.Repeat("!", 100_000) + "1} -> STOP ).", "nested too deeply"},
		"size":        {strings.Repeat(" ", maxText+1), "expected at most"},
		"garbage":     {strings.Repeat("@", 100_000), "unexpected character"},
		"number":      {"const N = 99999999999999999999999", "at most 64 bits"},
		"shift":       {"const N = 1 << 1000000000", "a shift by 0 to 64"},
		"product":     {"const N = (1 << 60) * (1 << 60)", "more than 64 bits"},
		"range":       {"range R = 0..100000000", "1 to 65536 numbers"},
		"states":      {"A = B[0][0], B[i:0..1000][j:0..1000] = ( when (i < 1000) a -> B[i + 1][j] | when (j < 1000) b -> B[i][j + 1] ).", "more than 100000 states"},
		"transitions": {"A = ( a[0..9999][0..9999] -> A ).", "more than 200000 transitions"},
		"aliases":     {chain(20_000), "another name of another name"},
	} {
		_, err := Parse("x.fsp", c.text)
		var list source.ErrorList
		if !errors.As(err, &list) || !strings.Contains(err.Error(), c.want) || len(list) > maxErrors+1 {
			t.Errorf("%s: got %.200v", name, err)
		}
	}
	long := "A = ( return {1" + strings.Repeat("+1", 400_000) + "} -> STOP )."
	if s := system(t, parsed(t, long), "A"); s.Actions[0].Name != "return {$0 == 400001}" {
		t.Errorf("got %.100s", s.Actions[0].Name)
	}
}

// chain defines names by names.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "A%d = A%d,\n", i, i+1)
	}
	fmt.Fprintf(&b, "A%d = ( a -> A0 ).", n)
	return b.String()
}

func TestWriteDot(t *testing.T) {
	var b strings.Builder
	f := parsed(t, everything)
	if err := WriteDot(&b, []*System{system(t, f, "Wait"), system(t, f, "Open1")}); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/dot.golden", b.String())
}

func TestWriteSVG(t *testing.T) {
	var b strings.Builder
	f := parsed(t, everything)
	if err := WriteSVG(&b, []*System{system(t, f, "Wait"), system(t, f, "Open1")}); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/svg.golden", b.String())
}

// Text of a specification comes out inert.
func TestWriteHostile(t *testing.T) {
	s := &System{Name: "a\"\x1b[2J<b>", Stop: -1, States: []State{{Name: "<script>\\\"\x1b"}}, Actions: []Action{{Name: "&\u202e\""}}, Trans: []Transition{{0, 0, 0}}}
	var dot, svg strings.Builder
	if err := errors.Join(WriteDot(&dot, []*System{s}), WriteSVG(&svg, []*System{s})); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"\x1b", "\u202e", "<script>", "<b>"} {
		if strings.Contains(svg.String(), bad) || bad[0] != '<' && strings.Contains(dot.String(), bad) {
			t.Errorf("%q is written", bad)
		}
	}
	if !strings.Contains(dot.String(), `label="<script>\\\"\\u001b"`) {
		t.Error(dot.String())
	}
}

func FuzzParse(f *testing.F) {
	f.Add(everything)
	for _, name := range []string{"syntax", "meaning", "numbers"} {
		text, err := os.ReadFile("testdata/errors/" + name + ".fsp")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("A = ( return {- -1 == -(-1)} -> STOP | return {& &*$0} -> STOP ).")
	f.Add("A = ( when (0) a -> A ) + {b[1 - 2]}.")
	f.Add("range R = R  A = ( a[R] -> A ).")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("fuzz.fsp", text)
		if err != nil {
			return
		}
		printed := file.String()
		again, err := Parse("fuzz.fsp", printed)
		if err != nil {
			t.Fatalf("printed text is not read back: %v\n%s", err, printed)
		}
		if again.String() != printed {
			t.Fatalf("not a fixed point:\n%s\n%s", printed, again.String())
		}
		for _, p := range file.Processes {
			if len(p.Equations[0].Indices) > 0 {
				continue
			}
			one, two := system(t, file, p.Name()), system(t, again, p.Name())
			if err := stopRule(one); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(lines(one), lines(two)) {
				t.Fatalf("%s is another system when it is printed and read", p.Name())
			}
		}
	})
}
