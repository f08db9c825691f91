package source

import (
	"sort"
	"strings"
)

// maxProposals is how many similar names a message shows.
const maxProposals = 3

// Nearest returns the names that are most like name, nearest first: those at an edit
// distance of at most a third of its length, and at most one more than that of the nearest, at most
// three. A folder that both are in, "linux/", doesn't make names alike.
func Nearest(name string, names []string) []string {
	type candidate struct {
		name string
		dist int
	}
	folder := name[:strings.LastIndex(name, "/")+1]
	var cs []candidate
	for _, n := range names {
		limit := (len(name) + 1) / 3
		if strings.HasPrefix(n, folder) {
			limit = (len(name) - len(folder) + 1) / 3
		}
		if d := len(n) - len(name); d > limit || d < -limit || n == name {
			continue
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(n)); d <= limit {
			cs = append(cs, candidate{n, d})
		}
	}
	sort.SliceStable(cs, func(i, j int) bool {
		if cs[i].dist != cs[j].dist {
			return cs[i].dist < cs[j].dist
		}
		return cs[i].name < cs[j].name
	})
	var out []string
	for _, c := range cs {
		if len(out) == maxProposals || c.dist > cs[0].dist+1 {
			break
		}
		if len(out) == 0 || out[len(out)-1] != c.name {
			out = append(out, c.name)
		}
	}
	return out
}

// editDistance is the number of insertions, deletions and replacements of a byte that
// turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := diagonal
			if a[i-1] != b[j-1] {
				replace++
			}
			diagonal = row[j]
			row[j] = min(replace, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}

// DidYouMean returns the end of a message about an unknown name: a proposal of names
// that are like it, or "".
func DidYouMean(name string, names []string) string {
	near := Nearest(name, names)
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}
