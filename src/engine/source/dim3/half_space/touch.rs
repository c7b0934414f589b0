//! Contact points of a body and a half-space: the vertices of the body's deepest feature whose gap is at most a margin.

use glam::DVec3;

use super::prelude::*;
use super::stepper::PlacedPoint;
use super::{Corner, HalfSpaceBody, HalfSpaceRun, Outcome, Phase, Query, manifold};

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// Test whether the lower bound of the gap exceeds the contact margin.
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

    /// Collects the vertices of the deepest feature, and keeps at most `max_points` of those with a gap of at most the
    /// margin as contact points. Returns the kind of contact, by the number of vertices with such a gap.
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

    /// Vertices of the feature that faces the plane most, and the deepest point if it is deeper than all of them. Those
    /// whose gap is at most `margin`, to rounding, are marked as contact points.
    fn deepest_feature(&self, margin: f64) -> Vec<Corner> {
        let mut vertices = self.body.vertices_along(self.inward());
        if vertices.is_empty() {
            let support = self.body.support(self.inward());
            vertices.push((support.feature.0, support.point));
        }
        let rounding = self.rounding().below;
        let largest_gap = margin + rounding;
        let mut corners: Vec<Corner> = Vec::new();
        for (vertex, core) in vertices {
            let PlacedPoint { core, surface } = self.place_point(core);
            let gap = self.height(core) - self.half_space.offset;
            corners.push(self.corner(vertex, surface, gap, largest_gap));
        }
        let least_gap = corners.iter().map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
        if let Some(deepest) = self.deepest {
            let gap = deepest.height - self.half_space.offset;
            if gap < least_gap - rounding {
                corners.push(self.corner(deepest.feature, deepest.point, gap, largest_gap));
            }
        }
        corners
    }

    /// Corner at a point of the body with this gap, which is a contact point if the gap is at most `largest_gap`.
    fn corner(&self, vertex: u32, point: DVec3, gap: f64, largest_gap: f64) -> Corner {
        let near = gap <= largest_gap;
        Corner { vertex, point, foot: point - self.normal() * gap, gap, near, kept: near }
    }

    /// Reduces the contact points to at most `max_points`, unless that is 0: keeps the deepest, then each time the one
    /// that is farthest from those already kept.
    fn reduce(&mut self, max_points: usize) {
        let near = self.corners.iter().filter(|corner| corner.near).count();
        if max_points == 0 || near <= max_points {
            return;
        }
        for corner in &mut self.corners {
            corner.kept = false;
        }
        for _ in 0..max_points {
            let kept: Vec<DVec3> = self.corners.iter().filter(|corner| corner.kept).map(|corner| corner.foot).collect();
            let candidates = self.corners.iter_mut().filter(|corner| corner.near && !corner.kept);
            if let Some(best) = candidates.max_by(|a, b| score(a, &kept).total_cmp(&score(b, &kept))) {
                best.kept = true;
            }
        }
    }
}

/// Score by which the reduction selects a vertex, meters: its depth if no vertex is kept yet, otherwise the distance of
/// its foot from the nearest foot of a kept vertex.
fn score(corner: &Corner, kept: &[DVec3]) -> f64 {
    let distance = kept.iter().map(|p| p.distance(corner.foot)).fold(f64::INFINITY, f64::min);
    if kept.is_empty() { -corner.gap } else { distance }
}
