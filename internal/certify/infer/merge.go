package infer

import (
	"slices"
	"strings"

	"hardbop/internal/certify"
	"hardbop/internal/cil"
)

// cube has for each choice the number of the condition that holds.
type cube string

// row has for each choice which of its conditions are possible, '1' or '0' each.
type row []string

func (r row) key() string { return strings.Join(r, " ") }

// rows writes cubes as rows, and joins those that differ in one choice until there are none.
func rows(choices []choice, cubes []cube) []row {
	var all []row
	for _, c := range cubes {
		r := make(row, len(choices))
		for k, ch := range choices {
			r[k] = strings.Repeat("0", int(c[k])) + "1" + strings.Repeat("0", len(ch.conds)-int(c[k])-1)
		}
		all = append(all, r)
	}
	for n := -1; n != len(all); {
		n = len(all)
		for k := range choices {
			all = joined(all, k)
		}
	}
	slices.SortFunc(all, func(a, b row) int { return -strings.Compare(a.key(), b.key()) })
	return all
}

// joined makes one row of those that differ in choice k only.
func joined(all []row, k int) []row {
	at := map[string]int{}
	var out []row
	for _, r := range all {
		own := r[k]
		r[k] = ""
		key := r.key()
		r[k] = own
		i, ok := at[key]
		if !ok {
			at[key] = len(out)
			out = append(out, r)
			continue
		}
		out[i][k] = either(out[i][k], own)
	}
	return out
}

func either(a, b string) string {
	c := []byte(a)
	for i := range b {
		if b[i] == '1' {
			c[i] = '1'
		}
	}
	return string(c)
}

// claim writes down what may be: what all rows have in common once.
func claim(choices []choice, cubes []cube) certify.Claim {
	all := rows(choices, cubes)
	var out certify.Claim
	if len(all) == 0 {
		return certify.Claim{Any: &[][]string{}}
	}
	common := func(k int) bool {
		return !slices.ContainsFunc(all, func(r row) bool { return r[k] != all[0][k] })
	}
	for k, ch := range choices {
		if common(k) {
			out.Always = append(out.Always, ch.say(all[0][k])...)
		}
	}
	var any [][]string
	for _, r := range all {
		texts := []string{}
		for k, ch := range choices {
			if !common(k) {
				texts = append(texts, ch.say(r[k])...)
			}
		}
		if len(texts) == 0 {
			return out
		}
		any = append(any, texts)
	}
	out.Any = &any
	return out
}

// say writes the conditions under which one of the possible ones holds.
func (ch choice) say(possible string) []string {
	in := strings.Count(possible, "1")
	switch {
	case in == len(possible):
		return nil
	case in <= len(possible)/2 || in == 1:
		var some cil.Expr
		for k, e := range ch.conds {
			if possible[k] == '0' {
				continue
			}
			if some != nil {
				e = &cil.Binary{Op: cil.LOr, X: some, Y: e, T: e.Type()}
			}
			some = e
		}
		return []string{cil.ExprString(some)}
	}
	var texts []string
	for k, e := range ch.conds {
		if possible[k] == '0' {
			texts = append(texts, cil.ExprString(cil.Not(e)))
		}
	}
	return texts
}
