package cfront

import (
	"regexp"
	"strings"
)

// writesOnlyOperands reports whether assembly with this template is known to change no
// memory but that of its operands, whatever its clobbers say: compilers use the clobber
// "memory" to keep the order of accesses. It is true of barriers, hints, the interrupt
// flag, moves, arithmetic and bit operations on operands. What isn't known isn't harmless.
func writesOnlyOperands(template string) bool {
	template = strings.NewReplacer(`\n`, "\n", `\t`, " ", `"`, " ").Replace(template)
	template = repNop.ReplaceAllString(template, "pause")
	for _, line := range strings.FieldsFunc(template, func(r rune) bool { return r == ';' || r == '\n' }) {
		if !harmlessLine(asmComment.ReplaceAllString(line, "")) {
			return false
		}
	}
	return true
}

var (
	repNop     = regexp.MustCompile(`rep;\s*nop`)
	asmComment = regexp.MustCompile(`(#|//).*|/\*.*?\*/`)
	asmLabel   = regexp.MustCompile(`^\s*([\w.$]+|%l?\[?\w+\]?):`)
	// asmOperand matches operands that are registers, constants, or placeholders, also
	// behind a segment register, but no memory that has a name or that registers point to.
	asmOperand = regexp.MustCompile(`^(%%[fg]s:)?%[a-zA-Z]?(\d+|\[\w+\])$|^%%\w+$|^\$-?\w+$|^\$%\w*\d+$|^-?\d*\(%%[er]?sp\)$`)
)

// harmlessLine reports whether one instruction or directive changes only its operands.
func harmlessLine(line string) bool {
	for {
		at := asmLabel.FindStringIndex(line)
		if at == nil {
			break
		}
		line = line[at[1]:]
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "" || strings.HasPrefix(word, "."):
		return true
	case word == "lock":
		return harmlessLine(rest)
	case jump(word):
		return true
	case !knownMnemonic(word):
		return false
	}
	for _, o := range strings.Split(rest, ",") {
		if o = strings.TrimSpace(o); o != "" && !asmOperand.MatchString(o) {
			return false
		}
	}
	return true
}

// jump reports whether word is a jump: the labels that it may go to are the statement's.
func jump(word string) bool {
	switch word {
	case "jmp", "je", "jne", "jc", "jnc", "js", "jns", "jz", "jnz", "jo", "jno", "jb", "jae", "ja", "jbe":
		return true
	}
	return false
}

// knownMnemonic reports whether word is an instruction of x86 that changes its operands,
// flags and registers alone, with or without a suffix for the operand's size.
func knownMnemonic(word string) bool {
	switch word {
	case "mfence", "lfence", "sfence", "nop", "pause", "cli", "sti", "hlt", "clflush", "clflushopt", "clwb", "prefetcht0",
		"prefetchw", "prefetchnta", "ud2", "stac", "clac", "cpuid", "rdtsc", "rdtscp", "rdmsr", "wrmsr", "verw", "swapgs", "pushf", "pushfq", "popf", "popfq",
		"sete", "setne", "setc", "setnc", "setz", "setnz", "sets", "setns", "seto", "setno", "setb", "setae", "seta", "setbe":
		return true
	}
	if size := len(word) - 1; size > 1 && strings.ContainsRune("bwlq", rune(word[size])) && sizedMnemonic(word[:size]) {
		return true
	}
	return sizedMnemonic(word)
}

// sizedMnemonic reports whether word is an instruction that takes a suffix for the size.
func sizedMnemonic(word string) bool {
	switch word {
	case "mov", "add", "adc", "sub", "sbb", "inc", "dec", "neg", "not", "and", "or", "xor", "xchg", "cmpxchg", "cmpxchg8b",
		"cmpxchg16b", "xadd", "bt", "bts", "btr", "btc", "bsf", "bsr", "popcnt", "lzcnt", "tzcnt", "cmp", "test", "lea", "shl", "shr",
		"sar", "rol", "ror", "in", "out", "push", "pop", "movzb", "movzw", "bswap", "mul", "imul", "div", "idiv":
		return true
	}
	return false
}
