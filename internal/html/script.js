"use strict";
(() => {
  const one = (q, e = document) => e.querySelector(q);
  const all = (q, e = document) => [...e.querySelectorAll(q)];
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  const sections = all("section.result");
  let section = null; // the result that is shown
  let step = null; // the step that is chosen

  // Light and dark.
  const stored = () => { try { return localStorage.getItem("hardbop-theme"); } catch { return null; } };
  const paint = (theme) => {
    root.dataset.theme = theme;
    byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
  };
  const turnTheme = () => {
    const theme = root.dataset.theme === "dark" ? "light" : "dark";
    paint(theme);
    try { localStorage.setItem("hardbop-theme", theme); } catch { /* a page from a file may not */ }
  };
  paint(stored() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

  // Files.
  const showFile = (n) => {
    for (const f of all(".file")) f.hidden = f.dataset.file !== String(n);
    for (const a of all(".files a")) a.classList.toggle("on", a.dataset.file === String(n));
  };
  const fileOf = (line) => line.closest(".file").dataset.file;

  // goTo shows a line of the source.
  const goTo = (id, note) => {
    for (const l of all(".ln.at-now")) {
      l.classList.remove("at-now");
      delete l.dataset.note;
    }
    const line = id && byId(id);
    if (!line) return;
    showFile(fileOf(line));
    line.classList.add("at-now");
    if (note) line.dataset.note = note;
    const box = byId("code");
    const at = line.getBoundingClientRect(), in_ = box.getBoundingClientRect();
    if (at.top < in_.top + 40 || at.bottom > in_.bottom - 60) box.scrollTop += at.top - in_.top - box.clientHeight * 0.38;
  };

  // Lines that runs reach and miss, and those that the trace passes.
  const inRanges = (text, f) => {
    for (const part of (text || "").split(",")) {
      const [from, to] = part.split("-").map(Number);
      for (let n = from; n && n <= (to || from); n++) f(n);
    }
  };
  const markLines = () => {
    for (const l of all(".ln.reached, .ln.missed, .ln.path")) l.classList.remove("reached", "missed", "path");
    if (!section) return;
    for (const { dataset: { file } } of all(".file")) {
      for (const kind of ["reached", "missed"])
        inRanges(section.getAttribute(`data-f${file}-${kind}`), (n) => byId(`f${file}-${n}`)?.classList.add(kind));
    }
    for (const r of all(".steps > .step, .step.rulecode", section)) byId(r.dataset.line)?.classList.add("path");
  };

  // Parts of a result.
  const showTab = (id) => {
    for (const t of all(".tab", section)) t.hidden = t.id !== id;
    for (const a of all(".tabs a", section)) {
      a.classList.toggle("on", a.dataset.tab === id);
      a.setAttribute("aria-selected", a.dataset.tab === id);
    }
  };
  // showRule shows the rule's text beside what is said of it, if it isn't drawn.
  const showRule = (id) => {
    const tab = byId(id);
    if (tab?.matches(".undrawn")) goTo(one("[data-go]", tab)?.dataset.go);
  };
  const show = (s, keep) => {
    if (section !== s) {
      section = s;
      for (const other of sections) other.hidden = other !== s;
      for (const a of all(".files a[data-of-rule]")) a.hidden = a.dataset.file !== s.dataset.rule;
      choose(null);
      markLines();
    }
    const first = one(".tabs a", s);
    if (!keep && first) showTab(first.dataset.tab);
    byId("left").scrollTop = 0;
    const steps = all(".steps > .step", s);
    const first_ = (name) => steps.find((e) => e.classList.contains(name));
    if (!keep && steps.length) choose(first_("start") || first_("last") || steps[0]);
    else if (one(".file")) showFile(all(".file")[0].dataset.file);
  };

  // Steps.
  const visible = (e) => e.getClientRects().length > 0;
  const steps = () => all(".step", section || document).filter(visible);
  const unfold = (fold, open) => {
    const button = one(".unfold", fold);
    if (button.disabled) return;
    button.setAttribute("aria-expanded", open);
    one(".folded", fold).hidden = !open;
    fold.classList.toggle("open", open);
  };
  const changesOf = (r) => (r.dataset.set ? JSON.parse(r.dataset.set) : []);

  // returned is what the call at a step returns, as far as the trace tells; undefined if it doesn't.
  const returned = (every, call) => {
    const d = Number(every[call].dataset.depth);
    let value;
    for (let i = call + 1; i < every.length && Number(every[i].dataset.depth) > d; i++)
      for (const [name, v] of changesOf(every[i])) if (name === "ret" && Number(every[i].dataset.depth) === d + 1) value = v;
    return value;
  };

  // situation says where a step is: the calls that lead there, the rule's state, known values of the
  // function that it is in. What a call's step sets are the values that the called function gets.
  const situation = (r) => {
    const every = all(".step:not(.rulecode)", r.closest(".steps"));
    const depth = (e) => Number(e.dataset.depth);
    const stack = [], values = new Map();
    let calls = Infinity, inside = true;
    let at = every.indexOf(r);
    if (at < 0) return { stack, values };
    for (const own = depth(r); at >= 0; at--) {
      const e = every[at], d = depth(e), next = every[at + 1];
      const sets = next && !e.classList.contains("event") && depth(next) > d ? depth(next) : d;
      if (inside && d === own && !e.classList.contains("event")) {
        const target = one(".text", e).textContent.match(/^([^ (]+) = /)?.[1];
        if (target && !values.has(target) && !changesOf(e).some(([name]) => name === target)) values.set(target, returned(every, at));
      }
      if (inside && sets === own && !e.classList.contains("event"))
        for (const [name, value] of changesOf(e)) if (!values.has(name)) values.set(name, value);
      inside = inside && d >= own;
      if (d < calls) {
        calls = d;
        if (e.dataset.func) stack.unshift(e.dataset.func); // what calls from outside has no name
      }
    }
    return { stack, values };
  };
  const mostValues = 8; // the latest ones: more would take the place of the source
  const tell = (r) => {
    const box = byId("status");
    box.textContent = "";
    for (const g of all(".machine .state.here")) g.classList.remove("here");
    if (!r) return;
    const add = (cls, text) => {
      const e = document.createElement("span");
      e.className = cls;
      e.textContent = text;
      box.append(e);
      return e;
    };
    const { stack, values } = situation(r);
    add("stack", stack.join(" › "));
    if (r.dataset.state) add("state", r.dataset.state);
    const known = [...values].filter(([, value]) => value !== undefined).slice(0, mostValues).reverse();
    if (known.length) add("dim", "last set:");
    for (const [name, value] of known) {
      const e = add("value", name + " = ");
      const b = document.createElement("b");
      b.textContent = value;
      e.append(b);
    }
    one(`.machine .state[data-n="${r.dataset.n}"]`, section)?.classList.add("here");
  };
  const choose = (r, still) => {
    step?.classList.remove("now");
    step?.removeAttribute("aria-current");
    step = r;
    tell(r);
    if (!r) return goTo(null);
    r.classList.add("now");
    r.setAttribute("aria-current", "step");
    if (!still) r.scrollIntoView({ block: "nearest" });
    goTo(r.dataset.line, changesOf(r).map(([n, v]) => `${n} = ${v}`).join(", "));
  };
  const move = (by, only) => {
    if (!section) return;
    const trace = one(".tab.trace", section);
    if (trace && trace.hidden) showTab(trace.id);
    const list = steps().filter((e) => !only || e.matches(only) || e === step);
    if (!list.length) return;
    const at = list.indexOf(step);
    choose(list[Math.min(Math.max(at < 0 ? 0 : at + by, 0), list.length - 1)]);
  };
  const foldAtStep = (open) => {
    if (!step) return;
    const inside = step.closest(".fold");
    if (!open && inside) {
      let before = inside.previousElementSibling;
      while (before && !before.classList.contains("step")) before = before.previousElementSibling;
      unfold(inside, false);
      if (before) choose(before);
    }
    if (open) {
      let next = step.nextElementSibling;
      if (next?.classList.contains("fold")) unfold(next, true);
    }
  };
  const showAll = () => {
    const button = section && one(".full", section);
    if (!button) return;
    const full = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", full);
    button.textContent = full ? "Show what matters" : "Show all";
    for (const f of all(".fold", section)) unfold(f, full);
    if (step && !visible(step)) choose(steps()[0]);
    step?.scrollIntoView({ block: "nearest" });
  };

  // Search.
  let hits = [], hit = -1;
  const found = () => { byId("found").textContent = byId("find").value ? (hits.length ? `${hit + 1} of ${hits.length}` : "nothing") : ""; };
  const search = () => {
    for (const e of all(".hit")) e.classList.remove("hit");
    const text = byId("find").value.toLowerCase();
    hits = text ? [...(section ? all(".step", section) : []), ...all(".ln")].filter((e) => e.textContent.toLowerCase().includes(text)) : [];
    for (const e of hits) e.classList.add("hit");
    hit = hits.length ? 0 : -1;
    if (hits.length) reveal();
    found();
  };
  const reveal = () => {
    const e = hits[hit];
    if (e.classList.contains("ln")) return goTo(e.id);
    const trace = e.closest(".tab");
    if (trace.hidden) showTab(trace.id);
    if (e.closest(".fold")) unfold(e.closest(".fold"), true);
    choose(e);
  };
  const next = (by) => {
    if (!hits.length) return;
    hit = (hit + by + hits.length) % hits.length;
    reveal();
    found();
  };

  // What is clicked.
  document.addEventListener("click", (ev) => {
    const t = ev.target;
    const tabLink = t.closest("[data-tab]"), fileLink = t.closest(".files a"), go = t.closest("[data-go]");
    if (tabLink) { ev.preventDefault(); showTab(tabLink.dataset.tab); return showRule(tabLink.dataset.tab); }
    if (fileLink) { ev.preventDefault(); showFile(fileLink.dataset.file); byId("code").scrollTop = 0; return; }
    if (go) { ev.preventDefault(); return goTo(go.dataset.go); }
    if (t.closest(".unfold")) { const f = t.closest(".fold"); return unfold(f, one(".folded", f).hidden); }
    if (t.closest(".full")) return showAll();
    const r = t.closest(".step");
    if (r) { if (t.closest("a")) ev.preventDefault(); return choose(r, true); }
    const line = t.closest(".ln.path");
    if (line) {
      const here = steps().filter((e) => e.dataset.line === line.id);
      if (here.length) choose(here[(here.indexOf(step) + 1) % here.length]);
    }
  });
  byId("theme").addEventListener("click", turnTheme);
  byId("help").addEventListener("click", () => byId("keys").showModal());
  byId("find").addEventListener("input", search);
  byId("find").addEventListener("keydown", (ev) => {
    if (ev.key === "Enter") { ev.preventDefault(); next(ev.shiftKey ? -1 : 1); }
    if (ev.key === "Escape") { ev.target.value = ""; search(); ev.target.blur(); }
    ev.stopPropagation();
  });

  const otherResult = (by) => {
    const list = sections.filter((s) => s.id !== "all");
    const at = list.indexOf(section);
    const s = list[Math.min(Math.max(at + by, 0), list.length - 1)];
    if (s && s !== section) { history.replaceState(null, "", "#" + s.id); show(s); }
  };
  const keys = {
    j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
    n: () => move(1, ".event"), p: () => move(-1, ".event"),
    ArrowRight: () => foldAtStep(true), ArrowLeft: () => foldAtStep(false),
    f: showAll, d: turnTheme, "/": () => byId("find").focus(), "?": () => byId("keys").showModal(),
    "[": () => otherResult(-1), "]": () => otherResult(1),
  };
  document.addEventListener("keydown", (ev) => {
    if (ev.ctrlKey || ev.metaKey || ev.altKey || byId("keys").open) return;
    const f = keys[ev.key];
    if (!f) return;
    ev.preventDefault();
    f();
  });

  // Where the address leads: to a result, a step of it, or a line.
  const open = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    const s = target?.closest("section.result");
    if (!s) {
      if (!section && sections[0]) show(sections[0]);
      if (target?.classList.contains("ln")) goTo(target.id);
      return;
    }
    show(s, target !== s);
    if (target.classList.contains("tab")) {
      showTab(target.id);
      addEventListener("load", () => setTimeout(() => { byId("left").scrollTop = 0; }));
    }
    if (target.classList.contains("step")) {
      const first = one(".tabs a", s);
      if (first) showTab(first.dataset.tab);
      if (target.closest(".fold")) unfold(target.closest(".fold"), true);
      choose(target);
    }
  };
  addEventListener("hashchange", open);
  open();
})();
