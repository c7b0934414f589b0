//! Sentences on the incident feature and on its clips by the sides of the reference.

use super::super::world::vertex_key;
use super::{INCIDENT, Narrator};
use crate::answer::number::count;
use crate::lesson::{Sentence, Value, say, symbol};

impl Narrator<'_> {
    /// Sentence on the choice of the incident feature.
    pub(super) fn incident_sentence(&self) -> Sentence {
        let other = self.incident_body();
        let reference = self.reference_face();
        match self.state.incident_vertices.len() {
            _ if self.is_planar() => say!(
                "The {} is the side of {} whose normal is most opposed to the normal n of {}. Next: it is clipped at both \
                 ends of the reference side.",
                Sentence::mark("incident side", INCIDENT),
                other,
                reference
            ),
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

    /// Sentence on a clip in space, by side `k` of the reference face.
    pub(super) fn clip_sentence(&self, k: u32) -> Sentence {
        let state = self.state;
        let side = Sentence::mark(state.side_name(k), "side");
        let remaining = Value::number(symbol::VERTICES, count(state.polygon.len()));
        let remaining = match state.polygon.len() {
            0 => return say!("Side {} cuts off all that was left: this reference face gives no points.", side),
            1 => say!("{} vertex remains", remaining),
            _ => say!("{} vertices remain", remaining),
        };
        let cuts: Vec<_> = state.new_vertices().filter_map(|vertex| Some((vertex.cut.as_ref()?, vertex))).collect();
        let edges = Sentence::list(cuts.iter().map(|(edge, _)| Sentence::mark(edge.name.as_str(), INCIDENT)));
        let vertices =
            Sentence::list(cuts.iter().map(|(_, vertex)| Sentence::mark(vertex.name.as_str(), vertex_key(vertex))));
        match cuts.len() {
            1 if !state.removes_visible_part() => say!(
                "Side {} cuts edge {} next to a vertex: no visible part is removed. The new vertex is {}. {}.",
                side,
                edges,
                vertices,
                remaining
            ),
            2.. if !state.removes_visible_part() => say!(
                "Side {} cuts edges {} next to their ends: no visible part is removed. The new vertices are {}. {}.",
                side,
                edges,
                vertices,
                remaining
            ),
            0 => say!("Side {} clips nothing, as no vertex lies outside it: {}.", side, remaining),
            1 => say!(
                "Side {} cuts edge {}. The new vertex, {}, has the names of the edge and the side. {}.",
                side,
                edges,
                vertices,
                remaining
            ),
            _ => say!(
                "Side {} cuts edges {}. Each new vertex has the names of its edge and the side: {}. {}.",
                side,
                edges,
                vertices,
                remaining
            ),
        }
    }

    /// Sentence on a clip in the plane, at end `k` of the reference side.
    pub(super) fn planar_clip_sentence(&self, k: u32) -> Sentence {
        let state = self.state;
        let end = state.side_ends.as_ref().and_then(|ends| ends.get(k as usize));
        let end = end.map_or_else(|| Sentence::from("the end"), |end| self.feature_mark(end, "side/vertex"));
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
