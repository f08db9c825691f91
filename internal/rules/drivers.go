package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"hardbop/internal/source"
)

// Driver is a C file that tries a rule out.
type Driver struct {
	File    string
	Text    string
	Rule    string // what --rule gets
	Entry   string // what --entry gets
	Safe    bool   // the driver conforms
	Message string // of the violation; "" for any
}

// driverName is the name of a file that tries a rule out.
var driverName = regexp.MustCompile(`^(\w+?)_(good|bad)\w*\.c$`)

// Drivers returns the drivers in a folder, in order of their names. A file
// NAME_good*.c conforms to the rule, a file NAME_bad*.c violates it. Lines
//
//	// rule: linux/mutex
//	// entry: auto
//	// message: the mutex is locked twice
//
// at its top say which rule (by default the rule NAME.slic of the folder, or else of the
// library's family with the folder's name), where runs start (by default main), and what
// the violation's message has in it.
func Drivers(dir string) ([]*Driver, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var ds []*Driver
	for _, e := range entries {
		m := driverName.FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		d := &Driver{File: filepath.Join(dir, e.Name()), Rule: defaultRule(dir, m[1]), Entry: "main", Safe: m[2] == "good"}
		text, err := source.ReadRegular(d.File)
		if err != nil {
			return nil, err
		}
		d.Text = string(text)
		if err := d.readTop(); err != nil {
			return nil, err
		}
		ds = append(ds, d)
	}
	if len(ds) == 0 {
		return nil, fmt.Errorf("%s: there is no file NAME_good.c or NAME_bad.c", dir)
	}
	return ds, nil
}

func defaultRule(dir, name string) string {
	file := filepath.Join(dir, name+extension)
	if _, err := os.Stat(file); err == nil {
		return file
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return name
	}
	return filepath.Base(abs) + "/" + name
}

// readTop reads what the comment at the top says.
func (d *Driver) readTop() error {
	var errs source.ErrorList
	for i, line := range topComment(d.Text) {
		key, value, ok := strings.Cut(line, ":")
		if !ok || strings.Contains(key, " ") {
			continue
		}
		value = strings.TrimSpace(value)
		switch key {
		case "rule":
			d.Rule = value
			if IsFile(value) {
				d.Rule = filepath.Join(filepath.Dir(d.File), value)
			}
		case "entry":
			d.Entry = value
		case "message":
			d.Message = value
		default:
			errs.Add(source.Pos{File: d.File, Line: i + 1, Col: 4}, d.Text, "unexpected %q: expected rule, entry or message", key)
		}
	}
	if d.Safe && d.Message != "" {
		errs.Add(source.Pos{File: d.File, Line: 1, Col: 1}, d.Text, "a message is expected, but the name says that the driver conforms")
	}
	return errs.Err()
}

// Name is what a table calls the driver.
func (d *Driver) Name() string { return filepath.Base(d.File) }

// Expected is the verdict that is expected, as a result spells it.
func (d *Driver) Expected() string {
	if d.Safe {
		return "SAFE"
	}
	return "UNSAFE"
}

// Judge says what is wrong with a verdict and, of UNSAFE, its message; "" if it is as
// expected.
func (d *Driver) Judge(verdict, message string) string {
	switch {
	case verdict != d.Expected():
		return "expected " + d.Expected()
	case !strings.Contains(message, d.Message):
		return fmt.Sprintf("expected the message %q, got %q", d.Message, message)
	}
	return ""
}
