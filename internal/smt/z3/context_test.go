package z3_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hardbop/internal/need"
	"hardbop/internal/smt"
	"hardbop/internal/smt/z3"
)

// hard asserts that a number is a product of two smaller ones, as bit vectors.
func hard(f *smt.Factory, s smt.Solver) {
	const w = 64
	x, y, one := f.Var("x", f.BitVecSort(w)), f.Var("y", f.BitVecSort(w)), f.BV64(1, w)
	s.Assert(f.Eq(f.BVMul(x, y), f.BV64(2305843009213693951, w)))
	for _, v := range []smt.Term{x, y} {
		s.Assert(f.Ult(one, v))
		s.Assert(f.Ult(v, f.BV64(1<<31, w)))
	}
}

// TestInterrupt interrupts a running check from another goroutine, and checks that neither
// that nor an interrupt of nothing hits the next check.
func TestInterrupt(t *testing.T) {
	f := smt.NewFactory()
	c := need.Z3(t).NewContext(f, z3.Options{})
	defer c.Close()
	c.Interrupt()
	s := c.NewSolver(smt.Simple)
	defer s.Close()
	for range 3 {
		s.Push()
		hard(f, s)
		timer := time.AfterFunc(30*time.Millisecond, c.Interrupt)
		if r := s.Check(); r.Status != smt.Unknown {
			t.Errorf("got %s", r)
		}
		timer.Stop()
		s.Pop()
		if r := s.Check(); r.Status != smt.Sat {
			t.Errorf("after the interrupt: %s", r)
		}
	}
}

// TestPrepare takes contexts from a library that has made one beforehand: the first gets that one,
// the second one of its own, and a library is closed with the one that nobody took.
func TestPrepare(t *testing.T) {
	need.Z3(t)
	for contexts := range 3 {
		t.Run(fmt.Sprint(contexts), func(t *testing.T) {
			lib, err := z3.Open()
			if err != nil {
				t.Fatal(err)
			}
			defer lib.Close()
			lib.Prepare()
			f := smt.NewFactory()
			for k := range contexts {
				c := lib.NewContext(f, z3.Options{})
				defer c.Close()
				differs(t, f, c, int64(k))
			}
		})
	}
}

// differs asks whether a number can be k, and whether it can be less at the same time.
func differs(t *testing.T, f *smt.Factory, c *z3.Context, k int64) {
	s := c.NewSolver(smt.Simple)
	defer s.Close()
	x := f.Var("x", f.IntSort())
	s.Assert(f.Eq(x, f.Int64(k)))
	if r := s.Check(); r.Status != smt.Sat {
		t.Errorf("context %d: %s", k, r)
	}
	s.Assert(f.Lt(x, f.Int64(k)))
	if r := s.Check(); r.Status != smt.Unsat {
		t.Errorf("context %d: %s", k, r)
	}
}

// TestInterruptFresh interrupts a solver that has a context of its own.
func TestInterruptFresh(t *testing.T) {
	f := smt.NewFactory()
	c := need.Z3(t).NewContext(f, z3.Options{})
	defer c.Close()
	s := c.NewSolver(smt.Fresh)
	defer s.Close()
	hard(f, s)
	timer := time.AfterFunc(50*time.Millisecond, c.Interrupt)
	defer timer.Stop()
	if r := s.Check(); r.Status != smt.Unknown {
		t.Errorf("got %s", r)
	}
}

func TestTimeout(t *testing.T) {
	f := smt.NewFactory()
	c := need.Z3(t).NewContext(f, z3.Options{Timeout: 50 * time.Millisecond})
	defer c.Close()
	for _, k := range []smt.Kind{smt.Simple, smt.BitPrecise, smt.Fresh} {
		s := c.NewSolver(k)
		hard(f, s)
		if r := s.Check(); r.Status != smt.Unknown || r.Reason == "" {
			t.Errorf("kind %d: got %s", k, r)
		}
		s.Close()
	}
}

// TestSmallBounds makes solvers anew and empties the cache all the time, which must not
// change answers.
func TestSmallBounds(t *testing.T) {
	f := smt.NewFactory()
	c := need.Z3(t).NewContext(f, z3.Options{Recycle: 2, CacheSize: 3})
	defer c.Close()
	s := c.NewSolver(smt.Simple)
	defer s.Close()
	x, y := f.Var("x", f.IntSort()), f.Var("y", f.IntSort())
	s.Assert(f.Lt(x, y))
	s.Push()
	s.Assert(f.Lt(y, f.Int64(10)))
	for i := range int64(40) {
		s.Push()
		s.Assert(f.Eq(f.Apply("f", f.IntSort(), x), f.Int64(i)))
		lits := []smt.Term{f.Gt(x, f.Int64(i-10)), f.Var("p", f.BoolSort())}
		want := smt.Sat
		if i >= 18 {
			want = smt.Unsat
		}
		if r := s.CheckAssuming(lits); r.Status != want {
			t.Fatalf("step %d: got %s, want %s", i, r, want)
		}
		if want == smt.Unsat && (len(s.Core()) != 1 || s.Core()[0] != lits[0]) {
			t.Fatalf("step %d: core %v", i, s.Core())
		}
		if want == smt.Sat {
			e := smt.NewEvaluator(f, s.Model())
			if !e.Holds(f.And(lits...)) || !e.Holds(f.Eq(f.Apply("f", f.IntSort(), x), f.Int64(i))) {
				t.Fatalf("step %d: model %s", i, s.Model())
			}
		}
		s.Pop()
	}
	s.Pop()
	if r := s.CheckAssuming([]smt.Term{f.Gt(x, f.Int64(100))}); r.Status != smt.Sat {
		t.Errorf("in the end: %s", r)
	}
}

// TestGoroutines has a context for each of several goroutines over one factory.
func TestGoroutines(t *testing.T) {
	lib, f := need.Z3(t), smt.NewFactory()
	var wg sync.WaitGroup
	errs := make(chan error, 4)
	for range 4 {
		wg.Go(func() {
			c := lib.NewContext(f, z3.Options{})
			defer c.Close()
			s := c.NewSolver(smt.Simple)
			defer s.Close()
			for i := range int64(200) {
				x := f.Var(fmt.Sprintf("x%d", i%7), f.IntSort())
				s.Push()
				s.Assert(f.And(f.Le(f.Int64(i), x), f.Le(x, f.Int64(i+i%2-1))))
				if got, want := s.Check().Status, []smt.Status{smt.Unsat, smt.Sat}[i%2]; got != want {
					errs <- fmt.Errorf("step %d: got %s, want %s", i, got, want)
				}
				s.Pop()
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
}
