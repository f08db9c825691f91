package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// The witnesses of others say in their names whether they are right. Their program isn't the one
// whose hash they have, and their property is another: the error function is what we ask about.
func TestWitnessesOfOthers(t *testing.T) {
	dir := need.Suite(t, "witnesses")
	list, err := filepath.Glob(filepath.Join(dir, "simple-*.yml"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no witnesses in %s (%v)", dir, err)
	}
	spec := filepath.Join(need.Suites(t), "properties", "unreach-call.prp")
	for _, w := range list {
		want := "VALID"
		if strings.Contains(w, "-invalid-") {
			want = "INVALID"
		}
		program := filepath.Join(dir, "simple.c")
		answered(t, want, w, program, "--spec", spec, "--ignore-hash")
		if _, errs, code := tool("validate", w, program, "--spec", spec); code != exitInput || !strings.Contains(errs, "the witness is about another ./simple.c") {
			t.Errorf("%s: exit %d: %s", w, code, errs)
		}
	}
}

// answered runs validate, which has to give the answer.
func answered(t *testing.T, want string, args ...string) {
	t.Helper()
	codes := map[string]int{"CONFIRMED": exitOK, "VALID": exitOK, "REFUSED": exitUnsafe, "INVALID": exitUnsafe}
	out, errs, code := tool(append([]string{"validate"}, args...)...)
	if !strings.HasPrefix(out, want+"  ") || code != codes[want] {
		t.Errorf("%v: exit %d, want %s\n%s%s", args, code, want, out, errs)
	}
}

// witnessed are tasks whose own witnesses are looked at.
var witnessed = []string{"locks/test_locks_14_BUG", "locks/test_locks_5", "ntdrivers-simplified/kbfiltr_simpl2_BUG",
	"ntdrivers-simplified/kbfiltr_simpl1", "ssh-simplified/s3_srvr_1_BUG", "ssh-simplified/s3_srvr_1a", "ssh-simplified/s3_srvr_2"}

// Our own witnesses are confirmed, also by small blocks, and the same ones with a fault aren't.
func TestOwnWitnesses(t *testing.T) {
	for name, task := range sampled(t) {
		if !slices.Contains(witnessed, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := filepath.Join(t.TempDir(), "w.yml")
			_, errs, code := tool(append([]string{"check", "-q", "--encoding", "small", "--witness", w}, task.Args[1:]...)...)
			text, err := os.ReadFile(w)
			if err != nil {
				t.Fatalf("exit %d: %v\n%s", code, err, errs)
			}
			program := task.Args[len(task.Args)-1]
			right, wrong := "CONFIRMED", "REFUSED"
			if task.Expected == "SAFE" {
				right, wrong = "VALID", "INVALID"
			}
			answered(t, right, w, program)
			if broken := planted(string(text)); broken != string(text) {
				if err := os.WriteFile(w, []byte(broken), 0o666); err != nil {
					t.Fatal(err)
				}
				answered(t, wrong, w, program)
			}
		})
	}
}

// planted makes the witness wrong: its last line number is another, its last invariant is negated.
func planted(text string) string {
	if i := strings.LastIndex(text, "value: \""); strings.Contains(text, "invariant_set") && i >= 0 {
		end := i + strings.Index(text[i:], "\n")
		return text[:i] + `value: "!(` + strings.Trim(text[i+len("value: "):end], `"`) + `)"` + text[end:]
	}
	if i := strings.LastIndex(text, "line: "); strings.Contains(text, "violation_sequence") && i >= 0 {
		return text[:i] + "line: 1" + text[i+len("line: "):]
	}
	return text
}
