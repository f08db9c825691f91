package cfront

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/need"
)

// structText writes a struct or union with random members; their names start with prefix.
// long is the spelling of a type of 8 bytes.
func structText(t *rapid.T, head, prefix, long string, depth int) string {
	scalars := []string{"char", "short", "int", long, "long long", "float", "double", "long double", "void *", "_Bool", "unsigned char", "enum e"}
	bits := []string{"int", "unsigned", "unsigned char", "short", "long long", "_Bool", "unsigned " + long}
	var b strings.Builder
	b.WriteString(head + " {")
	n := rapid.IntRange(1, 6).Draw(t, "members")
	for i := range n {
		name := fmt.Sprintf("%s%d", prefix, i)
		attr := rapid.SampledFrom([]string{"", "", "", "", " __attribute__((packed))", " __attribute__((aligned(8)))", " __attribute__((aligned(2)))"}).Draw(t, "attribute")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0, 1:
			ty := rapid.SampledFrom(bits).Draw(t, "bits")
			width := map[string]int{"_Bool": 1, "unsigned char": 8, "short": 16, "long long": 33}[ty]
			if width == 0 {
				width = 32
			}
			w := rapid.IntRange(0, width).Draw(t, "width")
			if w == 0 || rapid.IntRange(0, 7).Draw(t, "unnamed") == 0 {
				name, attr = "", ""
			}
			fmt.Fprintf(&b, " %s %s : %d%s;", ty, name, w, attr)
		case 2:
			if depth > 0 {
				inner := structText(t, rapid.SampledFrom([]string{"struct", "union", "struct __attribute__((packed))"}).Draw(t, "inner"), name+"_", long, depth-1)
				fmt.Fprintf(&b, " %s %s%s;", inner, rapid.SampledFrom([]string{name, ""}).Draw(t, "anonymous"), attr)
				continue
			}
			fallthrough
		default:
			ty := rapid.SampledFrom(scalars).Draw(t, "type")
			fmt.Fprintf(&b, " %s %s%s%s;", ty, name, rapid.SampledFrom([]string{"", "", "[3]"}).Draw(t, "array"), attr)
		}
	}
	b.WriteString(" }" + rapid.SampledFrom([]string{"", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))", " __attribute__((packed, aligned(4)))"}).Draw(t, "attributes"))
	return b.String()
}

var attribute = regexp.MustCompile(`__attribute__\(\([a-z0-9(), ]*\)\)`)

// TestLayoutAsGCC lays out random structs and lets gcc check sizes, alignments and
// offsets, and for LP64 where the bits of bit-fields are.
func TestLayoutAsGCC(t *testing.T) {
	gcc := need.GCC(t)
	for _, m := range []struct{ model, flag, long string }{
		{"LP64", "-m64", "long"}, {"ILP32", "-m32", "long"}, {"LLP64", "-mms-bitfields", "long long"},
	} {
		structs := rapid.Custom(func(t *rapid.T) string {
			return structText(t, rapid.SampledFrom([]string{"struct s", "struct s", "union s"}).Draw(t, "head"), "m", m.long, 2)
		})
		t.Run(m.model, func(t *testing.T) {
			var asserts strings.Builder
			asserts.WriteString("enum e { E };\n")
			for seed := range 150 {
				text := structs.Example(seed)
				if m.model == "LLP64" { // its rules are checked without attributes
					text = attribute.ReplaceAllString(text, "")
				}
				c := loadComp(t, m.model, "enum e { E };\n"+text+" v;\nint main(void) { return sizeof v; }")
				writeAsserts(&asserts, seed, text, c)
			}
			cmd := exec.Command(gcc, m.flag, "-w", "-fsyntax-only", "-x", "c", "-")
			cmd.Stdin = strings.NewReader(asserts.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("gcc disagrees: %.3000s\n%s", out, nearError(string(out), asserts.String()))
			}
		})
	}
}

func loadComp(t *testing.T, model, text string) *cil.CompType {
	t.Helper()
	prog, err := Load([]File{{Name: "t.c", Text: []byte(text)}}, Config{Model: model})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, c := range prog.Comps {
		if c.Tag == "s" {
			return c
		}
	}
	t.Fatal("no comp s")
	return nil
}

// writeAsserts writes what we know of the layout of c as static assertions.
func writeAsserts(b *strings.Builder, k int, text string, c *cil.CompType) {
	name := fmt.Sprintf("s%d", k)
	kind := "struct"
	if c.Union {
		kind = "union"
	}
	fmt.Fprintf(b, "%s;\n", strings.Replace(text, kind+" s ", kind+" "+name+" ", 1))
	fmt.Fprintf(b, "_Static_assert(sizeof(%s %s) == %d, \"size\");\n_Static_assert(_Alignof(%s %s) == %d, \"align\");\n", kind, name, c.Size, kind, name, c.Align)
	for _, f := range c.Fields {
		if !f.BitField && !strings.HasPrefix(f.Name, "__anon") {
			fmt.Fprintf(b, "_Static_assert(__builtin_offsetof(%s %s, %s) == %d, \"offset\");\n", kind, name, f.Name, f.Offset)
		}
	}
}

// TestBitFieldsAsGCC sets bit-fields to all ones under gcc and compares the bytes.
func TestBitFieldsAsGCC(t *testing.T) {
	gcc := need.GCC(t)
	structs := rapid.Custom(func(t *rapid.T) string { return structText(t, "struct s", "m", "long", 0) })
	var prog, want strings.Builder
	prog.WriteString("#include <stdio.h>\n#include <string.h>\nenum e { E };\n")
	main := "int main(void) {\n"
	for seed := range 100 {
		text := structs.Example(seed)
		c := loadComp(t, "LP64", "enum e { E };\n"+text+" v;\nint main(void) { return sizeof v; }")
		name := fmt.Sprintf("s%d", seed)
		prog.WriteString(strings.Replace(text, "struct s ", "struct "+name+" ", 1) + ";\n")
		for _, f := range c.Fields {
			if !f.BitField {
				continue
			}
			main += fmt.Sprintf("{ struct %s v; memset(&v, 0, sizeof v); v.%s = -1; unsigned char *p = (void *)&v; for (unsigned i = 0; i < sizeof v; i++) printf(\"%%02x\", p[i]); puts(\"\"); }\n", name, f.Name)
			bytes := make([]byte, c.Size)
			for i := range f.BitLen {
				at := int(f.Offset)*8 + f.BitOff + i
				bytes[at/8] |= 1 << (at % 8)
			}
			fmt.Fprintf(&want, "%x\n", bytes)
		}
	}
	got := runGCC(t, gcc, []byte(prog.String()+main+"return 0; }\n"))
	if got != want.String()+"\nexit 0" {
		t.Errorf("bit-fields lie elsewhere than under gcc:\n%s\nwant\n%s", want.String(), got)
	}
}

// nearError returns the lines of text that lead to the line that gcc's message names.
func nearError(msg, text string) string {
	var line int
	if _, err := fmt.Sscanf(msg[strings.Index(msg, ":")+1:], "%d", &line); err != nil {
		return ""
	}
	lines := strings.Split(text, "\n")
	from := line - 1
	for from > 0 && strings.HasPrefix(lines[from], "_Static") {
		from--
	}
	return strings.Join(lines[from:line], "\n")
}
