package check

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"hardbop/internal/need"
)

// kernelDrivers are unmodified drivers of Linux 6.1, of different subsystems.
var kernelDrivers = []string{
	"drivers/usb/misc/iowarrior.c", "drivers/usb/misc/legousbtower.c", "drivers/usb/misc/usblcd.c", "drivers/usb/class/usblp.c",
	"drivers/rtc/rtc-ds1307.c", "drivers/char/ppdev.c", "drivers/net/usb/pegasus.c", "drivers/hid/hidraw.c", "drivers/input/evdev.c",
	"drivers/i2c/i2c-dev.c", "drivers/watchdog/softdog.c", "drivers/block/brd.c", "drivers/char/lp.c", "drivers/misc/enclosure.c",
	"drivers/spi/spidev.c", "drivers/leds/led-class.c",
}

// TestKernelDrivers reads unmodified drivers as their build says, from another folder, with
// all that they define.
func TestKernelDrivers(t *testing.T) {
	tree := need.Kernel(t)
	if testing.Short() {
		t.Skip("a kernel's headers are long")
	}
	read := 0
	for _, name := range kernelDrivers {
		cmd := filepath.Join(filepath.Dir(name), "."+filepath.Base(name[:len(name)-2])+".o.cmd")
		if _, err := os.Stat(filepath.Join(tree, cmd)); err != nil || read == 10 {
			continue
		}
		read++
		opt := Options{Files: []string{name}, Database: tree}
		notes, err := opt.Settle(context.Background())
		if err != nil || len(notes) > 0 {
			t.Errorf("%s: %v %q", name, err, notes)
			continue
		}
		if !opt.Wrap || opt.Files[0] != name {
			t.Errorf("%s: wrapping %v, called %s", name, opt.Wrap, opt.Files[0])
		}
		units, err := Units(opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := len(units[0].Prog.Funcs); n < 20 {
			t.Errorf("%s: %d functions", name, n)
		}
	}
	if read < 10 {
		t.Errorf("only %d of the drivers are built in %s, want 10", read, tree)
	}
}
