//! Answers of the queries of a body against a half-space, as plain data: distance, first contact, contact points. World
//! axes, positions from A's origin; meters and seconds.

use glam::DVec3;

use super::contact;
use super::prelude::*;
use super::{Corner, HalfSpaceBody, HalfSpaceRun, Outcome, Query, cast, manifold};
use contact_lens_model::snapshot::answer::{self, Status};
use contact_lens_model::snapshot::cast::Answer as CastAnswer;
use contact_lens_model::snapshot::manifold::{Answer as Contacts, Feature, Kind, Point, PointOrigin, Reference};

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// Unit normal of the plane, from A to B; `None` before the first step.
    fn toward_b(&self) -> Option<DVec3> {
        self.n.map(|n| if self.half_space_is_a { n } else { -n })
    }

    /// The two values in the order of A and B.
    fn ordered<T>(&self, of_half_space: T, of_body: T) -> [T; 2] {
        if self.half_space_is_a { [of_half_space, of_body] } else { [of_body, of_half_space] }
    }

    /// Witness points of A and of B: the body's deepest point and its foot on the plane; `None` before the gap is
    /// known.
    fn witnesses(&self) -> Option<[DVec3; 2]> {
        let deepest = self.deepest?;
        let gap = self.gap?;
        let n = self.n?;
        Some(self.ordered(deepest.point - n * gap.d, deepest.point))
    }

    /// Signed distance with its bracket and the witness points. Before the gap is known the bracket contains all
    /// numbers.
    pub fn answer(&self) -> answer::Answer {
        let witnesses = self.gap.and(self.witnesses());
        let [witness_a, witness_b] = witnesses.unwrap_or([DVec3::ZERO; 2]);
        let largest = f64::from(Real::MAX);
        let [lower, upper] = self.gap.map_or([-largest, largest], |gap| [gap.lower, gap.upper]);
        answer::Answer {
            signed_distance: self.gap.map(|gap| gap.d),
            normal: self.toward_b().filter(|_| witnesses.is_some()),
            witness_a,
            witness_b,
            lower,
            upper,
            tolerance: upper - lower,
            status: match self.outcome {
                Some(Outcome::Separated) => Status::Separated,
                Some(Outcome::Penetrating) => Status::Penetrating,
                Some(Outcome::Touching) => Status::Touching,
                Some(Outcome::Cast(_) | Outcome::Contact(_) | Outcome::NotFinite) | None => {
                    Status::NotConverged(answer::Reason::Degenerate)
                }
            },
            iterations: 1,
        }
    }

    /// First contact of a cast; world axes, from A's origin at the start. `velocities` are those of A and B, m/s.
    pub fn first_contact(&self, velocities: [DVec3; 2]) -> CastAnswer {
        let outcome = if let Some(Outcome::Cast(outcome)) = self.outcome { outcome } else { cast::Outcome::NotFinite };
        let t_max = if let Query::Cast { t_max, .. } = self.query { t_max } else { 0.0 };
        let hit = outcome.hit();
        let at_start = outcome.is_at_start();
        let moment = self.moment.filter(|_| hit == Some(true));
        let t = if at_start { Some(0.0) } else { moment.map(|moment| moment.t.clamp(moment.lower, moment.upper)) };
        let lower = match (hit, self.moment) {
            (Some(false), _) => t_max,
            (Some(true), Some(moment)) => moment.lower,
            (None, Some(moment)) => moment.lower.min(t_max),
            (Some(true) | None, None) => 0.0,
        };
        CastAnswer {
            outcome,
            t_first: t,
            lower,
            upper: if at_start { Some(0.0) } else { moment.map(|moment| moment.upper) },
            t_last: None,
            normal: self.toward_b().filter(|_| self.gap.is_some()),
            witness: t.and_then(|t| self.witnesses_at(t, at_start, velocities)),
            gap: if hit == Some(false) { self.gap_at_end(t_max) } else { None },
            iterations: 1,
        }
    }

    /// Witness points of A and of B at the time `t`, seconds, of the first contact; `None` before the gap is known.
    fn witnesses_at(&self, t: f64, at_start: bool, velocities: [DVec3; 2]) -> Option<[DVec3; 2]> {
        let points = self.witnesses()?;
        let a = points[0] + velocities[0] * t;
        let b = points[1] + velocities[1] * t;
        if at_start {
            return Some([a, b]);
        }
        // Both points are where the body's deepest point arrives. Its foot at the start may arrive elsewhere.
        Some(if self.half_space_is_a { [b, b] } else { [a, a] })
    }

    /// Gap at the end of the motion, meters, of a cast that misses; `None` before the gap is known.
    fn gap_at_end(&self, t_max: f64) -> Option<f64> {
        let closing = self.closing.unwrap_or(0.0).max(0.0);
        // An infinite time without a closing speed would give NaN.
        let loss = if closing > 0.0 { closing * t_max } else { 0.0 };
        self.gap.map(|gap| gap.d - loss)
    }

    /// Contact manifold of the body and the half-space. Its reference face is the plane.
    pub fn contacts(&self) -> Contacts {
        let (margin, outcome) = match (self.query, self.outcome) {
            (Query::Contacts { margin, .. }, Some(Outcome::Contact(outcome))) => (margin, outcome),
            _ => (0.0, manifold::Outcome::NotFinite),
        };
        let kept = self.corners.iter().filter(|corner| corner.kept);
        let points: Vec<Point> = kept.map(|corner| self.point(corner)).collect();
        let near = self.corners.iter().filter(|corner| corner.near).count();
        Contacts {
            outcome,
            separation: self.gap.map_or(f64::INFINITY, |gap| gap.d),
            normal: self.toward_b().filter(|_| !points.is_empty()),
            reduced: (near - points.len()) as u32,
            points,
            margin,
            reference: (outcome == manifold::Outcome::FaceContact)
                .then_some(Reference { body: u8::from(!self.half_space_is_a), face: 0 }),
            bias_paid: 0.0,
            band: 0.0,
            area_kept: None,
        }
    }

    /// Contact point at a vertex of the body.
    fn point(&self, corner: &Corner) -> Point {
        let body = u8::from(self.half_space_is_a);
        let plane = u8::from(!self.half_space_is_a);
        let features = [
            Feature { body: plane, kind: Kind::Face, index: 0 },
            Feature { body, kind: Kind::Vertex, index: corner.vertex },
        ];
        let [on_a, on_b] = self.ordered(corner.foot, corner.point);
        let id = contact::point_id(features, plane);
        let [on_plane, on_body] = features;
        let features = self.ordered(on_plane, on_body);
        Point { on_a, on_b, depth: -corner.gap, id, features, origin: PointOrigin::IncidentVertex }
    }
}
