package alias

import (
	"sync"

	"hardbop/internal/cil"
	"hardbop/internal/enc"
	"hardbop/internal/pointsto"
)

// Oracle implements [enc.Alias]. It may be used from several goroutines.
type Oracle struct {
	r *pointsto.Result

	mu      sync.Mutex
	regions map[*cil.Lval]*pointsto.Region // of structs and arrays, which are looked at again and again
}

// New returns the oracle of r.
func New(r *pointsto.Result) *Oracle { return &Oracle{r: r, regions: map[*cil.Lval]*pointsto.Region{}} }

// region is where l may lie.
func (o *Oracle) region(l *cil.Lval) *pointsto.Region {
	if cil.IsScalar(l.Type()) {
		return o.r.Region(l)
	}
	o.mu.Lock()
	known := o.regions[l]
	o.mu.Unlock()
	if known != nil {
		return known
	}
	known = o.r.Region(l)
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.regions) == maxRegions {
		clear(o.regions)
	}
	o.regions[l] = known
	return known
}

// maxRegions bounds the regions that are remembered: most of the lvalues live for one round.
const maxRegions = 1 << 12

// overlap is [pointsto.Result.Overlap].
func (o *Oracle) overlap(a, b *cil.Lval) pointsto.Relation {
	if a.Base != nil && b.Base != nil && a.Base != b.Base {
		return pointsto.Apart
	}
	return o.region(a).Overlap(o.region(b))
}

// MayAlias implements [enc.Alias]. The function makes no difference.
func (o *Oracle) MayAlias(f *cil.Func, a, b *cil.Lval) enc.Relation {
	byText := enc.TypeAlias{}.MayAlias(f, a, b)
	if byText == enc.Same || a.Base != nil && b.Base != nil || byName(a) || byName(b) {
		return byText
	}
	if r, ok := enc.ByRoot(a, b); ok && r == enc.Never {
		return enc.Never
	}
	switch o.overlap(a, b) {
	case pointsto.Apart:
		return enc.Never
	case pointsto.Cell:
		return byText
	}
	return enc.Overlap
}

// Apart implements [enc.Alias]: what points-to knows holds in every state.
func (o *Oracle) Apart(a, b *cil.Lval) bool { return o.overlap(a, b) == pointsto.Apart }

// Locate implements [enc.Locator].
func (o *Oracle) Locate(l *cil.Lval) enc.Region { return region{o.region(l)} }

// Allocated implements [enc.Locator].
func (o *Oracle) Allocated(n *cil.Node) (enc.Region, cil.Type) {
	if r, t := o.r.Allocated(n); r != nil {
		return region{r}, t
	}
	return nil, nil
}

type region struct{ *pointsto.Region }

// Apart implements [enc.Region].
func (x region) Apart(y enc.Region) bool {
	z, ok := y.(region)
	return ok && x.Overlap(z.Region) == pointsto.Apart
}

// byName reports whether l is a variable that is reached by its name only.
func byName(l *cil.Lval) bool { return l.Base != nil && !l.Base.AddrTaken }
