// Package cache keeps, in a folder, what runs found out that makes later ones faster: answers of the
// prover, predicates, programs, abstractions, and how replays ended. It never keeps verdicts. An answer of the prover is true of its
// formulas whatever program they come from, predicates only say where a run begins, programs and abstractions
// are called by digests of all that they follow from, and on replays no verdict rests; so what is in the folder can't change what is true
// of a program, and what is missing or damaged is found out again.
package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hardbop/internal/obs"
	"hardbop/internal/smt/wrap"
	"hardbop/internal/source"
)

// Dir is the folder. Any number of runs may use one at a time.
type Dir struct {
	path  string
	limit int64  // bytes that all entries may have together
	build string // the tool and its solver: entries of others are none
}

// Entry is what is known of a task, besides the prover's answers.
type Entry struct {
	Encoding string            // that decided it
	Preds    map[string]string // predicate files by encoding
	// Abstractions are texts of Boolean programs by a digest of what they follow from.
	Abstractions map[[sha256.Size]byte][]byte
	// Paths are texts of paths to errors, by a digest of the program and the options.
	Paths map[[sha256.Size]byte][]byte
}

// Open makes the folder if there is none. build identifies the tool and its solver.
func Open(path string, limit int64, build string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a folder", path)
	}
	if err == nil {
		unversioned(path)
	}
	return &Dir{path, limit, build}, err
}

// unversioned keeps git from taking the folder for sources, unless somebody has said already what git does with it.
// Where nothing can be written, entries can't be either, and that is told.
func unversioned(path string) {
	f, err := os.OpenFile(filepath.Join(path, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString("*\n")
}

const (
	suffix = ".hbcache"
	aside  = ".hbaside" // of an entry that is being written
	magic  = "hardbop cache 2\n"
)

// file is that of a task, which its parts identify.
func (d *Dir) file(task []string) string {
	sum := sha256.Sum256([]byte(strings.Join(task, "\x00")))
	name := hex.EncodeToString(sum[:16])
	return filepath.Join(d.path, name[:2], name+suffix)
}

// sum is the checksum of an entry. Those of other tools and tasks have others.
func (d *Dir) sum(task []string, payload []byte) []byte {
	h := sha256.New()
	for _, part := range append([]string{d.build}, task...) {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	h.Write(payload)
	return h.Sum(nil)
}

// Load returns what is known of a task. What isn't whole is nothing.
func (d *Dir) Load(task []string) *Entry {
	e := &Entry{}
	if !d.load(task, e) {
		e = &Entry{}
	}
	if e.Preds == nil {
		e.Preds = map[string]string{}
	}
	return e
}

// Answers returns what the prover said about a task.
func (d *Dir) Answers(task []string) map[wrap.Key]wrap.Found {
	found := map[wrap.Key]wrap.Found{}
	if !d.load(answers(task), &found) {
		return nil
	}
	return found
}

// answers is what the entry with the prover's answers about a task is called.
func answers(task []string) []string { return append([]string{"answers"}, task...) }

// load reads an entry and reports whether there is one that is whole.
func (d *Dir) load(task []string, into any) bool {
	payload, ok := d.Text(task)
	return ok && gob.NewDecoder(bytes.NewReader(payload)).Decode(into) == nil
}

// Text reads an entry of bytes, which counts as new then, and reports whether there is one that is whole.
func (d *Dir) Text(task []string) ([]byte, bool) {
	file := d.file(task)
	text, err := source.ReadRegularUpTo(file, d.limit)
	if err != nil {
		return nil, false
	}
	rest, ok := bytes.CutPrefix(text, []byte(magic))
	if !ok || len(rest) < sha256.Size || !bytes.Equal(rest[:sha256.Size], d.sum(task, rest[sha256.Size:])) {
		return nil, false
	}
	now := obs.Now()
	_ = os.Chtimes(file, now, now) // who may only read the folder leaves no trace
	return rest[sha256.Size:], true
}

// Save replaces what is known of a task, and then takes the oldest entries away until all have
// room. A run that is killed in the midst of it leaves the entry as it was.
func (d *Dir) Save(task []string, e *Entry) error { return d.save(task, e) }

// SaveAnswers does so for what the prover said.
func (d *Dir) SaveAnswers(task []string, found map[wrap.Key]wrap.Found) error {
	return d.save(answers(task), found)
}

func (d *Dir) save(task []string, entry any) error {
	var payload bytes.Buffer
	if err := gob.NewEncoder(&payload).Encode(entry); err != nil {
		return err
	}
	return d.SaveText(task, payload.Bytes())
}

// SaveText replaces an entry of bytes as Save does.
func (d *Dir) SaveText(task []string, payload []byte) error {
	text := slices.Concat([]byte(magic), d.sum(task, payload), payload)
	file := d.file(task)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := replace(file, text); err != nil {
		return err
	}
	return d.evict()
}

// replace writes a file aside and renames it.
func replace(file string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "*"+aside)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// evict removes the oldest entries until the limit is kept, and what killed runs have left aside.
func (d *Dir) evict() error {
	entries, err := d.files(suffix)
	if err != nil {
		return err
	}
	total := int64(0)
	for _, f := range entries {
		total += f.info.Size()
	}
	newest := entries[max(0, len(entries)-1):]
	for _, f := range entries {
		if total > d.limit && os.Remove(f.path) == nil {
			total -= f.info.Size()
		}
	}
	left, err := d.files(aside)
	for _, f := range left {
		if len(newest) > 0 && newest[0].info.ModTime().Sub(f.info.ModTime()) > abandoned {
			os.Remove(f.path)
		}
	}
	return err
}

// abandoned is how much older than an entry a file is that no run is writing any more.
const abandoned = time.Hour

// stored is a file of the cache.
type stored struct {
	path string
	info fs.FileInfo
}

// files lists those with an ending, the oldest first.
func (d *Dir) files(ending string) ([]stored, error) {
	var all []stored
	err := filepath.WalkDir(d.path, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ending) {
			return nil // another run has removed it, or it isn't ours
		}
		if info, err := e.Info(); err == nil {
			all = append(all, stored{path, info})
		}
		return nil
	})
	slices.SortFunc(all, func(a, b stored) int {
		return cmp.Or(a.info.ModTime().Compare(b.info.ModTime()), strings.Compare(a.path, b.path))
	})
	return all, err
}
