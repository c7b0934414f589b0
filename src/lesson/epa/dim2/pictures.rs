//! Pictures of EPA in the plane: the polygon, its nearest edge, the supporting line, the two new edges, and the answer.
//! Pairs of pictures are those of the world and of the configuration space.

use std::sync::Arc;

use contact_lens_model::answer::FindingFacts as _;
use contact_lens_model::snapshot::plane::epa::{Edge, Epa, Outcome};
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::polygon::{edge_key, nearest_point, vertex_key, vertices, witness_points};
use super::{Narrator, is_flat_with_margins};
use crate::gjk::dim2::vertex_name;
use crate::{WORLD, add_named_point};

/// Position of a core's name on a segment, as a fraction from its start to its end.
const NAME_ON_CORE: f64 = 0.15;

/// Name of the core of a body with this role; `None` for other roles.
fn core_name(role: Role) -> Option<&'static str> {
    match role {
        Role::ShapeA => Some("core of A"),
        Role::ShapeB => Some("core of B"),
        _ => None,
    }
}

/// Margin of a body at its witness point.
struct BodyMargin {
    role: Role,
    key: &'static str,
    symbol: &'static str,
    /// Witness point on the surface of the body, world, meters.
    surface: DVec3,
    /// Unit vector from the surface to the core, world.
    inwards: DVec3,
    /// Width of the margin, meters; 0 without one.
    width: f64,
}

impl Narrator<'_> {
    /// Adds the polygon of `state` with its vertices; the edge `nearest` is highlighted.
    pub(super) fn add_polygon(&self, cso: &mut Picture, state: &Epa, nearest: Option<usize>) {
        let painter = self.painter();
        for (i, edge) in state.edges.iter().enumerate() {
            let role = if Some(i) == nearest { Role::Closest } else { Role::Polytope };
            cso.segment(role, edge_key(edge), painter.cso(edge.from.w), painter.cso(edge.to.w));
            for vertex in [&edge.from, &edge.to] {
                let key = vertex_key(vertex);
                if !cso.marks.iter().any(|mark| mark.key.0 == key) {
                    add_named_point(cso, Role::Polytope, &key, painter.cso(vertex.w), vertex_name(vertex));
                }
            }
        }
        if state.edges.len() > 2 {
            let vertices: Vec<DVec3> = vertices(state).iter().map(|p| painter.cso(*p)).collect();
            let faces = vec![(0..vertices.len() as u32).collect()];
            // A solid without creases is drawn without an outline, so the edges keep their own styles.
            cso.add(Role::Polytope, "polygon", Form::Solid(Arc::new(Solid { vertices, faces, ..Solid::default() })));
        }
    }

    /// Pictures of the polygon of `state`, and of the points of A and B that belong to its vertices; with an edge
    /// `nearest`, only to the ends of this edge, which is highlighted.
    pub(super) fn scene(&self, state: &Epa, nearest: Option<usize>) -> (Picture, Picture) {
        let painter = self.painter();
        let mut world = Picture::default();
        let mut cso = Picture::default();
        let shown_vertices = match nearest {
            Some(nearest) => vec![&state.edges[nearest].from, &state.edges[nearest].to],
            None => state.edges.iter().map(|edge| &edge.from).collect(),
        };
        let role = if nearest.is_some() { Role::Closest } else { Role::Polytope };
        for vertex in shown_vertices {
            painter.add_vertex((&mut world, &mut Picture::default()), role, vertex);
        }
        // Neighboring vertices may share a point of A or of B.
        world.marks.dedup();
        self.add_polygon(&mut cso, state, nearest);
        (world, cso)
    }

    /// Adds the distance of an edge from the origin as a length in the role `role`.
    pub(super) fn add_distance(&self, cso: &mut Picture, edge: &Edge, role: Role) {
        let v = self.painter().cso(nearest_point(edge).point);
        cso.segment(role, "v", DVec3::ZERO, v);
        if !self.context.is_rounding(edge.distance) {
            cso.label(role, "v", v * 0.5, self.context.length(edge.distance));
        }
    }

    /// Adds the names of the cores, and the margins of A and B as lengths from the cores to the witness points. Bodies
    /// without margins have no cores.
    fn add_cores(&self, world: &mut Picture, state: &Epa) {
        let scenery = self.context.backdrop();
        for mark in scenery.pictures.of(WORLD).marks.iter().filter(|mark| mark.key.0.ends_with("/core")) {
            if let (Form::Segment([from, to]), Some(name)) = (&mark.form, core_name(mark.role)) {
                world.label(mark.role, mark.key.clone(), from.lerp(*to, NAME_ON_CORE), name);
            }
        }
        let (Some(answer), Some(n)) = (self.verdict.finding.pair(), self.verdict.finding.normal()) else { return };
        let [width_a, width_b] = state.margins;
        let margin_of_a = BodyMargin {
            role: Role::ShapeA,
            key: "margin/a",
            symbol: "μ_A",
            surface: answer.witness_a,
            inwards: -n,
            width: width_a,
        };
        let margin_of_b = BodyMargin {
            role: Role::ShapeB,
            key: "margin/b",
            symbol: "μ_B",
            surface: answer.witness_b,
            inwards: n,
            width: width_b,
        };
        self.add_margin(world, margin_of_a);
        self.add_margin(world, margin_of_b);
    }

    /// Adds the width of a margin as a segment from the core of the body to its surface; nothing without a margin.
    fn add_margin(&self, world: &mut Picture, margin: BodyMargin) {
        let BodyMargin { role, key, symbol, surface, inwards, width } = margin;
        if width > 0.0 {
            let core = surface + inwards * width;
            world.segment(role, key, core, surface);
            world.label(role, key, core.midpoint(surface), format!("{symbol} = {}", self.context.length(width)));
        }
    }

    /// Pictures of the answer: the polygon with its nearest edge in the configuration space; the cores, the margins and
    /// the witness points in the world. At the iteration limit, the edge's distance is only a lower bound.
    pub(super) fn ending_pictures(&self, state: &Epa, end: Option<Outcome>) -> (Picture, Picture) {
        let mut cso = Picture::default();
        self.add_polygon(&mut cso, state, Some(state.nearest));
        let is_depth = end != Some(Outcome::IterationLimit);
        let role = if is_depth { Role::Penetration } else { Role::Lower };
        self.add_distance(&mut cso, &state.edges[state.nearest], role);
        if let Some(normal) = self.verdict.finding.normal()
            && is_flat_with_margins(state, end)
        {
            self.add_depth_of_margins(&mut cso, normal * state.margin);
        }
        let mut world = Picture::default();
        self.add_cores(&mut world, state);
        self.painter().add_answer(&mut world, self.verdict);
        (world, cso)
    }

    /// Adds the depth of cores that only touch: the width of the margins around A − B, as a vector along the normal.
    fn add_depth_of_margins(&self, cso: &mut Picture, depth: DVec3) {
        cso.segment(Role::Penetration, "depth", DVec3::ZERO, depth);
        cso.label(Role::Penetration, "depth", depth * 0.5, self.context.length(depth.length()));
    }

    /// Pictures of the polygon with its nearest edge, and of the lower bound that this edge gives.
    pub(super) fn scene_with_bound(&self, state: &Epa, nearest: usize) -> (Picture, Picture) {
        let (mut world, mut cso) = self.scene(state, Some(nearest));
        let edge = &state.edges[nearest];
        self.add_distance(&mut cso, edge, Role::Lower);
        let [witness_a, witness_b] = witness_points(state, edge);
        let a = self.context.space.world(witness_a);
        let b = self.context.space.world(witness_b);
        if !self.context.is_rounding(a.distance(b)) {
            world.segment(Role::Lower, "witness", a, b);
        }
        (world, cso)
    }

    /// Adds the outward normal of an edge at its point nearest the origin.
    pub(super) fn add_normal(&self, cso: &mut Picture, edge: &Edge) {
        let start = self.painter().cso(nearest_point(edge).point);
        self.context.add_named_direction(cso, "n", start, self.painter().cso(edge.normal), "n");
    }

    /// Pictures of the support point along the normal of the nearest edge, with the supporting lines.
    pub(super) fn support_pictures(&self, before: &Epa, after: &Epa) -> (Picture, Picture) {
        let edge = &before.edges[after.nearest];
        let (mut world, mut cso) = self.new_vertex(before, after, Some(after.nearest));
        self.add_normal(&mut cso, edge);
        let n = self.painter().cso(edge.normal);
        self.context.add_plane(&mut cso, 2, "plane", self.painter().cso(after.w.w), n);
        let a = self.context.space.world(after.w.on_a);
        let b = self.context.space.world(after.w.on_b);
        self.context.add_named_direction(&mut world, "n/a", a, n, "n");
        self.context.add_named_direction(&mut world, "n/b", b, -n, "−n");
        (world, cso)
    }

    /// Pictures of the supporting line of `A − B` and its distance from the origin, which is an upper bound if it is
    /// less than all earlier ones.
    pub(super) fn bound_pictures(&self, before: &Epa, after: &Epa) -> (Picture, Picture) {
        let edge = &before.edges[after.nearest];
        let (world, mut cso) = self.new_vertex(before, after, Some(after.nearest));
        let painter = self.painter();
        // At the edge, the arrow would lie on the distance of the line from the origin.
        self.context.add_named_direction(&mut cso, "n", painter.cso(after.w.w), painter.cso(edge.normal), "n");
        let reach = edge.normal.dot(after.w.w);
        let tip = painter.cso(edge.normal * reach);
        let is_best = after.upper < before.upper;
        let role = if is_best { Role::Upper } else { Role::Gap };
        cso.segment(role, "upper", DVec3::ZERO, tip);
        cso.label(role, "upper", tip * 0.5, self.context.length(reach));
        if !is_best {
            // The upper bound of an earlier line, as a circle with its label opposite to the new line.
            let radius = after.upper;
            cso.add(Role::Upper, "best", Form::Circle { center: DVec3::ZERO, normal: DVec3::Z, radius });
            let label_position = -painter.cso(edge.normal) * radius;
            cso.label(Role::Upper, "best", label_position, format!("≤ {}", self.context.length(radius)));
        }
        self.context.add_plane_with_foot(&mut cso, "plane", painter.cso(after.w.w), painter.cso(edge.normal));
        (world, cso)
    }

    /// Pictures of the polygon after the step: the replaced edge and the two new ones.
    pub(super) fn split_pictures(&self, before: &Epa, after: &Epa) -> (Picture, Picture) {
        let (world, mut cso) = self.new_vertex(after, after, None);
        let painter = self.painter();
        let old = &before.edges[after.nearest];
        // The engine shortens the old edge to end at w, and appends the edge from w.
        let new_edges = [&after.edges[after.nearest], &after.edges[after.edges.len() - 1]];
        let new_keys = new_edges.map(edge_key);
        cso.marks.retain(|mark| !new_keys.iter().any(|key| mark.key.0 == *key));
        cso.segment(Role::Removed, edge_key(old), painter.cso(old.from.w), painter.cso(old.to.w));
        for edge in new_edges {
            cso.segment(Role::Added, edge_key(edge), painter.cso(edge.from.w), painter.cso(edge.to.w));
        }
        (world, cso)
    }

    /// Pictures of the polygon of `state` and of the support point that `after` found.
    fn new_vertex(&self, state: &Epa, after: &Epa, nearest: Option<usize>) -> (Picture, Picture) {
        let mut world = Picture::default();
        let mut cso = Picture::default();
        self.add_polygon(&mut cso, state, nearest);
        self.painter().add_vertex((&mut world, &mut cso), Role::NewSupport, &after.w);
        (world, cso)
    }
}
