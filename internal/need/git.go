package need

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Repository is a git repository that a test has made.
type Repository struct {
	tb  testing.TB
	Dir string
}

// Git makes an empty repository.
func Git(tb testing.TB) *Repository {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		Missing(tb, err)
	}
	dir, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	r := &Repository{tb, dir}
	r.Run("init", "-q")
	return r
}

// Run runs git in the repository.
func (r *Repository) Run(args ...string) {
	r.tb.Helper()
	cmd := exec.Command("git", append([]string{"-C", r.Dir, "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.tb.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// Write writes a file of the repository and returns its name.
func (r *Repository) Write(name, text string) string {
	r.tb.Helper()
	file := filepath.Join(r.Dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		r.tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		r.tb.Fatal(err)
	}
	return file
}

// Commit commits all that is there.
func (r *Repository) Commit() {
	r.tb.Helper()
	r.Run("add", "-A")
	r.Run("commit", "-q", "--allow-empty", "-m", "test")
}
