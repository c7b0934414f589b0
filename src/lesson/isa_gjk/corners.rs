//! The simplex of an intersection test as people see it: numbered corners, with their partners on A and on B.

use glam::DVec3;

use super::super::{PairContext, Row, Table, named};
use crate::answer::number::{vector, weight};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::support::Vertex;

/// A vertex of the simplex.
#[derive(Clone, Debug, PartialEq)]
pub struct Corner {
    /// Counts the support points of a run: `w3` is the fourth.
    pub id: usize,
    /// In the configuration-space pane.
    pub w: DVec3,
    /// In the world pane.
    pub a: DVec3,
    /// In the world pane.
    pub b: DVec3,
    /// Share in the nearest point, if known.
    pub lambda: Option<f64>,
}

impl Corner {
    /// The vertex, numbered by its place among all support points of the run.
    pub fn new(vertex: &Vertex, lambda: Option<f64>, support_points: &[DVec3], context: &PairContext) -> Self {
        Self {
            id: support_points.iter().position(|w| *w == vertex.w).unwrap_or(support_points.len()),
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            lambda,
        }
    }

    /// `w3`.
    pub fn name(&self) -> String {
        format!("w{}", self.id)
    }
}

/// Vertices as corners; `lambda` are their shares, as far as these are known.
pub fn of(vertices: &[Vertex], lambda: &[f64], support_points: &[DVec3], context: &PairContext) -> Vec<Corner> {
    let shares = lambda.iter().copied().map(Some).chain(std::iter::repeat(None));
    vertices.iter().zip(shares).map(|(vertex, share)| Corner::new(vertex, share, support_points, context)).collect()
}

/// Corners with names, edges and faces in the configuration space; their partners on A and B in the world.
pub fn simplex((world, cso): (&mut Picture, &mut Picture), corners: &[Corner], role: Role) {
    for (i, one) in corners.iter().enumerate() {
        named(cso, role, &format!("w/{}", one.id), one.w, one.name());
        world.point(role, format!("a/{}", one.id), one.a);
        world.point(role, format!("b/{}", one.id), one.b);
        for (j, other) in corners.iter().enumerate().skip(i + 1) {
            cso.segment(role, format!("edge/{}-{}", one.id, other.id), one.w, other.w);
            for third in &corners[j + 1..] {
                let key = format!("face/{}-{}-{}", one.id, other.id, third.id);
                cso.add(role, key, Form::Polygon(vec![one.w, other.w, third.w]));
            }
        }
    }
}

/// The new support point with its partners, and the planes that touch there.
pub fn support((world, cso): (&mut Picture, &mut Picture), w: &Corner, d: DVec3, context: &PairContext) {
    named(world, Role::NewSupport, &format!("a/{}", w.id), w.a, format!("a{}", w.id));
    named(world, Role::NewSupport, &format!("b/{}", w.id), w.b, format!("b{}", w.id));
    context.plane(world, 0, "plane/a", w.a, d);
    context.plane(world, 1, "plane/b", w.b, -d);
    named(cso, Role::NewSupport, &format!("w/{}", w.id), w.w, w.name());
    context.supporting_plane(cso, w.w, d);
}

/// What roles are called in tests that ask for the gap along an axis.
pub const ROLES: &[(Role, &str)] = &[(Role::Ghost, "with margins"), (Role::Penetration, "overlap along the axis")];

/// The gap along `d` as a length: from the origin to the plane through `w`, when the plane is beyond it.
pub fn gap((world, cso): (&mut Picture, &mut Picture), w: &Corner, d: DVec3, g: f64, context: &PairContext) {
    let foot = -d * g;
    let role = if g > 0.0 { Role::Lower } else { Role::Penetration };
    cso.segment(role, "gap", DVec3::ZERO, foot);
    if g != 0.0 {
        cso.label(role, "gap", 0.5 * foot, format!("g = {}", context.length(g)));
    }
    // In the world the same length lies between the two planes.
    let end = w.a + d * g;
    world.segment(role, "gap", w.a, end);
}

/// The corners as a table.
pub fn table(corners: &[Corner], newest: Option<usize>) -> Table {
    let row = |corner: &Corner| Row {
        cells: vec![corner.name().into(), vector(corner.w), corner.lambda.map_or_else(|| "–".into(), weight)],
        key: Some(format!("w/{}", corner.id).into()),
        chosen: Some(corner.id) == newest,
    };
    Table { title: "W", columns: vec!["", "a − b", "λ"], rows: corners.iter().map(row).collect() }
}

/// `w0`, `w0 and w2`, `w0, w2 and w3`.
pub fn list(corners: &[Corner]) -> String {
    let names: Vec<String> = corners.iter().map(Corner::name).collect();
    match &names[..] {
        [] => String::from("nothing"),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `point`, `edge`, `triangle`, `tetrahedron`.
pub fn kind(corners: usize) -> &'static str {
    match corners {
        0 | 1 => "point",
        2 => "edge",
        3 => "triangle",
        _ => "tetrahedron",
    }
}
