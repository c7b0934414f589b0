//! Pictures of a cast of rotating bodies: the bodies at the queried time, and a chart of the distance over time with
//! its proven lower bound.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::step_context::{StepContext, mentions_normal};
use super::surfaces::{self, BODIES};
use super::{RotatingContext, SEPARATION, rotation_marks};
use crate::lesson::cast::speed;
use crate::lesson::model::plot::{horizontal_axis, vertical_axis};
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

/// Backdrop: the bodies that do not move, and space for the moving bodies at the start.
pub(super) fn backdrop(context: &RotatingContext) -> Arc<Backdrop> {
    let start = context.pair.backdrop();
    let all = start.pictures.of(WORLD);
    let mut world: Picture = all.marks.iter().filter(|mark| !is_moving(context, mark)).cloned().collect();
    world.reserve(Bounds::of(all).corners().into_iter().flatten());
    Arc::new(Backdrop { pictures: Pictures::world(world) })
}

/// Adds the moving bodies at the start, unless they have moved too little until time `t`, seconds, to be visible.
fn add_start(context: &RotatingContext, world: &mut Picture, t: f64) {
    if !context.moves_visibly(t) {
        return;
    }
    let start = context.pair.backdrop();
    for mark in start.pictures.of(WORLD).marks.iter().filter(|mark| is_moving(context, mark)) {
        world.add(Role::Ghost, format!("start/{}", mark.key.0), mark.form.clone());
    }
}

/// Pictures of a step at a line of the listing.
pub(super) fn pictures_at_line(step: &StepContext<'_>, line: &str) -> Pictures {
    let mut pictures = Pictures::default();
    let t = step.shown_time();
    let world = pictures.edit(WORLD);
    add_start(step.context, world, t);
    add_bodies_at(step.context, world, t, None);
    add_bodies_at_bracket(step, world, line);
    let mut is_touching = false;
    if let Some(found) = step.shown_query() {
        let shift = step.context.pair.space.position + step.context.course.velocities[0] * t;
        let [a, b] = found.witness.map(|p| shift + p);
        let is_overlap = found.d.is_some_and(|d| d < 0.0);
        // Bodies in contact have no visible distance or depth.
        is_touching = step.is_touching();
        if is_touching {
            add_named_point(world, Role::Witness, "witness/b", b, "contact");
        } else {
            step.context.pair.add_distance(world, [a, b], is_overlap);
            step.context.pair.magnify_world(world, [a, b]);
            surfaces::put_witnesses_on_surfaces(step, world, [a, b], found.normal);
            add_named_point(world, Role::Witness, "witness/a", a, "a");
            add_named_point(world, Role::Witness, "witness/b", b, "b");
        }
        // Only sentences that mention the normal have its arrow.
        if let Some(n) = found.normal.filter(|_| mentions_normal(line)) {
            // The arrow begins at the front point, so that it does not cover the line between the points.
            let from = if is_overlap { a } else { b };
            let tip = from + n * normal_length(step.context.pair.radii);
            world.arrow(Role::Normal, "n", from, tip);
            world.label(Role::Normal, "n", tip, "n");
            if line == "bound" {
                rotation_marks::add_rotations(step, world, n);
            }
        }
    }
    let focus = focus(step, pictures.of(WORLD));
    *pictures.edit(SEPARATION.id) = chart(step, line);
    // One query makes no curve.
    if step.samples.len() < 2 {
        pictures.unused.push(SEPARATION.id);
    }
    if is_touching {
        pictures = pictures.naming(Role::Witness, "contact point");
    }
    pictures.facing(focus)
}

/// Length of the normal's arrow, meters, for bodies with these half diagonals: visible next to the smaller one.
fn normal_length([a, b]: [f64; 2]) -> f64 {
    let smaller = if a.min(b) > 0.0 { a.min(b) } else { a.max(b) };
    NORMAL_LENGTH * smaller
}

/// Length of the normal's arrow, in half diagonals of the smaller body.
const NORMAL_LENGTH: f64 = 0.9;

/// Extent of the bodies of a sub-step, as a fraction of the extent of the whole motion, below which the figure of the
/// sub-step shows these bodies only.
const SMALL_EXTENT: f64 = 0.4;

/// Focus on the bodies and points of this sub-step, given its marks in the world; `None` if they are not small compared
/// with the whole motion.
fn focus(step: &StepContext<'_>, world: &Picture) -> Option<Focus> {
    let context = step.context;
    let (end, _) = chart_extent(step);
    let [low, high] = Bounds::of(world).corners()?;
    let paths = [0, 1].map(|body| context.course.velocities[body].length() * end + 2.0 * context.pair.radii[body]);
    let motion_extent = paths.into_iter().fold(0.0, f64::max);
    let corners = (0..8).map(|k| {
        let is_high = [1, 2, 4].map(|bit| k & bit != 0);
        DVec3::from_array([0, 1, 2].map(|axis| if is_high[axis] { high[axis] } else { low[axis] }))
    });
    (low.distance(high) < SMALL_EXTENT * motion_extent).then(|| Focus { side: None, points: corners.collect() })
}

/// Adds both bodies at the bounds of the time of contact, where they look different from the bodies at the shown time.
/// A miss has no such bounds.
fn add_bodies_at_bracket(step: &StepContext<'_>, world: &mut Picture, line: &str) {
    if line == "gap" {
        return;
    }
    let context = step.context;
    let now = step.shown_time();
    let [from, to] = step.known_bracket(line);
    for (t, role, name) in [(from, Role::First, "t₀"), (to, Role::Last, "t₁")] {
        if t > 0.0 && t < step.after.t_max && context.moves_visibly(t - now) && to >= from {
            add_bodies_at(context, world, t, Some((role, name)));
        }
    }
}

/// Adds the moving bodies at time `t`, seconds: in their own roles, or in the role of `bound` and with its name.
fn add_bodies_at(context: &RotatingContext, world: &mut Picture, t: f64, bound: Option<(Role, &str)>) {
    for (body, role) in BODIES.into_iter().enumerate() {
        let start = context.origin(body, 0.0);
        let now = context.origin(body, t);
        let rotation = DQuat::from_scaled_axis(context.course.spins[body] * t);
        if context.course.velocities[body] == DVec3::ZERO && context.course.spins[body] == DVec3::ZERO {
            continue;
        }
        let backdrop = context.pair.backdrop();
        let own = backdrop.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == role);
        let marks: Vec<(&Mark, Form)> = own
            .filter_map(|mark| Some((mark, mark.form.transformed(rotation, |p: DVec3| now + rotation * (p - start))?)))
            .collect();
        for (mark, form) in marks {
            let (role, prefix) = bound.unwrap_or((role, "at"));
            world.add(role, format!("{prefix}/{}", mark.key.0), form);
        }
        if let Some((_, name)) = bound {
            let key = format!("{name}/middle/{body}");
            world.point(role, key.clone(), now);
            world.label(role, key, now, name);
        }
    }
}

/// Point of the chart at the time `t`, seconds, and the distance `d`, meters.
fn point_in_chart(t: f64, d: f64) -> DVec3 {
    DVec3::new(t, d, 0.0)
}

/// Largest lower bound that the chart shows, relative to the largest queried distance.
const MAX_GROWTH: f64 = 2.0;

/// End time of the chart, as a multiple of the time of the last query. It is limited to the end of the motion, but is
/// at least the second multiple, so that the last query is not at the edge.
const END_TIME: f64 = 1.15;
const MIN_END_TIME: f64 = 1.02;

/// Space above and below the curves of the chart, as a multiple of the extreme distance.
const BEYOND_CURVES: f64 = 1.1;

/// Least end time, seconds, and least height of the chart, meters, so that neither range is empty.
const LEAST_END: f64 = 1e-9;
const LEAST_HEIGHT: f64 = 1e-12;

/// Height of the lines at the bounds of the time of contact, in heights of the chart.
const TIME_LINE: f64 = 0.35;

/// Place of the name of the falling bound on its line, from 0 (start) to 1 (tip).
const BOUND_NAME: f64 = 0.6;

/// Number of intervals of a drawn curve between two queries.
const CURVE_INTERVALS: u32 = 16;

/// Extent of the chart of the whole run: end time, seconds, and range of distances, meters.
fn chart_extent(step: &StepContext<'_>) -> (f64, [f64; 2]) {
    let last = step.samples.iter().map(|sample| sample.t).fold(0.0, f64::max);
    let t = if last > 0.0 { END_TIME * last } else { step.after.t_max };
    let t = t.min(step.after.t_max).max(MIN_END_TIME * last).max(LEAST_END);
    let most = step.samples.iter().map(|sample| sample.d).fold(0.0, f64::max);
    let grown = step.samples.iter().map(|sample| sample.lower_at(t)).fold(most, f64::max).min(MAX_GROWTH * most);
    let least = step.samples.iter().map(|sample| sample.d).fold(0.0, f64::min);
    let most = if grown > least { BEYOND_CURVES * grown } else { 1.0 };
    (t, [BEYOND_CURVES * least, most.max(LEAST_HEIGHT)])
}

/// Distance up to which a query is near the least distance, relative to the least distance.
const NEAR_LEAST: f64 = 16.0;

/// Height of the chart of queries near the least distance, relative to the largest of their distances.
const ABOVE_NEAR: f64 = 1.15;

/// Queries that the chart shows, in the order of the run, and its range.
struct ShownSamples {
    samples: Vec<Sample>,
    /// Range of times, seconds.
    times: [f64; 2],
    /// Range of distances, meters.
    distances: [f64; 2],
}

/// Queries in the chart at a line of the listing: all so far, or those near the least distance if the line is about the
/// least distance of a miss.
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

/// Queries near the least distance of a miss, in the order of their times; `None` if fewer than three queries are near
/// it, and if all are.
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

/// Chart of the distance at the queried times, with the lower bound that the queries prove.
fn chart(step: &StepContext<'_>, line: &str) -> Picture {
    let ShownSamples { mut samples, times: [start, end], distances: [low, high] } = shown_samples(step, line);
    let mut plot = Picture::default();
    plot.add(Role::Grid, "axis/t", horizontal_axis([start, end], "time, s"));
    plot.add(Role::Grid, "axis/d", vertical_axis([low, high], "distance d, m"));
    plot.segment(Role::Text, "zero", point_in_chart(start, 0.0), point_in_chart(end, 0.0));
    let now = match step.least {
        Some(query) => samples.iter().find(|sample| sample.t == query.t).copied(),
        None => samples.last().copied(),
    };
    samples.sort_by(|a, b| a.t.total_cmp(&b.t));
    let points: Vec<DVec3> = samples.iter().map(|sample| point_in_chart(sample.t, sample.d)).collect();
    let dots = distinct_points(&points, [end - start, high - low], now.map(|now| now.t));
    dots.into_iter().for_each(|p| plot.point(Role::Closest, "asked", p));
    let Some(now) = now else { return plot };
    let distance = if step.context.pair.is_rounding(now.d) {
        String::from("d below rounding error")
    } else {
        format!("d = {}", step.context.pair.length(now.d).text)
    };
    plot.label(Role::Closest, "asked", point_in_chart(now.t, now.d), distance);
    if let (Some(carried), true) = (&step.after.axis, step.new_carried_axis().is_some() && line != "judge") {
        let points: Vec<DVec3> = carried
            .curve
            .iter()
            .filter(|[t, gap]| *t <= end && *gap <= high)
            .map(|[t, gap]| point_in_chart(*t, gap.max(low)))
            .collect();
        if let [_, .., tip] = points[..] {
            plot.add(Role::Bound, "bound", Form::Polyline { points, closed: false });
            plot.label(Role::Bound, "bound", tip, "gap along n");
        }
    } else if step.before.phase == Phase::Search
        && !matches!(line, "judge" | "stop-gap" | "start")
        && step.after.bound.is_some()
    {
        add_falling_bound(&mut plot, &now, (end, high));
    }
    if step.before.phase == Phase::Gap || step.after.phase == Phase::Gap && line == "gap" {
        add_lower_bounds(&mut plot, &samples, (end, [low, high]));
    }
    let [lower, upper] = step.known_bracket(line);
    let is_miss = line == "gap";
    if lower > 0.0 && !is_miss {
        add_time_line(&mut plot, (Role::Lower, "lower", "t₀, no contact before"), lower.min(end), TIME_LINE * high);
    }
    if upper.is_finite() && !is_miss {
        let is_same_line = upper.min(end) - lower.min(end) < DISTINCT * end;
        add_time_line(
            &mut plot,
            (Role::Upper, "upper", if is_same_line { "" } else { "t₁, contact by" }),
            upper.min(end),
            TIME_LINE * high,
        );
    }
    plot
}

/// Adds the lower bound that the query `now` proves for later times, as a line that falls to 0 or leaves the chart,
/// with its slope. The chart ends at the time `end`, seconds, and at the distance `high`, meters.
fn add_falling_bound(plot: &mut Picture, now: &Sample, (end, high): (f64, f64)) {
    let closing = -now.slope + now.rotation;
    let start = now.lower.max(0.0);
    let last = match closing {
        closing if closing > 0.0 => (now.t + now.lower / closing).min(end),
        closing if closing < 0.0 => (now.t + (high - start) / -closing).min(end),
        _ => end,
    };
    let tip = point_in_chart(last, now.lower_at(last).clamp(0.0, high));
    plot.segment(Role::Bound, "bound", point_in_chart(now.t, start), tip);
    let slope = speed(closing.abs());
    let text = match closing {
        closing if closing > 0.0 => format!("lower bound, closes by at most {slope}"),
        closing if closing < 0.0 => format!("lower bound, grows by at least {slope}"),
        _ => String::from("does not close"),
    };
    plot.label(Role::Bound, "bound", point_in_chart(now.t, start).lerp(tip, BOUND_NAME), text);
}

/// Adds the lower bound that all queries together prove, as curves between them, and a name at the lowest point.
/// `samples` are sorted by time; the chart ends at the time `end`, seconds, and shows distances from `low` to `high`,
/// meters.
fn add_lower_bounds(plot: &mut Picture, samples: &[Sample], (end, [low, high]): (f64, [f64; 2])) {
    let mut lowest = point_in_chart(end, high);
    let after_last = samples.last().map(|last| [*last, Sample { t: end, ..*last }]);
    for (k, pair) in samples.windows(2).map(|pair| [pair[0], pair[1]]).chain(after_last).enumerate() {
        let [a, b] = pair;
        let is_between = k + 1 < samples.len();
        let times = (0..=CURVE_INTERVALS).map(|j| a.t + (b.t - a.t) * f64::from(j) / f64::from(CURVE_INTERVALS));
        let points: Vec<DVec3> = times
            .map(|t| {
                let bound = if is_between { a.lower_at(t).max(b.lower_at(t)) } else { a.lower_at(t) };
                point_in_chart(t, bound.max(low))
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

/// Adds a vertical line at the time `t`, seconds, up to the distance `high`, meters, with a name on top.
fn add_time_line(plot: &mut Picture, (role, key, name): (Role, &'static str, &str), t: f64, high: f64) {
    plot.segment(role, key, point_in_chart(t, 0.0), point_in_chart(t, high));
    if !name.is_empty() {
        plot.label(role, key, point_in_chart(t, high), name);
    }
}

/// Distance below which two dots would overlap, as a fraction of the chart's size.
const DISTINCT: f64 = 0.016;

/// Points whose dots do not overlap in a chart of this size: the point at the time `now`, and others from left to
/// right.
fn distinct_points(points: &[DVec3], [width, height]: [f64; 2], now: Option<f64>) -> Vec<DVec3> {
    let now = points.iter().copied().find(|p| Some(p.x) == now);
    let mut kept: Vec<DVec3> = now.into_iter().collect();
    for p in points {
        if !kept.iter().any(|q| overlap_as_dots([width, height], *p, *q)) {
            kept.push(*p);
        }
    }
    kept
}

/// Whether the dots of two points overlap in a chart of this size.
fn overlap_as_dots([width, height]: [f64; 2], p: DVec3, q: DVec3) -> bool {
    ((p.x - q.x) / width).hypot((p.y - q.y) / height.max(LEAST_HEIGHT)) < DISTINCT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_of_moments_close_together_do_not_melt_and_the_one_at_hand_stays() {
        let points: Vec<DVec3> = (0..=1000).map(|k| point_in_chart(f64::from(k) * 1e-3, 0.0)).collect();
        let kept = distinct_points(&points, [1.0, 2.0], Some(0.5));
        assert!(kept.len() > 40 && kept.len() < 70, "{}", kept.len());
        assert!(kept.contains(&point_in_chart(0.5, 0.0)) && kept.contains(&points[0]));
        assert!(kept.iter().all(|p| kept.iter().all(|q| q == p || q.distance(*p) >= DISTINCT)));
    }
}
