package check

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/obs"
	"hardbop/internal/result"
	"hardbop/internal/smt/z3"
)

// duringDriver has a work item that takes what its writer has taken, who waits for it by %s.
const duringDriver = `struct work_struct { void (*func)(struct work_struct *); }; struct file;
struct file_operations { long (*write)(struct file *, const char *, unsigned long, long long *); };
int register_it(const struct file_operations *); void take(void), give(void);
_Bool queue_work_on(int, void *, struct work_struct *), cancel_work_sync(struct work_struct *), cancel_work(struct work_struct *), flush_work(struct work_struct *);
static struct work_struct work; static int busy;
static void runs(struct work_struct *w) { if (!busy) return; take(); give(); }
static long put(struct file *f, const char *from, unsigned long n, long long *pos)
{
	take(); busy = 1;
	%s;
	busy = 0; give(); return n;
}
static const struct file_operations fops = { .write = put };
int init_module(void) { work.func = runs; queue_work_on(0, 0, &work); return register_it(&fops); }
`

// TestDuring has who waits for what runs say so once, and nobody who doesn't.
func TestDuring(t *testing.T) {
	lib := need.Z3(t)
	for call, want := range map[string]string{
		"cancel_work_sync(&work)":      "cancel_work_sync(&work) [waits for runs, which runs now]; while put waits for runs at 10",
		"flush_work(&work)":            "flush_work(&work) [waits for runs, which runs now]; while put waits for runs at 10",
		"n += cancel_work_sync(&work)": "cancel_work_sync(&work) [waits for runs, which runs now]; while put waits for runs at 10",
		"cancel_work(&work); take()":   "cancel_work(&work) [returns 0]; ",
	} {
		f := files(t, map[string]string{"d.c": fmt.Sprintf(duringDriver, call), "r.slic": queueRule})
		opt := Options{Files: []string{f["d.c"]}, Rules: []string{f["r.slic"]}, Entry: AutoEntry, Jobs: 1}
		var r *result.Result
		if err := Run(context.Background(), opt, lib.Opener(z3.Options{}), obs.NewEnv(nil, nil), func(got *result.Result, _ Stats) { r = got }); err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, s := range r.Trace {
			if s.Brief && s.Place.Line == 10 && strings.Contains(s.Words(), "work(") || len(s.Runs) > 0 {
				told = append(told, s.Words()+" ["+s.Remarks()+"]")
			}
		}
		m := r.Meanwhile()
		if m.Before != "" {
			m.Behind = fmt.Sprint(m.At.Line)
		}
		if got := strings.Join(told, "|") + "; " + m.Before + m.Behind; got != want {
			t.Errorf("%s: %s %s", call, r.Verdict, got)
		}
	}
}
