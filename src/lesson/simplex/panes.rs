//! World pictures of a search over the faces of a simplex for the point P nearest to the query point Q: the faces whose
//! weights are computed, a tested face with its weights and region, and the answer.

use glam::DVec3;

use super::face_tests::{weight_key, weight_symbol, weight_text};
use super::insets::{magnify_neighbor, magnify_segment, magnify_small_face};
use super::query::{CLOSE_DOTS, extent};
use super::{SimplexQuery, Test};
use crate::answer::number::length;
use crate::lesson::{Verdict, add_named_point};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::simplex::{Subset, members, name, size};

/// Barycentric weights of Q's projection on each face: by face (a set of vertices as bits), then by vertex.
pub(super) type Weights = [[f64; 4]; 16];

/// Size of the box that clips the regions of a simplex in a plane, in boxes around the simplex and Q. The regions have
/// no end, so they extend beyond the pane.
const REGION_BOX_FACTOR: f64 = 8.0;

/// Half the size of the drawn plane through P, in sizes of the picture.
const PLANE_HALF_SIZE: f64 = 0.36;

/// Half the length of the drawn line through P, in sizes of the picture.
const LINE_HALF_LENGTH: f64 = 0.5;

/// Height of a triangle, in lengths of its longest edge, below which its interior is too thin to be seen.
const THIN_TRIANGLE: f64 = 0.004;

/// Fraction of an edge or of a face from a vertex inwards at which the vertex's weight is written, where several faces
/// have weights of one vertex.
const NEAR_VERTEX: f64 = 0.3;

/// Fixed marks: vertices, edges and faces of body A, and the query point. The face of a triangle is drawn by each
/// beat, in the color of its role there.
pub(super) fn fixed_marks(query: &SimplexQuery) -> Picture {
    let mut world = Picture::default();
    add_simplex(&mut world, query);
    add_named_point(&mut world, Role::ShapeB, "origin", query.q, query.names[1].clone());
    world
}

/// Adds every vertex and edge of the simplex, and the faces of a tetrahedron. Vertices at one place share a label.
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
            [_, _, _] if size(query.all) == 4 && !query.is_flat(subset) => {
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

/// Adds the name of a vertex in the color of its dot. Vertices at one place share a name, at the first of them.
fn add_vertex_name(picture: &mut Picture, query: &SimplexQuery, vertex: Subset, role: Role) {
    let at = query.world_point(vertex.trailing_zeros() as usize);
    let coinciding: Vec<usize> = members(query.all).filter(|&i| query.world_point(i) == at).collect();
    if coinciding[0] == vertex.trailing_zeros() as usize {
        let names: Vec<String> = coinciding.iter().map(|&i| name(1 << i)).collect();
        picture.label(role, format!("face/{}", name(vertex)), at, names.join(" = "));
    }
}

/// The longest edge of a triangle, which covers a degenerate one.
fn longest_edge(points: &[DVec3]) -> [DVec3; 2] {
    let edges = (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]);
    edges.max_by(|[a, b], [c, d]| a.distance(*b).total_cmp(&c.distance(*d))).unwrap_or_default()
}

/// Whether the interior of a triangle is too thin to be seen.
fn is_thin(points: &[DVec3]) -> bool {
    width(points) < THIN_TRIANGLE * extent(points)
}

/// Adds the face of a triangle in A's color.
fn add_triangle(picture: &mut Picture, query: &SimplexQuery) {
    if size(query.all) == 3 && !is_thin(&query.world_points(query.all)) {
        let key = format!("face/{}", name(query.all));
        picture.add(Role::ShapeA, key, Form::Polygon(query.world_points(query.all)));
    }
}

/// Picture of the weights of all faces with this number of vertices: Q's projection on each face, and the weights
/// next to their vertices. Faces without a length or area have no weights.
pub(super) fn picture_of_weights(query: &SimplexQuery, vertices: usize, weights: &Weights) -> Picture {
    let mut world = Picture::default();
    add_triangle(&mut world, query);
    let faces: Vec<Subset> = query.subsets().filter(|&j| size(j) == vertices && !query.is_flat(j)).collect();
    for &subset in &faces {
        let foot = query.foot(subset, weights);
        add_foot(&mut world, query, subset, foot);
        if let (Some(at), [_]) = (foot, &faces[..]) {
            name_foot(&mut world, query, subset, at);
            add_distance_of_foot(&mut world, query, subset, at);
        }
        for i in members(subset) {
            let word = if faces.len() > 1 { "" } else { "weight " };
            let text = format!("{word}{} = {}", weight_symbol(i), weight_text(weights[usize::from(subset)][i]));
            let points = query.world_points(subset);
            let middle = points.iter().sum::<DVec3>() / points.len() as f64;
            let inwards = if faces.len() > 1 { NEAR_VERTEX } else { 0.0 };
            let at = query.world_point(i).lerp(middle, inwards);
            world.label(Role::Axis, weight_key(subset, i), at, text);
        }
    }
    if vertices == 4 {
        add_lines_from_query(&mut world, query);
    }
    world
}

/// Adds Q's projection `at` on the face `subset`, and the perpendicular from Q. An edge is extended to the projection.
fn add_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, at: Option<DVec3>) {
    let Some(at) = at else { return };
    let key = format!("foot/{}", name(subset));
    let close = CLOSE_DOTS * query.regions.bounding_radius();
    if !query.is_rounding(at.distance(query.q)) {
        picture.segment(Role::Axis, key.clone(), query.q, at);
        // The dot would cover that of a vertex.
        if query.world_points(subset).iter().all(|vertex| vertex.distance(at) > close) {
            picture.point(Role::Axis, key.clone(), at);
        }
        magnify_segment(picture, query, [query.q, at]);
    }
    let points = query.world_points(subset);
    if let [from, to] = points[..] {
        let end = if from.distance(at) < to.distance(at) { from } else { to };
        if (at - from).dot(at - to) > 0.0 {
            picture.segment(Role::Ghost, format!("line/{}", name(subset)), end, at);
        }
    }
}

/// Adds the name of the only foot of Q, unless a vertex is there.
fn name_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, at: DVec3) {
    let close = CLOSE_DOTS * query.regions.bounding_radius();
    let is_free = query.world_points(query.all).iter().all(|vertex| vertex.distance(at) > close);
    if is_free && !query.is_rounding(at.distance(query.q)) {
        picture.label(Role::Axis, format!("foot/{}", name(subset)), at, "foot");
    }
}

/// Adds the distance of the only foot of Q from Q.
fn add_distance_of_foot(picture: &mut Picture, query: &SimplexQuery, subset: Subset, at: DVec3) {
    let distance = at.distance(query.q);
    if !query.is_rounding(distance) {
        picture.label(Role::Axis, format!("foot/{}", name(subset)), query.q.midpoint(at), length(distance).text);
    }
}

/// Adds the lines from Q inside a tetrahedron to the vertices, which enclose the volumes that weights compare.
fn add_lines_from_query(picture: &mut Picture, query: &SimplexQuery) {
    for i in members(query.all) {
        picture.segment(Role::Axis, format!("volume/{}", name(1 << i)), query.q, query.world_point(i));
    }
}

/// Picture of the region of `subset` among the regions of all faces, the face in `role`, and the weights of `tests`.
pub(super) fn picture_of_tests(
    query: &SimplexQuery,
    (subset, role): (Subset, Role),
    (tests, weights): (&[&Test], &Weights),
    has_regions: bool,
) -> Picture {
    let mut world = Picture::default();
    if has_regions {
        add_regions(&mut world, query, subset);
    }
    if subset != query.all {
        add_triangle(&mut world, query);
    }
    add_face(&mut world, query, subset, role);
    magnify_small_face(&mut world, query, subset);
    let reliable: Vec<&&Test> = tests.iter().filter(|test| !test.is_flat && !test.is_unreliable).collect();
    if reliable.iter().any(|test| test.is_inside_tetrahedron()) {
        add_lines_from_query(&mut world, query);
    }
    magnify_neighbor(&mut world, query, subset);
    let projections = projections(tests);
    // A candidate's distance is added with the candidate.
    let is_candidate = !has_regions && tests.iter().all(|test| test.passed);
    for &face in &projections {
        let is_tested = reliable.iter().any(|test| test.face == face);
        let at = if is_tested { query.foot(face, weights) } else { query.projection(face) };
        add_foot(&mut world, query, face, at);
        if let (Some(at), [_]) = (at, &projections[..]) {
            name_foot(&mut world, query, face, at);
            if !is_candidate {
                add_distance_of_foot(&mut world, query, face, at);
            }
        }
    }
    let has_several_faces = reliable.iter().any(|test| test.face != reliable[0].face);
    for test in reliable {
        // A vertex has another weight on each of its edges, so the label names the face.
        let of_face = if has_several_faces { format!(" of {}", name(test.face)) } else { String::new() };
        let word = if has_several_faces { "" } else { "weight " };
        let text = format!("{word}{}{of_face} = {}", test.symbol, if test.is_zero { "0" } else { &test.weight.text });
        world.label(Role::Axis, test.key(), query.world_point(test.vertex), text);
    }
    world
}

/// Adds the faces that are searched next.
pub(super) fn add_next_faces(picture: &mut Picture, query: &SimplexQuery, faces: &[Subset], role: Role) {
    faces.iter().for_each(|&subset| add_face(picture, query, subset, role));
}

/// Faces on which the beat projects Q to show these tests, without repetition.
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
    let at = candidate_point(query, subset, weights);
    let distance = at.distance(query.q);
    if query.is_rounding(distance) {
        return;
    }
    let key = format!("distance/{}", name(subset));
    world.segment(Role::Axis, key.clone(), query.q, at);
    world.label(Role::Axis, key, query.q.midpoint(at), length(distance).text);
    magnify_segment(world, query, [query.q, at]);
}

/// Point of a face nearest to Q, world, for a vertex and for a face that contains Q's projection; Q itself for a
/// tetrahedron and for a degenerate face.
pub(super) fn candidate_point(query: &SimplexQuery, subset: Subset, weights: &Weights) -> DVec3 {
    match size(subset) {
        1 => query.world_point(subset.trailing_zeros() as usize & 3),
        _ => query.foot(subset, weights).unwrap_or(query.q),
    }
}

/// Adds the regions of a simplex in a plane: the current one filled, and where the picture shows just this plane, all
/// others with their names. Regions of a tetrahedron with a volume are not drawn: clipped to the picture, they would
/// look like solids.
fn add_regions(world: &mut Picture, query: &SimplexQuery, current: Subset) {
    let is_flat = query.is_drawn_flat();
    // Regions have no end; seen obliquely they are clipped in the pane.
    let reach = if is_flat { REGION_BOX_FACTOR } else { 1.0 };
    for subset in query.subsets().filter(|_| query.regions.is_planar()) {
        let is_current = subset == current;
        if !is_current && (!is_flat || query.is_divided(subset)) {
            continue;
        }
        let key = format!("region/{}", name(subset));
        // The triangle itself is its own region.
        if size(subset) < 3
            && let Some(region) = query.regions.region(subset, reach)
        {
            let role = if is_current { Role::Region } else { Role::Grid };
            world.add(role, key.clone(), Form::Polygon(region.iter().map(|p| *p + query.q).collect()));
        }
        let visible: Vec<DVec3> = query.regions.region(subset, 1.0).unwrap_or_default();
        // A degenerate region has no space for a name.
        if !is_thin_region(query, subset) && size(query.all) > 1 && size(subset) < 3 {
            let middle = visible.iter().sum::<DVec3>() / visible.len() as f64;
            let role = if is_current { Role::Region } else { Role::Ghost };
            world.label(role, key, middle + query.q, format!("region {}", name(subset)));
        }
    }
}

/// Width of a region, in sizes of the picture, up to which it looks like a line.
const THIN_REGION: f64 = 0.02;

/// Whether the region of a vertex or edge of a simplex in a plane looks like a line.
fn is_thin_region(query: &SimplexQuery, subset: Subset) -> bool {
    size(subset) < 3 && width_of_region(query, subset) <= THIN_REGION * query.regions.bounding_radius()
}

/// Whether the region of a vertex or edge of a simplex in a plane is a line.
pub(super) fn is_line_region(query: &SimplexQuery, subset: Subset) -> bool {
    size(subset) < 3 && !query.is_flat(subset) && query.is_rounding(width_of_region(query, subset))
}

/// Width of the drawn part of a region.
fn width_of_region(query: &SimplexQuery, subset: Subset) -> f64 {
    width(&query.regions.region(subset, 1.0).unwrap_or_default())
}

/// Width of a narrow convex polygon: its area divided by the longest side of its bounding box, meters.
fn width(polygon: &[DVec3]) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let double_area: DVec3 = polygon.windows(2).map(|side| (side[0] - *first).cross(side[1] - *first)).sum();
    0.5 * double_area.length() / extent(polygon).max(f64::MIN_POSITIVE)
}

/// Adds one face of the simplex in a role; a tetrahedron as its edges, and its faces, which are filled already, as
/// their outlines.
fn add_face(picture: &mut Picture, query: &SimplexQuery, subset: Subset, role: Role) {
    let points = query.world_points(subset);
    let key = format!("face/{}", name(subset));
    match points[..] {
        [p] => {
            picture.point(role, key, p);
            add_vertex_name(picture, query, subset, role);
        }
        // The vertices of an edge without a length.
        [p, q] if p == q => {
            picture.point(role, key, p);
            members(subset).for_each(|i| add_face(picture, query, 1 << i, role));
        }
        [p, q] => picture.segment(role, key, p, q),
        [_, _, _] if size(query.all) == 4 => picture.add(role, key, Form::Polyline { points, closed: true }),
        [_, _, _] => picture.add(role, key, Form::Polygon(points)),
        _ => query.subsets().filter(|&j| size(j) == 2).for_each(|edge| add_face(picture, query, edge, role)),
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

/// Proof of the nearest point in the face `subset`.
pub(super) fn proof_of(query: &SimplexQuery, subset: Subset) -> Proof {
    match (size(subset), query.is_drawn_flat()) {
        (3, _) | (2, true) => Proof::Face,
        (_, true) => Proof::Line,
        _ => Proof::Plane,
    }
}

/// Picture of the answer: the nearest face and its point P, the segment to Q, and the plane that proves it. `v` is the
/// vector from Q to P, meters.
pub(super) fn picture_of_answer(query: &SimplexQuery, subset: Subset, v: DVec3, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    if subset != query.all {
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
