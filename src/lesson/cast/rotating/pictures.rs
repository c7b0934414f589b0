//! Pictures of the advancement with rotation: the bodies at the queried time, and the distance over time with its
//! proven lower bound.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::step_context::{StepContext, mentions_normal};
use super::surfaces::{self, BODIES};
use super::{RotatingContext, SEPARATION};
use crate::lesson::cast::speed;
use crate::lesson::model::plot::axis;
use crate::lesson::{Backdrop, Focus, Pictures, WORLD, add_named_point};
use crate::picture::{Bounds, Form, Mark, Picture, Role};
use crate::snapshot::rotating::{Phase, Sample};

/// Whether a mark belongs to a body that moves.
fn is_moving(context: &RotatingContext, mark: &Mark) -> bool {
    BODIES
        .iter()
        .position(|role| *role == mark.role)
        .is_some_and(|body| context.course.velocities[body] != DVec3::ZERO || context.course.spins[body] != DVec3::ZERO)
}

/// Backdrop: static bodies, and space for the moving bodies at the start.
pub(super) fn backdrop(context: &RotatingContext) -> Arc<Backdrop> {
    let start = context.pair.backdrop();
    let all = start.pictures.of(WORLD);
    let mut world: Picture = all.marks.iter().filter(|mark| !is_moving(context, mark)).cloned().collect();
    world.reserve(Bounds::of(all).corners().into_iter().flatten());
    Arc::new(Backdrop { pictures: Pictures::world(world) })
}

/// Adds the moving bodies at the start, unless the bodies at time `t` would cover them.
fn add_start(context: &RotatingContext, world: &mut Picture, t: f64) {
    if !context.moves(t) {
        return;
    }
    let start = context.pair.backdrop();
    for mark in start.pictures.of(WORLD).marks.iter().filter(|mark| is_moving(context, mark)) {
        world.add(Role::Ghost, format!("start/{}", mark.key.0), mark.form.clone());
    }
}

/// Pictures of a step at a line of the listing.
pub(super) fn of(step: &StepContext<'_>, line: &str) -> Pictures {
    let mut pictures = Pictures::default();
    let (t, found) = step.shown();
    let world = pictures.edit(WORLD);
    add_start(step.context, world, t);
    bodies(step.context, world, t, None);
    bracket(step, world, line);
    let mut is_touching = false;
    if let Some(found) = found {
        let shift = step.context.pair.space.position + step.context.course.velocities[0] * t;
        let [a, b] = found.witness.map(|p| shift + p);
        let is_overlap = found.d.is_some_and(|d| d < 0.0);
        // Bodies in contact have no visible distance or depth.
        is_touching = step.touches();
        if is_touching {
            add_named_point(world, Role::Witness, "witness/b", b, "contact");
        } else {
            step.context.pair.add_distance(world, [a, b], is_overlap);
            step.context.pair.magnify_world(world, [a, b]);
            surfaces::witnesses_on_surfaces(step, world, [a, b], found.normal);
            add_named_point(world, Role::Witness, "witness/a", a, "a");
            add_named_point(world, Role::Witness, "witness/b", b, "b");
        }
        // A query at one time of a miss is about the distance alone.
        if let Some(n) = found.normal.filter(|_| mentions_normal(line)) {
            // The arrow begins at the front point, so that it does not cover the line between the points.
            let from = if is_overlap { a } else { b };
            let tip = from + n * normal_length(step.context.pair.radii);
            world.arrow(Role::Normal, "n", from, tip);
            world.label(Role::Normal, "n", tip, "n");
        }
    }
    let focus = focus(step, pictures.of(WORLD));
    *pictures.edit(SEPARATION.id) = chart(step, line);
    // One query makes no curve.
    if step.all.len() < 2 {
        pictures.unused.push(SEPARATION.id);
    }
    if is_touching {
        pictures = pictures.naming(Role::Witness, "contact point");
    }
    pictures.facing(focus)
}

/// Length of the normal's arrow, meters, for bodies of these radii: visible next to the smaller one.
fn normal_length([a, b]: [f64; 2]) -> f64 {
    let smaller = if a.min(b) > 0.0 { a.min(b) } else { a.max(b) };
    NORMAL_LENGTH * smaller
}

/// Length of the normal's arrow, in radii of the smaller body.
const NORMAL_LENGTH: f64 = 0.9;

/// Share of the run's extent below which the figure of a sub-step shows its own bodies only.
const SMALL: f64 = 0.4;

/// Focus on the moving bodies and the points of this sub-step, if they are small in a long motion.
fn focus(step: &StepContext<'_>, world: &Picture) -> Option<Focus> {
    let context = step.context;
    let (end, _) = chart_extent(step);
    let [low, high] = Bounds::of(world).corners()?;
    let paths = [0, 1].map(|body| context.course.velocities[body].length() * end + 2.0 * context.pair.radii[body]);
    let whole = paths.into_iter().fold(0.0, f64::max);
    let corners = (0..8).map(|k| {
        let is_high = [1, 2, 4].map(|bit| k & bit != 0);
        DVec3::from_array([0, 1, 2].map(|axis| if is_high[axis] { high[axis] } else { low[axis] }))
    });
    (low.distance(high) < SMALL * whole).then(|| Focus { side: None, points: corners.collect() })
}

/// Adds both bodies at the bounds of the contact time, where they differ visibly from the displayed ones. The least
/// distance of a miss has nothing to do with those bounds.
fn bracket(step: &StepContext<'_>, world: &mut Picture, line: &str) {
    if line == "gap" {
        return;
    }
    let context = step.context;
    let (now, _) = step.shown();
    let [from, to] = step.known_bracket(line);
    for (t, role, name) in [(from, Role::First, "t₀"), (to, Role::Last, "t₁")] {
        if t > 0.0 && t < step.after.t_max && context.moves(t - now) && to >= from {
            bodies(context, world, t, Some((role, name)));
        }
    }
}

/// Adds both bodies at time `t`; with `moment`, in its role and with its name.
fn bodies(context: &RotatingContext, world: &mut Picture, t: f64, moment: Option<(Role, &str)>) {
    for (body, role) in BODIES.into_iter().enumerate() {
        let start = context.origin(body, 0.0);
        let now = context.origin(body, t);
        let turn = DQuat::from_scaled_axis(context.course.spins[body] * t);
        if context.course.velocities[body] == DVec3::ZERO && context.course.spins[body] == DVec3::ZERO {
            continue;
        }
        let backdrop = context.pair.backdrop();
        let own = backdrop.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
        let marks: Vec<(&Mark, Form)> = own
            .filter_map(|mark| Some((mark, mark.form.transformed(turn, |p: DVec3| now + turn * (p - start))?)))
            .collect();
        for (mark, form) in marks {
            let (role, prefix) = moment.unwrap_or((role, "at"));
            world.add(role, format!("{prefix}/{}", mark.key.0), form);
        }
        if let Some((_, name)) = moment {
            let key = format!("{name}/middle/{body}");
            world.point(role, key.clone(), now);
            world.label(role, key, now, name);
        }
    }
}

fn at(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// Factor of the largest distance up to which the chart shows a growing lower bound.
const MOST_GROWTH: f64 = 2.0;

/// Extent of the chart: end time, seconds, and range of distances, meters.
fn chart_extent(step: &StepContext<'_>) -> (f64, [f64; 2]) {
    let last = step.all.iter().map(|sample| sample.t).fold(0.0, f64::max);
    let t = if last > 0.0 { 1.15 * last } else { step.after.t_max };
    let t = t.min(step.after.t_max).max(1.02 * last).max(1e-9);
    let most = step.all.iter().map(|sample| sample.d).fold(0.0, f64::max);
    let grown = step.all.iter().map(|sample| sample.lower_at(t)).fold(most, f64::max).min(MOST_GROWTH * most);
    let least = step.all.iter().map(|sample| sample.d).fold(0.0, f64::min);
    let most = if grown > least { 1.1 * grown } else { 1.0 };
    (t, [1.1 * least, most.max(1e-12)])
}

/// Largest distance of a query near the smallest one, in smallest distances.
const NEAR_LEAST: f64 = 16.0;

/// Height of the chart of queries near the smallest distance, in the largest distance of these.
const ABOVE_NEAR: f64 = 1.15;

/// Queries that the chart shows, in the order of the run, and its range.
struct ShownSamples {
    samples: Vec<Sample>,
    /// Range of times, seconds.
    times: [f64; 2],
    /// Range of distances, meters.
    distances: [f64; 2],
}

/// Queries in the chart at a line of the listing: all of them, or for the least distance of a miss those near it.
fn shown_samples(step: &StepContext<'_>, line: &str) -> ShownSamples {
    let mut samples = step.after.samples.clone();
    let near =
        near_least(&samples).filter(|near| line == "gap" && samples.last().is_some_and(|now| near.contains(now)));
    let Some([first, .., last]) = near.as_deref() else {
        let (end, distances) = chart_extent(step);
        return ShownSamples { samples, times: [0.0, end], distances };
    };
    let most = near.iter().flatten().map(|sample| sample.d).fold(0.0, f64::max);
    let times = [first.t, last.t];
    samples.retain(|sample| (first.t..=last.t).contains(&sample.t));
    ShownSamples { samples, times, distances: [0.0, ABOVE_NEAR * most] }
}

/// Queries around the smallest distance of a miss, in the order of their times; `None` where fewer than three are near
/// it, and where these are all.
fn near_least(samples: &[Sample]) -> Option<Vec<Sample>> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| a.t.total_cmp(&b.t));
    let least = sorted.iter().map(|sample| sample.d).fold(f64::INFINITY, f64::min);
    let middle = sorted.iter().position(|sample| sample.d == least)?;
    let most = NEAR_LEAST * least;
    let first = sorted[..middle].iter().rposition(|sample| sample.d > most).map_or(0, |far| far + 1);
    let last = sorted[middle..].iter().position(|sample| sample.d > most).map_or(sorted.len(), |far| middle + far);
    let near = &sorted[first..last];
    (least > 0.0 && near.len() > 2 && near.len() < sorted.len()).then(|| near.to_vec())
}

/// Chart of the distance at all queried times, with the lower bound that the last one proves for later times.
fn chart(step: &StepContext<'_>, line: &str) -> Picture {
    let ShownSamples { mut samples, times: [start, end], distances: [low, high] } = shown_samples(step, line);
    let mut plot = Picture::default();
    plot.add(Role::Grid, "axis/t", axis(false, [start, end], false, "time, s"));
    plot.add(Role::Grid, "axis/d", axis(true, [low, high], false, "distance, m"));
    plot.segment(Role::Text, "zero", at(start, 0.0), at(end, 0.0));
    let now = match step.least {
        Some((t, _)) => samples.iter().find(|sample| sample.t == t).copied(),
        None => samples.last().copied(),
    };
    samples.sort_by(|a, b| a.t.total_cmp(&b.t));
    let points: Vec<DVec3> = samples.iter().map(|sample| at(sample.t, sample.d)).collect();
    let distinct = apart(&points, [end - start, high - low], now.map(|now| now.t));
    distinct.into_iter().for_each(|p| plot.point(Role::Closest, "asked", p));
    if points.len() > 1 {
        plot.add(Role::Closest, "asked", Form::Polyline { points, closed: false });
    }
    let Some(now) = now else { return plot };
    let distance = if step.context.pair.is_rounding(now.d) {
        String::from("d below rounding error")
    } else {
        format!("d = {}", step.context.pair.length(now.d).text)
    };
    plot.label(Role::Closest, "asked", at(now.t, now.d), distance);
    if let (Some((_, curve)), true) = (&step.after.axis, step.carried().is_some() && line != "judge") {
        let points: Vec<DVec3> =
            curve.iter().filter(|[t, gap]| *t <= end && *gap <= high).map(|[t, gap]| at(*t, gap.max(low))).collect();
        if let [_, .., tip] = points[..] {
            plot.add(Role::Bound, "bound", Form::Polyline { points, closed: false });
            plot.label(Role::Bound, "bound", tip, "gap along n");
        }
    } else if step.before.phase == Phase::Search
        && !matches!(line, "judge" | "stop-gap" | "start")
        && step.after.bound.is_some()
    {
        falling_bound(&mut plot, &now, (end, high));
    }
    if step.before.phase == Phase::Gap || step.after.phase == Phase::Gap && line == "gap" {
        lower_bounds(&mut plot, &samples, (end, [low, high]));
    }
    let [lower, upper] = step.known_bracket(line);
    let is_miss = line == "gap";
    if lower > 0.0 && !is_miss {
        moment(&mut plot, (Role::Lower, "lower", "t₀"), lower.min(end), 0.35 * high);
    }
    if upper.is_finite() && !is_miss {
        let met = upper.min(end) - lower.min(end) < APART * end;
        moment(&mut plot, (Role::Upper, "upper", if met { "" } else { "t₁" }), upper.min(end), 0.35 * high);
    }
    plot
}

/// Adds the lower bound that a query proves for later times, as a line that falls to 0 or leaves the chart, with its
/// slope.
fn falling_bound(plot: &mut Picture, now: &Sample, (end, high): (f64, f64)) {
    let closing = -now.slope + now.rotation;
    let start = now.lower.max(0.0);
    let last = match closing {
        closing if closing > 0.0 => (now.t + now.lower / closing).min(end),
        closing if closing < 0.0 => (now.t + (high - start) / -closing).min(end),
        _ => end,
    };
    let tip = at(last, now.lower_at(last).clamp(0.0, high));
    plot.segment(Role::Bound, "bound", at(now.t, start), tip);
    let slope = speed(closing.abs());
    let text = match closing {
        closing if closing > 0.0 => format!("closes by at most {slope}"),
        closing if closing < 0.0 => format!("grows by at least {slope}"),
        _ => String::from("does not close"),
    };
    plot.label(Role::Bound, "bound", at(now.t, start).lerp(tip, 0.6), text);
}

/// Adds the lower bound that all queries together prove, and a name at its lowest point.
fn lower_bounds(plot: &mut Picture, samples: &[Sample], (end, [low, high]): (f64, [f64; 2])) {
    let mut lowest = at(end, high);
    let after_last = samples.last().map(|last| [*last, Sample { t: end, ..*last }]);
    for (k, pair) in samples.windows(2).map(|pair| [pair[0], pair[1]]).chain(after_last).enumerate() {
        let [a, b] = pair;
        let is_between = k + 1 < samples.len();
        let times = (0..=16).map(|j| a.t + (b.t - a.t) * f64::from(j) / 16.0);
        let points: Vec<DVec3> = times
            .map(|t| {
                let bound = if is_between { a.lower_at(t).max(b.lower_at(t)) } else { a.lower_at(t) };
                at(t, bound.max(low))
            })
            .filter(|p| p.y <= high)
            .collect();
        lowest = points.iter().copied().fold(lowest, |lowest, p| if p.y < lowest.y { p } else { lowest });
        if points.len() > 1 {
            plot.add(Role::Bound, format!("bound/{k}"), Form::Polyline { points, closed: false });
        }
    }
    plot.label(Role::Bound, "bound", lowest, "lower bound");
}

/// Adds a vertical line at a time, with a name on top.
fn moment(plot: &mut Picture, (role, key, name): (Role, &'static str, &str), t: f64, high: f64) {
    plot.segment(role, key, at(t, 0.0), at(t, high));
    if !name.is_empty() {
        plot.label(role, key, at(t, high), name);
    }
}

/// Share of the chart below which two points would merge; the first one is drawn.
const APART: f64 = 0.016;

/// Points, from left to right, that are distinguishable in a chart of this size, and the point of time `now`.
fn apart(points: &[DVec3], [wide, high]: [f64; 2], now: Option<f64>) -> Vec<DVec3> {
    let now = points.iter().copied().find(|p| Some(p.x) == now);
    let mut kept: Vec<DVec3> = now.into_iter().collect();
    for p in points {
        if !kept.iter().any(|q| merges([wide, high], *p, *q)) {
            kept.push(*p);
        }
    }
    kept
}

/// Whether two points merge in a chart of this size.
fn merges([wide, high]: [f64; 2], p: DVec3, q: DVec3) -> bool {
    ((p.x - q.x) / wide).hypot((p.y - q.y) / high.max(1e-12)) < APART
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_of_moments_close_together_do_not_melt_and_the_one_at_hand_stays() {
        let points: Vec<DVec3> = (0..=1000).map(|k| at(f64::from(k) * 1e-3, 0.0)).collect();
        let kept = apart(&points, [1.0, 2.0], Some(0.5));
        assert!(kept.len() > 40 && kept.len() < 70, "{}", kept.len());
        assert!(kept.contains(&at(0.5, 0.0)) && kept.contains(&points[0]));
        assert!(kept.iter().all(|p| kept.iter().all(|q| q == p || q.distance(*p) >= APART)));
    }
}
