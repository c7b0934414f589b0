//! Sentences on the depths of the clipped vertices, on the vertices that become contact points, and on contacts of
//! edges or closest points.

use contact_lens_model::answer::number::count;

use super::super::ContactPoint;
use super::{Narrator, REFERENCE};
use crate::{Sentence, Value, say, symbol};

impl Narrator<'_> {
    /// Name of a point, which refers to its mark: `3 (a3b2)`.
    pub(super) fn point_mark(&self, point: &ContactPoint) -> Sentence {
        Sentence::mark(point.name(), format!("point/{}", point.id))
    }

    /// Number of a point, which refers to its mark.
    pub(super) fn point_number(&self, point: &ContactPoint) -> Sentence {
        Sentence::mark(point.number.to_string(), format!("point/{}", point.id))
    }

    /// Depth of a point, or its gap, without a sign.
    pub(super) fn depth_of(&self, point: &ContactPoint) -> Value {
        let symbol = if point.depth < 0.0 { symbol::GAP } else { symbol::DEPTH };
        self.length(symbol, point.depth, format!("depth/{}", point.id))
    }

    /// Noun phrase "the reference face" (in the plane, side), which refers to its mark.
    pub(super) fn reference_face(&self) -> Sentence {
        say!("the {}", Sentence::mark(format!("reference {}", self.face_word()), REFERENCE))
    }

    /// Sentence on the deepest of the vertices that are left.
    pub(super) fn depths_sentence(&self) -> Sentence {
        let state = self.state;
        let face = self.reference_face();
        let Some(deepest) = state.deepest() else {
            return match state.polygon.len() {
                1 => say!("The remaining vertex is outside {}.", face),
                _ => say!("All remaining vertices are outside {}.", face),
            };
        };
        let number = state.points.len();
        let text = |point: &ContactPoint| self.unit.length(point.depth).text;
        let is_rounding = self.is_rounding(deepest.depth);
        let depth = self.depth_of(deepest);
        if number > 1 && state.points.iter().all(|point| text(point) == text(deepest)) {
            let all = match number {
                2 => Sentence::from("Both points are"),
                _ => say!("All {} points are", Value::number(symbol::POINTS, count(number))),
            };
            return if is_rounding {
                say!("{} on {}: their depth is below rounding error.", all, face)
            } else if deepest.depth < 0.0 {
                say!("{} {} above {}.", all, depth, face)
            } else {
                say!("{} {} below {}.", all, depth, face)
            };
        }
        let name = self.point_mark(deepest);
        if is_rounding {
            say!("Point {} is the deepest; its depth below {} is under the rounding error.", name, face)
        } else if deepest.depth < 0.0 {
            say!("Point {} is the closest, {} above {}.", name, depth, face)
        } else {
            say!("Point {} is the deepest, {} below {}.", name, depth, face)
        }
    }

    /// Sentence on the vertices that become contact points.
    pub(super) fn kept_points_sentence(&self) -> Sentence {
        let state = self.state;
        let face = self.reference_face();
        let vertex_count = state.polygon.len();
        let point_count = state.points.len();
        let margin = Value::number(symbol::CONTACT_MARGIN, self.unit.length(state.margin));
        let is_below = state.points.iter().all(|point| point.depth > 0.0 || self.is_rounding(point.depth));
        let is_above = state.points.iter().all(|point| point.depth < 0.0 && !self.is_rounding(point.depth));
        let within = if is_below {
            say!("on or below {}", face)
        } else if is_above {
            say!("above {} by at most the margin of {}", face, &margin)
        } else {
            say!("no farther above {} than the margin of {}", face, &margin)
        };
        // A margin of zero separates the points on the face from those outside of it.
        let beyond =
            if state.margin > 0.0 { say!("more than {} outside it", margin) } else { Sentence::from("outside it") };
        let number = |number: usize| Value::number(symbol::POINTS, count(number));
        let first = state.points.first().map_or_else(Sentence::default, |point| self.point_number(point));
        let no_point = say!(
            "No vertex is within the margin of {}: clipping removed the part where the bodies touch.",
            self.reference_face()
        );
        if point_count == vertex_count {
            return match point_count {
                0 => no_point,
                1 => say!("Point {} is {}, so it is the contact point.", first, within),
                2 => say!("Both points are {}, so both are contact points.", within),
                _ => say!("All {} vertices are {}, so all are contact points.", number(vertex_count), within),
            };
        }
        // The vertices that do not become points.
        let other_count = vertex_count.saturating_sub(point_count);
        let others = Value::number(symbol::OTHER_POINTS, count(other_count));
        match (point_count, other_count) {
            (0, _) => no_point,
            (1, 1) => {
                say!("Point {} is {}, so it is the contact point. The other vertex is {}.", first, within, beyond)
            }
            (1, _) => say!(
                "Point {} is {}, so it is the contact point. The other {} vertices are {}.",
                first,
                within,
                others,
                beyond
            ),
            (_, 1) => {
                say!("{} vertices are {}: the contact points. One vertex is {}.", number(point_count), within, beyond)
            }
            _ => say!(
                "{} vertices are {}: the contact points. The other {} are {}.",
                number(point_count),
                within,
                others,
                beyond
            ),
        }
    }

    /// Sentence on the depth of the deepest point, with a space in front; empty without points.
    pub(super) fn first_depth_sentence(&self) -> Sentence {
        match self.state.deepest() {
            Some(point) if self.is_rounding(point.depth) => Sentence::from(" The depth there is below rounding error."),
            Some(point) if point.depth > 0.0 => say!(" There the bodies overlap by {}.", self.depth_of(point)),
            Some(point) => say!(" There the bodies are {} apart.", self.depth_of(point)),
            None => Sentence::default(),
        }
    }

    /// Sentence on a contact at the closest points: one, or two at the ends of parallel edges.
    pub(super) fn closest_points_sentence(&self) -> Sentence {
        let depth = self.first_depth_sentence();
        match &self.state.points[..] {
            [] => self.apart_sentence(),
            [point] => {
                say!("The contact is point {}, where the bodies are closest.{}", self.point_number(point), depth)
            }
            points => say!(
                "The contact points {} are the ends of the stretch where the bodies run side by side.{}",
                Sentence::list(points.iter().map(|point| self.point_number(point))),
                depth
            ),
        }
    }
}
