//! Sentences on the incident feature and on its clips by the sides of the reference.

use contact_lens_model::answer::number::count;

use super::super::world::vertex_key;
use super::{INCIDENT, Narrator};
use crate::{Sentence, Value, say, symbol};

impl Narrator<'_> {
    /// Sentence on the choice of the incident feature.
    pub(super) fn incident_sentence(&self) -> Sentence {
        let other = self.incident_body();
        let reference = self.reference_face();
        if self.is_planar() {
            return say!(
                "The {} is the side of {} whose normal is most opposed to the normal n of {}. Next: it is clipped at \
                 both ends of the reference side.",
                Sentence::mark("incident side", INCIDENT),
                other,
                reference
            );
        }
        // The incident feature of a rounded or pointed body is a point or an edge.
        match self.state.incident_vertices.len() {
            1 => say!(
                "One {} of {} is nearest to {}. It is a contact point if it is inside all sides of the reference face.",
                Sentence::mark("point", INCIDENT),
                other,
                reference
            ),
            2 => say!(
                "The {} is the edge of {} nearest to {}. Next: each side of the reference face clips it.",
                Sentence::mark("incident edge", INCIDENT),
                other,
                reference
            ),
            _ => say!(
                "The {} is the face of {} whose normal is most opposed to {}, the normal of {}. Next: each side of the \
                 reference face clips it.",
                Sentence::mark("incident face", INCIDENT),
                other,
                Sentence::mark("n", "normal/reference"),
                reference
            ),
        }
    }

    /// Sentence on a clip in space, by the side of the reference face with the index `k`.
    pub(super) fn clip_sentence(&self, k: u32) -> Sentence {
        let state = self.state;
        let side = Sentence::mark(state.side_name(k), "side");
        let vertex_count = Value::number(symbol::VERTICES, count(state.polygon.len()));
        let remaining = match state.polygon.len() {
            0 => return say!("Side {} cuts off all that was left: this reference face gives no points.", side),
            1 => say!("{} vertex remains", vertex_count),
            _ => say!("{} vertices remain", vertex_count),
        };
        // Only vertices with a clipped edge are new.
        let cut_edges = state.new_vertices().filter_map(|vertex| vertex.cut.as_ref());
        let edges = Sentence::list(cut_edges.map(|edge| Sentence::mark(edge.name.as_str(), INCIDENT)));
        let new_vertices: Vec<Sentence> =
            state.new_vertices().map(|vertex| Sentence::mark(vertex.name.as_str(), vertex_key(vertex))).collect();
        let new_count = new_vertices.len();
        let vertices = Sentence::list(new_vertices);
        if new_count == 0 {
            return say!("Side {} clips nothing, as no vertex lies outside it: {}.", side, remaining);
        }
        if new_count == 1 {
            if state.removes_visible_part() {
                return say!(
                    "Side {} cuts edge {}. The new vertex, {}, has the names of the edge and the side. {}.",
                    side,
                    edges,
                    vertices,
                    remaining
                );
            }
            return say!(
                "Side {} cuts edge {} next to a vertex: no visible part is removed. The new vertex is {}. {}.",
                side,
                edges,
                vertices,
                remaining
            );
        }
        if state.removes_visible_part() {
            return say!(
                "Side {} cuts edges {}. Each new vertex has the names of its edge and the side: {}. {}.",
                side,
                edges,
                vertices,
                remaining
            );
        }
        say!(
            "Side {} cuts edges {} next to their ends: no visible part is removed. The new vertices are {}. {}.",
            side,
            edges,
            vertices,
            remaining
        )
    }

    /// Sentence on a clip in the plane, at the start (`k` = 0) or end (1) of the reference side.
    pub(super) fn planar_clip_sentence(&self, k: u32) -> Sentence {
        let state = self.state;
        let end = match state.side_ends.as_ref().and_then(|ends| ends.get(k as usize)) {
            Some(name) => self.feature_mark(name, "side/vertex"),
            None => Sentence::from("the end"),
        };
        let incident = Sentence::mark("incident side", INCIDENT);
        if state.polygon.is_empty() {
            return say!("The {} lies entirely beyond the clip line through {}, so nothing is left.", incident, end);
        }
        match state.new_vertices().next() {
            Some(vertex) => say!(
                "The {} reaches beyond the clip line through {} and is clipped there, at {}.",
                incident,
                end,
                Sentence::mark(vertex.name.as_str(), vertex_key(vertex))
            ),
            None => say!(
                "The {} lies entirely on the inner side of the clip line through {}, so nothing is clipped.",
                incident,
                end
            ),
        }
    }
}
