//! Contact points of a body and a half-space: the vertices of the body's deepest feature whose gap is at most a margin.

use glam::DVec3;

use super::prelude::*;
use super::stepper::PlacedPoint;
use super::{Corner, HalfSpaceBody, HalfSpaceRun, Outcome, Phase, Query, manifold};

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// Test whether the gap exceeds the contact margin, beyond rounding.
    pub fn beyond(&self) -> Comparison<f64> {
        let margin = if let Query::Contacts { margin, .. } = self.query { margin } else { 0.0 };
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), margin)
    }

    /// Returns the outcome if the whole body is beyond the margin, otherwise `None`.
    pub(super) fn reject_beyond_margin(&mut self) -> Option<Outcome> {
        self.phase = Phase::Corners;
        self.beyond().holds().then_some(Outcome::Contact(manifold::Outcome::Apart)) // @beyond
    }

    /// Finds the contact points and ends the query.
    pub(super) fn find_contacts(&mut self) -> Outcome {
        let Query::Contacts { margin, max_points } = self.query else { return Outcome::NotFinite };
        Outcome::Contact(self.collect_contacts(margin, max_points)) // @corners
    }

    /// Collects the vertices of the deepest feature and keeps at most `max_points` of those within the margin as
    /// contact points. Returns the kind of contact by the number of vertices within the margin.
    fn collect_contacts(&mut self, margin: f64, max_points: u32) -> manifold::Outcome {
        self.corners = self.deepest_feature(margin);
        self.reduce(max_points as usize);
        match self.corners.iter().filter(|corner| corner.near).count() {
            0 => manifold::Outcome::Apart,
            1 => manifold::Outcome::VertexContact,
            2 => manifold::Outcome::EdgeContact,
            _ => manifold::Outcome::FaceContact,
        }
    }

    /// Vertices of the feature that faces the plane most, and the deepest point if it is deeper than all of them; each
    /// is a contact point if its gap is at most `margin`, to rounding.
    fn deepest_feature(&self, margin: f64) -> Vec<Corner> {
        let mut vertices = self.body.vertices_along(self.inward());
        if vertices.is_empty() {
            let support = self.body.support(self.inward());
            vertices.push((support.feature.0, support.point));
        }
        let rounding = self.rounding().below;
        let corners = vertices.into_iter().map(|(vertex, core)| {
            let PlacedPoint { core, surface: point } = self.place_point(core);
            let gap = self.height(core) - self.half_space.offset;
            let near = gap <= margin + rounding;
            Corner { vertex, point, foot: point - self.normal() * gap, gap, near, kept: near }
        });
        let mut corners: Vec<Corner> = corners.collect();
        // If the deepest point is deeper than all vertices, it is a contact point, too.
        let lowest = corners.iter().map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
        let deepest = self.deepest.filter(|deepest| deepest.height - self.half_space.offset < lowest - rounding);
        if let Some(deepest) = deepest {
            let gap = deepest.height - self.half_space.offset;
            let point = deepest.point;
            let near = gap <= margin + rounding;
            let foot = point - self.normal() * gap;
            corners.push(Corner { vertex: deepest.feature, point, foot, gap, near, kept: near });
        }
        corners
    }

    /// Keeps at most `max_points` contact points, all if that is 0: the deepest, then each time the one farthest from
    /// those already kept.
    fn reduce(&mut self, max_points: usize) {
        let near = self.corners.iter().filter(|corner| corner.near).count();
        if max_points == 0 || near <= max_points {
            return;
        }
        self.corners.iter_mut().for_each(|corner| corner.kept = false);
        for _ in 0..max_points {
            let kept: Vec<DVec3> = self.corners.iter().filter(|corner| corner.kept).map(|corner| corner.foot).collect();
            let candidates = self.corners.iter_mut().filter(|corner| corner.near && !corner.kept);
            if let Some(best) = candidates.max_by(|a, b| score(a, &kept).total_cmp(&score(b, &kept))) {
                best.kept = true;
            }
        }
    }
}

/// Score of a vertex for the reduction, meters: its depth if no vertex is kept yet, otherwise the distance of its foot
/// from the nearest of `kept`, the feet of the kept vertices.
fn score(corner: &Corner, kept: &[DVec3]) -> f64 {
    let distance = kept.iter().map(|p| p.distance(corner.foot)).fold(f64::INFINITY, f64::min);
    if kept.is_empty() { -corner.gap } else { distance }
}
