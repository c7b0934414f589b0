//! World pictures of a search over the faces of a simplex.

use glam::DVec3;

use super::super::{Verdict, add_named_point};
use super::{Setting, Test};
use crate::answer::number::{length, weight};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::simplex::{Subset, members, name, size};

/// Barycentric weights of Q's projection on each face.
type Weights = [[f64; 4]; 16];

/// Size of the box that clips the regions of a simplex in a plane, in boxes around the simplex and Q. The regions have
/// no end, so they extend beyond the pane.
const BEYOND_THE_PANE: f64 = 8.0;

/// Fixed marks: vertices, edges and faces of body A, and the query point. The face of a triangle is drawn by each
/// sub-step, in the ink of its role there.
pub(super) fn backdrop(setting: &Setting) -> Picture {
    let mut world = Picture::default();
    outline(&mut world, setting);
    add_named_point(&mut world, Role::ShapeB, "origin", setting.query, setting.names[1].clone());
    world
}

/// Adds every vertex and edge of the simplex, and the faces of a tetrahedron.
pub(super) fn outline(picture: &mut Picture, setting: &Setting) {
    for subset in setting.subsets() {
        let points = setting.world_points(subset);
        let key = format!("face/{}", name(subset));
        match points[..] {
            [p] => add_named_point(picture, Role::ShapeA, &key, p, name(subset)),
            [p, q] => picture.segment(Role::ShapeA, key, p, q),
            [_, _, _] if size(setting.all) == 4 => picture.add(Role::ShapeA, key, Form::Polygon(points)),
            _ => {}
        }
    }
}

/// Adds the face of a triangle in A's ink.
fn triangle(picture: &mut Picture, setting: &Setting) {
    if size(setting.all) == 3 {
        let key = format!("face/{}", name(setting.all));
        picture.add(Role::ShapeA, key, Form::Polygon(setting.world_points(setting.all)));
    }
}

/// Picture of the measurements of all faces with this number of vertices: Q's projection on each face, and the weights
/// next to the sides that they belong to.
pub(super) fn measured(
    setting: &Setting,
    vertices: usize,
    weights: &Weights,
    symbol: fn(Subset, usize) -> String,
) -> Picture {
    let mut world = Picture::default();
    triangle(&mut world, setting);
    for subset in setting.subsets().filter(|&j| size(j) == vertices) {
        foot(&mut world, setting, (subset, subset), weights);
        for i in members(subset) {
            let text = format!("{} = {}", symbol(subset, i), weight(weights[usize::from(subset)][i]));
            weight_label(&mut world, setting, (subset, i), weights, text);
        }
    }
    world
}

/// Adds Q's projection on a face of two or three vertices, and the perpendicular from Q. On a triangle, lines from the
/// projection to the vertices `ends` enclose the areas that the weights compare.
fn foot(picture: &mut Picture, setting: &Setting, (subset, ends): (Subset, Subset), weights: &Weights) {
    let Some(at) = setting.foot(subset, weights) else { return };
    let key = format!("foot/{}", name(subset));
    if at.distance(setting.query) > 1e-9 * setting.regions.bounding_radius() {
        picture.segment(Role::Axis, key.clone(), setting.query, at);
    }
    picture.point(Role::Axis, key.clone(), at);
    if size(subset) == 3 {
        for i in members(ends) {
            picture.segment(Role::Axis, format!("{key}/{}", name(1 << i)), at, setting.world_point(i));
        }
    }
}

/// Adds the text of the weight of vertex `i` in a face next to the part of the face that it measures: opposite the
/// vertex.
fn weight_label(
    picture: &mut Picture,
    setting: &Setting,
    (subset, i): (Subset, usize),
    weights: &Weights,
    text: String,
) {
    let opposite = setting.world_points(subset & !(1 << i));
    let count = opposite.len().max(1) as f64;
    let middle = opposite.iter().sum::<DVec3>() / count;
    let at = match setting.foot(subset, weights) {
        Some(foot) if opposite.len() == 1 => middle.midpoint(foot),
        _ => middle,
    };
    picture.label(Role::Axis, format!("weight/{}/{}", name(subset), name(1 << i)), at, text);
}

/// Picture of the region of `subset` among the regions of all faces, the face, and the weights of `tests`. `what` is
/// the word for a region in this algorithm.
pub(super) fn tested(
    setting: &Setting,
    (subset, holds): (Subset, bool),
    (tests, weights): (&[&Test], &Weights),
    what: &str,
) -> Picture {
    let mut world = Picture::default();
    regions(&mut world, setting, subset, what);
    if subset != setting.all {
        triangle(&mut world, setting);
    }
    face(&mut world, setting, subset, if holds { Role::Closest } else { Role::Simplex });
    for test in tests.iter().filter(|test| size(test.face) > 1) {
        foot(&mut world, setting, (test.face, test.face & !(1 << test.vertex)), weights);
        let text = format!("{} = {}", test.symbol, test.text);
        weight_label(&mut world, setting, (test.face, test.vertex), weights, text);
    }
    world
}

/// Adds the regions in the plane of a segment or triangle, all named and the current one filled; of a tetrahedron the
/// borders of the current one.
fn regions(world: &mut Picture, setting: &Setting, current: Subset, what: &str) {
    if size(setting.all) == 4 {
        for face in setting.regions.borders_of(current) {
            world.add(Role::Region, format!("region/{}", name(current)), Form::Polygon(shifted(&face, setting.query)));
        }
        let visible = setting.regions.region(current, 1.0).concat();
        if current != setting.all && extent(&visible) > 0.0 {
            let middle = visible.iter().sum::<DVec3>() / visible.len() as f64 + setting.query;
            world.label(Role::Region, format!("region/{}", name(current)), middle, format!("{what} {}", name(current)));
        }
        return;
    }
    for subset in setting.subsets() {
        let is_current = subset == current;
        let key = format!("region/{}", name(subset));
        // The triangle itself is its own region.
        if size(subset) < 3 {
            for face in setting.regions.region(subset, BEYOND_THE_PANE) {
                let role = if is_current { Role::Region } else { Role::Grid };
                world.add(role, key.clone(), Form::Polygon(shifted(&face, setting.query)));
            }
        }
        let visible: Vec<DVec3> = setting.regions.region(subset, 1.0).concat();
        // A degenerate region has no space for a name.
        if extent(&visible) > 0.02 * setting.regions.bounding_radius() && size(setting.all) > 1 {
            let middle = visible.iter().sum::<DVec3>() / visible.len() as f64;
            let role = if is_current { Role::Region } else { Role::Ghost };
            world.label(role, key, middle + setting.query, format!("{what} {}", name(subset)));
        }
    }
}

fn shifted(points: &[DVec3], by: DVec3) -> Vec<DVec3> {
    points.iter().map(|p| *p + by).collect()
}

/// Longest side of the points' bounding box.
fn extent(points: &[DVec3]) -> f64 {
    match (points.iter().copied().reduce(DVec3::min), points.iter().copied().reduce(DVec3::max)) {
        (Some(low), Some(high)) => (high - low).max_element(),
        _ => 0.0,
    }
}

/// Adds one face of the simplex in a role; a tetrahedron as its edges.
fn face(picture: &mut Picture, setting: &Setting, subset: Subset, role: Role) {
    let points = setting.world_points(subset);
    let key = format!("tested/{}", name(subset));
    match points[..] {
        [p] => picture.point(role, key, p),
        [p, q] => picture.segment(role, key, p, q),
        [_, _, _] => picture.add(role, key, Form::Polygon(points)),
        _ => setting.subsets().filter(|&j| size(j) == 2).for_each(|edge| face(picture, setting, edge, role)),
    }
}

/// Picture of the answer: the nearest face and its point P, the segment to Q, and the plane that proves it.
pub(super) fn ending(setting: &Setting, subset: Subset, v: DVec3, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    if subset != setting.all {
        triangle(&mut world, setting);
    }
    face(&mut world, setting, subset, Role::Closest);
    let p = setting.query + v;
    add_named_point(&mut world, Role::Witness, "v", p, "P");
    let radius = setting.regions.bounding_radius();
    if verdict.finding.pair().is_none() || v.length() <= 1e-12 * radius {
        return world;
    }
    world.segment(Role::Witness, "v", setting.query, p);
    world.label(Role::Witness, "v", setting.query.midpoint(p), format!("|PQ| = {}", length(v.length())));
    world.add(Role::Bound, "plane", Form::Plane { point: p, normal: v.normalize(), half_size: 0.36 * radius });
    if v.length() < SHORT * radius {
        let center = setting.query.midpoint(p);
        let radius = 0.75 * v.length();
        world.magnify(center, radius);
    }
    world
}

/// Distance, in sizes of the picture, below which the segment from P to Q needs an inset.
const SHORT: f64 = 0.03;
