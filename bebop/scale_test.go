package bebop_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hardbop/bebop"
	"hardbop/boolprog"
)

// read parses a program.
func read(t testing.TB, text string) *boolprog.Program {
	t.Helper()
	p, err := boolprog.Read("test.bp", text, boolprog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// verdict checks a program and compares the verdict.
func verdict(t testing.TB, p *boolprog.Program, want bebop.Verdict, opt bebop.Options) *bebop.Result {
	t.Helper()
	r, err := bebop.Check(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != want {
		t.Fatalf("%v (%s), want %v", r.Verdict, r.Reason, want)
	}
	return r
}

// levels is the family of the SPIN 2000 paper: n procedures, each counting in three
// bits and calling the next one twice, depending on a global.
func levels(n int, last string) string {
	var b strings.Builder
	b.WriteString("decl g;\nvoid main() begin level1(); if (!g) then " + last + " fi end\n")
	for i := 1; i <= n; i++ {
		call := "skip;"
		if i < n {
			call = fmt.Sprintf("level%d();", i+1)
		}
		fmt.Fprintf(&b, `void level%d() begin decl a, b, c;
			if (g) then a, b, c := F, F, F;
			while (!a | !b | !c) do
				if (!a) then a := T; elsif (!b) then a, b := F, T; elsif (!c) then a, b, c := F, F, T; else skip; fi
			od else %s %s fi
			g := !g; end
		`, i, call, call)
	}
	return b.String()
}

func BenchmarkLevels(b *testing.B) {
	for _, n := range []int{100, 400, 1600, 3200} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := read(b, levels(n, "assert(T);"))
			for b.Loop() {
				verdict(b, p, bebop.Safe, bebop.Options{})
			}
		})
	}
}

// straight is a program of n random assignments to 3 of 20 variables in parallel, every
// tenth with a choice.
func straight(n int) string {
	r := rand.New(rand.NewPCG(1, 2))
	v := func() string { return fmt.Sprintf("v%d", r.IntN(20)) }
	var b strings.Builder
	b.WriteString("void main() begin decl v0")
	for i := 1; i < 20; i++ {
		fmt.Fprintf(&b, ", v%d", i)
	}
	b.WriteString(";\n")
	for i := range n {
		p := r.Perm(20)
		third := fmt.Sprintf("%s ^ %s", v(), v())
		if i%10 == 0 {
			third = "*"
		}
		fmt.Fprintf(&b, "v%d, v%d, v%d := %s & !%s, %s | %s, %s;\n", p[0], p[1], p[2], v(), v(), v(), v(), third)
	}
	b.WriteString("assert(v0 | !v0); end\n")
	return b.String()
}

func BenchmarkStraight(b *testing.B) {
	for _, n := range []int{20000, 200000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := read(b, straight(n))
			for b.Loop() {
				verdict(b, p, bebop.Safe, bebop.Options{})
			}
		})
	}
}

// chain is a program of n procedures that pass a value on and back.
func chain(n int, fail bool) string {
	var b strings.Builder
	b.WriteString("decl g;\nvoid main() begin decl r; g := T; r := f1(T); assert(r | g); end\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "bool f%d(x) begin decl r; r := f%d(x & g); return r; end\n", i, i+1)
	}
	result := "x"
	if fail {
		result = "!x"
	}
	fmt.Fprintf(&b, "bool f%d(x) begin g := F; return %s; end\n", n, result)
	return b.String()
}

func BenchmarkChain(b *testing.B) {
	for _, fail := range []bool{false, true} {
		b.Run(fmt.Sprint("fail=", fail), func(b *testing.B) {
			p := read(b, chain(10000, fail))
			want := bebop.Safe
			if fail {
				want = bebop.Unsafe
			}
			for b.Loop() {
				verdict(b, p, want, bebop.Options{})
			}
		})
	}
}

// million is a program of a million statements: skips, assignments, branches.
func million() string {
	var b strings.Builder
	b.WriteString("decl a, b, c;\nvoid main() begin\n")
	for i := range 200000 {
		fmt.Fprintf(&b, "a := b; skip; if (*) then b := !c; else c := a; fi L%d: skip;\n", i)
	}
	b.WriteString("assert(a | T); end\n")
	return b.String()
}

func BenchmarkMillion(b *testing.B) {
	p := read(b, million())
	for b.Loop() {
		verdict(b, p, bebop.Safe, bebop.Options{})
	}
}

// BenchmarkSatabs checks all programs of a suite.
func BenchmarkSatabs(b *testing.B) {
	tasks := suite(b, "boolprog-satabs")
	for b.Loop() {
		for _, task := range tasks {
			p := read(b, task.text)
			if _, err := bebop.Check(context.Background(), p, bebop.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// counter is a program that counts n bits up before it fails.
func counter(n int) string {
	var b strings.Builder
	b.WriteString("decl c0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", c%d", i)
	}
	b.WriteString(";\nvoid main() begin\n")
	for i := range n {
		fmt.Fprintf(&b, "c%d := F;\n", i)
	}
	b.WriteString("while (!c0")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " | !c%d", i)
	}
	b.WriteString(") do inc(); od\nassert(F);\nend\nvoid inc() begin\n")
	for i := range n {
		fmt.Fprintf(&b, "if (!c%d) then c%d := T; return; fi c%d := F;\n", i, i, i)
	}
	b.WriteString("end\n")
	return b.String()
}

func BenchmarkCounter(b *testing.B) {
	for _, n := range []int{8, 12, 14} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := read(b, counter(n))
			for b.Loop() {
				r := verdict(b, p, bebop.Unsafe, bebop.Options{})
				b.ReportMetric(float64(r.Errors[0].Length), "steps")
			}
		})
	}
}

// TestScale has one small member of each family, so that a slip from linear to
// quadratic time is felt.
func TestScale(t *testing.T) {
	verdict(t, read(t, levels(400, "assert(T);")), bebop.Safe, bebop.Options{})
	verdict(t, read(t, straight(4000)), bebop.Safe, bebop.Options{})
	verdict(t, read(t, chain(2000, false)), bebop.Safe, bebop.Options{})
	r := verdict(t, read(t, chain(2000, true)), bebop.Unsafe, bebop.Options{})
	if got := len(r.Errors[0].Path); got < 2*2000 {
		t.Errorf("a path of %d states through 2000 procedures", got)
	}
	verdict(t, read(t, counter(10)), bebop.Unsafe, bebop.Options{})
}
