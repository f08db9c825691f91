package html

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hardbop/internal/need"
	"hardbop/internal/result"
)

// This file drives Debian's Chromium over the pipe of its developers' protocol: a message is a JSON
// object that ends in a zero byte.

// browser is a tab.
type browser struct {
	t       *testing.T
	in      *os.File
	out     *bufio.Reader
	session string
	next    int
	console []string // errors and warnings that the page caused
}

// chromium finds the browser. Where it can't be had, the test is left out; never where tools are required, as in make test.
func chromium(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	need.Missing(t, errors.New("there is no chromium (scripts/ensure-deps.sh tests installs it)"))
	return ""
}

// startBrowser opens a tab of the size. A test has at most a minute for it.
func startBrowser(t *testing.T, width, height int) *browser {
	t.Helper()
	path := chromium(t)
	ours, theirs := pipe(t), pipe(t)
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
		"--disable-background-networking", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{ours[0], theirs[1]}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ours[0].Close()
	theirs[1].Close()
	limit := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	b := &browser{t: t, in: ours[1], out: bufio.NewReader(theirs[0])}
	t.Cleanup(func() {
		b.send("", "Browser.close", nil)
		cmd.Wait()
		limit.Stop()
	})
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var s struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &s)
	b.session = s.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.do(domain+".enable", nil)
	}
	b.size(width, height)
	return b
}

func pipe(t *testing.T) [2]*os.File {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return [2]*os.File{r, w}
}

// message is an answer or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func (b *browser) send(session, method string, params any) int {
	b.next++
	msg := map[string]any{"id": b.next, "method": method}
	if params != nil {
		msg["params"] = params
	}
	if session != "" {
		msg["sessionId"] = session
	}
	raw, err := json.Marshal(msg)
	if err == nil {
		_, err = b.in.Write(append(raw, 0))
	}
	if err != nil {
		b.t.Logf("%s: %v", method, err)
	}
	return b.next
}

// call waits for the answer; until what it may be waited for instead.
func (b *browser) call(session, method string, params, answer any) {
	b.t.Helper()
	id := b.send(session, method, params)
	b.until(func(m message) bool {
		if m.ID != id {
			return false
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if answer != nil {
			if err := json.Unmarshal(m.Result, answer); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
		return true
	})
}

// until reads messages up to the one that is waited for, and notes errors of the page.
func (b *browser) until(found func(message) bool) {
	b.t.Helper()
	for {
		raw, err := b.out.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("chromium is gone: %v", err)
		}
		var m message
		if err := json.Unmarshal(raw[:len(raw)-1], &m); err != nil {
			b.t.Fatal(err)
		}
		switch m.Method {
		case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
			b.console = append(b.console, string(m.Params))
		}
		if found(m) {
			return
		}
	}
}

func (b *browser) do(method string, params any) {
	b.t.Helper()
	b.call(b.session, method, params, nil)
}

func (b *browser) size(width, height int) {
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false})
}

// prefer sets the colour scheme that the system prefers.
func (b *browser) prefer(scheme string) {
	b.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}})
}

// open shows a page, at an anchor if there is one.
func (b *browser) open(html, anchor string) {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(html), 0o666); err != nil {
		b.t.Fatal(err)
	}
	b.send(b.session, "Page.navigate", map[string]any{"url": "file://" + file + anchor})
	b.until(func(m message) bool { return m.Method == "Page.loadEventFired" })
}

// key presses a key.
func (b *browser) key(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		down := map[string]any{"type": "keyDown", "key": k}
		if len(k) == 1 {
			down["text"] = k
		}
		if k == "Enter" {
			down["text"], down["windowsVirtualKeyCode"] = "\r", 13
		}
		b.do("Input.dispatchKeyEvent", down)
		b.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": k})
	}
}

// eval returns the value of an expression as text.
func (b *browser) eval(js string) string {
	b.t.Helper()
	var v struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Text string }
	}
	b.call(b.session, "Runtime.evaluate", map[string]any{"expression": js, "returnByValue": true}, &v)
	if v.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", js, v.ExceptionDetails.Text)
	}
	return fmt.Sprint(v.Result.Value)
}

// want compares the value of an expression.
func (b *browser) want(what, js, want string) {
	b.t.Helper()
	if got := b.eval(js); got != want {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// quiet wants that the page caused no error.
func (b *browser) quiet() {
	b.t.Helper()
	if len(b.console) > 0 {
		b.t.Errorf("the console has %s", strings.Join(b.console, "\n"))
	}
}

// shot writes what is to be seen to a file.
func (b *browser) shot(file string) {
	b.t.Helper()
	var s struct{ Data string }
	b.call(b.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &s)
	raw, err := base64.StdEncoding.DecodeString(s.Data)
	if err == nil {
		err = os.WriteFile(file, raw, 0o666)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// Expressions about the page.
const (
	chosen    = `document.querySelector(".step.now .text")?.textContent`
	shownLine = `document.querySelector(".ln.at-now")?.id`
	status    = `document.getElementById("status").textContent`
	shownTabs = `[...document.querySelectorAll(".result:not([hidden]) .tab:not([hidden])")].map(e => e.id).join()`
	found     = `document.getElementById("found").textContent`
	theme     = `document.documentElement.dataset.theme`
)

// TestKeys goes through a trace by keys.
func TestKeys(t *testing.T) {
	b := startBrowser(t, 1200, 800)
	b.open(page1(t, examples()["unsafe"], nil), "")
	b.want("at first the violated step is chosen", shownLine, "f0-17")
	b.key("k", "k", "k")
	b.want("steps before it", chosen, "twice = nondet()")
	b.want("its line is shown", shownLine, "f0-13")
	b.want("with the value", `document.querySelector(".ln.at-now").dataset.note`, "twice = -1")
	b.key("j")
	b.want("the next step, past what is folded", chosen, "lock.call")
	b.want("its line", shownLine, "f0-7")
	b.want("who called, with what", status, "main › takeHELDlast set:n = -1")
	b.key("ArrowDown")
	b.want("the next one", chosen, "if (twice != 0) true")
	b.want("values that are known", status, "mainHELDlast set:twice = -1")
	b.key("k", "k")
	b.want("back", chosen, "twice = nondet()")
	b.key("n")
	b.want("the next event", chosen, "lock.call")
	b.key("n", "n", "n")
	b.want("the last event, and no further", shownLine, "f0-17")
	b.key("p")
	b.want("the event before", shownLine, "f0-7")
	b.key("f")
	b.want("all steps", `[...document.querySelectorAll(".step")].filter(e => e.getClientRects().length).length`, "9")
	b.want("the button says so", `document.querySelector(".full").textContent`, "Show what matters")
	b.key("j")
	b.want("a step of the rule's code, in the rule", shownLine, "f1-2")
	b.key("f")
	b.want("a step that is shown is chosen again", chosen, "twice = nondet()")
	b.key("ArrowRight")
	b.want("unfolded", `document.querySelector(".folded").hidden`, "false")
	b.key("j", "ArrowLeft")
	b.want("folded, from inside", `document.querySelector(".folded").hidden`, "true")
	b.want("on the step before", chosen, "twice = nondet()")
	b.want("a click on a step", `document.querySelectorAll(".step.event")[1].click(); `+shownLine, "f0-17")
	b.want("a click on a line", `document.getElementById("f0-7").click(); `+chosen, "lock.call")
	b.quiet()
}

// TestHeadIsWhole looks at the head of a result: nothing lies over it, nor it over anything.
func TestHeadIsWhole(t *testing.T) {
	for _, size := range [][2]int{{1400, 1000}, {1400, 2600}, {420, 760}} {
		b := startBrowser(t, size[0], size[1])
		b.open(page1(t, examples()["unsafe"], nil), "")
		b.want("the head ends where the tabs begin", `document.querySelector(".left").scrollTop = 0; const box = q => document.querySelector(q).getBoundingClientRect();
			Math.abs(box(".head").bottom - box(".tabs").top) < 2 && Math.abs(box(".head").top - box(".result").top) < 2`, "true")
		b.quiet()
	}
}

// TestUndrawn shows the text of a rule that isn't drawn, with the lines that the trace runs.
func TestUndrawn(t *testing.T) {
	b := startBrowser(t, 1200, 800)
	r := examples()["unsafe"][0]
	r.Evidence.Rule.Machine = nil
	b.open(page1(t, []*result.Result{r}, nil), "")
	b.want("the rule's part", `document.querySelector("[data-tab=r1-rule]").click(); `+shownLine, "f1-1")
	b.want("the lines that the trace runs", `[...document.querySelectorAll(".file:not([hidden]) .ln.path")].map(e => e.id).join()`, "f1-2")
	b.quiet()
}

// TestSearch finds text in steps, folded ones too, and in the source.
func TestSearch(t *testing.T) {
	b := startBrowser(t, 1200, 800)
	b.open(page1(t, examples()["unsafe"], nil), "")
	b.key("/")
	b.key("r", "e", "t", "u", "r", "n", " ", "n")
	b.want("two", found, "1 of 2")
	b.want("a folded step", chosen, "return n + 1")
	b.key("Enter")
	b.want("the source", shownLine, "f0-8")
	b.want("the second", found, "2 of 2")
	b.key("Enter")
	b.want("the first again", found, "1 of 2")
	b.key("x")
	b.want("nothing", found, "nothing")
	b.key("Escape")
	b.want("no marks are left", `document.querySelectorAll(".hit").length`, "0")
	b.key("j")
	b.want("keys move again", chosen, "if (twice != 0) true")
	b.quiet()
}

// TestViews goes through several results, their parts, and dark and light.
func TestViews(t *testing.T) {
	b := startBrowser(t, 1200, 800)
	b.prefer("dark")
	b.open(page1(t, examples()["several"], nil), "")
	b.want("dark as the system", theme, "dark")
	b.key("d")
	b.want("light", theme, "light")
	b.want("the list comes first", `[...document.querySelectorAll(".result:not([hidden])")].map(e => e.id).join()`, "all")
	b.key("]")
	b.want("the first result", shownTabs, "r1-trace")
	b.key("]")
	b.want("the second", shownTabs, "r2-proof")
	b.want("no lines of the first", `document.querySelectorAll(".ln.path, .ln.reached").length`, "0")
	b.want("the rule's part", `document.querySelector("#r2 [data-tab=r2-rule]").click(); `+shownTabs, "r2-rule")
	b.key("[")
	b.want("lines that are reached", `document.querySelectorAll(".ln.reached").length + "," + document.querySelectorAll(".ln.missed").length`, "6,1")
	b.want("by address", `location.hash = "#r3"; dispatchEvent(new HashChangeEvent("hashchange")); `+shownTabs, "r3-why")
	b.want("a link to a line", `document.querySelector("#r3 .says .at").click(); `+shownLine, "f0-16")
	b.want("the drawing fits", `(() => { const s = document.querySelector("#r1 .machine"); s.closest(".result").hidden = false; s.closest(".tab").hidden = false;
		return [...s.querySelectorAll("text, rect")].every(e => { const a = e.getBBox(), v = s.viewBox.baseVal; return a.x >= 0 && a.y >= 0 && a.x + a.width <= v.width && a.y + a.height <= v.height; }); })()`, "true")
	b.quiet()
}

// TestInertInBrowser opens the page about text that wants to act.
func TestInertInBrowser(t *testing.T) {
	b := startBrowser(t, 1200, 800)
	b.open(hostilePage(t), "#r1")
	b.want("no tag of the input", `document.querySelectorAll("img, script:not(:last-of-type)").length`, "0")
	b.want("it is to be seen as text", `document.querySelector("#r1 h1").textContent.includes("<script>alert(1)</script>")`, "true")
	b.key("j", "n", "f", "]", "]")
	b.quiet()
}

// TestScreens makes the manual's pictures with -update, and otherwise only sees that they are there
// and small.
func TestScreens(t *testing.T) {
	if *update {
		screens(t)
	}
	for _, name := range []string{"html-light", "html-dark", "html-narrow", "report"} {
		info, err := os.Stat(filepath.Join("..", "..", "docs", name+".png"))
		if err != nil || info.Size() > 150_000 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// screens shows the page in the file that HARDBOP_PAGE names.
func screens(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("HARDBOP_PAGE"))
	if err != nil {
		t.Skip("HARDBOP_PAGE names no page")
	}
	b := startBrowser(t, 1280, 760)
	for _, s := range []struct {
		name, scheme, tab string
		width, height     int
	}{{"light", "light", "trace", 1280, 760}, {"dark", "dark", "rule", 1280, 760}, {"narrow", "light", "trace", 420, 760}} {
		b.size(s.width, s.height)
		b.prefer(s.scheme)
		b.open(string(text), "")
		b.eval(fmt.Sprintf(`document.querySelector("[data-tab=r1-%s]").click()`, s.tab))
		b.shot(filepath.Join("..", "..", "docs", "html-"+s.name+".png"))
	}
}

// TestBoard makes the picture of a suite's page, HARDBOP_BOARD, with -update.
func TestBoard(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("HARDBOP_BOARD"))
	if !*update || err != nil {
		t.Skip("without -update, or HARDBOP_BOARD names no page")
	}
	b := startBrowser(t, 1280, 900)
	b.prefer("light")
	b.open(string(text), "")
	b.key("/", "s", "s", "h")
	b.want("filtered", `document.querySelectorAll("tr.task[id]:not([hidden])").length > 0`, "true")
	b.key("Escape")
	b.quiet()
	b.shot(filepath.Join("..", "..", "docs", "report.png"))
}
