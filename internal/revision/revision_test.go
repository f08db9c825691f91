package revision_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hardbop/internal/need"
	"hardbop/internal/revision"
)

// repository has files of all kinds, and what became of them.
func repository(t *testing.T) *need.Repository {
	t.Helper()
	r := need.Git(t)
	r.Write("same.c", "same\n")
	r.Write("edited.c", "old\n")
	r.Write("staged.c", "old\n")
	r.Write("overlooked.c", "old\n")
	r.Write("deleted.h", "deleted\n")
	r.Write("lib/gone/x.h", "x\n")
	r.Write("lib/before.c", "moved\n")
	r.Write("lib/elsewhere.c", "moved to another folder\n")
	r.Write(".gitignore", "*.gen.h\n")
	r.Write("odd \"name\"\n.h", "odd\n")
	r.Commit()
	r.Write("edited.c", "new\n")
	r.Write("staged.c", "new\n")
	r.Run("add", "staged.c")
	r.Run("update-index", "--assume-unchanged", "overlooked.c")
	r.Write("overlooked.c", "new\n")
	r.Write("untracked.h", "new\n")
	r.Write("made.gen.h", "made\n")
	r.Run("rm", "-q", "deleted.h")
	r.Run("rm", "-q", "-r", "lib/gone")
	r.Run("mv", "lib/before.c", "lib/after.c")
	r.Run("mv", "lib/elsewhere.c", "elsewhere.c")
	return r
}

func open(t *testing.T, r *need.Repository) *revision.Tree {
	t.Helper()
	tree, err := revision.Open(context.Background(), filepath.Join(r.Dir, "same.c"), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tree.Close)
	return tree
}

func TestRead(t *testing.T) {
	r := repository(t)
	tree := open(t, r)
	for name, want := range map[string]string{
		"same.c": "same\n", "edited.c": "old\n", "staged.c": "old\n", "overlooked.c": "old\n", "deleted.h": "deleted\n", "lib/gone/x.h": "x\n",
		"lib/../edited.c": "old\n", "odd \"name\"\n.h": "odd\n", "made.gen.h": "made\n",
	} {
		text, err := tree.Read(filepath.Join(r.Dir, name))
		if err != nil || string(text) != want {
			t.Errorf("%q: %q, %v, want %q", name, text, err, want)
		}
	}
	for _, name := range []string{"untracked.h", "nowhere.h", "lib/after.c"} {
		if text, err := tree.Read(filepath.Join(r.Dir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %q, %v, expected that it doesn't exist", name, text, err)
		}
	}
	outside := filepath.Join(t.TempDir(), "o.h")
	if err := os.WriteFile(outside, []byte("outside\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := tree.Read(outside); err != nil || string(text) != "outside\n" {
		t.Errorf("outside: %q, %v", text, err)
	}
	if err := tree.Err(); err != nil {
		t.Error(err)
	}
	if got := tree.Ignored(); !slices.Equal(got, []string{"made.gen.h"}) {
		t.Errorf("ignored: %q", got)
	}
}

func TestDiffers(t *testing.T) {
	r := repository(t)
	tree := open(t, r)
	var got []string
	for _, name := range []string{"same.c", "edited.c", "deleted.h", "untracked.h", "overlooked.c", "made.gen.h", "nowhere.h"} {
		if tree.Differs(filepath.Join(r.Dir, name)) {
			got = append(got, name)
		}
	}
	if want := "edited.c deleted.h untracked.h overlooked.c"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What is outside, and what git ignores and didn't have, isn't known.
func TestUnknown(t *testing.T) {
	r := repository(t)
	r.Write("deleted.h", "here again, and ignored\n")
	r.Write(".gitignore", "*.gen.h\ndeleted.h\n")
	outside := filepath.Join(t.TempDir(), "o.h")
	if err := os.WriteFile(outside, []byte("outside\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tree := open(t, r)
	for name, want := range map[string]string{"same.c": "", "edited.c": "", "untracked.h": "", "nowhere.h": "", "nowhere.gen.h": "", "deleted.h": "", "made.gen.h": "ignored by git",
		outside: "outside of the repository"} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Dir, name)
		}
		if got := tree.Unknown(name); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What builds make files of: none but C files have changed, and then another.
func TestBuilder(t *testing.T) {
	r := need.Git(t)
	for _, name := range []string{"same.c", "h.h", "README.md", "sub/Makefile"} {
		r.Write(name, "old\n")
	}
	r.Commit()
	for _, c := range []struct{ name, want string }{{"same.c", ""}, {"h.h", ""}, {"README.md", ""}, {"sub/Makefile", "sub/Makefile"}} {
		r.Write(c.name, "new\n")
		if got, err := open(t, r).Builder(); got != c.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// Within a hook git's variables name the hook's repository.
func TestHook(t *testing.T) {
	r, other := repository(t), repository(t)
	t.Setenv("GIT_DIR", filepath.Join(other.Dir, ".git"))
	t.Setenv("GIT_WORK_TREE", other.Dir)
	tree := open(t, r)
	if text, err := tree.Read(filepath.Join(r.Dir, "lib/before.c")); err != nil || string(text) != "moved\n" {
		t.Errorf("%q, %v", text, err)
	}
	if why := tree.Unknown(filepath.Join(r.Dir, "same.c")); why != "" {
		t.Error(why)
	}
}

func TestFormer(t *testing.T) {
	r := repository(t)
	tree := open(t, r)
	for name, want := range map[string]string{"lib/after.c": "lib/before.c", "elsewhere.c": "", "untracked.h": ""} {
		if want != "" {
			want = filepath.Join(r.Dir, want)
		}
		if got, err := tree.Former(filepath.Join(r.Dir, name)); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}

// What links and submodules hide can't be told.
func TestHidden(t *testing.T) {
	link := func(r *need.Repository, target, name string) {
		name = filepath.Join(r.Dir, name)
		os.Remove(name)
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name   string
		change func(*need.Repository)
		read   string
		want   string // the text, or a part of the error behind !
	}{
		{"a link that stays", func(*need.Repository) {}, "way/f.h", "one\n"},
		{"a link to another file", func(r *need.Repository) { link(r, "two", "way") }, "way/f.h", "!isn't what it was"},
		{"a link that was none", func(r *need.Repository) { link(r, "one/f.h", "plain.h") }, "plain.h", "!isn't what it was"},
		{"a link that is none", func(r *need.Repository) { os.Remove(filepath.Join(r.Dir, "way")); r.Write("way/f.h", "x\n") }, "way/f.h", "!isn't what it was"},
		{"a new link", func(r *need.Repository) { link(r, "one", "new") }, "new/f.h", "!isn't what it was"},
		{"the file behind a link", func(r *need.Repository) { r.Write("one/f.h", "changed\n") }, "way/f.h", "one\n"},
		{"a submodule", func(r *need.Repository) {
			r.Run("update-index", "--add", "--cacheinfo", "160000,0123456789012345678901234567890123456789,sub")
			r.Run("commit", "-q", "-m", "sub")
			r.Write("sub/f.h", "sub\n")
		}, "sub/f.h", "!submodule"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := need.Git(t)
			r.Write("same.c", "same\n")
			r.Write("one/f.h", "one\n")
			r.Write("two/f.h", "two\n")
			r.Write("plain.h", "plain\n")
			link(r, "one", "way")
			r.Commit()
			c.change(r)
			tree := open(t, r)
			text, err := tree.Read(filepath.Join(r.Dir, c.read))
			if why, fails := strings.CutPrefix(c.want, "!"); fails {
				if err == nil || tree.Err() == nil || !strings.Contains(tree.Err().Error(), why) {
					t.Errorf("%q, %v, %v, expected %s", text, err, tree.Err(), why)
				}
			} else if err != nil || string(text) != c.want || tree.Err() != nil {
				t.Errorf("%q, %v, %v, want %q", text, err, tree.Err(), c.want)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	r := repository(t)
	for _, c := range []struct{ name, rev, want string }{
		{filepath.Join(r.Dir, "same.c"), "nonsense", "no revision"},
		{filepath.Join(r.Dir, "same.c"), "--all", "no revision"},
		{filepath.Join(t.TempDir(), "x.c"), "HEAD", "not a git repository"},
	} {
		if _, err := revision.Open(context.Background(), c.name, c.rev); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at %s: %v, want %s", c.name, c.rev, err, c.want)
		}
	}
}
