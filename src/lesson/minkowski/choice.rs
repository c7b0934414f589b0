//! Quiz questions of Minkowski differences: the next edge in the plane, the farthest feature and the crossing arcs in
//! space.

use super::{MinkowskiView, in_order, normal_of};
use crate::lesson::quiz::farthest::{SupportSearch, farthest_vertex_question};
use crate::lesson::{Beat, Choice, WORLD, corner_names};
use crate::picture::Role;
use crate::snapshot::minkowski::FacetOrigin;

/// Question for the next of two edges: `order` is 1 for A's, −1 for B's, 0 if they are parallel.
pub(super) fn next_edge_choice([a, b]: [&str; 2], order: i32, beats: &[Beat]) -> Option<Choice> {
    let question = format!("Which edge of A − B comes next: {a} of A, or {b} of −B?");
    let choice = Choice::at(beats, "turn", "next edge", question)?.with_pictures_before_answer(beats);
    choice
        .with_candidate(format!("{a} of A: its angle is less"), order > 0)
        .with_candidate(format!("{b} of −B: its angle is less"), order < 0)
        .with_candidate("both as one edge: they are parallel", order == 0)
        .if_answerable()
}

/// Question for the vertex of the other body that is farthest along the normal of a face of A (`body` 0) or −B (1);
/// each of equally far vertices is a right answer.
pub(super) fn farthest_vertex_choice(
    view: &MinkowskiView<'_>,
    body: usize,
    face: u32,
    beats: &[Beat],
) -> Option<Choice> {
    let context = view.context;
    let own = view.bodies[body].faces.get(face as usize)?;
    let normal = normal_of(&context.points, body, own);
    let name = corner_names(['a', 'b'][body], own);
    let other = ["B", "A"][body];
    let question = match body {
        0 => format!("d is the normal of face {name} of A. Which vertex of {other} is farthest along −d?"),
        _ => format!("d is the normal of face {name} of −B. Which vertex of {other} is farthest along d?"),
    };
    let mut choice = Choice::at(beats, "farthest", "farthest vertex", question)?;
    let own = in_order(&view.bodies[body], own);
    context.add_feature(choice.pictures.edit(WORLD), Role::Simplex, "asked/face", body, &own);
    let along = if body == 0 { -normal } else { normal };
    let far = context.points[1 - body].iter().copied().max_by(|p, q| along.dot(*p).total_cmp(&along.dot(*q)))?;
    farthest_vertex_question(&context.pair, choice, SupportSearch { body: 1 - body, along, found: far })
}

/// Largest number of arcs that are candidates.
const MAX_ARCS: usize = 6;

/// Question for the arcs of −B that cross that of A's edge, at the first crossing of that edge.
pub(super) fn crossing_arc_choice(view: &MinkowskiView<'_>, edge: u32, beats: &[Beat]) -> Option<Choice> {
    let context = view.context;
    let [a, b] = view.bodies;
    let of_a = a.edges.get(edge as usize)?.ends;
    let question = format!(
        "Which of these edges of B has an arc of −B that crosses the arc of edge {} of A?",
        corner_names('a', &of_a)
    );
    let mut choice = Choice::at(beats, "crossing", "crossing arc", question)?;
    context.add_feature(choice.pictures.edit(WORLD), Role::Simplex, "asked/edge", 0, &of_a);
    let (right, wrong): (Vec<_>, Vec<_>) = b.edges.iter().map(|edge| edge.ends).partition(|ends| {
        view.made.faces.iter().any(|face| {
            matches!(&face.origin, FacetOrigin::EdgeEdge([e, f]) if is_same_edge(*e, of_a) && is_same_edge(*f, *ends))
        })
    });
    let kept = right.len().min(MAX_ARCS - 1);
    let mut listed: Vec<([u32; 2], bool)> = right[..kept].iter().map(|ends| (*ends, true)).collect();
    listed.extend(wrong.iter().take(MAX_ARCS - kept).map(|ends| (*ends, false)));
    // The edges are listed in the order of their numbers, which does not reveal the right ones.
    listed.sort_unstable();
    listed
        .into_iter()
        .fold(choice, |choice, (ends, right)| {
            let corners = ends.map(|point| context.position(1, point)).to_vec();
            choice.with_candidate_face(WORLD, corners, format!("edge {}", corner_names('b', &ends)), right)
        })
        .if_answerable()
}

/// Whether two edges have the same ends, in any order.
pub(super) fn is_same_edge(one: [u32; 2], other: [u32; 2]) -> bool {
    one == other || one == [other[1], other[0]]
}
