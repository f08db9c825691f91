package revision

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// git returns the command git, which reads the repository of dir and changes nothing.
func git(ctx context.Context, dir string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), isPlace), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd
}

// isPlace reports whether a variable names a repository: within a hook that would be the hook's, and with it
// git takes dir for the top of its files.
func isPlace(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE"}, name)
}

// output runs git and returns what it prints.
func output(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := git(ctx, dir, args...).Output()
	return string(out), said(err)
}

// said puts what git said into its error.
func said(err error) error {
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("there is no command git, which knows what was before")
	case errors.As(err, &exit) && len(exit.Stderr) > 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return errors.New(strings.TrimPrefix(line, "fatal: "))
	}
	return err
}

// blobs is a git that hands out contents, one after the other.
type blobs struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func openBlobs(ctx context.Context, dir string) (*blobs, error) {
	b := &blobs{cmd: git(ctx, dir, "cat-file", "--batch")}
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.out = in, bufio.NewReader(out)
	return b, said(b.cmd.Start())
}

// read returns the content of the blob called id: git says "ID blob SIZE", and then what it is.
func (b *blobs) read(id string) ([]byte, error) {
	if _, err := fmt.Fprintln(b.in, id); err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	head, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	words := strings.Fields(head)
	if len(words) != 3 || words[1] != "blob" {
		return nil, fmt.Errorf("git has no file %s: %s", id, strings.TrimSpace(head))
	}
	size, err := strconv.Atoi(words[2])
	if err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, fmt.Errorf("git: %w", err)
	}
	return text[:size], nil
}

// close ends the process.
func (b *blobs) close() {
	b.in.Close()
	_ = b.cmd.Wait()
}
