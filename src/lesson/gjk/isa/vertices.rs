//! Simplices of intersection tests: numbered vertices with their points on A and on B.

use glam::DVec3;

use crate::answer::number::{vector, weight};
use crate::lesson::{PairContext, Row, Table, Value, add_named_point, symbol};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::support::Vertex;

/// Vertex of the simplex.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplexVertex {
    /// Number of the support point in the run, from 0.
    pub id: usize,
    /// Position, configuration space pane.
    pub w: DVec3,
    /// Point on A, world.
    pub a: DVec3,
    /// Point on B, world.
    pub b: DVec3,
    /// Barycentric weight in the nearest point; `None` if unknown.
    pub lambda: Option<f64>,
}

impl SimplexVertex {
    /// Vertex numbered by its index among the run's support points.
    pub fn new(vertex: &Vertex, lambda: Option<f64>, support_points: &[DVec3], context: &PairContext) -> Self {
        Self {
            id: support_points.iter().position(|w| *w == vertex.w).unwrap_or(support_points.len()),
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            lambda,
        }
    }

    /// Point on A (`body` 0) or on B (1), world.
    fn point(&self, body: usize) -> DVec3 {
        [self.a, self.b][body & 1]
    }

    /// Name of the vertex: `w3`.
    pub fn name(&self) -> String {
        format!("w{}", self.id)
    }
}

/// Numbered vertices; `lambda` are their weights, and may be shorter.
pub fn of(vertices: &[Vertex], lambda: &[f64], support_points: &[DVec3], context: &PairContext) -> Vec<SimplexVertex> {
    let shares = lambda.iter().copied().map(Some).chain(std::iter::repeat(None));
    vertices
        .iter()
        .zip(shares)
        .map(|(vertex, share)| SimplexVertex::new(vertex, share, support_points, context))
        .collect()
}

/// Adds named vertices, edges and faces in the configuration space, and their named points on A and B in the world.
pub fn simplex((world, cso): (&mut Picture, &mut Picture), corners: &[SimplexVertex], role: Role) {
    for (i, one) in corners.iter().enumerate() {
        add_named_point(cso, role, &format!("w/{}", one.id), one.w, one.name());
        for (j, other) in corners.iter().enumerate().skip(i + 1) {
            cso.segment(role, format!("edge/{}-{}", one.id, other.id), one.w, other.w);
            for third in &corners[j + 1..] {
                let key = format!("face/{}-{}-{}", one.id, other.id, third.id);
                cso.add(role, key, Form::Polygon(vec![one.w, other.w, third.w]));
            }
        }
    }
    points_on_bodies(world, corners, role);
}

/// Adds the vertices' points on A and on B. A point that belongs to several vertices has all their names.
pub fn points_on_bodies(world: &mut Picture, corners: &[SimplexVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, corner) in corners.iter().enumerate() {
            let key = format!("{letter}/{}", corner.id);
            let at = corner.point(body);
            world.point(role, key.clone(), at);
            if corners[..i].iter().all(|earlier| earlier.point(body) != at) {
                let mut same: Vec<usize> = corners.iter().filter(|c| c.point(body) == at).map(|c| c.id).collect();
                same.sort_unstable();
                let names: Vec<String> = same.iter().map(|id| format!("{letter}{id}")).collect();
                world.label(role, key, at, names.join(" "));
            }
        }
    }
}

/// Adds the new support point, its points on A and B, and the supporting planes.
pub fn support((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex, d: DVec3, context: &PairContext) {
    add_named_point(world, Role::NewSupport, &format!("a/{}", w.id), w.a, format!("a{}", w.id));
    add_named_point(world, Role::NewSupport, &format!("b/{}", w.id), w.b, format!("b{}", w.id));
    context.plane(world, 0, "plane/a", w.a, d);
    context.plane(world, 1, "plane/b", w.b, -d);
    add_named_point(cso, Role::NewSupport, &format!("w/{}", w.id), w.w, w.name());
    context.plane_with_foot(cso, "plane", w.w, d);
}

/// Names of the roles in intersection tests.
pub const ROLES: &[(Role, &str)] =
    &[(Role::Ghost, "with margins"), (Role::Lower, "gap"), (Role::Penetration, "overlap"), (Role::Outside, "excluded")];

/// Names of the vertices of a face: `w0 w2 w3`.
pub fn spaced(corners: &[SimplexVertex]) -> String {
    let mut sorted: Vec<&SimplexVertex> = corners.iter().collect();
    sorted.sort_by_key(|corner| corner.id);
    sorted.into_iter().map(SimplexVertex::name).collect::<Vec<_>>().join(" ")
}

/// Adds the gap or overlap along `d` as a length: from the origin to the plane through `w`, and in the world between
/// the planes through its points on A and B.
pub fn gap((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex, d: DVec3, g: f64, context: &PairContext) {
    let (role, sign) = if g > 0.0 { (Role::Lower, symbol::GAP_ALONG_D) } else { (Role::Penetration, symbol::OVERLAP) };
    let text = format!("{} = {}", sign.sign, context.length(g.abs()));
    // In the world the length is halfway between the points along the planes, whose patches contain its ends.
    let across = (w.b - w.a) - d * d.dot(w.b - w.a);
    let start = w.a + 0.5 * across;
    let least = 0.3 * across.length();
    wide_plane(world, "plane/a", (w.a + 0.25 * across, d), least.max(PATCH * context.radii[0]));
    wide_plane(world, "plane/b", (w.b - 0.25 * across, -d), least.max(PATCH * context.radii[1]));
    for (picture, from, to) in [(cso, DVec3::ZERO, -d * g), (world, start, start + d * g)] {
        picture.add(role, "gap", Form::Link([from, to]));
        if !context.is_rounding(g) {
            picture.label(role, "gap", from.midpoint(to), text.clone());
        }
    }
}

/// Half side of the patch of a supporting plane, in body sizes.
const PATCH: f64 = 0.28;

/// Replaces the patch of a supporting plane by one of this center, normal and half size.
fn wide_plane(world: &mut Picture, key: &'static str, (point, normal): (DVec3, DVec3), half_size: f64) {
    world.marks.retain(|mark| mark.key.0 != key);
    if half_size > 0.0 && normal != DVec3::ZERO {
        world.add(Role::Bound, key, Form::Plane { point, normal: normal.normalize(), half_size });
    }
}

/// Value of the gap along `d`, or of the overlap where it is negative; drawn by [`gap`].
pub fn gap_value(g: f64, context: &PairContext) -> Value {
    let symbol = if g > 0.0 { symbol::GAP_ALONG_D } else { symbol::OVERLAP };
    Value::of(symbol, context.length(g.abs()), "gap")
}

/// Table of the vertices.
pub fn table(corners: &[SimplexVertex], newest: Option<usize>) -> Table {
    Table {
        title: "Simplex W",
        columns: vec!["vertex", "a − b", "weight λ"],
        rows: corners
            .iter()
            .map(|corner| Row {
                cells: vec![corner.name().into(), vector(corner.w), corner.lambda.map_or_else(|| "–".into(), weight)],
                key: Some(format!("w/{}", corner.id).into()),
                chosen: Some(corner.id) == newest,
            })
            .collect(),
    }
}

/// List of names: `w0`, `w0 and w2`, `w0, w2 and w3`.
pub fn list(corners: &[SimplexVertex]) -> String {
    let names: Vec<String> = corners.iter().map(SimplexVertex::name).collect();
    match &names[..] {
        [] => String::from("nothing"),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Shape of a simplex: `point`, `edge`, `triangle`, `tetrahedron`.
pub fn kind(corners: usize) -> &'static str {
    match corners {
        0 | 1 => "point",
        2 => "edge",
        3 => "triangle",
        _ => "tetrahedron",
    }
}
