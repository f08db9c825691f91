package environ_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

var update = flag.Bool("update", false, "write the golden files")

// units reads each text alone.
func units(t *testing.T, files ...cfront.File) []find.Unit {
	t.Helper()
	var us []find.Unit
	for _, f := range files {
		prog, err := cfront.Load([]cfront.File{f}, cfront.Config{Own: true})
		if err != nil {
			t.Fatal(err)
		}
		us = append(us, find.Unit{Name: f.Name, Prog: prog})
	}
	return us
}

// TestGolden compares the environments of testdata/entries with what they were, and reads
// each behind its driver.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("../../../testdata/entries/*.c")
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, name := range inputs {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f := cfront.File{Name: filepath.Base(name), Text: text}
			prog, e := behind(t, f)
			golden(t, filepath.Join("testdata", strings.TrimSuffix(f.Name, ".c")+".golden"), e.Text)
			for _, err := range cil.Sanity(prog) {
				t.Error(err)
			}
			for _, c := range e.Callbacks {
				if prog.FuncNamed(c.Func.Name) == nil {
					t.Errorf("the environment doesn't reach %s", c.Name())
				}
			}
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it); got\n%s", file, got)
	}
}

// FuzzRead reads texts that people may have changed: each line ends up in one part.
func FuzzRead(f *testing.F) {
	f.Add("int x;\n/* environment of b.c */\nvoid hardbop_after_f(int);\n")
	f.Add("/* environment of a.c */")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := environ.Read("e.c", text, []string{"a.c", "b.c"})
		if err != nil {
			return
		}
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "/* environment of ") && !strings.Contains(e.Parts[0], line) && !strings.Contains(e.Parts[1], line) {
				t.Errorf("%q is in no part", line)
			}
		}
		if e.Entries()[0] != environ.Start {
			t.Error("no start")
		}
	})
}

// TestUndone has the teardown called also if the object's life didn't begin.
func TestUndone(t *testing.T) {
	us := units(t, cfront.File{Name: "d.c", Text: []byte(`
struct comedi_device { int irq; };
struct comedi_driver { int (*attach)(struct comedi_device *); void (*detach)(struct comedi_device *); };
static int on(struct comedi_device *d) { return d->irq; }
static void off(struct comedi_device *d) { d->irq = 0; }
struct comedi_driver driver = { on, off };
`)})
	e, err := environ.Make(us, find.Candidates(us), kinds.Known())
	if err != nil {
		t.Fatal(err)
	}
	want := "hardbop_state_driver = 1;\n\t\t\tif (on(&hardbop_driver_comedi_device) < 0) {\n\t\t\t\thardbop_end_driver();\n\t\t\t}\n"
	if !strings.Contains(e.Text, want) {
		t.Errorf("no\n%s\nin\n%s", want, e.Text)
	}
}

// TestOwnMalloc: a driver with a malloc of its own isn't asked for memory.
func TestOwnMalloc(t *testing.T) {
	for own, want := range map[string]bool{"": true, "void *malloc(unsigned long);": true, "void *malloc(int n) { return 0; }": false} {
		us := units(t, cfront.File{Name: "a.c", Text: []byte(own + `
			struct file_operations { long (*read)(char *); };
			static long my_read(char *to) { *to = 1; return 0; }
			const struct file_operations fops = { my_read };
			void *user(void) { return ` + map[bool]string{true: "malloc(1)", false: "0"}[own != ""] + `; }`)})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(e.Text, "= malloc("); got != want {
			t.Errorf("%q: memory by malloc: %v\n%s", own, got, e.Text)
		}
	}
}

// TestResultsElsewhere: rules hear of what a callback returns if any of the files copies from or to user space.
func TestResultsElsewhere(t *testing.T) {
	for copies, want := range map[string]bool{"copy_from_user": true, "copy_to_user": true, "copy_page": false} {
		us := units(t, cfront.File{Name: "a.c", Text: []byte(`
			struct file_operations { long (*read)(char *); };
			long out(char *to);
			static long my_read(char *to) { return out(to); }
			const struct file_operations fops = { my_read };`)},
			cfront.File{Name: "b.c", Text: []byte("long " + copies + "(char *to, const char *from, long n); long out(char *to) { return " + copies + `(to, "x", 1) ? -14 : 1; }`)})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(e.Text, environ.ResultMark+"(my_read("); got != want {
			t.Errorf("%s: results are told: %v\n%s", copies, got, e.Text)
		}
	}
}

// TestUses has drivers of a misc device: what is in private_data first is told to those that may
// look at it as what it is.
func TestUses(t *testing.T) {
	const text = `struct list { struct list *next; }; struct file { void *private_data; }; struct inode { int i; };
		struct file_operations { int (*open)(struct inode *, struct file *); int (*release)(struct inode *, struct file *); };
		struct miscdevice { struct list list; const struct file_operations *fops; };
		struct first { struct miscdevice misc; int n; }; struct other { int n; };
		int misc_register(struct miscdevice *); void misc_deregister(struct miscdevice *); void *own(void); void use(void *);
		static int open(struct inode *i, struct file *f) { USE; return 0; }
		static const struct file_operations ops = { .open = open };
		static struct miscdevice misc = { .fops = &ops };
		int init_module(void) { return misc_register(&misc); } void cleanup_module(void) { misc_deregister(&misc); }`
	const own = "f->private_data = own(); "
	for use, told := range map[string]bool{
		own: false,
		"struct other *o = f->private_data; if (o) o->n = 1":                              true,
		own + "struct other *o = f->private_data; if (o) o->n = 1":                        false,
		own + "if (f->private_data) { struct other *o = f->private_data; o->n = 1; }":     true,
		own + "struct other *o = f->private_data; struct miscdevice *m = f->private_data": true,
		own + "struct miscdevice *m = f->private_data":                                    true,
		own + "struct first *o = f->private_data":                                         true,
		own + "struct list *o = f->private_data":                                          true,
		own + "void *p = f->private_data":                                                 true,
		own + "use(f->private_data)":                                                      true,
		own + "struct other *o = (struct other *)((char *)f->private_data - 8)":           true,
		own + "unsigned long n = (unsigned long)f->private_data":                          true,
		own + "void **p = &f->private_data; struct miscdevice *m = *p":                    true,
		own + "struct miscdevice *m = *(struct miscdevice **)&f->private_data":            true,
		own + "struct file g = *f; struct miscdevice *m = g.private_data":                 true,
		own + "struct other *o = f->private_data; struct miscdevice *m = (void *)o":       true,
		own + "char *p = f->private_data + 0; use(p)":                                     true,
	} {
		us := units(t, cfront.File{Name: "t.c", Text: []byte(strings.Replace(text, "USE", use, 1))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(e.Text, ".private_data = ") {
			t.Errorf("%q: nothing is there\n%s", use, e.Text)
		}
		if got := strings.Contains(e.Text, ".private_data = (void *)hardbop_data_of_ops;"); got != told {
			t.Errorf("%q: told %v\n%s", use, got, e.Text)
		}
	}
}

// TestUsesElsewhere has the struct that is in private_data defined in another file, or in none.
func TestUsesElsewhere(t *testing.T) {
	const text = `struct file { void *private_data; }; struct inode { int i; }; struct own; struct own *make(void); void drop(struct own *);
		struct file_operations { int (*open)(struct inode *, struct file *); int (*release)(struct inode *, struct file *); };
		struct miscdevice { int minor; const struct file_operations *fops; }; int misc_register(struct miscdevice *);
		static int open(struct inode *i, struct file *f) { f->private_data = make(); return 0; }
		static int release(struct inode *i, struct file *f) { drop(f->private_data); return 0; }
		static const struct file_operations ops = { open, release }; static struct miscdevice misc = { .fops = &ops };
		int init_module(void) { return misc_register(&misc); }`
	for other, told := range map[string]bool{
		"struct own { int n; }; void drop(struct own *o) { o->n = 1; }": false,
		"struct own; void drop(struct own *o) { }":                      true,
		"struct miscdevice { int minor; void *fops; }; struct own { struct miscdevice misc; int n; }; void drop(struct own *o) { o->n = 1; }": true,
	} {
		us := units(t, cfront.File{Name: "a.c", Text: []byte(text)},
			cfront.File{Name: "b.c", Text: []byte(other + " struct own *make(void) { return 0; }")})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(e.Text, ".private_data = (void *)hardbop_data_of_ops;"); got != told {
			t.Errorf("%q: told %v\n%s", other, got, e.Text)
		}
	}
}

// TestLimits has functions that get sizes, of several types.
func TestLimits(t *testing.T) {
	const most = "2147479552"
	for decl, want := range map[string]string{
		"file_operations read F *f, char *b, unsigned long n":               "a2 <= " + most,
		"file_operations read F *f, char *b, long n":                        "a2 >= 0 a2 <= " + most,
		"file_operations read F *f, char *b, int n":                         "a2 >= 0 a2 <= " + most,
		"file_operations read F *f, char *b, unsigned short n":              "",
		"file_operations read F *f, char *b, char *c":                       "",
		"file_operations read F *f, unsigned long n":                        "",
		"file_operations other F *f, char *b, unsigned long n":              "",
		"proc_ops proc_write F *f, char *b, unsigned long n":                "a2 <= " + most,
		"proc_ops read F *f, char *b, unsigned long n":                      "",
		"device_attribute store F *f, F *a, char *b, unsigned long n":       "a3 >= 1 a3 <= 1048576",
		"device_attribute show F *f, F *a, char *b, unsigned long n":        "",
		"bin_attribute write F *f, F *a, F *c, char *b, long o, unsigned n": "a5 >= 1 a5 <= 1048576",
	} {
		words := strings.SplitN(decl, " ", 3)
		params := strings.ReplaceAll(words[2], "F *", "struct f *")
		us := units(t, cfront.File{Name: "d.c", Text: []byte(fmt.Sprintf(`
			struct f { int x; }; struct %s { long (*%s)(%s); };
			long g(); static long callback(%s) { return g(); } const struct %s table = { callback };`,
			words[0], words[1], params, params, words[0]))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`__VERIFIER_assume\((a\d [<>]= \d+)\)`).FindAllStringSubmatch(e.Text, -1) {
			got = append(got, m[1])
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: got %q, want %q\n%s", decl, got, want, e.Text)
		}
	}
}

// TestNamed has functions that get pointers to structs without tags: those with a typedef are spelled by that.
func TestNamed(t *testing.T) {
	f := cfront.File{Name: "a.c", Text: []byte(`
		typedef struct { int n; } addr_t; typedef struct { int n; } *handle_t; typedef union { int n; struct { int m; } in; } both_t;
		struct ops { int (*set)(const addr_t *); int (*use)(handle_t); int (*mix)(both_t *); };
		static int set(const addr_t *a) { return a->n; }
		static int use(handle_t h) { return h->n; }
		static int mix(both_t *b) { return b->in.m; }
		const struct ops ops = { set, use, mix };
`)}
	_, e := behind(t, f)
	for _, want := range []string{"addr_t a0 = ", "both_t a0 = "} {
		if !strings.Contains(e.Text, want) {
			t.Errorf("no %q in\n%s", want, e.Text)
		}
	}
}
