package supervise

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// MachineMemory is the memory in bytes that this process and others beside it may use: that of the
// machine, or what its control groups allow if that is less. 0 if the system doesn't tell.
func MachineMemory() int64 { return machineMemory("/") }

// machineMemory reads what the system says in the folder root.
func machineMemory(root string) int64 {
	total := int64(0)
	for line := range strings.Lines(readText(root, "proc/meminfo")) {
		if words := strings.Fields(line); len(words) >= 2 && words[0] == "MemTotal:" {
			kb, _ := strconv.ParseInt(words[1], 10, 64)
			total = kb << 10
		}
	}
	for line := range strings.Lines(readText(root, "proc/self/cgroup")) {
		// 0::/a/b of version 2, N:memory:/a/b of version 1: each folder on the way may have a limit.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 || parts[1] != "" && parts[1] != "memory" {
			continue
		}
		dir, file := "sys/fs/cgroup", "memory.max"
		if parts[1] != "" {
			dir, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		for group := filepath.Clean("/" + parts[2]); ; group = filepath.Dir(group) {
			text := strings.TrimSpace(readText(root, filepath.Join(dir, group, file)))
			if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 && (total == 0 || n < total) {
				total = n
			}
			if group == "/" {
				break
			}
		}
	}
	return total
}

// readText is the text of a file, "" if there is none.
func readText(root, name string) string {
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return ""
	}
	return string(b)
}
