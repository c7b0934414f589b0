"use strict";
// Shows the sub-steps of the run that the page contains. The state is `now` (index of the sub-step), `asking` (the open
// question, or null) and the theme; `show` draws it.
const run = JSON.parse(document.getElementById("run").textContent);
const SUBSTEP_MILLISECONDS = 1500;
const element = (id) => document.getElementById(id);
let now = 0;
let asking = null;
let timer = null;
const answered = new Set();

const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
let dark = prefersDark.matches;
prefersDark.addEventListener("change", (event) => { dark = event.matches; show(); });

// A figure is a list of runs of line numbers (first, count, first, count, …), or two lists: for light and for dark.
function svgOf(figure, inDark) {
  const runs = Array.isArray(figure[0]) ? figure[inDark ? 1 : 0] : figure;
  const texts = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let number = runs[i]; number < runs[i] + runs[i + 1]; number += 1) {
      // A line is its text, or the outline of a path and the number of the text after it.
      const line = run.figures.lines[number];
      texts.push(typeof line === "string" ? line : `<path d="${line[0]}"${run.figures.endings[line[1]]}`);
    }
  }
  return texts.join("\n");
}

function setColors(inDark) {
  document.documentElement.classList.toggle("dark", inDark);
  run.figures.colors.forEach((pair, number) =>
    document.documentElement.style.setProperty(`--c${number}`, pair[inDark ? 1 : 0]));
}

function node(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Text with the digits after a symbol as a subscript: w2, n12.
function typeset(text) {
  const parts = text.split(/(?<![\p{L}\d.])(\p{L}\d{1,3})(?![\p{L}\d.]\S)/u);
  return parts.map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const symbol = node("span", part[0]);
    symbol.append(node("sub", part.slice(1)));
    return symbol;
  });
}

const nameOf = (index) => `${run.substeps[index].step}.${run.substeps[index].substep}`;

function show() {
  setColors(dark);
  const substep = run.substeps[now];
  element("figure").innerHTML = svgOf(asking ? asking.figure : substep.figure, dark);
  element("figure").setAttribute("aria-label", asking ? asking.question : substep.say);
  element("say").replaceChildren(...typeset(asking ? "" : substep.say));
  for (const line of element("listing").children) {
    const lit = line.dataset.label === substep.line;
    line.classList.toggle("lit", lit);
    if (lit) line.scrollIntoView({ block: "nearest" });
  }
  showNumbers(asking ? { values: [], tables: [] } : substep);
  showQuestion();
  const steps = run.substeps[run.substeps.length - 1].step;
  element("position").textContent = `Step ${substep.step} of ${steps}, sub-step ${substep.substep}`;
  element("timeline").querySelectorAll("button").forEach((button, index) => {
    button.className = index === now ? "now" : index < now ? "past" : "";
  });
  history.replaceState(null, "", `#${nameOf(now)}`);
}

function showNumbers({ values, tables }) {
  element("values-title").hidden = values.length === 0;
  element("values").replaceChildren(...values.map(([symbol, meaning, text]) => {
    const row = node("tr");
    row.append(node("td", symbol), node("td", text), node("td", meaning, "meaning"));
    return row;
  }));
  element("tables").replaceChildren(...tables.flatMap((table) => {
    const made = node("table");
    const heads = node("tr");
    heads.append(...table.columns.map((column) => node("th", column)));
    made.append(heads, ...table.rows.map((cells, index) => {
      const row = node("tr", undefined, table.chosen.includes(index) ? "chosen" : "");
      row.append(...cells.map((cell) => node("td", cell)));
      return row;
    }));
    return [node("h2", table.title), made];
  }));
}

function showQuestion() {
  const box = element("question");
  box.hidden = asking === null;
  if (!asking) return;
  box.replaceChildren(node("strong", asking.question), node("br"));
  asking.candidates.forEach((candidate, index) => {
    const button = node("button", `${index + 1}  ${candidate}`);
    button.addEventListener("click", () => answer(index));
    box.append(button);
  });
}

function answer(index) {
  const question = asking;
  const box = element("question");
  box.querySelectorAll("button").forEach((button, number) => {
    button.disabled = true;
    if (question.right.includes(number)) button.className = "right";
    else if (number === index) button.className = "wrong";
  });
  const verdict = question.right.includes(index) ? "Right. " : "Not quite. ";
  box.append(node("p", verdict + question.why));
  const further = node("button", "Show the step");
  further.addEventListener("click", () => { asking = null; show(); });
  box.append(further);
  answered.add(question);
  further.focus();
}

// Moves to a sub-step. When predicting, the way stops at the first question on it that is not answered.
function go(index) {
  const target = Math.max(0, Math.min(run.substeps.length - 1, index));
  asking = null;
  if (element("predict").checked) {
    const first = Math.min(now + 1, target);
    const open = run.questions.filter((q) => q.before >= first && q.before <= target && !answered.has(q));
    open.sort((a, b) => a.before - b.before);
    if (open.length > 0) {
      asking = open[0];
      pause();
      now = asking.before;
      show();
      return;
    }
  }
  now = target;
  show();
}

function goStep(direction) {
  const step = run.substeps[now].step + direction;
  const index = run.substeps.findIndex((substep) => substep.step === step);
  go(index >= 0 ? index : direction < 0 ? 0 : run.substeps.length - 1);
}

function pause() {
  clearInterval(timer);
  timer = null;
  element("play").textContent = "▶";
  element("play").setAttribute("aria-label", "Play");
}

function togglePlay() {
  if (timer) return pause();
  if (now + 1 >= run.substeps.length) go(0);
  element("play").textContent = "❚❚";
  element("play").setAttribute("aria-label", "Pause");
  timer = setInterval(() => (now + 1 < run.substeps.length ? go(now + 1) : pause()), SUBSTEP_MILLISECONDS);
}

function goToAddress() {
  const [step, substep] = location.hash.slice(1).split(".").map(Number);
  const index = run.substeps.findIndex((s) => s.step === step && s.substep === (substep || 1));
  if (index >= 0) { asking = null; now = index; }
  show();
}

// A printout has every sub-step, in the light theme.
function fillHandout() {
  setColors(false);
  element("handout").replaceChildren(...run.substeps.map((substep, index) => {
    const figure = node("figure");
    figure.innerHTML = svgOf(substep.figure, false);
    figure.append(node("figcaption", `${nameOf(index)}  ${substep.say}`));
    return figure;
  }));
}

function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    ArrowRight: () => (event.shiftKey ? goStep(1) : go(now + 1)),
    ArrowLeft: () => (event.shiftKey ? goStep(-1) : go(now - 1)),
    Home: () => go(0),
    End: () => go(run.substeps.length - 1),
    " ": togglePlay,
    p: () => element("predict").click(),
    t: () => element("theme").click(),
  };
  const candidate = Number(event.key);
  if (asking && !answered.has(asking) && candidate >= 1 && candidate <= asking.candidates.length) return answer(candidate - 1);
  if (event.key === " " && event.target instanceof HTMLButtonElement) return;
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
}

element("title").textContent = run.title;
element("subject").textContent = `${run.subject}: ${run.answer}`;
element("note").textContent = run.note;
element("summary").textContent = run.summary;
element("listing").append(...run.listing.map((line) => {
  // A wrapped line continues two characters to the right of its own indent.
  const indent = line.text.length - line.text.trimStart().length;
  const item = node("li", line.text.trim().replace(/ {2,}/g, "   ") || " ");
  item.style.paddingLeft = `calc(6px + ${indent / 2 + 2}ch)`;
  item.style.textIndent = "-2ch";
  if (line.label) item.dataset.label = line.label;
  return item;
}));
let group = null;
run.substeps.forEach((substep, index) => {
  if (substep.substep === 1) { group = node("div", undefined, "step"); element("timeline").append(group); }
  const button = node("button");
  button.title = `${nameOf(index)}  ${substep.say}`;
  button.setAttribute("aria-label", `Sub-step ${nameOf(index)}`);
  button.addEventListener("click", () => { pause(); go(index); });
  group.append(button);
});
element("predict").closest("label").hidden = run.questions.length === 0;
element("predict").addEventListener("change", () => go(now));
element("back").addEventListener("click", () => go(now - 1));
element("next").addEventListener("click", () => go(now + 1));
element("play").addEventListener("click", togglePlay);
element("theme").addEventListener("click", () => { dark = !dark; show(); });
addEventListener("keydown", press);
addEventListener("hashchange", goToAddress);
addEventListener("beforeprint", fillHandout);
addEventListener("afterprint", () => { element("handout").replaceChildren(); show(); });
goToAddress();
