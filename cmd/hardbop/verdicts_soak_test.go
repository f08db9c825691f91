//go:build soak

package main

import (
	"strings"
	"testing"
)

// TestVerdictsAreReplayed replays each UNSAFE of [TestVerdicts].
func TestVerdictsAreReplayed(t *testing.T) {
	eachVerdict(t, func(t *testing.T, want string, args []string) {
		if want != "UNSAFE" {
			return
		}
		out, errs, _ := tool(append(args, "--replay", "require")...)
		if !strings.HasPrefix(out, "UNSAFE ") || !strings.Contains(out, "\n  replayed: yes\n") {
			t.Errorf("got %s%s", out, errs)
		}
	})
}

// TestReplaysAgain asks for each UNSAFE of [TestVerdicts] without a cache and three times with one, of which the first replay is kept:
// the output is the same.
func TestReplaysAgain(t *testing.T) {
	eachVerdict(t, func(t *testing.T, want string, args []string) {
		if want != "UNSAFE" {
			return
		}
		first, _, _ := tool(append(args[:len(args):len(args)], "-q")...)
		options := []string{"-q", "--cache", t.TempDir()}
		for range 3 {
			if out, errs, _ := tool(append(args[:len(args):len(args)], options...)...); out != first || !strings.Contains(out, "\n  replayed: yes\n") {
				t.Errorf("got %s%s\nwant %s", out, errs, first)
			}
		}
	})
}

// TestVerdictsInAllModes asks for the verdicts of [TestVerdicts] with options that don't
// change what is right: no answer may contradict. What is UNKNOWN may turn out to be UNSAFE.
func TestVerdictsInAllModes(t *testing.T) {
	for _, options := range [][]string{{"--abstraction", "exact"}, {"--ints=bits"}, {"--cube-length", "1"}, {"--no-propagation"}, {"--inline", "300"}, {"--bdd=rudd"}, {"--encoding=large"}, {"--encoding=large", "--inline=0"}, {"--encoding=large", "--ints=bits"}} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			eachVerdict(t, func(t *testing.T, want string, args []string) {
				out, errs, code := tool(append(args, append(options, "--timeout", "5", "--replay", "off")...)...)
				if got, _, _ := strings.Cut(out, " "); code > exitUnknown && want != "NOT-APPLICABLE" || got != want && got != "UNKNOWN" && (want != "UNKNOWN" || got != "UNSAFE") {
					t.Errorf("got %s%s\nwant %s", out, errs, want)
				}
			})
		})
	}
}

// TestVerdictsAgain asks for each verdict three times with a cache: what is kept changes none.
func TestVerdictsAgain(t *testing.T) {
	for _, options := range [][]string{{}, {"--encoding=small"}} {
		t.Run(strings.Join(options, " "), func(t *testing.T) {
			eachVerdict(t, func(t *testing.T, want string, args []string) {
				options := append(options[:len(options):len(options)], "--timeout", "10", "--replay", "off", "--cache", t.TempDir())
				for range 3 {
					out, errs, code := tool(append(args[:len(args):len(args)], options...)...)
					if got, _, _ := strings.Cut(out, " "); code > exitUnknown && want != "NOT-APPLICABLE" || got != want && got != "UNKNOWN" && (want != "UNKNOWN" || got != "UNSAFE") {
						t.Errorf("got %s%s\nwant %s", out, errs, want)
					}
				}
			})
		})
	}
}
