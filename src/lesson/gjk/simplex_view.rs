//! Vertices and pictures of the simplex `W` of a search in the difference `A − B`, common to GJK, ISA-GJK and boolean
//! GJK in space and in the plane.
//!
//! - **Names**: in space a vertex has the number of its support point in the run: `w3 = a3 − b3`. In the plane it has
//!   the numbers of the vertices of A and B: `a3 − b1`.
//! - **Marks**: `w/3` or `w/3-1` is the vertex, `a/3` its point on A, `b/3` its point on B, `edge/…` and `face/…` are
//!   the edges and faces of the simplex, `v` is its point nearest the origin, `d` the search direction.

use glam::DVec3;

use crate::lesson::{CSO, PairContext, Pictures, Sentence, WORLD, add_named_point};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::{plane, support};

/// Picture of the world, and picture of the configuration space.
pub type PairPictures = (Picture, Picture);

/// Vertex of the simplex with its points on A and B.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplexVertex {
    /// Position `a − b`, configuration space.
    pub w: DVec3,
    /// Point on A, world.
    pub a: DVec3,
    /// Point on B, world.
    pub b: DVec3,
    /// Indices of the features of A and of B whose points these are.
    pub features: [u32; 2],
    /// Barycentric weight in the nearest point of the simplex; `None` if it is unknown, or if the vertex is not kept.
    pub lambda: Option<f64>,
    /// Numbers of the points on A and B: in space both are the number of the support point.
    pub numbers: [usize; 2],
    /// Whether the vertex is named by those of A and B.
    is_planar: bool,
}

impl SimplexVertex {
    /// Returns a vertex in space, which is support point `number` of the run, from 0.
    pub fn in_space(number: usize, vertex: &support::Vertex, lambda: Option<f64>, context: &PairContext) -> Self {
        Self {
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.a),
            b: context.space.world(vertex.b),
            features: vertex.features,
            lambda,
            numbers: [number; 2],
            is_planar: false,
        }
    }

    /// Returns a vertex in the plane.
    pub fn in_plane(vertex: &plane::Vertex, lambda: Option<f64>, context: &PairContext) -> Self {
        Self {
            w: context.space.cso(vertex.w),
            a: context.space.world(vertex.on_a),
            b: context.space.world(vertex.on_b),
            features: [vertex.a, vertex.b],
            lambda,
            numbers: [vertex.a as usize, vertex.b as usize],
            is_planar: true,
        }
    }

    /// Whether both are the same vertex of the run.
    pub fn is_same_vertex(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }

    /// Point on A (`body` 0) or on B (1), world.
    pub fn point(&self, body: usize) -> DVec3 {
        [self.a, self.b][body & 1]
    }

    /// Number of a point, or both numbers of a planar vertex.
    fn number(&self, letter: &str) -> String {
        let [on_a, on_b] = self.numbers;
        match letter {
            "w" if self.is_planar => format!("{on_a}-{on_b}"),
            "b" => on_b.to_string(),
            _ => on_a.to_string(),
        }
    }

    /// Mark id of the vertex (`letter` w) or of its point on A or B (a or b): `w/3`, `a/3`.
    pub fn key(&self, letter: &str) -> String {
        format!("{letter}/{}", self.number(letter))
    }

    /// Name of the vertex (`letter` w) or of its point on A or B (a or b): `w3`, `a3`; `a3 − b1` in the plane.
    pub fn name(&self, letter: &str) -> String {
        match letter {
            "w" if self.is_planar => format!("{} − {}", self.name("a"), self.name("b")),
            _ => format!("{letter}{}", self.number(letter)),
        }
    }

    /// Name of the vertex or of one of its points in a sentence.
    pub fn mark(&self, letter: &str) -> Sentence {
        Sentence::mark(self.name(letter), self.key(letter))
    }
}

/// Names of vertices in a sentence: `w0`, `w0 and w3`.
pub fn names<'a>(corners: impl IntoIterator<Item = &'a SimplexVertex>) -> Sentence {
    Sentence::list(corners.into_iter().map(|corner| corner.mark("w")))
}

/// Names of the vertices of an edge or face in a sentence, sorted by number: `w0 w3`.
pub fn joined_names<'a>(corners: impl IntoIterator<Item = &'a SimplexVertex>) -> Sentence {
    let mut sorted: Vec<&SimplexVertex> = corners.into_iter().collect();
    sorted.sort_by_key(|corner| corner.numbers);
    let spaces = |i| Sentence::from(if i == 0 { "" } else { " " });
    sorted.iter().enumerate().flat_map(|(i, corner)| [spaces(i), corner.mark("w")]).sum()
}

/// Shape of a simplex with this number of vertices.
pub fn kind(corners: usize) -> &'static str {
    match corners {
        0 => "nothing",
        1 => "point",
        2 => "edge",
        3 => "triangle",
        _ => "tetrahedron",
    }
}

/// Returns the vertices of `before` that are not in `after`.
pub fn removed<'a>(
    before: impl IntoIterator<Item = &'a SimplexVertex>,
    after: &'a [SimplexVertex],
) -> Vec<&'a SimplexVertex> {
    before.into_iter().filter(|old| after.iter().all(|kept| !kept.is_same_vertex(old))).collect()
}

/// Normal of the triangle of three vertices, configuration space; zero for simplices with another number of vertices.
pub fn normal_of_triangle<'a>(corners: impl IntoIterator<Item = &'a SimplexVertex>) -> DVec3 {
    let points: Vec<DVec3> = corners.into_iter().map(|corner| corner.w).collect();
    match points[..] {
        [a, b, c] => (b - a).cross(c - a),
        _ => DVec3::ZERO,
    }
}

/// Adds the simplex in the configuration space: named vertices, edges, faces.
pub fn add_simplex(cso: &mut Picture, corners: &[SimplexVertex], role: Role) {
    for corner in corners {
        add_named_point(cso, role, &corner.key("w"), corner.w, corner.name("w"));
    }
    add_edges(cso, corners, role);
}

/// Adds the edges and faces of the simplex in the configuration space.
pub fn add_edges(cso: &mut Picture, corners: &[SimplexVertex], role: Role) {
    for (i, one) in corners.iter().enumerate() {
        for (j, other) in corners.iter().enumerate().skip(i + 1) {
            let edge = format!("{}-{}", one.number("w"), other.number("w"));
            cso.segment(role, format!("edge/{edge}"), one.w, other.w);
            for third in &corners[j + 1..] {
                let key = format!("face/{edge}-{}", third.number("w"));
                cso.add(role, key, Form::Polygon(vec![one.w, other.w, third.w]));
            }
        }
    }
}

/// Adds the edge between two vertices in the configuration space.
pub fn add_edge(cso: &mut Picture, role: Role, [one, other]: [&SimplexVertex; 2]) {
    cso.segment(role, format!("edge/{}-{}", one.number("w"), other.number("w")), one.w, other.w);
}

/// Adds the edges and faces of the simplex that the new vertex `w` and those of `corners` span.
pub fn add_joined_edges(cso: &mut Picture, corners: &[SimplexVertex], w: &SimplexVertex) {
    let joined: Vec<SimplexVertex> = corners.iter().chain([w]).cloned().collect();
    add_edges(cso, &joined, Role::Simplex);
}

/// Adds the vertices' points on A and on B. A point that belongs to several vertices has all their names.
pub fn add_points_on_bodies(world: &mut Picture, corners: &[SimplexVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, corner) in corners.iter().enumerate() {
            let at = corner.point(body);
            world.point(role, corner.key(letter), at);
            if corners[..i].iter().all(|earlier| earlier.point(body) != at) {
                let mut same: Vec<&SimplexVertex> = corners.iter().filter(|c| c.point(body) == at).collect();
                same.sort_by_key(|corner| corner.numbers[body]);
                let mut names: Vec<String> = same.iter().map(|corner| corner.name(letter)).collect();
                names.dedup();
                world.label(role, corner.key(letter), at, names.join(" "));
            }
        }
    }
}

/// Name of the simplex's role in the legend of pictures that show its vertices' points on A and on B; `None` for
/// others. A simplex whose only vertex is `v` is drawn as `v`.
pub fn simplex_name(pictures: &Pictures) -> Option<&'static str> {
    let has_simplex = pictures.of(CSO).marks.iter().any(|mark| mark.role == Role::Simplex);
    let has_points = pictures.of(WORLD).marks.iter().any(|mark| {
        let key = &mark.key.0;
        mark.role == Role::Simplex && (key.starts_with("a/") || key.starts_with("b/"))
    });
    match (has_points, has_simplex) {
        (false, _) => None,
        (true, true) => Some("simplex W; its points of A and B"),
        (true, false) => Some("points of A and B"),
    }
}

/// Adds the vertices' points on A and on B, joined by lines.
pub fn add_connected_points_on_bodies(world: &mut Picture, corners: &[SimplexVertex], role: Role) {
    add_points_on_bodies(world, corners, role);
    connect_points_on_bodies(world, corners, role);
}

/// Adds lines between the vertices' points on A, and between those on B.
pub fn connect_points_on_bodies(world: &mut Picture, corners: &[SimplexVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, one) in corners.iter().enumerate() {
            for other in corners[i + 1..].iter().filter(|other| other.point(body) != one.point(body)) {
                let key = format!("{letter}/{}-{}", one.number(letter), other.number(letter));
                world.segment(role, key, one.point(body), other.point(body));
            }
        }
    }
}

/// Adds the new support point of `A − B`, named `w3`, or `w = a3 − b1` in the plane, and its points on A and B.
pub fn add_new_support((world, cso): (&mut Picture, &mut Picture), w: &SimplexVertex) {
    let name = if w.is_planar { format!("w = {}", w.name("w")) } else { w.name("w") };
    add_named_point(cso, Role::NewSupport, &w.key("w"), w.w, name);
    add_points_on_bodies(world, std::slice::from_ref(w), Role::NewSupport);
}

/// Radius of the inset on vertices that are close together, in diagonals of the box around them.
const VERTICES_INSET: f64 = 0.6;

/// Fraction of the size of A − B below which points on the bodies are one point in any picture.
const ONE_POINT: f64 = 0.002;

/// Largest distance of a point from the first one.
fn extent(points: &[DVec3]) -> f64 {
    points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max)
}

/// Adds insets on vertices, and on their points on A and B, that are all so close together that their names crowd.
pub fn magnify_crowded<'a>(
    (world, cso): (&mut Picture, &mut Picture),
    corners: impl IntoIterator<Item = &'a SimplexVertex>,
    context: &PairContext,
) {
    let corners: Vec<&SimplexVertex> = corners.into_iter().collect();
    let least = ONE_POINT * context.bounding_radius();
    let all: Vec<DVec3> = corners.iter().map(|corner| corner.w).collect();
    if extent(&all) > least {
        let low = all.iter().copied().fold(all[0], DVec3::min);
        let high = all.iter().copied().fold(all[0], DVec3::max);
        cso.magnify_subject(low.midpoint(high), VERTICES_INSET * low.distance(high));
    }
    for body in [0, 1] {
        let points: Vec<DVec3> = corners.iter().map(|corner| corner.point(body)).collect();
        if extent(&points) > least && !context.shows_tiny_body() {
            context.magnify_all(world, &points);
        }
    }
}

/// Adds removed vertices as named points, and their points on A and B.
pub fn add_removed_vertices((world, cso): (&mut Picture, &mut Picture), removed: &[&SimplexVertex]) {
    for vertex in removed {
        add_named_point(cso, Role::Removed, &vertex.key("w"), vertex.w, vertex.name("w"));
    }
    let points: Vec<SimplexVertex> = removed.iter().map(|vertex| (*vertex).clone()).collect();
    add_points_on_bodies(world, &points, Role::Removed);
}

/// Names the only vertex of a simplex, which is `v` itself, by both names at one mark: `v = w0`.
pub fn name_vertex_as_v(cso: &mut Picture, corners: &[SimplexVertex], v: DVec3) {
    let [only] = corners else { return };
    let key = only.key("w");
    cso.marks.retain(|mark| mark.key.0 != key || mark.role != Role::Simplex);
    cso.marks.retain(|mark| mark.key.0 != "v" || !matches!(&mark.form, Form::Label { text, .. } if text == "v"));
    cso.label(Role::Closest, key, v, format!("v = {}", only.name("w")));
}

/// Adds the nearest point `v`, and the segment from the origin to it with its length.
pub fn add_nearest_point(cso: &mut Picture, v: DVec3, context: &PairContext) {
    add_named_point(cso, Role::Closest, "v", v, "v");
    if v == DVec3::ZERO {
        return;
    }
    cso.segment(Role::Closest, "v", DVec3::ZERO, v);
    if !context.is_rounding(v.length()) {
        cso.label(Role::Closest, "v", 0.5 * v, format!("|v| = {}", context.length(v.length())));
    }
}

/// Fraction of the size of A − B from which on the arrow of the search direction reaches from `v` to the origin.
const LONG_ARROW: f64 = 0.05;

/// Adds the search direction at `v`: the arrow from `v` to the origin if that is long enough to see, otherwise one of a
/// fixed length.
pub fn add_search_arrow(cso: &mut Picture, v: DVec3, direction: DVec3, context: &PairContext) {
    add_named_point(cso, Role::Closest, "v", v, "v");
    if v.length() > LONG_ARROW * context.bounding_radius() {
        cso.arrow(Role::Axis, "d", v, DVec3::ZERO);
        cso.label(Role::Axis, "d", v * 0.5, "d");
    } else {
        context.add_named_direction(cso, "d", v, direction, "d");
    }
}

/// Distance of the origin from the head of an arrow, in usual lengths, below which the head would cover the origin.
const COVERS_ORIGIN: f64 = 0.3;

/// Length of an arrow whose head would cover the origin, in usual lengths.
const SHORTENED: f64 = 0.6;

/// Adds a direction at a point of the simplex, named at the head of the arrow. An arrow whose head would cover the
/// origin is shorter.
pub fn add_direction(cso: &mut Picture, from: DVec3, along: DVec3, context: &PairContext) {
    let usual = context.direction_length();
    let Some(along) = along.try_normalize().filter(|_| usual > 0.0) else { return };
    let reaches_origin = (from + along * usual).length() < COVERS_ORIGIN * usual;
    let head = from + along * if reaches_origin { SHORTENED * usual } else { usual };
    cso.arrow(Role::Axis, "d", from, head);
    cso.label(Role::Axis, "d", head, "d");
}

/// Adds witness points of A and B as `p_A` and `p_B`; one point `p_A = p_B` where they coincide.
pub fn add_witness_points(world: &mut Picture, [a, b]: [DVec3; 2], context: &PairContext) {
    if context.is_rounding(a.distance(b)) {
        return add_named_point(world, Role::Witness, "witness/a", a, "p_A = p_B");
    }
    add_named_point(world, Role::Witness, "witness/a", a, "p_A");
    add_named_point(world, Role::Witness, "witness/b", b, "p_B");
}

/// Fraction of the size of A − B below which margins are too thin to be seen.
const THIN_MARGIN: f64 = 0.01;

/// Pictures of a search with the names of its roles: margins too thin to be seen, in the panes and in insets, have no
/// name.
pub fn without_thin_margins(pictures: PairPictures, margin: f64, context: &PairContext) -> Pictures {
    let details = pictures.0.requests.details.iter().chain(&pictures.1.requests.details);
    let shown = details.map(|detail| detail.radius).fold(context.bounding_radius(), f64::min);
    let mut pictures = Pictures::from(pictures);
    // The only vertex is v itself, and drawn as v.
    if !pictures.iter().any(|(_, picture)| picture.marks.iter().any(|mark| mark.role == Role::Simplex)) {
        pictures = pictures.naming(Role::Closest, "v, nearest point so far");
    }
    if margin < THIN_MARGIN * shown { pictures.naming(Role::Ghost, "") } else { pictures }
}
