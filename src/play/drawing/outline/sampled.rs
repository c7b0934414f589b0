//! Solids of bodies with very many vertices and of their differences: hulls of a selection of support points.
//!
//! An exact difference is the hull of all `n · m` vertex differences. Beyond some size this takes more time and memory
//! than a picture is worth, and the faces are smaller than a pixel. The solid is therefore grown from inside: each
//! round evaluates the support mapping along the normal of every face, and the support points highest above their faces
//! join the hull, until it has [`MAX_SAMPLED_VERTICES`] points (Kamenev 1992, adaptive approximation of convex bodies
//! by polytopes: estimate refinement). Every vertex is a true point of the body's surface, vertices and flat faces of
//! the body are found, and the greatest height that remains is known: it is the solid's [`Solid::sampled`].

use std::collections::HashSet;

use contact_lens_long_run::watch;
use contact_lens_picture::Solid;
use glam::DVec3;

use super::directions::spread;
use super::{ALL_EDGES, SMOOTH, weld_coplanar};

/// Number of directions in the first round: enough for a face on every side of a body.
const FIRST_DIRECTIONS: usize = 150;

/// Height, relative to the body's extent, below which a point is on a face: rounding of flat faces in `f32`.
const FLAT_HEIGHT: f64 = 1e-7;

/// Maximum number of vertices of a sampled solid, and of a hull that is drawn exactly. A ball with this many vertices
/// is within 0.2 % of its radius, closer than the meshes of round primitives.
pub const MAX_SAMPLED_VERTICES: usize = 1500;

/// Approximates the body with this support mapping by the hull of support points, in the body's frame, meters. The
/// solid is exact if it needs fewer than [`MAX_SAMPLED_VERTICES`] points.
pub fn sample(support: impl Fn(DVec3) -> DVec3) -> Solid {
    let mut cloud = Cloud::default();
    let axes = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    axes.chain(spread(FIRST_DIRECTIONS)).for_each(|d| cloud.add(support(d)));
    let remaining_height = loop {
        let peaks = cloud.peaks(&support);
        let greatest_height = peaks.first().map_or(0.0, |peak| peak.height);
        let old_count = cloud.points.len();
        let free = MAX_SAMPLED_VERTICES.saturating_sub(old_count);
        peaks.into_iter().take(free).for_each(|peak| cloud.add(peak.point));
        if cloud.points.len() == old_count {
            break greatest_height;
        }
    };
    if remaining_height == 0.0 {
        return weld_coplanar::solid(&cloud.points, ALL_EDGES);
    }
    let solid = weld_coplanar::solid(&cloud.points, SMOOTH);
    Solid { round: solid.faces.len() > 2, sampled: Some(remaining_height), ..solid }
}

/// A support point above a face.
struct Peak {
    /// Height above the face along its outward normal, meters.
    height: f64,
    /// The support point, in the body's frame, meters.
    point: DVec3,
}

/// Distinct points of the surface.
#[derive(Default)]
struct Cloud {
    points: Vec<DVec3>,
    /// Bits of the coordinates of all points, by which [`Self::add`] recognizes a point.
    seen: HashSet<[u64; 3]>,
}

impl Cloud {
    /// Adds a point unless it is known or not finite.
    fn add(&mut self, point: DVec3) {
        // Adding 0 makes −0 positive.
        if point.is_finite() && self.seen.insert((point + 0.0).to_array().map(f64::to_bits)) {
            self.points.push(point);
        }
    }

    /// Support points that are above the faces of the hull of the cloud, highest first; none for an empty cloud.
    fn peaks(&self, support: impl Fn(DVec3) -> DVec3) -> Vec<Peak> {
        let Some(&first) = self.points.first() else { return Vec::new() };
        let [low, high] = self.points.iter().fold([first; 2], |[low, high], p| [low.min(*p), high.max(*p)]);
        let flat = FLAT_HEIGHT * (high - low).max_element();
        let mut peaks = Vec::new();
        for side in weld_coplanar::sides(&self.points) {
            watch::tick();
            let point = support(side.normal);
            let height = side.normal.dot(point - side.point);
            if height > flat {
                peaks.push(Peak { height, point });
            }
        }
        peaks.sort_by(|a, b| b.height.total_cmp(&a.height));
        peaks
    }
}
