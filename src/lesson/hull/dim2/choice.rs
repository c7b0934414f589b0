//! Quiz questions of hulls in the plane: the side to which a path bends (Graham), and the next vertex (Jarvis).

use contact_lens_model::answer::point_name;
use glam::DVec3;

use super::{TurnDirection, turn_direction};
use crate::quiz::choice::shortlist;
use crate::{Beat, BodyContext, Choice, WORLD};

/// Largest number of points among the candidates.
const MAX_POINTS: usize = 6;

/// Smallest rank of a wrong candidate, radians; the right ones have the rank 0. The difference is larger than that up
/// to which ranks count as equal.
const LEAST_WRONG_RANK: f64 = 1e-3;

/// Question for the direction in which the path from `a` via `b` to `p` turns at `b`; `twice_area` is twice the signed
/// area of the triangle `a b p`, square meters, positive to the left. `None` if no beat answers the question.
pub(super) fn turn_choice([a, b, p]: [u32; 3], twice_area: f64, beats: &[Beat]) -> Option<Choice> {
    let direction = turn_direction(twice_area);
    let line = if direction == TurnDirection::Left { "push" } else { "drop" };
    let [a, b, p] = [a, b, p].map(point_name);
    let question = format!("Which way does {a} → {b} → {p} turn, and what happens to {b}?");
    let choice = Choice::at(beats, line, "turn", question)?;
    choice
        .with_candidate(format!("left: {b} stays, and {p} is pushed onto the stack"), direction == TurnDirection::Left)
        .with_candidate(format!("right: {b} is removed"), direction == TurnDirection::Right)
        .with_candidate(
            format!("straight on: {b} is between them and is removed"),
            direction == TurnDirection::Straight,
        )
        .validated()
}

/// Question for the hull vertex after `from`, before the first candidate is known; `next` is the answer. `None` if no
/// beat answers the question, and if the two coincide.
pub(super) fn next_vertex_choice([from, next]: [u32; 2], context: &BodyContext, beats: &[Beat]) -> Option<Choice> {
    let start = context.position(from);
    let end = context.position(next);
    let along = (end - start).try_normalize()?;
    let question = format!(
        "The march is at {}. Which point is the next vertex, with no other point to the right?",
        point_name(from)
    );
    let mut choice = Choice::at(beats, "first", "next vertex", question)?;
    choice.why = Some(format!(
        "{next} is the next hull vertex: no point is to the right of the line {} {next}.",
        point_name(from),
        next = point_name(next)
    ));
    let points = first_points_besides(start, context);
    // Points are ranked by their angle to the right direction; of points in one direction, only the farthest is right.
    let listed = shortlist(points, 1.0, MAX_POINTS, |point: &u32| {
        let position = context.position(*point);
        if position == end { 0.0 } else { angle_from(along, position - start).abs() + LEAST_WRONG_RANK }
    });
    for (point, is_right) in listed {
        choice = choice.with_candidate_point(WORLD, context.position(point), point_name(point), is_right);
    }
    choice.validated()
}

/// Points that are not at the position `start`; of coinciding points, only the first.
fn first_points_besides(start: DVec3, context: &BodyContext) -> Vec<u32> {
    let mut points = Vec::new();
    for point in 0..context.points.len() as u32 {
        let position = context.position(point);
        let is_first = (0..point).all(|earlier| context.position(earlier) != position);
        if position != start && is_first {
            points.push(point);
        }
    }
    points
}

/// Angle from the unit vector `along` to the vector `arm`, radians, counterclockwise, from −π to π.
fn angle_from(along: DVec3, arm: DVec3) -> f64 {
    let arm = arm.normalize_or_zero();
    along.cross(arm).z.atan2(along.dot(arm))
}
