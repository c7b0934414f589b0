//! World pictures of a search over the faces of a simplex for the point P nearest to the query point Q: the faces whose
//! weights are computed, a tested face with its weights and region, and the answer. "Size of the picture" is
//! `Regions::bounding_radius`, half the longest side of a box around the simplex and Q.

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::simplex::{Subset, members, name, size};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::face_tests::{weight_key, weight_symbol, weight_text};
use super::insets::{magnify_close_vertices, magnify_segment, magnify_small_face};
use super::query::{CLOSE_DOTS, extent};
use super::region_marks::{add_regions, width};
use super::{SimplexQuery, Test};
use crate::{Verdict, add_named_point};

/// Barycentric weights of Q's projection on each face: by face (a set of vertices as bits), then by vertex.
pub(super) type Weights = [[f64; 4]; 16];

/// Half the side of the square that shows the plane through P, as a fraction of the picture's size.
const PLANE_HALF_SIZE: f64 = 0.36;

/// Half the length of the drawn line through P, as a fraction of the picture's size.
const LINE_HALF_LENGTH: f64 = 0.5;

/// Width of a triangle below which its interior is too thin to be seen, as a fraction of its bounding box.
const THIN_TRIANGLE: f64 = 0.004;

/// Position of a vertex's weight between the vertex (0) and the middle of the edge or face (1), where several faces
/// have weights of the same vertex.
const NEAR_VERTEX: f64 = 0.3;

/// Fixed marks: vertices, edges and faces of body A, and the query point. The face of a triangle is drawn by each
/// beat, in the color of its role there.
pub(super) fn fixed_marks(query: &SimplexQuery) -> Picture {
    let mut world = Picture::default();
    add_simplex(&mut world, query);
    add_named_point(&mut world, Role::ShapeB, "origin", query.q, query.names[1].clone());
    world
}

/// Adds every vertex and edge of the simplex, and the faces of a tetrahedron; of a degenerate triangle, its longest
/// edge. Vertices at the same position share a label.
pub(super) fn add_simplex(picture: &mut Picture, query: &SimplexQuery) {
    for subset in query.subsets() {
        let points = query.world_points(subset);
        let key = format!("face/{}", name(subset));
        match points[..] {
            [p] => {
                picture.point(Role::ShapeA, key, p);
                add_vertex_name(picture, query, subset, Role::ShapeA);
            }
            [p, q] => picture.segment(Role::ShapeA, key, p, q),
            [_, _, _] if size(query.simplex) == 4 && !query.is_flat(subset) => {
                picture.add(Role::ShapeA, key, Form::Polygon(points));
            }
            [_, _, _] if query.is_flat(subset) => {
                let [p, q] = longest_edge(&points);
                picture.segment(Role::ShapeA, key, p, q);
            }
            _ => {}
        }
    }
}

/// Adds the name of a vertex in the color of its dot. Vertices at the same position share a label, which belongs to the
/// first of them: `A = B`.
fn add_vertex_name(picture: &mut Picture, query: &SimplexQuery, vertex: Subset, role: Role) {
    let index = vertex.trailing_zeros() as usize;
    let at = query.world_point(index);
    let coincident: Vec<usize> = members(query.simplex).filter(|&i| query.world_point(i) == at).collect();
    if coincident[0] == index {
        let names: Vec<String> = coincident.iter().map(|&i| name(1 << i)).collect();
        picture.label(role, format!("face/{}", name(vertex)), at, names.join(" = "));
    }
}

/// Ends of the longest edge of a triangle, which covers a degenerate one.
fn longest_edge(points: &[DVec3]) -> [DVec3; 2] {
    let edges = (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]);
    edges.max_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d))).unwrap_or_default()
}

/// Whether the interior of a triangle is too thin to be seen.
fn is_thin(points: &[DVec3]) -> bool {
    width(points) < THIN_TRIANGLE * extent(points)
}

/// Adds the interior of a simplex that is a triangle in A's color, unless it is too thin to be seen.
fn add_triangle(picture: &mut Picture, query: &SimplexQuery) {
    if size(query.simplex) == 3 && !is_thin(&query.world_points(query.simplex)) {
        let key = format!("face/{}", name(query.simplex));
        picture.add(Role::ShapeA, key, Form::Polygon(query.world_points(query.simplex)));
    }
}

/// Picture of the weights of all faces with this number of vertices: Q's projection on each face, and the weights
/// next to their vertices. Faces without a length or area have no weights.
pub(super) fn picture_of_weights(query: &SimplexQuery, vertex_count: usize, weights: &Weights) -> Picture {
    let mut world = Picture::default();
    add_triangle(&mut world, query);
    let faces: Vec<Subset> =
        query.subsets().filter(|&face| size(face) == vertex_count && !query.is_flat(face)).collect();
    let has_several_faces = faces.len() > 1;
    for &face in &faces {
        if let Some(foot) = query.foot(face, weights) {
            add_foot(&mut world, query, face, foot);
            if !has_several_faces {
                name_foot(&mut world, query, face, foot);
                add_distance_of_foot(&mut world, query, face, foot);
            }
        }
        let points = query.world_points(face);
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;
        for i in members(face) {
            let word = if has_several_faces { "" } else { "weight " };
            let text = format!("{word}{} = {}", weight_symbol(i), weight_text(weights[usize::from(face)][i]));
            let inwards = if has_several_faces { NEAR_VERTEX } else { 0.0 };
            let at = query.world_point(i).lerp(middle, inwards);
            world.label(Role::Axis, weight_key(face, i), at, text);
        }
    }
    if vertex_count == 4 {
        add_lines_from_query(&mut world, query);
    }
    world
}

/// Adds Q's projection `foot`, world, on the face `subset`, and the perpendicular from Q. An edge is extended to the
/// projection.
fn add_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, foot: DVec3) {
    let key = format!("foot/{}", name(subset));
    let points = query.world_points(subset);
    if !query.is_rounding(foot.distance(query.q)) {
        picture.segment(Role::Axis, key.clone(), query.q, foot);
        // A dot close to a vertex would cover the dot of the vertex.
        let close = CLOSE_DOTS * query.regions.bounding_radius();
        if points.iter().all(|vertex| vertex.distance(foot) > close) {
            picture.point(Role::Axis, key, foot);
        }
        magnify_segment(picture, query, [query.q, foot]);
    }
    if let [start, end] = points[..] {
        let nearer_end = if start.distance(foot) < end.distance(foot) { start } else { end };
        let is_beyond_edge = (foot - start).dot(foot - end) > 0.0;
        if is_beyond_edge {
            picture.segment(Role::Ghost, format!("line/{}", name(subset)), nearer_end, foot);
        }
    }
}

/// Adds the name of the only foot of Q, unless a vertex is there.
fn name_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, foot: DVec3) {
    let close = CLOSE_DOTS * query.regions.bounding_radius();
    let is_free = query.world_points(query.simplex).iter().all(|vertex| vertex.distance(foot) > close);
    if is_free && !query.is_rounding(foot.distance(query.q)) {
        picture.label(Role::Axis, format!("foot/{}", name(subset)), foot, "foot");
    }
}

/// Adds the distance of the only foot of Q from Q.
fn add_distance_of_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, foot: DVec3) {
    let distance = foot.distance(query.q);
    if !query.is_rounding(distance) {
        picture.label(Role::Axis, format!("foot/{}", name(subset)), query.q.midpoint(foot), length(distance).text);
    }
}

/// Adds the lines from Q inside a tetrahedron to the vertices, which enclose the volumes that weights compare.
fn add_lines_from_query(picture: &mut Picture, query: &SimplexQuery) {
    for i in members(query.simplex) {
        picture.segment(Role::Axis, format!("volume/{}", name(1 << i)), query.q, query.world_point(i));
    }
}

/// Picture of the tested face `subset` in the role `role`, and of the weights in `tests`; with `has_regions`, also of
/// the face's region among the regions of all faces.
pub(super) fn picture_of_tests(
    query: &SimplexQuery,
    subset: Subset,
    role: Role,
    tests: &[&Test],
    weights: &Weights,
    has_regions: bool,
) -> Picture {
    let mut world = Picture::default();
    if has_regions {
        add_regions(&mut world, query, subset);
    }
    if subset != query.simplex {
        add_triangle(&mut world, query);
    }
    add_face(&mut world, query, subset, role);
    magnify_small_face(&mut world, query, subset);
    let reliable: Vec<&&Test> = tests.iter().filter(|test| !test.is_flat && !test.is_unreliable).collect();
    if reliable.iter().any(|test| test.is_inside_tetrahedron()) {
        add_lines_from_query(&mut world, query);
    }
    magnify_close_vertices(&mut world, query, subset);
    let projections = projections(tests);
    // The distance of a candidate is drawn by `add_candidate_distance`.
    let is_candidate = !has_regions && tests.iter().all(|test| test.passed);
    for &face in &projections {
        let is_tested = reliable.iter().any(|test| test.face == face);
        let foot = if is_tested { query.foot(face, weights) } else { query.projection(face) };
        let Some(foot) = foot else { continue };
        add_foot(&mut world, query, face, foot);
        if projections.len() == 1 {
            name_foot(&mut world, query, face, foot);
            if !is_candidate {
                add_distance_of_foot(&mut world, query, face, foot);
            }
        }
    }
    let has_several_faces = reliable.iter().any(|test| test.face != reliable[0].face);
    for test in reliable {
        // A vertex has another weight on each of its edges, so the label names the face.
        let of_face = if has_several_faces { format!(" of {}", name(test.face)) } else { String::new() };
        let word = if has_several_faces { "" } else { "weight " };
        // A weight below rounding error has a sign, which the sentence says.
        let value = if test.is_zero { String::from("≈ 0") } else { format!("= {}", test.weight.text) };
        let text = format!("{word}{}{of_face} {value}", test.symbol);
        world.label(Role::Axis, test.key(), query.world_point(test.vertex), text);
    }
    world
}

/// Adds the faces that signed volumes search next.
pub(super) fn add_next_faces(picture: &mut Picture, query: &SimplexQuery, faces: &[Subset], role: Role) {
    for &face in faces {
        add_face(picture, query, face, role);
    }
}

/// Edges and triangles on which the picture projects Q to show these tests, without repetition.
pub(super) fn projections(tests: &[&Test]) -> Vec<Subset> {
    let mut faces: Vec<Subset> = Vec::new();
    for test in tests.iter().filter(|test| !test.is_flat && !test.is_inside_tetrahedron()) {
        // A weight in a tetrahedron has the sign of Q's distance from the face opposite its vertex.
        let face = if size(test.face) == 4 { test.face & !(1 << test.vertex) } else { test.face };
        if !faces.contains(&face) {
            faces.push(face);
        }
    }
    faces
}

/// Adds the segment from Q to the nearest point of a face that is a candidate, with its length.
pub(super) fn add_candidate_distance(world: &mut Picture, query: &SimplexQuery, subset: Subset, weights: &Weights) {
    let candidate = candidate_point(query, subset, weights);
    let distance = candidate.distance(query.q);
    if query.is_rounding(distance) {
        return;
    }
    let key = format!("distance/{}", name(subset));
    world.segment(Role::Axis, key.clone(), query.q, candidate);
    world.label(Role::Axis, key, query.q.midpoint(candidate), length(distance).text);
    magnify_segment(world, query, [query.q, candidate]);
}

/// Point of a face that is a candidate for the nearest point, world: the vertex, or Q's projection on an edge or
/// triangle; Q itself for a tetrahedron and for a degenerate face.
pub(super) fn candidate_point(query: &SimplexQuery, subset: Subset, weights: &Weights) -> DVec3 {
    if size(subset) == 1 {
        return query.world_point(subset.trailing_zeros() as usize & 3);
    }
    query.foot(subset, weights).unwrap_or(query.q)
}

/// Adds one face of the simplex in a role. A tetrahedron is added as its edges, and a face of it as an outline, because
/// the faces of a tetrahedron are filled already.
fn add_face(picture: &mut Picture, query: &SimplexQuery, subset: Subset, role: Role) {
    let points = query.world_points(subset);
    let key = format!("face/{}", name(subset));
    match points[..] {
        [p] => {
            picture.point(role, key, p);
            add_vertex_name(picture, query, subset, role);
        }
        // An edge without a length is drawn as its vertices.
        [p, q] if p == q => {
            picture.point(role, key, p);
            for i in members(subset) {
                add_face(picture, query, 1 << i, role);
            }
        }
        [p, q] => picture.segment(role, key, p, q),
        [_, _, _] if size(query.simplex) == 4 => picture.add(role, key, Form::Polyline { points, closed: true }),
        [_, _, _] => picture.add(role, key, Form::Polygon(points)),
        _ => {
            for edge in query.subsets().filter(|&face| size(face) == 2) {
                add_face(picture, query, edge, role);
            }
        }
    }
}

/// Proof that no vertex is nearer to Q than P.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The line or plane of the nearest face itself, which the picture shows anyway.
    Face,
    /// The line through P perpendicular to PQ, in a picture of a plane.
    Line,
    /// The plane through P perpendicular to PQ.
    Plane,
}

/// Proof of the nearest point in the face `subset`. The plane of a triangle is its own proof, as is the line of an edge
/// in the picture of a plane.
pub(super) fn proof_of(query: &SimplexQuery, subset: Subset) -> Proof {
    match (size(subset), query.is_drawn_flat()) {
        (3, _) | (2, true) => Proof::Face,
        (_, true) => Proof::Line,
        (_, false) => Proof::Plane,
    }
}

/// Picture of the answer: the nearest face and its point P, the segment to Q, and the plane that proves it. `v` is the
/// vector from Q to P, meters.
pub(super) fn picture_of_answer(query: &SimplexQuery, subset: Subset, v: DVec3, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    if subset != query.simplex {
        add_triangle(&mut world, query);
    }
    let radius = query.regions.bounding_radius();
    add_face(&mut world, query, subset, Role::Closest);
    let p = query.q + v;
    add_named_point(&mut world, Role::Witness, "v", p, "P");
    if verdict.finding.pair().is_none() || query.is_rounding(v.length()) {
        return world;
    }
    world.segment(Role::Witness, "v", query.q, p);
    world.label(Role::Witness, "v", query.q.midpoint(p), format!("|PQ| = {}", length(v.length())));
    let normal = v.normalize();
    match proof_of(query, subset) {
        Proof::Face => {}
        Proof::Plane => {
            let half_size = PLANE_HALF_SIZE * radius;
            world.add(Role::Bound, "plane", Form::Plane { point: p, normal, half_size });
        }
        Proof::Line => {
            let along = query.regions.plane().unwrap_or_default().cross(normal).normalize_or_zero();
            let half = along * (LINE_HALF_LENGTH * radius);
            world.segment(Role::Bound, "plane", p - half, p + half);
        }
    }
    magnify_segment(&mut world, query, [query.q, p]);
    world
}
