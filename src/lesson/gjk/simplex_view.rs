//! Vertices and pictures of the simplex `W` of a search in the difference `A − B`, common to GJK, ISA-GJK and boolean
//! GJK in space and in the plane.
//!
//! - **Names**: in space a vertex has the number of its support point in the run: `w3 = a3 − b3`. In the plane it has
//!   the numbers of the vertices of A and B: `a3 − b1`.
//! - **Marks**: `w/3` or `w/3-1` is the vertex, `a/3` its point on A, `b/3` its point on B, `edge/…` and `face/…` are
//!   the edges and faces of the simplex, `v` is its point nearest the origin, `d` the search direction.

use contact_lens_model::snapshot::{plane, support};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use crate::{CSO, PairContext, Pictures, Sentence, WORLD, add_named_point};

/// Picture of the world, and picture of the configuration space.
pub type PairPictures = (Picture, Picture);

/// Vertex of the simplex with its points on A and B.
#[derive(Clone, Debug, PartialEq)]
pub struct SimplexVertex {
    /// Position `a − b`, configuration space, meters.
    pub w: DVec3,
    /// Point on A, world, meters.
    pub a: DVec3,
    /// Point on B, world, meters.
    pub b: DVec3,
    /// Indices of the features of A and of B whose points these are.
    pub features: [u32; 2],
    /// Barycentric weight in the nearest point of the simplex; `None` if it is unknown, or if the vertex is not kept.
    pub lambda: Option<f64>,
    /// Numbers in the names of the points on A and B. In space both are the number of the support point in the run; in
    /// the plane they are the numbers of the vertices of A and B.
    pub numbers: [usize; 2],
    /// Whether the vertex belongs to a run in the plane, and so is named by the numbers of its points on A and B.
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

    /// Number in the name of the vertex (`letter` w) or of its point on A or B (a or b); both numbers, `3-1`, for the
    /// vertex of a run in the plane.
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
pub fn names<'a>(vertices: impl IntoIterator<Item = &'a SimplexVertex>) -> Sentence {
    Sentence::list(vertices.into_iter().map(|vertex| vertex.mark("w")))
}

/// Names of the vertices of an edge or face in a sentence, sorted by number: `w0 w3`.
pub fn joined_names<'a>(vertices: impl IntoIterator<Item = &'a SimplexVertex>) -> Sentence {
    let mut sorted: Vec<&SimplexVertex> = vertices.into_iter().collect();
    sorted.sort_by_key(|vertex| vertex.numbers);
    let mut sentence = Sentence::default();
    for (i, vertex) in sorted.into_iter().enumerate() {
        sentence += Sentence::from(if i == 0 { "" } else { " " });
        sentence += vertex.mark("w");
    }
    sentence
}

/// Shape of a simplex with this number of vertices.
pub fn kind(vertex_count: usize) -> &'static str {
    match vertex_count {
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
pub fn normal_of_triangle<'a>(vertices: impl IntoIterator<Item = &'a SimplexVertex>) -> DVec3 {
    let points: Vec<DVec3> = vertices.into_iter().map(|vertex| vertex.w).collect();
    match points[..] {
        [a, b, c] => (b - a).cross(c - a),
        _ => DVec3::ZERO,
    }
}

/// Adds the simplex in the configuration space: named vertices, edges, faces.
pub fn add_simplex(cso: &mut Picture, simplex: &[SimplexVertex], role: Role) {
    for vertex in simplex {
        add_named_point(cso, role, &vertex.key("w"), vertex.w, vertex.name("w"));
    }
    add_edges(cso, simplex, role);
}

/// Adds the edges and faces of the simplex in the configuration space: each pair and each triple of its vertices.
pub fn add_edges(cso: &mut Picture, simplex: &[SimplexVertex], role: Role) {
    for (i, first) in simplex.iter().enumerate() {
        for (j, second) in simplex.iter().enumerate().skip(i + 1) {
            let edge = format!("{}-{}", first.number("w"), second.number("w"));
            cso.segment(role, format!("edge/{edge}"), first.w, second.w);
            for third in &simplex[j + 1..] {
                let key = format!("face/{edge}-{}", third.number("w"));
                cso.add(role, key, Form::Polygon(vec![first.w, second.w, third.w]));
            }
        }
    }
}

/// Adds the edge between two vertices in the configuration space.
pub fn add_edge(cso: &mut Picture, role: Role, [start, end]: [&SimplexVertex; 2]) {
    let key = format!("edge/{}-{}", start.number("w"), end.number("w"));
    cso.segment(role, key, start.w, end.w);
}

/// Adds the edges and faces of the simplex that the vertices of `simplex` and the new vertex `w` span.
pub fn add_joined_edges(cso: &mut Picture, simplex: &[SimplexVertex], w: &SimplexVertex) {
    let joined: Vec<SimplexVertex> = simplex.iter().chain([w]).cloned().collect();
    add_edges(cso, &joined, Role::Simplex);
}

/// Adds the vertices' points on A and on B. A point that belongs to several vertices has all their names.
pub fn add_points_on_bodies(world: &mut Picture, simplex: &[SimplexVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, vertex) in simplex.iter().enumerate() {
            let at = vertex.point(body);
            world.point(role, vertex.key(letter), at);
            let is_named = simplex[..i].iter().any(|earlier| earlier.point(body) == at);
            if !is_named {
                let coincident = simplex.iter().filter(|other| other.point(body) == at).collect();
                world.label(role, vertex.key(letter), at, names_on_body(coincident, letter, body));
            }
        }
    }
}

/// Names of the vertices' points on a body, sorted by number, without repetitions: `a0 a3`.
fn names_on_body(mut vertices: Vec<&SimplexVertex>, letter: &str, body: usize) -> String {
    vertices.sort_by_key(|vertex| vertex.numbers[body]);
    let mut names: Vec<String> = vertices.into_iter().map(|vertex| vertex.name(letter)).collect();
    names.dedup();
    names.join(" ")
}

/// Name of the simplex's role in the legend of pictures that show its vertices' points on A and on B; `None` for
/// others. A simplex whose only vertex is `v` is drawn as `v`.
pub fn simplex_name(pictures: &Pictures) -> Option<&'static str> {
    let has_simplex = pictures.of(CSO).marks.iter().any(|mark| mark.role == Role::Simplex);
    let has_points = pictures.of(WORLD).marks.iter().any(|mark| {
        let key = &mark.key.0;
        mark.role == Role::Simplex && (key.starts_with("a/") || key.starts_with("b/"))
    });
    if !has_points {
        return None;
    }
    Some(if has_simplex { "simplex W; its points of A and B" } else { "points of A and B" })
}

/// Adds the vertices' points on A and on B, joined by lines.
pub fn add_connected_points_on_bodies(world: &mut Picture, simplex: &[SimplexVertex], role: Role) {
    add_points_on_bodies(world, simplex, role);
    connect_points_on_bodies(world, simplex, role);
}

/// Adds lines between the vertices' points on A, and between those on B.
pub fn connect_points_on_bodies(world: &mut Picture, simplex: &[SimplexVertex], role: Role) {
    for (letter, body) in [("a", 0), ("b", 1)] {
        for (i, first) in simplex.iter().enumerate() {
            for second in &simplex[i + 1..] {
                let start = first.point(body);
                let end = second.point(body);
                if start != end {
                    let key = format!("{letter}/{}-{}", first.number(letter), second.number(letter));
                    world.segment(role, key, start, end);
                }
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

/// Radius of the inset on vertices that are close together, as a fraction of the diagonal of the box around them: more
/// than half, so that their names have space.
const VERTICES_INSET: f64 = 0.6;

/// Distance below which points look like one point in any picture, as a fraction of the bounding radius of A − B.
const ONE_POINT: f64 = 0.002;

/// Largest distance of a point from the first one, meters; 0 without points.
fn extent(points: &[DVec3]) -> f64 {
    points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max)
}

/// Requests magnified insets of vertices, and of their points on A and B, whose names crowd because the points are
/// close together. Points that look like one point in any picture get none.
pub fn magnify_crowded<'a>(
    (world, cso): (&mut Picture, &mut Picture),
    vertices: impl IntoIterator<Item = &'a SimplexVertex>,
    context: &PairContext,
) {
    let vertices: Vec<&SimplexVertex> = vertices.into_iter().collect();
    let least = ONE_POINT * context.bounding_radius();
    let positions: Vec<DVec3> = vertices.iter().map(|vertex| vertex.w).collect();
    if extent(&positions) > least {
        let low = positions.iter().copied().fold(positions[0], DVec3::min);
        let high = positions.iter().copied().fold(positions[0], DVec3::max);
        cso.magnify_subject(low.midpoint(high), VERTICES_INSET * low.distance(high));
    }
    for body in [0, 1] {
        let points: Vec<DVec3> = vertices.iter().map(|vertex| vertex.point(body)).collect();
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

/// Replaces the names of `v` and of the only vertex of a simplex, which is `v` itself, by one label: `v = w0`. Nothing
/// for other simplices.
pub fn name_vertex_as_v(cso: &mut Picture, simplex: &[SimplexVertex], v: DVec3) {
    let [only] = simplex else { return };
    let key = only.key("w");
    cso.marks.retain(|mark| mark.key.0 != key || mark.role != Role::Simplex);
    cso.marks.retain(|mark| {
        let is_name_of_v = matches!(&mark.form, Form::Label { text, .. } if text == "v");
        mark.key.0 != "v" || !is_name_of_v
    });
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

/// Length of `v` above which the arrow of the search direction reaches from `v` to the origin, as a fraction of the
/// bounding radius of A − B: a shorter arrow could not be seen.
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

/// Distance of the origin from the head of an arrow below which the head would cover the origin, as a fraction of the
/// arrow's usual length.
const COVERS_ORIGIN: f64 = 0.3;

/// Length of an arrow whose head would otherwise cover the origin, as a fraction of the usual length.
const SHORTENED: f64 = 0.6;

/// Adds the search direction `along`, of any length, as an arrow from the point `start`, with the name d at its head.
/// An arrow whose head would cover the origin is shorter. Nothing for a zero direction.
pub fn add_direction(cso: &mut Picture, start: DVec3, along: DVec3, context: &PairContext) {
    let usual_length = context.direction_length();
    let has_length = usual_length > 0.0;
    if !has_length {
        return;
    }
    let Some(along) = along.try_normalize() else { return };
    let covers_origin = (start + along * usual_length).length() < COVERS_ORIGIN * usual_length;
    let length = if covers_origin { SHORTENED * usual_length } else { usual_length };
    let head = start + along * length;
    cso.arrow(Role::Axis, "d", start, head);
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

/// Width below which margins are too thin to be seen, as a fraction of the size of what the picture shows.
const THIN_MARGIN: f64 = 0.01;

/// Pictures of a search with those names of roles in the legend that depend on what is drawn. Margins whose sum
/// `margin`, meters, is too thin to be seen in the panes and in their insets have no name; a simplex that is the point
/// `v` alone is named by `v`.
pub fn without_thin_margins(pictures: PairPictures, margin: f64, context: &PairContext) -> Pictures {
    let (world, cso) = &pictures;
    let insets = world.requests.details.iter().chain(&cso.requests.details);
    // Radius of the smallest region that is drawn.
    let shown_radius = insets.map(|inset| inset.radius).fold(context.bounding_radius(), f64::min);
    let mut pictures = Pictures::from(pictures);
    let has_simplex = pictures.iter().any(|(_, picture)| picture.marks.iter().any(|mark| mark.role == Role::Simplex));
    if !has_simplex {
        pictures = pictures.naming(Role::Closest, "v, nearest point so far");
    }
    if margin < THIN_MARGIN * shown_radius { pictures.naming(Role::Ghost, "") } else { pictures }
}
