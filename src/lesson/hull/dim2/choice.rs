//! Quiz questions of hulls in the plane: the side of the next point, and the next vertex of the march.

use glam::DVec3;

use super::{TurnDirection, turn_direction};
use crate::answer::point_name;
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, BodyContext, Choice, WORLD};

/// Largest number of points among the candidates.
const MAX_POINTS: usize = 6;

/// Smallest rank of a wrong candidate, radians; the right ones have the rank 0.
const LEAST_WRONG_RANK: f64 = 1e-3;

/// Question for the side to which the path from `a` via `b` to `p` bends; `twice_area` is twice the signed area of the
/// triangle, positive to the left.
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
        .if_answerable()
}

/// Question for the vertex after `from`, at the first line from there; `next` is the answer.
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
    // Of coinciding points, only the first is a candidate.
    let others = (0..context.points.len() as u32).filter(|point| context.position(*point) != start);
    let points: Vec<u32> =
        others.filter(|point| (0..*point).all(|other| context.position(other) != context.position(*point))).collect();
    // Points are ranked by their angle to the right direction; of points in one direction, only the farthest is right.
    let listed = shortlist(points, 1.0, MAX_POINTS, |point: &u32| match context.position(*point) {
        position if position == end => 0.0,
        position => angle_from(along, position - start).abs() + LEAST_WRONG_RANK,
    });
    listed
        .into_iter()
        .fold(choice, |choice, (point, is_right)| {
            choice.with_candidate_point(WORLD, context.position(point), point_name(point), is_right)
        })
        .if_answerable()
}

/// Angle from the unit vector `along` to the vector `arm`, radians, counterclockwise, from −π to π.
fn angle_from(along: DVec3, arm: DVec3) -> f64 {
    let arm = arm.normalize_or_zero();
    along.cross(arm).z.atan2(along.dot(arm))
}
