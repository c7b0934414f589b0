//! Pane of the current row, or of both rows of a block: its numbers, and its impulse before, raw and clamped, within
//! its bounds at a scale of its own.

use super::direct_rounds;
use super::lanes::{key, open};
use super::notation::units;
use super::row_view::RowView;
use super::rows::RowShown;
use super::shown_rows::ShownRows;
use super::trace::{point, stem};
use super::{WorldContext, colors};
use crate::picture::{Form, NOTE_KEY, Picture, Role};
use crate::snapshot::dynamics::{Bounds, Iteration, Phase};

/// Text lines from top to bottom.
struct Lines {
    picture: Picture,
    below: f64,
}

impl Lines {
    fn put(&mut self, role: Role, name: impl Into<String>, note: impl Into<String>, dot: bool) {
        let entry = Form::Entry { row: self.below + 0.5, name: name.into(), note: note.into(), dot };
        self.picture.add(role, "line", entry);
        self.below += 1.0;
    }

    fn line(&mut self, name: &str, note: impl Into<String>) {
        self.put(Role::Text, name, note, false);
    }
}

/// Beat number for rounds, which reveal all values of a row at once and solve no row alone.
const FOUND: usize = usize::MAX;

/// Picture of the current row; `beat` counts w, raw, clamp, apply.
pub(super) fn row(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
    let mut lines = Lines { picture: Picture::default(), below: 0.0 };
    let Some(world) = shows.after else { return lines.picture };
    let is_round = shows.did == Some(Phase::Direct);
    let iteration = shows.iteration.or_else(|| direct_rounds::iteration(shows)).filter(|_| !shows.lit.is_empty());
    let Some(iteration) = iteration else {
        without_row(&mut lines.picture);
        return lines.picture;
    };
    let view = RowView::of(context, world, iteration, shows.did);
    let lit = &shows.rows[shows.lit.clone()];
    if let Some(number) = shows.number.filter(|_| is_round) {
        lines.line(&format!("largest velocity change, round {}", number + 1), "");
    }
    numbers(&mut lines, &view, if is_round { FOUND } else { beat });
    if let (Some(count), Some((color, _))) = (colors::count(world), colors::here(world)) {
        lines.line("color", format!("{} of {count}", color + 1));
    }
    if !is_round {
        velocities(&mut lines, &view, beat);
    }
    lanes(&mut lines, shows, &view, lit, beat);
    if !compares(shows.did, beat) {
        lines.picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    lines.picture
}

/// Whether the sub-step compares impulses of the row; in the others, their picture is no content.
fn compares(did: Option<Phase>, beat: usize) -> bool {
    match did {
        Some(Phase::Iterate { .. } | Phase::Relax { .. }) => [1, 2].contains(&beat),
        Some(Phase::Direct | Phase::Position { .. }) => true,
        _ => false,
    }
}

/// Impulses of one row: before, raw and clamped.
fn three(row: &RowShown, iteration: Iteration) -> [f64; 3] {
    let part = usize::from(row.name.part);
    [iteration.from, iteration.raw, iteration.to].map(|impulse| impulse.to_array()[part])
}

/// Adds the impulses before, raw and clamped, as known at `beat`, and their bounds.
fn numbers(lines: &mut Lines, view: &RowView<'_>, beat: usize) {
    lines.put(Role::Simplex, capitalized(&view.name().text()), "", false);
    let all = [(Role::Ghost, view.before()), (Role::Removed, view.raw()), (Role::Simplex, view.impulse())];
    for (k, (role, value)) in all.into_iter().enumerate().filter(|(k, _)| beat != FOUND || *k != 1) {
        match k <= beat {
            true => lines.put(role, value.symbol, value.text.text, true),
            // The line is reserved, so that the bars below do not move.
            false => lines.below += 1.0,
        }
    }
    match view.row.bounds {
        Bounds::Free => lines.line("allowed λ", "any"),
        Bounds::NotNegative => lines.line("allowed λ", "0 or more"),
        Bounds::Within(bound) | Bounds::Disc(bound) => {
            lines.line("allowed λ", format!("± {}", view.most(bound).text));
        }
        Bounds::Friction { .. } => {
            let limit = view.limit().map_or_else(String::new, |limit| format!("± {}", limit.text));
            lines.line("allowed λ, ± μ λₙ", limit);
        }
    }
}

fn capitalized(name: &str) -> String {
    match name.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None => name.to_owned(),
    }
}

/// Adds the row's velocity before and after, and the change of the kinetic energy.
fn velocities(lines: &mut Lines, view: &RowView<'_>, beat: usize) {
    let before = view.speed();
    lines.line(before.symbol, before.text.text);
    if beat < 3 {
        // The lines are reserved, so that the bars below do not move.
        lines.below += 2.0;
        return;
    }
    for value in [view.speed_after(), view.energy()] {
        lines.line(value.symbol, value.text.text);
    }
}

/// Adds three lines above the bar of the bounds, and the scale below.
fn lanes(lines: &mut Lines, shows: &ShownRows<'_>, view: &RowView<'_>, lit: &[RowShown], beat: usize) {
    let context = view.context;
    let iteration = view.iteration;
    let impulses = lit.iter().flat_map(|row| three(row, iteration).into_iter().chain(row.direct));
    let largest = impulses.clone().fold(1e-3 * context.scene.impulse(), |most: f64, x| most.max(x.abs()));
    // Bounds far beyond the impulses are drawn as open. Without impulses, the bounds determine the scale.
    let none = impulses.clone().all(|x| x.abs() <= context.least_impulse());
    let bounds =
        lit.iter().flat_map(|row| row.bounds).filter(|bound| bound.abs() <= 4.0 * largest || none && bound.is_finite());
    let start = [-0.15 * largest, 0.15 * largest];
    let [low, high] = impulses.chain(bounds).fold(start, |[low, high], x| [low.min(x), high.max(x)]);
    let reach = 0.08 * (high - low);
    let ends = [low - reach, high + reach];
    let scale = Form::Scale { unit: units(view.row)[0].to_owned(), decades: false, ends: Some(ends) };
    let top = lines.below + 0.3;
    let picture = &mut lines.picture;
    picture.add(Role::Grid, "scale", scale);
    for (i, row) in lit.iter().enumerate() {
        let top = top + 2.7 * i as f64;
        let key = key(shows, row);
        let [from, raw, to] = three(row, iteration);
        let all = [(Role::Ghost, "before", from), (Role::Removed, "raw", raw), (Role::Simplex, &*key, to)];
        let is_round = shows.did == Some(Phase::Direct);
        for (k, (role, key, value)) in all.into_iter().enumerate().take(beat + 1).filter(|(k, _)| !is_round || *k != 1)
        {
            stem(picture, (role, key.to_owned()), [0.0, value], top + 0.35 + 0.55 * k as f64);
        }
        let bar = top + 2.2;
        picture.bar(Role::Interval, key.clone(), open(row.bounds, ends), bar, 0.6);
        if let Some(direct) = row.direct {
            picture.segment(Role::Lower, key, point(direct, bar - 0.45), point(direct, bar + 0.45));
        }
    }
    let bottom = top + 2.7 * lit.len() as f64;
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [top, bottom] });
}

/// Adds a note for phases that solve no row.
fn without_row(picture: &mut Picture) {
    let name = String::from("A row is shown here in the iterations of a solve.");
    picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
}
