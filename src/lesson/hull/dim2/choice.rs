//! Quiz questions of hulls in the plane: the side of the next point, and the next vertex of the march.

use glam::DVec3;

use super::turn_direction;
use crate::answer::point_name;
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, BodyContext, Choice, WORLD};

/// Largest number of points among the candidates.
const MAX_POINTS: usize = 6;

/// Question for the turn from `a` via `b` to `p`; `turn` is twice the signed area, positive to the left.
pub(super) fn turn_choice([a, b, p]: [u32; 3], turn: f64, beats: &[Beat]) -> Option<Choice> {
    let line = if turn > 0.0 { "push" } else { "drop" };
    let [a, b, p] = [a, b, p].map(point_name);
    let question = format!("Which way does {a} → {b} → {p} turn, and what happens to {b}?");
    let choice = Choice::at(beats, line, "turn", question)?;
    choice
        .with_candidate(format!("left: {b} stays, and {p} is pushed onto the stack"), turn_direction(turn) == "left")
        .with_candidate(format!("right: {b} is removed"), turn_direction(turn) == "right")
        .with_candidate(
            format!("straight on: {b} is between them and is removed"),
            turn_direction(turn) == "not at all",
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
    let angle =
        |p: DVec3| along.cross((p - start).normalize_or_zero()).z.atan2(along.dot((p - start).normalize_or_zero()));
    let listed = shortlist(points, 1.0, MAX_POINTS, |point: &u32| match context.position(*point) {
        at if at == end => 0.0,
        at => angle(at).abs() + 1e-3,
    });
    listed
        .into_iter()
        .fold(choice, |choice, (point, is_right)| {
            choice.with_candidate_point(WORLD, context.position(point), point_name(point), is_right)
        })
        .if_answerable()
}
