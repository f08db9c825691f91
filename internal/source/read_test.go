package source

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestReadRegular(t *testing.T) {
	dir := t.TempDir()
	good, large := filepath.Join(dir, "good"), filepath.Join(dir, "large")
	if err := os.WriteFile(good, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(large, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, MaxFile+1); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		good:                          "",
		large:                         "the file is larger than 64 MB",
		dir:                           "a folder, not a file",
		"/dev/zero":                   "not a regular file",
		filepath.Join(dir, "missing"): "no such file",
	} {
		data, err := ReadRegular(name)
		switch {
		case want == "" && (err != nil || string(data) != "text"):
			t.Errorf("%s: got %q, %v", name, data, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
		for _, size := range []int{1 << 16, 1, 3, 4, 5} {
			var text bytes.Buffer
			if err := CopyRegular(&text, name, make([]byte, size)); (err == nil) != (want == "") || err == nil && text.String() != "text" {
				t.Errorf("%s, copied: got %q, %v", name, text.String(), err)
			}
			if name == large {
				break
			}
		}
	}
}
