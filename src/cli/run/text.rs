//! Text report of a run: heading, table of steps, answer, proof.

use super::{Report, Result};
use crate::answer::number::{self, with_noun};
use crate::answer::{FindingFacts as _, PairFinding};
use crate::check;
use crate::cli::terminal_text::{Style, Table, every_digit, exact, width, wrapped};
use crate::lesson::{Beat, EndingKind, Event, FrameStrip, Lesson, Level, Verdict};
use crate::play::{self, Compared};

/// Callback that prints lines.
pub(super) type PrintLines<'a> = &'a mut dyn FnMut(Vec<String>) -> Result<()>;

/// Prints the report; with `every_beat`, each step as soon as it is computed.
pub(super) fn report(report: &Report, every_beat: bool, style: Style, print: PrintLines<'_>) -> Result<()> {
    let mut lines = heading(report, style);
    lines.push(String::new());
    print(lines)?;
    if every_beat {
        (0..report.lesson.steps()).try_for_each(|step| print(step_in_full(report.lesson, step, style)))?;
    } else {
        print(steps_table(report.lesson, style))?;
    }
    let mut lines = vec![String::new()];
    lines.extend(answer(report, style));
    lines.extend(external_answers(report, style));
    lines.extend(report.lesson.strip().map_or_else(Vec::new, |strip| frames(strip, style)));
    print(lines)
}

/// Number of frames in a line of the strip, one letter each.
const FRAMES_PER_LINE: usize = 60;

/// Formats the strip: a letter per frame with a mark below the shown one, the meaning of the letters, and the summary.
fn frames(strip: &FrameStrip, style: Style) -> Vec<String> {
    let mut lines = vec![String::new(), style.strong(&format!("{} frames", strip.frames.len()))];
    for (row, frames) in strip.frames.chunks(FRAMES_PER_LINE).enumerate() {
        let letters: String = (row * FRAMES_PER_LINE..)
            .take(frames.len())
            .map(|i| strip.kind(i).map_or(' ', |kind| kind.letter))
            .collect();
        lines.push(format!("  {}{letters}", style.faint(&format!("{:>4}  ", row * FRAMES_PER_LINE))));
        if (row * FRAMES_PER_LINE..row * FRAMES_PER_LINE + frames.len()).contains(&strip.now) {
            let mark = format!("{}^ frame {}", " ".repeat(8 + strip.now - row * FRAMES_PER_LINE), strip.now);
            lines.push(style.faint(&mark));
        }
    }
    let kinds = strip.kinds.iter().enumerate().filter(|(i, _)| strip.count(*i) > 0);
    let kinds: Vec<String> =
        kinds.map(|(i, kind)| format!("{} {} {}", kind.letter, strip.count(i), kind.name)).collect();
    lines.push(format!("        {}", kinds.join(", ")));
    lines.extend(wrapped(&strip.say, width() - 2).into_iter().map(|line| format!("  {line}")));
    lines
}

/// Formats the name and note of the scene, the algorithm and bodies of the query, and the names of the other queries.
fn heading(report: &Report, style: Style) -> Vec<String> {
    let scene = &report.document.scene;
    let query = report.query;
    let card = report.lesson.card();
    let mut lines = vec![style.strong(&scene.name)];
    lines.extend(wrapped(&scene.note, width()).into_iter().filter(|line| !line.is_empty()));
    let frame = match scene.frames_of(Some(query)) {
        1 => String::new(),
        count => format!(", frame {} of 0 to {}", report.frame, count - 1),
    };
    lines.push(String::new());
    let title = format!("{} of {}, {}{frame}", card.title, query.ask.subjects().title(), report.precision);
    lines.push(style.strong(&title));
    if scene.queries.len() > 1 {
        let others = scene.queries.iter().filter(|other| other.name != query.name);
        let others: Vec<String> = others.map(|other| format!("`{}`", other.name)).collect();
        let hint = format!("query `{}`; the scene also has {} (--query NAME)", query.name, others.join(", "));
        lines.extend(wrapped(&hint, width()).iter().map(|line| style.faint(line)));
    }
    lines
}

/// Number of steps up to which all are listed.
const MAX_ROWS: usize = 500;

/// Number of steps listed at each end of a longer run.
const ROWS_AT_EACH_END: usize = 40;

/// Formats one row per step: its plotted values and its most important sentence.
fn steps_table(lesson: &dyn Lesson, style: Style) -> Vec<String> {
    let series = lesson.card().series;
    let levels = lesson.levels();
    let heads = ["step"].into_iter().chain(levels.iter().map(|level| level.name)).chain(series.iter().map(|s| s.name));
    let mut table = Table::new(heads.chain(["event"]));
    let steps = lesson.steps();
    let hidden = if steps > MAX_ROWS { ROWS_AT_EACH_END..steps - ROWS_AT_EACH_END } else { steps..steps };
    for step in (0..hidden.start).chain(hidden.end..steps) {
        if step == hidden.end {
            let mut cells = vec![String::from("…"); 1 + levels.len() + series.len()];
            cells.push(format!("{} steps are not listed here; --steps lists every step", hidden.len()));
            table.row(cells);
        }
        let beats = lesson.outline(step);
        let mut cells = vec![format!("{}", step + 1)];
        cells.extend(levels.iter().map(|level| title_of_begun_group(level, step).to_owned()));
        cells.extend((0..series.len()).map(|i| plotted_value(&beats, i)));
        cells.push(headline(&beats).to_owned());
        table.row(cells);
    }
    table.lines(0, style)
}

/// Formats the value of a series, given by its index, that is plotted in the last beat with one; a dash without any.
fn plotted_value(beats: &[Beat], series: usize) -> String {
    let point = beats.iter().rev().flat_map(|beat| &beat.points).find(|(index, _)| *index == series);
    point.map_or(String::from("–"), |(_, value)| number::number(*value).into())
}

/// Returns the title of the group that begins with a step; empty within a group.
fn title_of_begun_group(level: &Level, step: usize) -> &str {
    let group = level.at(step);
    if level.steps(group).start == step { level.title(group) } else { "" }
}

/// Returns the most important sentence of a step: its ending, else a warning, else its change of the polytope or
/// simplex, else its last one.
fn headline(beats: &[Beat]) -> String {
    let ending = beats.iter().rev().find(|beat| matches!(beat.event, Some(Event::Stop(_))));
    let mut important = [Event::Warning, Event::Silhouette, Event::Reduction].into_iter();
    let change = important.find_map(|event| beats.iter().rev().find(|beat| beat.event == Some(event)));
    ending.or(change).or(beats.last()).map_or_else(String::new, |beat| beat.say.text())
}

/// Formats a step, from 0, with all its beats, after an empty line unless it is the first.
pub(super) fn step_in_full(lesson: &dyn Lesson, step: usize, style: Style) -> Vec<String> {
    let mut lines = Vec::from_iter((step > 0).then(String::new));
    let titles = lesson.levels().iter().map(|level| level.title(level.at(step))).filter(|title| !title.is_empty());
    let groups = titles.map(|title| format!(", {title}"));
    let groups: String = groups.collect();
    lines.push(style.strong(&format!("Step {} of {}{groups}", step + 1, lesson.steps())));
    let beats = lesson.beats(step);
    for (i, beat) in beats.iter().enumerate() {
        lines.extend(beat_lines(lesson, beat, i.checked_sub(1).map(|before| &beats[before]), style));
    }
    lines
}

/// Formats a beat: its line of the listing, its sentence, and the values, tables and stop tests that are new or changed
/// since the previous beat of the step.
fn beat_lines(lesson: &dyn Lesson, beat: &Beat, before: Option<&Beat>, style: Style) -> Vec<String> {
    let listed = lesson.card().listing.lines().find_map(|line| {
        let (code, label) = line.rsplit_once('@')?;
        (label.trim() == beat.line).then(|| code.trim())
    });
    let mut lines = vec![style.faint(&format!("  {}", listed.unwrap_or(beat.line)))];
    lines.extend(wrapped(&beat.say.text(), width() - 4).into_iter().map(|line| format!("    {line}")));
    let values = beat.values.iter().filter(|value| before.is_none_or(|before| !before.values.contains(value)));
    let symbols = beat.values.iter().map(|value| value.symbol.chars().count()).max().unwrap_or(0);
    for value in values {
        let pad = " ".repeat(symbols - value.symbol.chars().count());
        let meaning = style.faint(&format!("  {}", value.meaning));
        lines.push(format!("      {}{pad} = {}{meaning}", value.symbol, value.text));
    }
    for table in beat.tables.iter().filter(|table| before.is_none_or(|before| !before.tables.contains(table))) {
        lines.push(format!("      {}", table.title));
        let mut rows = Table::new(table.columns.iter().copied().chain([""]));
        for row in &table.rows {
            let chosen = if row.chosen { "← chosen" } else { "" };
            rows.row(row.texts().chain([chosen]).map(str::to_owned).collect());
        }
        lines.extend(rows.lines(8, style));
    }
    for stop in beat.stops.iter().filter(|stop| before.is_none_or(|before| !before.stops.contains(stop))) {
        let left = number::number(stop.left);
        let right = number::number(stop.right);
        let fired = if stop.fired { style.good("fires") } else { style.faint("no") };
        lines.push(format!("      stop `{}`: {}: {left} {} {right}? {fired}", stop.name, stop.formula, stop.relation));
    }
    lines
}

/// Formats the answer, its proof, the ending of the run, and the answer of the other precision if it differs.
fn answer(report: &Report, style: Style) -> Vec<String> {
    let verdict = report.lesson.verdict();
    let mut lines: Vec<String> = wrapped(&verdict.say, width()).iter().map(|line| style.strong(line)).collect();
    match verdict.finding.pair() {
        Some(pair) => {
            lines.extend(answer_of_pair(pair, style).into_iter().map(|(name, text)| field(name, &text, style)))
        }
        None => {
            for fact in verdict.finding.facts() {
                lines.push(field(fact.name, &format!("{} {}", every_digit(&fact.value), fact.unit), style));
            }
        }
    }
    for (i, hull) in report.hulls.iter().enumerate() {
        let lines_of_hull = wrapped(&hull.say(), width() - 13).into_iter().enumerate();
        lines.extend(lines_of_hull.map(|(row, text)| field(if i + row == 0 { "mesh" } else { "" }, &text, style)));
    }
    lines.extend(verified(report, style).into_iter().map(|text| field("", &text, style)));
    let count = verdict.iterations as usize;
    let steps = report.lesson.steps();
    let mut duration = with_noun(count as u64, "iteration");
    if steps != count {
        duration += &format!(" ({} shown)", with_noun(steps as u64, "step"));
    }
    let kind = report.lesson.card().ending_kind(verdict);
    let sign = kind.sign().to_string();
    let sign = match kind {
        EndingKind::Success => style.good(&sign),
        EndingKind::NoAnswer => style.strong(&sign),
        EndingKind::Failure => style.bad(&sign),
    };
    let ending = report.lesson.card().row(verdict);
    let meaning = ending.map_or(String::new(), |ending| format!(": {}", ending.meaning));
    lines.push(field("ended", &format!("{sign} `{}` after {duration}{meaning}", verdict.outcome), style));
    lines.extend(other_precision(report, verdict, style).map(|text| field("precision", &text, style)));
    lines
}

/// Formats a line of the answer: a name in a column of ten characters, a space, and a text.
fn field(name: &str, text: &str, style: Style) -> String {
    format!("  {}{text}", style.faint(&format!("{name:<10} ")))
}

/// Formats the answers of external engines next to ours.
fn external_answers(report: &Report, style: Style) -> Vec<String> {
    let compared = rows_of("external versus proven answers", "ours", &report.external, style);
    compared.into_iter().chain(rows_of("audit of the captured impulses", "expected", &report.audit, style)).collect()
}

/// Formats a table of values of external engines next to expected ones; empty without rows.
fn rows_of(title: &'static str, expected: &'static str, rows: &[Compared], style: Style) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new([title, "theirs", expected, "difference", ""]);
    for row in rows {
        let again = if row.recomputed { " (recomputed)" } else { "" };
        let judged = match row.judgment {
            judged if judged.is_wrong() => style.bad(&judged.say()),
            judged => judged.say(),
        };
        let [theirs, ours, difference] =
            [&row.captured, &row.computed, &row.difference].map(|shown| shown.text.clone());
        table.row(vec![format!("{}: {}{again}", row.engine, row.quantity), theirs, ours, difference, judged]);
    }
    std::iter::once(String::new()).chain(table.lines(2, style)).collect()
}

/// Formats a vector with all digits of its coordinates.
fn vector(v: glam::DVec3) -> String {
    format!("({}, {}, {})", exact(v.x), exact(v.y), exact(v.z))
}

/// Formats distance, normal and witness points, as far as known, and the bracket that proves them.
fn answer_of_pair(pair: &PairFinding, style: Style) -> Vec<(&'static str, String)> {
    let distance = match pair.signed_distance {
        Some(distance) => format!("{} m", exact(distance)),
        None => String::from("not requested; only a bracket is known"),
    };
    let mut lines = vec![("distance", distance)];
    lines.extend(pair.normal.map(|normal| ("normal", vector(normal))));
    if let Some([a, b]) = pair.witnesses() {
        lines.extend([("point on A", vector(a)), ("point on B", vector(b))]);
    }
    let proof = pair.proof;
    lines.push(("proven", format!("the true value is between {} and {} m", exact(proof.lower), exact(proof.upper))));
    let requested = if proof.tolerance.is_finite() {
        format!("requested {}", number::length(proof.tolerance))
    } else {
        String::from("only its sign was requested")
    };
    if proof.width().is_finite() {
        let width = format!("{} wide, {requested}", number::length(proof.width()));
        lines.push(("", if proof.holds() { width } else { style.bad(&width) }));
    }
    lines
}

/// Formats the result of verifying the certificate.
fn verified(report: &Report, style: Style) -> Vec<String> {
    if report.violations.is_empty() {
        return vec![style.good("✓ the certificate was checked by a separate verifier")];
    }
    let messages = report.violations.iter().map(|violation| &violation.message);
    messages.map(|message| style.bad(&format!("✗ the certificate fails: {message}"))).collect()
}

/// Formats the answer of the other precision: its status and the step at which the runs diverge if the status differs,
/// otherwise its distance. `None` without an answer, and without a distance of the same status.
fn other_precision(report: &Report, verdict: &Verdict, style: Style) -> Option<String> {
    let other = report.other.as_ref()?;
    let name = report.precision.other();
    if other.finding.status() == verdict.finding.status() {
        let ours = verdict.finding.pair()?.signed_distance?;
        let theirs = other.finding.pair()?.signed_distance?;
        let text = format!("{name}: {}, a difference of {}", exact(theirs), number::length((ours - theirs).abs()));
        return Some(text);
    }
    let number = other.finding.headline().map_or_else(String::new, |fact| format!(", {}", every_digit(&fact.value)));
    let lesson = play::lesson(name, &report.document.scene, report.query, report.frame).ok()?;
    let parting = check::divergence(report.lesson, lesson.as_ref());
    let names = [report.precision.name(), name.name()];
    let parting =
        parting.map_or(String::new(), |p| format!("; they diverge at step {}: {}", p.step + 1, p.between(names)));
    Some(style.bad(&format!("{name}: `{}`{number}{parting}", other.finding.status())))
}
