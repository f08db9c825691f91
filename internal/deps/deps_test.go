package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "hardbop/"

// policy says which packages of the module a package may import, directly or not.
// Packages in a group follow one rule each line: "a, b: may import c, d". A package that
// stands in no line may import anything that isn't a command.
//
// Do not change these lines to mend a build: an import that is missing here means that
// the code is in the wrong package.
const policy = `
internal/source, internal/manpage, internal/obs, internal/bugreport, internal/supervise, internal/sandbox, internal/mutant, internal/hostcc, internal/models, internal/freeze, internal/freeze/freezetest:
internal/cil, internal/compdb, internal/config, internal/lts, internal/result, internal/suite, boolprog: internal/source
internal/interval, internal/cil/interp, internal/entries, internal/path, internal/pred, internal/property: internal/source, internal/cil
internal/entries/find: internal/source, internal/cil
internal/entries/kinds:
internal/doctor: internal/source, internal/hostcc, internal/sandbox
internal/hornsat:
internal/revision: internal/source
internal/cil/content: internal/source, internal/cil
internal/simulation: internal/hornsat
internal/magic: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/smt/wrap, internal/enc, internal/lbe, internal/lts, internal/hornsat, internal/simulation, internal/obs
internal/suite/slurm: internal/source, internal/suite
internal/suite/plant: internal/source, internal/compdb
internal/entries/environ: internal/source, internal/cil, internal/entries/find, internal/entries/kinds
internal/inline: internal/source, internal/cil
internal/prep, internal/pointsto: internal/source, internal/cil, internal/interval
internal/cfront: internal/source, internal/cil
internal/smt: internal/source
internal/smt/z3, internal/smt/wrap, internal/smt/smttest: internal/source, internal/obs, internal/smt
internal/enc: internal/source, internal/cil, internal/interval, internal/path, internal/smt
internal/certify: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc
internal/certify/infer: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc, internal/certify
internal/lbe: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc
internal/effects: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc, internal/pointsto
internal/suffice: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc
internal/bdd, internal/ldd: internal/source, internal/obs
internal/predmin: internal/source, internal/smt
internal/paq: internal/source, internal/smt, internal/bdd, internal/ldd
internal/paq/paqtest: internal/source, internal/smt, internal/bdd, internal/ldd, internal/paq
slic: internal/source, internal/cil, internal/property
internal/rules: internal/source, internal/cil, internal/property, slic
boolprog/interp: internal/source, boolprog
boolprog/line: internal/source, internal/obs, internal/bdd, boolprog
bebop: internal/source, internal/obs, internal/bdd, boolprog
c2bp: internal/source, internal/obs, internal/cil, internal/interval, internal/pointsto, internal/path, internal/pred, internal/smt, internal/enc, internal/lbe, internal/bdd, internal/ldd, internal/paq, boolprog, boolprog/line
newton: internal/source, internal/obs, internal/effects, internal/cil, internal/interval, internal/pointsto, internal/path, internal/pred, internal/smt, internal/enc
internal/witness: internal/source
internal/cache: internal/source, internal/obs, internal/smt, internal/smt/wrap
internal/report, internal/waive: internal/source, internal/result
internal/html: internal/source, internal/result, internal/report
internal/html/board: internal/source, internal/result, internal/report, internal/html, internal/suite
internal/replay: internal/source, internal/cil, internal/interval, internal/path, internal/smt, internal/enc, internal/result, internal/sandbox
`

// never lists imports that must not be, directly or not: "a: not b".
const never = `
boolprog: internal/cil, internal/cfront, internal/smt
bebop: internal/cil, internal/cfront, internal/smt, c2bp, newton
c2bp: bebop, newton, internal/cfront
newton: bebop, c2bp, internal/cfront
internal/smt: internal/cil
slic: internal/cfront
internal/certify: boolprog, c2bp, newton, bebop, internal/bdd, internal/cegar, internal/lbe, internal/effects, internal/prep, internal/pointsto, internal/inline, internal/smt/wrap
`

// onlyIn says which packages alone may import a package of others: "package: where".
const onlyIn = `
modernc.org/cc/v4: internal/cfront
C: internal/smt/z3
`

// listed is what go list says about a package.
type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	Deps       []string
}

// goList returns the packages of the module, without tests.
func goList(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,Deps", "hardbop/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var list []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// rules reads lines "a, b: c, d" into a map from each of a, b to c, d.
func rules(text string) map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(text) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		var to []string
		for _, s := range strings.Split(right, ",") {
			if s = strings.TrimSpace(s); s != "" {
				to = append(to, s)
			}
		}
		for _, s := range strings.Split(left, ",") {
			m[strings.TrimSpace(s)] = to
		}
	}
	return m
}

// own returns the packages of the module among paths, without the module's name.
func own(paths []string) []string {
	var list []string
	for _, p := range paths {
		if rest, ok := strings.CutPrefix(p, module); ok {
			list = append(list, rest)
		}
	}
	return list
}

func TestImports(t *testing.T) {
	allowed, forbidden, exclusive := rules(policy), rules(never), rules(onlyIn)
	for _, p := range goList(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		for _, d := range own(p.Deps) {
			if list, ok := allowed[name]; ok && !slices.Contains(list, d) {
				t.Errorf("%s imports %s, directly or not: allowed are %v", name, d, list)
			}
			if slices.Contains(forbidden[name], d) {
				t.Errorf("%s imports %s, directly or not, and never may", name, d)
			}
			if strings.HasPrefix(d, "cmd/") && !strings.HasPrefix(name, "cmd/") {
				t.Errorf("%s imports the command %s", name, d)
			}
		}
		for _, d := range p.Imports {
			if where, ok := exclusive[d]; ok && !slices.Contains(where, name) {
				t.Errorf("%s imports %s: only %v may", name, d, where)
			}
		}
	}
}
