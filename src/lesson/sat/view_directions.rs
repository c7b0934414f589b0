//! Directions from which a figure looks at an axis: across it to show the projections, and at a slant to show the
//! features that define it.

use glam::DVec3;

use super::projections::Shadows;
use super::{SatContext, names, narration};
use crate::snapshot::sat::Axis;

/// Cosine of the angle between an axis and the line of sight above which a figure turns its camera across the axis.
const ALONG_SIGHT: f64 = 0.6;

/// Cosines of the angle between the normal of a face and the line of sight at which the face is not edge-on, and its
/// normal is not a point.
const SLANTED: std::ops::RangeInclusive<f64> = 0.35..=0.75;

/// Parts along the axis of the directions in which a figure looks at a face and at a pair of edges, for a unit part
/// across it.
const SLANT: f64 = 0.55;
const EDGE_SLANT: f64 = 0.9;

/// Height of a line of sight below which a figure sees the bodies from below, for a vector of about unit length.
const LOWEST_VIEW: f64 = -0.1;

impl SatContext {
    /// Direction towards the eye that sees an axis in true length; `None` where the camera of the run does nearly.
    pub(super) fn side_of(&self, line: &Shadows) -> Option<DVec3> {
        let is_along = self.rail.toward().dot(line.normal).abs() > ALONG_SIGHT;
        is_along.then(|| self.across(line))
    }

    /// Direction towards the eye perpendicular to an axis, unit vector.
    fn across(&self, line: &Shadows) -> DVec3 {
        let toward = self.rail.toward();
        let across = toward - line.normal * toward.dot(line.normal);
        across.try_normalize().unwrap_or_else(|| line.normal.any_orthonormal_vector())
    }

    /// Direction towards the eye that sees the features of an axis at a slant; `None` where the camera of the run does.
    pub(super) fn side_of_features(&self, line: &Shadows, features: &[Vec<DVec3>; 2]) -> Option<DVec3> {
        let scale = (self.pair.space.position, self.problem.rounding);
        let is_inward = narration::pointing(line, features, scale) == Some(names::Pointing::Inward);
        let outward = if is_inward { -line.normal } else { line.normal };
        let slant = match line.axis {
            // From across, both edges of a pair are parallel lines.
            Some(Axis::Edges(..)) => EDGE_SLANT,
            _ if SLANTED.contains(&self.rail.toward().dot(outward)) => return None,
            _ => SLANT,
        };
        let [front, back] = [slant, -slant].map(|slant| self.across(line) + slant * outward);
        Some(if front.y < LOWEST_VIEW && back.y > front.y { back } else { front })
    }
}
