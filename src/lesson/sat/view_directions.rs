//! Directions from which a figure looks at an axis: across it to show the projections, and at a slant to show the
//! features that define it.

use glam::DVec3;

use super::projections::ProjectedAxis;
use super::{SatContext, names, narration};
use crate::snapshot::sat::Axis;

/// Cosine of the angle between an axis and the line of sight above which a figure turns its camera across the axis, so
/// that the lines of the projections are perpendicular to the axis on the page.
const ALONG_SIGHT: f64 = 0.02;

/// Cosines of the angle between the normal of a face and the line of sight at which the face is not edge-on, and its
/// normal is not a point.
const SLANTED: std::ops::RangeInclusive<f64> = 0.35..=0.75;

/// Component along the axis of the direction from which a figure looks at a face, relative to the component across it.
const FACE_SLANT: f64 = 0.55;

/// Component along the axis of the direction from which a figure looks at a pair of edges, relative to the component
/// across it.
const EDGE_SLANT: f64 = 0.9;

/// Component along world `y` of a direction towards the eye (of about unit length) below which a figure sees the bodies
/// from below.
const LOWEST_VIEW: f64 = -0.1;

impl SatContext {
    /// Direction towards an eye that sees an axis in true length; `None` where the camera of the run does so.
    pub(super) fn toward_across_axis(&self, axis: &ProjectedAxis) -> Option<DVec3> {
        let is_along = self.drawing.toward().dot(axis.normal).abs() > ALONG_SIGHT;
        is_along.then(|| self.toward_across(axis))
    }

    /// Direction towards an eye that looks perpendicularly at an axis, nearest to the camera of the run; unit vector.
    fn toward_across(&self, axis: &ProjectedAxis) -> DVec3 {
        let toward = self.drawing.toward();
        let across = toward - axis.normal * toward.dot(axis.normal);
        across.try_normalize().unwrap_or_else(|| axis.normal.any_orthonormal_vector())
    }

    /// Direction towards an eye that sees the features of an axis at a slant; `None` where the camera of the run does
    /// so.
    pub(super) fn toward_features(&self, axis: &ProjectedAxis, features: &[Vec<DVec3>; 2]) -> Option<DVec3> {
        let origin = self.pair.space.position;
        let is_inward =
            narration::pointing(axis, features, origin, self.problem.rounding) == Some(names::Pointing::Inward);
        let outward = if is_inward { -axis.normal } else { axis.normal };
        let slant = match axis.definition {
            // An eye across the axis would see both edges as parallel lines.
            Some(Axis::Edges(..)) => EDGE_SLANT,
            _ if SLANTED.contains(&self.drawing.toward().dot(outward)) => return None,
            _ => FACE_SLANT,
        };
        let [front, back] = [slant, -slant].map(|slant| self.toward_across(axis) + slant * outward);
        Some(if front.y < LOWEST_VIEW && back.y > front.y { back } else { front })
    }
}
