//! The lanes: every row's impulse within its bounds, and beside them, in the same rows, what each turn changed.

use glam::DVec3;

use super::super::Phase;
use super::history::{RowShown, Shows};
use super::scene::mark;
use crate::lesson::number;
use crate::picture::{Form, Picture, Role};

/// Changes are drawn over so many decades.
const DECADES: f64 = 4.0;

fn point(value: f64, row: f64) -> DVec3 {
    DVec3::new(value, row, 0.0)
}

/// The key of a row, in all views.
fn key(shows: &Shows<'_>, row: &RowShown) -> String {
    let of = shows.after.map(|world| world.constraints[row.name.constraint as usize].of);
    of.map_or_else(String::new, |of| format!("{}/{}", mark(of), row.name.short))
}

/// A lane for each row, with a new one's group before it.
fn lanes(picture: &mut Picture, shows: &Shows<'_>, note: impl Fn(&RowShown) -> String) {
    let mut group = "";
    for (i, row) in shows.rows.iter().enumerate() {
        let name = if group == row.name.group {
            row.name.short.to_owned()
        } else {
            format!("{} {}", row.name.group, row.name.short).trim_end().to_owned()
        };
        group = &row.name.group;
        let role = if shows.lit.contains(&i) { Role::Axis } else { Role::Text };
        let rows = [i as f64, i as f64 + 1.0];
        picture.add(role, key(shows, row), Form::Lane { rows, name, note: note(row) });
    }
}

/// The impulses now; `beat` counts w, raw, clamp, apply.
pub(super) fn impulses(shows: &Shows<'_>, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let Some(solve) = shows.solve else { return picture };
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("N s"), decades: false });
    let count = shows.rows.len() as f64;
    let [low, high] = solve.range;
    // The scale is that of the whole solve.
    let reach = (high - low).max(1e-12) * 0.08;
    let title = shows.window.clone().unwrap_or_else(|| String::from("all of this solve"));
    picture.add(Role::Ghost, "range", Form::Lane { rows: [count, count + 1.0], name: title, note: String::new() });
    picture.bar(Role::Ghost, "range", [low - reach, high + reach], count + 0.5, 0.2);
    picture.add(Role::Grid, "zero", Form::Band { ends: [0.0; 2], rows: [0.0, count] });
    lanes(&mut picture, shows, |row| number::number(row.impulse).to_string());
    for (i, row) in shows.rows.iter().enumerate() {
        let (middle, key) = (i as f64 + 0.5, key(shows, row));
        let lit = shows.lit.contains(&i);
        picture.bar(Role::Interval, key.clone(), row.bounds, middle, 0.5);
        if let Some(direct) = row.direct {
            let tick = [point(direct, i as f64 + 0.1), point(direct, i as f64 + 0.9)];
            picture.segment(Role::Lower, key.clone(), tick[0], tick[1]);
        }
        if !lit {
            picture.segment(Role::Witness, key.clone(), point(0.0, middle), point(row.impulse, middle));
            picture.point(Role::Witness, key, point(row.impulse, middle));
            continue;
        }
        let Some(turn) = shows.turn else { continue };
        let part = usize::from(row.name.part);
        let [from, raw, to] = [turn.from, turn.raw, turn.to].map(|impulse| f64::from(impulse.to_array()[part]));
        picture.point(Role::Ghost, "before", point(from, middle));
        if beat >= 1 {
            picture.segment(Role::Removed, "raw", point(from, middle), point(raw, middle));
            picture.point(Role::Removed, "raw", point(raw, middle));
        }
        if beat >= 2 {
            picture.segment(Role::Simplex, key.clone(), point(0.0, middle), point(to, middle));
            picture.point(Role::Simplex, key, point(to, middle));
        }
    }
    picture
}

/// What each turn changed in the velocity of its row, over the iterations: the higher a bar, the more, by decades. What is
/// to come is pale.
pub(super) fn turns(shows: &Shows<'_>) -> Picture {
    let mut picture = Picture::default();
    let Some(solve) = shows.solve.filter(|_| !shows.columns.is_empty()) else { return picture };
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("iteration"), decades: false });
    let largest = f64::from(solve.changes.iter().copied().fold(0.0, f32::max));
    lanes(&mut picture, shows, |_| String::new());
    // Iterations in which hardly anything changed are seen, too.
    for edge in [shows.columns.start, shows.columns.end].map(|column| f64::from(column) + 0.5) {
        picture.add(Role::Grid, "edge", Form::Band { ends: [edge; 2], rows: [0.0, shows.rows.len() as f64] });
    }
    let now = shows.iteration.zip(shows.turn.map(|turn| turn.at));
    let ahead = matches!(shows.did, Some(Phase::Prepare | Phase::WarmStart { .. }));
    for (i, row) in shows.rows.iter().enumerate() {
        let (middle, key) = (i as f64 + 0.5, key(shows, row));
        for iteration in shows.columns.clone() {
            let changes = row.members.clone().filter_map(|constraint| solve.change(iteration, constraint));
            let Some(change) = changes.reduce(f64::max) else { continue };
            let at = f64::from(iteration) + 1.0;
            let place = (iteration, row.name.constraint);
            let role = match now {
                Some(now) if place == now => Role::Simplex,
                Some(now) if place > now => Role::Ghost,
                None if ahead => Role::Ghost,
                _ => Role::Interval,
            };
            let height = 1.0 + (change / largest).log10() / DECADES;
            if change > 0.0 && height > 0.0 {
                let form = Form::Interval {
                    ends: [at - 0.42, at + 0.42],
                    row: middle,
                    thickness: 0.08 + 0.8 * height,
                    solid: role != Role::Ghost,
                    text: String::new(),
                };
                picture.add(role, key.clone(), form);
            } else {
                picture.point(if role == Role::Simplex { role } else { Role::Grid }, key.clone(), point(at, middle));
            }
        }
    }
    picture
}

/// The row at hand, or both rows that are solved together: before, raw and clamped within their bounds, in a scale of their own.
/// `beat` counts w, raw, clamp, apply.
pub(super) fn row(shows: &Shows<'_>, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let Some(turn) = shows.turn.filter(|_| !shows.lit.is_empty()) else { return picture };
    let lit = &shows.rows[shows.lit.clone()];
    let three = |row: &RowShown| {
        let part = usize::from(row.name.part);
        [turn.from, turn.raw, turn.to].map(|impulse| f64::from(impulse.to_array()[part]))
    };
    let numbers = lit.iter().flat_map(|row| three(row).into_iter().chain(row.bounds).chain(row.direct));
    let largest = numbers.filter(|number| number.is_finite()).fold(0.0, |most: f64, number| most.max(number.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    let count = lit.len() as f64;
    for end in [-1.12, 0.0, 1.12] {
        picture.add(Role::Grid, "zero", Form::Band { ends: [end; 2], rows: [0.0, count] });
    }
    for (i, row) in lit.iter().enumerate() {
        let (middle, key) = (i as f64 + 0.5, key(shows, row));
        let [from, raw, to] = three(row);
        let name = format!("{} {}", row.name.group, row.name.short);
        let shown = [from, raw, to][beat.min(2)];
        let note = format!("{} N s", &*number::number(shown));
        picture.add(Role::Axis, key.clone(), Form::Lane { rows: [i as f64, i as f64 + 1.0], name, note });
        picture.bar(Role::Interval, key.clone(), row.bounds.map(|bound| bound * scale), middle, 0.3);
        if let Some(direct) = row.direct.map(|direct| direct * scale) {
            picture.segment(Role::Lower, key.clone(), point(direct, middle - 0.25), point(direct, middle + 0.25));
        }
        let label = |picture: &mut Picture, role, what: &str, value: f64| {
            picture.label(
                role,
                what.to_owned(),
                point(value * scale, middle),
                format!("{what} {}", &*number::number(value)),
            );
        };
        picture.point(Role::Ghost, "before", point(from * scale, middle));
        label(&mut picture, Role::Ghost, "before", from);
        if beat >= 1 {
            picture.segment(Role::Removed, "raw", point(from * scale, middle), point(raw * scale, middle));
            picture.point(Role::Removed, "raw", point(raw * scale, middle));
            label(&mut picture, Role::Removed, "raw", raw);
        }
        if beat >= 2 {
            picture.segment(Role::Simplex, key.clone(), point(0.0, middle), point(to * scale, middle));
            picture.point(Role::Simplex, key, point(to * scale, middle));
            label(&mut picture, Role::Simplex, "clamped", to);
        }
    }
    picture
}
