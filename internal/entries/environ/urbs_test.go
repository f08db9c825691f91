package environ_test

import (
	"strings"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/entries/environ"
	"hardbop/internal/entries/find"
	"hardbop/internal/entries/kinds"
)

// TestUrbs has drivers with a URB: when the kernel takes it back, and what its function finds.
func TestUrbs(t *testing.T) {
	const text = `struct usb_interface { int n; }; struct usb_anchor { int a; }; struct urb { struct usb_anchor *anchor; void (*complete)(struct urb *); };
		struct usb_driver { int (*probe)(struct usb_interface *); void (*disconnect)(struct usb_interface *); };
		int usb_submit_urb(struct urb *, unsigned), usb_register(struct usb_driver *); void usb_poison_urb(struct urb *), usb_unpoison_urb(struct urb *);
		static inline void usb_fill_control_urb(struct urb *u, void *dev, unsigned pipe, unsigned char *setup, void *p, int len, void (*complete)(struct urb *)) { u->complete = complete; }
		static inline void usb_fill_bulk_urb(struct urb *u, void *dev, unsigned pipe, void *p, int len, void (*complete)(struct urb *)) { u->complete = complete; }
		static struct urb urb; static void done(struct urb *u) { }
		static void send(void) { FILL; usb_submit_urb(&urb, 0); }
		static int probe(struct usb_interface *i) { send(); return 0; } static void disconnect(struct usb_interface *i) { STOP; }
		static struct usb_driver driver = { probe, disconnect };
		static int probe2(struct usb_interface *i) { SECOND; return 0; } static void disconnect2(struct usb_interface *i) { }
		static struct usb_driver driver2 = { probe2, disconnect2 };
		int init_module(void) { usb_register(&driver); return usb_register(&driver2); }`
	const bulk, control = "usb_fill_bulk_urb(&urb, 0, 0, 0, 0, done)", "usb_fill_control_urb(&urb, 0, 0, 0, 0, 0, done)"
	const set = "hardbop_object_urb_of_done_set"
	for _, c := range []struct {
		name, fill, stop, second string
		want                     string
		count                    int
	}{
		{"one driver's", bulk, "", "", "\t\t\t" + set + " = 0;\n\t\t\thardbop_state_driver = 0;", 1},
		{"not the other's", bulk, "", "", "\t\t\t" + set + " = 0;\n\t\t\thardbop_state_driver2 = 0;", 0},
		{"both drivers'", bulk, "", "send()", "\t\t\tif (!hardbop_state_driver) {\n\t\t\t" + set + " = 0;", 1},
		{"of the control endpoint", control, "", "", "\t\t\t" + set + " = 0;\n\t\t\thardbop_state_driver = 0;", 0},
		{"of both endpoints", control + "; " + bulk, "", "", "\t\t\t" + set + " = 0;\n\t\t\thardbop_object_urb_of_done_2_set = 0;\n\t\t\thardbop_state_driver = 0;", 1},
		{"without an anchor", bulk, "", "", "hardbop_object_urb_of_done->anchor = 0;\n", 1},
		{"at any time", bulk, "", "", "\tif (!(" + set + "))\n", 1},
		{"poisoned", bulk, "usb_poison_urb(&urb)", "", "\tif (p0 == hardbop_object_urb_of_done_blocked)\n\t\tresult = -1;\n", 1},
		{"poisoned for good", bulk, "usb_poison_urb(&urb)", "", "\thardbop_object_urb_of_done_blocked = 0;\n", 0},
		{"unpoisoned", bulk, "usb_unpoison_urb(&urb)", "", "\tif (p0 == hardbop_object_urb_of_done_blocked)\n\t\thardbop_object_urb_of_done_blocked = 0;\n", 0},
		{"unpoisoned again", bulk, "usb_poison_urb(&urb); usb_unpoison_urb(&urb)", "", "\tif (p0 == hardbop_object_urb_of_done_blocked)\n\t\thardbop_object_urb_of_done_blocked = 0;\n", 1},
	} {
		us := units(t, cfront.File{Name: "t.c", Text: []byte(strings.NewReplacer("FILL", c.fill, "STOP", c.stop, "SECOND", c.second).Replace(text))})
		e, err := environ.Make(us, find.Candidates(us), kinds.Known())
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(e.Text, c.want); n != c.count {
			t.Errorf("%s: %q is there %d times, want %d\n%s", c.name, c.want, n, c.count, e.Text)
		}
	}
}

// TestBlocked has a tasklet that may be disabled.
func TestBlocked(t *testing.T) {
	us := units(t, cfront.File{Name: "t.c", Text: []byte(`struct tasklet_struct { void (*callback)(struct tasklet_struct *); };
		void __tasklet_schedule(struct tasklet_struct *), tasklet_disable(struct tasklet_struct *);
		static struct tasklet_struct soft; static void run(struct tasklet_struct *t) { }
		void begin(void) { soft.callback = run; __tasklet_schedule(&soft); } void end(void) { tasklet_disable(&soft); }`)})
	e, err := environ.Make(us, find.Candidates(us), kinds.Known())
	if err != nil {
		t.Fatal(err)
	}
	const object = "hardbop_object_tasklet_struct_of_soft"
	for _, want := range []string{"if (!(" + object + "_set && " + object + " != " + object + "_blocked))", object + "_blocked = (struct tasklet_struct *)p0;", "hardbop_before_tasklet_disable("} {
		if !strings.Contains(e.Text, want) {
			t.Errorf("no %q in\n%s", want, e.Text)
		}
	}
}
