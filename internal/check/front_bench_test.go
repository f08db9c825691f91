package check

import (
	"context"
	"testing"

	"hardbop/internal/need"
)

// BenchmarkFrontEnd brings a kernel driver, its environment and a rule as far as the
// abstraction.
func BenchmarkFrontEnd(b *testing.B) {
	tree := need.Kernel(b)
	for b.Loop() {
		opt := Options{Files: []string{"drivers/usb/misc/iowarrior.c"}, Database: tree, Entry: AutoEntry, Rules: []string{"linux/mutex"}}
		if _, err := opt.Settle(context.Background()); err != nil {
			b.Fatal(err)
		}
		if _, _, err := prepareAny(opt); err != nil {
			b.Fatal(err)
		}
	}
}
