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
	return hashed(parts)
}

// CauseFingerprint is that of what a defect comes from: a hash of the rule, the entry, the event that has changed the rule's state, and
// the return that leaves it so. It is "" for a defect without such a cause. What comes of one cause is one defect,
// whichever of it was found.
func (r *Result) CauseFingerprint() string {
	since, left := r.Since(), r.Cause()
	if since == nil || left == nil {
		return ""
	}
	return hashed([]string{r.Property, r.Entry, since.Func + ": " + since.Text, left.Func + ": " + left.Text, left.Left})
}

// printed is a result in its JSON form, with what follows from the rest of it.
type printed struct {
	*Result
	Fingerprint string `json:"fingerprint,omitempty"`
	Cause       *Cause `json:"cause,omitempty"`
}

// Cause is what a defect comes from, as the JSON form tells it: the return that is at fault, and what that leaves.
type Cause struct {
	Fingerprint string `json:"fingerprint"`
	Place       Place  `json:"place"`
	Func        string `json:"function"`
	Left        string `json:"left"`
}

// printed is the fingerprint of a defect; "" of another result.
func (r *Result) printed() string {
	if r.Verdict != Unsafe {
		return ""
	}
	return r.Fingerprint()
}

// cause is what a defect comes from; nil if there is nothing.
func (r *Result) cause() *Cause {
	s, print := r.Cause(), r.CauseFingerprint()
	if s == nil || print == "" || r.Verdict != Unsafe {
		return nil
	}
	return &Cause{print, s.Place, s.Func, s.Left}
}

func hashed(parts []string) string {
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
