package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeList writes a list of drivers and returns its name.
func writeList(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "drivers.txt")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestLoadList(t *testing.T) {
	name := writeList(t, "# drivers\nusb/b.c linux/urb linux/mutex=UNSAFE # two\n\nchar/a.c linux/mutex\n")
	tasks, err := Load([]string{name}, "tree")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, task := range tasks {
		got = append(got, task.ID()+" "+task.Expected+" "+strings.Join(task.Args, " "))
	}
	want := []string{
		"drivers/char/a/mutex  check -p tree --rule linux/mutex --entry auto tree/char/a.c",
		"drivers/usb/b/mutex UNSAFE check -p tree --rule linux/mutex --entry auto tree/usb/b.c",
		"drivers/usb/b/urb  check -p tree --rule linux/urb --entry auto tree/usb/b.c",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLoadListErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a.c\n":                     "drivers.txt:1:1: a.c has no rules",
		"a.c r\nb.c linux/x=FINE\n": `drivers.txt:2:1: unknown verdict "FINE"`,
	} {
		if _, err := Load([]string{writeList(t, text)}, "tree"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := Load([]string{writeList(t, "a.c r\n")}, ""); err == nil || !strings.Contains(err.Error(), "needs -p DIR") {
		t.Errorf("without a tree: %v", err)
	}
}
