package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"
)

// colorFlag adds the option that says whether text has colours.
func colorFlag(fs *pflag.FlagSet, to *string) {
	fs.StringVar(to, "color", "auto", "`auto|always|never`: colours in text: on a terminal unless NO_COLOR is set, always, or never")
}

func checkColor(when string) error {
	switch when {
	case "auto", "always", "never":
		return nil
	}
	return fmt.Errorf("--color %q: expected auto, always or never", when)
}

// coloured reports whether text on w has colours. NO_COLOR counts if it isn't empty
// (https://no-color.org).
func coloured(when string, w io.Writer) bool {
	return when == "always" || when == "auto" && os.Getenv("NO_COLOR") == "" && isTerminal(w)
}
