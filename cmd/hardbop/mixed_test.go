package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The lvalues of the programs that [TestMixedMemory] makes: the same bytes as several types.
var (
	mixedPlaces = []string{"u.i", "u.u", "u.s[0]", "u.s[1]", "u.us[1]", "u.b[0]", "u.b[3]", "u.f.x", "u.f.y",
		"b.x", "b.y", "b.z", "*p", "x", "*(short *)p", "((signed char *)&x)[1]", "v.a", "v.h", "w.a"}
	mixedValues = []string{"0", "1", "-1", "7", "300", "70000", "-32769", "0x12345678", "0xfffffff0u"}
)

// mixedProgram makes a program without inputs that reads what was written as another
// type, and compares it with value.
func mixedProgram(r *rand.Rand) string {
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	var b strings.Builder
	b.WriteString(`void reach_error(void);
struct bits { unsigned x : 3; int y : 5; unsigned z : 11; };
union u { int i; unsigned u; short s[2]; unsigned short us[2]; unsigned char b[4]; struct bits f; } u = { 5 };
struct bits b = { 1, 2, 3 };
struct st { short h; int a; } v, w;
int main(void)
{
	unsigned x = 9;
	int *p = (int *)&x;
`)
	for range 2 + r.IntN(4) {
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "\t(%s)++;\n", pick(mixedPlaces[:13]))
		case 1:
			fmt.Fprintf(&b, "\t%s = %s ^ %s;\n", pick(mixedPlaces), pick(mixedPlaces), pick(mixedValues))
		case 2:
			b.WriteString([]string{"\tw = v;\n", "\tu.f = b;\n", "\tb = u.f;\n"}[r.IntN(3)])
		default:
			fmt.Fprintf(&b, "\t%s = %s;\n", pick(mixedPlaces), pick(mixedValues))
		}
	}
	fmt.Fprintf(&b, "\tif (%s %s %s)\n\t\treach_error();\n\treturn 0;\n}\n", pick(mixedPlaces), pick([]string{"==", "<", ">", "!="}), pick(append(mixedPlaces, mixedValues...)))
	return b.String()
}

// TestMixedMemory checks programs with one run each that use memory as several types: the
// verdict must be what that run says. Unknown is allowed, but not that the run can't be.
func TestMixedMemory(t *testing.T) {
	for seed := range uint64(*programs) * 2 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			text := mixedProgram(rand.New(rand.NewPCG(seed, 19)))
			out, errs, code := tool("check", "-q", "--timeout", "5", "--overflow=wrap", "--property", "reach", writeC(t, text))
			hit := reaches(t, text, seed, false)
			switch {
			case code > exitUnknown, code == exitOK && hit, code == exitUnsafe && !hit,
				hit && strings.Contains(out, "can't be run"):
				t.Errorf("exit %d, but the error is reached: %t\n%s%s%s", code, hit, out, errs, text)
			}
			t.Logf("exit code %d", code)
		})
	}
}
