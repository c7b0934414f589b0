//! Conversion of EPA's state to an answer.

use std::borrow::Borrow;

use super::{Epa, Outcome};
use crate::dim2::answer::{Answer, Reason};
use crate::dim2::prelude::*;
use crate::dim2::shape::Shape;
use crate::dim2::support::CoreDistance;

impl<S: Borrow<Shape>> Epa<S> {
    /// Returns the answer in the pair frame, margins included. `ended` is the outcome; `None` during a run.
    /// `gjk_iterations` are added to those of EPA.
    #[inline]
    pub fn answer(&self, ended: Option<Outcome>, gjk_iterations: u32) -> Answer {
        let is_open = ended.is_none_or(|ended| ended == Outcome::IterationLimit);
        let nearest = if ended.is_some() { self.nearest } else { self.nearest_now() };
        // A run has at least one edge; the fallback is the last support point.
        let [from, to] = self.edges.get(nearest).map_or([self.w, self.w], |edge| [edge.from, edge.to]);
        let along = to.w - from.w;
        let length = along.length();
        let (edge_normal, fraction) = if length > 0.0 {
            (-along.perp() / length, (-from.w.dot(along) / (length * length)).clamp(0.0, 1.0))
        } else {
            (Vec2::X, 0.0)
        };
        let distance = edge_normal.dot(from.w);
        // Before the end, the least upper bound may belong to another normal than that of the nearest edge.
        let normal = self.best.filter(|_| is_open).unwrap_or(edge_normal);
        let failed = is_open.then_some(Reason::IterationLimit);
        self.cso.answer(
            [from, to],
            fraction,
            normal,
            CoreDistance { lower: -self.upper, estimate: -distance, upper: -distance },
            gjk_iterations + self.iterations,
            failed,
        )
    }
}
