package predmin

// Merge puts the numbers below n into groups of which any two members exclude each other:
// one predicate with a value for each, and one for none of them. Each number goes into the
// first group that takes it.
func Merge(n int, exclude func(i, j int) bool) [][]int {
	var groups [][]int
	for i := range n {
		at := 0
		for at < len(groups) && !excludesAll(groups[at], i, exclude) {
			at++
		}
		if at == len(groups) {
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], i)
	}
	return groups
}

func excludesAll(group []int, i int, exclude func(i, j int) bool) bool {
	for _, k := range group {
		if !exclude(k, i) {
			return false
		}
	}
	return true
}
