package cfront

import (
	"math/big"
	"path/filepath"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"hardbop/internal/cil"
	"hardbop/internal/source"
)

// File is one C source file. If Text is nil it is read from the file called Name.
type File struct {
	Name string
	Text []byte
	// Behind is text that goes behind the file as if it stood at its end.
	Behind []byte
	// Flags say how the file is preprocessed; those of [Config] if nil.
	Flags *Flags
}

// Model is a C file with models.
type Model struct {
	File
	// Own says that the user wrote it: it must agree with the program.
	Own bool
}

// Config says how C source is read.
type Config struct {
	// Flags are those of each file that has none of its own.
	Flags
	// Model is the data model: ILP32, LP64 or LLP64; LP64 if empty.
	Model string
	// UnsignedChar makes plain char unsigned, as -funsigned-char does.
	UnsignedChar bool
	// ShortEnums gives enumerations the smallest type that holds them, as -fshort-enums does.
	ShortEnums bool
	// Entries are the functions to start from; "main" if empty. Only what is reachable
	// from them is elaborated.
	Entries []string
	// EntryOption is the option that names them, for messages; "" stands for --entry.
	EntryOption string
	// Whole elaborates everything that the files define.
	Whole bool
	// Own elaborates everything that the files define themselves, headers (by their names:
	// *.h) aside but for functions and initialised objects that are neither static nor inline, and what that needs.
	Own bool
	// Complete parses all of the headers: otherwise bodies of inline functions that nothing
	// seems to need are left out, which makes no difference but to the time.
	Complete bool
	// Names are enumerators, macros, objects and functions to look up, TypeNames typedef
	// names, or words such as "struct s": they end up in the program.
	Names, TypeNames []string
	// Events are names of functions whose calls, and of macros whose uses, a rule is about:
	// the uses of these macros are marked in the program.
	Events []string
	// Members are names of members that a rule reads: of what the events' arguments point
	// to, and of what such members point to, structs are complete.
	Members []string
	// ShortWchar makes wchar_t an unsigned short, as -fshort-wchar does.
	ShortWchar bool
	// Models are files with models of functions that no file defines: see models.go.
	Models []Model
	// Seen is told of each file that is read, by its name in positions, where it is, and its content; nil for
	// nobody. A file may be read several times.
	Seen func(name, path string, text []byte)
	// Trees keeps the syntax trees of the files for other Loads; nil if there are none.
	Trees *Trees
	// MaxExpansion bounds the work of macro expansion, in tokens; 0 means 32 Mi.
	MaxExpansion int

	// kept are functions whose bodies aren't left out; tries counts how often the files
	// were read again for them. See lean.go.
	kept  []string
	tries int
}

// Load reads, links and elaborates the files. What is wrong with them comes back as a
// [source.ErrorList].
func Load(files []File, cfg Config) (*cil.Program, error) {
	fe, err := newFront(cfg)
	if err != nil {
		return nil, err
	}
	err = fe.load(files)
	if len(fe.missed) > 0 {
		return Load(files, cfg.keeping(fe.missed))
	}
	if err != nil && cfg.Trees.covers(cfg.Events) {
		cfg.Trees = nil // macros that only others watch may be in the way
		return Load(files, cfg)
	}
	if err != nil && len(fe.watch.wrapped) > 0 {
		return fe.loadHidden(files, err)
	}
	if err != nil {
		return nil, err
	}
	return fe.prog, nil
}

// load reads, links and elaborates the files.
func (fe *front) load(files []File) error {
	for _, f := range files {
		before := len(fe.errs)
		fe.read(f)
		if len(fe.errs) > before {
			fe.errs = append(fe.errs[:before], plainly(f.Name, fe.texts[f.Name], fe.errs[before:])...)
		}
	}
	fe.readModels()
	if len(fe.errs) > 0 {
		return fe.errs.Err()
	}
	fe.start()
	fe.resolveNames()
	fe.drain()
	if len(fe.errs) > 0 {
		return fe.errs.Err()
	}
	fe.completeMembers()
	fe.listOwn()
	fe.finishMarks()
	return nil
}

// front is the state of one Load.
type front struct {
	cfg   Config
	prog  *cil.Program
	model *cil.DataModel
	errs  source.ErrorList
	// reported holds the lines that have an error already: one is enough.
	reported map[source.Pos]bool
	texts    map[string]string // of the files read, for error messages
	units    []*unit
	models   map[string]*modelRec // by the function's name
	// externs are the names with external linkage.
	externs map[string]*symbol
	// names are the global names that are taken, tags the struct tags.
	names, tags nameSet
	literals    map[string]*cil.Var
	// what several files define: see sharing.go
	shared     map[string][]sharedComp
	defTexts   map[cc.Node]*defText
	sameDefs   map[defPair]bool
	compTags   map[*cil.CompType]*tag
	anon       map[*cc.StructOrUnionSpecifier]*tag
	enums      map[*cc.EnumSpecifier]*cil.IntType
	anonFields map[*cil.Field]bool
	// vectors are the vector types by their form, vectorComps the same as a set.
	vectors     map[string]*cil.CompType
	vectorComps map[*cil.CompType]bool
	complexes   map[string]*cil.CompType
	// complexComps are the complex types.
	complexComps map[*cil.CompType]bool
	// fieldAligns and varAligns are the alignments that attributes ask for, in bytes.
	fieldAligns map[*cil.Field]int64
	varAligns   map[*cil.Var]int64
	// runtimeLen are the lengths of arrays of variable length.
	runtimeLen  map[*cil.ArrayType]cil.Expr
	transparent map[*cil.CompType]bool     // unions with the attribute transparent_union
	packedEnums map[*cc.EnumSpecifier]bool // those with the attribute packed
	work        []func()
	noted       map[cil.Note]bool
	// lean says what of headers the file that is being parsed needs; nil if all.
	lean *lean
	// missed are the functions whose bodies were needed and had been left out.
	missed []string
	// weakPragmas are the names in #pragma weak, with what they are aliases of, or "";
	// weakFlags say whether weak symbols are defined, and flags is the set of these.
	weakPragmas map[string]string
	weakFlags   map[string]*cil.Var
	handed      *cil.Var // gets the addresses that inline assembly does; may be nil
	flags       map[*cil.Var]bool
	// watch are the macros that rules speak of, doubles the calls that are made once more
	// for the arguments of such a macro.
	watch   *macroWatch
	doubles []*doubleCall
}

func newFront(cfg Config) (*front, error) {
	if cfg.Model == "" {
		cfg.Model = "LP64"
	}
	if len(cfg.Entries) == 0 {
		cfg.Entries = []string{"main"}
	}
	model, err := cil.NewDataModel(cfg.Model, !cfg.UnsignedChar)
	if err != nil {
		return nil, err
	}
	return &front{
		cfg: cfg, model: model, prog: &cil.Program{Model: model, Constants: map[string]*big.Int{}, Types: map[string]cil.Type{}},
		reported: map[source.Pos]bool{}, texts: map[string]string{}, models: map[string]*modelRec{}, externs: map[string]*symbol{},
		names: nameSet{}, tags: nameSet{}, literals: map[string]*cil.Var{}, noted: map[cil.Note]bool{},
		shared: map[string][]sharedComp{}, defTexts: map[cc.Node]*defText{}, sameDefs: map[defPair]bool{}, compTags: map[*cil.CompType]*tag{}, anon: map[*cc.StructOrUnionSpecifier]*tag{},
		enums: map[*cc.EnumSpecifier]*cil.IntType{}, anonFields: map[*cil.Field]bool{},
		watch:       newMacroWatch(cfg.Events),
		weakPragmas: map[string]string{}, weakFlags: map[string]*cil.Var{}, flags: map[*cil.Var]bool{},
		packedEnums: map[*cc.EnumSpecifier]bool{},
		runtimeLen:  map[*cil.ArrayType]cil.Expr{},
		transparent: map[*cil.CompType]bool{},
		fieldAligns: map[*cil.Field]int64{}, varAligns: map[*cil.Var]int64{},
		vectors: map[string]*cil.CompType{}, vectorComps: map[*cil.CompType]bool{},
		complexes: map[string]*cil.CompType{}, complexComps: map[*cil.CompType]bool{},
	}, nil
}

// nameSet gives out names that are unique in it.
type nameSet map[string]int

// reserve takes name as it is.
func (s nameSet) reserve(name string) { s[name] = max(s[name], 1) }

// fresh returns name if it is free, else name_1, name_2, ... It takes what it returns.
func (s nameSet) fresh(name string) string {
	if s[name] == 0 {
		s[name] = 1
		return name
	}
	for {
		n := name + "_" + itoa(s[name])
		s[name]++
		if s[n] == 0 {
			s[n] = 1
			return n
		}
	}
}

// errorf reports an error at pos, once per line.
func (fe *front) errorf(pos source.Pos, format string, args ...any) {
	line := source.Pos{File: pos.File, Line: pos.Line}
	if fe.reported[line] {
		return
	}
	fe.reported[line] = true
	fe.errs.Add(pos, fe.texts[pos.File], format, args...)
}

// note records once that something is not modelled exactly.
func (fe *front) note(code string, pos source.Pos, text string) {
	n := cil.Note{Code: code, Pos: pos, Text: text}
	if !fe.noted[n] {
		fe.noted[n] = true
		fe.prog.Notes = append(fe.prog.Notes, n)
	}
}

// start asks for the entry functions, or for everything.
func (fe *front) start() {
	if fe.cfg.Whole || fe.cfg.Own {
		fe.whole()
	}
	for _, name := range fe.cfg.Entries {
		if s := fe.defined(name); s != nil {
			s.resolve()
		} else if !fe.cfg.Whole && !fe.cfg.Own {
			fe.noEntry(name)
		}
	}
}

// defined finds the function called name that some file defines, or nil.
func (fe *front) defined(name string) *symbol {
	if s := fe.externs[name]; s != nil && s.hasDefinition() {
		return s
	}
	for _, u := range fe.units {
		if s := u.ids[name]; s != nil && s.hasDefinition() {
			return s
		}
	}
	return nil
}

// hasDefinition reports whether s, or what it is another name of, is a function with a body.
func (s *symbol) hasDefinition() bool {
	if t := s.aliased(); t != nil {
		s = t
	}
	return s.definition() != nil
}

// whole asks for every object and function that the files define, in their order;
// without Whole, not for those of headers.
func (fe *front) whole() {
	for _, u := range fe.units {
		for _, r := range u.order {
			if !fe.cfg.Whole && !r.own() {
				continue
			}
			if !r.typedef && (r.fdef != nil || r.d != nil && !r.extern) {
				u.ids[r.name].resolve()
			}
			if t := u.ids[r.alias()]; t != nil && !r.static {
				if f, ok := t.resolve().(*function); ok {
					f.f.Aliased = true
				}
			}
		}
	}
}

// own reports whether the files define r themselves: it is in no header, in a header that is one of the files, or
// code that a header only brings along: a function that other files may call and that is no inline one, or an object
// of theirs with an initialiser.
func (r *declRec) own() bool {
	return !strings.HasSuffix(r.pos.File, ".h") || r.pos.File == r.u.name || !r.inline && !r.static && (r.fdef != nil || r.init != nil)
}

// noEntry reports that no file defines the entry function, with the names nearest to it,
// or else the first that other files could call.
func (fe *front) noEntry(name string) {
	var names, public []string
	seen := map[string]bool{}
	for _, u := range fe.units {
		for _, r := range u.order {
			if r.fdef != nil && !seen[r.name] {
				seen[r.name] = true
				names = append(names, r.name)
				if !r.static && r.pos.File == u.name {
					public = append(public, r.name)
				}
			}
		}
	}
	what, option := "the entry function ", "--entry"
	if o := fe.cfg.EntryOption; o != "" {
		what, option = "the function ", o
	}
	msg := "no file defines " + what + name
	if near := nearest(name, names); near != "" {
		msg += "; did you mean " + near + "?"
	} else if len(public) > 0 {
		msg += "; " + option + " names another, such as " + strings.Join(public[:min(3, len(public))], ", ")
	}
	if name == "main" && fe.cfg.EntryOption == "" {
		msg += "; for a driver, --entry auto calls what it registers"
	}
	if len(fe.units) > 0 && filepath.Ext(fe.units[0].name) == ".h" {
		msg += "; this is a header: give the C files that include it"
	}
	pos := source.Pos{}
	if len(fe.units) > 0 {
		pos.File = fe.units[0].name
	}
	fe.errs.Add(pos, "", "%s", msg)
}

// nearest lists the up to three names that are closest to name, joined by "or".
func nearest(name string, names []string) string {
	limit := len(name)/2 + 1
	type scored struct {
		name string
		d    int
	}
	var best []scored
	for _, n := range names {
		if d := editDistance(name, n); d <= limit {
			best = append(best, scored{n, d})
		}
	}
	sort.SliceStable(best, func(i, j int) bool { return best[i].d < best[j].d })
	s := ""
	for i, b := range best {
		if i == 3 {
			break
		}
		if i > 0 {
			s += " or "
		}
		s += b.name
	}
	return s
}

// editDistance is the number of insertions, deletions and replacements from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diag
			if a[i] != b[j] {
				next++
			}
			diag = row[j+1]
			row[j+1] = min(next, row[j]+1, diag+1)
		}
	}
	return row[len(b)]
}

// drain elaborates what was asked for until nothing is left.
func (fe *front) drain() {
	for len(fe.work) > 0 {
		todo := fe.work[0]
		fe.work = fe.work[1:]
		todo()
	}
}
