package interp

import (
	"fmt"
	"math/big"
	"strings"

	"hardbop/internal/cil"
)

// printf formats the arguments after the format, which is argument at.
func (c libCall) printf(at int) string {
	format := c.str(at)
	next := at + 1
	var out strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			out.WriteByte(format[i])
			continue
		}
		spec := c.scanSpec(format, &i, &next)
		if spec.verb == '%' {
			out.WriteByte('%')
			continue
		}
		out.WriteString(c.convertArg(spec, next))
		next++
	}
	return out.String()
}

// printSpec is a conversion of printf: the flags, width and precision as Go writes them.
type printSpec struct {
	flags string
	size  string // hh h l ll z j t L
	verb  byte
	text  string
}

// scanSpec reads the conversion at format[*i], which is '%', and leaves *i at its end.
// It takes the widths that are arguments.
func (c libCall) scanSpec(format string, i, next *int) printSpec {
	var spec printSpec
	start := *i
	for *i++; *i < len(format); *i++ {
		switch ch := format[*i]; {
		case strings.IndexByte("-+ #0123456789.", ch) >= 0:
			spec.flags += string(ch)
		case ch == '*':
			spec.flags += c.int(*next).String()
			*next++
		case strings.IndexByte("hlzjtLq", ch) >= 0:
			spec.size += string(ch)
		default:
			spec.verb = ch
			spec.text = format[start : *i+1]
			return spec
		}
	}
	undefined("the format %q ends in a conversion", format)
	return spec
}

// convertArg formats the argument i.
func (c libCall) convertArg(spec printSpec, i int) string {
	verb := "%" + spec.flags
	switch spec.verb {
	case 'd', 'i':
		return fmt.Sprintf(verb+"d", c.sized(spec, i, true))
	case 'u':
		return fmt.Sprintf(verb+"d", c.sized(spec, i, false))
	case 'x', 'X', 'o':
		return fmt.Sprintf(verb+string(spec.verb), c.sized(spec, i, false))
	case 'c':
		return fmt.Sprintf(verb+"s", string([]byte{byte(low64(c.int(i)))}))
	case 's':
		return fmt.Sprintf(verb+"s", c.str(i))
	case 'p':
		return fmt.Sprintf("%#x", c.addr(i))
	case 'f', 'F', 'e', 'E', 'g', 'G':
		if !strings.Contains(spec.flags, ".") && (spec.verb == 'g' || spec.verb == 'G') {
			verb += ".6"
		}
		return fmt.Sprintf(verb+string(spec.verb), c.arg(i).Float)
	}
	undefined("the conversion %q of printf is not known", spec.text)
	return ""
}

// sized returns the integer argument i, converted to the type that spec says.
func (c libCall) sized(spec printSpec, i int, signed bool) *big.Int {
	kinds := map[string]cil.IntKind{"": cil.Int, "hh": cil.SChar, "h": cil.Short, "l": cil.Long, "ll": cil.LongLong, "q": cil.LongLong, "j": cil.LongLong}
	kind, ok := kinds[spec.size]
	t := c.s.prog.Model.PtrDiffT()
	if ok {
		t = c.s.prog.Model.Int(kind)
	}
	u := *t
	u.Signed = signed
	return u.Wrap(c.int(i))
}
