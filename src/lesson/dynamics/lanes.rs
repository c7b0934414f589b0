//! The lanes: every row's impulse within its bounds, and beside them, in the same rows, what each turn changed.

use glam::DVec3;

use super::history::Shows;
use super::rows::RowShown;
use super::scene::mark;
use crate::answer::number;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::dynamics::Phase;

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
        let Some(iteration) = shows.iteration else { continue };
        let part = usize::from(row.name.part);
        let [from, raw, to] = [iteration.from, iteration.raw, iteration.to].map(|impulse| impulse.to_array()[part]);
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

/// What each turn changed in the velocity of its row, over the iterations: the darker a cell, the more, over four decades. What
/// is to come is pale. The rows are those of the impulses, and below them stand the shades.
pub(super) fn turns(shows: &Shows<'_>) -> Picture {
    let mut picture = Picture::default();
    let Some(solve) = shows.solve.filter(|_| !shows.columns.is_empty()) else { return picture };
    picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("iteration"), decades: false });
    let largest = f64::from(solve.changes.iter().copied().fold(0.0, f32::max));
    lanes(&mut picture, shows, |_| String::new());
    let count = shows.rows.len() as f64;
    // Iterations in which hardly anything changed are seen, too.
    let edges = [shows.columns.start, shows.columns.end].map(|column| f64::from(column) + 0.5);
    for edge in edges {
        picture.add(Role::Grid, "edge", Form::Band { ends: [edge; 2], rows: [0.0, count] });
    }
    shades(&mut picture, edges, count, largest);
    let now = shows.number.zip(shows.iteration.map(|iteration| iteration.at));
    let ahead = matches!(shows.did, Some(Phase::Prepare | Phase::WarmStart { .. }));
    for (i, row) in shows.rows.iter().enumerate() {
        let key = key(shows, row);
        for iteration in shows.columns.clone() {
            let changes = row.members.clone().filter_map(|constraint| solve.change(iteration, constraint));
            let Some(change) = changes.reduce(f64::max) else { continue };
            let at = f64::from(iteration) + 1.0;
            let place = (iteration, row.name.constraint);
            let comes = now.map_or(ahead, |now| place > now);
            let framed = now == Some(place);
            let shade = shade(change, largest) * if comes { TO_COME } else { 1.0 };
            if shade > 0.0 || framed {
                let (ends, rows) = ([at - 0.46, at + 0.46], [i as f64 + 0.06, i as f64 + 0.94]);
                picture.add(Role::Interval, key.clone(), Form::Cell { ends, rows, shade, framed });
            } else {
                picture.point(Role::Grid, key.clone(), point(at, i as f64 + 0.5));
            }
        }
    }
    picture
}

/// How much paler turns to come are.
const TO_COME: f64 = 0.22;

/// The shade of a change: from pale, at the end of the decades, to full ink. Nothing below.
fn shade(change: f64, largest: f64) -> f64 {
    let height = 1.0 + (change / largest).log10() / DECADES;
    if change > 0.0 && height > 0.0 { 0.1 + 0.9 * height.min(1.0) } else { 0.0 }
}

/// A cell a decade, as large as a row, with the largest change beside them.
fn shades(picture: &mut Picture, [low, high]: [f64; 2], row: f64, largest: f64) {
    let (name, note) = (format!("to {} m/s", &*number::number(largest)), String::new());
    picture.add(Role::Ghost, "shades", Form::Lane { rows: [row, row + 1.0], name, note });
    let steps = 2 * DECADES as usize;
    let wide = (high - low) / steps as f64;
    for k in 0..steps {
        let from = low + k as f64 * wide;
        let change = largest * 10f64.powf(DECADES * ((k as f64 + 0.5) / steps as f64 - 1.0));
        let (ends, rows) = ([from, from + wide], [row + 0.2, row + 0.8]);
        picture.add(Role::Interval, "shades", Form::Cell { ends, rows, shade: shade(change, largest), framed: false });
    }
}

/// The row at hand, or both rows that are solved together: before, raw and clamped within their bounds, in a scale of their own.
/// `beat` counts w, raw, clamp, apply.
pub(super) fn row(shows: &Shows<'_>, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let Some(iteration) = shows.iteration.filter(|_| !shows.lit.is_empty()) else { return picture };
    let lit = &shows.rows[shows.lit.clone()];
    let three = |row: &RowShown| {
        let part = usize::from(row.name.part);
        [iteration.from, iteration.raw, iteration.to].map(|impulse| impulse.to_array()[part])
    };
    let numbers = lit.iter().flat_map(|row| three(row).into_iter().chain(row.bounds).chain(row.direct));
    let largest = numbers.filter(|number| number.is_finite()).fold(0.0, |most: f64, number| most.max(number.abs()));
    let scale = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    let count = (lit.len() * LINES) as f64;
    for end in [-1.12, 0.0, 1.12] {
        picture.add(Role::Grid, "zero", Form::Band { ends: [end; 2], rows: [0.0, count] });
    }
    for (i, row) in lit.iter().enumerate() {
        let (top, key) = ((i * LINES) as f64, key(shows, row));
        let [from, raw, to] = three(row);
        let name = format!("{} {}", row.name.group, row.name.short);
        picture.add(Role::Axis, key.clone(), Form::Lane { rows: [top, top + 1.0], name, note: String::from("N s") });
        picture.bar(Role::Interval, key.clone(), row.bounds.map(|bound| bound * scale), top + 0.5, 0.3);
        if let Some(direct) = row.direct.map(|direct| direct * scale) {
            picture.segment(Role::Lower, key.clone(), point(direct, top + 0.25), point(direct, top + 0.75));
        }
        // Clamped only where it was.
        let moved = (raw - to).abs() > 1e-9 * raw.abs().max(to.abs());
        let lines = [
            (Role::Ghost, "before", from),
            (Role::Removed, "raw", raw),
            (Role::Simplex, if moved { "clamped" } else { "kept" }, to),
        ];
        for (k, (role, what, value)) in lines.into_iter().enumerate() {
            let (line, told) = (top + 1.0 + k as f64, k <= beat);
            let note = if told { number::number(value).to_string() } else { String::new() };
            let rows = [line, line + 1.0];
            picture.add(Role::Grid, what, Form::Lane { rows, name: what.to_owned(), note });
            if told {
                picture.point(role, what, point(value * scale, line + 0.5));
                picture.segment(role, what, point(value * scale, top + 0.5), point(value * scale, line + 0.5));
            }
        }
    }
    picture
}

/// Rows that a row takes: its bounds, and one for each of before, raw and clamped.
const LINES: usize = 4;
