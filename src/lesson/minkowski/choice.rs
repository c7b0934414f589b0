//! Quiz questions of Minkowski differences: the next edge in the plane, the farthest feature and the crossing arcs in
//! space.

use contact_lens_model::snapshot::minkowski::FacetOrigin;
use contact_lens_picture::Role;

use super::features::{in_order, is_same_edge};
use super::{MinkowskiView, normal_of};
use crate::quiz::farthest::{SupportSearch, farthest_vertex_question};
use crate::{Beat, Choice, WORLD, corner_names};

/// Largest number of arcs that are candidates.
const MAX_ARCS: usize = 6;

/// Next edge of A − B in a merge of two polygons' edges by angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextEdge {
    /// The edge of A: its angle is less.
    OfA,
    /// The edge of −B: its angle is less.
    OfB,
    /// Both edges, which are parallel.
    Both,
}

impl NextEdge {
    /// Next edge by the order of the edges in a merge: 1 if A's comes first, −1 if −B's does, 0 if they are parallel.
    pub fn of_order(order: i8) -> Self {
        match order {
            0 => Self::Both,
            1.. => Self::OfA,
            _ => Self::OfB,
        }
    }
}

/// Question for the next of two edges, that of A with the name `a` and that of −B with the name `b`.
pub(super) fn next_edge_choice([a, b]: [&str; 2], next: NextEdge, beats: &[Beat]) -> Option<Choice> {
    let question = format!("Which edge of A − B comes next: {a} of A, or {b} of −B?");
    let choice = Choice::at(beats, "turn", "next edge", question)?.with_pictures_before_answer(beats);
    choice
        .with_candidate(format!("{a} of A: its angle is less"), next == NextEdge::OfA)
        .with_candidate(format!("{b} of −B: its angle is less"), next == NextEdge::OfB)
        .with_candidate("both as one edge: they are parallel", next == NextEdge::Both)
        .validated()
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
    let corners = view.bodies[body].faces.get(face as usize)?;
    let normal = normal_of(&context.points, body, corners);
    let name = corner_names(['a', 'b'][body], corners);
    let (question, along) = if body == 0 {
        (format!("d is the normal of face {name} of A. Which vertex of B is farthest along −d?"), -normal)
    } else {
        (format!("d is the normal of face {name} of −B. Which vertex of A is farthest along d?"), normal)
    };
    let mut choice = Choice::at(beats, "farthest", "farthest vertex", question)?;
    let corners = in_order(&view.bodies[body], corners);
    context.add_feature(choice.pictures.edit(WORLD), Role::Simplex, "asked/face", body, &corners);
    let other_body = 1 - body;
    let other_points = context.points[other_body].iter().copied();
    let farthest = other_points.max_by(|p, q| along.dot(*p).total_cmp(&along.dot(*q)))?;
    farthest_vertex_question(&context.pair, choice, SupportSearch { body: other_body, along, found: farthest })
}

/// Question for the arcs of −B that cross that of A's edge, at the first crossing of that edge.
pub(super) fn crossing_arc_choice(view: &MinkowskiView<'_>, edge: u32, beats: &[Beat]) -> Option<Choice> {
    let context = view.context;
    let [a, b] = view.bodies;
    let edge_of_a = a.edges.get(edge as usize)?.ends;
    let question = format!(
        "Which of these edges of B has an arc of −B that crosses the arc of edge {} of A?",
        corner_names('a', &edge_of_a)
    );
    let mut choice = Choice::at(beats, "crossing", "crossing arc", question)?;
    context.add_feature(choice.pictures.edit(WORLD), Role::Simplex, "asked/edge", 0, &edge_of_a);
    let (right, wrong): (Vec<[u32; 2]>, Vec<[u32; 2]>) =
        b.edges.iter().map(|edge| edge.ends).partition(|edge_of_b| forms_face(view, edge_of_a, *edge_of_b));
    // At least one candidate is wrong.
    let kept = right.len().min(MAX_ARCS - 1);
    let mut candidates: Vec<([u32; 2], bool)> = right[..kept].iter().map(|ends| (*ends, true)).collect();
    candidates.extend(wrong.iter().take(MAX_ARCS - kept).map(|ends| (*ends, false)));
    // The edges are listed in the order of their numbers, which does not reveal the right ones.
    candidates.sort_unstable();
    for (ends, is_right) in candidates {
        let corners = ends.map(|point| context.position(1, point)).to_vec();
        let name = format!("edge {}", corner_names('b', &ends));
        choice = choice.with_candidate_face(WORLD, corners, name, is_right);
    }
    choice.validated()
}

/// Whether a face of A − B comes from these edges of A and B, given by their ends.
fn forms_face(view: &MinkowskiView<'_>, edge_of_a: [u32; 2], edge_of_b: [u32; 2]) -> bool {
    view.made.faces.iter().any(|face| match &face.origin {
        FacetOrigin::EdgeEdge([a, b]) => is_same_edge(*a, edge_of_a) && is_same_edge(*b, edge_of_b),
        FacetOrigin::FaceA(_) | FacetOrigin::FaceB(_) | FacetOrigin::FaceFace(_) => false,
    })
}
