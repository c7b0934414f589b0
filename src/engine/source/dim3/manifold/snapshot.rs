//! Snapshots of the manifold search and of its answer as plain data in `f64`. Gaps are those of the bodies, while the
//! search has those of the cores.

use std::borrow::Borrow;

use super::axes::FaceGap;
use super::body::Body;
use super::distance::Distance;
use super::pair::Core;
use super::{ContactReference, Manifold, Point, Pose};
use crate::dim3::prelude::*;
use contact_lens_model::snapshot::{Snapshots, ToF64, manifold};

impl<S: Borrow<Body> + Clone> Snapshots for Manifold<S> {
    type Snapshot = manifold::Manifold;

    fn snapshot(&self) -> manifold::Manifold {
        let memory = &self.memory;
        let polygon = memory.polygon.iter().map(|vertex| manifold::Corner {
            point: vertex.point.to_f64(),
            edges: vertex.edges,
            clip_parameter: vertex.fraction.map(ToF64::to_f64),
        });
        manifold::Manifold {
            phase: self.phase,
            axes: self.plain_axes(),
            gap: self.gap.map(|gap| self.body_gap(gap)),
            overlapping: self.overlapping,
            query: self.query.as_ref().map(|query| self.plain_query(query)),
            nearest: self.nearest.map(|nearest| self.body_gap(nearest.gap)),
            reference: self.reference.map(|face| self.plain_face(face)),
            normal: self.normal.map(ToF64::to_f64),
            crossing: self.crossing,
            sides: memory.sides.iter().map(|side| side.point.to_f64()).collect(),
            incident_face: memory.incident.iter().map(|vertex| vertex.point.to_f64()).collect(),
            polygon: polygon.collect(),
            before_clip: memory.previous_polygon.iter().map(|vertex| vertex.point.to_f64()).collect(),
            points: self.points.iter().map(plain_point).collect(),
            corners: self.points.iter().map(|point| self.polygon_vertex_of(point)).collect(),
            kept: memory.kept.clone(),
            picks: memory.picks.iter().map(|(pick, score)| (*pick, score.to_f64())).collect(),
            areas: self.areas.map(|areas| areas.map(ToF64::to_f64)),
            band: self.band().to_f64(),
            margin: self.options.margin.to_f64(),
        }
    }
}

impl<S: Borrow<Body> + Clone> Manifold<S> {
    /// Answer in the world frame, where the first body is at `pose`; with a and b exchanged if the first body is b.
    pub fn plain_answer(&self, pose: &Pose, swapped: bool) -> manifold::Answer {
        let mut answer = self.answer();
        answer.place(pose);
        if swapped {
            answer.exchange();
        }
        let forced = self.options.reference != ContactReference::Auto;
        manifold::Answer {
            outcome: answer.outcome,
            normal: answer.normal.map(ToF64::to_f64),
            points: answer.points.iter().map(plain_point).collect(),
            reference: answer.reference,
            separation: answer.separation.to_f64(),
            bias_paid: answer.excess_depth.to_f64(),
            band: if forced { f64::INFINITY } else { answer.band.to_f64() },
            margin: self.options.margin.to_f64(),
            reduced: answer.reduced,
            area_kept: answer.area_kept.map(ToF64::to_f64),
        }
    }

    /// Gap of the bodies for a gap of the cores.
    fn body_gap(&self, gap: Real) -> f64 {
        (gap - self.pair.margin_sum()).to_f64()
    }

    /// Snapshot of the distance query: its next phase and the bracket of the bodies' distance.
    fn plain_query(&self, query: &Distance<Core<S>, Core<S>>) -> manifold::Query {
        let answer = query.answer();
        let bracket = [answer.lower, answer.upper].map(|bound| (bound.abs() < Real::MAX).then(|| self.body_gap(bound)));
        let first =
            if query.closed_form.is_some() { manifold::QueryStep::ClosedForm } else { manifold::QueryStep::Gjk };
        manifold::Query { first, next: query.phase.into(), bracket }
    }

    /// Snapshot of a candidate face.
    fn plain_face(&self, face: FaceGap) -> manifold::FaceGap {
        let FaceGap { body, face, normal, gap } = face;
        manifold::FaceGap { body, face, normal: normal.to_f64(), gap: self.body_gap(gap) }
    }

    /// Snapshot of the best candidates among the axes.
    fn plain_axes(&self) -> manifold::Axes {
        manifold::Axes {
            face: self.axes.face.map(|face| self.plain_face(face)),
            allowed: self.axes.allowed.map(|face| self.plain_face(face)),
            previous: self.axes.previous.map(|face| self.plain_face(face)),
            edges: self.axes.edges.map(|edges| manifold::EdgeGap {
                ends: [0, 1].map(|body| {
                    let ends = edges.ends[usize::from(body)];
                    ends.map(|end| self.pair.point(body, self.pair.body(body).point(end)).to_f64())
                }),
                gap: self.body_gap(edges.gap),
            }),
        }
    }

    /// Index of the clipped polygon's vertex from which a point was made: the one above or below it.
    fn polygon_vertex_of(&self, point: &Point) -> Option<usize> {
        let reference = self.reference?;
        let polygon = self.memory.polygon.iter();
        let distances = polygon.map(|vertex| (vertex.point - point.on_a).reject_from(reference.normal).length());
        let (nearest, distance) = distances.enumerate().min_by(|p, q| p.1.total_cmp(&q.1))?;
        (distance <= self.snap).then_some(nearest)
    }
}

/// Snapshot of a contact point, in the same frame.
fn plain_point(point: &Point) -> manifold::Point {
    manifold::Point {
        on_a: point.on_a.to_f64(),
        on_b: point.on_b.to_f64(),
        depth: point.depth.to_f64(),
        id: point.id,
        features: point.features,
        origin: point.origin,
    }
}
