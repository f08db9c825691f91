package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hardbop/internal/result"
	"hardbop/internal/rules"
)

const completionUsage = `usage: hardbop completion bash|zsh|fish
       hardbop completion --words [WORD...]

Prints what a shell needs to complete commands, options, rules and files. In bash:
source <(hardbop completion bash). With --words it prints how the last word may go on.
Exit code: 0, 3 for wrong input.

`

// runCompletion is the command completion.
func runCompletion(args []string, std streams) int {
	if len(args) > 0 && args[0] == "--words" {
		return output(std, "completion", "", func(w io.Writer) error { return writeCandidates(w, complete(args[1:])) })
	}
	fs := newFlagSet("completion", completionUsage, std)
	fs.Bool("words", false, "for the shells: how the last of the words may go on, a line each with what it means; before it stand the words of the command line")
	err := parseArgs(fs, args)
	switch {
	case err == pflag.ErrHelp:
		return exitOK
	case err == nil && fs.NArg() != 1:
		err = fmt.Errorf("expected bash, zsh or fish")
	case err == nil && completions()[fs.Arg(0)] == "":
		err = fmt.Errorf("%q: expected bash, zsh or fish", fs.Arg(0))
	}
	if err != nil {
		return complainUsage(std, "completion", err)
	}
	return output(std, "completion", "", func(w io.Writer) error {
		_, err := io.WriteString(w, completions()[fs.Arg(0)])
		return err
	})
}

// candidate is how a word may go on. A text that begins with a colon says which files may stand there:
// ":files", ":files c,slic" or ":dirs".
type candidate struct{ text, meaning string }

func writeCandidates(w io.Writer, list []candidate) error {
	for _, c := range list {
		line := c.text
		if c.meaning != "" {
			line += "\t" + c.meaning
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// complete returns how the last of the words may go on.
func complete(words []string) []candidate {
	if len(words) == 0 {
		words = []string{""}
	}
	before, last := words[:len(words)-1], words[len(words)-1]
	if len(before) == 0 {
		return matching(last, commandCandidates())
	}
	i := slices.IndexFunc(commands(), func(c command) bool { return c.name == before[0] })
	switch {
	case before[0] == "help" && len(before) == 1:
		return matching(last, commandCandidates())
	case i < 0:
		return nil
	case before[0] == "completion":
		return matching(last, []candidate{{"bash", ""}, {"zsh", ""}, {"fish", ""}})
	}
	return completeIn(describe(commands()[i]), before[1:], last)
}

func commandCandidates() []candidate {
	list := []candidate{{"help", "explain a command"}}
	for _, c := range commands() {
		list = append(list, candidate{c.name, c.brief})
	}
	return list
}

// completeIn goes on in a command.
func completeIn(d *described, before []string, last string) []candidate {
	command := d.name
	if len(d.verbs) > 0 {
		if len(before) == 0 {
			return matching(last, verbCandidates(d))
		}
		i := slices.IndexFunc(d.verbs, func(v *described) bool { return v.name == before[0] })
		if i < 0 {
			return nil
		}
		d, before, command = d.verbs[i], before[1:], command+" "+before[0]
	}
	if name, value, ok := strings.Cut(last, "="); ok && strings.HasPrefix(name, "--") {
		return prefixed(name+"=", matching(value, valuesOf(optionOf(d.options, name))))
	}
	if n := len(before); n > 0 {
		if f := optionOf(d.options, before[n-1]); f != nil && f.Value.Type() != "bool" {
			return matching(last, valuesOf(f))
		}
	}
	if strings.HasPrefix(last, "-") {
		return matching(last, optionCandidates(d.options))
	}
	return matching(last, argumentsOf(command))
}

func verbCandidates(d *described) []candidate {
	var list []candidate
	for _, v := range d.verbs {
		list = append(list, candidate{v.name, ""})
	}
	return list
}

// optionOf is the option that the word names; nil for none.
func optionOf(fs *pflag.FlagSet, word string) *pflag.Flag {
	if name, ok := strings.CutPrefix(word, "--"); ok {
		return fs.Lookup(name)
	}
	if len(word) == 2 && word[0] == '-' {
		return fs.ShorthandLookup(word[1:])
	}
	return nil
}

func optionCandidates(fs *pflag.FlagSet) []candidate {
	var list []candidate
	fs.VisitAll(func(f *pflag.Flag) {
		meaning := optionMeaning(f)
		list = append(list, candidate{"--" + f.Name, meaning})
		if f.Shorthand != "" {
			list = append(list, candidate{"-" + f.Shorthand, meaning})
		}
	})
	return append(list, candidate{"--help", "explain the command"})
}

// valuesOf are the values of an option, as far as its placeholder tells: words with bars between them,
// a rule, a file or a folder.
func valuesOf(f *pflag.Flag) []candidate {
	if f == nil {
		return nil
	}
	placeholder, _ := pflag.UnquoteUsage(f)
	var list []candidate
	for _, word := range strings.Split(placeholder, "|") {
		switch {
		case word == "RULE":
			list = append(list, ruleCandidates()...)
			list = append(list, candidate{":files slic", ""})
		case word == "DIR":
			list = append(list, candidate{":dirs", ""})
		case word == "MODEL":
			list = append(list, candidate{"ILP32", ""}, candidate{"LP64", ""}, candidate{"LLP64", ""})
		case strings.HasPrefix(word, "FILE"):
			list = append(list, candidate{strings.TrimSpace(":files " + strings.TrimPrefix(strings.TrimPrefix(word, "FILE"), ".")), ""})
		case word == strings.ToLower(word):
			list = append(list, candidate{word, ""})
		case strings.HasPrefix(word, "label:"):
			list = append(list, candidate{"label:", ""})
		}
	}
	return list
}

// ruleCandidates are the rules of the library.
func ruleCandidates() []candidate {
	lib, err := rules.Load()
	if err != nil {
		return nil
	}
	var list []candidate
	for _, r := range lib.Rules {
		list = append(list, candidate{r.Name, r.Doc.Summary})
	}
	return list
}

// argumentsOf are the arguments that a command takes.
func argumentsOf(command string) []candidate {
	switch command {
	case "rules explain", "rules show", "rules list":
		return ruleCandidates()
	case "explain":
		list := []candidate{}
		for _, c := range slices.Sorted(maps.Keys(result.Codes)) {
			list = append(list, candidate{c, result.Codes[c].Meaning})
		}
		all := assumptionCodes()
		for _, c := range slices.Sorted(maps.Keys(all)) {
			list = append(list, candidate{c, all[c]})
		}
		return append(list, candidate{":files json", ""})
	case "man":
		return commandCandidates()[1:]
	case "doctor", "version":
		return nil
	case "demo":
		return []candidate{{":dirs", ""}}
	case "bebop":
		return []candidate{{":files bp", ""}}
	case "lts":
		return []candidate{{":files fsp", ""}}
	case "check", "entries", "lbe", "replay", "kcheck":
		return []candidate{{":files c", ""}}
	}
	return []candidate{{":files", ""}}
}

// matching are those that begin with the prefix, and what stands for files.
func matching(prefix string, list []candidate) []candidate {
	return slices.DeleteFunc(slices.Clone(list), func(c candidate) bool {
		return !strings.HasPrefix(c.text, ":") && !strings.HasPrefix(c.text, prefix)
	})
}

// prefixed puts a prefix before words; files are completed by the shell, which has it.
func prefixed(prefix string, list []candidate) []candidate {
	for i, c := range list {
		if !strings.HasPrefix(c.text, ":") {
			list[i].text = prefix + c.text
		}
	}
	return list
}

// completions are the scripts. They hand the words over and do what the answer says.
func completions() map[string]string {
	return map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
}

const bashCompletion = `# bash completion of hardbop
_hardbop() {
	local tool=${COMP_WORDS[0]} words=() i w line text cur files=() IFS=$'\n'
	# The shell parts words at "="; the tool takes them whole.
	for ((i = 1; i <= COMP_CWORD; i++)); do
		w=${COMP_WORDS[i]}
		if [[ ${#words[@]} -gt 0 && ( $w == = || ${COMP_WORDS[i-1]} == = ) && ${words[-1]} == --* ]]; then
			words[-1]+=$w
		else
			words+=("$w")
		fi
	done
	cur=${COMP_WORDS[COMP_CWORD]}
	[[ $cur == = ]] && cur=
	COMPREPLY=()
	while read -r line; do
		text=${line%%$'\t'*}
		case $text in
		:dirs)
			compopt -o filenames 2>/dev/null
			mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$cur") ;;
		:files)
			compopt -o filenames 2>/dev/null
			mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur") ;;
		:files\ *)
			compopt -o filenames 2>/dev/null
			mapfile -t files < <(compgen -f -X "!*.${text#:files }" -- "$cur"; compgen -d -- "$cur")
			COMPREPLY+=("${files[@]}") ;;
		*)
			[[ ${words[-1]} == *=* && $text == "${words[-1]%%=*}="* ]] && text=${text#*=}
			COMPREPLY+=("$text") ;;
		esac
	done < <("$tool" completion --words "${words[@]}" 2>/dev/null)
}
complete -F _hardbop hardbop
`

const zshCompletion = `#compdef hardbop
# zsh completion of hardbop
_hardbop() {
	local line text
	local -a texts shown
	for line in ${(f)"$(${words[1]} completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
		text=${line%%$'\t'*}
		case $text in
		:dirs) _files -/ ;;
		:files) _files ;;
		:files\ *) _files -g "*.${text#:files }(-.)" ;;
		*) texts+=("$text"); shown+=("${line/$'\t'/  -- }") ;;
		esac
	done
	(( $#texts )) && compadd -l -d shown -a texts
}
if [ "$funcstack[1]" = _hardbop ]; then
	_hardbop
else
	compdef _hardbop hardbop
fi
`

const fishCompletion = `# fish completion of hardbop
function __hardbop_complete
	set -l words (commandline -opc)
	set -l cur (commandline -ct)
	for line in ($words[1] completion --words $words[2..] "$cur" 2>/dev/null)
		switch $line
			case ':dirs'
				__fish_complete_directories $cur
			case ':files*'
				__fish_complete_path $cur
			case '*'
				echo $line
		end
	end
end
complete -c hardbop -f -a '(__hardbop_complete)'
`
