//! Costs of a label's place: the dots and lines that it covers, leaders that cross others, and a box half on its body.
//! Costs are in arbitrary units, comparable among themselves.

use glam::DVec2;

use super::geometry::{length_within, segments_cross};
use super::slots::{BODY_CLEARANCE, reach_of_slots};
use super::{Choice, LabelBox, LabelPane, LabelRequest};
use crate::page::backing::polygon_contains;
use crate::segment::distance_in_pane;

/// Cost of a box half on the named body: a name is next to it, or wholly on it.
const HALF_ON_BODY_COST: f64 = 40.0;

/// Cost of a leader that crosses another one.
const CROSSED_LEADER_COST: f64 = 30.0;

/// Cost of a label without a leader that is nearer to another dot than to its own point: it would be taken for the name
/// of that dot.
const NEARER_DOT_COST: f64 = 16.0;

/// Distance from a label's point, points, up to which a dot is at the point.
const OWN_DOT: f64 = 2.0;

/// Cost of covering a dot.
const DOT_COST: f64 = 40.0;

/// Least cost of a line through the label.
const MIN_LINE_COST: f64 = 6.0;

/// Cost of a line per point of its length in the label.
const LINE_COST_PER_POINT: f64 = 0.6;

/// Largest cost of a line through the label.
const MAX_LINE_COST: f64 = 30.0;

/// Cost of a leader through a label.
const LEADER_THROUGH_LABEL_COST: f64 = 30.0;

/// Cost of a leader over a dot.
const LEADER_OVER_DOT_COST: f64 = 12.0;

/// Obstacles that one label or its leader can touch.
pub(super) struct Obstacles {
    /// Dots: center and radius, points.
    dots: Vec<(DVec2, f64)>,
    lines: Vec<[DVec2; 2]>,
}

impl Obstacles {
    /// Dots and lines of a pane that a label or its leader can touch in any of its slots.
    pub(super) fn near(request: &LabelRequest, pane: &LabelPane) -> Self {
        let reach = reach_of_slots(request);
        let min = request.at - reach;
        let max = request.at + reach;
        let dots = pane.dots.iter().copied();
        let lines = pane.lines.iter().copied();
        Self {
            dots: dots
                .filter(|(dot, radius)| (*dot - *radius).cmple(max).all() && (*dot + *radius).cmpge(min).all())
                .collect(),
            lines: lines.filter(|[a, b]| a.min(*b).cmple(max).all() && a.max(*b).cmpge(min).all()).collect(),
        }
    }

    /// Cost of a place with its obstacles, added to `base`, the cost of its slot; `None` if the sum is not below
    /// `limit`. `anchor` is the point that the label names, `others` are the labels placed so far.
    pub(super) fn add_cost(
        &self,
        place: &LabelBox,
        anchor: DVec2,
        others: &[Option<Choice>],
        base: f64,
        limit: f64,
    ) -> Option<f64> {
        let mut cost = 0.0;
        let anchor_distance = anchor.distance(anchor.clamp(place.min, place.max));
        for &(dot, radius) in &self.dots {
            let distance = dot.distance(dot.clamp(place.min, place.max));
            if distance < radius {
                cost += DOT_COST;
            } else if place.leader.is_none() && distance < anchor_distance && dot.distance(anchor) > OWN_DOT {
                cost += NEARER_DOT_COST;
            }
        }
        for &[a, b] in &self.lines {
            let covered_length = length_within(a, b, place.min, place.max);
            if covered_length > 0.0 {
                cost += (MIN_LINE_COST + LINE_COST_PER_POINT * covered_length).min(MAX_LINE_COST);
            }
            // Further obstacles only add costs.
            if base + cost >= limit {
                return None;
            }
        }
        if let Some([from, to]) = place.leader {
            for other in others.iter().flatten() {
                let LabelBox { min, max, leader } = other.place;
                let crosses_leader = leader.is_some_and(|ends| segments_cross([from, to], ends));
                cost += if length_within(from, to, min, max) > 0.0 { LEADER_THROUGH_LABEL_COST } else { 0.0 };
                cost += if crosses_leader { CROSSED_LEADER_COST } else { 0.0 };
            }
            let crossed = self.dots.iter().filter(|(dot, radius)| {
                let is_crossed = distance_in_pane(*dot, [from, to]) < *radius;
                *dot != anchor && is_crossed
            });
            cost += crossed.count() as f64 * LEADER_OVER_DOT_COST;
        }
        for other in others.iter().flatten() {
            if let Some([from, to]) = other.place.leader {
                let is_crossed = length_within(from, to, place.min, place.max) > 0.0;
                cost += if is_crossed { LEADER_THROUGH_LABEL_COST } else { 0.0 };
            }
        }
        let sum = base + cost;
        if sum >= limit { None } else { Some(sum) }
    }
}

/// Cost of a box that is partly on the silhouette `body`: 0 when wholly on or off, the most when half of it is on.
pub(super) fn half_on_body_cost(body: &[DVec2], place: &LabelBox) -> f64 {
    const ALONG: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    // Also samples the middle, since a body may be thinner than the letters are high.
    const ACROSS: [f64; 3] = [0.15, 0.5, 0.85];
    if body.len() < 3 {
        return 0.0;
    }
    let min = place.min - BODY_CLEARANCE;
    let max = place.max + BODY_CLEARANCE;
    let samples = ALONG.iter().flat_map(|x| ACROSS.map(|y| min + DVec2::new(*x, y) * (max - min)));
    let share = samples.filter(|p| polygon_contains(body, *p)).count() as f64 / (ACROSS.len() * ALONG.len()) as f64;
    // The parabola is 0 at the shares 0 and 1, and 1 at one half.
    HALF_ON_BODY_COST * (4.0 * share * (1.0 - share))
}

#[cfg(test)]
mod tests {
    use super::super::{LabelPane, Memory, arrange};
    use super::*;
    use crate::Key;

    #[test]
    fn a_label_without_a_leader_is_nearest_to_its_own_dot() {
        let dots: Vec<(DVec2, f64)> =
            [[200.0, 200.0], [208.0, 205.0], [202.0, 216.0]].map(|at| (DVec2::from(at), 4.0)).to_vec();
        let mut requests: Vec<LabelRequest> = Vec::new();
        for (i, (at, _)) in dots.iter().enumerate() {
            requests.push(LabelRequest {
                key: Key::from(format!("a/{i}")),
                at: *at,
                size: DVec2::new(16.0, 14.0),
                rank: 5,
                ink: [0; 4],
                body: Vec::new(),
            });
        }
        let pane = LabelPane {
            min: DVec2::ZERO,
            max: DVec2::splat(400.0),
            dots: &dots,
            lines: &[],
            taken: &[],
            frames: &[],
            backing: None,
        };
        for (i, place) in arrange(&requests, &pane, &mut Memory::default()).into_iter().enumerate() {
            let place = place.expect("there is space for three labels");
            let distances: Vec<f64> = dots.iter().map(|(at, _)| at.distance(at.clamp(place.min, place.max))).collect();
            let is_nearest = distances.iter().all(|distance| *distance >= distances[i]);
            assert!(is_nearest || place.leader.is_some(), "label {i} at {place:?}");
        }
    }
}
