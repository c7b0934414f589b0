//! Gauss sphere of separating axes: normals of A and of −B as points, edges as arcs, and crossings of arcs as edge pair
//! axes.

use glam::DVec3;

use super::SatContext;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::{Arc, Axis, Edge, Solid, TestedAxis};

/// Largest number of normals of a body with names.
const NAMED: usize = 12;

/// Role, sign and letter of a body's normals; B's are negated, as faces of −B.
fn side(body: usize) -> (Role, f64, &'static str) {
    if body == 0 { (Role::ShapeA, 1.0, "a") } else { (Role::ShapeB, -1.0, "−b") }
}

/// Fixed marks: normals and arcs of both bodies, and the crossings that are tested.
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

/// Adds the key of points, arcs and crossings.
fn key(picture: &mut Picture) {
    for (role, row, name, dot) in [
        (Role::ShapeA, 0, "", true),
        (Role::ShapeB, 0, "face: its normal", true),
        (Role::ShapeA, 1, "", false),
        (Role::ShapeB, 1, "edge: an arc between normals", false),
        (Role::Difference, 2, "crossing: a face of A − B", true),
    ] {
        let form = Form::Entry { row: f64::from(row), name: name.to_owned(), note: String::new(), dot };
        picture.add(role, format!("key/{row}"), form);
    }
}

/// Arcs of all edges, each as a chain of directions less than half a circle apart. A box has twelve.
fn arcs(context: &SatContext, body: usize) -> Vec<Vec<DVec3>> {
    single_edges(&context.problem.solids[body]).iter().map(|edge| placed(context, body, edge)).collect()
}

/// Edges of a solid; those of a box one by one instead of by direction.
fn single_edges(solid: &Solid) -> &[Edge] {
    solid.cuboid.as_ref().unwrap_or(&solid.edges)
}

/// Arc of an edge as world directions; B's is negated.
fn placed(context: &SatContext, body: usize, edge: &Edge) -> Vec<DVec3> {
    let (_, sign, _) = side(body);
    chain(edge, &context.problem.solids[body]).into_iter().map(|n| context.direction(body, n) * sign).collect()
}

/// Arc of an edge as directions in the solid's frame.
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

/// Adds the arcs of the current axis, its direction, and the region of the walk.
pub(super) fn lit(
    picture: &mut Picture,
    context: &SatContext,
    region: Option<DVec3>,
    tried: &TestedAxis,
    normal: DVec3,
) {
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

/// Adds a dot in the middle of the region of B's vertex that the walk has reached.
fn reached(picture: &mut Picture, context: &SatContext, region: DVec3) {
    let middle = context.direction(0, region).normalize_or_zero();
    picture.point(Role::NewSupport, "region", middle);
    picture.label(Role::NewSupport, "region", middle, "walk");
}

/// Arc of an edge by its number, highlighted.
pub(super) fn edge(context: &SatContext, body: usize, edge: u32) -> Vec<Form> {
    let ends = context.problem.solids[body].edges.get(edge as usize).map(|edge| edge.ends);
    ends.map_or_else(Vec::new, |ends| strong(context, body, &ends))
}

/// Arc of the edge between two vertices, highlighted.
fn strong(context: &SatContext, body: usize, ends: &[u32]) -> Vec<Form> {
    let found = single_edges(&context.problem.solids[body])
        .iter()
        .find(|edge| ends.len() == 2 && edge.ends.iter().all(|end| ends.contains(end)));
    let directions = found.map_or_else(Vec::new, |edge| placed(context, body, edge));
    directions.windows(2).map(|ends| Form::Arc { from: ends[0], to: ends[1], strong: true }).collect()
}
