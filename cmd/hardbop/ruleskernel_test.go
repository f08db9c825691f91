package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hardbop/internal/need"
)

// compiled is an entry of a compilation database.
type compiled struct {
	Directory string `json:"directory"`
	Command   string `json:"command"`
	File      string `json:"file"`
}

// outputOptions are the options that name files which a compiler would write.
var outputOptions = regexp.MustCompile(`-Wp,-MM?D,\S+|-o \S+`)

// aDriver returns how the Linux tree compiles one of its drivers, as a module.
func aDriver(t *testing.T, kernel string) compiled {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(kernel, "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []compiled
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if strings.Contains(c.File, "/drivers/") && strings.Contains(c.Command, "-DMODULE") {
			c.Command = outputOptions.ReplaceAllString(c.Command, "")
			return c
		}
	}
	t.Fatalf("%s/compile_commands.json has no driver that is a module", kernel)
	return compiled{}
}

// like returns how file is compiled if it is compiled as c is.
func (c compiled) like(file string) compiled {
	rest := strings.TrimSuffix(c.Command, c.File)
	if rest == c.Command {
		rest = rest[:strings.LastIndexByte(rest, ' ')+1]
	}
	return compiled{c.Directory, rest + file, file}
}

// driverFiles returns the drivers of a folder, with absolute names.
func driverFiles(t *testing.T, dir string) []string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(abs, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no drivers in %s: %v", dir, err)
	}
	return files
}

// TestLinuxDriversCompile compiles the drivers that try out the rules for Linux against
// the headers of a Linux tree.
func TestLinuxDriversCompile(t *testing.T) {
	kernel := need.Kernel(t)
	need.GCC(t)
	c := aDriver(t, kernel)
	for _, file := range driverFiles(t, ruleDrivers("linux")) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("sh", "-c", c.like(file).Command+" -fsyntax-only -Werror=implicit-function-declaration")
			cmd.Dir = c.Directory
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
