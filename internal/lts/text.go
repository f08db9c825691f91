package lts

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"hardbop/internal/source"
)

// WriteText writes the systems for people: how large each is, its transitions, state by
// state, and the actions that only its alphabet has.
func WriteText(w io.Writer, all []*System) error {
	out := bufio.NewWriter(w)
	for i, s := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		s.write(out)
	}
	return out.Flush()
}

func (s *System) write(out *bufio.Writer) {
	fmt.Fprintf(out, "%s: %s, %s, %s\n", source.Printable(s.Name), count(len(s.States), "state"),
		count(len(s.Trans), "transition"), count(len(s.Alphabet()), "action"))
	width := 0
	for _, st := range s.States {
		width = max(width, len(st.Name))
	}
	used, last := map[int]bool{}, -1
	for _, t := range s.Trans {
		name := ""
		if t.From != last {
			name, last = s.States[t.From].Name, t.From
		}
		used[t.Action] = true
		fmt.Fprintf(out, "    %-*s  %s -> %s\n", width, source.Printable(name), source.Printable(s.Actions[t.Action].Name), source.Printable(s.States[t.To].Name))
	}
	var never []string
	for _, a := range s.Alphabet() {
		if !used[a] {
			never = append(never, source.Printable(s.Actions[a].Name))
		}
	}
	if len(never) > 0 {
		fmt.Fprintf(out, "    never: %s\n", strings.Join(never, ", "))
	}
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
