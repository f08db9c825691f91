package cgen

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hardbop/internal/need"
)

var soak = flag.Int("soak", 15, "number of programs to generate")

// all is every feature that a compiled program can have.
var all = Options{Funcs: 3, Structs: true, Arrays: true, Pointers: true, Types: true, Recursion: true, Print: true}

func TestDeterministic(t *testing.T) {
	first, again := Generate(7, all), Generate(7, all)
	if first != again || first == Generate(8, all) {
		t.Error("the program is not a function of the seed")
	}
}

// The programs compile, end, and have no undefined behaviour that the compiler's
// sanitizer sees.
func TestDefined(t *testing.T) {
	gcc := need.GCC(t)
	dir := t.TempDir()
	for seed := range uint64(*soak) {
		src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
		if err := os.WriteFile(src, []byte(Generate(seed, all)), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(gcc, "-w", "-O0", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", bin, src).CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		var stderr bytes.Buffer
		cmd := exec.Command("timeout", "5", bin)
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, stderr.Bytes())
		}
	}
}
