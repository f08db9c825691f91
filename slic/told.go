package slic

import (
	"slices"

	"hardbop/internal/cil"
)

// This file has what traces call the rule's procedures and the values of its state.

// eventName is FUNCTION.EVENT, as rules write it.
func (p *procedure) eventName() string {
	if p.target == nil {
		return "program." + p.point.String()
	}
	name := p.target.Name
	if p.target.Orig != "" {
		name = p.target.Orig
	}
	return name + "." + p.point.String()
}

// enumerators has the names of the values of state variables that are enumerations of the rule.
func (c *checker) enumerators() map[*cil.Var]map[string]string {
	all := map[*cil.Var]map[string]string{}
	for _, s := range c.state {
		e := c.enumOf(s.decl.Type)
		if e == nil || s.decl.Type.Stars > 0 {
			continue
		}
		all[s.v] = map[string]string{}
		for _, item := range slices.Backward(e.Items) {
			all[s.v][c.consts[item.Name].String()] = item.Name
		}
	}
	return all
}

// enumOf returns the enumeration of the rule that t names or is, or nil.
func (c *checker) enumOf(t *TypeName) *Enum {
	if t.Enum != nil {
		return t.Enum
	}
	for _, e := range c.spec.Enums {
		if e.Tag != "" && t.Base == "enum "+e.Tag {
			return e
		}
	}
	return nil
}
