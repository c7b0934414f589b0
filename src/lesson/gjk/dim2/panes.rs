//! Pictures of GJK's simplex in the plane and of the answer, also used by the lessons of EPA and of the distance in the
//! plane.

use glam::DVec3;

use crate::answer::PairStatus;
use crate::lesson::gjk::simplex_view::{self, PairPictures, SimplexVertex};
use crate::lesson::{PairContext, Verdict, add_named_point};
use crate::picture::{Picture, Role};
use crate::snapshot::plane::Vertex;

/// Name of a vertex of A − B by those of A and B: `a3 − b1`.
pub(crate) fn vertex_name(vertex: &Vertex) -> String {
    format!("a{} − b{}", vertex.a, vertex.b)
}

/// Length of the normal's arrow, in radii of the larger body.
const NORMAL_LENGTH: f64 = 0.35;

/// Distance of the arrow of a direction from a length along it, in sizes of A − B.
const BESIDE_DISTANCE: f64 = 0.08;

/// Maker of pictures of a pair in the plane.
pub(crate) struct PlanarPainter<'a> {
    pub context: &'a PairContext,
}

impl PlanarPainter<'_> {
    /// Converts a point of A − B, or a direction, from the pair frame to the axes of the pictures.
    pub fn cso(&self, p: DVec3) -> DVec3 {
        self.context.space.cso(p)
    }

    /// Converts a vertex, without a weight.
    pub fn simplex_vertex(&self, vertex: &Vertex) -> SimplexVertex {
        SimplexVertex::in_plane(vertex, None, self.context)
    }

    /// Converts vertices, without weights.
    pub fn simplex_vertices(&self, vertices: &[Vertex]) -> Vec<SimplexVertex> {
        vertices.iter().map(|vertex| self.simplex_vertex(vertex)).collect()
    }

    /// Adds a vertex in the configuration space, and its points on A and B in the world.
    pub fn add_vertex(&self, (world, cso): (&mut Picture, &mut Picture), role: Role, vertex: &Vertex) {
        let vertex = self.simplex_vertex(vertex);
        add_named_point(cso, role, &vertex.key("w"), vertex.w, vertex.name("w"));
        simplex_view::add_points_on_bodies(world, &[vertex], role);
    }

    /// Pictures of the new vertex, found along `d` from `v`, and of the supporting lines of A, B and A − B.
    pub fn support(&self, simplex: &[Vertex], w: &Vertex, v: DVec3, d: DVec3) -> PairPictures {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        simplex_view::add_edges(&mut cso, &self.simplex_vertices(simplex), Role::Simplex);
        let others: Vec<Vertex> = simplex.iter().filter(|vertex| !vertex.has_same_vertices(w)).copied().collect();
        for other in self.simplex_vertices(&others) {
            add_named_point(&mut cso, Role::Simplex, &other.key("w"), other.w, other.name("w"));
        }
        let n = self.cso(d);
        // A vertex that is found again has its own name.
        if others.len() == simplex.len() {
            add_named_point(&mut cso, Role::Closest, "v", self.cso(v), "v");
        }
        // An arrow from v to the origin would cover the distance of the line.
        let found = self.simplex_vertex(w);
        simplex_view::add_direction(&mut cso, self.beside_distance(found.w, n), n, self.context);
        self.context.add_opposite_directions(&mut world, ["d/a", "d/b"], [found.a, found.b], n);
        if others.len() == simplex.len() {
            simplex_view::name_vertex_as_v(&mut cso, &self.simplex_vertices(simplex), self.cso(v));
        }
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        self.add_new_support((&mut world, &mut cso), w, n);
        (world, cso)
    }

    /// Start of the arrow of the direction `n` at a vertex: the vertex, or a point next to it on the supporting line
    /// where the line's distance from the origin would cover the arrow.
    fn beside_distance(&self, vertex: DVec3, n: DVec3) -> DVec3 {
        let n = n.normalize_or_zero();
        let to_vertex = vertex - n * n.dot(vertex);
        let aside = BESIDE_DISTANCE * self.context.bounding_radius();
        let is_covered = n.dot(vertex) < 0.0 && to_vertex.length() < aside;
        if is_covered { vertex - to_vertex + n.cross(DVec3::Z) * aside } else { vertex }
    }

    /// Adds the new vertex, its points on A and B, and the supporting lines with normal `n`.
    fn add_new_support(&self, (world, cso): (&mut Picture, &mut Picture), w: &Vertex, n: DVec3) {
        let w = self.simplex_vertex(w);
        simplex_view::add_new_support((world, cso), &w);
        self.context.add_plane_with_foot(cso, "plane", w.w, n);
        self.context.add_plane(world, 0, "plane/a", w.a, n);
        self.context.add_plane(world, 1, "plane/b", w.b, -n);
    }

    /// Adds the distance of the line through a vertex with normal `d` from the origin: a lower bound of the distance,
    /// or beyond the origin an overlap along d.
    pub fn add_line_distance(&self, cso: &mut Picture, w: &Vertex, d: DVec3) {
        let n = self.cso(d).normalize_or_zero();
        let height = n.dot(self.cso(w.w));
        let role = if height < 0.0 { Role::Lower } else { Role::Penetration };
        if !self.context.is_rounding(height) {
            cso.segment(role, "plane/distance", DVec3::ZERO, n * height);
            cso.label(role, "plane/distance", n * (0.5 * height), self.context.length(height.abs()));
        }
    }

    /// Pictures of the simplex `now`, of the vertices of `before` that were removed, and of the nearest point with its
    /// distance, or with `next_direction` instead of the distance.
    pub fn simplex(&self, now: &[Vertex], before: &[Vertex], v: DVec3, next_direction: Option<DVec3>) -> PairPictures {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let corners = self.simplex_vertices(now);
        simplex_view::add_simplex(&mut cso, &corners, Role::Simplex);
        simplex_view::add_points_on_bodies(&mut world, &corners, Role::Simplex);
        let before = self.simplex_vertices(before);
        let removed = simplex_view::removed(&before, &corners);
        simplex_view::add_removed_vertices((&mut world, &mut cso), &removed);
        match next_direction {
            Some(d) => simplex_view::add_search_arrow(&mut cso, self.cso(v), self.cso(d), self.context),
            None => simplex_view::add_nearest_point(&mut cso, self.cso(v), self.context),
        }
        simplex_view::name_vertex_as_v(&mut cso, &corners, self.cso(v));
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        (world, cso)
    }

    /// Adds `v`, and the segment from the origin to it with its length.
    pub fn add_nearest_point(&self, cso: &mut Picture, v: DVec3) {
        simplex_view::add_nearest_point(cso, self.cso(v), self.context);
        self.context.magnify(cso, [DVec3::ZERO, self.cso(v)]);
    }

    /// Pictures of the answer: witness points, normal, and the simplex. `last` is the vertex that is no nearer, if the
    /// search ended with one, and the direction along which it was found.
    pub fn ending(
        &self,
        simplex: &[Vertex],
        v: DVec3,
        last: Option<(&Vertex, DVec3)>,
        verdict: &Verdict,
    ) -> PairPictures {
        let (mut world, mut cso) = self.simplex(simplex, &[], v, None);
        world.marks.clear();
        if let Some((w, d)) = last {
            let vertex = self.simplex_vertex(w);
            cso.marks.retain(|mark| mark.key.0 != vertex.key("w"));
            // The only vertex, which the label of v named, is the new one again.
            if simplex.len() == 1 && simplex[0].has_same_vertices(w) {
                cso.label(Role::Closest, "v", self.cso(v), "v");
            }
            self.add_new_support((&mut Picture::default(), &mut cso), w, self.cso(d));
        }
        self.add_answer(&mut world, verdict);
        (world, cso)
    }

    /// Adds the witness points, their distance and the normal to the world; nothing without an answer.
    pub fn add_answer(&self, world: &mut Picture, verdict: &Verdict) {
        let Some(found) = verdict.finding.pair() else { return };
        let a = found.witness_a;
        let b = found.witness_b;
        simplex_view::add_witness_points(world, [a, b], self.context);
        self.context.add_distance(world, [a, b], found.status == PairStatus::Penetrating);
        self.context.magnify_world(world, [a, b]);
        if let Some(normal) = found.normal {
            let arrow_length = NORMAL_LENGTH * self.context.radii[0].max(self.context.radii[1]);
            // Between separate bodies a segment is drawn already, so the arrow begins at B.
            let from = if found.status == PairStatus::Separated { b } else { a };
            world.arrow(Role::Normal, "normal", from, from + normal * arrow_length);
            world.label(Role::Normal, "normal", from + normal * arrow_length, "n");
        }
    }
}
