package result

import (
	"fmt"
	"slices"
	"strings"
)

// Tally counts assumptions as reports list them: a code has each place once, and of models each function or struct that one is of.
// It names the codes, those of which there are several with their number.
func Tally(as []Assumption) (n int, names string) {
	counts, seen := map[string]int{}, map[[2]string]bool{}
	var codes []string
	for i, a := range as {
		key := [2]string{a.Code, fmt.Sprint(i)}
		if a.Code == "model" {
			key[1], _, _ = strings.Cut(strings.Replace(a.Text, ": ", " ", 1), " ")
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if counts[a.Code]++; counts[a.Code] == 1 {
			codes = append(codes, a.Code)
		}
		n++
	}
	slices.Sort(codes)
	var list []string
	for _, c := range codes {
		number, _, _ := strings.Cut(Numbers[c], ",")
		text := strings.TrimSpace(number + " " + c)
		if counts[c] > 1 {
			text += fmt.Sprintf(" (%d)", counts[c])
		}
		list = append(list, text)
	}
	return n, strings.Join(list, ", ")
}

// Assumptions explains the codes of what verdicts take for granted. Codes of what the C
// front end models roughly are explained there.
var Assumptions = map[string]string{
	"large-initialiser": "an initial value that is too large to track is taken to be arbitrary",
	"entry-pointer":     "the entry function's pointer parameters are taken not to be null",
	"environment":       "the kernel is taken to call the driver as the environment does: --env-out FILE shows it",
	"address-kept":      "others get the addresses of these functions as data, or where the driver itself calls through such pointers, and are taken not to call them",
	"whole-module":      "the C files are all that a module is made of, as the Makefile beside them says: functions of it that EXPORT_SYMBOL doesn't name and no file mentions are taken to be called by nobody",
	"signed-overflow":   "signed arithmetic is taken not to overflow; --overflow wrap assumes nothing",
	"extern-call":       "a function without a body is taken to return anything, to change only what it gets non-const pointers to, one level deep (nothing with --spec), and not to call back",
	"model":             "a known function of the C library or of a kernel is taken to do what its model says (docs/models.md): allocate, release, not return, or what the text says",
	"unknown-call":      "a call through a pointer may be of a function outside the program, which is taken to be like one without a body",
	"one-thread":        "a function is called that starts a thread, there is an environment, or a variable is read as one that others change (READ_ONCE); nothing else is taken to change memory between two statements",
	"logical-memory":    "--memory-model logical: *(p+i) is taken to be *p",
	"rule-start":        "with an entry other than main the rule is in its first state there, and what happens behind the entry isn't looked at: a lock that its caller holds counts as free, and of memory that others have allocated linux/kfree knows nothing, so freeing it twice isn't found; --entry auto, or a harness of your own, begins before",
	"globals-init":      "--globals init: globals are taken to have their initial values at the entry",
	"abstraction":       "a procedure is taken to do what its abstraction says, and besides to change only what a function without a body may, or what its body does",
	"guard":             "a procedure is taken to be called only with arguments that one of the guards of its abstractions holds of",
	"volatile":          "a volatile read, READ_ONCE too, may give any value, not just what the program stored there: the violation rests on one that was chosen",
	"halt":              "runs that the rule ends by halt are taken to be of no interest",
}

// Details say more of codes than their meaning: why it is so, and what to write in its place.
var Details = map[string][]string{
	"macro-argument": {
		"why: a macro evaluates its arguments itself; to do so once more for the rule would do twice what such an argument does",
		"an error path that goes through such a use of the macro is UNKNOWN [unsupported]",
		"try: call the function before the macro, and give the macro what it returned; where the macro asks again and again, as wait_event does, have it read a variable that others set",
		"try: in a rule of your own, watch a function that the macro calls instead of the macro (docs/slic.md)",
	},
}

// Numbers are the rows of ASSUMPTIONS.md that are about the codes of assumptions.
var Numbers = map[string]string{
	"signed-overflow":   "A2",
	"logical-memory":    "A6",
	"one-thread":        "A13, A34",
	"atomic":            "A13",
	"inline-asm":        "A14",
	"setjmp":            "A15",
	"computed-goto":     "A15",
	"complex":           "A15",
	"vector":            "A15",
	"nested-function":   "A15",
	"rule-start":        "A41",
	"globals-init":      "A16",
	"entry-pointer":     "A17",
	"extern-call":       "A19, A20",
	"model":             "A21",
	"unknown-call":      "A22",
	"volatile":          "A8",
	"halt":              "A24",
	"abstraction":       "A38",
	"guard":             "A39",
	"large-initialiser": "A27",
	"varargs":           "A29",
	"builtin":           "A30",
	"call-mismatch":     "A31",
	"alloca":            "A32",
	"environment":       "A34",
	"address-kept":      "A34",
	"whole-module":      "A34",
	"macro-argument":    "A35",
	"seh":               "A36",
}
