package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"hardbop/internal/source"
	"hardbop/internal/suite"
)

// Batch is a file with the tasks of an array.
type Batch struct {
	Version string `json:"version"` // of the tool that is to run them
	Pages   string `json:"pages"`   // folder for pages about the tasks; "" for none
	Tasks   []Item `json:"tasks"`
}

// Item is a task of a batch.
type Item struct {
	Key  string      `json:"key"`
	Task *suite.Task `json:"task"`
	Args []string    `json:"args"`
}

// Folder is the folder that the nodes share.
type Folder string

func (f Folder) results() string          { return filepath.Join(string(f), "results") }
func (f Folder) batches() string          { return filepath.Join(string(f), "batches") }
func (f Folder) logs() string             { return filepath.Join(string(f), "logs") }
func (f Folder) result(key string) string { return filepath.Join(f.results(), key+".json") }
func (f Folder) batch(name string) string { return filepath.Join(f.batches(), name+".json") }
func (f Folder) log(id string, n int) string {
	return filepath.Join(f.logs(), fmt.Sprintf("%s_%d.log", id, n))
}

// make makes the folder with what is in it.
func (f Folder) make() error {
	for _, dir := range []string{f.results(), f.batches(), f.logs()} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	return nil
}

// prefix begins the names of the batches of the folder.
func (f Folder) prefix() string {
	sum := sha256.Sum256([]byte(f))
	return "hardbop-" + hex.EncodeToString(sum[:4])
}

// put writes a batch and returns its name, which follows from its content.
func (f Folder) put(b *Batch) (name string, err error) {
	text, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	name = f.prefix() + "-" + hex.EncodeToString(sum[:4])
	return name, write(f.batch(name), text)
}

// ReadBatch reads the file of a batch.
func ReadBatch(file string) (*Batch, error) {
	text, err := source.ReadRegular(file)
	if err != nil {
		return nil, err
	}
	b := &Batch{}
	if err := json.Unmarshal(text, b); err != nil {
		return nil, fmt.Errorf("%s: no batch of tasks: %w", file, err)
	}
	return b, nil
}

// names lists the batches of the folder.
func (f Folder) names() ([]string, error) {
	found, err := source.Glob(f.batches(), f.prefix()+"-*.json")
	var names []string
	for _, file := range found {
		base := filepath.Base(file)
		names = append(names, base[:len(base)-len(".json")])
	}
	return names, err
}

// Put writes the answer to the task of a batch's file.
func Put(batchFile, key string, a suite.Answer) error {
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return write(folderOf(batchFile).result(key), text)
}

// Has reports whether the task of a batch's file has an answer.
func Has(batchFile, key string) bool {
	_, ok := folderOf(batchFile).answer(key)
	return ok
}

func folderOf(batchFile string) Folder { return Folder(filepath.Dir(filepath.Dir(batchFile))) }

// answer reads the answer to a task, if it is there.
func (f Folder) answer(key string) (suite.Answer, bool) {
	var a suite.Answer
	text, err := source.ReadRegular(f.result(key))
	return a, err == nil && json.Unmarshal(text, &a) == nil
}

// write writes a file aside and renames it, so that nobody sees a part of it.
func write(file string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o666&^umask)
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// umask is what others needn't read.
const umask = 0o022
