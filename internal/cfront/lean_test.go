package cfront

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hardbop/internal/cil"
)

const leanHeader = `#ifndef H_H
#define H_H
/* A comment with
static inline int in_comment(int x)
{
	return x + x + x + x + x;
*/
#define make_it(n) \
static inline int made_##n(int x) \
{ \
	return x + x + x + x + 1; \
}
make_it(a)
static inline int unused(int x)
{
	/* what nobody needs } */
	return "}"[x] + 'a' + x * x * x;
}
static __attribute__((const)) inline int
named(int x) __attribute__((unused));
static __attribute__((const)) inline int
named(int x)
{
#ifdef __x86_64__
	if (x) { return deep(x); }
#endif
	return x + x + x + x + x + x;
}
static inline int deep_1(int x)
{
	int y = x; int z = y; return y + z + x;
}
static inline int either(int x)
{
#ifdef NEVER
	if (x == 1) {
#else
	if (x == 2) {
#endif
		return x + x + x + x + x + x; }
	return x;
}
static inline int defines(int x)
{
#define DEFINED_HERE 17
	return x + x + x + x + x + x + x + x;
}
static inline int jo_one(int x)
{
	return x + x + x + x + x + x + x + x;
}
#define join(a, b) a ## b
#endif
`

const leanFile = `#include "h.h"
static int deep(int x) { return x; }
int main(void)
{
	return made_a(1) + named(2) + either(3) + DEFINED_HERE + join(jo, _one)(4);
}
`

// TestOutline finds what can be left out of a header.
func TestOutline(t *testing.T) {
	o := outlineOf([]byte(leanHeader))
	var names []string
	for _, p := range o.inlines {
		names = append(names, strings.Join(p.names, "+"))
	}
	if got, want := strings.Join(names, " "), "unused named deep_1 jo_one"; got != want {
		t.Errorf("inline functions %q, want %q", got, want)
	}
}

// TestLeanMakesNoDifference loads a file whose headers have much that it doesn't need, and
// something that it needs without that being seen.
func TestLeanMakesNoDifference(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(leanHeader, "deep(x)", "deep_1(x)", 1)
	if err := os.WriteFile(filepath.Join(dir, "h.h"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f := File{Name: filepath.Join(dir, "m.c"), Text: []byte(leanFile)}
	l := newLean(File{Name: f.Name, Flags: &Flags{}}, f.Text, nil)
	header := filepath.Join(dir, "h.h")
	if got := l.leave(header, []byte(text)); bytes.Count(got, []byte(leftOut)) != 2 || bytes.Count(got, []byte("\n")) != strings.Count(text, "\n") {
		t.Errorf("left is\n%s", got)
	}
	lean, full := printed(t, f, Config{}), printed(t, f, Config{Complete: true})
	if lean != full || !strings.Contains(lean, "jo_one") {
		t.Errorf("got\n%s\nwant\n%s", lean, full)
	}
	if shared := printed(t, f, Config{Trees: NewTrees(nil)}); shared != full {
		t.Errorf("with trees got\n%s", shared)
	}
}

func printed(t *testing.T, f File, cfg Config) string {
	t.Helper()
	prog, err := Load([]File{f}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
