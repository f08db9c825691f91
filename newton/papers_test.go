package newton

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
	"hardbop/internal/path"
)

// papersDir has the examples of the paper with their artefacts.
var papersDir = filepath.Join("..", "testdata", "papers", "newton")

// TestPapers explains the paths of the paper's figures from their C files and path files.
func TestPapers(t *testing.T) {
	for _, tt := range []struct{ name, sides string }{
		{"figure1", "ttt"}, {"figure5a", "t"}, {"figure5b", "ttt"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			prog := loadPaper(t, tt.name+".c")
			var b bytes.Buffer
			if err := path.Write(&b, errorPath(t, prog, tt.sides)); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.name+".path.json", b.String())
			p, err := path.Read(prog, tt.name+".path.json", b.String())
			if err != nil {
				t.Fatal(err)
			}
			e := explained(t, prog, p)
			golden(t, tt.name+".preds", predText(t, e.Preds))
			if !refuted(prog, p, testEnv(t), e.Preds) {
				t.Error("the predicates don't refute the path")
			}
			b.Reset()
			if err := (&Outcome{Kind: Infeasible, Explanation: e}).WriteText(&b, p); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.name+".txt", b.String())
		})
	}
}

func loadPaper(t *testing.T, name string) *cil.Program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(papersDir, name))
	if err != nil {
		t.Fatal(err)
	}
	prog, err := cfront.Load([]cfront.File{{Name: name, Text: text}}, cfront.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return prog
}
