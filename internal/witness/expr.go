package witness

import (
	"fmt"
	"slices"
	"strings"
)

// Prefix begins the names that are put into programs.
const Prefix = "__witness_"

// CheckExpr says what in the text of a C expression may not be in a witness: what changes
// something, calls something, or isn't one expression.
func CheckExpr(text string) error {
	toks := tokens(text)
	if len(toks) == 0 {
		return fmt.Errorf("expected a C expression")
	}
	var open []string
	for i, t := range toks {
		if err := checkToken(toks, i); err != nil {
			return err
		}
		switch t.text {
		case "(", "[":
			open = append(open, t.text)
		case ")", "]":
			if n := len(open); n == 0 || (open[n-1] == "(") != (t.text == ")") {
				return fmt.Errorf("nothing is closed by this %s", t.text)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("the bracket %s isn't closed", open[len(open)-1])
	}
	return nil
}

// signs are those that expressions without effect are made of.
var signs = strings.Fields("( ) [ ] . -> + - * / % & | ^ ~ ! < > <= >= == != << >> && || ? :")

// checkToken looks at the token i.
func checkToken(toks []token, i int) error {
	t := toks[i].text
	switch {
	case strings.HasPrefix(t, Prefix):
		return fmt.Errorf("names that begin with %s are ours", Prefix)
	case t == "(" && i > 0 && calls(toks, i):
		return fmt.Errorf("%s( looks like a call: expected an expression without effect", toks[i-1].text)
	case toks[i].isWord(), wordlike(t), slices.Contains(signs, t):
		return nil
	}
	return fmt.Errorf("%s can't be in the expression of a witness: expected one without effect", t)
}

// wordlike reports whether t is a number or a character.
func wordlike(t string) bool {
	return t[0] >= '0' && t[0] <= '9' || t[0] == '.' && len(t) > 1 && t[1] != '.' || t[0] == '\'' && len(t) > 2
}

// typeWords are those that the type of a cast can be made of.
var typeWords = strings.Fields("int unsigned signed char short long _Bool const volatile struct union enum * float double __int128")

// calls reports whether the bracket at i may be that of a call: behind a name, an index, or a
// bracket that isn't a cast's.
func calls(toks []token, i int) bool {
	before := toks[i-1]
	switch {
	case before.text == "sizeof" || before.text == "_Alignof":
		return false
	case before.isWord() || before.text == "]":
		return true
	case before.text != ")":
		return false
	}
	for j := i - 2; j >= 0 && toks[j].text != "("; j-- {
		tag := j > 0 && slices.Contains([]string{"struct", "union", "enum"}, toks[j-1].text)
		if !tag && !slices.Contains(typeWords, toks[j].text) {
			return true
		}
	}
	return false
}
