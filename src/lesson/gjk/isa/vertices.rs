//! Simplices of the intersection tests ISA-GJK and boolean GJK: numbered vertices, pictures of the simplex and of the
//! gap along a direction, and the table of vertices.

use contact_lens_model::answer::number::{vector, weight};
use contact_lens_model::snapshot::support::Vertex;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use crate::gjk::simplex_view::{PairPictures, SimplexVertex, add_new_support, add_points_on_bodies, add_simplex};
use crate::{PairContext, Row, Symbol, Table, Value, WITH_MARGINS, symbol};

/// Returns a vertex named by its index among the run's support points, which are in the frame of `vertex`; a vertex
/// that is none of them has the next index. `lambda` is its barycentric weight, `None` if unknown.
pub fn numbered(
    vertex: &Vertex,
    lambda: Option<f64>,
    support_points: &[DVec3],
    context: &PairContext,
) -> SimplexVertex {
    let number = support_points.iter().position(|w| *w == vertex.w).unwrap_or(support_points.len());
    SimplexVertex::in_space(number, vertex, lambda, context)
}

/// Returns vertices named as by [`numbered`]. `lambda` are the weights of the first ones; the others have none.
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
pub fn simplex_pictures(simplex: &[SimplexVertex]) -> PairPictures {
    let mut world = Picture::default();
    let mut cso = Picture::default();
    add_simplex(&mut cso, simplex, Role::Simplex);
    add_points_on_bodies(&mut world, simplex, Role::Simplex);
    (world, cso)
}

/// Adds the new support point `w`, its points on A and B, and the planes through these three points that support A − B,
/// A and B; `d` is the search direction.
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

/// Adds the gap `g` along the unit vector `d`, meters, as a length; an overlap where it is negative. In the
/// configuration space the length leads from the origin to the plane through `w`, in the world from the point of `w` on
/// A to the plane through that on B.
pub fn add_gap((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex, d: DVec3, g: f64, context: &PairContext) {
    let role = if g > 0.0 { Role::Lower } else { Role::Penetration };
    let text = format!("{} = {}", symbol_of_gap(g).notation, context.length(g.abs()));
    // Between separate bodies, the length would cover the arrow of d.
    if g > 0.0 {
        world.marks.retain(|mark| mark.key.0 != "d");
    }
    // In the world the length goes from A's point to the plane of B, whose patch contains its end.
    world.marks.retain(|mark| mark.key.0 != "plane/b");
    context.add_plane_with_end(world, 1, "plane/b", [w.b, w.a], -d);
    let length_in_cso = [DVec3::ZERO, -d * g];
    let length_in_world = [w.a, w.a + d * g];
    for (picture, [start, end]) in [(cso, length_in_cso), (world, length_in_world)] {
        picture.add(role, "gap", Form::Link([start, end]));
        if !context.is_rounding(g) {
            picture.label(role, "gap", start.midpoint(end), text.clone());
            context.magnify(picture, [start, end]);
        }
    }
}

/// Symbol of the gap `g`, or of the overlap where it is negative.
fn symbol_of_gap(g: f64) -> Symbol {
    if g > 0.0 { symbol::GAP_ALONG_D } else { symbol::OVERLAP }
}

/// Value of the gap `g` along `d`, meters, or of the overlap where it is negative; highlights the length that
/// [`add_gap`] draws.
pub fn gap_value(g: f64, context: &PairContext) -> Value {
    Value::of(symbol_of_gap(g), context.length(g.abs()), "gap")
}

/// Returns the table of the vertices with their barycentric weights, in which `newest` is highlighted.
pub fn table(simplex: &[SimplexVertex], newest: Option<&SimplexVertex>) -> Table {
    Table {
        title: "Simplex W",
        columns: vec!["vertex", "a − b", "weight λ"],
        rows: simplex
            .iter()
            .map(|vertex| Row {
                cells: vec![
                    vertex.name("w").into(),
                    vector(vertex.w),
                    vertex.lambda.map_or_else(|| "–".into(), weight),
                ],
                key: Some(vertex.key("w").into()),
                chosen: newest.is_some_and(|newest| newest.is_same_vertex(vertex)),
            })
            .collect(),
    }
}
