//! Bodies of very many corners, and their differences: the hull of those points of the support mapping that matter most.
//!
//! An exact difference is the hull of all `n · m` differences of corners. Beyond some size that takes more time and memory
//! than a picture is worth, and its faces are smaller than a pixel. So the solid is grown from inside: in each round the
//! support mapping is asked along the normal of every face, and the answers that lie highest above their faces join, until
//! there are [`BUDGET`] points (Kamenev 1992, adaptive approximation of convex bodies by polytopes: estimate refinement).
//! Every vertex is a true point of the body's surface, corners and flat sides are found where there are any, and how much
//! is left out is known: it is the solid's [`Solid::sampled`].

use std::collections::HashSet;

use glam::DVec3;

use super::directions::spread;
use super::{ALL_EDGES, SMOOTH, weld_coplanar};
use crate::picture::Solid;
use crate::watch;

/// Vertices of a sampled solid, and of the largest hull that is drawn with all of its corners. A ball of so many vertices
/// lies within 0.2 % of its radius: as well as the round primitives do.
pub(in crate::play) const BUDGET: usize = 1500;

/// Directions of the first round: enough for every side of a body to have a face that the next rounds refine.
const FIRST: usize = 150;

/// Lower than this part of the body's extent above a face is on it: what `f32` coordinates leave of a flat side.
const FLAT: f64 = 1e-7;

/// The solid whose support mapping is `support`, in its frame. It is exact where [`BUDGET`] points are all that there are.
pub(in crate::play) fn of(support: impl Fn(DVec3) -> DVec3) -> Solid {
    let mut cloud = Cloud::default();
    let axes = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    axes.chain(spread(FIRST)).for_each(|d| cloud.add(support(d)));
    let left_out = loop {
        let above = cloud.above(&support);
        let (highest, before) = (above.first().map_or(0.0, |(height, _)| *height), cloud.points.len());
        above.into_iter().take(BUDGET.saturating_sub(before)).for_each(|(_, point)| cloud.add(point));
        if cloud.points.len() == before {
            break highest;
        }
    };
    if left_out == 0.0 {
        return weld_coplanar::solid(&cloud.points, ALL_EDGES);
    }
    let solid = weld_coplanar::solid(&cloud.points, SMOOTH);
    Solid { round: solid.faces.len() > 2, sampled: Some(left_out), ..solid }
}

/// Points found so far, none twice.
#[derive(Default)]
struct Cloud {
    points: Vec<DVec3>,
    seen: HashSet<[u64; 3]>,
}

impl Cloud {
    fn add(&mut self, point: DVec3) {
        // Adding 0 makes −0 positive.
        if point.is_finite() && self.seen.insert((point + 0.0).to_array().map(f64::to_bits)) {
            self.points.push(point);
        }
    }

    /// New points above the faces of the hull, the highest first, with their heights.
    fn above(&self, support: impl Fn(DVec3) -> DVec3) -> Vec<(f64, DVec3)> {
        let Some(&first) = self.points.first() else { return Vec::new() };
        let (low, high) = self.points.iter().fold((first, first), |(l, h), p| (l.min(*p), h.max(*p)));
        let flat = FLAT * (high - low).max_element();
        let ask = |(at, normal): (DVec3, DVec3)| {
            watch::tick();
            let point = support(normal);
            (normal.dot(point - at), point)
        };
        let mut above: Vec<_> =
            weld_coplanar::sides(&self.points).into_iter().map(ask).filter(|(h, _)| *h > flat).collect();
        above.sort_by(|a, b| b.0.total_cmp(&a.0));
        above
    }
}
