package check

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hardbop/c2bp"
	"hardbop/internal/cil"
	"hardbop/internal/path"
	"hardbop/internal/pred"
)

// dump writes the artefacts of iteration i: the predicates, the Boolean program, and
// each error path. From them each tool can be run again alone.
func dump(dir string, prog *cil.Program, i int, preds *pred.Set, abs *c2bp.Abstraction, paths []*path.Path) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--dump: %w", err)
	}
	base := filepath.Join(dir, fmt.Sprintf("iter%03d", i))
	if err := writeFile(base+".preds", func(w io.Writer) error { return pred.Write(w, preds) }); err != nil {
		return err
	}
	if err := writeFile(base+".bp", func(w io.Writer) error { _, err := io.WriteString(w, abs.BP.String()); return err }); err != nil {
		return err
	}
	for k, p := range paths {
		name := base + ".path.json"
		if k > 0 {
			name = fmt.Sprintf("%s.path%d.json", base, k+1)
		}
		if err := writeFile(name, func(w io.Writer) error { return path.Write(w, p) }); err != nil {
			return err
		}
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	if err == nil {
		err = os.WriteFile(name, b.Bytes(), 0o666)
	}
	if err != nil {
		return fmt.Errorf("--dump: %w", err)
	}
	return nil
}
