package kinds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Memory is a call that frees memory, or gets some that is freed later.
type Memory struct {
	Function string
	// Frees is the number of the argument that points to what is freed; -1 if the call gets memory, which is
	// freed at the end of the device.
	Frees int
}

func (k *Kinds) memoryCall(function, option string) error {
	m := Memory{Function: function, Frees: -1}
	if option != "managed" {
		number, ok := strings.CutPrefix(option, "frees=")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 0 {
			return fmt.Errorf("%q: expected frees=N or managed", option)
		}
		m.Frees = n
	}
	k.memory = append(k.memory, m)
	return nil
}

// Memory returns the calls that free memory, and those that get some that is freed at the end of a device.
func (k *Kinds) Memory() []Memory { return k.memory }

// Managed reports whether function gets such.
func (k *Kinds) Managed(function string) bool {
	return slices.ContainsFunc(k.memory, func(m Memory) bool { return m.Function == function && m.Frees < 0 })
}

// Frees reports whether function frees memory.
func (k *Kinds) Frees(function string) bool {
	return slices.ContainsFunc(k.memory, func(m Memory) bool { return m.Function == function && m.Frees >= 0 })
}
