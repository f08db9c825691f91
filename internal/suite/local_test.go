package suite

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// roomOf is a room in which limits are numbers, with what it noted.
func roomOf(total int64) (*Room, *[]string) {
	var notes []string
	return NewRoom(total, func(j Job) int64 {
		n, _ := strconv.ParseInt(j.Task.Property, 10, 64)
		return n
	}, func(s string) { notes = append(notes, s) }), &notes
}

// TestRoom runs tasks with limits of their own in a small room, at random: they are never more than
// fit, all of them run, and they begin in their order.
func TestRoom(t *testing.T) {
	limits := []int64{3, 1, 1, 9, 2, 2, 30, 1, 5, 1, 1, 8, 1}
	var tasks []*Task
	for i, n := range limits {
		tasks = append(tasks, &Task{Suite: "s", Name: fmt.Sprintf("t%02d", i), Property: fmt.Sprint(n)})
	}
	const total = 10
	var mu sync.Mutex
	var order []string
	used, most := int64(0), 0
	running := 0
	room, notes := roomOf(total)
	run := func(_ context.Context, task *Task, _ []string) Answer {
		n := min(room.limit(Job{Task: task}), total)
		mu.Lock()
		order = append(order, task.Name)
		used, running = used+n, running+1
		most = max(most, running)
		if used > total {
			t.Errorf("%s begins, and the tasks may use %d of %d", task.Name, used, total)
		}
		mu.Unlock()
		time.Sleep(time.Duration(len(task.Name)+int(n)%3) * time.Millisecond)
		mu.Lock()
		used, running = used-n, running-1
		mu.Unlock()
		return Answer{Verdict: "SAFE"}
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second) // a room that is too small makes tasks wait for ever
	defer stop()
	recs, err := Run(ctx, tasks, Options{Jobs: 8, Room: room}, run, ignore)
	if err != nil || len(recs) != len(tasks) {
		t.Fatalf("%d records of %d tasks, %v", len(recs), len(tasks), err)
	}
	if most < 2 {
		t.Error("no two tasks ran side by side")
	}
	// The one that needs everything, and those around it, are not overtaken.
	for _, pair := range [][2]int{{3, 6}, {6, 7}, {6, 12}} {
		before, after := fmt.Sprintf("t%02d", pair[0]), fmt.Sprintf("t%02d", pair[1])
		if text := strings.Join(order, " "); strings.Index(text, before) > strings.Index(text, after) {
			t.Errorf("%s begins after %s: %s", before, after, text)
		}
	}
	if len(*notes) != 1 || !strings.Contains((*notes)[0], "has to wait for memory") {
		t.Errorf("notes %q", *notes)
	}
}

// Whoever waits for memory when the run is interrupted is left out.
func TestRoomInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	room, _ := roomOf(1)
	tasks := []*Task{{Name: "a", Property: "1"}, {Name: "b", Property: "1"}}
	run := func(context.Context, *Task, []string) Answer {
		cancel()
		return Answer{Verdict: "SAFE"}
	}
	recs, err := Run(ctx, tasks, Options{Jobs: 2, Room: room}, run, ignore)
	if err != nil || len(recs) != 0 {
		t.Errorf("%d records, %v", len(recs), err)
	}
}
