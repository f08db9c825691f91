package bugreport

import (
	"archive/zip"
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

var names = Names{Dir: "/home/ada/drv", Home: "/home/ada"}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"led.c":                      "led.c",
		"./sub/../led.c":             "led.c",
		"/home/ada/drv/sub/led.c":    "sub/led.c",
		"/home/ada/drv":              ".",
		"../other/led.c":             "home/other/led.c",
		"/home/ada/drv2/led.c":       "home/drv2/led.c",
		"/usr/include/stdio.h":       "outside/usr/include/stdio.h",
		"../../../usr/include/x.h":   "outside/usr/include/x.h",
		"/home/adam/x.h":             "outside/home/adam/x.h",
		"..hidden/x.h":               "..hidden/x.h",
		"-":                          "-",
		"":                           "",
		"/home/ada/drv/../../../etc": "outside/etc",
	} {
		if got := names.Of(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestText(t *testing.T) {
	text := "reading /home/ada/drv/led.c, ../a/b.h, ../a/b.hh; /home/ada/.config/x /usr/x.h"
	got := names.Text(text, []string{"led.c", "../a/b.h", "../a/b.hh", "/usr/x.h"})
	if want := "reading led.c, home/a/b.h, home/a/b.hh; home/.config/x outside/usr/x.h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNamesStayInside puts files into the archive only below files/.
func TestNamesStayInside(t *testing.T) {
	for _, dir := range []string{"/", "/a", "/a/b"} {
		for _, home := range []string{"", "/", "/a", "/c"} {
			for _, name := range []string{"..", "../..", "../../../x", "/", "/a", "/a/b", "/c/d", "x", "/a/../.."} {
				if got := (Names{dir, home}).Of(name); strings.HasPrefix(got, "/") || slices.Contains(strings.Split(got, "/"), "..") {
					t.Errorf("in %s with the home %q, %s is %s", dir, home, name, got)
				}
			}
		}
	}
}

// unpack returns the files of an archive.
func unpack(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := files[f.Name]; twice {
			t.Errorf("%s is twice in the archive", f.Name)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestWrite(t *testing.T) {
	r := &Report{Names: names, About: []string{"tool: hardbop 1", "folder: /home/ada/drv/x"}, Args: []string{"check", "--define=A=it's", "--", "led.c"},
		Files: []File{{Path: "led.c", Text: []byte("int x;\n")}, {Path: "/usr/include/x.h", Text: []byte("x"), Note: "changed since it was read"},
			{Path: "/home/ada/drv/led.c", Text: []byte("int x;\n")}, {As: "made.json", Text: []byte("[]")}},
		Results: `{"file": "/usr/include/x.h"}`, Log: "/home/ada/drv/led.c: odd\n"}
	var one, two bytes.Buffer
	list, err := Write(&one, r)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ABOUT.txt", "again.sh", "results.json", "log.txt", "files/led.c", "files/made.json", "files/outside/usr/include/x.h"}; !slices.Equal(list, want) {
		t.Errorf("got %v, want %v", list, want)
	}
	files := unpack(t, one.Bytes())
	for name, want := range map[string]string{
		"results.json": `{"file": "outside/usr/include/x.h"}`,
		"log.txt":      "led.c: odd\n",
		"files/led.c":  "int x;\n",
		"again.sh":     "#!/bin/sh\n# Runs the command again; HARDBOP is the tool.\ncd \"$(dirname \"$0\")/files\" && exec \"${HARDBOP:-hardbop}\" check '--define=A=it'\\''s' -- led.c\n",
		"ABOUT.txt": "A run of Hardbop, to be looked into. again.sh does it again.\n\ntool: hardbop 1\nfolder: x\n\nfiles:\n  led.c, 7 bytes\n" +
			"  made.json, 2 bytes\n  outside/usr/include/x.h, 1 bytes  (changed since it was read)\n",
	} {
		if files[name] != want {
			t.Errorf("%s: got %q, want %q", name, files[name], want)
		}
	}
	if _, err := Write(&two, r); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Errorf("a second time the archive is another one (%v)", err)
	}
}
