package cfront

import (
	"os"
	"testing"

	"hardbop/internal/cil"
)

func TestZZ(t *testing.T) {
	name := os.Getenv("ZZ")
	if name == "" {
		t.Skip()
	}
	m := os.Getenv("ZZM")
	prog, err := Load([]File{{Name: name}}, Config{Model: m, SystemIncludes: []string{"/usr/lib/gcc/x86_64-linux-gnu/12/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range cil.Sanity(prog) {
		t.Error(e)
	}
	for _, n := range prog.Notes {
		t.Log(n)
	}
	f, _ := os.Create("/tmp/hb_cfront/out.c")
	cil.Print(f, prog, cil.PrintOptions{})
	f.Close()
}
