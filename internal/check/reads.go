package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"hardbop/internal/digest"
	"hardbop/internal/freeze"
	"hardbop/internal/source"
)

// reads are the files that a run has read to make its programs, those that it looked for in vain too. All that makes
// a program of files reads them by way of this. A nil one takes no notes.
type reads struct {
	mu    sync.Mutex
	files map[string]string // what they hold, by the name that they are opened by: a digest, or "" if they can't be read
	seen  map[string]Input  // those that are part of the program, by their names in positions
	now   map[string]string // what files hold that were looked at to compare them, as in files
	// all is a digest of all questions of the run: what the files are parsed for, which one of them after the other may
	// use. See cfront.Trees.
	all digest.Sum
	// vague says that a program of these files may be another one tomorrow: they changed while they were read, or say
	// when they are compiled.
	vague bool
}

// basis is what a program follows from besides the options: what reads says.
type basis struct {
	Files map[string]string
	Seen  []Input
}

// noteReads begins to take notes, if programs are to be kept. What a certificate is checked against never comes from
// a cache, and what reads files elsewhere isn't followed.
func (opt *Options) noteReads(questions []*question) {
	if opt.Cache == nil || opt.certifies() || opt.readFile != nil || opt.timely() {
		return
	}
	var all []any
	for _, q := range questions {
		all = append(all, q.name, q.rule, q.file)
	}
	opt.reads = newReads()
	opt.reads.all = digest.Of(all...)
}

func newReads() *reads {
	return &reads{files: map[string]string{}, seen: map[string]Input{}, now: map[string]string{}}
}

// reader is what files are read by; nil for the system.
func (opt Options) reader() func(name string) ([]byte, error) {
	if opt.readFile == nil && opt.reads != nil {
		return opt.touched.noting(opt.reads.read)
	}
	return opt.touched.noting(opt.readFile)
}

// timely reports whether a text may have macros that stand for the time.
func timely(text []byte) bool {
	return slices.ContainsFunc([]string{"__DATE__", "__TIME__", "__TIMESTAMP__"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// timely reports whether a program may say when it is read although no file does.
func (opt Options) timely() bool {
	all := append([]string{opt.predefined}, opt.Defines...)
	for _, fl := range opt.Flags {
		all = append(append(all, fl.Predefined), fl.Defines...)
	}
	if opt.environment != nil {
		all = append(all, opt.environment.Parts...)
	}
	for _, text := range opt.texts {
		all = append(all, string(text))
	}
	return slices.ContainsFunc(all, func(text string) bool { return timely([]byte(text)) })
}

func (rs *reads) read(name string) ([]byte, error) {
	text, err := source.ReadRegular(name)
	rs.mu.Lock()
	defer rs.mu.Unlock()
	sum := ""
	if err == nil {
		sum = sumOf(text)
	}
	former, known := rs.files[name]
	rs.vague = rs.vague || known && former != sum || !known && timely(text)
	rs.files[name] = sum
	return text, err
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// see notes that a file is part of the program.
func (rs *reads) see(name, path string, text []byte) {
	if rs != nil {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		rs.seen[name] = Input{Name: name, Path: path, Sum: sumOf(text)}
	}
}

// basis is what was read so far, as a text; false if that doesn't say what a program is.
func (rs *reads) basis() ([]byte, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	b := basis{Files: rs.files}
	for _, name := range slices.Sorted(maps.Keys(rs.seen)) {
		b.Seen = append(b.Seen, rs.seen[name])
	}
	c, err := freeze.New(&b)
	if err != nil || rs.vague {
		return nil, false
	}
	text, err := c.Write(&b)
	return text, err == nil
}

// parse reads a basis, and reports whether it is one.
func (b *basis) parse(text []byte) bool {
	c, err := freeze.New(b)
	return err == nil && c.Read(text, b) == nil
}

// hold reports whether all files of a basis are as they were: those that weren't there too.
func (rs *reads) hold(b *basis) bool {
	buffer, folders := make([]byte, 1<<16), noFolders{}
	for name, sum := range b.Files {
		now, known := rs.now[name]
		if !known {
			if sum != "" || !folders.hold(name) {
				now = sumNow(name, buffer)
			}
			rs.now[name] = now
		}
		if now != sum {
			return false
		}
	}
	return true
}

// noFolders says of folders whether they aren't there: most files that were looked for in vain were looked for in few
// of those.
type noFolders map[string]bool

// hold reports whether the folder of a file isn't there, so that the file isn't either.
func (a noFolders) hold(name string) bool {
	k := strings.LastIndexByte(name, '/') // what .. leads to is the system's business
	if k <= 0 {
		return false
	}
	gone, known := a[name[:k]]
	if !known {
		_, err := os.Stat(name[:k])
		gone = errors.Is(err, fs.ErrNotExist)
		a[name[:k]] = gone
	}
	return gone
}

// sumNow is what a file holds, read through a buffer; "" if it can't be read.
func sumNow(name string, buffer []byte) string {
	sum := sha256.New()
	if source.CopyRegular(sum, name, buffer) != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// take notes the files of a program that wasn't read because they are as they were.
func (opt Options) take(b *basis) {
	for _, in := range b.Seen {
		opt.Inputs.enter(in)
		opt.reads.seen[in.Name] = in
	}
	for name := range b.Files {
		opt.touched.add(name)
	}
}
