//! Steps of the manifold search that reduce the contact points: the begin of the reduction, the claims of points to be
//! kept, and the areas of the result.

use std::borrow::Borrow;

use super::body::Body;
use super::reduce::{Candidate, Claim, hull_area};
use super::stepper::Manifold;
use super::{Kind, Outcome, Phase};
use crate::dim3::prelude::*;

impl<S: Borrow<Body>> Manifold<S> {
    /// Ends the search, or begins the reduction if there are too many points.
    pub(super) fn finish(&mut self, outcome: Outcome) {
        let max_points = self.options.max_points as usize;
        if max_points == 0 || self.points.len() <= max_points {
            return self.end(outcome);
        }
        self.phase = Phase::Pick(outcome);
        let normal = self.normal.unwrap_or(Vec3::X);
        let (x, y) = normal.any_orthonormal_pair();
        let origin = self.points.first().map_or(Vec3::ZERO, |point| point.on_a);
        let candidates = &mut self.memory.candidates;
        candidates.clear();
        candidates.extend(self.points.iter().map(|point| {
            let offset = point.on_a - origin;
            Candidate { at: Vec2::new(offset.dot(x), offset.dot(y)), depth: point.depth }
        }));
    }

    /// Claim of point `i` to be kept; `None` if the point may not be picked, because it yields its name and
    /// `omits_yielding`.
    pub(super) fn claim(&self, i: u32, omits_yielding: bool) -> Option<Claim> {
        let point = self.points.get(i as usize)?;
        let yields_name = self.memory.yields_name.get(i as usize).copied().unwrap_or(false);
        if yields_name && omits_yielding {
            return None;
        }
        let vertices = point.features.iter().filter(|feature| feature.kind == Kind::Vertex).count() as u8;
        Some(Claim { known: self.options.previous_ids.contains(point.id), vertices })
    }

    /// Computes the areas of the hulls of the kept points and of all points.
    pub(super) fn measure_areas(&mut self) {
        let memory = &mut self.memory;
        memory.hull.clear();
        memory.hull.extend(memory.kept.iter().map(|&i| memory.candidates[i as usize].at));
        let area_of_kept = hull_area(&mut memory.hull);
        memory.hull.clear();
        memory.hull.extend(memory.candidates.iter().map(|candidate| candidate.at));
        let area_of_all = hull_area(&mut memory.hull);
        self.areas = Some([area_of_kept, area_of_all]);
    }
}
