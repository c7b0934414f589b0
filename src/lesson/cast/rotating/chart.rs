//! Chart of the distance over time in a cast of rotating bodies: the queried distances, the lower bound that they
//! prove, and the bounds of the time of contact.

use contact_lens_model::snapshot::rotating::{AxisGap, Phase, Sample};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::step_context::StepContext;
use crate::cast::speed;
use crate::model::plot::{horizontal_axis, vertical_axis};

/// Largest lower bound that the chart shows, relative to the largest queried distance.
const MAX_GROWTH: f64 = 2.0;

/// End time of the chart, as a multiple of the time of the last query; limited to the end of the motion.
const END_TIME: f64 = 1.15;

/// Least end time of the chart, as a multiple of the time of the last query, so that this is not at the edge.
const MIN_END_TIME: f64 = 1.02;

/// Space above and below the curves of the chart, as a multiple of the extreme distance.
const BEYOND_CURVES: f64 = 1.1;

/// Least end time of the chart, seconds, so that its range of times is not empty.
const LEAST_END: f64 = 1e-9;

/// Least height of the chart, meters, so that its range of distances is not empty.
const LEAST_HEIGHT: f64 = 1e-12;

/// Height of the lines at the bounds of the time of contact, in heights of the chart.
const TIME_LINE: f64 = 0.35;

/// Place of the name of the falling bound on its line, from 0 (start) to 1 (tip).
const BOUND_NAME: f64 = 0.6;

/// Number of intervals of a drawn curve between two queries.
const CURVE_INTERVALS: u32 = 16;

/// Distance up to which a query is near the least distance, relative to the least distance.
const NEAR_LEAST: f64 = 16.0;

/// Height of the chart of queries near the least distance, relative to the largest of their distances.
const ABOVE_NEAR: f64 = 1.15;

/// Distance below which two dots would overlap, as a fraction of the chart's size.
const DISTINCT: f64 = 0.016;

/// Range of a chart.
#[derive(Clone, Copy)]
pub(super) struct ChartRange {
    /// First and last time, seconds.
    pub times: [f64; 2],
    /// Lowest and highest distance, meters.
    pub distances: [f64; 2],
}

/// Queries that the chart shows, in the order of the run, and its range.
struct ShownSamples {
    samples: Vec<Sample>,
    range: ChartRange,
}

/// Vertical line at a bound of the time of contact.
struct TimeLine<'a> {
    role: Role,
    key: &'static str,
    /// Name on top of the line; empty for none.
    name: &'a str,
    /// Time, seconds.
    t: f64,
}

/// Point of the chart at the time `t`, seconds, and the distance `d`, meters.
fn point_in_chart(t: f64, d: f64) -> DVec3 {
    DVec3::new(t, d, 0.0)
}

/// Range of the chart of the whole run.
pub(super) fn chart_range(step: &StepContext<'_>) -> ChartRange {
    let last = step.samples.iter().map(|sample| sample.t).fold(0.0, f64::max);
    let end = if last > 0.0 { END_TIME * last } else { step.after.t_max };
    let end = end.min(step.after.t_max).max(MIN_END_TIME * last).max(LEAST_END);
    let most = step.samples.iter().map(|sample| sample.d).fold(0.0, f64::max);
    let most_at_end = step.samples.iter().map(|sample| sample.lower_at(end)).fold(most, f64::max);
    let highest = most_at_end.min(MAX_GROWTH * most);
    let least = step.samples.iter().map(|sample| sample.d).fold(0.0, f64::min);
    // Distances that are all 0 get a chart of 1 m.
    let high = if highest > least { BEYOND_CURVES * highest } else { 1.0 };
    ChartRange { times: [0.0, end], distances: [BEYOND_CURVES * least, high.max(LEAST_HEIGHT)] }
}

/// Queries in the chart at a line of the listing: all of the run up to this step, or those near the least distance at
/// the line `gap` of a miss, if the last query is one of them.
fn shown_samples(step: &StepContext<'_>, line: &str) -> ShownSamples {
    let mut samples = step.after.samples.clone();
    let near = if line == "gap" { near_least(&samples) } else { None };
    let near = near.filter(|near| samples.last().is_some_and(|latest| near.contains(latest)));
    let Some([first, .., last]) = near.as_deref() else {
        return ShownSamples { samples, range: chart_range(step) };
    };
    let most = near.iter().flatten().map(|sample| sample.d).fold(0.0, f64::max);
    let times = [first.t, last.t];
    samples.retain(|sample| (first.t..=last.t).contains(&sample.t));
    ShownSamples { samples, range: ChartRange { times, distances: [0.0, ABOVE_NEAR * most] } }
}

/// Queries near the least distance of a miss, in the order of their times; `None` if fewer than three queries are near
/// it, and if all are.
fn near_least(samples: &[Sample]) -> Option<Vec<Sample>> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| a.t.total_cmp(&b.t));
    let least = sorted.iter().map(|sample| sample.d).fold(f64::INFINITY, f64::min);
    let middle = sorted.iter().position(|sample| sample.d == least)?;
    let most = NEAR_LEAST * least;
    let far_before = sorted[..middle].iter().rposition(|sample| sample.d > most);
    let far_after = sorted[middle..].iter().position(|sample| sample.d > most);
    let first = far_before.map_or(0, |far| far + 1);
    let end = far_after.map_or(sorted.len(), |far| middle + far);
    let near = &sorted[first..end];
    (least > 0.0 && near.len() > 2 && near.len() < sorted.len()).then(|| near.to_vec())
}

/// Chart of the distance at the queried times, with the lower bound that the queries prove.
pub(super) fn chart(step: &StepContext<'_>, line: &str) -> Picture {
    let ShownSamples { mut samples, range } = shown_samples(step, line);
    let mut plot = Picture::default();
    add_axes(&mut plot, range);
    // The query of this step, or the one with the least distance at the end of a miss.
    let current = match step.least {
        Some(query) => samples.iter().find(|sample| sample.t == query.t).copied(),
        None => samples.last().copied(),
    };
    samples.sort_by(|a, b| a.t.total_cmp(&b.t));
    let points: Vec<DVec3> = samples.iter().map(|sample| point_in_chart(sample.t, sample.d)).collect();
    for p in distinct_points(&points, range, current.map(|sample| sample.t)) {
        plot.point(Role::Closest, "asked", p);
    }
    let Some(current) = current else { return plot };
    plot.label(Role::Closest, "asked", point_in_chart(current.t, current.d), distance_text(step, current.d));
    let carried = step.after.axis.as_ref().filter(|_| step.new_carried_axis().is_some() && line != "judge");
    let states_bound = step.before.phase == Phase::Search && !matches!(line, "judge" | "stop-gap" | "start");
    if let Some(carried) = carried {
        add_gap_along_carried_normal(&mut plot, carried, range);
    } else if states_bound && step.after.bound.is_some() {
        add_falling_bound(&mut plot, &current, range);
    }
    let begins_gap_phase = step.after.phase == Phase::Gap && line == "gap";
    if step.before.phase == Phase::Gap || begins_gap_phase {
        add_lower_bounds(&mut plot, &samples, range);
    }
    // The line "gap" belongs to a miss, which has no time of contact.
    if line != "gap" {
        add_bracket(&mut plot, step.known_bracket(line), range);
    }
    plot
}

/// Adds the axes, and a horizontal line at the distance 0.
fn add_axes(plot: &mut Picture, range: ChartRange) {
    let [start, end] = range.times;
    plot.add(Role::Grid, "axis/t", horizontal_axis(range.times, "time, s"));
    plot.add(Role::Grid, "axis/d", vertical_axis(range.distances, "distance d, m"));
    plot.segment(Role::Text, "zero", point_in_chart(start, 0.0), point_in_chart(end, 0.0));
}

/// Text of the queried distance `d`, meters.
fn distance_text(step: &StepContext<'_>, d: f64) -> String {
    if step.context.pair.is_rounding(d) {
        String::from("d below rounding error")
    } else {
        format!("d = {}", step.context.pair.length(d).text)
    }
}

/// Adds the gap along a carried normal as a curve, as far as it is in the chart.
fn add_gap_along_carried_normal(plot: &mut Picture, carried: &AxisGap, range: ChartRange) {
    let [_, end] = range.times;
    let [low, high] = range.distances;
    let shown = carried.curve.iter().filter(|[t, gap]| *t <= end && *gap <= high);
    let points: Vec<DVec3> = shown.map(|[t, gap]| point_in_chart(*t, gap.max(low))).collect();
    if let [_, .., tip] = points[..] {
        plot.add(Role::Bound, "bound", Form::Polyline { points, closed: false });
        plot.label(Role::Bound, "bound", tip, "gap along n");
    }
}

/// Adds the lower bound that the query `current` proves for later times, as a line that falls to 0 or leaves the chart,
/// with its slope.
fn add_falling_bound(plot: &mut Picture, current: &Sample, range: ChartRange) {
    let [_, end] = range.times;
    let [_, high] = range.distances;
    let closing = -current.slope + current.rotation;
    let start = current.lower.max(0.0);
    let slope = speed(closing.abs());
    let (last, text) = if closing > 0.0 {
        let zero = current.t + current.lower / closing;
        (zero.min(end), format!("lower bound, closes by at most {slope}"))
    } else if closing < 0.0 {
        let top = current.t + (high - start) / -closing;
        (top.min(end), format!("lower bound, grows by at least {slope}"))
    } else {
        (end, String::from("does not close"))
    };
    let tip = point_in_chart(last, current.lower_at(last).clamp(0.0, high));
    plot.segment(Role::Bound, "bound", point_in_chart(current.t, start), tip);
    plot.label(Role::Bound, "bound", point_in_chart(current.t, start).lerp(tip, BOUND_NAME), text);
}

/// Adds the lower bound that all queries together prove, as curves between them, and a name at the lowest point.
/// `samples` are sorted by time.
fn add_lower_bounds(plot: &mut Picture, samples: &[Sample], range: ChartRange) {
    let [_, end] = range.times;
    let [low, high] = range.distances;
    let mut lowest = point_in_chart(end, high);
    let after_last = samples.last().map(|last| [*last, Sample { t: end, ..*last }]);
    let between = samples.windows(2).map(|pair| [pair[0], pair[1]]);
    for (k, [a, b]) in between.chain(after_last).enumerate() {
        let is_between = k + 1 < samples.len();
        let mut points = Vec::new();
        for j in 0..=CURVE_INTERVALS {
            let t = a.t + (b.t - a.t) * f64::from(j) / f64::from(CURVE_INTERVALS);
            // Between two queries, the better one of both bounds holds.
            let bound = if is_between { a.lower_at(t).max(b.lower_at(t)) } else { a.lower_at(t) };
            let p = point_in_chart(t, bound.max(low));
            if p.y <= high {
                points.push(p);
            }
        }
        lowest = points.iter().copied().fold(lowest, |lowest, p| if p.y < lowest.y { p } else { lowest });
        if points.len() > 1 {
            plot.add(Role::Bound, format!("bound/{k}"), Form::Polyline { points, closed: false });
        }
    }
    plot.label(Role::Bound, "bound", lowest, "lower bound");
}

/// Adds vertical lines at the bounds of the time of contact, seconds: the lower one if it is above 0, and the upper one
/// if it is finite. Lines at the same place share the name of the lower bound.
fn add_bracket(plot: &mut Picture, [lower, upper]: [f64; 2], range: ChartRange) {
    let [_, end] = range.times;
    let [_, high] = range.distances;
    if lower > 0.0 {
        let name = "t₀, no contact before";
        add_time_line(plot, TimeLine { role: Role::Lower, key: "lower", name, t: lower.min(end) }, TIME_LINE * high);
    }
    if upper.is_finite() {
        let is_same_line = upper.min(end) - lower.min(end) < DISTINCT * end;
        let name = if is_same_line { "" } else { "t₁, contact by" };
        add_time_line(plot, TimeLine { role: Role::Upper, key: "upper", name, t: upper.min(end) }, TIME_LINE * high);
    }
}

/// Adds a vertical line from the distance 0 to the distance `top`, meters, with its name on top.
fn add_time_line(plot: &mut Picture, TimeLine { role, key, name, t }: TimeLine<'_>, top: f64) {
    plot.segment(role, key, point_in_chart(t, 0.0), point_in_chart(t, top));
    if !name.is_empty() {
        plot.label(role, key, point_in_chart(t, top), name);
    }
}

/// Points whose dots do not overlap in a chart of this range: the point at the time `current`, seconds, if there is
/// one, and others from left to right.
fn distinct_points(points: &[DVec3], range: ChartRange, current: Option<f64>) -> Vec<DVec3> {
    let current_point = points.iter().copied().find(|p| Some(p.x) == current);
    let mut kept: Vec<DVec3> = current_point.into_iter().collect();
    for p in points {
        if !kept.iter().any(|q| overlap_as_dots(range, *p, *q)) {
            kept.push(*p);
        }
    }
    kept
}

/// Whether the dots of two points overlap in a chart of this range.
fn overlap_as_dots(range: ChartRange, p: DVec3, q: DVec3) -> bool {
    let width = range.times[1] - range.times[0];
    let height = range.distances[1] - range.distances[0];
    ((p.x - q.x) / width).hypot((p.y - q.y) / height.max(LEAST_HEIGHT)) < DISTINCT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_dots_are_thinned_out_and_the_current_one_is_kept() {
        let points: Vec<DVec3> = (0..=1000).map(|k| point_in_chart(f64::from(k) * 1e-3, 0.0)).collect();
        let range = ChartRange { times: [0.0, 1.0], distances: [0.0, 2.0] };
        let kept = distinct_points(&points, range, Some(0.5));
        assert!(kept.len() > 40 && kept.len() < 70, "{}", kept.len());
        assert!(kept.contains(&point_in_chart(0.5, 0.0)) && kept.contains(&points[0]));
        assert!(kept.iter().all(|p| kept.iter().all(|q| q == p || q.distance(*p) >= DISTINCT)));
    }
}
