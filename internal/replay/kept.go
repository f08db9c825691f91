package replay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"hardbop/internal/sandbox"
)

// This file keeps how harnesses ended: what they said and their exit status, never the programs. That is an
// answer of outside tools to a question that is given by its content. What an end means is judged each time.

// Memory keeps texts by names, which are made of parts. The folder of a cache is one.
type Memory interface {
	Text(task []string) ([]byte, bool)
	SaveText(task []string, text []byte) error
}

// end is how a harness ended, as a Memory has it.
type end struct {
	Tools   []tool // that made the program
	Status  int
	Output  string
	Missing []string // protections
}

// tool is a program of the compiler, as it was. Another version of it has another size or date.
type tool struct {
	Name string // by which it is called
	Path string
	Size int64
	Date int64 // in nanoseconds
}

// recalled returns how the harness ended before, if m knows that, or how it ends now.
func (h *Harness) recalled(ctx context.Context, m Memory, cc, dir string) (*sandbox.Outcome, error) {
	if m == nil {
		return h.run(ctx, cc, dir)
	}
	task := h.task(cc)
	if out := look(m, task); out != nil {
		return out, nil
	}
	tools := h.Build.tools(ctx, cc, dir) // before they are used: who changes them meanwhile isn't believed
	out, err := h.run(ctx, cc, dir)
	if err == nil && spoke(out) && tools != nil {
		if text, err := json.Marshal(end{tools, out.Status, string(out.Output), out.Missing}); err == nil {
			_ = m.SaveText(task, text) // the next run does it again then
		}
	}
	return out, err
}

// task is what the end of the harness is called by: all that it follows from, but for what the compiler's files hold.
func (h *Harness) task(cc string) []string {
	sum := sha256.Sum256([]byte(h.Text))
	return append([]string{"replay", hex.EncodeToString(sum[:]), cc, os.Getenv("PATH"), fmt.Sprint(Limits())}, h.Build.args()...)
}

// look returns the end that m knows; nil for none, or if the compiler isn't as it was.
func look(m Memory, task []string) *sandbox.Outcome {
	text, ok := m.Text(task)
	var e end
	if !ok || json.Unmarshal(text, &e) != nil || len(e.Tools) == 0 {
		return nil
	}
	for _, was := range e.Tools {
		if now, err := toolOf(was.Name); err != nil || now != was {
			return nil
		}
	}
	out := &sandbox.Outcome{Status: e.Status, Output: []byte(e.Output), Missing: e.Missing}
	if !spoke(out) {
		return nil
	}
	return out
}

// spoke reports whether a harness itself said how it ended, and that it isn't for the machine's sake: no limit and no
// signal ended it, and it had the memory that it wants. The same program ends so each time.
func spoke(out *sandbox.Outcome) bool {
	return !out.TimedOut && !out.TooLoud && out.Signal == 0 && (out.Status == statusError || out.Status == statusDiverged) && lastLine.Match(out.Output)
}

// askTime bounds how long a compiler thinks about what it would do.
const askTime = 5 * time.Second

// tools lists cc and the programs that it would run, which it says with the option -### of gcc and clang, and the linker; nil if
// that can't be told.
func (b Build) tools(ctx context.Context, cc, dir string) []tool {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	cmd := compiler(ctx, cc, dir, append([]string{"-###"}, b.args()...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if cmd.Run() != nil {
		return nil
	}
	names := commands(stderr.String())
	if len(names) == 0 {
		return nil
	}
	var list []tool
	for _, name := range append([]string{cc, "ld"}, names...) {
		t, err := toolOf(name)
		if err != nil {
			return nil
		}
		list = append(list, t)
	}
	return list
}

// commands lists the programs of the commands that a compiler prints: each is a line behind a space.
func commands(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); strings.HasPrefix(line, " ") && len(words) > 0 && words[0] != "(in-process)" {
			list = append(list, strings.Trim(words[0], `"`))
		}
	}
	return list
}

// toolOf looks a tool up as a shell does.
func toolOf(name string) (tool, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return tool{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return tool{}, err
	}
	return tool{name, path, info.Size(), info.ModTime().UnixNano()}, nil
}
