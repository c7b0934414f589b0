//! Beats of the arc of an edge of A on the Gauss sphere, the unit sphere of directions, and of its crossings: the arc
//! contains the normals of the planes that touch A along the edge, and each arc of an edge of −B that crosses it gives
//! a face of A − B.

use contact_lens_model::answer::number::with_noun;
use contact_lens_model::snapshot::minkowski::{Facet, FacetOrigin};
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::features::is_same_edge;
use super::pictures::WHOLE_CIRCLE;
use super::sphere::arc_directions;
use super::{MinkowskiView, with_side};
use crate::{Beat, CSO, Detail, Event, Sentence, Value, corner_names, say, symbol};

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
        if let Some(covering) = covering {
            self.add_covering_edge(&mut world, &mut sphere, covering);
        }
        let say = self.arc_sentence(edge, crossings.len(), covering);
        let mut beat = self.beat("arc", say, None, world, sphere);
        if self.detail == Detail::Full {
            self.add_edges_of_faces(beat.pictures.edit(CSO), ends);
        }
        beat.pictures = std::mem::take(&mut beat.pictures).naming(Role::Horizon, "edge of B and its arc");
        let side = self.middle_of_arc(edge);
        with_side(beat, side)
    }

    /// Beats of the crossing of the arcs of an edge of A and an edge of −B, and of their parallelogram.
    pub(super) fn crossing_beats(&self, edge_of_a: u32, edge_of_b: u32) -> Vec<Beat> {
        let new_face = self.faces.len() - 1;
        let ends_a = self.ends(0, edge_of_a);
        let ends_b = self.ends(1, edge_of_b);
        let normal = self.normal(&self.faces[new_face]);
        let world = self.world_of_edges(ends_a, ends_b, normal);
        let mut sphere = self.sphere([Some(edge_of_a), Some(edge_of_b)], new_face);
        self.add_node(&mut sphere, new_face, normal, "n".to_owned());
        let name_a = Self::name(0, &ends_a, format!("facet/{new_face}/a"));
        let name_b = Self::name(1, &ends_b, format!("facet/{new_face}/b"));
        let crossing_sentence = say!(
            "The arcs of edge {} and of the mirrored edge {} cross at n: a plane with normal n touches A along {}, and one \
             with normal −n touches B along {}.",
            &name_a,
            &name_b,
            &name_a,
            &name_b
        );
        let mut crossing_beat = self.beat("crossing", crossing_sentence, None, world.clone(), sphere.clone());
        if self.detail == Detail::Full {
            self.add_next_face(crossing_beat.pictures.edit(CSO), new_face, normal, "n");
        }
        crossing_beat.event = Some(Event::Support);
        let face_name = format!("{} × {}", corner_names('a', &ends_a), corner_names('b', &ends_b));
        let parallelogram_sentence = say!(
            "Edge {} and the mirrored edge {}, head to tail, span a parallelogram of {}: the face {} of A − B.",
            name_a,
            name_b,
            self.area_value(new_face),
            Sentence::mark(face_name, format!("facet/{new_face}"))
        );
        let sphere = self.with_known_faces(sphere, new_face);
        let parallelogram_beat = self.beat("parallelogram", parallelogram_sentence, Some(new_face), world, sphere);
        vec![with_side(crossing_beat, normal), with_side(parallelogram_beat, normal)]
    }

    /// Adds an edge of B, and the arc of the mirrored edge, which lies on the current arc.
    fn add_covering_edge(&self, world: &mut Picture, sphere: &mut Picture, edge: u32) {
        let ends = self.ends(1, edge);
        self.context.add_feature(world, Role::Horizon, "edge/b", 1, &ends);
        self.context.add_named_vertices(world, 1, &ends);
        for ends in self.arc_of(1, edge).windows(2) {
            sphere.arc(Role::Horizon, "edge/b", ends[0], ends[1]);
        }
    }

    /// Sentence on the arc of an edge of A and the number of arcs of −B that cross it. `covering` is an edge of B whose
    /// arc lies on it, if none crosses it.
    fn arc_sentence(&self, edge: u32, crossings: usize, covering: Option<u32>) -> Sentence {
        let ends = self.ends(0, edge);
        let [body_a, _] = self.context.pair.body_names();
        let kind = if self.arc_of(0, edge).len() < WHOLE_CIRCLE { "arc" } else { "circle" };
        let normals = say!(
            "The {} contains the normals of all supporting planes that touch {} along edge {}.",
            Sentence::mark(kind, "arc/0/lit"),
            body_a,
            Self::name(0, &ends, "edge/a")
        );
        if crossings > 0 {
            let each = if crossings == 1 { "which gives" } else { "and each crossing gives" };
            let arcs = Value::number(symbol::CROSSINGS, with_noun(crossings as u64, "arc"));
            return say!("{} It crosses {} of −B, {} a face of A − B.", normals, arcs, each);
        }
        let Some(covering) = covering else {
            return say!("{} No arc of −B crosses it, so this edge forms no face of A − B with an edge of B.", normals);
        };
        say!(
            "{} No arc of −B crosses it: that of the parallel edge {} lies on it. So edge {} forms no face of A − B \
             with an edge of B.",
            normals,
            Self::name(1, &self.ends(1, covering), "edge/b"),
            Self::name(0, &ends, "edge/a")
        )
    }

    /// Directions of the arc of an edge of A (0) or −B (1), consecutive ones less than half a circle apart; empty for
    /// an edge that does not exist.
    fn arc_of(&self, body: usize, edge: u32) -> Vec<DVec3> {
        let Some(edge) = self.bodies[body].edges.get(edge as usize) else { return Vec::new() };
        arc_directions(edge, &self.normals(body), &self.context.points, body)
    }

    /// Edge of B whose arc lies on a part of the arc of an edge of A; `None` without one.
    fn covering_edge(&self, edge: u32) -> Option<u32> {
        let pieces_of_a = arc_pieces(&self.arc_of(0, edge));
        (0..self.bodies[1].edges.len() as u32).find(|&edge_of_b| {
            let pieces_of_b = arc_pieces(&self.arc_of(1, edge_of_b));
            pieces_of_a.iter().any(|a| pieces_of_b.iter().any(|b| arcs_overlap(*a, *b)))
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
fn arcs_overlap(first: [DVec3; 2], second: [DVec3; 2]) -> bool {
    let [first_axis, second_axis] = [first, second].map(|[from, to]| from.cross(to).normalize_or_zero());
    let are_on_one_circle = first_axis.cross(second_axis).length() < ROUNDING;
    are_on_one_circle && (has_point_inside(second, first) || has_point_inside(first, second))
}

/// Whether an end or the middle of an arc is inside another arc of the same circle.
fn has_point_inside(arc: [DVec3; 2], other: [DVec3; 2]) -> bool {
    let [from, to] = arc;
    [from, to, middle(arc)].into_iter().any(|p| is_inside(p, other))
}

/// Direction in the middle of an arc, unit vector.
fn middle([from, to]: [DVec3; 2]) -> DVec3 {
    (from + to).normalize_or_zero()
}

/// Whether the direction `p` on the circle of an arc is inside the arc, without its ends.
fn is_inside(p: DVec3, [from, to]: [DVec3; 2]) -> bool {
    let axis = from.cross(to).normalize_or_zero();
    from.cross(p).dot(axis) > ROUNDING && p.cross(to).dot(axis) > ROUNDING
}
