package need

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sarifPackage is the npm package that holds the schema of SARIF.
const sarifPackage = "@microsoft/sarif-multitool-linux@5.7.0"

// SarifSchema returns a file with the JSON schema of SARIF 2.1.0. npm brings it once; it stays
// in the user's cache folder.
func SarifSchema(tb testing.TB) string {
	tb.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		Missing(tb, err)
	}
	file := filepath.Join(cache, "hardbop-tests", strings.NewReplacer("/", "_", "@", "_").Replace(sarifPackage)+".json")
	if _, err := os.Stat(file); err == nil {
		return file
	}
	if err := fetchSchema(tb.TempDir(), file); err != nil {
		Missing(tb, err)
	}
	return file
}

// fetchSchema packs the package into dir and puts its schema into file.
func fetchSchema(dir, file string) error {
	npm := exec.Command("npm", "pack", "--silent", sarifPackage)
	npm.Dir = dir
	out, err := npm.Output()
	if err != nil {
		return fmt.Errorf("npm pack %s: %w", sarifPackage, err)
	}
	text, err := fromArchive(filepath.Join(dir, strings.TrimSpace(string(out))), "package/sarif-2.1.0.json")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return writeWhole(file, text)
}

// writeWhole writes the file beside its place and renames it, so that no other test sees half
// of it.
func writeWhole(file string, text []byte) error {
	half, err := os.CreateTemp(filepath.Dir(file), "half")
	if err != nil {
		return err
	}
	_, err = half.Write(text)
	if err = errors.Join(err, half.Close()); err != nil {
		return err
	}
	return os.Rename(half.Name(), file)
}

// fromArchive returns the file of that name in an archive that is packed with gzip.
func fromArchive(archive, name string) ([]byte, error) {
	f, err := os.Open(archive)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("%s in %s: %w", name, archive, err)
		}
		if h.Name == name {
			return io.ReadAll(r)
		}
	}
}
