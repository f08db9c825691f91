package cfront

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hardbop/internal/cil"
	"hardbop/internal/need"
)

// constText writes a random constant expression.
func constText(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{"0", "1", "2", "-1", "7u", "255", "0x7fffffff", "2147483648", "0xffffffff", "1L", "3ul", "1ll << 40",
			"'a'", "'\\xff'", "'\\n'", "L'x'", "077", "0x8000000000000000", "18446744073709551615u", "sizeof(long)", "E", "N", "2.75", "1e3f", "100000",
			"sizeof \"abc\"", "__builtin_offsetof(struct s, b)", "sizeof(struct s)", "(char)200", "(_Bool)5", "(short)70000"}).Draw(t, "constant")
	}
	sub := func() string { return "(" + constText(t, depth-1) + ")" }
	switch rapid.IntRange(0, 5).Draw(t, "form") {
	case 0:
		op := rapid.SampledFrom([]string{"-", "~", "!", "+"}).Draw(t, "unary")
		return op + "(long long)" + sub()
	case 1:
		ty := rapid.SampledFrom([]string{"char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "_Bool", "enum e", "long long"}).Draw(t, "type")
		return "(" + ty + ")" + sub()
	case 2:
		return sub() + " ? " + sub() + " : " + sub()
	case 3:
		op := rapid.SampledFrom([]string{"<<", ">>"}).Draw(t, "shift")
		return fmt.Sprintf("(int)%s %s %d", sub(), op, rapid.IntRange(0, 31).Draw(t, "amount"))
	}
	op := rapid.SampledFrom([]string{"+", "-", "*", "/", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}).Draw(t, "binary")
	return sub() + " " + op + " " + sub()
}

// TestConstantsAsGCC folds random constant expressions and lets gcc check values and types.
func TestConstantsAsGCC(t *testing.T) {
	gcc := need.GCC(t)
	const decls = "struct s { char a; long b; };\nenum e { E = 40, N = -3 };\n"
	exprs := rapid.Custom(func(t *rapid.T) string { return constText(t, 3) })
	for _, m := range []struct{ model, flag string }{{"LP64", "-m64"}, {"ILP32", "-m32"}} {
		t.Run(m.model, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(decls)
			n := 0
			for seed := range 600 {
				e := exprs.Example(seed)
				prog, err := Load([]File{{Name: "t.c", Text: []byte(decls + "__typeof__(" + e + ") v = " + e + ";\nint main(void) { return v != 0; }")}}, Config{Model: m.model})
				if err != nil {
					continue // an overflow, a division by zero
				}
				if writeConstant(&b, e, prog.GlobalNamed("v")) {
					n++
				}
			}
			if n < 200 {
				t.Errorf("only %d of the expressions are integer constants", n)
			}
			cmd := exec.Command(gcc, m.flag, "-w", "-fsyntax-only", "-x", "c", "-")
			cmd.Stdin = strings.NewReader(b.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("gcc disagrees: %.2000s\n%s", out, nearError(string(out), b.String()))
			}
		})
	}
}

// writeConstant writes what we know of the initial value of v as static assertions.
func writeConstant(b *strings.Builder, e string, v *cil.Var) bool {
	it, ok := v.Type.(*cil.IntType)
	if !ok {
		return false
	}
	val := "0"
	if v.Init != nil {
		c, ok := v.Init.Expr.(*cil.Const)
		if !ok {
			return false
		}
		val = c.Val.String()
	}
	if val == "-9223372036854775808" {
		val = "(-9223372036854775807-1)"
	}
	if !it.Signed {
		val += "u"
	}
	fmt.Fprintf(b, "_Static_assert((%s) == %sll && sizeof(%s) == %d", e, strings.Replace(val, "1)u", "1)", 1), e, it.Bytes)
	if it.Kind >= cil.Int {
		fmt.Fprintf(b, " && ((__typeof__(%s))-1 < 0) == %d", e, map[bool]int{true: 1}[it.Signed])
	}
	b.WriteString(", \"\");\n")
	return true
}
