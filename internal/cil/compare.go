package cil

// Holds applies the comparison op to x and y, of which it gets the sign of x - y.
func (op BinOp) Holds(sign int) bool {
	switch op {
	case Eq:
		return sign == 0
	case Ne:
		return sign != 0
	case Lt:
		return sign < 0
	case Le:
		return sign <= 0
	case Gt:
		return sign > 0
	}
	return sign >= 0
}
