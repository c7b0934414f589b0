//! Simplices of the intersection tests ISA-GJK and boolean GJK: numbered vertices, pictures of the simplex and of the
//! gap along a direction, and the table of vertices.

use glam::DVec3;

use crate::answer::number::{vector, weight};
use crate::lesson::gjk::simplex_view::{
    PairPictures, SimplexVertex, add_new_support, add_points_on_bodies, add_simplex,
};
use crate::lesson::{PairContext, Row, Table, Value, WITH_MARGINS, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::support::Vertex;

/// Returns a vertex, numbered by its index among the run's support points.
pub fn numbered(
    vertex: &Vertex,
    lambda: Option<f64>,
    support_points: &[DVec3],
    context: &PairContext,
) -> SimplexVertex {
    let number = support_points.iter().position(|w| *w == vertex.w).unwrap_or(support_points.len());
    SimplexVertex::in_space(number, vertex, lambda, context)
}

/// Returns numbered vertices. `lambda` are the weights of the first ones; the others have none.
pub fn numbered_all(
    vertices: &[Vertex],
    lambda: &[f64],
    support_points: &[DVec3],
    context: &PairContext,
) -> Vec<SimplexVertex> {
    let weights = lambda.iter().copied().map(Some).chain(std::iter::repeat(None));
    vertices.iter().zip(weights).map(|(vertex, weight)| numbered(vertex, weight, support_points, context)).collect()
}

/// Pictures of the simplex and of its points on A and B.
pub fn simplex_pictures(corners: &[SimplexVertex]) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, corners, Role::Simplex);
    add_points_on_bodies(&mut world, corners, Role::Simplex);
    (world, cso)
}

/// Adds the new support point, its points on A and B, and the supporting planes.
pub fn add_support((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex, d: DVec3, context: &PairContext) {
    add_new_support((world, cso), w);
    context.add_plane(world, 0, "plane/a", w.a, d);
    context.add_plane(world, 1, "plane/b", w.b, -d);
    context.add_plane_with_foot(cso, "plane", w.w, d);
}

/// Names of the roles in intersection tests in space.
pub const ROLES: &[(Role, &str)] = &[
    (Role::Simplex, "simplex W"),
    (Role::NewSupport, "new support point"),
    (Role::Closest, "v, nearest point of W"),
    (Role::Axis, "direction d"),
    (Role::Bound, "supporting planes"),
    (Role::Ghost, WITH_MARGINS),
    (Role::Lower, "gap along d"),
    (Role::Penetration, "overlap along d"),
    (Role::Outside, "without the origin"),
];

/// Names of the roles in intersection tests in the plane.
pub const ROLES_IN_PLANE: &[(Role, &str)] = &[
    (Role::Simplex, "simplex W"),
    (Role::NewSupport, "new support point"),
    (Role::Closest, "v, nearest point of W"),
    (Role::Axis, "direction d"),
    (Role::Bound, "supporting lines"),
    (Role::Ghost, WITH_MARGINS),
    (Role::Lower, "gap along d"),
    (Role::Penetration, "overlap along d"),
    (Role::Outside, "without the origin"),
];

/// Adds the gap or overlap along `d` as a length: from the origin to the plane through `w`, and in the world between
/// the planes through its points on A and B.
pub fn add_gap((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex, d: DVec3, g: f64, context: &PairContext) {
    let (role, symbol) =
        if g > 0.0 { (Role::Lower, symbol::GAP_ALONG_D) } else { (Role::Penetration, symbol::OVERLAP) };
    let text = format!("{} = {}", symbol.notation, context.length(g.abs()));
    // The length would cover an arrow along it.
    if g > 0.0 {
        world.marks.retain(|mark| mark.key.0 != "d");
    }
    // In the world the length goes from A's point to the plane of B, whose patch contains its end.
    world.marks.retain(|mark| mark.key.0 != "plane/b");
    context.add_plane_with_end(world, (1, "plane/b"), [w.b, w.a], -d);
    for (picture, from, to) in [(cso, DVec3::ZERO, -d * g), (world, w.a, w.a + d * g)] {
        picture.add(role, "gap", Form::Link([from, to]));
        if !context.is_rounding(g) {
            picture.label(role, "gap", from.midpoint(to), text.clone());
            context.magnify(picture, [from, to]);
        }
    }
}

/// Value of the gap along `d`, or of the overlap where it is negative; drawn by [`add_gap`].
pub fn gap_value(g: f64, context: &PairContext) -> Value {
    let symbol = if g > 0.0 { symbol::GAP_ALONG_D } else { symbol::OVERLAP };
    Value::of(symbol, context.length(g.abs()), "gap")
}

/// Returns the table of the vertices, in which `newest` is highlighted.
pub fn table(corners: &[SimplexVertex], newest: Option<&SimplexVertex>) -> Table {
    Table {
        title: "Simplex W",
        columns: vec!["vertex", "a − b", "weight λ"],
        rows: corners
            .iter()
            .map(|corner| Row {
                cells: vec![
                    corner.name("w").into(),
                    vector(corner.w),
                    corner.lambda.map_or_else(|| "–".into(), weight),
                ],
                key: Some(corner.key("w").into()),
                chosen: newest.is_some_and(|newest| newest.is_same_vertex(corner)),
            })
            .collect(),
    }
}
