//! Directions from which a figure of the separating-axis test looks at an axis: across the axis to show the
//! projections, and at a slant to show the features that define it.

use contact_lens_model::snapshot::sat::Axis;
use glam::DVec3;

use super::projections::ProjectedAxis;
use super::{SatContext, names, narration};

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
    /// Direction towards an eye that sees an axis in true length, a unit vector; `None` where the camera of the run
    /// does so.
    pub(super) fn toward_across_axis(&self, axis: &ProjectedAxis) -> Option<DVec3> {
        let is_foreshortened = self.drawing.toward().dot(axis.normal).abs() > ALONG_SIGHT;
        is_foreshortened.then(|| self.toward_across(axis))
    }

    /// Direction towards an eye that looks perpendicularly at an axis, nearest to the camera of the run; unit vector.
    fn toward_across(&self, axis: &ProjectedAxis) -> DVec3 {
        let toward = self.drawing.toward();
        let across = toward - axis.normal * toward.dot(axis.normal);
        across.try_normalize().unwrap_or_else(|| axis.normal.any_orthonormal_vector())
    }

    /// Direction towards an eye that sees the features of an axis at a slant, of any length; `None` where the camera of
    /// the run does so.
    pub(super) fn toward_features(&self, axis: &ProjectedAxis, features: &[Vec<DVec3>; 2]) -> Option<DVec3> {
        let origin = self.pair.space.position;
        let is_inward =
            narration::pointing(axis, features, origin, self.problem.rounding) == Some(names::Pointing::Inward);
        let outward = if is_inward { -axis.normal } else { axis.normal };
        // An eye across the axis would see the two edges of a pair as parallel lines.
        let is_edge_pair = matches!(axis.definition, Some(Axis::Edges(..)));
        if !is_edge_pair && SLANTED.contains(&self.drawing.toward().dot(outward)) {
            return None;
        }
        let slant = if is_edge_pair { EDGE_SLANT } else { FACE_SLANT };
        let front = self.toward_across(axis) + slant * outward;
        let back = self.toward_across(axis) - slant * outward;
        // A view from below is avoided if the view of the back is from higher up.
        Some(if front.y < LOWEST_VIEW && back.y > front.y { back } else { front })
    }
}
