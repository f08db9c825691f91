package supervise

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
)

// envChild marks the child; its value is the descriptor of the event pipe.
const envChild = "HARDBOP_EVENTS_FD"

// Child is the child's side of the event pipe.
type Child struct {
	mu sync.Mutex
	w  *os.File
}

// IsChild reports whether this process is the child of [Run].
func IsChild() bool { return os.Getenv(envChild) != "" }

// InChild returns the event pipe if this process is the child of [Run], else nil. It is
// called once: the pipe belongs to what it returns.
func InChild() *Child {
	fd, err := strconv.Atoi(os.Getenv(envChild))
	if err != nil {
		return nil
	}
	if "GOGC="+os.Getenv("GOGC") == collectAt {
		hugeHeap()
		collectLate()
	}
	return &Child{w: os.NewFile(uintptr(fd), "events")}
}

// firstAt is how much there is when garbage is collected for the first time, as the percentage of the 4 MB that Go's
// runtime starts from: most short runs, such as those for which a cache has all that takes long, end before.
const firstAt = 1600

// collectLate puts the first collection off. Those behind it come when they do otherwise.
func collectLate() {
	usual := debug.SetGCPercent(firstAt)
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { debug.SetGCPercent(usual) })
}

// event is one line on the pipe.
type event struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// kindStage is the kind of the events that name a stage; all others belong to the user.
const kindStage = "stage"

// Send sends data as an event of the kind. A parent that is gone is no error: the child
// is about to be killed then.
func (c *Child) Send(kind string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(fmt.Sprintf("supervise: event %s: %v", kind, err))
	}
	line, err := json.Marshal(event{kind, raw})
	if err != nil {
		panic(fmt.Sprintf("supervise: event %s: %v", kind, err))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.w.Write(append(line, '\n'))
}

// Stage says which stage the child is in.
func (c *Child) Stage(name string) { c.Send(kindStage, name) }
