package supervise

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMachineMemory has what systems say of their memory.
func TestMachineMemory(t *testing.T) {
	const meminfo = "MemTotal:       16384 kB\nMemFree: 1 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing is told":       {nil, 0},
		"the machine":           {map[string]string{"proc/meminfo": meminfo}, 16 << 20},
		"no limit":              {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 16 << 20},
		"a group":               {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "4194304\n"}, 4 << 20},
		"a group above":         {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/memory.max": "2097152\n", "sys/fs/cgroup/a/b/memory.max": "4194304\n"}, 2 << 20},
		"the root of groups":    {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "1048576\n"}, 1 << 20},
		"the older version":     {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu:/x\n4:memory:/a\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "8388608\n"}, 8 << 20},
		"a limit that is large": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 16 << 20},
	} {
		root := t.TempDir()
		for file, text := range c.files {
			file = filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := machineMemory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
