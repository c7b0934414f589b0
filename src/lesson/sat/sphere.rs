//! Gauss sphere of the separating-axis test: face normals of A and of −B as points, edges as arcs between the normals
//! of their faces, and crossings of arcs as the axes of edge pairs.

use contact_lens_model::snapshot::sat::{Arc, Axis, Edge, PairPruning, Solid, TestedAxis};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::projections::ProjectedAxis;
use super::{SatContext, names};

/// Distance of two normals on the unit sphere below which the second one is drawn as a ring around the first.
const SAME_PLACE: f64 = 0.02;

/// Radius of the ring around a point on the unit sphere.
const RING: f64 = 0.07;

/// Group of the axes of pairs of edges; see [`names::AxisName::group`].
const EDGE_PAIRS: usize = 2;

/// Role of the marks of A (0) or B (1).
fn role_of_body(body: usize) -> Role {
    if body == 0 { Role::ShapeA } else { Role::ShapeB }
}

/// Factor of the directions of A (0) or B (1): those of B are negated, since the sphere shows −B.
fn sign_of_body(body: usize) -> f64 {
    if body == 0 { 1.0 } else { -1.0 }
}

/// Marks that are the same in all steps: normals and arcs of both bodies, and the view's legend.
pub(super) fn fixed_marks(context: &SatContext) -> Picture {
    let mut picture = Picture::default();
    let mut drawn_normals: Vec<DVec3> = Vec::new();
    for (body, solid) in context.problem.solids.iter().enumerate() {
        let role = role_of_body(body);
        for (i, face_axis) in solid.face_axes.iter().enumerate() {
            let n = context.direction(body, face_axis.normal) * sign_of_body(body);
            // The second face of an axis has the opposite normal.
            for (k, n) in [n, -n].into_iter().enumerate() {
                if face_axis.faces[k].is_none() {
                    continue;
                }
                let key = format!("normal/{body}/{i}/{k}");
                if drawn_normals.iter().any(|other| other.distance(n) < SAME_PLACE) {
                    picture.add(role, key, ring(n));
                } else {
                    picture.point(role, key, n);
                }
                drawn_normals.push(n);
            }
        }
        for (i, arc) in arcs(context, body).into_iter().enumerate() {
            for ends in arc.windows(2) {
                picture.arc(role, format!("arc/{body}/{i}"), ends[0], ends[1]);
            }
        }
    }
    // Each row of the legend has an entry in the color of each body; the last entry has the text.
    add_dot_entry(&mut picture, Role::ShapeA, 0, "");
    add_dot_entry(&mut picture, Role::ShapeB, 0, "face: its normal");
    add_line_entry(&mut picture, Role::ShapeA, 1, "");
    add_line_entry(&mut picture, Role::ShapeB, 1, "edge: an arc between normals");
    picture
}

/// Ring around the direction `n`, where another normal has its point, so that both are visible.
fn ring(n: DVec3) -> Form {
    Form::Circle { center: n * (1.0 - RING * RING).sqrt(), normal: n, radius: RING }
}

/// Adds an entry to the legend of the view in the row `row`, from 0: a dot in the role's color, and its name.
pub(super) fn add_dot_entry(picture: &mut Picture, role: Role, row: u8, name: &str) {
    let form = Form::Entry { row: f64::from(row), name: name.to_owned(), note: String::new(), dot: true };
    picture.add(role, format!("key/{row}"), form);
}

/// Adds an entry to the legend of the view in the row `row`, from 0: a line in the role's color, and its name.
fn add_line_entry(picture: &mut Picture, role: Role, row: u8, name: &str) {
    let form = Form::Entry { row: f64::from(row), name: name.to_owned(), note: String::new(), dot: false };
    picture.add(role, format!("key/{row}"), form);
}

/// Direction of an axis, or the opposite direction, in which the arcs of its two edges cross; unit vector, world. An
/// axis points from A to B, but its edge of A may be on the side of A away from B, where the arcs cross in the opposite
/// direction. The direction of the axis for a box, whose edge represents four parallel ones on all sides.
pub(super) fn crossing(context: &SatContext, axis: &ProjectedAxis) -> DVec3 {
    let solid = &context.problem.solids[0];
    let Some(Axis::Edges(i, _)) = axis.definition else { return axis.normal };
    let Some(edge) = solid.edges.get(i as usize) else { return axis.normal };
    if solid.cuboid.is_some() {
        return axis.normal;
    }
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for vertex in &solid.vertices {
        let height = context.direction(0, *vertex).dot(axis.normal);
        low = low.min(height);
        high = high.max(height);
    }
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
    if !skips_others {
        return;
    }
    for (i, axis) in context.lanes.axes.iter().enumerate() {
        if axis.group == EDGE_PAIRS {
            picture.point(Role::Difference, format!("axis/{i}"), crossing(context, axis));
        }
    }
    add_dot_entry(picture, Role::Difference, 2, "crossing: a face of A − B");
}

/// Arcs of all edges of A (0) or B (1), each as a chain of unit vectors, world, less than half a circle apart. A box
/// has twelve.
fn arcs(context: &SatContext, body: usize) -> Vec<Vec<DVec3>> {
    single_edges(&context.problem.solids[body]).iter().map(|edge| arc_in_world(context, body, edge)).collect()
}

/// Edges of a solid. Those of a box are its twelve edges, not the three directions that the test uses.
fn single_edges(solid: &Solid) -> &[Edge] {
    solid.cuboid.as_ref().unwrap_or(&solid.edges)
}

/// Arc of an edge as a chain of unit vectors, world; those of B are negated.
fn arc_in_world(context: &SatContext, body: usize, edge: &Edge) -> Vec<DVec3> {
    let arc = arc_in_body(edge, &context.problem.solids[body]);
    arc.into_iter().map(|n| context.direction(body, n) * sign_of_body(body)).collect()
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
            add_named_arc(picture, context, body, &tested.features[body], name);
        }
    }
    let at = crossing(context, axis);
    let name = if at == axis.normal { axis.name.clone() } else { format!("−({})", axis.name) };
    picture.point(Role::Axis, "axis", at);
    picture.label(Role::Axis, "axis", at, name);
    picture.magnify_from_outside(DVec3::ZERO, 1.0, at);
}

/// Adds the highlighted arc of the edge of A (0) or B (1) between the vertices `ends`, with the edge's name `name`.
pub(super) fn add_named_arc(picture: &mut Picture, context: &SatContext, body: usize, ends: &[u32], name: String) {
    let key = format!("arc/{body}/lit");
    let forms = highlighted_arc(context, body, ends);
    if let Some(Form::Arc { from, to, .. }) = forms.first() {
        let sign = if body == 0 { "" } else { "−" };
        let middle = (*from + *to).try_normalize().unwrap_or(*from);
        picture.label(role_of_body(body), key.clone(), middle, format!("{sign}{name}"));
    }
    for form in forms {
        picture.add(role_of_body(body), key.clone(), form);
    }
}

/// Highlighted arc of the edge of A (0) or B (1) with the index `edge`; empty without such an edge.
pub(super) fn arc_of_edge(context: &SatContext, body: usize, edge: u32) -> Vec<Form> {
    let ends = context.problem.solids[body].edges.get(edge as usize).map(|edge| edge.ends);
    ends.map_or_else(Vec::new, |ends| highlighted_arc(context, body, &ends))
}

/// Highlighted arc of the edge between two vertices; empty without such an edge.
fn highlighted_arc(context: &SatContext, body: usize, ends: &[u32]) -> Vec<Form> {
    if ends.len() != 2 {
        return Vec::new();
    }
    let mut edges = single_edges(&context.problem.solids[body]).iter();
    let Some(edge) = edges.find(|edge| edge.ends.iter().all(|end| ends.contains(end))) else { return Vec::new() };
    let directions = arc_in_world(context, body, edge);
    directions.windows(2).map(|ends| Form::Arc { from: ends[0], to: ends[1], strong: true }).collect()
}
