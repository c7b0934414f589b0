//! Pictures of planar simplices, also used by the lesson of EPA in the plane.

use glam::DVec3;

use crate::answer::PairStatus;
use crate::lesson::gjk::simplex_view::{self, SimplexVertex};
use crate::lesson::{PairContext, Verdict, add_named_point};
use crate::picture::{Picture, Role};
use crate::snapshot::plane::Vertex;

/// Pictures of the world and of the configuration space.
type Both = (Picture, Picture);

/// Name of a CSO vertex by those of A and B: `a3 − b1`.
pub(crate) fn vertex_name(vertex: &Vertex) -> String {
    format!("a{} − b{}", vertex.a, vertex.b)
}

/// Painter of a pair.
pub(crate) struct Panes<'a> {
    pub context: &'a PairContext,
}

impl Panes<'_> {
    /// Rotates a point of the CSO, or a direction, to its pane.
    pub fn cso(&self, p: DVec3) -> DVec3 {
        self.context.space.cso(p)
    }

    /// View of a vertex.
    pub fn view(&self, vertex: &Vertex) -> SimplexVertex {
        SimplexVertex::in_plane(vertex, None, self.context)
    }

    /// Views of vertices.
    pub fn views(&self, vertices: &[Vertex]) -> Vec<SimplexVertex> {
        vertices.iter().map(|vertex| self.view(vertex)).collect()
    }

    /// Adds a vertex in the configuration space, and its points on A and B in the world.
    pub fn vertex(&self, (world, cso): (&mut Picture, &mut Picture), role: Role, vertex: &Vertex) {
        let vertex = self.view(vertex);
        add_named_point(cso, role, &vertex.key("w"), vertex.w, vertex.name("w"));
        simplex_view::points_on_bodies(world, &[vertex], role);
    }

    /// Pictures of the new vertex, found along `d` from `v`, and of the supporting lines of A, B and A − B.
    pub fn support(&self, simplex: &[Vertex], w: &Vertex, v: DVec3, d: DVec3) -> Both {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        simplex_view::edges(&mut cso, &self.views(simplex), Role::Simplex);
        let others: Vec<Vertex> = simplex.iter().filter(|vertex| !vertex.has_same_vertices(w)).copied().collect();
        for other in self.views(&others) {
            add_named_point(&mut cso, Role::Simplex, &other.key("w"), other.w, other.name("w"));
        }
        let n = self.cso(d);
        add_named_point(&mut cso, Role::Closest, "v", self.cso(v), "v");
        // An arrow from v to the origin would cover the distance of the line.
        let found = self.view(w);
        simplex_view::direction(&mut cso, found.w, n, self.context);
        self.context.add_opposite_directions(&mut world, ["d/a", "d/b"], [found.a, found.b], n);
        if others.len() == simplex.len() {
            simplex_view::name_vertex_as_v(&mut cso, &self.views(simplex), self.cso(v));
        }
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        self.new_support((&mut world, &mut cso), w, n);
        (world, cso)
    }

    /// Adds the new vertex, its points on A and B, and the supporting lines with normal `n`.
    fn new_support(&self, (world, cso): (&mut Picture, &mut Picture), w: &Vertex, n: DVec3) {
        let w = self.view(w);
        simplex_view::new_support((world, cso), &w);
        self.context.add_plane_with_foot(cso, "plane", w.w, n);
        self.context.add_plane(world, 0, "plane/a", w.a, n);
        self.context.add_plane(world, 1, "plane/b", w.b, -n);
    }

    /// Adds the distance of the line through a vertex with normal `d` from the origin: a lower bound of the distance,
    /// or beyond the origin an overlap along d.
    pub fn line_distance(&self, cso: &mut Picture, w: &Vertex, d: DVec3) {
        let n = self.cso(d).normalize_or_zero();
        let height = n.dot(self.cso(w.w));
        let role = if height < 0.0 { Role::Lower } else { Role::Penetration };
        if !self.context.is_rounding(height) {
            cso.segment(role, "plane/distance", DVec3::ZERO, n * height);
            cso.label(role, "plane/distance", n * (0.5 * height), self.context.length(height.abs()));
        }
    }

    /// Pictures of the simplex, its removed vertices, and the nearest point with its distance; with the next direction
    /// instead of the distance if there is one.
    pub fn simplex(&self, now: &[Vertex], was: &[Vertex], v: DVec3, heading: Option<DVec3>) -> Both {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let corners = self.views(now);
        simplex_view::simplex(&mut cso, &corners, Role::Simplex);
        simplex_view::points_on_bodies(&mut world, &corners, Role::Simplex);
        let before = self.views(was);
        let removed = simplex_view::removed(&before, &corners);
        simplex_view::removed_vertices((&mut world, &mut cso), &removed);
        match heading {
            Some(d) => simplex_view::search_arrow(&mut cso, self.cso(v), self.cso(d), self.context),
            None => simplex_view::nearest(&mut cso, self.cso(v), self.context),
        }
        simplex_view::name_vertex_as_v(&mut cso, &corners, self.cso(v));
        self.context.magnify(&mut cso, [DVec3::ZERO, self.cso(v)]);
        (world, cso)
    }

    /// Adds `v`, and the segment from the origin to it with its length.
    pub fn nearest(&self, cso: &mut Picture, v: DVec3) {
        simplex_view::nearest(cso, self.cso(v), self.context);
        self.context.magnify(cso, [DVec3::ZERO, self.cso(v)]);
    }

    /// Pictures of the answer: witness points, normal, and the simplex; with the vertex `last`, found along a
    /// direction, that is no nearer.
    pub fn ending(&self, simplex: &[Vertex], v: DVec3, last: Option<(&Vertex, DVec3)>, verdict: &Verdict) -> Both {
        let (mut world, mut cso) = self.simplex(simplex, &[], v, None);
        world.marks.clear();
        if let Some((w, d)) = last {
            let vertex = self.view(w);
            cso.marks.retain(|mark| mark.key.0 != vertex.key("w"));
            // The only vertex, which the label of v named, is the new one again.
            if simplex.len() == 1 && simplex[0].has_same_vertices(w) {
                cso.label(Role::Closest, "v", self.cso(v), "v");
            }
            self.new_support((&mut Picture::default(), &mut cso), w, self.cso(d));
        }
        self.answer(&mut world, verdict);
        (world, cso)
    }

    /// Adds witness points and normal to the world.
    pub fn answer(&self, world: &mut Picture, verdict: &Verdict) {
        let Some(found) = verdict.finding.pair() else { return };
        let a = found.witness_a;
        let b = found.witness_b;
        simplex_view::witness_points(world, [a, b], self.context);
        self.context.add_distance(world, [a, b], found.status == PairStatus::Penetrating);
        self.context.magnify_world(world, [a, b]);
        if let Some(normal) = found.normal {
            let reach = 0.35 * self.context.radii[0].max(self.context.radii[1]);
            // Between separate bodies a segment is drawn already, so the arrow begins at B.
            let from = if found.status == PairStatus::Separated { b } else { a };
            world.arrow(Role::Normal, "normal", from, from + normal * reach);
            world.label(Role::Normal, "normal", from + normal * reach, "n");
        }
    }
}
