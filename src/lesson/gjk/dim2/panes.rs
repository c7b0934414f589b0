//! Pictures of GJK's simplex in the plane and of the answer, also used by the lessons of EPA and of the distance in the
//! plane.

use contact_lens_model::answer::PairStatus;
use contact_lens_model::snapshot::plane::Vertex;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use crate::gjk::simplex_view::{self, PairPictures, SimplexVertex};
use crate::{PairContext, Verdict, add_named_point};

/// Name of a vertex of A − B by those of A and B: `a3 − b1`.
pub(crate) fn vertex_name(vertex: &Vertex) -> String {
    format!("a{} − b{}", vertex.a, vertex.b)
}

/// Length of the normal's arrow, as a fraction of the larger body's radius.
const NORMAL_LENGTH: f64 = 0.35;

/// Distance, as a fraction of the bounding radius of A − B, at which a direction's arrow is drawn next to a length that
/// would cover it.
const ASIDE: f64 = 0.08;

/// Draws the simplex and the answer of a pair in the plane. Points and directions in arguments are in the pair frame,
/// meters; each method converts them to the world and the configuration space of the pictures.
pub(crate) struct PlanarPainter<'a> {
    /// Bodies, frames and sizes of the pair.
    pub context: &'a PairContext,
}

impl PlanarPainter<'_> {
    /// Converts a point of A − B, or a direction, from the pair frame to the axes of the pictures.
    pub fn cso(&self, p: DVec3) -> DVec3 {
        self.context.space.cso(p)
    }

    /// Converts a vertex to the frames of the pictures, without a weight.
    pub fn simplex_vertex(&self, vertex: &Vertex) -> SimplexVertex {
        SimplexVertex::in_plane(vertex, None, self.context)
    }

    /// Converts vertices to the frames of the pictures, without weights.
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
        let is_new = others.len() == simplex.len();
        // A vertex that is found again has its own name, which the name v would cover.
        if is_new {
            add_named_point(&mut cso, Role::Closest, "v", self.cso(v), "v");
        }
        // An arrow from v to the origin would cover the distance of the line.
        let new_vertex = self.simplex_vertex(w);
        simplex_view::add_direction(&mut cso, self.arrow_start(new_vertex.w, n), n, self.context);
        self.context.add_opposite_directions(&mut world, ["d/a", "d/b"], [new_vertex.a, new_vertex.b], n);
        if is_new {
            simplex_view::name_vertex_as_v(&mut cso, &self.simplex_vertices(simplex), self.cso(v));
        }
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        self.add_new_support((&mut world, &mut cso), w, n);
        (world, cso)
    }

    /// Start of the arrow of the direction `n` at a vertex, both in the configuration space: the vertex, or a point
    /// next to it on the supporting line where the drawn distance of the line from the origin would cover the arrow.
    fn arrow_start(&self, vertex: DVec3, n: DVec3) -> DVec3 {
        let n = n.normalize_or_zero();
        // From the foot of the origin on the supporting line to the vertex.
        let to_vertex = vertex - n * n.dot(vertex);
        let aside = ASIDE * self.context.bounding_radius();
        let is_covered = n.dot(vertex) < 0.0 && to_vertex.length() < aside;
        if is_covered { vertex - to_vertex + n.cross(DVec3::Z) * aside } else { vertex }
    }

    /// Adds the new vertex, its points on A and B, and the supporting lines with normal `n`, configuration space.
    fn add_new_support(&self, (world, cso): (&mut Picture, &mut Picture), w: &Vertex, n: DVec3) {
        let w = self.simplex_vertex(w);
        simplex_view::add_new_support((world, cso), &w);
        self.context.add_plane_with_foot(cso, "plane", w.w, n);
        self.context.add_plane(world, 0, "plane/a", w.a, n);
        self.context.add_plane(world, 1, "plane/b", w.b, -n);
    }

    /// Adds the distance from the origin to the supporting line through `w` with normal `d`: a lower bound of the
    /// distance where the line separates A − B from the origin, otherwise an overlap along `d`.
    pub fn add_line_distance(&self, cso: &mut Picture, w: &Vertex, d: DVec3) {
        let n = self.cso(d).normalize_or_zero();
        let height = n.dot(self.cso(w.w));
        let role = if height < 0.0 { Role::Lower } else { Role::Penetration };
        if !self.context.is_rounding(height) {
            cso.segment(role, "plane/distance", DVec3::ZERO, n * height);
            cso.label(role, "plane/distance", n * (0.5 * height), self.context.length(height.abs()));
        }
    }

    /// Pictures of the simplex `current`, of the vertices of `previous` that were removed, and of the nearest point `v`
    /// with its distance from the origin; with `next_direction`, of the arrow of that direction instead of the
    /// distance.
    pub fn simplex(
        &self,
        current: &[Vertex],
        previous: &[Vertex],
        v: DVec3,
        next_direction: Option<DVec3>,
    ) -> PairPictures {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let current = self.simplex_vertices(current);
        simplex_view::add_simplex(&mut cso, &current, Role::Simplex);
        simplex_view::add_points_on_bodies(&mut world, &current, Role::Simplex);
        let previous = self.simplex_vertices(previous);
        let removed = simplex_view::removed(&previous, &current);
        simplex_view::add_removed_vertices((&mut world, &mut cso), &removed);
        match next_direction {
            Some(d) => simplex_view::add_search_arrow(&mut cso, self.cso(v), self.cso(d), self.context),
            None => simplex_view::add_nearest_point(&mut cso, self.cso(v), self.context),
        }
        simplex_view::name_vertex_as_v(&mut cso, &current, self.cso(v));
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        (world, cso)
    }

    /// Adds `v`, and the segment from the origin to it with its length.
    pub fn add_nearest_point(&self, cso: &mut Picture, v: DVec3) {
        simplex_view::add_nearest_point(cso, self.cso(v), self.context);
        self.context.magnify(cso, [DVec3::ZERO, self.cso(v)]);
    }

    /// Pictures of the answer: witness points, normal, and the simplex with its nearest point `v`. If the search ended
    /// with a support point that is no nearer to the origin, `last` is this vertex and the direction of its search.
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
            // The removed label of the only vertex also named v.
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
        let Some(answer) = verdict.finding.pair() else { return };
        let a = answer.witness_a;
        let b = answer.witness_b;
        simplex_view::add_witness_points(world, [a, b], self.context);
        self.context.add_distance(world, [a, b], answer.status == PairStatus::Penetrating);
        self.context.magnify_world(world, [a, b]);
        if let Some(normal) = answer.normal {
            let arrow_length = NORMAL_LENGTH * self.context.radii[0].max(self.context.radii[1]);
            // Between separate bodies a segment is drawn already, so the arrow begins at B.
            let start = if answer.status == PairStatus::Separated { b } else { a };
            let tip = start + normal * arrow_length;
            world.arrow(Role::Normal, "normal", start, tip);
            world.label(Role::Normal, "normal", tip, "n");
        }
    }
}
