package check

import (
	"fmt"
	"strings"

	"hardbop/internal/cfront"
)

// Commands returns how each of Files is compiled, as commands of a compiler for a compilation database, once the
// options are settled. Names of files and folders go through name. Without a database there are none.
func (opt Options) Commands(name func(string) string) [][]string {
	var list [][]string
	for i, fl := range opt.Flags {
		args := append([]string{"cc"}, flagWords(fl, name)...)
		args = append(args, opt.semanticWords()...)
		list = append(list, append(args, "-c", name(fl.Path(opt.Files[i]))))
	}
	return list
}

// flagWords are the flags by which a file is preprocessed.
func flagWords(fl *cfront.Flags, name func(string) string) []string {
	var words []string
	if fl.Std != "" {
		words = append(words, "-std="+fl.Std)
	}
	if fl.NoStandardIncludes {
		words = append(words, "-nostdinc")
	}
	if fl.Pack > 0 {
		words = append(words, fmt.Sprintf("-fpack-struct=%d", fl.Pack))
	}
	for _, d := range fl.Defines {
		if n, ok := strings.CutPrefix(d, "-"); ok {
			words = append(words, "-U"+n)
		} else {
			words = append(words, "-D"+d)
		}
	}
	for _, l := range []struct {
		option string
		names  []string
	}{{"-iquote", fl.QuoteDirs}, {"-I", fl.IncludeDirs}, {"-isystem", fl.SystemIncludes}, {"-idirafter", fl.AfterDirs}, {"-include", fl.Forced}} {
		for _, n := range l.names {
			words = append(words, l.option, name(fl.Path(n)))
		}
	}
	return words
}

// semanticWords are the flags that say what the program means.
func (opt Options) semanticWords() []string {
	var words []string
	for _, f := range []struct {
		set  bool
		word string
	}{{opt.Model == "ILP32", "-m32"}, {opt.UnsignedChar, "-funsigned-char"}, {opt.ShortEnums, "-fshort-enums"}, {opt.ShortWchar, "-fshort-wchar"}, {opt.Wrap, "-fwrapv"}} {
		if f.set {
			words = append(words, f.word)
		}
	}
	return words
}

// SystemFolders are the folders in which headers of the system were looked for, once the options are settled.
func (opt Options) SystemFolders() []string { return opt.systemFolders }
