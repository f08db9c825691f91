package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/config"
	"hardbop/internal/rules"
	"hardbop/internal/source"
)

// configFlags adds the options that say which file of settings counts.
func (f *checkFlags) configFlags(fs *pflag.FlagSet) {
	fs.StringVar(&f.config, "config", "", "take what the command line leaves open from `FILE` (default hardbop.yaml, here or above, up to the project's root)")
	fs.BoolVar(&f.noConfig, "no-config", false, "read no hardbop.yaml")
}

// limitKeys are the options whose keys stand below limits.
func limitKeys() []string {
	return []string{"timeout", "timeout-each", "memory", "max-iterations", "max-defects", "cube-length", "max-sub", "max-elm", "cache-size"}
}

// refusedKeys are the options that no file sets, and why.
func refusedKeys() map[string]string {
	refused := map[string]string{"config": "it names the file", "no-config": "it is about the file"}
	for _, program := range []string{"cc", "replay-cc"} {
		refused[program] = "it names a program to run, which nobody may bring along with sources; give --" + program
	}
	for _, out := range []string{"dump", "html", "witness", "stats", "replay-out", "certificate", "env-out", "sarif", "json", "bug-report"} {
		refused[out] = "it is an output of one run; give --" + out
	}
	return refused
}

// keyName is the key of an option: its name, in the plural if it is a list.
func keyName(f *pflag.Flag) string {
	switch {
	case slices.Contains(limitKeys(), f.Name):
		return "limits." + f.Name
	case f.Value.Type() != "stringArray" || f.Name == "isystem":
		return f.Name
	case f.Name == "entry":
		return "entries"
	}
	return f.Name + "s"
}

// configKeys are the keys of a file: the files to check, and the options of check.
func configKeys() []*config.Key {
	fs, _ := checkCommandFlags("check", "", streams{})
	keys := []*config.Key{{Name: "files", Kind: config.List, Path: always}}
	fs.VisitAll(func(f *pflag.Flag) {
		kinds := map[string]config.Kind{"string": config.Text, "int": config.Number, "bool": config.Truth, "stringArray": config.List}
		name := keyName(f)
		if refused := refusedKeys()[f.Name]; refused != "" {
			name = f.Name
		}
		keys = append(keys, &config.Key{Name: name, Kind: kinds[f.Value.Type()], Refused: refusedKeys()[f.Name], Path: pathOf(f), Check: valueCheck(f)})
	})
	return keys
}

func always(string) bool { return true }

// pathOf says which values of an option are names of files; nil for none.
func pathOf(f *pflag.Flag) func(string) bool {
	switch placeholder, _ := pflag.UnquoteUsage(f); {
	case placeholder == "RULE":
		return rules.IsFile
	case placeholder == "DIR" || strings.HasPrefix(placeholder, "FILE"):
		return always
	}
	return nil
}

// valueCheck says what is wrong with a value of an option, as far as that can be said of it alone.
func valueCheck(f *pflag.Flag) func(string) error {
	switch f.Name {
	case "timeout":
		return func(v string) error { _, err := parseDuration(v); return notFlag(err, v) }
	case "timeout-each":
		return func(v string) error { _, err := parseEach(v); return notFlag(err, v) }
	case "memory", "cache-size":
		return func(v string) error { _, err := parseSize(f.Name, v); return notFlag(err, v) }
	case "data-model":
		return oneOf("ILP32", "LP64", "LLP64")
	case "property":
		return func(v string) error {
			if strings.HasPrefix(v, "label:") {
				return nil
			}
			return oneOf("reach", "assert", "label:NAME")(v)
		}
	}
	placeholder, _ := pflag.UnquoteUsage(f)
	if words := strings.Split(placeholder, "|"); len(words) > 1 && placeholder == strings.ToLower(placeholder) {
		return oneOf(words...)
	}
	return nil
}

// notFlag is a complaint about an option's value as one about a file's; "" is no value at all there.
func notFlag(err error, v string) error {
	if err == nil && v != "" {
		return nil
	}
	if err == nil {
		return errors.New("expected a value")
	}
	_, expected, _ := strings.Cut(err.Error(), `": `)
	return errors.New(expected)
}

// oneOf takes some words.
func oneOf(words ...string) func(string) error {
	return func(v string) error {
		if slices.Contains(words, v) {
			return nil
		}
		return fmt.Errorf("expected %s%s", strings.Join(words, ", "), source.DidYouMean(v, words))
	}
}

// readConfig reads the file of settings; nil if there is none.
func (f *checkFlags) readConfig() (*config.File, error) {
	switch {
	case f.noConfig && f.config != "":
		return nil, errors.New("--config goes without --no-config")
	case f.noConfig:
		return nil, nil
	}
	name := f.config
	if name == "" {
		found, err := config.Find(".")
		if err != nil || found == "" {
			return nil, err
		}
		name = found
	}
	text, err := source.ReadText(name)
	if err != nil {
		return nil, fmt.Errorf("settings %s: %w", name, err)
	}
	return config.Parse(name, text, configKeys())
}

// settingsFiles are the files that settings are in, or would be if they were there.
func (f *checkFlags) settingsFiles() []string {
	switch {
	case f.noConfig:
		return nil
	case f.config != "":
		return []string{f.config}
	}
	return config.Places(".")
}

// exclusive are the options of which one leaves no place for the others' settings.
func exclusive() [][]string {
	return [][]string{{"rule", "property", "spec"}, {"entry", "env", "all-entries"}, {"all-defects", "max-defects"}, {"quiet", "verbose", "progress"}}
}

// added are the lists to which the command line adds; it replaces the others.
func added() []string {
	return []string{"define", "undefine", "include", "isystem", "force-include", "model", "rules-dir"}
}

// configure gives the options that the command line leaves open the values of the file of settings.
// wants says which of them the command takes from there.
func (f *checkFlags) configure(fs *pflag.FlagSet, wants func(option string) bool) error {
	file, err := f.readConfig()
	if err != nil || file == nil {
		return err
	}
	f.settings, f.origins = file, map[string]source.Pos{}
	given := map[string]bool{}
	fs.Visit(func(g *pflag.Flag) { given[g.Name] = true })
	var errs []error
	fs.VisitAll(func(g *pflag.Flag) {
		if s := file.Get(keyName(g)); s != nil && wants(g.Name) && !excluded(g.Name, given) {
			f.origins[g.Name] = s.Pos
			errs = append(errs, f.take(g, s, given[g.Name], fs))
		}
	})
	return errors.Join(errs...)
}

// excluded reports whether the command line says something in the place of the option.
func excluded(option string, given map[string]bool) bool {
	for _, group := range exclusive() {
		if slices.Contains(group, option) && slices.ContainsFunc(group, func(o string) bool { return given[o] }) {
			return true
		}
	}
	return given[option] && !slices.Contains(added(), option)
}

// take gives an option the values of a setting; those of the command line come behind them.
func (f *checkFlags) take(g *pflag.Flag, s *config.Setting, given bool, fs *pflag.FlagSet) error {
	list, ok := g.Value.(pflag.SliceValue)
	if !ok {
		return fs.Set(g.Name, s.Values[0])
	}
	values := s.Values
	if g.Name == "undefine" {
		values = slices.DeleteFunc(slices.Clone(values), func(name string) bool { return f.defined(name, fs) })
	}
	if given {
		values = append(slices.Clone(values), list.GetSlice()...)
	}
	if len(values) == 0 {
		return nil
	}
	if err := fs.Set(g.Name, values[0]); err != nil { // it counts as given
		return err
	}
	return list.Replace(values)
}

// defined reports whether the command line defines a macro: the file doesn't take that back.
func (f *checkFlags) defined(name string, fs *pflag.FlagSet) bool {
	g := fs.Lookup("define")
	if g == nil || !g.Changed {
		return false
	}
	return slices.ContainsFunc(f.opt.Defines, func(d string) bool {
		macro, _, _ := strings.Cut(d, "=")
		macro, _, _ = strings.Cut(macro, "(")
		return macro == name
	})
}

// ofProgram reports whether an option says what the program is and means: the tools of the chain take these.
func ofProgram(option string) bool {
	f := &checkFlags{}
	fs := newFlagSet("", "", streams{})
	f.programFlags(fs)
	return fs.Lookup(option) != nil && option != "env-out" && option != "encoding"
}

// sayConfig tells that there are settings from a file.
func (f *checkFlags) sayConfig(name string, std streams) {
	if f.settings != nil && std.child == nil && !f.quiet {
		fmt.Fprintf(std.err, "hardbop %s: settings from %s\n", name, source.Printable(filepath.ToSlash(f.settings.Name)))
	}
}
