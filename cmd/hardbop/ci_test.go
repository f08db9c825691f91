package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"hardbop/internal/need"
)

// project makes a checkout of git with a driver, a rule, and settings.
func project(t *testing.T, driver string) string {
	t.Helper()
	need.Command(t, "git")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hardbop.yaml": "files: [drv.c]\nrules: [lock.slic]\n",
		"lock.slic":    "state { int held = 0; }\nlock.call { if (held) abort \"locked twice\"; held = 1; }\nunlock.call { held = 0; }\n",
		"drv.c":        driver,
	} {
		save(t, filepath.Join(dir, name), text)
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "first", "--no-verify")
	return dir
}

const (
	goodDriver = "void lock(void);\nvoid unlock(void);\nint main(void)\n{\n\tlock();\n\tunlock();\n\treturn 0;\n}\n"
	badDriver  = "void lock(void);\nvoid unlock(void);\nint main(void)\n{\n\tlock();\n\tlock();\n\treturn 0;\n}\n"
)

// git runs a command of git.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=T", "-c", "user.email=t@example.org"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// runner is a machine of a service: commands that would change it are stubs, curl brings the release that
// the test has made.
type runner struct {
	t       *testing.T
	dir     string // the checkout
	bin     string // the stubs
	env     []string
	archive string
}

func newRunner(t *testing.T, driver string) *runner {
	t.Helper()
	r := &runner{t: t, dir: project(t, driver), bin: t.TempDir()}
	release := t.TempDir()
	top := filepath.Join(release, "hardbop-"+version+"-linux-amd64")
	save(t, filepath.Join(top, "share", "x"), "")
	if err := os.Mkdir(filepath.Join(top, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(need.Command(t, "hardbop"), filepath.Join(top, "bin", "hardbop")); err != nil {
		t.Fatal(err)
	}
	r.archive = top + ".tar.gz"
	if out, err := exec.Command("tar", "-C", release, "-czf", r.archive, filepath.Base(top)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r.stub("sudo", `exec "$@"`)
	r.stub("apt-get", "exit 0")
	r.stub("curl", `while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
case $1 in https://*/hardbop-`+version+`-linux-amd64.tar.gz) cp '`+r.archive+`' "$out" ;; *) echo "curl: $1?" >&2; exit 22 ;; esac`)
	sum, err := exec.Command("sha256sum", r.archive).Output()
	if err != nil {
		t.Fatal(err)
	}
	temp, path := t.TempDir(), filepath.Join(t.TempDir(), "path")
	save(t, path, "")
	r.env = []string{"PATH=" + r.bin + ":/usr/bin:/bin", "HOME=" + temp, "RUNNER_TEMP=" + temp, "GITHUB_PATH=" + path, "HARDBOP_VERSION=" + version,
		"HARDBOP_URL=https://downloads.example.org/hardbop", "HARDBOP_SHA256=" + strings.Fields(string(sum))[0]}
	return r
}

// stub puts a command into the machine's PATH.
func (r *runner) stub(name, script string) {
	file := filepath.Join(r.bin, name)
	save(r.t, file, "#!/bin/sh\n"+script+"\n")
	if err := os.Chmod(file, 0o755); err != nil {
		r.t.Fatal(err)
	}
}

// run runs a script as the services do: bash, until the first command that fails.
func (r *runner) run(script string) (string, int) {
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	cmd.Dir, cmd.Env = r.dir, r.env
	for i, e := range r.env {
		added, err := os.ReadFile(strings.TrimPrefix(e, "GITHUB_PATH="))
		if strings.HasPrefix(e, "GITHUB_PATH=") && err == nil && len(added) > 0 {
			cmd.Env = append(r.env[:i:i], r.env[i:]...)
			cmd.Env = append(cmd.Env, "PATH="+strings.ReplaceAll(strings.TrimSpace(string(added)), "\n", ":")+":"+r.bin+":/usr/bin:/bin")
		}
	}
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

// uploaded sees that the file is SARIF with as many results.
func (r *runner) uploaded(file string, results int) {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, file))
	var log struct {
		Version string
		Runs    []struct{ Results []any }
	}
	if err == nil {
		err = json.Unmarshal(text, &log)
	}
	if err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 || len(log.Runs[0].Results) != results {
		r.t.Errorf("%s: expected %d results: %v\n%s", file, results, err, text)
	}
}

// verdicts are the drivers with the exit code and the number of defects that a check in a pipeline has.
func pipelines() map[string]struct {
	driver        string
	code, results int
} {
	return map[string]struct {
		driver        string
		code, results int
	}{"good": {goodDriver, 0, 0}, "bad": {badDriver, 1, 1}}
}

// The GitHub workflow does what its steps say, with stubs for actions of others.
func TestGitHub(t *testing.T) {
	text, err := os.ReadFile("../../contrib/ci/github.yml")
	var w struct {
		On   map[string]any
		Env  map[string]string
		Jobs map[string]struct {
			RunsOn string `yaml:"runs-on"`
			Steps  []struct {
				Name, If, Uses, Run string
				With                map[string]string
			}
		}
	}
	if err == nil {
		err = yaml.Unmarshal(text, &w)
	}
	if err != nil || len(w.Jobs["check"].Steps) == 0 || w.Env["HARDBOP_VERSION"] != version {
		t.Fatalf("%v: %+v", err, w)
	}
	for name, c := range pipelines() {
		t.Run(name, func(t *testing.T) {
			r, code, out, uploads := newRunner(t, c.driver), 0, "", 0
			for _, step := range w.Jobs["check"].Steps {
				switch {
				case strings.HasPrefix(step.Uses, "github/codeql-action/upload-sarif@"):
					r.uploaded(step.With["sarif_file"], c.results)
					uploads++
				case step.Uses != "" && !strings.HasPrefix(step.Uses, "actions/"):
					t.Errorf("whose is %s?", step.Uses)
				case step.Run != "" && code == 0:
					out, code = r.run(step.Run)
				}
			}
			if code != c.code || uploads != 1 || (code != 0) != strings.Contains(out, "drv.c:6:2: warning: locked twice [lock]") {
				t.Errorf("exit code %d, %d uploads\n%s", code, uploads, out)
			}
		})
	}
}

// So does the GitLab job.
func TestGitLab(t *testing.T) {
	text, err := os.ReadFile("../../contrib/ci/gitlab.yml")
	var w map[string]struct {
		Variables map[string]string
		Before    []string `yaml:"before_script"`
		Script    []string
		Artifacts struct {
			When  string
			Paths []string
		}
	}
	if err == nil {
		err = yaml.Unmarshal(text, &w)
	}
	job := w["hardbop"]
	if err != nil || len(job.Script) == 0 || job.Artifacts.When != "always" || job.Variables["HARDBOP_VERSION"] != version {
		t.Fatalf("%v: %+v", err, job)
	}
	for name, c := range pipelines() {
		t.Run(name, func(t *testing.T) {
			r := newRunner(t, c.driver)
			script := strings.ReplaceAll(strings.Join(append(job.Before, job.Script...), "\n"), "/tmp/hardbop", t.TempDir()+"/hardbop")
			out, code := r.run(script)
			if code != c.code || (code != 0) != strings.Contains(out, "drv.c:6:2: warning: locked twice [lock]") {
				t.Errorf("exit code %d\n%s", code, out)
			}
			r.uploaded(job.Artifacts.Paths[0], c.results)
		})
	}
}

// A release with another content isn't run.
func TestForeignRelease(t *testing.T) {
	text, err := os.ReadFile("../../contrib/ci/github.yml")
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(t, goodDriver)
	r.env = append(r.env, "HARDBOP_SHA256="+strings.Repeat("0", 64))
	m := regexp.MustCompile(`(?s)- name: Install\n        run: \|\n(.*?)\n      - `).FindSubmatch(text)
	if out, code := r.run(string(m[1])); code == 0 || !strings.Contains(out, "FAILED") {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

// The hook looks at what is staged, and nothing else.
func TestPreCommit(t *testing.T) {
	dir := project(t, goodDriver)
	hook, err := filepath.Abs("../../contrib/pre-commit/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(hook, filepath.Join(dir, ".git", "hooks", "pre-commit")); err != nil {
		t.Fatal(err)
	}
	commit := func(says string, code int) {
		t.Helper()
		cmd := exec.Command("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "next")
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code || !strings.Contains(string(out), says) {
			t.Errorf("exit code %d, expected %d and %q\n%s", got, code, says, out)
		}
	}
	save(t, filepath.Join(dir, "drv.c"), badDriver)
	git(t, dir, "add", ".")
	save(t, filepath.Join(dir, "drv.c"), goodDriver) // not staged
	commit("drv.c:6:2: warning: locked twice [lock]", 1)
	git(t, dir, "add", ".")
	save(t, filepath.Join(dir, "read me.txt"), "text\n")
	git(t, dir, "add", ".")
	commit("", 0) // no C file differs
	save(t, filepath.Join(dir, "two words.c"), strings.ReplaceAll(goodDriver, "unlock();\n\treturn", "unlock();\n\n\treturn"))
	git(t, dir, "add", ".")
	save(t, filepath.Join(dir, "two words.c"), badDriver)
	commit("", 0)
	git(t, dir, "add", ".")
	commit("two words.c:6:2: warning: locked twice [lock]", 1)
}

// VS Code's problem matcher takes the lines of --format gcc, and no others.
func TestMatcher(t *testing.T) {
	text, err := os.ReadFile("../../contrib/editors/vscode-tasks.json")
	var tasks struct {
		Tasks []struct {
			Args           []string
			ProblemMatcher struct {
				Pattern map[string]any
			}
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &tasks)
	}
	if err != nil || len(tasks.Tasks) != 1 {
		t.Fatalf("%v: %+v", err, tasks)
	}
	dir := project(t, badDriver)
	cmd := exec.Command("hardbop", "check", "-q", "--format", "gcc", "drv.c")
	cmd.Dir = dir
	out, _ := cmd.Output()
	lines := append(strings.Split(strings.TrimSpace(string(out)), "\n"),
		"sub dir/a.c:3: warning: not decided: the time limit [linux/mutex: timeout]", `C:\d.c:1:2: note: x`, "hardbop: warning: not decided: nothing [lock: vacuous]", "make: *** Error 1")
	want := []string{"drv.c|6|2|warning|locked twice|lock", "drv.c|5|2|note|main: lock() [lock.call, held: 0 -> 1]|", "drv.c|6|2|note|main: lock() [lock.call]|",
		"sub dir/a.c|3||warning|not decided: the time limit|linux/mutex: timeout", "", "", ""}
	script := `const p = JSON.parse(process.argv[1]), lines = JSON.parse(process.argv[2]);
for (const l of lines) { const m = new RegExp(p.regexp).exec(l); console.log(m ? [p.file, p.line, p.column, p.severity, p.message, p.code].map(i => m[i] || "").join("|") : ""); }`
	pattern, _ := json.Marshal(tasks.Tasks[0].ProblemMatcher.Pattern)
	all, _ := json.Marshal(lines)
	got, err := exec.Command(need.Command(t, "node"), "-e", script, "--", string(pattern), string(all)).CombinedOutput()
	if err != nil || strings.TrimRight(string(got), "\n") != strings.TrimRight(strings.Join(want, "\n"), "\n") {
		t.Errorf("%v: got\n%s\nof\n%s", err, got, strings.Join(lines, "\n"))
	}
}
