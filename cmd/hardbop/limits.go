package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// parseDuration reads a limit of time: seconds, or a number with a unit.
func parseDuration(s string) (time.Duration, error) {
	if s == "" {
		return 0, nil
	}
	text := s
	if strings.Trim(s, "0123456789") == "" {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("--timeout %q: expected seconds or a time such as 90s or 5m", s)
	}
	return d, nil
}

// parseBytes reads a limit of memory: megabytes, or a number with M or G.
func parseBytes(s string) (int64, error) { return parseSize("memory", s) }

// parseSize reads the value of an option that is a number of bytes.
func parseSize(option, s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	unit := int64(1e6)
	num := s
	switch {
	case strings.HasSuffix(s, "G"):
		unit, num = 1e9, strings.TrimSuffix(s, "G")
	case strings.HasSuffix(s, "M"):
		num = strings.TrimSuffix(s, "M")
	}
	var n int64
	if _, err := fmt.Sscanf(num+" ", "%d ", &n); err != nil || n <= 0 || n > math.MaxInt64/unit || strings.Trim(num, "0123456789") != "" {
		return 0, fmt.Errorf("--%s %q: expected megabytes or a size such as 2000M or 4G", option, s)
	}
	return n * unit, nil
}

// withUnit adds the unit to a limit that was given without one.
func withUnit(limit, unit string) string {
	if strings.Trim(limit, "0123456789") == "" {
		return limit + unit
	}
	return limit
}
