package check

import (
	"math/big"

	"hardbop/internal/cil"
	"hardbop/internal/interval"
	"hardbop/internal/magic"
	"hardbop/internal/predmin"
)

// modelSizes counts the predicates of a model.
func modelSizes(m *magic.Model) Sizes {
	all := m.Expressions()
	ranges := make([]compared, len(all))
	for i, e := range all {
		ranges[i] = comparedWith(e)
	}
	merged := predmin.Merge(len(all), func(i, j int) bool { return ranges[i].excludes(ranges[j]) })
	return Sizes{Expressions: len(all), Merged: len(merged), Chosen: len(m.Chosen())}
}

// compared is a predicate that says that what the text says is in a range; the text is "" if
// it says something else.
type compared struct {
	text string
	in   interval.Interval
}

// comparedWith finds out what e compares with a constant.
func comparedWith(e cil.Expr) compared {
	b, ok := e.(*cil.Binary)
	if !ok {
		return compared{}
	}
	k, ok := cil.ConstValue(b.Y)
	if !ok {
		return compared{}
	}
	c := compared{text: cil.ExprString(b.X)}
	switch b.Op {
	case cil.Eq:
		c.in = interval.Point(k)
	case cil.Lt:
		c.in.Hi = new(big.Int).Sub(k, big.NewInt(1))
	case cil.Le:
		c.in.Hi = k
	case cil.Gt:
		c.in.Lo = new(big.Int).Add(k, big.NewInt(1))
	case cil.Ge:
		c.in.Lo = k
	default:
		return compared{}
	}
	return c
}

// excludes reports whether no state satisfies both predicates.
func (c compared) excludes(d compared) bool {
	return c.text != "" && c.text == d.text && c.in.Intersect(d.in).Empty()
}
