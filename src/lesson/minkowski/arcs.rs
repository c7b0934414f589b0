//! Beat of the arc of an edge of A on the Gauss sphere, the unit sphere of directions: the arc contains the normals of
//! the planes that touch A along the edge. Each arc of an edge of −B that crosses it gives a face of A − B.

use glam::DVec3;

use super::choice::is_same_edge;
use super::pictures::WHOLE_CIRCLE;
use super::sphere::arc_directions;
use super::{MinkowskiView, with_side};
use crate::answer::number::with_noun;
use crate::lesson::{Beat, CSO, Detail, Sentence, Value, say, symbol};
use crate::picture::{Picture, Role};
use crate::snapshot::minkowski::{Facet, FacetOrigin};

/// Sine of the angle between two directions up to which they count as equal.
const ROUNDING: f64 = 1e-9;

impl MinkowskiView<'_> {
    /// Beat of the arc of an edge of A.
    pub(super) fn arc_beat(&self, edge: u32) -> Beat {
        let ends = self.ends(0, edge);
        let mut world = Picture::default();
        self.context.add_feature(&mut world, Role::Simplex, "edge/a", 0, &ends);
        self.context.add_named_vertices(&mut world, 0, &ends);
        let faces = self.made.faces.iter().filter(|face| is_made_by_edge(face, ends));
        let crossings: Vec<DVec3> = faces.map(|face| self.normal(face)).collect();
        let mut sphere = self.sphere([Some(edge), None], self.faces.len());
        for (i, normal) in crossings.iter().enumerate() {
            sphere.point(Role::Ghost, format!("crossing/{i}"), *normal);
        }
        let covering = if crossings.is_empty() { self.covering_edge(edge) } else { None };
        if let Some(other) = covering {
            self.add_covering_edge((&mut world, &mut sphere), other);
        }
        let mut beat = self.beat("arc", self.arc_sentence((edge, covering), crossings.len()), None, world, sphere);
        if self.detail == Detail::Full {
            self.add_edges_of_faces(beat.pictures.edit(CSO), ends);
        }
        beat.pictures = std::mem::take(&mut beat.pictures).naming(Role::Horizon, "edge of B and its arc");
        let side = self.middle_of_arc(edge);
        with_side(beat, side)
    }

    /// Adds an edge of B, and the arc of the mirrored edge, which lies on the current arc.
    fn add_covering_edge(&self, (world, sphere): (&mut Picture, &mut Picture), edge: usize) {
        let ends = self.ends(1, edge as u32);
        self.context.add_feature(world, Role::Horizon, "edge/b", 1, &ends);
        self.context.add_named_vertices(world, 1, &ends);
        for ends in self.arc_of(1, edge).windows(2) {
            sphere.arc(Role::Horizon, "edge/b", ends[0], ends[1]);
        }
    }

    /// Sentence on the arc of an edge of A and the number of arcs of −B that cross it. `covering` is an edge of B whose
    /// arc lies on it, if none crosses it.
    fn arc_sentence(&self, (edge, covering): (u32, Option<usize>), crossings: usize) -> Sentence {
        let ends = self.ends(0, edge);
        let [of_a, _] = self.context.pair.body_names();
        let kind = if self.arc_of(0, edge as usize).len() < WHOLE_CIRCLE { "arc" } else { "circle" };
        let normals = say!(
            "The {} contains the normals of all supporting planes that touch {} along edge {}.",
            Sentence::mark(kind, "arc/0/lit"),
            of_a,
            Self::name(0, &ends, "edge/a")
        );
        match (crossings, covering) {
            (0, Some(other)) => say!(
                "{} No arc of −B crosses it: that of the parallel edge {} lies on it. So edge {} forms no face of A − B \
                 with an edge of B.",
                normals,
                Self::name(1, &self.ends(1, other as u32), "edge/b"),
                Self::name(0, &ends, "edge/a")
            ),
            (0, None) => {
                say!("{} No arc of −B crosses it, so this edge forms no face of A − B with an edge of B.", normals)
            }
            (n, _) => say!(
                "{} It crosses {} of −B, {} a face of A − B.",
                normals,
                Value::number(symbol::CROSSINGS, with_noun(n as u64, "arc")),
                if n == 1 { "which gives" } else { "and each crossing gives" }
            ),
        }
    }

    /// Directions of the arc of an edge of A (0) or −B (1), consecutive ones less than half a circle apart.
    fn arc_of(&self, body: usize, edge: usize) -> Vec<DVec3> {
        let edge = self.bodies[body].edges.get(edge);
        edge.map_or_else(Vec::new, |edge| arc_directions(edge, &self.normals(body), (&self.context.points, body)))
    }

    /// Edge of B whose arc lies on a part of the arc of an edge of A; `None` without one.
    fn covering_edge(&self, edge: u32) -> Option<usize> {
        let own = arc_pieces(&self.arc_of(0, edge as usize));
        (0..self.bodies[1].edges.len()).find(|&other| {
            let other = arc_pieces(&self.arc_of(1, other));
            own.iter().any(|piece| other.iter().any(|other| arcs_overlap(*piece, *other)))
        })
    }
}

/// Whether a face of A − B comes from this edge of A and an edge of B.
fn is_made_by_edge(face: &Facet, ends: [u32; 2]) -> bool {
    matches!(&face.origin, FacetOrigin::EdgeEdge([edge_of_a, _]) if is_same_edge(*edge_of_a, ends))
}

/// Arcs of less than half a circle between consecutive directions.
fn arc_pieces(directions: &[DVec3]) -> Vec<[DVec3; 2]> {
    directions.windows(2).map(|ends| [ends[0], ends[1]]).collect()
}

/// Whether two arcs, each less than half a circle, have a piece in common.
fn arcs_overlap(one: [DVec3; 2], other: [DVec3; 2]) -> bool {
    let [axis, other_axis] = [one, other].map(|[from, to]| from.cross(to).normalize_or_zero());
    let is_one_circle = axis.cross(other_axis).length() < ROUNDING;
    is_one_circle
        && (other.into_iter().chain([middle(other)]).any(|p| is_inside(p, one))
            || one.into_iter().chain([middle(one)]).any(|p| is_inside(p, other)))
}

/// Direction in the middle of an arc.
fn middle([from, to]: [DVec3; 2]) -> DVec3 {
    (from + to).normalize_or_zero()
}

/// Whether a direction on the circle of an arc is inside the arc.
fn is_inside(p: DVec3, [from, to]: [DVec3; 2]) -> bool {
    let axis = from.cross(to).normalize_or_zero();
    from.cross(p).dot(axis) > ROUNDING && p.cross(to).dot(axis) > ROUNDING
}
