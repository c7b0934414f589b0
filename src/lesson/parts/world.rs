//! World view of tree searches: the bodies, and the boxes of the current nodes.

use std::sync::Arc;

use contact_lens_model::snapshot::parts::{QueriedParts, Search};
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::box_gap::add_gap_of_boxes;
use super::context::{Bodies, SearchBody, node_key};
use super::states::PrunedPairs;

/// Largest number of parts of a compound that are drawn: bounds the time of large compounds.
const MAX_DRAWN_PARTS: u32 = 2_000;

/// Length of the normal of a one-sided triangle, as a fraction of the bodies' size.
const ONE_SIDED_NORMAL: f64 = 0.12;

/// Marks that are the same in every step: both bodies, and the bodies that the query is not about.
pub(super) fn fixed_marks(context: &Bodies, others: &[(String, Solid)]) -> Picture {
    let mut picture = Picture::default();
    for (search_body, role) in context.pair.iter().zip([Role::ShapeA, Role::ShapeB]) {
        add_body(&mut picture, search_body, role);
    }
    for (name, solid) in others {
        picture.body(Role::Bystander, format!("body/{name}"), &Arc::new(solid.clone()));
    }
    picture
}

/// Adds a body as its mesh, or as its parts.
fn add_body(picture: &mut Picture, search_body: &SearchBody, role: Role) {
    let name = &search_body.named.name;
    if let Some((vertices, triangles)) = &search_body.surface {
        let placed = vertices.iter().map(|p| search_body.world(*p)).collect();
        picture.body(role, format!("body/{name}"), &Arc::new(Solid::of_triangles(placed, triangles)));
        return;
    }
    for part in 0..search_body.named.count.min(MAX_DRAWN_PARTS) {
        let key = if search_body.named.count == 1 { format!("body/{name}") } else { format!("body/{name}/{part}") };
        picture.body(role, key, &search_body.part(part));
    }
}

/// Picture of the boxes of the current pair of nodes, and of the halves into which the step splits one of them. Boxes
/// of other nodes are not drawn; an unbounded body has no box. `draw_result` adds two parts of the result so far; a
/// part of the current pair is drawn as such until the pair is queried, even if it is a part of the result.
pub(super) fn picture_of_boxes<A>(
    context: &Bodies,
    state: &Search<A>,
    popped: Option<[u32; 2]>,
    halves: &[[u32; 2]],
    draw_result: impl Fn(&mut Picture, &QueriedParts<A>),
) -> Picture {
    let mut picture = Picture::default();
    let current_nodes = popped.filter(|_| state.queried.is_none());
    for queried in state.best.iter().chain(&state.all) {
        let mut result = Picture::default();
        draw_result(&mut result, queried);
        for body in 0..2 {
            let is_current = current_nodes
                .is_some_and(|nodes| (context.pair[body].node)(nodes[body]).part == Some(queried.parts[body]));
            if is_current {
                result.marks.retain(|mark| mark.key.0 != part_key(body));
            }
        }
        picture.requests.append(&result.requests);
        picture.marks.extend(result.marks);
    }
    if let Some(pair) = state.popped.filter(|pair| halves.is_empty() && popped == Some(pair.nodes)) {
        add_gap_of_boxes(&mut picture, context, &pair);
    }
    for body in 0..2 {
        add_boxes_of_body(&mut picture, context, state, popped, halves, body);
    }
    picture
}

/// Adds the boxes of one body: of the halves of its current node if the step splits this node, of the node otherwise.
fn add_boxes_of_body<A>(
    picture: &mut Picture,
    context: &Bodies,
    state: &Search<A>,
    popped: Option<[u32; 2]>,
    halves: &[[u32; 2]],
    body: usize,
) {
    let latest_pruned = PrunedPairs::of(state).latest;
    let current = popped.map(|nodes| nodes[body]);
    let mut is_split = false;
    for half in halves.iter().filter(|half| Some(half[body]) != current) {
        is_split = true;
        let is_pruned = latest_pruned.iter().any(|pruned| pruned.pair.nodes == *half);
        add_box(picture, context, if is_pruned { Role::Removed } else { Role::Bound }, body, half[body]);
    }
    // The boxes of both halves cover the edges of the split box.
    let Some(node) = current.filter(|_| !is_split) else { return };
    if state.queried.is_some() && is_result(context, state, body, node) {
        name_part_of_result(picture, context, body, node);
    } else {
        add_box(picture, context, Role::Simplex, body, node);
    }
}

/// Whether a node is a part of the result so far, which the picture shows in the role of the result.
fn is_result<A>(context: &Bodies, state: &Search<A>, body: usize, node: u32) -> bool {
    let part = (context.pair[body].node)(node).part.filter(|_| context.pair[body].named.count > 1);
    part.is_some() && state.best.iter().chain(&state.all).any(|result| Some(result.parts[body]) == part)
}

/// Adds the name of a part of the result, at its middle.
fn name_part_of_result(picture: &mut Picture, context: &Bodies, body: usize, node: u32) {
    let search_body = &context.pair[body];
    let Some(part) = (search_body.node)(node).part else { return };
    let middle = mean_vertex(&search_body.part(part));
    picture.label(Role::Closest, node_key(body, node), middle, search_body.node_short(node));
}

/// Mean of the vertices of a solid, world, meters; the origin for a solid without vertices.
fn mean_vertex(solid: &Solid) -> DVec3 {
    solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64
}

/// Adds the box of a node with its name; a root is named at its body.
fn add_box(picture: &mut Picture, context: &Bodies, role: Role, body: usize, node: u32) {
    let search_body = &context.pair[body];
    let edges = search_body.edges(node);
    if !edges.vertices.iter().all(|vertex| vertex.is_finite()) {
        return;
    }
    // The box of a leaf may look like that of its sibling, so its part is drawn too.
    let has_parts = search_body.named.count > 1;
    let part = (search_body.node)(node).part.filter(|_| has_parts).map(|part| search_body.part(part));
    if let Some(part) = &part {
        add_part(picture, part, node_key(body, node), role);
    }
    let is_half = role != Role::Simplex;
    let is_flat = edges.vertices.len() == 4;
    // In the plane a half is filled, since its outline is often that of a part.
    if is_half && let [a, b, c, d] = edges.vertices[..] {
        picture.add(role, node_key(body, node), Form::Polygon(vec![a, b, d, c]));
    }
    if node != 0
        && let Some(top) = edges.vertices.last()
    {
        // The name is in the middle of a filled half or of a part, and at the top of other boxes.
        let place = if is_flat && is_half {
            mean_vertex(&edges)
        } else if let Some(part) = &part {
            mean_vertex(part)
        } else {
            *top
        };
        picture.label(role, node_key(body, node), place, search_body.node_short(node));
    }
    picture.body(role, node_key(body, node), &Arc::new(edges));
}

/// Mark id of the part of `body` in a queried pair.
pub(super) fn part_key(body: usize) -> &'static str {
    ["part/a", "part/b"][body]
}

/// Adds a part. A part with edges is drawn without its faces, since these coincide with the body's.
pub(crate) fn add_part(picture: &mut Picture, solid: &Arc<Solid>, key: String, role: Role) {
    if solid.creases.len() > 1 && !solid.round {
        let vertices = solid.vertices.clone();
        let creases = solid.creases.clone();
        let outline = Solid { vertices, creases, sampled: solid.sampled, ..Solid::default() };
        return picture.body(role, key, &Arc::new(outline));
    }
    picture.body(role, key, solid);
}

/// Adds the name of a tested part, with its number and its solid, at its middle; parts in other roles have none.
pub(super) fn name_tested_part(
    picture: &mut Picture,
    body: &SearchBody,
    (part, solid): (u32, &Solid),
    (role, key): (Role, String),
) {
    if role == Role::Candidate && !solid.vertices.is_empty() {
        picture.label(role, key, mean_vertex(solid), (body.named.label)(part));
    }
}

/// Adds two queried parts with the line between their closest points, or with one point if they touch.
pub(super) fn add_parts(picture: &mut Picture, context: &Bodies, queried: &QueriedParts, role: Role) {
    for (body, search_body) in context.pair.iter().enumerate() {
        // A body without parts is drawn anyway.
        if search_body.named.count > 1 {
            let part = queried.parts[body];
            let solid = search_body.part(part);
            let key = part_key(body).to_owned();
            add_part(picture, &solid, key.clone(), role);
            name_tested_part(picture, search_body, (part, &solid), (role, key));
        }
    }
    let Some(answer) = &queried.answer else { return };
    let [a, b] = [answer.witness_a, answer.witness_b].map(|point| point + context.origin_of_a());
    let Some(distance) = answer.signed_distance else { return };
    if context.is_rounding(distance) {
        picture.point(Role::Witness, "witness", a);
    } else {
        let role = if distance < 0.0 { Role::Penetration } else { Role::Witness };
        picture.segment(role, "witness", a, b);
        picture.label(role, "witness", 0.5 * (a + b), context.length(distance.abs()).text);
    }
}

/// Adds the one-sided triangles of a skipped pair of parts with their normals, and for a triangle with the other body's
/// center behind its plane the depth of this center.
pub(super) fn add_skipped_triangle(picture: &mut Picture, context: &Bodies, parts: [u32; 2]) {
    for (body, search_body) in context.pair.iter().enumerate() {
        let Some([centroid, normal]) = (search_body.front)(parts[body]) else { continue };
        let start = search_body.world(centroid);
        let normal = search_body.rotation * normal;
        let other_center = context.pair[1 - body].middle;
        let height = normal.dot(other_center - start);
        picture.body(Role::Candidate, part_key(body), &search_body.part(parts[body]));
        let tip = start + normal * (ONE_SIDED_NORMAL * context.size());
        picture.arrow(Role::Normal, "front", start, tip);
        picture.label(Role::Normal, "front", tip, "n");
        // If both parts are one-sided, only one of them may have the other body's center behind it.
        if height < 0.0 {
            let foot = other_center - normal * height;
            picture.add(Role::Gap, "behind", Form::Link([foot, other_center]));
            let text = format!("{} behind the plane", context.length(-height));
            picture.label(Role::Gap, "behind", foot.midpoint(other_center), text);
        }
    }
}
