package result

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Fingerprint of a defect is the same before and after edits elsewhere: a hash of the rule, the
// entry, the message, and the rule's events with the functions that they happen in, without their
// places; without a rule the last statement. Events that follow each other and are the same count once.
func (r *Result) Fingerprint() string {
	parts := []string{r.Property, r.Entry, r.Message}
	for i, s := range r.Trace {
		if !s.Event && (s.Rule || i+1 < len(r.Trace)) {
			continue
		}
		if p := s.Func + ": " + s.Text; parts[len(parts)-1] != p {
			parts = append(parts, p)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Function is the program's function that the violation is in, or "".
func (r *Result) Function() string {
	for i := len(r.Trace) - 1; i >= 0; i-- {
		if s := r.Trace[i]; (!s.Rule || s.Event) && s.Func != "" {
			return s.Func
		}
	}
	return ""
}
