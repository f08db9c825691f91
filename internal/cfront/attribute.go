package cfront

import (
	"slices"
	"strings"
)

// gnuAttribute blanks __attribute__((...)) that starts at token i if nothing in it changes
// what the program means here.
func (m *mender) gnuAttribute(i int) {
	end := m.closing(i + 1)
	if !m.is(i+1, "(") || !m.is(i+2, "(") || end >= len(m.toks) {
		return
	}
	for k := i + 3; k < end-1; k++ {
		word := string(m.text[m.toks[k].from:m.toks[k].to])
		switch {
		case word == ",":
		case word == "(":
			k = m.closing(k)
		case !idleAttribute(strings.Trim(word, "_")):
			m.splitAttributes(m.toks[i : end+1])
			return
		}
	}
	m.blankRange(i, end)
}

// attributeGroup is an attribute whose arguments are attributes.
const attributeGroup = "__hardbop_attributes"

// splitAttributes gives each of the attributes in the list that toks are, from its first
// word to its last bracket, one of its own: of more than two the parser keeps the first
// and the last. One that may be a macro for several becomes a group. params are the names
// that stand for one each.
func (m *mender) splitAttributes(toks []lexToken, params ...string) {
	if len(toks) < 5 || m.textOf(toks[1]) != "(" || m.textOf(toks[2]) != "(" {
		return
	}
	depth, start := 0, 3
	for i, t := range toks {
		switch m.textOf(t) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 1 {
				m.groupAttributes(toks[start:i+1], params)
				return
			}
		case ",":
			if depth == 2 {
				m.groupAttributes(toks[start:i+1], params)
				m.inserts = append(m.inserts, insert{at: t.from, text: ")) __attribute__((", drop: 1})
				start = i + 1
			}
		}
	}
}

// groupAttributes makes a group of the attribute that toks start with, if it isn't known;
// the last of toks is what stands behind it.
func (m *mender) groupAttributes(toks []lexToken, params []string) {
	name := m.textOf(toks[0])
	if len(toks) < 2 || toks[0].kind != lexIdent || knownAttribute(strings.Trim(name, "_")) || slices.Contains(params, name) {
		return
	}
	end := toks[len(toks)-1].from
	m.inserts = append(m.inserts, insert{at: toks[0].from, text: attributeGroup + "("}, insert{at: end, text: ")"})
}

// knownAttribute reports whether name, which has no underscores around it, is an attribute
// and no macro.
func knownAttribute(name string) bool {
	switch name {
	case "packed", "aligned", "noreturn", "mode", "vector_size", "cleanup", "transparent_union", "alias", "weak", "weakref",
		"gnu_inline", "constructor", "destructor", "ifunc", "ms_struct", "gcc_struct", "scalar_storage_order", "address_space":
		return true
	}
	return idleAttribute(name) || strings.HasPrefix(name, "model_")
}

// packedEnum moves the attribute packed from before the tag of an enumeration, where the
// parser doesn't read it, to behind the closing brace.
func (m *mender) packedEnum(i int) {
	end := m.closing(i + 2)
	if !m.is(i+3, "(") || end+2 >= len(m.toks) {
		return
	}
	brace := end + 1
	if m.toks[brace].kind == lexIdent {
		brace++
	}
	last := m.closingBrace(brace)
	if last >= len(m.toks) {
		return
	}
	m.moveBehind(i+1, end, last)
}

// macroEnum does the same for a word between enum and the tag, which must be a macro.
func (m *mender) macroEnum(i int) {
	if i+3 >= len(m.toks) || m.toks[i+1].kind != lexIdent || m.toks[i+2].kind != lexIdent || !m.is(i+3, "{") {
		return
	}
	if last := m.closingBrace(i + 3); last < len(m.toks) {
		m.moveBehind(i+1, i+1, last)
	}
}

// moveBehind moves the tokens from i to end behind the token last.
func (m *mender) moveBehind(i, end, last int) {
	text := string(m.text[m.toks[i].from:m.toks[end].to])
	m.blankRange(i, end)
	m.inserts = append(m.inserts, insert{at: m.toks[last].to, text: " " + text})
}

// idleAttribute reports whether the attribute called name, which has no underscores around
// it, neither changes a type's layout nor what a name stands for, nor what is called when.
func idleAttribute(name string) bool {
	switch name {
	case "access", "alloc_align", "alloc_size", "always_inline", "artificial", "assume_aligned", "cold", "const",
		"copy", "deprecated", "designated_init", "error", "externally_visible", "fallthrough", "fd_arg", "flatten",
		"format", "format_arg", "hot", "leaf", "malloc", "may_alias", "no_address_safety_analysis",
		"no_caller_saved_registers", "no_instrument_function", "no_profile_instrument_function", "no_reorder",
		"no_sanitize", "no_sanitize_address", "no_sanitize_thread", "no_sanitize_undefined", "no_split_stack",
		"no_stack_limit", "no_stack_protector", "noclone", "noinline", "noipa", "nonnull", "nonstring",
		"noplt", "nothrow", "optimize", "patchable_function_entry", "pure", "returns_nonnull", "returns_twice",
		"section", "sentinel", "stack_protect", "target", "tls_model", "unavailable", "unused", "used",
		"visibility", "warn_if_not_aligned", "warn_unused_result", "warning", "zero_call_used_regs",
		"cdecl", "stdcall", "fastcall", "thiscall", "ms_abi", "sysv_abi", "regparm", "dllimport", "dllexport",
		"nocf_check", "indirect_branch", "function_return", "force_align_arg_pointer":
		return true
	}
	return false
}
