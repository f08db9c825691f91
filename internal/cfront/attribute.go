package cfront

import "strings"

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

// splitAttributes gives each of the attributes in the list that toks are, from its first
// word to its last bracket, one of its own: of more than two the parser keeps the first
// and the last.
func (m *mender) splitAttributes(toks []lexToken) {
	if len(toks) < 5 || m.textOf(toks[1]) != "(" || m.textOf(toks[2]) != "(" {
		return
	}
	depth := 0
	for _, t := range toks {
		switch m.textOf(t) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return
			}
		case ",":
			if depth == 2 {
				m.inserts = append(m.inserts, insert{at: t.from, text: ")) __attribute__((", drop: 1})
			}
		}
	}
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
	text := string(m.text[m.toks[i+1].from:m.toks[end].to])
	m.blankRange(i+1, end)
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
