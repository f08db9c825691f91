package enc

import (
	"testing"

	"hardbop/internal/mutant"
)

// TestMutants plants faults and expects other tests to fail.
func TestMutants(t *testing.T) {
	mutant.Kill(t, []mutant.Fault{
		{Name: "what is found by way of null members is apart", File: "apart.go", Tests: "TestBelowNull",
			Old: "e.c.f.Or(e.c.belowNull(x, comp), e.c.belowNull(y, comp), ", New: "e.c.f.And("},
	})
}
