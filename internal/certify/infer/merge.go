package infer

import (
	"slices"
	"strings"

	"hardbop/internal/certify"
	"hardbop/internal/cil"
)

// row has for each choice which of its conditions are possible, '1' or '0' each.
type row []string

func (r row) key() string { return strings.Join(r, " ") }

// with is the row for a valuation: what may be of the loose choices is what was possible, in the other
// conditions, and what is now.
func (st *state) with(v []int) row {
	r := make(row, len(st.choices))
	for k, ch := range st.choices {
		r[k] = strings.Repeat("0", v[k]) + "1" + strings.Repeat("0", len(ch.conds)-v[k]-1)
	}
	for _, o := range slices.Backward(st.rows) {
		if st.tight(o) != st.tight(r) {
			continue
		}
		for k, ch := range st.choices {
			if ch.loose {
				r[k] = either(r[k], o[k])
			}
		}
		break
	}
	return r
}

// tight is the key of what a row says of the choices that aren't loose.
func (st *state) tight(r row) string {
	t := slices.Clone(r)
	for k, ch := range st.choices {
		if ch.loose {
			t[k] = ""
		}
	}
	return t.key()
}

// current lists the rows without those that others have in them.
func (st *state) current() []row {
	last := map[string]int{}
	for i, r := range st.rows {
		last[st.tight(r)] = i
	}
	var all []row
	for i, r := range st.rows {
		if last[st.tight(r)] == i {
			all = append(all, slices.Clone(r))
		}
	}
	return all
}

// merged joins rows that differ in one choice until there are none.
func merged(choices []choice, all []row) []row {
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
func claim(choices []choice, rows []row) certify.Claim {
	all := merged(choices, rows)
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
