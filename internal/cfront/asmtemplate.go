package cfront

import (
	"regexp"
	"strconv"
	"strings"
)

// asmMemory is what is known of the operands of inline assembly that are in memory.
type asmMemory struct {
	least int64 // the size of the smallest in bytes; 0 if there are none
	// sizes has those of all operands by number, in bytes; 0 for one that isn't in memory,
	// and unknownSize.
	sizes []int64
	// places says that each is an element of an array or what a pointer leads to, so that
	// bit operations, which may reach beyond it, stay in the array.
	places bool
}

// writesOnlyOperands reports whether assembly with this template is known to change no
// memory but that of its operands, whatever its clobbers say: compilers use the clobber
// "memory" to keep the order of accesses. It is true of barriers, hints, the interrupt
// flag, moves, arithmetic and bit operations on operands. What isn't known isn't harmless.
func writesOnlyOperands(template string, mem asmMemory) bool {
	_, ok := asmWrites(template, mem)
	return ok
}

// asmChanges is what assembly that changes only its operands does to those in memory.
type asmChanges struct {
	// beyond says that it may reach into the array around an operand: a bit operation takes an index.
	beyond bool
	// all says that each operand may be changed; else it is those with the numbers.
	all     bool
	numbers map[string]bool
}

// changes reports whether the operand number k may be changed.
func (c asmChanges) changes(k int) bool { return c.all || c.numbers[strconv.Itoa(k)] }

// asmWrites says what assembly changes if writesOnlyOperands holds of it.
func asmWrites(template string, mem asmMemory) (asmChanges, bool) {
	template = strings.NewReplacer(`\n`, "\n", `\t`, " ", `"`, " ").Replace(template)
	template = repNop.ReplaceAllString(template, "pause")
	r := asmReader{mem: mem, does: asmChanges{numbers: map[string]bool{}}}
	for _, line := range strings.FieldsFunc(template, func(r rune) bool { return r == ';' || r == '\n' }) {
		if !r.harmless(asmComment.ReplaceAllString(line, "")) {
			return asmChanges{}, false
		}
	}
	return r.does, true
}

var (
	repNop     = regexp.MustCompile(`rep;\s*nop`)
	asmComment = regexp.MustCompile(`(#|//).*|/\*.*?\*/`)
	asmLabel   = regexp.MustCompile(`^\s*([\w.$]+|%l?\[?\w+\]?):`)
	// asmOperand matches operands that are registers, constants, or placeholders, also
	// behind a segment register, but no memory that has a name or that registers point to.
	asmOperand = regexp.MustCompile(`^(%%[fg]s:)?%[bwkqhzx]?(\d+|\[\w+\])$|^%%\w+$|^\$-?\w+$|^\$%\w*\d+$|^-?\d*\(%%[er]?sp\)$`)
	// asmSource matches what else an instruction may read: addresses as they are.
	asmSource = regexp.MustCompile(`^(%%[fg]s:)?%[PacnpV](\d+|\[\w+\])$`)
	// asmNumber matches the placeholder of an operand by its number.
	asmNumber = regexp.MustCompile(`^(?:%%[fg]s:)?%[bwkqhzx]?(\d+)$`)
	// asmNoMemory matches registers and constants.
	asmNoMemory = regexp.MustCompile(`^%%\w+$|^\$`)
	// asmMatching matches in a constraint of an input that it is where an output is.
	asmMatching = regexp.MustCompile(`\d+|\[`)
	asmTarget   = regexp.MustCompile(`^(%l?(\d+|\[\w+\])|\d+[bf])$`)
)

// asmReader reads the lines of a template.
type asmReader struct {
	mem asmMemory
	// aside says of each section that is open whether it is known to be data, not code.
	aside []bool
	does  asmChanges
}

// harmless reports whether one instruction or directive changes only its operands.
func (r *asmReader) harmless(line string) bool {
	for {
		at := asmLabel.FindStringIndex(line)
		if at == nil {
			break
		}
		line = line[at[1]:]
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case word == "":
		return true
	case strings.HasPrefix(word, "."):
		return r.directive(word, rest)
	case word == "lock":
		return r.harmless(rest)
	case jump(word):
		return asmTarget.MatchString(strings.TrimSpace(rest))
	}
	r.note(word, rest)
	return r.fits(word, r.mem.room(rest)) && harmlessOperands(rest, !exchanges(word))
}

// note takes down what an instruction changes: its last operand, and if it exchanges two both.
func (r *asmReader) note(word, operands string) {
	r.does.beyond = r.does.beyond || strings.HasPrefix(word, "bt")
	os := strings.Split(operands, ",")
	if !exchanges(word) {
		os = os[len(os)-1:]
	}
	for _, o := range os {
		o = strings.TrimSpace(o)
		n := asmNumber.FindStringSubmatch(o)
		switch {
		case n != nil:
			r.does.numbers[n[1]] = true
		case o != "" && !asmNoMemory.MatchString(o):
			r.does.all = true
		}
	}
}

// directive reports whether a directive puts no instruction that isn't known in the way.
func (r *asmReader) directive(word, rest string) bool {
	switch word {
	case ".pushsection", ".section":
		_, flags, _ := strings.Cut(rest, ",")
		flags, _, _ = strings.Cut(flags, ",")
		flags = strings.TrimSpace(flags)
		r.aside = append(r.aside, flags != "" && !strings.Contains(flags, "x"))
		return true
	case ".popsection", ".previous":
		r.aside = r.aside[:max(len(r.aside)-1, 0)]
		return true
	case ".balign", ".p2align", ".align", ".skip":
		return true
	}
	return len(r.aside) > 0 && r.aside[len(r.aside)-1]
}

// exchanges reports whether word is an instruction that changes both its operands.
func exchanges(word string) bool {
	return strings.HasPrefix(word, "xchg") || strings.HasPrefix(word, "xadd")
}

// harmlessOperands reports whether the operands of an instruction are such: the last is
// the one that it changes, and with sources set the only one.
func harmlessOperands(text string, sources bool) bool {
	os := strings.Split(text, ",")
	for i, o := range os {
		o = strings.TrimSpace(o)
		if o == "%%rsp" || o == "%%esp" {
			return false // the stack may be elsewhere from then on
		}
		if o != "" && !asmOperand.MatchString(o) && (i == len(os)-1 || !sources || !asmSource.MatchString(o)) {
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

// room is the size of the smallest operand in memory that an instruction has; 0 if it has none.
func (m asmMemory) room(operands string) int64 {
	least := int64(0)
	for _, o := range strings.Split(operands, ",") {
		o = strings.TrimSpace(o)
		if asmNoMemory.MatchString(o) {
			continue
		}
		size := int64(unknownSize)
		if n := asmNumber.FindStringSubmatch(o); n != nil {
			size = m.sizeOf(n[1])
		}
		if size == unknownSize {
			size = m.least
		}
		least = smaller(least, size)
	}
	return least
}

// unknownSize is that of an operand of which it isn't known which it is.
const unknownSize = -1

// smaller is the smaller of two sizes, of which 0 is none.
func smaller(a, b int64) int64 {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

// sizeOf returns the size of the operand with this number.
func (m asmMemory) sizeOf(number string) int64 {
	if k, err := strconv.Atoi(number); err == nil && k < len(m.sizes) {
		return m.sizes[k]
	}
	return unknownSize
}

// fits reports whether word is an instruction of x86 that changes its operands, flags and
// registers alone, and no more of memory than room bytes; 0 if no operand is in memory.
func (r *asmReader) fits(word string, room int64) bool {
	if plainMnemonic(word) {
		return true
	}
	name, size := word, int64(0)
	if n := len(word) - 1; !sizedMnemonic(word) && n > 1 {
		name, size = word[:n], map[byte]int64{'b': 1, 'w': 2, 'l': 4, 'q': 8}[word[n]]
	}
	switch {
	case !sizedMnemonic(name) || name != word && size == 0:
		return false
	case room == 0:
		return true
	case name == "bts" || name == "btr" || name == "btc":
		return r.mem.places
	case name == "cmpxchg8b":
		return room >= 8
	case name == "cmpxchg16b":
		return room >= 16
	}
	return size > 0 && size <= room
}

// plainMnemonic reports whether word is an instruction that changes no memory, or one byte
// of its operand.
func plainMnemonic(word string) bool {
	switch word {
	case "mfence", "lfence", "sfence", "nop", "pause", "cli", "sti", "hlt", "clflush", "clflushopt", "clwb", "prefetcht0",
		"prefetchw", "prefetchnta", "ud2", "stac", "clac", "cpuid", "rdtsc", "rdtscp", "rdmsr", "wrmsr", "verw", "swapgs",
		"pushf", "pushfq", "popf", "popfq",
		"sete", "setne", "setc", "setnc", "setz", "setnz", "sets", "setns", "seto", "setno", "setb", "setae", "seta", "setbe":
		return true
	}
	return false
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
