//! The Gauss sphere: normals of A and of −B as points, edges as arcs, crossings of arcs as the lines that they make.

use glam::DVec3;

use super::super::solid::Arc as EdgeArc;
use super::super::{Axis, Solid, Tested};
use super::{SatContext, State};
use crate::picture::{Form, Picture, Role};

/// So many normals of a body have names beside them.
const NAMED: usize = 12;

/// A's own normals; those of B turned round, as the faces of −B have them.
fn side(body: usize) -> (Role, f64, &'static str) {
    if body == 0 { (Role::ShapeA, 1.0, "a") } else { (Role::ShapeB, -1.0, "−b") }
}

/// Faces and edges of both, and the crossings of arcs that are tried.
pub(super) fn still(context: &SatContext) -> Picture {
    let mut picture = Picture::default();
    for (body, solid) in context.solids.iter().enumerate() {
        let (role, sign, letter) = side(body);
        for (i, line) in solid.lines.iter().enumerate() {
            let n = context.direction(body, line.normal) * sign;
            for (k, n) in [n, -n].into_iter().enumerate().filter(|(k, _)| line.faces[*k].is_some()) {
                let key = format!("normal/{body}/{i}/{k}");
                picture.point(role, key.clone(), n);
                if solid.lines.len() <= NAMED {
                    picture.label(role, key, n, format!("{letter}{}", i + 1));
                }
            }
        }
        for (i, arc) in arcs(context, body).into_iter().enumerate() {
            arc.windows(2).for_each(|ends| picture.arc(role, format!("arc/{body}/{i}"), ends[0], ends[1]));
        }
    }
    for (i, line) in context.lanes.lines.iter().enumerate().filter(|(_, line)| line.group == 2) {
        picture.point(Role::Difference, format!("axis/{i}"), line.normal);
    }
    picture
}

/// The arcs of all edges, each as a chain of directions less than half a circle apart. A box has its twelve.
fn arcs(context: &SatContext, body: usize) -> Vec<Vec<DVec3>> {
    let (solid, (_, sign, _)) = (&context.solids[body], side(body));
    let turned = |n| context.direction(body, n) * sign;
    match (&solid.polyhedron, solid.half_extents) {
        (Some(cuboid), Some(_)) => {
            let normal = |face: u32| turned(cuboid.faces()[face as usize].plane.normal);
            cuboid.edges().map(|edge| edge.faces.map(normal).to_vec()).collect()
        }
        _ => {
            let chain = |edge: &super::super::Edge| chain(&edge.arc, edge.direction, solid);
            solid.edges.iter().map(|edge| chain(edge).into_iter().map(turned).collect()).collect()
        }
    }
}

/// An arc as directions in the solid's frame.
fn chain(arc: &EdgeArc, direction: super::Vec3, solid: &Solid) -> Vec<super::Vec3> {
    match arc {
        EdgeArc::Minor(ends) => ends.to_vec(),
        EdgeArc::Half(middle) => {
            let n = solid.plane_normal().unwrap_or_else(|| direction.cross(*middle));
            vec![n, *middle, -n]
        }
        EdgeArc::Circle => {
            let (x, y) = direction.any_orthonormal_pair();
            vec![x, y, -x, -y, x]
        }
    }
}

/// The arcs of the line at hand, and where it points.
pub(super) fn lit(picture: &mut Picture, context: &SatContext, sat: &State, tested: &Tested, normal: DVec3) {
    if let Axis::Edges(..) = tested.axis {
        for body in [0, 1] {
            let ends = sat.feature(tested, body);
            let (role, sign, _) = side(usize::from(body));
            for form in strong(context, usize::from(body), &ends, sign) {
                picture.add(role, format!("arc/{body}/lit"), form);
            }
        }
    }
    if let (Axis::Edges(..), Some(vertex)) = (tested.axis, sat.region()) {
        reached(picture, context, vertex);
    }
    picture.point(Role::Axis, "axis", normal);
    picture.label(Role::Axis, "axis", normal, "n");
}

/// The region of A's vertex that a walk has reached: a dot in its middle.
fn reached(picture: &mut Picture, context: &SatContext, vertex: u32) {
    let Some(hull) = &context.solids[0].polyhedron else { return };
    let normals = hull.vertex_faces(vertex).map(|face| hull.faces()[face as usize].plane.normal);
    let middle = context.direction(0, normals.sum::<super::Vec3>()).normalize_or_zero();
    picture.point(Role::NewSupport, "region", middle);
    picture.label(Role::NewSupport, "region", middle, "the walk is here");
}

/// The arc of an edge by its number, drawn strong.
pub(super) fn edge(context: &SatContext, body: usize, edge: u32) -> Vec<Form> {
    let ends = context.solids[body].edges.get(edge as usize).map(|edge| edge.ends);
    ends.map_or_else(Vec::new, |ends| strong(context, body, &ends, side(body).1))
}

/// The arc of the edge between two vertices, drawn strong.
fn strong(context: &SatContext, body: usize, ends: &[u32], sign: f64) -> Vec<Form> {
    let solid = &context.solids[body];
    let same = |other: [u32; 2]| ends.len() == 2 && other.iter().all(|end| ends.contains(end));
    let turned = |n: super::Vec3| context.direction(body, n) * sign;
    let directions: Vec<DVec3> = match (&solid.polyhedron, solid.half_extents) {
        (Some(cuboid), Some(_)) => {
            let found = cuboid.edges().find(|edge| same(edge.ends));
            found.map_or_else(Vec::new, |edge| {
                edge.faces.map(|face| turned(cuboid.faces()[face as usize].plane.normal)).to_vec()
            })
        }
        _ => {
            let found = solid.edges.iter().find(|edge| same(edge.ends));
            let chained = found.map_or_else(Vec::new, |edge| chain(&edge.arc, edge.direction, solid));
            chained.into_iter().map(turned).collect()
        }
    };
    directions.windows(2).map(|ends| Form::Arc { from: ends[0], to: ends[1], strong: true }).collect()
}
