package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"syscall"
	"testing"
	"time"

	"hardbop/internal/smt"
	"hardbop/internal/smt/wrap"
)

func open(t *testing.T, dir string, limit int64, build string) *Dir {
	t.Helper()
	d, err := Open(dir, limit, build)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// entry has something that differs with n.
func entry(n int) *Entry {
	text := []byte(fmt.Sprintf("bool b%d; void main() begin skip; end", n))
	return &Entry{Encoding: "small", Preds: map[string]string{"small": fmt.Sprintf("x == %d", n)},
		Abstractions: map[[sha256.Size]byte][]byte{{1}: text, {byte(n), 2}: nil}}
}

// found are some answers that differ with n.
func found(n int) map[wrap.Key]wrap.Found {
	all := map[wrap.Key]wrap.Found{}
	for i := range 20 {
		all[wrap.Key{byte(i), byte(n)}] = wrap.Found{Status: smt.Sat, Vars: wrap.Key{1}, Values: []bool{i%2 == 0, true}, Known: []bool{true, true},
			Model: &smt.PlainModel{Vars: map[string]smt.PlainValue{"x": {Num: fmt.Sprint(n)}}}}
	}
	return all
}

var task = []string{"lock", "main", "a.c"}

func TestSaveAndLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "cache")
	d := open(t, path, 1<<20, "1")
	if e := d.Load(task); e.Encoding != "" || len(e.Abstractions) != 0 || e.Preds == nil || len(d.Answers(task)) != 0 {
		t.Errorf("an empty cache has %+v", e)
	}
	for n := range 2 {
		if err := d.Save(task, entry(n)); err != nil {
			t.Fatal(err)
		}
		if err := d.SaveAnswers(task, found(n)); err != nil {
			t.Fatal(err)
		}
		again := open(t, path, 1<<20, "1")
		if e := again.Load(task); !reflect.DeepEqual(e, entry(n)) {
			t.Errorf("got %+v", e)
		}
		if a := again.Answers(task); !reflect.DeepEqual(a, found(n)) {
			t.Errorf("got %+v", a)
		}
	}
	other := []string{"lock", "main", "b.c"}
	if e := d.Load(other); e.Encoding != "" || len(d.Answers(other)) != 0 {
		t.Error("another task has the entry")
	}
	d = open(t, path, 1<<20, "2")
	if e := d.Load(task); e.Encoding != "" || len(d.Answers(task)) != 0 {
		t.Error("another tool takes the entry")
	}
}

// An entry that was damaged, or that stands in the place of another, is none.
func TestDamage(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, 1<<20, "1")
	if err := d.Save(task, entry(3)); err != nil {
		t.Fatal(err)
	}
	if err := d.SaveAnswers(task, found(3)); err != nil {
		t.Fatal(err)
	}
	t.Run("abstractions", func(t *testing.T) {
		damage(t, d, task, func(task []string) bool {
			e := d.Load(task)
			return e.Encoding != "" || len(e.Abstractions) > 0
		})
	})
	if err := d.SaveText(append([]string{"program"}, task...), []byte("a program, in some bytes")); err != nil {
		t.Fatal(err)
	}
	t.Run("texts", func(t *testing.T) {
		damage(t, d, append([]string{"program"}, task...), func(task []string) bool {
			_, ok := d.Text(task)
			return ok
		})
	})
	t.Run("answers", func(t *testing.T) {
		damage(t, d, answers(task), func(task []string) bool { return len(d.Answers(task[1:])) > 0 })
	})
}

// damage spoils an entry in many ways, and asks each time whether it is taken.
func damage(t *testing.T, d *Dir, task []string, taken func(task []string) bool) {
	text, err := os.ReadFile(d.file(task))
	if err != nil {
		t.Fatal(err)
	}
	put := func(b []byte) bool {
		if err := os.WriteFile(d.file(task), b, 0o666); err != nil {
			t.Fatal(err)
		}
		return taken(task)
	}
	r := rand.New(rand.NewSource(1))
	for range 1000 {
		b := append([]byte(nil), text...)
		b[r.Intn(len(b))] ^= byte(1 + r.Intn(255))
		if put(b) {
			t.Fatal("a flipped byte is taken")
		}
		if put(text[:r.Intn(len(text))]) {
			t.Fatal("a part is taken for the whole")
		}
	}
	if put(bytes.Replace(text, []byte(magic), []byte("hardbop cache 1\n"), 1)) {
		t.Error("an entry of an older kind is taken")
	}
	if !put(text) {
		t.Error("the entry itself isn't taken")
	}
	other := append(task[:len(task)-1:len(task)-1], "other.c")
	if err := os.MkdirAll(filepath.Dir(d.file(other)), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.file(other), text, 0o666); err != nil {
		t.Fatal(err)
	}
	if taken(other) {
		t.Error("the entry of another task is taken")
	}
}

// What isn't a file is no entry: nobody waits for it, or reads without end.
func TestNoFile(t *testing.T) {
	d := open(t, t.TempDir(), 1<<20, "1")
	if err := os.MkdirAll(filepath.Dir(d.file(task)), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, put := range []func() error{
		func() error { return syscall.Mkfifo(d.file(task), 0o666) },
		func() error { return os.Symlink("/dev/zero", d.file(task)) },
		func() error { return os.Mkdir(d.file(task), 0o777) },
	} {
		if err := put(); err != nil {
			t.Fatal(err)
		}
		if e := d.Load(task); e.Encoding != "" {
			t.Errorf("got %+v", e)
		}
		if err := os.Remove(d.file(task)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEviction(t *testing.T) {
	path := t.TempDir()
	d := open(t, path, 1<<20, "1")
	var tasks [][]string
	for n := range 6 {
		tasks = append(tasks, []string{fmt.Sprint(n)})
		if err := d.Save(tasks[n], entry(n)); err != nil {
			t.Fatal(err)
		}
		old := time.Date(2026, 1, 1+n, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(d.file(tasks[n]), old, old); err != nil {
			t.Fatal(err)
		}
	}
	left := filepath.Join(path, "1"+aside)
	if err := os.WriteFile(left, []byte("part"), 0o666); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	keep := filepath.Join(path, "README")
	if err := os.WriteFile(keep, make([]byte, 1<<16), 0o666); err != nil {
		t.Fatal(err)
	}
	size, err := os.Stat(d.file(tasks[0]))
	if err != nil {
		t.Fatal(err)
	}
	if err := open(t, path, 3*size.Size()+size.Size()/2, "1").Save(tasks[5], entry(5)); err != nil {
		t.Fatal(err)
	}
	for n, task := range tasks {
		if has := d.Load(task).Encoding != ""; has != (n >= 3) {
			t.Errorf("entry %d: %v", n, has)
		}
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed run left is still there")
	}
	if _, err := os.Stat(keep); err != nil {
		t.Error("a file of somebody else is gone")
	}
}

// Runs side by side get an entry that is whole, or none.
func TestSideBySide(t *testing.T) {
	path := t.TempDir()
	var all sync.WaitGroup
	for n := range 4 {
		d := open(t, path, 5000, "1")
		all.Add(1)
		go func() {
			defer all.Done()
			for range 100 {
				if err := d.Save(task, entry(n)); err != nil {
					t.Error(err)
				}
				if err := d.SaveAnswers(task, found(n)); err != nil {
					t.Error(err)
				}
				if e := d.Load(task); e.Encoding != "" && len(e.Abstractions) != 2 {
					t.Errorf("%d abstractions", len(e.Abstractions))
				}
				if a := d.Answers(task); len(a) != 0 && len(a) != 20 {
					t.Errorf("%d answers", len(a))
				}
			}
		}()
	}
	all.Wait()
}

func TestOpenErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file, 1, "1"); err == nil {
		t.Error("a file is taken for a folder")
	}
}
