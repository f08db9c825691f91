package main

import (
	"fmt"
	"time"

	"hardbop/internal/obs"
)

// eachByDefault bounds each question where there are several and nobody has said how long they may take: one that can't be
// decided doesn't keep the others waiting for ever.
const eachByDefault = 5 * time.Minute

// clock keeps the limits of wall time of a run: that of the whole, and that of each question.
type clock struct {
	watch       obs.Stopwatch
	whole, each time.Duration // 0 for none
	unbounded   bool          // no question is bounded by itself
	laps        chan time.Duration
	limit       string // that of the next question, in words
	texts       struct{ whole, each string }
}

// newClock reads --timeout and --timeout-each.
func (f *checkFlags) newClock() (*clock, error) {
	c := &clock{watch: obs.Start(), laps: make(chan time.Duration, 1), unbounded: f.each == "none"}
	c.texts.whole, c.texts.each = withUnit(f.timeout, "s"), withUnit(f.each, "s")
	var err error
	if c.whole, err = parseDuration(f.timeout); err == nil {
		c.each, err = parseEach(f.each)
	}
	return c, err
}

// parseEach reads --timeout-each.
func parseEach(s string) (time.Duration, error) {
	if s == "none" {
		return 0, nil
	}
	d, err := parseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("--timeout-each %q: expected none, seconds or a time such as 90s or 5m", s)
	}
	return d, nil
}

// left is what is left of the limit of the whole run; 0 if there is none.
func (c *clock) left() time.Duration {
	if c.whole == 0 {
		return 0
	}
	return max(1, c.whole-time.Duration(c.watch.Seconds()*float64(time.Second)))
}

// over reports whether the whole run's time is over.
func (c *clock) over() bool { return c.whole > 0 && c.left() == 1 }

// unseen reports whether the next question began after the last look at the clock.
func (c *clock) unseen() bool { return len(c.laps) > 0 }

// lap begins the time of the next question.
func (c *clock) lap(s *session) {
	if c == nil {
		return // a command that has none
	}
	waiting := len(s.questions) - s.ended - 1 // behind it
	limit := time.Duration(0)
	switch {
	case c.unbounded || waiting < 0:
	case c.each > 0:
		limit, c.limit = c.each, fmt.Sprintf("the time limit of %s for each question", c.texts.each)
	case c.whole > 0 && waiting > 0:
		limit = c.left() / 2
		c.limit = fmt.Sprintf("half of what was left of the time limit of %s, which others wait for,", c.texts.whole)
	case c.whole == 0 && len(s.questions) > 1:
		limit, c.limit = eachByDefault, "the time limit of 5m for each of several questions (--timeout-each)"
	}
	select {
	case <-c.laps: // nobody has seen the one before
	default:
	}
	c.laps <- limit
}
