//! Chart of the distance from the direct solution, iteration by iteration.

use glam::DVec3;

use super::WorldContext;
use super::history::MOST_REFERRED;
use super::shown_rows::ShownRows;
use crate::answer::number;
use crate::ask::WorldSolver;
use crate::lesson::model::plot;
use crate::picture::{Form, NOTE_KEY, Picture, Role};
use crate::snapshot::dynamics::Phase;

/// Largest number of plotted steps, besides the ends of iterations.
const MOST_POINTS: usize = 400;

/// Number of iterations above which the curve has no dots.
const MOST_DOTS: f64 = 15.0;

/// Largest number of decades on the axis; smaller values are zero to rounding.
const MOST_DECADES: f64 = 9.0;

/// Name of the curve of future iterations.
const TO_COME: &str = "to come";

/// Chart up to this step, with later steps pale and a dot per iteration.
pub(super) fn distance(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let curve = curve(shows, context, beat);
    let known = curve.iter().map(|(_, _, value)| *value).filter(|value| *value > 0.0);
    let (Some(solve), Some(largest)) = (shows.solve.or(shows.coming), known.clone().reduce(f64::max)) else {
        let name = why_not(shows, context).to_owned();
        picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
        return picture;
    };
    let turn = solve.pass_noun();
    let top = largest.log10();
    let rounding = largest * 10f64.powf(-MOST_DECADES);
    let bottom = known.fold(top, |low, value| low.min(value.log10())).max(rounding.log10());
    // Values below rounding error are clearly below all others.
    let least = if curve.iter().any(|(_, _, value)| *value <= rounding) { 4.0 } else { 1.0 };
    let (top, bottom) = (top.ceil(), bottom.floor().min(top.ceil() - least));
    // The axis counts whole iterations; with few of them, half ones have space too.
    let last = curve.iter().map(|(x, _, _)| *x).fold(3.0, f64::max).ceil();
    picture.add(Role::Grid, "axis", plot::axis(false, [0.0, last], false, turn));
    picture.add(Role::Grid, "axis", plot::axis(true, [bottom, top], true, rate(&curve, rounding, turn)));
    let mut done: Vec<DVec3> = Vec::new();
    let mut to_come: Vec<DVec3> = Vec::new();
    for (x, past, value) in &curve {
        if *past { &mut done } else { &mut to_come }.push(log_point([bottom, top], *x, *value));
    }
    if let Some(now) = done.last() {
        to_come.insert(0, *now);
    }
    // The label is in the middle of the line: at its end, it would change the frame until the last step.
    if to_come.len() > 2 {
        picture.label(Role::Member, "to come", to_come[(to_come.len() - 1) / 2], TO_COME);
    }
    // Future steps alone are no content.
    let key = if done.is_empty() { NOTE_KEY } else { "to come" };
    picture.add(Role::Member, key, Form::Polyline { points: to_come, closed: false });
    for (x, _, value) in curve.iter().filter(|(x, past, _)| *past && x.fract() < 1e-9 && last <= MOST_DOTS) {
        picture.point(Role::Inside, "iteration", log_point([bottom, top], *x, *value));
    }
    picture.add(Role::Witness, "distance", Form::Polyline { points: done, closed: false });
    if let Some((x, _, value)) = curve.iter().rfind(|(_, past, _)| *past) {
        let text = if *value > rounding {
            format!("{} m/s", number::brief(*value))
        } else {
            String::from("below rounding error")
        };
        let at = log_point([bottom, top], *x, *value);
        picture.point(Role::Simplex, "now", at);
        picture.label(Role::Simplex, "now", at, text);
    }
    if !changes(shows, context, beat) {
        picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    picture
}

/// Whether the sub-step changes the velocities by impulses; in all others, the distance is no content.
fn changes(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> bool {
    let Some(iteration) = shows.iteration else { return shows.did == Some(Phase::Direct) };
    let has_change = (iteration.to - iteration.from).length() > context.least_impulse();
    matches!(shows.did, Some(Phase::Iterate { .. })) && beat >= 3 && has_change
}

/// Point of a value on the logarithmic axis, kept within its ends.
fn log_point([bottom, top]: [f64; 2], x: f64, value: f64) -> DVec3 {
    DVec3::new(x, value.max(1e-300).log10().clamp(bottom, top), 0.0)
}

/// Curve: number of iterations, whether the point is known at this beat, and the distance. Long runs keep some steps,
/// and all ends of iterations.
fn curve(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Vec<(f64, bool, f64)> {
    let of = shows.coming.map_or(shows.step, |solve| solve.from);
    let all: Vec<_> = context.history.curve(of).collect();
    let every = all.len().div_ceil(MOST_POINTS).max(1);
    let known = shows.step + usize::from(beat >= 3);
    all.into_iter()
        .enumerate()
        .filter(|(i, (step, x, _))| i.is_multiple_of(every) || *step == shows.step || x.fract() < 1e-9)
        .map(|(_, (step, x, value))| (x, step < known, value))
        .collect()
}

/// Caption of the vertical axis: the unit, and the mean factor of the distance per iteration.
fn rate(curve: &[(f64, bool, f64)], rounding: f64, turn: &str) -> String {
    let mut whole = curve.iter().filter(|(x, past, value)| *past && *value > rounding && x.fract() < 1e-9);
    match (whole.clone().rfind(|(x, _, _)| *x < 1e-9), whole.next_back()) {
        (Some((from, _, first)), Some((to, _, last))) if to - from >= 1.0 => {
            let rate = (last / first).powf(1.0 / (to - from));
            // Rates close to 1 need three digits.
            let ratio = if (0.9..1.0).contains(&rate) { format!("{rate:.3}") } else { number::two_digits(rate) };
            format!("m/s, × {ratio} per {turn} on average")
        }
        _ => String::from("m/s"),
    }
}

/// Reason why there is no curve.
fn why_not(shows: &ShownRows<'_>, context: &WorldContext) -> &'static str {
    match shows.solve {
        _ if context.setting.solver == WorldSolver::Direct => {
            "The direct solver solves all rows at once: there is nothing to compare."
        }
        None if matches!(shows.did, Some(Phase::Move | Phase::Record)) => "This solve has no rows.",
        None => "The curve begins with the first row.",
        Some(solve) if solve.names.len() > MOST_REFERRED => {
            "The solve has too many rows for a direct solve to compare with."
        }
        Some(solve) if solve.gave_up.is_some() => "The direct solve for comparison did not settle its friction limits.",
        Some(solve) if solve.reference.is_none() => "The distance is measured when the run is paused.",
        Some(_) => "The distance from the direct solve is zero to rounding.",
    }
}
