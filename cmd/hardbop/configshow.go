package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/result"
	"hardbop/internal/source"
)

const configUsage = `usage: hardbop config show [--as-json] [options of check] [FILE.c...]

Shows what hardbop check would take for each of its options with the same command line in
the same folder, as a hardbop.yaml, and behind each value where it comes from: a place in
the file of settings, the command line, or the default.
Exit code: 0, 3 if the file of settings or the command line is wrong.

`

// runConfig is the command config.
func runConfig(args []string, std streams) int {
	if len(args) > 0 && args[0] != "show" && args[0] != "--help" && args[0] != "-h" {
		return complainUsage(std, "config", fmt.Errorf("%q: expected show", args[0]))
	}
	if len(args) == 0 {
		return complainUsage(std, "config", errors.New("expected show"))
	}
	if args[0] == "show" {
		args = args[1:]
	}
	fs, f := checkCommandFlags("config", configUsage, std)
	asJSON := false
	fs.BoolVar(&asJSON, "as-json", false, "print a JSON object: schema is 1, and each of settings has key, value (null if it isn't set) and origin")
	err := parseArgs(fs, args)
	if err == pflag.ErrHelp {
		return exitOK
	}
	files := fs.Args()
	given := map[string]bool{}
	fs.Visit(func(g *pflag.Flag) { given[g.Name] = true })
	if err == nil {
		err = f.configure(fs, always)
	}
	var list source.ErrorList
	if errors.As(err, &list) {
		return failed(std, "config", err)
	}
	shown := f.effective(fs, files, given)
	if err == nil {
		err = f.completeCheck(fs, true)
	}
	if err != nil {
		return complainUsage(std, "config", err)
	}
	return output(std, "config", "", func(w io.Writer) error {
		if asJSON {
			return writeSettingsJSON(w, shown)
		}
		return writeSettings(w, f, shown)
	})
}

// effective is a key with the value that counts.
type effective struct {
	Key    string `json:"key"`
	Value  any    `json:"value"` // nil if it isn't set
	Origin string `json:"origin"`
}

// effective lists the keys in the order of the options.
func (f *checkFlags) effective(fs *pflag.FlagSet, files []string, given map[string]bool) []effective {
	all := []effective{{"files", nil, "default"}}
	if len(files) > 0 {
		all[0] = effective{"files", files, "command line"}
	} else if s := f.settings.Get("files"); s != nil {
		all[0] = effective{"files", s.Values, s.Pos.String()}
	}
	fs.VisitAll(func(g *pflag.Flag) {
		if refusedKeys()[g.Name] != "" || g.Name == "as-json" {
			return
		}
		e := effective{keyName(g), nil, "default"}
		switch list, isList := g.Value.(pflag.SliceValue); {
		case isList && len(list.GetSlice()) > 0:
			e.Value = list.GetSlice()
		case !isList && (g.Changed || g.DefValue != ""):
			e.Value = scalar(g)
		}
		pos, fromFile := f.origins[g.Name]
		switch {
		case fromFile && given[g.Name]:
			e.Origin = pos.String() + " and --" + g.Name
		case fromFile:
			e.Origin = pos.String()
		case given[g.Name]:
			e.Origin = "--" + g.Name
		}
		all = append(all, e)
	})
	return all
}

// scalar is the value of an option that isn't a list.
func scalar(g *pflag.Flag) any {
	switch g.Value.Type() {
	case "int":
		n, _ := strconv.Atoi(g.Value.String())
		return n
	case "bool":
		return g.Value.String() == "true"
	}
	return g.Value.String()
}

func writeSettingsJSON(w io.Writer, shown []effective) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Schema   int         `json:"schema"`
		Settings []effective `json:"settings"`
	}{result.Schema, shown})
}

// writeSettings writes the values as a file of settings; those that aren't set as comments.
func writeSettings(w io.Writer, f *checkFlags, shown []effective) error {
	var b strings.Builder
	if f.settings != nil {
		fmt.Fprintf(&b, "# settings from %s\n", source.Printable(f.settings.Name))
	} else {
		b.WriteString("# no file of settings\n")
	}
	line := func(e effective, key, indent string) {
		text := indent + key + ": " + yamlText(e.Value)
		if e.Value == nil {
			text = "# " + text
		}
		fmt.Fprintf(&b, "%-40s  # %s\n", strings.TrimRight(source.Printable(text), " "), source.Printable(e.Origin))
	}
	var limits []effective
	for _, e := range shown {
		if key, ok := strings.CutPrefix(e.Key, "limits."); ok {
			limits = append(limits, effective{key, e.Value, e.Origin})
			continue
		}
		line(e, e.Key, "")
	}
	b.WriteString("limits:\n")
	for _, e := range limits {
		line(e, e.Key, "  ")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// bare matches texts that YAML takes as texts without quotes.
var bare = regexp.MustCompile(`^[\w./][\w./=:+-]*$`)

// yamlText is a value in YAML.
func yamlText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []string:
		var items []string
		for _, s := range v {
			items = append(items, yamlText(s))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case string:
		if bare.MatchString(v) && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}, strings.ToLower(v)) && !strings.HasSuffix(v, ":") {
			return v
		}
		return strconv.Quote(v)
	}
	return fmt.Sprint(v)
}
