//! Pictures of planar simplices, also used by the lesson of EPA in the plane.

use glam::DVec3;

use crate::answer::PairStatus;
use crate::lesson::{PairContext, Verdict, add_named_point};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::plane::Vertex;

/// Pictures of the world and of the configuration space.
type Both = (Picture, Picture);

/// Name of a CSO vertex by those of A and B: `a3 − b1`.
pub(crate) fn vertex_name(vertex: &Vertex) -> String {
    format!("a{} − b{}", vertex.a, vertex.b)
}

pub(crate) fn key(vertex: &Vertex) -> String {
    format!("w/{}-{}", vertex.a, vertex.b)
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

    fn a(&self, vertex: &Vertex) -> DVec3 {
        self.context.space.world(vertex.on_a)
    }

    fn b(&self, vertex: &Vertex) -> DVec3 {
        self.context.space.world(vertex.on_b)
    }

    /// Adds a vertex in the configuration space, and its points on A and B in the world.
    pub fn vertex(&self, (world, cso): (&mut Picture, &mut Picture), role: Role, vertex: &Vertex) {
        add_named_point(cso, role, &key(vertex), self.cso(vertex.w), vertex_name(vertex));
        add_named_point(world, role, &format!("a/{}", vertex.a), self.a(vertex), format!("a{}", vertex.a));
        add_named_point(world, role, &format!("b/{}", vertex.b), self.b(vertex), format!("b{}", vertex.b));
    }

    fn edges(&self, cso: &mut Picture, role: Role, corners: &[Vertex]) {
        for (i, p) in corners.iter().enumerate() {
            for q in &corners[i + 1..] {
                cso.segment(role, format!("edge/{}/{}", key(p), key(q)), self.cso(p.w), self.cso(q.w));
            }
        }
        if let [p, q, r] = corners {
            cso.add(role, "triangle", Form::Polygon(vec![self.cso(p.w), self.cso(q.w), self.cso(r.w)]));
        }
    }

    /// Pictures of the new vertex, found along `d` from `v`, and of the supporting lines of A, B and A − B.
    pub fn support(&self, simplex: &[Vertex], w: &Vertex, v: DVec3, d: DVec3) -> Both {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.edges(&mut cso, Role::Simplex, simplex);
        for vertex in simplex.iter().filter(|vertex| !vertex.is(w)) {
            add_named_point(&mut cso, Role::Simplex, &key(vertex), self.cso(vertex.w), vertex_name(vertex));
        }
        self.vertex((&mut world, &mut cso), Role::NewSupport, w);
        let n = self.cso(d);
        self.context.named_direction(&mut cso, "d", self.cso(v), n, "d");
        self.context.plane_with_foot(&mut cso, "plane", self.cso(w.w), n);
        self.context.plane(&mut world, 0, "plane/a", self.a(w), n);
        self.context.plane(&mut world, 1, "plane/b", self.b(w), -n);
        (world, cso)
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

    /// Pictures of the simplex, its removed vertices as ghosts, the nearest point, and the next direction if there is
    /// one.
    pub fn simplex(&self, now: &[Vertex], was: &[Vertex], v: DVec3, heading: Option<DVec3>) -> Both {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.edges(&mut cso, Role::Simplex, now);
        now.iter().for_each(|vertex| self.vertex((&mut world, &mut cso), Role::Simplex, vertex));
        for removed in was.iter().filter(|old| now.iter().all(|new| !new.is(old))) {
            add_named_point(&mut cso, Role::Removed, &key(removed), self.cso(removed.w), vertex_name(removed));
        }
        self.nearest(&mut cso, v);
        if let Some(d) = heading {
            self.context.named_direction(&mut cso, "d", self.cso(v), self.cso(d), "d");
        }
        (world, cso)
    }

    /// Adds `v`, and the segment from the origin to it.
    pub fn nearest(&self, cso: &mut Picture, v: DVec3) {
        add_named_point(cso, Role::Closest, "v", self.cso(v), "v");
        if v != DVec3::ZERO {
            cso.segment(Role::Closest, "v", DVec3::ZERO, self.cso(v));
            self.context.magnify(cso, [DVec3::ZERO, self.cso(v)]);
        }
    }

    /// Pictures of the answer: witness points, normal, and the lines that prove it.
    pub fn ending(&self, simplex: &[Vertex], v: DVec3, verdict: &Verdict) -> Both {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.edges(&mut cso, Role::Simplex, simplex);
        for vertex in simplex {
            add_named_point(&mut cso, Role::Simplex, &key(vertex), self.cso(vertex.w), vertex_name(vertex));
        }
        self.nearest(&mut cso, v);
        self.answer(&mut world, verdict);
        (world, cso)
    }

    /// Adds witness points and normal to the world.
    pub fn answer(&self, world: &mut Picture, verdict: &Verdict) {
        let Some(found) = verdict.finding.pair() else { return };
        let a = found.witness_a;
        let b = found.witness_b;
        add_named_point(world, Role::Witness, "witness/a", a, "p_A");
        add_named_point(world, Role::Witness, "witness/b", b, "p_B");
        self.context.between(world, [a, b], found.status == PairStatus::Penetrating);
        self.context.magnify_world(world, [a, b]);
        if let Some(normal) = found.normal {
            let reach = 0.35 * self.context.radii[0].max(self.context.radii[1]);
            // Between separate bodies a segment is drawn already, so the arrow begins at B.
            let from = if found.status == PairStatus::Separated { b } else { a };
            world.arrow(Role::Normal, "normal", from, from + normal * reach);
        }
    }
}
