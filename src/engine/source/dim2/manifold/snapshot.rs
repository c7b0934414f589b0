//! Snapshots of the state and the answer of a planar contact query as plain data in `f64`.

use std::borrow::Borrow;

use super::{ContactReference, End, Manifold, Point, Pose, Shape, Side};
use crate::dim2::prelude::*;
use crate::dim2::support::lift;
use contact_lens_model::snapshot::manifold::{self, plane};
use contact_lens_model::snapshot::{Snapshots, ToF64};

impl<S: Borrow<Shape> + Clone> Snapshots for Manifold<S> {
    type Snapshot = plane::Manifold;

    fn snapshot(&self) -> plane::Manifold {
        plane::Manifold {
            phase: self.phase,
            sides: self.sides().map(|side| self.plain_side(side)).collect(),
            largest: self.largest.is_finite().then(|| (self.largest - self.margin_sum()).to_f64()),
            query: self.query.as_ref().map(|query| {
                let answer = query.answer();
                // An unknown bound is the largest number.
                let bracket =
                    [answer.lower, answer.upper].map(|bound| (bound.abs() < Real::MAX).then(|| bound.to_f64()));
                manifold::Query { first: manifold::QueryStep::Gjk, next: query.phase.into(), bracket }
            }),
            reference: self.reference.map(|side| self.plain_side(side)),
            incident: self.incident.map(|incident| incident.ends.map(|p| lift(p).to_f64())),
            ends: self.ends.map(|ends| ends.map(|end| self.plain_end(end))),
            points: self.points.iter().map(plain).collect(),
            normal: self.normal.map(|n| lift(n).to_f64()),
            band: self.band().to_f64(),
            margin: self.options.margin.to_f64(),
        }
    }
}

impl<S: Borrow<Shape> + Clone> Manifold<S> {
    /// Returns a side as plain data, with the margins subtracted from its gap.
    fn plain_side(&self, side: Side) -> plane::Side {
        plane::Side {
            body: side.body,
            index: side.index,
            ends: [side.origin, side.origin + side.tangent * side.length].map(|p| lift(p).to_f64()),
            normal: lift(side.normal).to_f64(),
            gap: (side.gap - self.margin_sum()).to_f64(),
        }
    }

    /// Returns an end of the incident side as plain data.
    fn plain_end(&self, end: End) -> plane::End {
        let parameter = self.reference.map_or(0.0, |side| (end.along / side.length).to_f64());
        plane::End { point: lift(end.point).to_f64(), clip_parameter: end.is_clipped.then_some(parameter) }
    }

    /// Returns the answer in the frame in which `pose` is the pose of the first body, with a and b exchanged if
    /// `swapped`.
    pub fn plain_answer(&self, pose: &Pose, swapped: bool) -> manifold::Answer {
        let placed = self.answer().in_world(pose);
        let (answer, sign) = if swapped { (placed.exchanged(), -1.0) } else { (placed, 1.0) };
        let forced = self.options.reference != ContactReference::Auto;
        manifold::Answer {
            outcome: answer.outcome,
            normal: placed.normal.map(|n| lift(n).to_f64() * sign),
            points: answer.points.iter().map(plain).collect(),
            reference: answer.reference,
            separation: answer.separation.to_f64(),
            bias_paid: answer.excess_depth.to_f64(),
            band: if forced { f64::INFINITY } else { self.band().to_f64() },
            margin: self.options.margin.to_f64(),
            reduced: u32::from(answer.reduced),
            area_kept: None,
        }
    }
}

/// Returns a contact point as plain data.
fn plain(point: &Point) -> manifold::Point {
    manifold::Point {
        on_a: lift(point.on_a).to_f64(),
        on_b: lift(point.on_b).to_f64(),
        depth: point.depth.to_f64(),
        id: point.id,
        features: point.features,
        origin: point.origin,
    }
}
