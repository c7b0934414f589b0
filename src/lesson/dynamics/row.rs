//! View of the current constraint row, or of both rows of a block: a list of its numbers, and below it bars of its
//! impulses before, raw and clamped, with its bounds, at a scale of its own.

use contact_lens_model::snapshot::dynamics::{Bounds, Iteration, Phase};
use contact_lens_picture::{Form, NOTE_KEY, Picture, Role};

use super::direct_rounds;
use super::iteration_beat::IterationBeat;
use super::lanes::open_beyond_scale;
use super::notation::RowUnits;
use super::row_view::RowView;
use super::rows::ImpulseLane;
use super::shown_rows::{ShownRows, row_mark};
use super::trace::{add_stem, point};
use super::{WorldContext, colors};
use crate::Value;

/// Picture of text lines from top to bottom.
struct Lines {
    /// Picture with the lines above the next one.
    picture: Picture,
    /// Vertical coordinate of the next line, in rows from the top.
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

    /// Adds the line of a value in the color of `role` if the value is known; otherwise an empty line.
    fn add_value(&mut self, role: Role, value: Value, is_known: bool) {
        if is_known {
            self.add_line(role, name_with_meaning(&value), value.text.text, true);
        } else {
            self.reserve_lines(1.0);
        }
    }

    /// Adds empty lines, so that the marks below do not move when a later beat fills them.
    fn reserve_lines(&mut self, count: f64) {
        self.below += count;
    }
}

/// Height of a row's lines and bar, in lines.
const ROW_HEIGHT: f64 = 2.7;

/// Space above the rows, in lines.
const SPACE_ABOVE: f64 = 0.3;

/// Distance of a row's first impulse from the top of the row, in lines.
const FIRST_STEM: f64 = 0.35;

/// Vertical distance between the impulses of a row, in lines.
const STEM_DISTANCE: f64 = 0.55;

/// Distance of the middle of a row's bar from the top of the row, in lines.
const BAR_MIDDLE: f64 = 2.2;

/// Thickness of the bar of a row's bounds, in lines.
const BAR_THICKNESS: f64 = 0.6;

/// Half the length of the stroke of the direct solution, in lines.
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

/// Picture of the current row at a beat. A round of a direct solve shows the row that it changed most.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> Picture {
    let mut lines = Lines { picture: Picture::default(), below: 0.0 };
    let Some(world) = shows.after else { return lines.picture };
    let is_round = shows.phase == Some(Phase::Direct);
    let current = shows.iteration.or_else(|| direct_rounds::most_changed_row(shows));
    let iteration = match current {
        Some(iteration) if !shows.current.is_empty() => iteration,
        _ => {
            add_note(&mut lines.picture);
            return lines.picture;
        }
    };
    let view = RowView::of(context, world, iteration, shows.phase);
    if is_round && let Some(round) = shows.iteration_index {
        lines.add_text(&format!("largest velocity change, round {}", round + 1), "");
    }
    add_impulse_numbers(&mut lines, &view, beat, is_round);
    if let (Some(count), Some(current)) = (colors::color_count(world), colors::current_color(world)) {
        lines.add_text("color", format!("{} of {count}", current.color + 1));
    }
    if !is_round {
        add_velocities(&mut lines, &view, beat);
    }
    add_bars(&mut lines, shows, &view, beat);
    if !compares_impulses(shows.phase, beat) {
        lines.picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    lines.picture
}

/// Whether the beat compares impulses of the row; in other beats, their picture counts as empty.
fn compares_impulses(phase: Option<Phase>, beat: IterationBeat) -> bool {
    match phase {
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => beat != IterationBeat::Velocity,
        Some(Phase::Direct | Phase::Position { .. }) => true,
        _ => false,
    }
}

/// Impulses of one row in an iteration, N s or N m s.
struct ComparedImpulses {
    /// Impulse before the iteration.
    before: f64,
    /// Impulse before it is clamped to its bounds.
    raw: f64,
    /// Impulse after the iteration.
    clamped: f64,
}

impl ComparedImpulses {
    /// Impulses of a row in an iteration of its constraint.
    fn of(row: &ImpulseLane, iteration: &Iteration) -> Self {
        Self {
            before: row.name.component_of(iteration.from),
            raw: row.name.component_of(iteration.raw),
            clamped: row.name.component_of(iteration.to),
        }
    }
}

/// Adds the impulses before, raw and clamped, as known at `beat`, and their bounds. A round of a direct solve reveals
/// all values at once, and has no raw impulse, since it solves no row alone.
fn add_impulse_numbers(lines: &mut Lines, view: &RowView<'_>, beat: IterationBeat, is_round: bool) {
    lines.add_line(Role::Simplex, capitalized(&view.name().text()), "", false);
    lines.add_value(Role::Ghost, view.impulse_before_value(), true);
    if !is_round {
        lines.add_value(Role::Removed, view.raw_impulse_value(), beat >= IterationBeat::RawImpulse);
    }
    lines.add_value(Role::Simplex, view.impulse_value(), is_round || beat >= IterationBeat::Clamp);
    // The last beat is about velocities, not about bounds.
    let shows_bounds = is_round || beat != IterationBeat::Apply;
    match view.row.bounds {
        // Impulses of joints have no bounds.
        Bounds::Free => {}
        _ if !shows_bounds => lines.reserve_lines(1.0),
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

/// Symbol of a value, followed by its meaning unless the symbol is a name.
fn name_with_meaning(value: &Value) -> String {
    match value.symbol {
        "λ before" => value.symbol.to_owned(),
        "raw λ" => String::from("raw λ, before clamping"),
        symbol => format!("{symbol}, {}", value.meaning),
    }
}

/// Name at the start of a line: `The upper limit of rope` for `the upper limit of rope`. Names of bodies and joints
/// keep their first letter.
fn capitalized(name: &str) -> String {
    match name.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => name.to_owned(),
    }
}

/// Adds the row's velocity before the iteration, and from the beat that applies the impulse on, the velocity after it
/// and the change of the kinetic energy.
fn add_velocities(lines: &mut Lines, view: &RowView<'_>, beat: IterationBeat) {
    let before = view.velocity_value();
    lines.add_text(&name_with_meaning(&before), before.text.text);
    if beat < IterationBeat::Apply {
        lines.reserve_lines(2.0);
        return;
    }
    for value in [view.velocity_after_value(), view.energy_change_value()] {
        lines.add_text(&name_with_meaning(&value), value.text.text);
    }
}

/// Scale of the bars of a row's impulses.
struct BarScale {
    /// Impulses at the left and the right end, N s or N m s.
    ends: [f64; 2],
    /// Largest magnitude of the impulses before, raw and clamped, N s or N m s.
    largest_compared: f64,
    /// Rounding error of impulses, N s.
    least_impulse: f64,
}

impl BarScale {
    /// Scale that contains the impulses of the current rows, and their bounds and direct solutions unless these are far
    /// larger.
    fn new(rows: &[ImpulseLane], view: &RowView<'_>) -> Self {
        let least_impulse = view.context.least_impulse();
        let unit_impulse = view.context.scene.impulse();
        let mut impulses: Vec<f64> = Vec::new();
        for row in rows {
            let ComparedImpulses { before, raw, clamped } = ComparedImpulses::of(row, &view.iteration);
            impulses.extend([before, raw, clamped]);
        }
        let largest_compared = impulses.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let mut scale = Self { ends: [0.0; 2], largest_compared, least_impulse };
        impulses.extend(rows.iter().filter_map(|row| row.direct).filter(|direct| scale.contains_direct(*direct)));
        // Without impulses, the bounds determine the scale, and the largest impulse is that of a weight.
        let are_all_zero = impulses.iter().all(|x| x.abs() <= least_impulse);
        let largest = if are_all_zero {
            unit_impulse
        } else {
            impulses.iter().fold(MIN_LARGEST * unit_impulse, |most: f64, x| most.max(x.abs()))
        };
        // Bounds far beyond the impulses are drawn as open.
        let bounds = rows
            .iter()
            .flat_map(|row| row.bounds)
            .filter(|bound| bound.abs() <= MAX_BOUND * largest || are_all_zero && bound.is_finite());
        let least_range = [-MIN_REACH * largest, MIN_REACH * largest];
        let [low, high] =
            impulses.iter().copied().chain(bounds).fold(least_range, |[low, high], x| [low.min(x), high.max(x)]);
        let margin = END_MARGIN * (high - low);
        scale.ends = [low - margin, high + margin];
        scale
    }

    /// Whether the impulse of the direct solution is drawn. Next to a far larger one, the compared impulses would be
    /// one point at 0.
    fn contains_direct(&self, direct: f64) -> bool {
        self.largest_compared <= self.least_impulse || direct.abs() <= MAX_DIRECT * self.largest_compared
    }
}

/// Adds the scale, and for each current row the lines of its impulses and below them the bar of its bounds.
fn add_bars(lines: &mut Lines, shows: &ShownRows<'_>, view: &RowView<'_>, beat: IterationBeat) {
    let rows = &shows.rows[shows.current.clone()];
    let scale = BarScale::new(rows, view);
    let unit = RowUnits::of(view.row).impulse.to_owned();
    let top = lines.below + SPACE_ABOVE;
    let picture = &mut lines.picture;
    picture.add(Role::Grid, "scale", Form::Scale { unit, decades: false, ends: Some(scale.ends) });
    for (i, row) in rows.iter().enumerate() {
        let top = top + ROW_HEIGHT * i as f64;
        if rows.len() > 1 {
            let name = row.name.short.to_owned();
            let entry = Form::Entry { row: top + FIRST_STEM, name, note: String::new(), dot: false };
            picture.add(Role::Text, "line", entry);
        }
        let key = row_mark(shows, row);
        add_stems(picture, &ComparedImpulses::of(row, &view.iteration), &key, top, shows.phase, beat);
        let bar = top + BAR_MIDDLE;
        picture.bar(Role::Interval, key.clone(), open_beyond_scale(row.bounds, scale.ends), bar, BAR_THICKNESS);
        if let Some(direct) = row.direct.filter(|direct| scale.contains_direct(*direct)) {
            picture.segment(Role::Lower, key, point(direct, bar - HALF_STROKE), point(direct, bar + HALF_STROKE));
        }
    }
    let bottom = top + ROW_HEIGHT * rows.len() as f64;
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [top, bottom] });
}

/// Adds the lines from 0 to the impulses of a row that are known at a beat, one below the other from `top` on. `key` is
/// the mark id of the impulse after the iteration.
fn add_stems(
    picture: &mut Picture,
    impulses: &ComparedImpulses,
    key: &str,
    top: f64,
    phase: Option<Phase>,
    beat: IterationBeat,
) {
    let first = top + FIRST_STEM;
    add_stem(picture, Role::Ghost, String::from("before"), [0.0, impulses.before], first);
    // A round of a direct solve has no raw impulse.
    if beat >= IterationBeat::RawImpulse && phase != Some(Phase::Direct) {
        add_stem(picture, Role::Removed, String::from("raw"), [0.0, impulses.raw], first + STEM_DISTANCE);
    }
    if beat >= IterationBeat::Clamp {
        add_stem(picture, Role::Simplex, key.to_owned(), [0.0, impulses.clamped], first + 2.0 * STEM_DISTANCE);
    }
}

/// Adds a note for phases that solve no row.
fn add_note(picture: &mut Picture) {
    let name = String::from("A row is shown here in the iterations of a solve.");
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
}
