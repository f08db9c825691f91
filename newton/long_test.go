package newton

import (
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// machine is a state machine in a loop, like the ones of protocol implementations.
const machine = `
int s;
int flag;
int g;
int step(int a) {
	int r;
	havoc(r);
	if (r < 0) {
		return 0;
	}
	g = g + 1;
	return r;
}
void main() {
	int n;
	int r;
	int next;
	flag = 0;
	havoc(g);
	havoc(n);
	assume(n > 0);
	s = 8464;
	while (1 == 1) {
		if (s == 8464) {
			r = step(n);
			assume(r > 0);
			next = 8466;
			s = next;
		} else {
			if (s == 8466) {
				havoc(r);
				if (r == 0) {
					flag = flag + 1;
				}
				n = n + 1;
				s = 8464;
			} else {
				error();
			}
		}
	}
}
`

// machinePath goes around the loop n times and then to the error.
func machinePath(t testing.TB, prog *cil.Program, turns int) *path.Path {
	t.Helper()
	p := &path.Path{}
	n := prog.FuncNamed("main").Entry
	var calls []*cil.Node
	for left := turns; len(p.Steps) < 100_000; {
		s := path.Step{Node: n}
		if b, ok := n.Instr.(*cil.Branch); ok {
			switch text := cil.ExprString(b.E); {
			case text == "1":
				left--
			case text == "s == 8464":
				s.Taken = left & 1
				if left <= 0 {
					s.Taken = 1
				}
			case text == "s == 8466" && left <= 0:
				s.Taken = 1
			case text == "r < 0" || text == "r == 0" && left%4 == 0:
				s.Taken = 1
			}
		}
		p.Steps = append(p.Steps, s)
		call, isCall := n.Instr.(*cil.Call)
		switch {
		case len(n.Labels) > 0:
			return p
		case isCall:
			calls = append(calls, n)
			n = call.Callee().Entry
		case n == n.Func.Exit:
			n = calls[len(calls)-1].Succs[0]
			calls = calls[:len(calls)-1]
		default:
			n = n.Succs[s.Taken]
		}
	}
	t.Fatal("the path doesn't get to the error")
	return nil
}

func TestLongPath(t *testing.T) {
	prog := miniProgram(t, machine)
	e := explained(t, prog, machinePath(t, prog, 41))
	var got []string
	for _, p := range e.Preds.Preds {
		got = append(got, p.String())
	}
	if text := strings.Join(got, ", "); text != "s == 8464" {
		t.Errorf("predicates %s", text)
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, turns := range []int{21, 101, 301} {
		prog := miniProgram(b, machine)
		p := machinePath(b, prog, turns)
		b.Run(fmt.Sprintf("steps=%d", len(p.Steps)), func(b *testing.B) {
			env := testEnv(b)
			for b.Loop() {
				if out := Check(prog, p, env); out.Kind != Infeasible {
					b.Fatal(out.Kind, out.Why)
				}
			}
		})
	}
}
