//! World pictures of a search over the faces of a simplex.

use glam::DVec3;

use super::face_tests::{weight_key, weight_symbol, weight_text};
use super::setting::CLOSE;
use super::{Setting, Test};
use crate::answer::number::length;
use crate::lesson::{Verdict, add_named_point};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::simplex::{Subset, members, name, size};

/// Barycentric weights of Q's projection on each face.
pub(super) type Weights = [[f64; 4]; 16];

/// Size of the box that clips the regions of a simplex in a plane, in boxes around the simplex and Q. The regions have
/// no end, so they extend beyond the pane.
const BEYOND_THE_PANE: f64 = 8.0;

/// Size, in sizes of the picture, below which a face or a segment needs an inset.
const SHORT: f64 = 0.03;

/// Distance of two vertices, in sizes of the picture, below which their dots are one.
const ONE_DOT: f64 = 0.01;

/// Height of a triangle, in lengths of its longest edge, below which its interior is too thin to be seen.
const THIN: f64 = 0.004;

/// Share of an edge or of a face from a vertex inwards at which the vertex's weight is written, where several faces
/// have weights of one vertex.
const NEAR_VERTEX: f64 = 0.3;

/// Fixed marks: vertices, edges and faces of body A, and the query point. The face of a triangle is drawn by each
/// sub-step, in the ink of its role there.
pub(super) fn backdrop(setting: &Setting) -> Picture {
    let mut world = Picture::default();
    outline(&mut world, setting);
    add_named_point(&mut world, Role::ShapeB, "origin", setting.query, setting.names[1].clone());
    world
}

/// Adds every vertex and edge of the simplex, and the faces of a tetrahedron. Vertices at one place share a label.
pub(super) fn outline(picture: &mut Picture, setting: &Setting) {
    for subset in setting.subsets() {
        let points = setting.world_points(subset);
        let key = format!("face/{}", name(subset));
        match points[..] {
            [p] => {
                picture.point(Role::ShapeA, key, p);
                vertex_name(picture, setting, subset, Role::ShapeA);
            }
            [p, q] => picture.segment(Role::ShapeA, key, p, q),
            [_, _, _] if size(setting.all) == 4 && !setting.is_flat(subset) => {
                picture.add(Role::ShapeA, key, Form::Polygon(points));
            }
            [_, _, _] if setting.is_flat(subset) => {
                let [p, q] = longest_edge(&points);
                picture.segment(Role::ShapeA, key, p, q);
            }
            _ => {}
        }
    }
}

/// Adds the name of a vertex in the ink of its dot. Vertices at one place share a name, at the first of them.
fn vertex_name(picture: &mut Picture, setting: &Setting, vertex: Subset, role: Role) {
    let at = setting.world_point(vertex.trailing_zeros() as usize);
    let here: Vec<usize> = members(setting.all).filter(|&i| setting.world_point(i) == at).collect();
    if here[0] == vertex.trailing_zeros() as usize {
        let names: Vec<String> = here.iter().map(|&i| name(1 << i)).collect();
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
    width(points) < THIN * extent(points)
}

/// Adds the face of a triangle in A's ink.
fn triangle(picture: &mut Picture, setting: &Setting) {
    if size(setting.all) == 3 && !is_thin(&setting.world_points(setting.all)) {
        let key = format!("face/{}", name(setting.all));
        picture.add(Role::ShapeA, key, Form::Polygon(setting.world_points(setting.all)));
    }
}

/// Picture of the measurements of all faces with this number of vertices: Q's projection on each face, and the weights
/// next to their vertices. Faces without a length or area have no weights.
pub(super) fn measured(setting: &Setting, vertices: usize, weights: &Weights) -> Picture {
    let mut world = Picture::default();
    triangle(&mut world, setting);
    let faces: Vec<Subset> = setting.subsets().filter(|&j| size(j) == vertices && !setting.is_flat(j)).collect();
    for &subset in &faces {
        foot(&mut world, setting, subset, setting.foot(subset, weights));
        for i in members(subset) {
            let text = format!("{} = {}", weight_symbol(i), weight_text(weights[usize::from(subset)][i]));
            let points = setting.world_points(subset);
            let middle = points.iter().sum::<DVec3>() / points.len() as f64;
            let inwards = if faces.len() > 1 { NEAR_VERTEX } else { 0.0 };
            let at = setting.world_point(i).lerp(middle, inwards);
            world.label(Role::Axis, weight_key(subset, i), at, text);
        }
    }
    if vertices == 4 {
        lines_from_query(&mut world, setting);
    }
    world
}

/// Adds Q's projection `at` on the face `subset`, and the perpendicular from Q. An edge is extended to the projection.
fn foot(picture: &mut Picture, setting: &Setting, subset: Subset, at: Option<DVec3>) {
    let Some(at) = at else { return };
    let far = at.distance(setting.query);
    let key = format!("foot/{}", name(subset));
    let close = CLOSE * setting.regions.bounding_radius();
    if !setting.is_rounding(far) {
        picture.segment(Role::Axis, key.clone(), setting.query, at);
        // The dot would cover that of a vertex.
        if setting.world_points(subset).iter().all(|vertex| vertex.distance(at) > close) {
            picture.point(Role::Axis, key.clone(), at);
        }
        magnify_segment(picture, setting, [setting.query, at]);
    }
    let points = setting.world_points(subset);
    if let [from, to] = points[..] {
        let end = if from.distance(at) < to.distance(at) { from } else { to };
        if (at - from).dot(at - to) > 0.0 {
            picture.segment(Role::Ghost, format!("line/{}", name(subset)), end, at);
        }
    }
}

/// Adds the lines from Q inside a tetrahedron to the vertices, which enclose the volumes that weights compare.
fn lines_from_query(picture: &mut Picture, setting: &Setting) {
    for i in members(setting.all) {
        picture.segment(Role::Axis, format!("volume/{}", name(1 << i)), setting.query, setting.world_point(i));
    }
}

/// Picture of the region of `subset` among the regions of all faces, the face in `role`, and the weights of `tests`.
pub(super) fn tested(
    setting: &Setting,
    (subset, role): (Subset, Role),
    (tests, weights): (&[&Test], &Weights),
    has_regions: bool,
) -> Picture {
    let mut world = Picture::default();
    if has_regions {
        regions(&mut world, setting, subset);
    }
    if subset != setting.all {
        triangle(&mut world, setting);
    }
    face(&mut world, setting, subset, role);
    magnify(&mut world, setting, subset);
    let shown: Vec<&&Test> = tests.iter().filter(|test| !test.is_flat && !test.is_unreliable).collect();
    if shown.iter().any(|test| test.is_inside_tetrahedron()) {
        lines_from_query(&mut world, setting);
    }
    for subset in projections(tests) {
        let is_tested = shown.iter().any(|test| test.face == subset);
        let at = if is_tested { setting.foot(subset, weights) } else { setting.projection(subset) };
        foot(&mut world, setting, subset, at);
    }
    magnify_neighbor(&mut world, setting, subset);
    let has_several_faces = shown.iter().any(|test| test.face != shown[0].face);
    for test in shown {
        // The weights of a vertex on two edges are two numbers.
        let of = if has_several_faces { format!(" of {}", name(test.face)) } else { String::new() };
        let text = format!("{}{of} = {}", test.symbol, if test.is_zero { "0" } else { &test.weight.text });
        world.label(Role::Axis, test.key(), setting.world_point(test.vertex), text);
    }
    world
}

/// Adds the faces that are searched next.
pub(super) fn waiting(picture: &mut Picture, setting: &Setting, faces: &[Subset], role: Role) {
    faces.iter().for_each(|&subset| face(picture, setting, subset, role));
}

/// Faces on which the sub-step projects Q to show these tests, without repetition.
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

/// Adds an inset on a face that is very small compared with the picture.
fn magnify(picture: &mut Picture, setting: &Setting, subset: Subset) {
    let points = setting.world_points(subset);
    let size = extent(&points);
    if size > 0.0 && size < SHORT * setting.regions.bounding_radius() {
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        picture.magnify(center, 0.9 * size);
    }
}

/// Adds an inset on a tested vertex and its nearest neighbor, if the picture shows the two as one dot.
fn magnify_neighbor(picture: &mut Picture, setting: &Setting, subset: Subset) {
    if size(subset) != 1 {
        return;
    }
    let at = setting.world_point(subset.trailing_zeros() as usize & 3);
    let others = members(setting.all).map(|i| setting.world_point(i)).filter(|other| *other != at);
    let near = others.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    if let Some(near) = near.filter(|near| near.distance(at) < ONE_DOT * setting.regions.bounding_radius()) {
        picture.magnify(at.midpoint(near), 0.9 * near.distance(at));
    }
}

/// Adds the segment from Q to the nearest point of a face that is a candidate, with its length.
pub(super) fn candidate_distance(world: &mut Picture, setting: &Setting, subset: Subset, weights: &Weights) {
    let at = candidate(setting, subset, weights);
    let far = at.distance(setting.query);
    if setting.is_rounding(far) {
        return;
    }
    let key = format!("distance/{}", name(subset));
    world.segment(Role::Axis, key.clone(), setting.query, at);
    world.label(Role::Axis, key, setting.query.midpoint(at), length(far).text);
    magnify_segment(world, setting, [setting.query, at]);
}

/// Point of a face nearest to Q, if Q's projection lies in the face.
pub(super) fn candidate(setting: &Setting, subset: Subset, weights: &Weights) -> DVec3 {
    match size(subset) {
        1 => setting.world_point(subset.trailing_zeros() as usize & 3),
        _ => setting.foot(subset, weights).unwrap_or(setting.query),
    }
}

/// Adds the regions of a simplex in a plane: the current one filled, and where the picture shows just this plane, all
/// others with their names. Regions of a tetrahedron with a volume are not drawn: they would have to be cut off, and
/// look like solids.
fn regions(world: &mut Picture, setting: &Setting, current: Subset) {
    let is_flat = setting.is_drawn_flat();
    // Regions have no end; seen obliquely they are clipped in the pane.
    let reach = if is_flat { BEYOND_THE_PANE } else { 1.0 };
    for subset in setting.subsets().filter(|_| setting.regions.is_planar()) {
        let is_current = subset == current;
        if !is_current && (!is_flat || setting.is_divided(subset)) {
            continue;
        }
        let key = format!("region/{}", name(subset));
        // The triangle itself is its own region.
        if size(subset) < 3
            && let Some(region) = setting.regions.region(subset, reach)
        {
            let role = if is_current { Role::Region } else { Role::Grid };
            world.add(role, key.clone(), Form::Polygon(shifted(&region, setting.query)));
        }
        let visible: Vec<DVec3> = setting.regions.region(subset, 1.0).unwrap_or_default();
        // A degenerate region has no space for a name.
        if !is_thin_region(setting, subset) && size(setting.all) > 1 && size(subset) < 3 {
            let middle = visible.iter().sum::<DVec3>() / visible.len() as f64;
            let role = if is_current { Role::Region } else { Role::Ghost };
            world.label(role, key, middle + setting.query, region_name(subset));
        }
    }
}

/// Width of a region, in sizes of the picture, up to which it looks like a line.
const THIN_REGION: f64 = 0.02;

/// Whether the region of a vertex or edge of a simplex in a plane looks like a line.
fn is_thin_region(setting: &Setting, subset: Subset) -> bool {
    size(subset) < 3 && width_of_region(setting, subset) <= THIN_REGION * setting.regions.bounding_radius()
}

/// Whether the region of a vertex or edge of a simplex in a plane is a line.
pub(super) fn is_line_region(setting: &Setting, subset: Subset) -> bool {
    size(subset) < 3 && !setting.is_flat(subset) && setting.is_rounding(width_of_region(setting, subset))
}

/// Width of the drawn part of a region.
fn width_of_region(setting: &Setting, subset: Subset) -> f64 {
    width(&setting.regions.region(subset, 1.0).unwrap_or_default())
}

/// Label of the region of a face: the points that are nearer to it than to the rest of the simplex.
fn region_name(subset: Subset) -> String {
    format!("region {}", name(subset))
}

fn shifted(points: &[DVec3], by: DVec3) -> Vec<DVec3> {
    points.iter().map(|p| *p + by).collect()
}

/// Area of a convex polygon, divided by its largest extent.
fn width(polygon: &[DVec3]) -> f64 {
    let Some(first) = polygon.first() else { return 0.0 };
    let double_area: DVec3 = polygon.windows(2).map(|side| (side[0] - *first).cross(side[1] - *first)).sum();
    0.5 * double_area.length() / extent(polygon).max(f64::MIN_POSITIVE)
}

/// Longest side of the points' bounding box.
fn extent(points: &[DVec3]) -> f64 {
    match (points.iter().copied().reduce(DVec3::min), points.iter().copied().reduce(DVec3::max)) {
        (Some(low), Some(high)) => (high - low).max_element(),
        _ => 0.0,
    }
}

/// Adds one face of the simplex in a role; a tetrahedron as its edges, and its faces, which are filled already, as
/// their outlines.
fn face(picture: &mut Picture, setting: &Setting, subset: Subset, role: Role) {
    let points = setting.world_points(subset);
    let key = format!("face/{}", name(subset));
    match points[..] {
        [p] => {
            picture.point(role, key, p);
            vertex_name(picture, setting, subset, role);
        }
        [p, q] => picture.segment(role, key, p, q),
        [_, _, _] if size(setting.all) == 4 => picture.add(role, key, Form::Polyline { points, closed: true }),
        [_, _, _] => picture.add(role, key, Form::Polygon(points)),
        _ => setting.subsets().filter(|&j| size(j) == 2).for_each(|edge| face(picture, setting, edge, role)),
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
pub(super) fn proof_of(setting: &Setting, subset: Subset) -> Proof {
    match (size(subset), setting.is_drawn_flat()) {
        (3, _) | (2, true) => Proof::Face,
        (_, true) => Proof::Line,
        _ => Proof::Plane,
    }
}

/// Picture of the answer: the nearest face and its point P, the segment to Q, and the plane that proves it.
pub(super) fn ending(setting: &Setting, subset: Subset, v: DVec3, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    if subset != setting.all {
        triangle(&mut world, setting);
    }
    let radius = setting.regions.bounding_radius();
    face(&mut world, setting, subset, Role::Closest);
    let p = setting.query + v;
    add_named_point(&mut world, Role::Witness, "v", p, "P");
    if verdict.finding.pair().is_none() || setting.is_rounding(v.length()) {
        return world;
    }
    world.segment(Role::Witness, "v", setting.query, p);
    world.label(Role::Witness, "v", setting.query.midpoint(p), format!("|PQ| = {}", length(v.length())));
    let normal = v.normalize();
    match proof_of(setting, subset) {
        Proof::Face => {}
        Proof::Plane => {
            world.add(Role::Bound, "plane", Form::Plane { point: p, normal, half_size: 0.36 * radius });
        }
        Proof::Line => {
            let along = setting.regions.plane().unwrap_or_default().cross(normal).normalize_or_zero() * (0.5 * radius);
            world.segment(Role::Bound, "plane", p - along, p + along);
        }
    }
    magnify_segment(&mut world, setting, [setting.query, p]);
    world
}

/// Adds an inset on a segment that is very short compared with the picture.
fn magnify_segment(world: &mut Picture, setting: &Setting, [from, to]: [DVec3; 2]) {
    let long = from.distance(to);
    if long < SHORT * setting.regions.bounding_radius() {
        let center = from.midpoint(to);
        world.magnify(center, 0.75 * long);
    }
}
