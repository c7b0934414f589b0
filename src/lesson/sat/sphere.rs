//! The Gauss sphere: normals of A and of −B as points, edges as arcs, crossings of arcs as the lines that they make.

use glam::DVec3;

use super::SatContext;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::{Arc, Axis, Edge, Solid, Tried};

/// So many normals of a body have names beside them.
const NAMED: usize = 12;

/// A's own normals; those of B turned round, as the faces of −B have them.
fn side(body: usize) -> (Role, f64, &'static str) {
    if body == 0 { (Role::ShapeA, 1.0, "a") } else { (Role::ShapeB, -1.0, "−b") }
}

/// Faces and edges of both, and the crossings of arcs that are tried.
pub(super) fn still(context: &SatContext) -> Picture {
    let mut picture = Picture::default();
    for (body, solid) in context.problem.solids.iter().enumerate() {
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
    key(&mut picture);
    picture
}

/// What points, arcs and crossings stand for.
fn key(picture: &mut Picture) {
    let mut entry = |role, row, name: &str, dot| {
        let form = Form::Entry { row: f64::from(row), name: name.to_owned(), note: String::new(), dot };
        picture.add(role, format!("key/{row}"), form);
    };
    entry(Role::ShapeA, 0, "", true);
    entry(Role::ShapeB, 0, "a face: its normal", true);
    entry(Role::ShapeA, 1, "", false);
    entry(Role::ShapeB, 1, "an edge: from face to face", false);
    entry(Role::Difference, 2, "arcs cross: a face of A − B", true);
}

/// The arcs of all edges, each as a chain of directions less than half a circle apart. A box has its twelve.
fn arcs(context: &SatContext, body: usize) -> Vec<Vec<DVec3>> {
    single_edges(&context.problem.solids[body]).iter().map(|edge| placed(context, body, edge)).collect()
}

/// All edges, of a box one by one.
fn single_edges(solid: &Solid) -> &[Edge] {
    solid.cuboid.as_ref().unwrap_or(&solid.edges)
}

/// The arc of an edge as directions of the world; of B's turned round.
fn placed(context: &SatContext, body: usize, edge: &Edge) -> Vec<DVec3> {
    let (_, sign, _) = side(body);
    let turned = |n| context.direction(body, n) * sign;
    chain(edge, &context.problem.solids[body]).into_iter().map(turned).collect()
}

/// An arc as directions in the solid's frame.
fn chain(edge: &Edge, solid: &Solid) -> Vec<DVec3> {
    match edge.arc {
        Arc::Minor(ends) => ends.to_vec(),
        Arc::Half(middle) => {
            let n = solid.plane_normal.unwrap_or_else(|| edge.direction.cross(middle));
            vec![n, middle, -n]
        }
        Arc::Circle => {
            let (x, y) = edge.direction.any_orthonormal_pair();
            vec![x, y, -x, -y, x]
        }
    }
}

/// The arcs of the line at hand, where it points, and the region that a walk has reached.
pub(super) fn lit(picture: &mut Picture, context: &SatContext, region: Option<DVec3>, tried: &Tried, normal: DVec3) {
    if let Axis::Edges(..) = tried.tested.axis {
        for body in [0, 1] {
            for form in strong(context, body, &tried.features[body]) {
                picture.add(side(body).0, format!("arc/{body}/lit"), form);
            }
        }
        region.into_iter().for_each(|region| reached(picture, context, region));
    }
    picture.point(Role::Axis, "axis", normal);
    picture.label(Role::Axis, "axis", normal, "n");
}

/// The region of B's vertex that a walk has reached: a dot in its middle.
fn reached(picture: &mut Picture, context: &SatContext, region: DVec3) {
    let middle = context.direction(0, region).normalize_or_zero();
    picture.point(Role::NewSupport, "region", middle);
    picture.label(Role::NewSupport, "region", middle, "the walk is here");
}

/// The arc of an edge by its number, drawn strong.
pub(super) fn edge(context: &SatContext, body: usize, edge: u32) -> Vec<Form> {
    let ends = context.problem.solids[body].edges.get(edge as usize).map(|edge| edge.ends);
    ends.map_or_else(Vec::new, |ends| strong(context, body, &ends))
}

/// The arc of the edge between two vertices, drawn strong.
fn strong(context: &SatContext, body: usize, ends: &[u32]) -> Vec<Form> {
    let same = |edge: &&Edge| ends.len() == 2 && edge.ends.iter().all(|end| ends.contains(end));
    let found = single_edges(&context.problem.solids[body]).iter().find(same);
    let directions = found.map_or_else(Vec::new, |edge| placed(context, body, edge));
    directions.windows(2).map(|ends| Form::Arc { from: ends[0], to: ends[1], strong: true }).collect()
}
