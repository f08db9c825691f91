package check

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"hardbop/internal/cfront"
	"hardbop/internal/cil"
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

// counted matches names that the kernel's macros make with a counter: how far it has come
// depends on what was read.
var counted = regexp.MustCompile(`(__UNIQUE_ID_\w*?|compiletime_assert_|_module)[0-9]+`)

// TestLeanKernelDrivers compares drivers whose headers are read in part with the same
// drivers and all of their headers.
func TestLeanKernelDrivers(t *testing.T) {
	tree := need.Kernel(t)
	for _, name := range []string{"drivers/usb/class/usblp.c", "drivers/spi/spidev.c", "drivers/net/usb/pegasus.c"} {
		opt := Options{Files: []string{name}, Database: tree}
		if _, err := opt.Settle(context.Background()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var texts []string
		for _, complete := range []bool{false, true} {
			prog, err := cfront.Load(opt.sources(), opt.frontConfig(cfront.Config{Own: true, Complete: complete}))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var b bytes.Buffer
			if err := cil.Print(&b, prog, cil.PrintOptions{}); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, counted.ReplaceAllString(b.String(), "N"))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s is another program if all of its headers are read", name)
		}
	}
}
