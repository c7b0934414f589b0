//! Contact queries: the vertices of the deepest feature.

use glam::DVec3;

use super::prelude::*;
use super::{Against, Corner, Corners, Outcome, Phase, Query, manifold};

impl<S: Corners> Against<S> {
    /// Test whether the gap exceeds the margin.
    pub fn beyond(&self) -> Comparison<f64> {
        let margin = if let Query::Contacts { margin, .. } = self.query { margin } else { 0.0 };
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), margin)
    }

    /// Outcome, if there is no contact at all.
    pub(super) fn near(&mut self) -> Option<Outcome> {
        self.phase = Phase::Corners;
        self.beyond().holds().then_some(Outcome::Contact(manifold::Outcome::Apart)) // @beyond
    }

    pub(super) fn touch(&mut self) -> Outcome {
        let Query::Contacts { margin, most } = self.query else { return Outcome::NotFinite };
        Outcome::Contact(self.contact(margin, most)) // @corners
    }

    fn contact(&mut self, margin: f64, most: u32) -> manifold::Outcome {
        self.corners = self.deepest_feature(margin);
        self.keep(most as usize);
        match self.corners.iter().filter(|corner| corner.near).count() {
            0 => manifold::Outcome::Apart,
            1 => manifold::Outcome::VertexContact,
            2 => manifold::Outcome::EdgeContact,
            _ => manifold::Outcome::FaceContact,
        }
    }

    fn deepest_feature(&self, margin: f64) -> Vec<Corner> {
        let mut all = self.body.along(self.inward());
        if all.is_empty() {
            let found = self.body.support(self.inward());
            all.push((found.feature.0, found.point));
        }
        let slack = self.rounding()[0];
        let corners = all.into_iter().map(|(vertex, own)| {
            let (core, point) = self.placed(own);
            let gap = self.height(core) - self.half_space.offset;
            let near = gap <= margin + slack;
            Corner { vertex, point, foot: point - self.normal() * gap, gap, near, kept: near }
        });
        let mut corners: Vec<Corner> = corners.collect();
        // If the deepest point is deeper than all vertices, it is a contact point, too.
        let lowest = corners.iter().map(|corner| corner.gap).fold(f64::INFINITY, f64::min);
        if let Some(deepest) = self.deepest.filter(|deepest| deepest.height - self.half_space.offset < lowest - slack) {
            let gap = deepest.height - self.half_space.offset;
            let point = deepest.point;
            let near = gap <= margin + slack;
            let foot = point - self.normal() * gap;
            corners.push(Corner { vertex: deepest.feature, point, foot, gap, near, kept: near });
        }
        corners
    }

    /// Keeps at most `most` vertices: the deepest, then each time the one farthest from those already kept.
    fn keep(&mut self, most: usize) {
        let near = self.corners.iter().filter(|corner| corner.near).count();
        if most == 0 || near <= most {
            return;
        }
        self.corners.iter_mut().for_each(|corner| corner.kept = false);
        for _ in 0..most {
            let kept: Vec<DVec3> = self.corners.iter().filter(|corner| corner.kept).map(|corner| corner.foot).collect();
            let left = self.corners.iter_mut().filter(|corner| corner.near && !corner.kept);
            if let Some(best) = left.max_by(|a, b| score(a, &kept).total_cmp(&score(b, &kept))) {
                best.kept = true;
            }
        }
    }
}

/// Score of a corner for the reduction: its depth if none is kept yet, else its distance from the kept ones.
fn score(corner: &Corner, kept: &[DVec3]) -> f64 {
    let far = kept.iter().map(|p| p.distance(corner.foot)).fold(f64::INFINITY, f64::min);
    if kept.is_empty() { -corner.gap } else { far }
}
