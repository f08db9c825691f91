package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"hardbop/internal/result"
	"hardbop/internal/rules"
)

// trial is a driver to be checked, and what came out.
type trial struct {
	name    string
	driver  *rules.Driver
	verdict string
	wrong   string // "" if all is as expected
}

// rulesTest is rules test: a line for each driver and each fault.
func rulesTest(f *rulesFlags, args []string, std streams) int {
	if len(args) != 1 {
		return complainUsage(std, "rules", errors.New("test: expected a folder"))
	}
	drivers, err := rules.Drivers(args[0])
	if err != nil {
		return failed(std, "rules", err)
	}
	tmp, err := os.MkdirTemp("", "hardbop-rules-")
	if err != nil {
		return failed(std, "rules", err)
	}
	defer os.RemoveAll(tmp)
	trials, err := f.trials(drivers, args[0], tmp)
	if err != nil {
		return failed(std, "rules", err)
	}
	return f.report(trials, std)
}

// trials lists what is to be run. Faulty drivers are written to the folder tmp.
func (f *rulesFlags) trials(drivers []*rules.Driver, dir, tmp string) ([]*trial, error) {
	var ts []*trial
	f.given = append(f.given, "--include="+dir)
	for _, d := range drivers {
		ts = append(ts, &trial{name: d.Name(), driver: d})
		if !f.mutants {
			continue
		}
		for k, m := range d.Mutants() {
			name := m.Name()
			m.File = filepath.Join(tmp, fmt.Sprintf("%d_%s", k+1, d.Name()))
			if err := os.WriteFile(m.File, []byte(m.Text), 0o666); err != nil {
				return nil, err
			}
			ts = append(ts, &trial{name: name, driver: &m.Driver})
		}
	}
	return ts, nil
}

// report runs the trials, up to --jobs side by side, and prints them in order.
func (f *rulesFlags) report(trials []*trial, std streams) int {
	done := make([]chan struct{}, len(trials))
	slots := make(chan struct{}, f.opt.Jobs)
	var all sync.WaitGroup
	defer all.Wait()
	for i, t := range trials {
		done[i] = make(chan struct{})
		all.Go(func() {
			slots <- struct{}{}
			f.try(t)
			<-slots
			close(done[i])
		})
	}
	bad := 0
	for i, t := range trials {
		<-done[i]
		verdict := "ok"
		if t.wrong != "" {
			bad++
			verdict = "WRONG: " + t.wrong
		}
		fmt.Fprintf(std.out, "%-24s %-8s %s: %s\n", t.driver.Rule, t.verdict, t.name, verdict)
	}
	fmt.Fprintf(std.out, "%s, %d not as expected\n", plural(len(trials), "run"), bad)
	if bad > 0 {
		return exitUnsafe
	}
	return exitOK
}

// try runs this program on one driver.
func (f *rulesFlags) try(t *trial) {
	self, err := os.Executable()
	if err != nil {
		t.wrong = err.Error()
		return
	}
	var stdout, stderr strings.Builder
	cmd := exec.Command(self, f.checkArgs(t.driver)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	runErr := cmd.Run()
	var r result.Result
	if err := json.Unmarshal([]byte(stdout.String()), &r); err != nil {
		t.verdict, t.wrong = "ERROR", firstLine(stderr.String())
		if t.wrong == "" && runErr != nil {
			t.wrong = runErr.Error()
		}
		return
	}
	t.verdict = string(r.Verdict)
	t.wrong = t.driver.Judge(t.verdict, r.Message)
	if t.wrong != "" && r.Reason != nil {
		t.wrong += ": " + r.Reason.Code
	}
}

// checkArgs is the command line that checks a driver.
func (f *rulesFlags) checkArgs(d *rules.Driver) []string {
	args := []string{"check", "--quiet", "--no-config", "--format", "json", "--timeout", f.timeout, "--memory", f.memory,
		"--rule", d.Rule, "--entry", d.Entry}
	return append(append(args, f.given...), d.File)
}
