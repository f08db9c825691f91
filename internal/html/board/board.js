"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("hardbop-theme"); } catch { return null; } };
  const paint = (theme) => {
    root.dataset.theme = theme;
    byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
  };
  const turn = () => {
    paint(root.dataset.theme === "dark" ? "light" : "dark");
    try { localStorage.setItem("hardbop-theme", root.dataset.theme); } catch { /* a page from a file may not */ }
  };
  paint(stored() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  byId("theme").addEventListener("click", turn);
  const rows = [...document.querySelectorAll("tr.task")];
  byId("find").addEventListener("input", () => {
    const text = byId("find").value.toLowerCase();
    let n = 0;
    for (const r of rows) {
      r.hidden = !r.textContent.toLowerCase().includes(text);
      if (r.id && !r.hidden) n++;
    }
    byId("found").textContent = text ? `${n} results` : "";
  });
  document.addEventListener("keydown", (ev) => {
    if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
    const field = byId("find");
    if (ev.target === field) {
      if (ev.key === "Escape") { field.value = ""; field.dispatchEvent(new Event("input")); field.blur(); }
      return;
    }
    if (ev.key === "/") { ev.preventDefault(); field.focus(); }
    if (ev.key === "d") turn();
  });
})();
