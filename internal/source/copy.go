package source

import (
	"errors"
	"io"
	"syscall"
)

// CopyRegular writes to w what [ReadRegular] reads, piece by piece, through the buffer. It asks the system for no more
// than that takes: of some hundred small files the rest is most of the time.
func CopyRegular(w io.Writer, name string, buffer []byte) error {
	var info syscall.Stat_t
	if err := undisturbed(func() error { return syscall.Stat(name, &info) }); err != nil {
		return err
	}
	if info.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return errors.New("not a regular file")
	}
	file := -1
	err := undisturbed(func() (err error) {
		file, err = syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return err
	}
	defer syscall.Close(file)
	return copyFrom(w, file, buffer)
}

func copyFrom(w io.Writer, file int, buffer []byte) error {
	for total := 0; total <= MaxFile; {
		n := 0
		err := undisturbed(func() (err error) {
			n, err = syscall.Read(file, buffer)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
		if _, err := w.Write(buffer[:n]); err != nil {
			return err
		}
		total += n
	}
	return errors.New("the file is too large")
}

// undisturbed calls f again as long as signals interrupt it.
func undisturbed(f func() error) error {
	for {
		if err := f(); err != syscall.EINTR {
			return err
		}
	}
}
