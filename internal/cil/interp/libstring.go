package interp

import (
	"math/big"
	"strings"
)

// stringFunctions lists the functions of <string.h> that work on strings, and those of other headers
// that write them.
func stringFunctions() map[string]func(c libCall) Value {
	return map[string]func(c libCall) Value{
		"strncmp": func(c libCall) Value { return IntValue(int64(strings.Compare(c.prefix(0), c.prefix(1)))) },
		"strcat":  func(c libCall) Value { return c.write(0, c.str(0)+c.str(1)) },
		"strncat": func(c libCall) Value { return c.write(0, c.str(0)+c.prefix(1)) },
		"strncpy": libStrncpy,
		"strnlen": func(c libCall) Value { return IntValue(min(int64(len(c.str(0))), c.count(1))) },
		"strchr":  func(c libCall) Value { return c.find(strings.IndexByte(c.str(0)+"\x00", byte(low64(c.int(1))))) },
		"strrchr": func(c libCall) Value { return c.find(strings.LastIndexByte(c.str(0)+"\x00", byte(low64(c.int(1))))) },
		"strstr":  func(c libCall) Value { return c.find(strings.Index(c.str(0), c.str(1))) },
		"memchr": func(c libCall) Value {
			return c.find(strings.IndexByte(string(c.s.mem.bytes(c.addr(0), c.count(2))), byte(low64(c.int(1)))))
		},
		"sprintf": func(c libCall) Value { text := c.printf(1); c.write(0, text); return IntValue(int64(len(text))) },
		"snprintf": func(c libCall) Value {
			text := c.printf(2)
			if n := c.count(1); n > 0 {
				c.write(0, text[:min(int64(len(text)), n-1)])
			}
			return IntValue(int64(len(text)))
		},
	}
}

// prefix returns the i-th argument's string, up to as many bytes as the third argument says.
func (c libCall) prefix(i int) string {
	a, n := c.addr(i), c.count(2)
	o := c.s.mem.object(a)
	rest := o.Bytes[a-o.Base:]
	text := string(rest[:min(n, int64(len(rest)))])
	if end := strings.IndexByte(text, 0); end >= 0 {
		return text[:end]
	}
	if int64(len(text)) < n {
		undefined("the string in %s has no end", o.Name)
	}
	return text
}

// write puts text with a zero behind it where the i-th argument points to, and returns that.
func (c libCall) write(i int, text string) Value {
	copy(c.s.mem.bytes(c.addr(i), int64(len(text))+1), text+"\x00")
	return c.args[i]
}

// find returns the first argument moved by at, or null if that is negative.
func (c libCall) find(at int) Value {
	if at < 0 {
		return IntValue(0)
	}
	return Value{Int: new(big.Int).Add(c.int(0), big.NewInt(int64(at)))}
}

func libStrncpy(c libCall) Value {
	text, to := c.prefix(1), c.s.mem.bytes(c.addr(0), c.count(2))
	clear(to[copy(to, text):])
	return c.args[0]
}

// libRealloc allocates anew and copies.
func libRealloc(c libCall) Value {
	v := c.s.allocate(c.int(1))
	old := c.addr(0)
	if old != 0 && v.Int.Sign() != 0 {
		from := c.s.mem.object(old)
		copy(c.s.mem.object(low64(v.Int)).Bytes, from.Bytes)
		c.s.free(old)
	}
	return v
}
