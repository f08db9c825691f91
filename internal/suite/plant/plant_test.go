package plant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/compdb"
)

const driver = `#define give(l) \
	unlock(l);
/* unlock(&old); */
static int f(struct d *d)
{
	lock(&d->l);
	if (d->gone) {
		unlock(&d->l);
		return -1;
	}
	if (busy(d))
		unlock(
			&d->l); /* in ä loop */
	else
		unlock(&d->m[(1)]);
	return unlock(&d->l) + x(unlock(&d->n));
}
`

func TestChanged(t *testing.T) {
	for name, c := range map[string]struct {
		fault Fault
		line  int
		old   string
		new   string
	}{
		"first":       {Fault{Function: "unlock", K: 1}, 8, "\t\tunlock(&d->l);\n", "\t\t;\n"},
		"middle":      {Fault{Function: "unlock"}, 12, "unlock(\n\t\t\t&d->l);", ";\n"},
		"behind else": {Fault{Function: "unlock", K: 3}, 15, "unlock(&d->m[(1)]);", ";"},
		"twice":       {Fault{Function: "lock", Twice: true}, 6, "lock(&d->l);", "{ lock(&d->l); lock(&d->l); }"},
	} {
		t.Run(name, func(t *testing.T) {
			got, line, err := c.fault.Changed(driver)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Replace(driver, c.old, c.new, 1); got != want || line != c.line {
				t.Errorf("line %d:\n%s\nwant line %d:\n%s", line, got, c.line, want)
			}
		})
	}
	if _, _, err := (&Fault{File: "d.c", Function: "unlock", K: 4}).Changed(driver); err == nil || err.Error() != "d.c has 3 statements that call unlock" {
		t.Errorf("a call that isn't there: %v", err)
	}
}

func TestReadListErrors(t *testing.T) {
	for text, want := range map[string]string{
		"d.c lock drop\n":             "faults.txt:1:1: expected a file, a rule, drop or twice",
		"d.c lock lose unlock\n":      "faults.txt:1:1: expected a file, a rule, drop or twice",
		"\nd.c lock twice unlock 0\n": `faults.txt:2:1: "0" isn't the number of a call`,
	} {
		if _, err := ReadList(write(t, t.TempDir(), "faults.txt", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// write writes a file into the folder and returns its name.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestWrite(t *testing.T) {
	tree, dir := t.TempDir(), t.TempDir()
	write(t, tree, "char/d.c", driver)
	write(t, tree, "compile_commands.json", `[{"directory": "`+tree+`", "file": "char/d.c", "command": "gcc -DA=1 -Iinc -c -o d.o char/d.c"}]`)
	list := write(t, dir, "list", "char/d.c locks/lock drop unlock 1 # on an error path\n")
	faults, err := ReadList(list)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := Write(faults, tree, dir)
	if err != nil || len(lines) != 1 || lines[0] != "char/d.c:8: locks/lock without a call of unlock" {
		t.Fatalf("%q, %v", lines, err)
	}
	if got := read(t, dir, ListName); got != "char/d.c locks/lock=UNSAFE\n" {
		t.Errorf("the list is %q", got)
	}
	if got := read(t, dir, "char/d.c"); strings.Count(got, "unlock(") != strings.Count(driver, "unlock(")-1 {
		t.Errorf("the copy is\n%s", got)
	}
	db, err := compdb.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	u, _, err := db.Find(filepath.Join(dir, "char/d.c"))
	if err != nil || u.Dir != tree || len(u.QuoteDirs) != 1 || u.QuoteDirs[0] != filepath.Join(tree, "char") || u.Defines[len(u.Defines)-1] != "A=1" {
		t.Errorf("compiled as %+v, %v", u, err)
	}
	if _, err := Write(append(faults, faults...), tree, t.TempDir()); err == nil || !strings.Contains(err.Error(), "has a fault already") {
		t.Errorf("two faults in a file: %v", err)
	}
}

// read returns the text of a file in the folder.
func read(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
