package suite

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
)

// Status compares a verdict with the expected one.
type Status string

// The statuses. Unrated is a task without an expected verdict, NotChecked one that nobody looked at,
// since nothing has changed.
const (
	Correct Status = "correct"
	Wrong   Status = "wrong"
	Unknown Status = "unknown"
	Failed  Status = "error" // exit 3 or 4: the tool gave no verdict
	Unrated Status = "unrated"

	NotChecked Status = "not-checked"
)

// Sizes are three ways to count the predicates of the last round: expressions, the same with
// those that exclude each other as one, and those that were chosen.
type Sizes struct {
	Expressions int `json:"expressions,omitempty"`
	Merged      int `json:"merged,omitempty"`
	Chosen      int `json:"chosen,omitempty"`
}

// Record is one finished task: one JSON line.
type Record struct {
	Suite    string `json:"suite"`
	Task     string `json:"task"`
	Property string `json:"property"`
	Expected string `json:"expected"`
	Verdict  string `json:"verdict"`
	Status   Status `json:"status"`
	Reason   string `json:"reason,omitempty"`
	Detail   string `json:"detail,omitempty"` // the reason in words; of UNSAFE, what is violated
	Line     int    `json:"line,omitempty"`   // of the violation
	// Replay says of UNSAFE whether it was replayed: yes, or the code of why not.
	Replay     string  `json:"replay,omitempty"`
	WallS      float64 `json:"wall_s"`
	CPUS       float64 `json:"cpu_s"`
	PeakMB     float64 `json:"peak_mb"`
	Iterations int     `json:"iterations"`
	Predicates int     `json:"predicates"`
	Queries    int     `json:"queries"`
	Sizes
	// Exit is the exit code of a run without a verdict: 3 for wrong input, 4 for an internal error.
	Exit int `json:"exit,omitempty"`
	// Key identifies inputs, options and version: a record with the same key needn't be made again.
	Key string `json:"key"`
}

// ID names the task over runs.
func (r *Record) ID() string { return r.Suite + "/" + r.Task + "/" + r.Property }

// PageName is the file name of the page about the task's result: its ID in letters that every system
// takes, with a part of its hash.
func (r *Record) PageName() string {
	sum := sha256.Sum256([]byte(r.ID()))
	name := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			return c
		}
		return '.'
	}, r.Suite+"."+r.Task)
	return fmt.Sprintf("%.80s-%s.html", strings.Trim(name, "."), hex.EncodeToString(sum[:4]))
}

// ReadRecords reads JSON lines. A last line without its end, of a run that was killed,
// is left out.
func ReadRecords(name string) ([]*Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var recs []*Record
	in := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return recs, nil
		}
		if err != nil {
			return nil, err
		}
		r := &Record{}
		if err := json.Unmarshal(line, r); err != nil {
			return nil, fmt.Errorf("%s:%d: not a result line: %v", name, n, err)
		}
		recs = append(recs, r)
	}
}

// Sort puts records in the order of their tasks.
func Sort(recs []*Record) {
	sort.SliceStable(recs, func(i, j int) bool { return recs[i].ID() < recs[j].ID() })
}
