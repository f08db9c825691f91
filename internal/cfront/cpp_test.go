package cfront

import "testing"

// TestLooksCpp tells C++ from C by the file's name, or by lines that C hasn't.
func TestLooksCpp(t *testing.T) {
	for text, want := range map[string]bool{
		"#include <vector>\n":                    true,
		"#include <linux/module.h>\n":            false,
		"class X {\n":                            true,
		"\tclass Y : public X\n{\n":              true,
		"namespace a {\n":                        true,
		"namespace {\n":                          true,
		"template <typename T>\n":                true,
		"using namespace std;\n":                 true,
		"struct class *class;\n":                 false,
		"class = class_create(x);\n":             false,
		"int template;\nint using, namespace;\n": false,
	} {
		if got := looksCpp("a.c", text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if !looksCpp("a.cc", "") || looksCpp("a.c", "") {
		t.Error("names don't count")
	}
}
