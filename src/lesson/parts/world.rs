//! World view of tree searches: the bodies, and the boxes of the current nodes.

use std::sync::Arc;

use super::context::{Bodies, SearchBody, key};
use crate::picture::{Form, Picture, Role, Solid};
use crate::snapshot::parts::{QueriedParts, Search};

/// Largest number of boxes of each kind.
const MOST: usize = 48;

/// Largest number of parts of a compound that are drawn.
const MOST_PARTS: u32 = 2_000;

pub(super) fn still(context: &Bodies, others: &[(String, Solid)]) -> Picture {
    let mut picture = Picture::default();
    for (search_body, role) in context.pair.iter().zip([Role::ShapeA, Role::ShapeB]) {
        body(&mut picture, search_body, role);
    }
    for (name, solid) in others {
        picture.body(Role::Bystander, format!("body/{name}"), &Arc::new(solid.clone()));
    }
    picture
}

fn body(picture: &mut Picture, search_body: &SearchBody, role: Role) {
    let name = &search_body.named.name;
    if let Some((vertices, triangles)) = &search_body.surface {
        let placed = vertices.iter().map(|p| search_body.world(*p)).collect();
        picture.body(role, format!("body/{name}"), &Arc::new(Solid::of_triangles(placed, triangles)));
        return;
    }
    for part in 0..search_body.named.count.min(MOST_PARTS) {
        let key = if search_body.named.count == 1 { format!("body/{name}") } else { format!("body/{name}/{part}") };
        picture.body(role, key, &search_body.part(part));
    }
}

/// Distinct nodes of one body in `pairs`, in order, at most [`MOST`].
fn nodes(pairs: impl Iterator<Item = [u32; 2]>, body: usize) -> Vec<u32> {
    let mut nodes: Vec<u32> = Vec::new();
    for pair in pairs {
        if !nodes.contains(&pair[body]) {
            nodes.push(pair[body]);
            if nodes.len() == MOST {
                break;
            }
        }
    }
    nodes
}

/// Picture of the queued, pruned and current boxes after a step.
pub(super) fn boxes<A>(context: &Bodies, state: &Search<A>, popped: Option<[u32; 2]>) -> Picture {
    let mut picture = Picture::default();
    let fresh = state.pruned_before.min(state.pruned.len());
    let (old, new) = state.pruned.split_at(fresh);
    for (body, search_body) in context.pair.iter().enumerate().filter(|(_, search_body)| search_body.named.count > 1) {
        let waiting = nodes(state.queue.iter().map(|entry| entry.nodes), body);
        let now = popped.map(|nodes| nodes[body]);
        let removed_now = nodes(new.iter().map(|pruned| pruned.entry.nodes), body);
        let removed = nodes(old.iter().rev().map(|pruned| pruned.entry.nodes), body);
        let mut seen: Vec<u32> = Vec::new();
        let kinds: [(Role, &[u32]); 4] = [
            (Role::Axis, now.as_slice()),
            (Role::Bound, &waiting),
            (Role::Removed, &removed_now),
            (Role::Ghost, &removed),
        ];
        for (role, nodes) in kinds {
            for node in nodes.iter().copied() {
                if !seen.contains(&node) {
                    seen.push(node);
                    let edges = search_body.edges(node);
                    // The root is named at its body, and a leaf at its part.
                    let is_named = role == Role::Axis && node != 0 && (search_body.node)(node).part.is_none();
                    if let Some(top) = edges.vertices.last().filter(|_| is_named) {
                        picture.label(role, key(body, node), *top, search_body.node_short(node));
                    }
                    picture.body(role, key(body, node), &Arc::new(edges));
                }
            }
        }
    }
    picture
}

/// Adds a part, as edges only if it has some: its faces coincide with those of the body.
pub(super) fn outlined(picture: &mut Picture, solid: &Arc<Solid>, key: String, role: Role) {
    if solid.creases.len() > 1 && !solid.round {
        let vertices = solid.vertices.clone();
        let creases = solid.creases.clone();
        let outline = Solid { vertices, creases, sampled: solid.sampled, ..Solid::default() };
        return picture.body(role, key, &Arc::new(outline));
    }
    picture.body(role, key, solid);
}

/// Adds two parts with the line between their closest points.
pub(super) fn parts(picture: &mut Picture, context: &Bodies, asked: &QueriedParts, role: Role) {
    for (body, search_body) in context.pair.iter().enumerate().filter(|(_, search_body)| search_body.named.count > 1) {
        outlined(picture, &search_body.part(asked.parts[body]), format!("part/{}", ["a", "b"][body]), role);
    }
    let Some(answer) = &asked.answer else { return };
    let [a, b] = [answer.witness_a, answer.witness_b].map(|point| point + context.home());
    match answer.signed_distance {
        Some(distance) if context.is_rounding(distance) => picture.point(Role::Witness, "witness", a),
        Some(distance) => {
            let role = if distance < 0.0 { Role::Penetration } else { Role::Witness };
            picture.segment(role, "witness", a, b);
            picture.label(role, "witness", 0.5 * (a + b), context.length(distance.abs()).text);
        }
        None => {}
    }
}

/// Adds a skipped one-sided triangle with its normal, and the center of the other body behind it.
pub(super) fn add_skipped_triangle(picture: &mut Picture, context: &Bodies, parts: [u32; 2]) {
    for (body, search_body) in context.pair.iter().enumerate() {
        let Some([middle, normal]) = (search_body.front)(parts[body]) else { continue };
        let from = search_body.world(middle);
        let normal = search_body.rotation * normal;
        let other = context.pair[1 - body].middle;
        picture.body(Role::Candidate, format!("part/{}", ["a", "b"][body]), &search_body.part(parts[body]));
        picture.arrow(Role::Normal, "front", from, from + normal * (0.12 * context.size()));
        picture.add(Role::Removed, "behind", Form::Link([from, other]));
    }
}
