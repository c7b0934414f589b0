//! Gauss sphere of the separating-axis test: face normals of A and of −B as points, edges as arcs between the normals
//! of their faces, and crossings of arcs as the axes of edge pairs.

use glam::DVec3;

use super::projections::ProjectedAxis;
use super::{SatContext, names};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::{Arc, Axis, Edge, PairPruning, Solid, TestedAxis};

/// Distance of two normals on the unit sphere below which the second one is drawn as a ring around the first.
const SAME_PLACE: f64 = 0.02;

/// Radius of the ring around a point on the unit sphere.
const RING: f64 = 0.07;

/// Role of a body's marks, and the factor of its directions: those of B are negated, since the sphere shows −B.
fn role_and_sign(body: usize) -> (Role, f64) {
    if body == 0 { (Role::ShapeA, 1.0) } else { (Role::ShapeB, -1.0) }
}

/// Marks that are the same in all steps: normals and arcs of both bodies, and the view's legend.
pub(super) fn fixed_marks(context: &SatContext) -> Picture {
    let mut picture = Picture::default();
    let mut points: Vec<DVec3> = Vec::new();
    for (body, solid) in context.problem.solids.iter().enumerate() {
        let (role, sign) = role_and_sign(body);
        for (i, line) in solid.face_axes.iter().enumerate() {
            let n = context.direction(body, line.normal) * sign;
            for (k, n) in [n, -n].into_iter().enumerate().filter(|(k, _)| line.faces[*k].is_some()) {
                let key = format!("normal/{body}/{i}/{k}");
                match points.iter().any(|other| other.distance(n) < SAME_PLACE) {
                    true => picture.add(role, key, ring(n)),
                    false => picture.point(role, key, n),
                }
                points.push(n);
            }
        }
        for (i, arc) in arcs(context, body).into_iter().enumerate() {
            arc.windows(2).for_each(|ends| picture.arc(role, format!("arc/{body}/{i}"), ends[0], ends[1]));
        }
    }
    // Each row of the legend has an entry in the color of each body; the last entry has the text.
    add_key_entry(&mut picture, Role::ShapeA, 0, (String::new(), true));
    add_key_entry(&mut picture, Role::ShapeB, 0, (String::from("face: its normal"), true));
    add_key_entry(&mut picture, Role::ShapeA, 1, (String::new(), false));
    add_key_entry(&mut picture, Role::ShapeB, 1, (String::from("edge: an arc between normals"), false));
    picture
}

/// Ring around the direction `n`, where another normal has its point, so that both are visible.
fn ring(n: DVec3) -> Form {
    Form::Circle { center: n * (1.0 - RING * RING).sqrt(), normal: n, radius: RING }
}

/// Adds an entry to the legend of the view in the row `row`: a dot or a line in the role's color, and its name.
pub(super) fn add_key_entry(picture: &mut Picture, role: Role, row: u8, (name, is_dot): (String, bool)) {
    let form = Form::Entry { row: f64::from(row), name, note: String::new(), dot: is_dot };
    picture.add(role, format!("key/{row}"), form);
}

/// Direction of an axis in which the arcs of its two edges cross, a unit vector: the axis points from A to B, and the
/// edge of A may be on the other side of A. An edge of a box represents its parallels, and each side of the box has
/// one.
pub(super) fn crossing(context: &SatContext, axis: &ProjectedAxis) -> DVec3 {
    let solid = &context.problem.solids[0];
    let Some(Axis::Edges(i, _)) = axis.definition else { return axis.normal };
    let Some(edge) = solid.edges.get(i as usize).filter(|_| solid.cuboid.is_none()) else { return axis.normal };
    let [low, high] = solid.vertices.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], vertex| {
        let height = context.direction(0, *vertex).dot(axis.normal);
        [low.min(height), high.max(height)]
    });
    let ends = edge.ends.map(|end| solid.vertices.get(end as usize).copied().unwrap_or_default());
    let is_far_side = ends.iter().all(|end| context.direction(0, *end).dot(axis.normal) < 0.5 * (low + high));
    if is_far_side { -axis.normal } else { axis.normal }
}

/// Adds the axes of the tested pairs of edges as points at the crossings of their arcs; nothing if the run tests all
/// pairs.
fn add_crossings(picture: &mut Picture, context: &SatContext) {
    let skips_others = match context.problem.pruning {
        PairPruning::ByArcs => !context.problem.skipped.is_empty(),
        PairPruning::ByWalk | PairPruning::ByBound => true,
        PairPruning::ParallelOnly => false,
    };
    if skips_others {
        for (i, axis) in context.lanes.axes.iter().enumerate().filter(|(_, axis)| axis.group == 2) {
            picture.point(Role::Difference, format!("axis/{i}"), crossing(context, axis));
        }
        add_key_entry(picture, Role::Difference, 2, (String::from("crossing: a face of A − B"), true));
    }
}

/// Arcs of all edges, each as a chain of directions less than half a circle apart. A box has twelve.
fn arcs(context: &SatContext, body: usize) -> Vec<Vec<DVec3>> {
    single_edges(&context.problem.solids[body]).iter().map(|edge| arc_in_world(context, body, edge)).collect()
}

/// Edges of a solid. Those of a box are its twelve edges, not the three directions that the test uses.
fn single_edges(solid: &Solid) -> &[Edge] {
    solid.cuboid.as_ref().unwrap_or(&solid.edges)
}

/// Arc of an edge as a chain of unit vectors, world; those of B are negated.
fn arc_in_world(context: &SatContext, body: usize, edge: &Edge) -> Vec<DVec3> {
    let (_, sign) = role_and_sign(body);
    arc_in_body(edge, &context.problem.solids[body]).into_iter().map(|n| context.direction(body, n) * sign).collect()
}

/// Arc of an edge as a chain of unit vectors in the solid's frame, neighbors less than half a circle apart.
fn arc_in_body(edge: &Edge, solid: &Solid) -> Vec<DVec3> {
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

/// Adds the direction of the current axis, and for an axis of two edges also their arcs with their names, and all
/// crossings.
pub(super) fn add_current_axis(picture: &mut Picture, context: &SatContext, tested: &TestedAxis, axis: &ProjectedAxis) {
    if let Axis::Edges(..) = tested.tested.axis {
        add_crossings(picture, context);
        for body in [0, 1] {
            let name = names::feature_names(tested.tested.axis)[body].clone().unwrap_or_default();
            add_named_arc(picture, context, (body, &tested.features[body]), name);
        }
    }
    let at = crossing(context, axis);
    let name = if at == axis.normal { axis.name.clone() } else { format!("−({})", axis.name) };
    picture.point(Role::Axis, "axis", at);
    picture.label(Role::Axis, "axis", at, name);
    picture.magnify_from_outside(DVec3::ZERO, 1.0, at);
}

/// Adds the highlighted arc of the edge of A (0) or B (1) between the vertices `ends`, with its name.
pub(super) fn add_named_arc(picture: &mut Picture, context: &SatContext, (body, ends): (usize, &[u32]), name: String) {
    let key = format!("arc/{body}/lit");
    let forms = highlighted_arc(context, body, ends);
    if let Some(Form::Arc { from, to, .. }) = forms.first() {
        let sign = if body == 0 { "" } else { "−" };
        let middle = (*from + *to).try_normalize().unwrap_or(*from);
        picture.label(role_and_sign(body).0, key.clone(), middle, format!("{sign}{name}"));
    }
    for form in forms {
        picture.add(role_and_sign(body).0, key.clone(), form);
    }
}

/// Highlighted arc of the edge with this index; empty without such an edge.
pub(super) fn arc_of_edge(context: &SatContext, body: usize, edge: u32) -> Vec<Form> {
    let ends = context.problem.solids[body].edges.get(edge as usize).map(|edge| edge.ends);
    ends.map_or_else(Vec::new, |ends| highlighted_arc(context, body, &ends))
}

/// Highlighted arc of the edge between two vertices; empty without such an edge.
fn highlighted_arc(context: &SatContext, body: usize, ends: &[u32]) -> Vec<Form> {
    let found = single_edges(&context.problem.solids[body])
        .iter()
        .find(|edge| ends.len() == 2 && edge.ends.iter().all(|end| ends.contains(end)));
    let directions = found.map_or_else(Vec::new, |edge| arc_in_world(context, body, edge));
    directions.windows(2).map(|ends| Form::Arc { from: ends[0], to: ends[1], strong: true }).collect()
}
