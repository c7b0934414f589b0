//! Chart of the convergence of a solve: the distance of the velocities from those of the direct solution, iteration by
//! iteration.

use glam::DVec3;

use super::WorldContext;
use super::history::MAX_REFERENCE_ROWS;
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

/// Name of the curve of later iterations.
const TO_COME: &str = "to come";

/// Chart of the solve up to the current step, with a dot per iteration; later steps are pale. Without a curve, a note
/// says why.
pub(super) fn picture(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
    let mut picture = Picture::default();
    let curve = curve(shows, context, beat);
    let known = curve.iter().map(|(_, _, value)| *value).filter(|value| *value > 0.0);
    let (Some(solve), Some(largest)) = (shows.solve.or(shows.next_solve), known.clone().reduce(f64::max)) else {
        let name = reason_without_curve(shows, context).to_owned();
        picture.add(Role::Ghost, NOTE_KEY, Form::Entry { row: 0.5, name, note: String::new(), dot: false });
        return picture;
    };
    let pass_noun = solve.pass_noun();
    let top = largest.log10();
    let rounding = largest * 10f64.powf(-MOST_DECADES);
    let bottom = known.fold(top, |low, value| low.min(value.log10())).max(rounding.log10());
    // Values below rounding error are at the lower end of the axis, several decades below all others.
    let least_decades = if curve.iter().any(|(_, _, value)| *value <= rounding) { 4.0 } else { 1.0 };
    let (top, bottom) = (top.ceil(), bottom.floor().min(top.ceil() - least_decades));
    // The axis counts whole iterations; with few of them, half ones have space too.
    let last = curve.iter().map(|(x, _, _)| *x).fold(3.0, f64::max).ceil();
    picture.add(Role::Grid, "axis", plot::axis(false, [0.0, last], false, pass_noun));
    picture.add(Role::Grid, "axis", plot::axis(true, [bottom, top], true, rate_caption(&curve, rounding, pass_noun)));
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
    // A curve of later steps alone does not make the view worth showing in a figure.
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
    if !changes_velocities(shows, context, beat) {
        picture.marks.iter_mut().for_each(|mark| mark.key = NOTE_KEY.into());
    }
    picture
}

/// Whether the sub-step changes velocities by impulses; in other sub-steps, the chart is not worth showing in a figure.
fn changes_velocities(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> bool {
    let Some(iteration) = shows.iteration else { return shows.phase == Some(Phase::Direct) };
    let has_change = (iteration.to - iteration.from).length() > context.least_impulse();
    matches!(shows.phase, Some(Phase::Iterate { .. })) && beat >= 3 && has_change
}

/// Point of the chart at `x` iterations and at the distance `value`, m/s, on a logarithmic axis from `10^bottom` to
/// `10^top`; values beyond the axis are at its ends.
fn log_point([bottom, top]: [f64; 2], x: f64, value: f64) -> DVec3 {
    DVec3::new(x, value.max(1e-300).log10().clamp(bottom, top), 0.0)
}

/// Points of the curve, each with its number of completed iterations, whether it is known at sub-step `beat`, and the
/// distance, m/s. Of a long run, some steps and all ends of iterations.
fn curve(shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Vec<(f64, bool, f64)> {
    let of = shows.next_solve.map_or(shows.step, |solve| solve.first_step);
    let all: Vec<_> = context.history.curve(of).collect();
    let every = all.len().div_ceil(MOST_POINTS).max(1);
    let known = shows.step + usize::from(beat >= 3);
    all.into_iter()
        .enumerate()
        .filter(|(i, (step, x, _))| i.is_multiple_of(every) || *step == shows.step || x.fract() < 1e-9)
        .map(|(_, (step, x, value))| (x, step < known, value))
        .collect()
}

/// Caption of the vertical axis: the unit, and the mean factor by which an iteration changes the distance.
fn rate_caption(curve: &[(f64, bool, f64)], rounding: f64, pass_noun: &str) -> String {
    let mut whole = curve.iter().filter(|(x, past, value)| *past && *value > rounding && x.fract() < 1e-9);
    match (whole.clone().rfind(|(x, _, _)| *x < 1e-9), whole.next_back()) {
        (Some((from, _, first)), Some((to, _, last))) if to - from >= 1.0 => {
            let rate = (last / first).powf(1.0 / (to - from));
            // Rates close to 1 need three digits.
            let ratio = if (0.9..1.0).contains(&rate) { format!("{rate:.3}") } else { number::two_digits(rate) };
            format!("m/s, × {ratio} per {pass_noun} on average")
        }
        _ => String::from("m/s"),
    }
}

/// Sentence on why there is no curve.
fn reason_without_curve(shows: &ShownRows<'_>, context: &WorldContext) -> &'static str {
    match shows.solve {
        _ if context.setting.solver == WorldSolver::Direct => {
            "The direct solver solves all rows at once: there is nothing to compare."
        }
        None if matches!(shows.phase, Some(Phase::Move | Phase::Record)) => "This solve has no rows.",
        None => "The curve begins with the first row.",
        Some(solve) if solve.row_names.len() > MAX_REFERENCE_ROWS => {
            "The solve has too many rows for a direct solve to compare with."
        }
        Some(solve) if solve.abandoned_rounds.is_some() => {
            "The direct solve for comparison did not settle its friction limits."
        }
        Some(solve) if solve.reference.is_none() => "The distance is measured when the run is paused.",
        Some(_) => "The distance from the direct solve is zero to rounding.",
    }
}
