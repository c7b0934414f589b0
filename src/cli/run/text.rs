//! Text report of `contact-lens run`: the heading, the table of steps, the answer with its proof, the answers of
//! external engines, and an overview of all frames.

use contact_lens_check as check;
use contact_lens_lesson::{Beat, EndingKind, Event, FrameStrip, Lesson, Level, Verdict};
use contact_lens_model::answer::number::{self, with_noun};
use contact_lens_model::answer::{FindingFacts as _, PairFinding};
use contact_lens_play::{self as play, Compared};

use super::{Report, Result};
use crate::terminal_text::{Style, Table, every_digit, exact_value, line_width, wrap};

/// Number of frames in a line of the strip, which has a letter for each.
const FRAMES_PER_LINE: usize = 60;

/// Width of the margin before the letters of the strip, characters: two spaces, and the number of the line's first
/// frame in six characters.
const STRIP_MARGIN: usize = 8;

/// Greatest number of steps of a run whose steps are all listed.
const MAX_ROWS: usize = 500;

/// Number of steps listed at each end of a longer run.
const ROWS_AT_EACH_END: usize = 40;

/// Width of the margin before the text of a [`field_line`], characters.
const FIELD_MARGIN: usize = 13;

/// Callback that prints lines, or collects them.
pub(super) type PrintLines<'a> = &'a mut dyn FnMut(Vec<String>) -> Result<()>;

/// Prints the report by calls of `print`. If `every_substep` is true, it prints each step in full as soon as it is
/// computed, otherwise a table with a row per step.
pub(super) fn print_report(report: &Report, every_substep: bool, style: Style, print: PrintLines<'_>) -> Result<()> {
    let mut lines = heading(report, style);
    lines.push(String::new());
    print(lines)?;
    if every_substep {
        (0..report.lesson.steps()).try_for_each(|step| print(step_in_full(report.lesson, step, style)))?;
    } else {
        print(steps_table(report.lesson, style))?;
    }
    let mut lines = vec![String::new()];
    lines.extend(answer_lines(report, style));
    lines.extend(external_lines(report, style));
    lines.extend(report.lesson.strip().map_or_else(Vec::new, |strip| strip_lines(strip, style)));
    print(lines)
}

/// Formats the overview of all frames: a letter per frame, a mark below the shown frame, the meaning of the letters,
/// and the summary.
fn strip_lines(strip: &FrameStrip, style: Style) -> Vec<String> {
    let mut lines = vec![String::new(), style.strong(&format!("{} frames", strip.frames.len()))];
    for (row, frames) in strip.frames.chunks(FRAMES_PER_LINE).enumerate() {
        let first = row * FRAMES_PER_LINE;
        let shown = first..first + frames.len();
        let letters: String = shown.clone().map(|i| strip.kind(i).map_or(' ', |kind| kind.letter)).collect();
        lines.push(format!("  {}{letters}", style.faint(&format!("{first:>4}  "))));
        if shown.contains(&strip.now) {
            let mark = format!("{}^ frame {}", " ".repeat(STRIP_MARGIN + strip.now - first), strip.now);
            lines.push(style.faint(&mark));
        }
    }
    let kinds = strip.kinds.iter().enumerate().filter(|(i, _)| strip.count(*i) > 0);
    let kinds: Vec<String> =
        kinds.map(|(i, kind)| format!("{} {} {}", kind.letter, strip.count(i), kind.name)).collect();
    lines.push(format!("{}{}", " ".repeat(STRIP_MARGIN), kinds.join(", ")));
    lines.extend(wrap(&strip.say, line_width() - 2).into_iter().map(|line| format!("  {line}")));
    lines
}

/// Formats the name and note of the scene, the algorithm and bodies of the query, and the names of the other queries.
fn heading(report: &Report, style: Style) -> Vec<String> {
    let scene = &report.document.scene;
    let query = report.query;
    let card = report.lesson.card();
    let mut lines = vec![style.strong(&scene.name)];
    lines.extend(wrap(&scene.note, line_width()).into_iter().filter(|line| !line.is_empty()));
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
        lines.extend(wrap(&hint, line_width()).iter().map(|line| style.faint(line)));
    }
    lines
}

/// Formats a table with a row per step: the groups that begin with it, its plotted values and its most important
/// sentence.
fn steps_table(lesson: &dyn Lesson, style: Style) -> Vec<String> {
    let series = lesson.card().series;
    let levels = lesson.levels();
    let mut headings = vec!["step"];
    headings.extend(levels.iter().map(|level| level.name));
    headings.extend(series.iter().map(|series| series.name));
    headings.push("event");
    let mut table = Table::new(headings);
    let steps = lesson.steps();
    // Steps in the middle of a long run; empty for a short one.
    let hidden = if steps > MAX_ROWS { ROWS_AT_EACH_END..steps - ROWS_AT_EACH_END } else { steps..steps };
    for step in (0..hidden.start).chain(hidden.end..steps) {
        if step == hidden.end {
            let mut cells = vec![String::from("…"); 1 + levels.len() + series.len()];
            cells.push(format!("{} steps are not listed here; --steps lists every step", hidden.len()));
            table.add_row(cells);
        }
        let beats = lesson.outline(step);
        let mut cells = vec![format!("{}", step + 1)];
        cells.extend(levels.iter().map(|level| title_of_begun_group(level, step).to_owned()));
        cells.extend((0..series.len()).map(|i| plotted_value(&beats, i)));
        cells.push(headline(&beats).to_owned());
        table.add_row(cells);
    }
    table.format_lines(0, style)
}

/// Formats the last value of a series, given by its index, that the sub-steps of a step plot; a dash if they plot none.
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

/// Formats a step, from 0, with all its sub-steps, after an empty line unless it is the first.
pub(super) fn step_in_full(lesson: &dyn Lesson, step: usize, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    if step > 0 {
        lines.push(String::new());
    }
    let titles = lesson.levels().iter().map(|level| level.title(level.at(step))).filter(|title| !title.is_empty());
    let groups: String = titles.map(|title| format!(", {title}")).collect();
    lines.push(style.strong(&format!("Step {} of {}{groups}", step + 1, lesson.steps())));
    let beats = lesson.beats(step);
    let mut previous = None;
    for beat in &beats {
        lines.extend(beat_lines(lesson, beat, previous, style));
        previous = Some(beat);
    }
    lines
}

/// Formats a sub-step: its line of the listing, its sentence, and the values, tables and stop tests that are new or
/// changed since the previous sub-step of the step.
fn beat_lines(lesson: &dyn Lesson, beat: &Beat, before: Option<&Beat>, style: Style) -> Vec<String> {
    let listed = lesson.card().listing.lines().find_map(|line| {
        let (code, label) = line.rsplit_once('@')?;
        (label.trim() == beat.line).then(|| code.trim())
    });
    let mut lines = vec![style.faint(&format!("  {}", listed.unwrap_or(beat.line)))];
    lines.extend(wrap(&beat.say.text(), line_width() - 4).into_iter().map(|line| format!("    {line}")));
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
            rows.add_row(row.texts().chain([chosen]).map(str::to_owned).collect());
        }
        lines.extend(rows.format_lines(8, style));
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
fn answer_lines(report: &Report, style: Style) -> Vec<String> {
    let verdict = report.lesson.verdict();
    let mut lines: Vec<String> = wrap(&verdict.say, line_width()).iter().map(|line| style.strong(line)).collect();
    match verdict.finding.pair() {
        Some(pair) => {
            lines.extend(answer_of_pair(pair, style).into_iter().map(|(name, text)| field_line(name, &text, style)))
        }
        None => {
            for fact in verdict.finding.facts() {
                lines.push(field_line(fact.name, &format!("{} {}", exact_value(&fact.value), fact.unit), style));
            }
        }
    }
    for (i, hull) in report.hulls.iter().enumerate() {
        let lines_of_hull = wrap(&hull.say(), line_width() - FIELD_MARGIN).into_iter().enumerate();
        lines.extend(lines_of_hull.map(|(row, text)| field_line(if i + row == 0 { "mesh" } else { "" }, &text, style)));
    }
    lines.extend(certificate_lines(report, style).into_iter().map(|text| field_line("", &text, style)));
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
    lines.push(field_line("ended", &format!("{sign} `{}` after {duration}{meaning}", verdict.outcome), style));
    lines.extend(other_precision_text(report, verdict, style).map(|text| field_line("precision", &text, style)));
    lines
}

/// Formats a line of the answer: two spaces, a name in a column of ten characters, a space, and a text.
fn field_line(name: &str, text: &str, style: Style) -> String {
    format!("  {}{text}", style.faint(&format!("{name:<10} ")))
}

/// Formats the answers of external engines next to ours.
fn external_lines(report: &Report, style: Style) -> Vec<String> {
    let mut lines = comparison_table("captured versus proven answers", "computed", &report.external, style);
    lines.extend(comparison_table("audit of the captured impulses", "expected", &report.audit, style));
    lines
}

/// Formats a table of values of external engines next to those in the column `expected`; no lines without rows.
fn comparison_table(title: &'static str, expected: &'static str, rows: &[Compared], style: Style) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new([title, "captured", expected, "difference", ""]);
    for row in rows {
        let origin = if row.recomputed { " (recomputed)" } else { "" };
        let judgment = row.judgment.say();
        let judgment = if row.judgment.is_wrong() { style.bad(&judgment) } else { judgment };
        let [theirs, ours, difference] =
            [&row.captured, &row.computed, &row.difference].map(|shown| shown.text.clone());
        table.add_row(vec![format!("{}: {}{origin}", row.engine, row.quantity), theirs, ours, difference, judgment]);
    }
    std::iter::once(String::new()).chain(table.format_lines(2, style)).collect()
}

/// Formats a vector with all digits of its coordinates.
fn format_vector(v: glam::DVec3) -> String {
    format!("({}, {}, {})", every_digit(v.x), every_digit(v.y), every_digit(v.z))
}

/// Returns names and texts of the fields of a pair's answer: distance, normal and witness points, as far as they are
/// known, and the bracket that is proven.
fn answer_of_pair(pair: &PairFinding, style: Style) -> Vec<(&'static str, String)> {
    let distance = match pair.signed_distance {
        Some(distance) => format!("{} m", every_digit(distance)),
        None => String::from("not requested; only a bracket is known"),
    };
    let mut lines = vec![("distance", distance)];
    lines.extend(pair.normal.map(|normal| ("normal", format_vector(normal))));
    if let Some([a, b]) = pair.witnesses() {
        lines.extend([("point on A", format_vector(a)), ("point on B", format_vector(b))]);
    }
    let proof = pair.proof;
    lines.push((
        "proven",
        format!("the true value is between {} and {} m", every_digit(proof.lower), every_digit(proof.upper)),
    ));
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

/// Formats the result of verifying the certificate: one line if it holds, otherwise a line per violated claim.
fn certificate_lines(report: &Report, style: Style) -> Vec<String> {
    if report.violations.is_empty() {
        return vec![style.good("✓ the certificate was checked by a separate verifier")];
    }
    let messages = report.violations.iter().map(|violation| &violation.message);
    messages.map(|message| style.bad(&format!("✗ the certificate fails: {message}"))).collect()
}

/// Describes the answer of the other precision: its status and the step at which the runs diverge if the statuses
/// differ, otherwise its distance. `None` without an answer, and if the statuses are equal but a distance is missing.
fn other_precision_text(report: &Report, verdict: &Verdict, style: Style) -> Option<String> {
    let other = report.other.as_ref()?;
    let name = report.precision.other();
    if other.finding.status() == verdict.finding.status() {
        let ours = verdict.finding.pair()?.signed_distance?;
        let theirs = other.finding.pair()?.signed_distance?;
        let text =
            format!("{name}: {}, a difference of {}", every_digit(theirs), number::length((ours - theirs).abs()));
        return Some(text);
    }
    let number = other.finding.headline().map_or_else(String::new, |fact| format!(", {}", exact_value(&fact.value)));
    let lesson = play::lesson(name, &report.document.scene, report.query, report.frame).ok()?;
    let names = [report.precision.name(), name.name()];
    let divergence = check::divergence(report.lesson, lesson.as_ref());
    let divergence = divergence.map_or(String::new(), |divergence| {
        format!("; they diverge at step {}: {}", divergence.step + 1, divergence.between(names))
    });
    Some(style.bad(&format!("{name}: `{}`{number}{divergence}", other.finding.status())))
}
