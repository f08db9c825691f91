package suite

import (
	"context"
	"fmt"
	"sync"
)

// local runs jobs on this machine, side by side. They begin in their order: one that must wait for
// memory isn't overtaken, so that none waits for ever.
func local(opt Options, run Runner) Engine {
	return func(ctx context.Context, jobs []Job, finish func(int, Answer)) error {
		next := make(chan int)
		var workers sync.WaitGroup
		for range max(opt.Jobs, 1) {
			workers.Add(1)
			go func() {
				defer workers.Done()
				for i := range next {
					finish(i, run(ctx, jobs[i].Task, jobs[i].Args))
					opt.Room.give(jobs[i])
				}
			}()
		}
	feed:
		for i := range jobs {
			if !opt.Room.take(ctx, jobs[i]) {
				break
			}
			select {
			case next <- i:
			case <-ctx.Done():
				break feed
			}
		}
		close(next)
		workers.Wait()
		return nil
	}
}

// Room is memory that tasks share: what those that run side by side may need, by their limits, is no
// more than there is. A task that may need more than all of it runs alone. A nil Room is endless.
type Room struct {
	total int64
	limit func(Job) int64
	note  func(string)

	mu   sync.Mutex
	free int64
	told bool
	back chan struct{} // closed when memory comes back
}

// NewRoom returns a room of total bytes. limit is how much a job may need; note is told once that
// tasks have to wait.
func NewRoom(total int64, limit func(Job) int64, note func(string)) *Room {
	return &Room{total: total, free: total, limit: limit, note: note, back: make(chan struct{})}
}

// take waits until there is memory for a task; false if ctx ended first.
func (r *Room) take(ctx context.Context, j Job) bool {
	if r == nil {
		return ctx.Err() == nil
	}
	for ctx.Err() == nil {
		taken, back := r.try(j)
		if taken {
			return true
		}
		select {
		case <-back:
		case <-ctx.Done():
		}
	}
	return false
}

// try takes the memory if it is there; else it returns what will be closed when some comes back.
func (r *Room) try(j Job) (taken bool, back <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if need := r.need(j); need <= r.free {
		r.free -= need
		return true, nil
	}
	if !r.told {
		r.told = true
		r.note(fmt.Sprintf("%s has to wait for memory: tasks that may use %s each share %s (--total-memory), whatever -j says",
			j.Task.ID(), megabytes(r.limit(j)), megabytes(r.total)))
	}
	return false, r.back
}

// need is what a task takes of the room.
func (r *Room) need(j Job) int64 { return min(r.limit(j), r.total) }

// give gives the memory of a task back.
func (r *Room) give(j Job) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.free += r.need(j)
	close(r.back)
	r.back = make(chan struct{})
}

// megabytes writes a size for people.
func megabytes(n int64) string { return fmt.Sprintf("%d MB", n/1e6) }
