package source

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// MaxFile is the size of the largest input file that is read, in bytes.
const MaxFile = 64 << 20

// ReadRegular reads an input file: only a regular file, since a device or a pipe may
// have no end, and only up to [MaxFile]. The error says what is wrong, without the name.
func ReadRegular(name string) ([]byte, error) { return ReadRegularUpTo(name, MaxFile) }

// ReadRegularUpTo is [ReadRegular] with another limit, in bytes.
func ReadRegularUpTo(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		if os.IsNotExist(err) {
			return nil, fmt.Errorf("no such file")
		}
		return nil, fmt.Errorf("can't read the file: %v", err)
	}
	if info.IsDir() {
		return nil, fmt.Errorf("a folder, not a file")
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("not a regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("can't read the file: %v", err)
	}
	defer file.Close()
	var data bytes.Buffer
	data.Grow(int(min(info.Size(), limit)) + bytes.MinRead) // room for all, if it doesn't grow
	_, err = data.ReadFrom(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, fmt.Errorf("can't read the file: %v", err)
	}
	if int64(data.Len()) > limit {
		return nil, fmt.Errorf("the file is larger than %d MB", limit>>20)
	}
	return data.Bytes(), nil
}
