package kinds

import (
	"fmt"
	"strconv"
	"strings"
)

// Limit is what a kernel guarantees of a number that it hands to a member of a table.
type Limit struct {
	Param     int // number of the parameter
	Low, High int64
}

func (k *Kinds) limit(place string, words []string) error {
	if _, _, ok := strings.Cut(place, "."); !ok {
		return fmt.Errorf("%q: expected STRUCT.MEMBER", place)
	}
	var n [3]int64
	for i, w := range words {
		v, err := strconv.ParseInt(w, 0, 32)
		if err != nil || v < 0 {
			return fmt.Errorf("%q: expected a number from 0 to %d", w, 1<<31-1)
		}
		n[i] = v
	}
	if n[1] > n[2] {
		return fmt.Errorf("%s is above %s", words[1], words[2])
	}
	k.limits[place] = append(k.limits[place], Limit{int(n[0]), n[1], n[2]})
	return nil
}

// Limit returns what is known of parameter number param of a table's member.
func (k *Kinds) Limit(tag, member string, param int) (Limit, bool) {
	for _, l := range k.limits[tag+"."+member] {
		if l.Param == param {
			return l, true
		}
	}
	return Limit{}, false
}
