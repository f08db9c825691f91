package cfront

import "testing"

// TestWritesOnlyOperands has templates as they stand in Linux 6.1 for x86, and others.
func TestWritesOnlyOperands(t *testing.T) {
	for template, want := range map[string]bool{
		``:                        true,
		`mfence`:                  true,
		`lock; addl $0,-4(%%rsp)`: true,
		`rep; nop`:                true,
		`lock; " " btsq %1,%0`:    true,
		`.pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; cmpxchgl %2,%1`: true,
		`movl %0,%1`:              true,
		`addl %1, %%gs:%0`:        true,
		`1:jmp %l[l_yes]`:         true,
		`cli`:                     true,
		`btq %[nr], %[word]`:      true,
		`movl $2, g`:              false,
		`movl %0,(%1)`:            false,
		`movl $1, 8(%%rax)`:       false,
		`movq %0,%%rsp; pushq $7`: false,
		`pushf; pop %0`:           false,
		`.section .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.previous\n671:\n\tlock; bts %1,%0`: true,
		`.section .text\n.byte 0xf3,0xaa`: false,
		`movl $1, %a0`:                    false,
		`movl %P1, %0`:                    true,
		`movl %0, %P1`:                    false,
		`movq %%gs:%P1,%0`:                true,
		`.byte 0xf3,0xaa`:                 false,
		`.pushsection .altinstr_replacement,\"ax\"\n.byte 0xf3,0xaa\n.popsection`: false,
		`.pushsection .data,\"aw\"\n.long 1b\n.popsection\nnop`:                   true,
		`cmpxchg16b %1`:           false,
		`mov %1,%0`:               false,
		`jmp elsewhere`:           false,
		`call *pv_ops`:            false,
		`rep movsb`:               false,
		`rep; movsb`:              false,
		`stosb`:                   false,
		`movl %0, 4660`:           false,
		`invalidate everything`:   false,
		`nop; movl $2, g`:         false,
		`nop\n\tmovl $2, g`:       false,
		`# comment\nmovl %0,(%1)`: false,
	} {
		if got := writesOnlyOperands(template, asmMemory{least: 8, places: true}); got != want {
			t.Errorf("%s: %v, expected %v", template, got, want)
		}
	}
}

// An instruction is measured by its own operands, where they have numbers.
func TestWritesOnlyOperandsBySize(t *testing.T) {
	mem := asmMemory{least: 1, sizes: []int64{4, 1, 0, unknownSize}, places: true}
	for template, want := range map[string]bool{
		`lock; decl %0; sete %1`: true,
		`lock; decl %1; sete %0`: false,
		`lock; decq %0; sete %1`: false,
		`decl %[counter]`:        false,
		`decl %7`:                false,
		`decl %3`:                false,
		`decb %3`:                true,
		`xchgl %0, %2`:           true,
		`xchgl %0, %1`:           false,
		`movq %2, %%rax`:         true,
		`addl $1, %0`:            true,
		`addl $1, %1`:            false,
		`decl %%gs:%1`:           false,
		`decb %%gs:%1`:           true,
	} {
		if got := writesOnlyOperands(template, mem); got != want {
			t.Errorf("%s: %v, expected %v", template, got, want)
		}
	}
}

// What an instruction changes is its last operand, or both that it exchanges.
func TestAsmWrites(t *testing.T) {
	mem := asmMemory{least: 8, sizes: []int64{8, 8, 0}, places: true}
	for _, c := range []struct {
		template string
		changed  []bool
		beyond   bool
	}{
		{`movl %1,%0`, []bool{true, false, false}, false},
		{`movl %0,%1`, []bool{false, true, false}, false},
		{`xchgl %0,%1`, []bool{true, true, false}, false},
		{`lock; btsq %2,%1`, []bool{false, true, false}, true},
		{`addl %1, %%gs:%0`, []bool{true, false, false}, false},
		{`movb %[from],%[to]`, []bool{true, true, true}, false},
		{`mfence`, []bool{false, false, false}, false},
		{`movl %0,%%eax; movl %%eax,%1`, []bool{false, true, false}, false},
	} {
		does, ok := asmWrites(c.template, mem)
		if !ok || does.beyond != c.beyond {
			t.Errorf("%s: %+v %v", c.template, does, ok)
		}
		for k, want := range c.changed {
			if does.changes(k) != want {
				t.Errorf("%s changes operand %d: %v, expected %v", c.template, k, !want, want)
			}
		}
	}
}
