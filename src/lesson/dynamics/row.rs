//! View of the current constraint row, or of both rows of a block: its numbers, and bars of its impulse before, raw and
//! clamped, within its bounds at a scale of its own.

use super::direct_rounds;
use super::lanes::{open_beyond_scale, row_mark};
use super::notation::units;
use super::row_view::RowView;
use super::rows::ImpulseLane;
use super::shown_rows::ShownRows;
use super::trace::{add_stem, point};
use super::{APPLY_BEAT, WorldContext, colors};
use crate::lesson::Value;
use crate::picture::{Form, NOTE_KEY, Picture, Role};
use crate::snapshot::dynamics::{Bounds, Iteration, Phase};

/// Picture of text lines from top to bottom.
struct Lines {
    picture: Picture,
    /// Vertical coordinate of the next line, in rows.
    below: f64,
}

impl Lines {
    /// Adds a line with a name and a note, and a dot in the color of `role` if `dot`.
    fn add_line(&mut self, role: Role, name: impl Into<String>, note: impl Into<String>, dot: bool) {
        let entry = Form::Entry { row: self.below + 0.5, name: name.into(), note: note.into(), dot };
        self.picture.add(role, "line", entry);
        self.below += 1.0;
    }

    /// Adds a line of plain text.
    fn add_text(&mut self, name: &str, note: impl Into<String>) {
        self.add_line(Role::Text, name, note, false);
    }
}

/// Height of a row's lines and bar, in lines.
const ROW_HEIGHT: f64 = 2.7;

/// Space above the rows, in lines.
const SPACE_ABOVE: f64 = 0.3;

/// Position of a row's first line, and distance between its lines, below the top of the row.
const FIRST_STEM: f64 = 0.35;
const STEM_DISTANCE: f64 = 0.55;

/// Position of the middle of a row's bar below the top of the row, its thickness, and half the length of the stroke of
/// the direct solution, all in lines.
const BAR_MIDDLE: f64 = 2.2;
const BAR_THICKNESS: f64 = 0.6;
const HALF_STROKE: f64 = 0.45;

/// Least value of the largest impulse for the scale, in unit impulses of the scene, so that the scale is not empty.
const MIN_LARGEST: f64 = 1e-6;

/// Bounds up to this multiple of the largest impulse are on the scale; others are drawn as open.
const MAX_BOUND: f64 = 4.0;

/// Direct solutions up to this multiple of the largest compared impulse are on the scale; others are not drawn.
const MAX_DIRECT: f64 = 20.0;

/// Least extent of the scale at either side of 0, as a fraction of the largest impulse.
const MIN_REACH: f64 = 0.15;

/// Margin of the scale at both ends, as a fraction of its length.
const END_MARGIN: f64 = 0.08;

/// Beat number for rounds, which reveal all values of a row at once and solve no row alone.
const ALL_AT_ONCE: usize = usize::MAX;

/// Picture of the current row. The beats 0 to 3 of an iteration compute the velocity w, compute the raw impulse, clamp
/// it, and apply it.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
    let mut lines = Lines { picture: Picture::default(), below: 0.0 };
    let Some(world) = shows.after else { return lines.picture };
    let is_round = shows.phase == Some(Phase::Direct);
    let iteration =
        shows.iteration.or_else(|| direct_rounds::most_changed_row(shows)).filter(|_| !shows.current.is_empty());
    let Some(iteration) = iteration else {
        add_note(&mut lines.picture);
        return lines.picture;
    };
    let view = RowView::of(context, world, iteration, shows.phase);
    let current_rows = &shows.rows[shows.current.clone()];
    if let Some(number) = shows.iteration_index.filter(|_| is_round) {
        lines.add_text(&format!("largest velocity change, round {}", number + 1), "");
    }
    add_impulse_numbers(&mut lines, &view, if is_round { ALL_AT_ONCE } else { beat });
    if let (Some(count), Some(current)) = (colors::color_count(world), colors::current_color(world)) {
        lines.add_text("color", format!("{} of {count}", current.color + 1));
    }
    if !is_round {
        add_velocities(&mut lines, &view, beat);
    }
    add_bars(&mut lines, shows, &view, current_rows, beat);
    if !compares_impulses(shows.phase, beat) {
        lines.picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    lines.picture
}

/// Whether the beat compares impulses of the row; in other beats, their picture counts as empty.
fn compares_impulses(phase: Option<Phase>, beat: usize) -> bool {
    match phase {
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => beat > 0,
        Some(Phase::Direct | Phase::Position { .. }) => true,
        _ => false,
    }
}

/// Impulses of one row: before, raw and clamped.
fn compared_impulses(row: &ImpulseLane, iteration: Iteration) -> [f64; 3] {
    let part = usize::from(row.name.part);
    [iteration.from, iteration.raw, iteration.to].map(|impulse| impulse.to_array()[part])
}

/// Adds the impulses before, raw and clamped, as known at `beat`, and their bounds.
fn add_impulse_numbers(lines: &mut Lines, view: &RowView<'_>, beat: usize) {
    lines.add_line(Role::Simplex, capitalized(&view.name().text()), "", false);
    let all = [
        (Role::Ghost, view.impulse_before_value()),
        (Role::Removed, view.raw_impulse_value()),
        (Role::Simplex, view.impulse_value()),
    ];
    for (k, (role, value)) in all.into_iter().enumerate().filter(|(k, _)| beat != ALL_AT_ONCE || *k != 1) {
        match k <= beat {
            true => lines.add_line(role, name_with_meaning(&value), value.text.text, true),
            // The line is reserved, so that the bars below do not move.
            false => lines.below += 1.0,
        }
    }
    match view.row.bounds {
        // Impulses of joints have no bounds.
        Bounds::Free => {}
        // The last beat is about velocities; the line is reserved, so that the bars below do not move.
        _ if beat == APPLY_BEAT => lines.below += 1.0,
        Bounds::NotNegative => lines.add_text("allowed λ", "0 or more"),
        Bounds::Within(bound) | Bounds::Disc(bound) => {
            lines.add_text("allowed λ", format!("± {}", view.impulse_limit_value(bound).text));
        }
        Bounds::Friction { .. } => {
            let limit = view.friction_limit_value().map_or_else(String::new, |limit| format!("± {}", limit.text));
            lines.add_text("allowed λ, ± μ λₙ", limit);
        }
    }
}

/// Symbol of a value, with its meaning unless the symbol says it.
fn name_with_meaning(value: &Value) -> String {
    match value.symbol {
        "λ before" => value.symbol.to_owned(),
        "raw λ" => String::from("raw λ, before clamping"),
        symbol => format!("{symbol}, {}", value.meaning),
    }
}

/// Name at the start of a line: `The upper limit of rope`. Names of bodies and joints keep their first letter.
fn capitalized(name: &str) -> String {
    match name.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => name.to_owned(),
    }
}

/// Adds the row's velocity before the iteration, and from the beat that applies the impulse on, the velocity after it
/// and the change of the kinetic energy.
fn add_velocities(lines: &mut Lines, view: &RowView<'_>, beat: usize) {
    let before = view.velocity_value();
    lines.add_text(&name_with_meaning(&before), before.text.text);
    if beat < APPLY_BEAT {
        // The lines are reserved, so that the bars below do not move.
        lines.below += 2.0;
        return;
    }
    for value in [view.velocity_after_value(), view.energy_change_value()] {
        lines.add_text(&name_with_meaning(&value), value.text.text);
    }
}

/// Adds the scale, and for each current row the lines of the impulses before, raw and clamped, and the bar of the
/// bounds below them.
fn add_bars(lines: &mut Lines, shows: &ShownRows<'_>, view: &RowView<'_>, rows: &[ImpulseLane], beat: usize) {
    let context = view.context;
    let iteration = view.iteration;
    let compared = || rows.iter().flat_map(|row| compared_impulses(row, iteration));
    let largest_compared = compared().fold(0.0_f64, |most, x| most.max(x.abs()));
    // Next to a far larger direct solution, the compared impulses would be one point at 0.
    let is_on_scale =
        |direct: &f64| largest_compared <= context.least_impulse() || direct.abs() <= MAX_DIRECT * largest_compared;
    let impulses = compared().chain(rows.iter().filter_map(|row| row.direct).filter(is_on_scale));
    let largest = impulses.clone().fold(MIN_LARGEST * context.scene.impulse(), |most: f64, x| most.max(x.abs()));
    // Bounds far beyond the impulses are drawn as open. Without impulses, the bounds determine the scale.
    let are_all_zero = impulses.clone().all(|x| x.abs() <= context.least_impulse());
    // Without impulses, the scale is that of a weight.
    let largest = if are_all_zero { context.scene.impulse() } else { largest };
    let bounds = rows
        .iter()
        .flat_map(|row| row.bounds)
        .filter(|bound| bound.abs() <= MAX_BOUND * largest || are_all_zero && bound.is_finite());
    let start = [-MIN_REACH * largest, MIN_REACH * largest];
    let [low, high] = impulses.chain(bounds).fold(start, |[low, high], x| [low.min(x), high.max(x)]);
    let margin = END_MARGIN * (high - low);
    let ends = [low - margin, high + margin];
    let scale = Form::Scale { unit: units(view.row)[0].to_owned(), decades: false, ends: Some(ends) };
    let top = lines.below + SPACE_ABOVE;
    let picture = &mut lines.picture;
    picture.add(Role::Grid, "scale", scale);
    for (i, row) in rows.iter().enumerate() {
        let top = top + ROW_HEIGHT * i as f64;
        let key = row_mark(shows, row);
        let [from, raw, to] = compared_impulses(row, iteration);
        let all = [(Role::Ghost, "before", from), (Role::Removed, "raw", raw), (Role::Simplex, &*key, to)];
        let is_round = shows.phase == Some(Phase::Direct);
        if rows.len() > 1 {
            let name = row.name.short.to_owned();
            let entry = Form::Entry { row: top + FIRST_STEM, name, note: String::new(), dot: false };
            picture.add(Role::Text, "line", entry);
        }
        for (k, (role, key, value)) in all.into_iter().enumerate().take(beat + 1).filter(|(k, _)| !is_round || *k != 1)
        {
            add_stem(picture, (role, key.to_owned()), [0.0, value], top + FIRST_STEM + STEM_DISTANCE * k as f64);
        }
        let bar = top + BAR_MIDDLE;
        picture.bar(Role::Interval, key.clone(), open_beyond_scale(row.bounds, ends), bar, BAR_THICKNESS);
        if let Some(direct) = row.direct.filter(is_on_scale) {
            picture.segment(Role::Lower, key, point(direct, bar - HALF_STROKE), point(direct, bar + HALF_STROKE));
        }
    }
    let bottom = top + ROW_HEIGHT * rows.len() as f64;
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [top, bottom] });
}

/// Adds a note for phases that solve no row.
fn add_note(picture: &mut Picture) {
    let name = String::from("A row is shown here in the iterations of a solve.");
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
}
