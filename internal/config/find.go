package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Find looks for the file in dir and the folders above it, up to the one with a .git. The name is as seen from
// dir; "" if there is none. A file of another user than dir's, who isn't root and whom nobody asked, is an error:
// anybody can put one in /tmp.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for _, place := range Places(dir) {
		name := filepath.Join(dir, place)
		switch info, err := os.Stat(name); {
		case err == nil:
			if !trusted(info, dir) {
				return "", fmt.Errorf("%s belongs to another user: --config %s takes it all the same, --no-config leaves it out", name, name)
			}
			return place, nil
		case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission):
			return "", err
		}
	}
	return "", nil
}

// Places are the names under which Find looks, as seen from dir.
func Places(dir string) []string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	var names []string
	for at := dir; ; at = filepath.Dir(at) {
		if name, err := filepath.Rel(dir, filepath.Join(at, Name)); err == nil {
			names = append(names, name)
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil || at == filepath.Dir(at) {
			return names
		}
	}
}

// trusted reports whether a file belongs to the user, to root, or to the owner of the folder.
func trusted(info fs.FileInfo, dir string) bool {
	owner := ownerOf(info)
	if owner == 0 || owner == os.Getuid() {
		return true
	}
	d, err := os.Stat(dir)
	return err == nil && owner == ownerOf(d)
}

// ownerOf is the user that a file belongs to; -1 if the system doesn't say.
func ownerOf(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Uid)
	}
	return -1
}
