//! Judge of the contact manifold of a half-space and a body: checks its form, its gap, its normal and every point.

use contact_lens_model::answer::{FoundPoint, ManifoldFinding, ReferenceFace};
use contact_lens_scene::model::{Dimension, ManifoldOptions};
use glam::DVec3;

use super::super::failed_claim::{FirstFailure, check};
use super::super::widest_gap::SAFETY_FACTOR;
use super::super::{Claim, text};
use super::Judge;

/// Limits that the options of a manifold query set.
#[derive(Clone, Copy)]
pub(in super::super) struct ManifoldLimits {
    /// Greatest gap at which a point still counts as a contact, meters.
    pub(in super::super) margin: f64,
    /// Maximum number of points; `None` without a limit.
    pub(in super::super) max_points: Option<u32>,
}

impl ManifoldLimits {
    /// Takes the limits from the options; the default number of points depends on the dimension.
    pub(in super::super) fn of(options: &ManifoldOptions, in_plane: bool) -> Self {
        let max_points = options.max_points(if in_plane { Dimension::Two } else { Dimension::Three });
        Self { margin: options.margin(), max_points: (max_points > 0).then_some(max_points) }
    }
}

impl Judge<'_> {
    /// Checks a manifold. `names` are those of the query's bodies.
    pub(in super::super) fn check_manifold(
        &self,
        finding: &ManifoldFinding,
        limits: ManifoldLimits,
        names: &[&str],
    ) -> FirstFailure {
        if let Some(message) = self.check_manifold_form(finding, limits, names) {
            return Some((Claim::Form, message));
        }
        let ManifoldFinding { normal, points, separation, .. } = finding;
        let margin = limits.margin;
        let gap = self.gap(0.0);
        let wrong_gap = check(self.agree(*separation, gap, 2.0), Claim::Bracket, || {
            format!("the gap is {gap:e} m, reported as {separation:e} m")
        });
        if wrong_gap.is_some() {
            return wrong_gap;
        }
        if points.is_empty() {
            return self.check_absence_of_points(*normal, gap, margin);
        }
        self.check_normal(*normal)
            .or_else(|| points.iter().find_map(|point| self.check_point(point, margin)))
            .or_else(|| self.check_deepest_point(points, gap))
    }

    /// Checks that an answer without contact points has no normal, and that the gap is beyond the margin, meters.
    fn check_absence_of_points(&self, normal: Option<DVec3>, gap: f64, margin: f64) -> FirstFailure {
        check(normal.is_none() && gap > margin - self.rounding, Claim::Lower, || {
            if normal.is_some() {
                return format!("the answer has the normal {}, but no contact points", text::vector(normal));
            }
            format!("the answer has no contact points at a gap of {gap:e} m, within the margin of {margin:e} m")
        })
    }

    /// Checks that the deepest contact point is as deep as the body.
    fn check_deepest_point(&self, points: &[FoundPoint], gap: f64) -> FirstFailure {
        let deepest = points.iter().map(|point| point.depth).reduce(f64::max)?;
        check(self.agree(deepest, -gap, SAFETY_FACTOR), Claim::Depth, || {
            format!("the deepest contact point is {deepest:e} m deep, but the body is {:e} m deep", -gap)
        })
    }

    /// Checks the status, the options, the ids and the reference face of a manifold.
    fn check_manifold_form(&self, finding: &ManifoldFinding, limits: ManifoldLimits, names: &[&str]) -> Option<String> {
        let ManifoldLimits { margin, max_points } = limits;
        let ManifoldFinding { status, points, reference, .. } = finding;
        let count = points.len() + finding.reduced as usize;
        let fits_count = match *status {
            "apart" => count == 0,
            "vertex contact" => count == 1,
            "edge contact" => count == 2,
            "face contact" => count > 2,
            _ => false,
        };
        // A face contact refers to the boundary plane, the only face of the half-space.
        let plane = names.get(usize::from(!self.plane_is_a)).filter(|_| count > 2);
        let expected_reference = plane.map(|name| ReferenceFace { body: String::from(*name), face: 0 });
        if !fits_count || *reference != expected_reference {
            let counted = text::counted(count, "contact point", "contact points");
            let reference = text::reference(reference.as_ref());
            return Some(format!(
                "the status `{status}` does not fit {counted} (removed ones included) with {reference}"
            ));
        }
        if let Some(i) = (0..points.len()).find(|&i| points[..i].iter().any(|other| other.id == points[i].id)) {
            return Some(format!("two contact points have the id {}", points[i].id));
        }
        let shown = points.len();
        // A reduction stops when as many points as allowed are left.
        if let Some(max) =
            max_points.filter(|max| shown > *max as usize || finding.reduced > 0 && shown != *max as usize)
        {
            let shown = text::counted(shown, "contact point", "contact points");
            let rule = if finding.reduced > 0 { "keeps exactly" } else { "allows at most" };
            return Some(format!("the answer has {shown}; the query {rule} {max}"));
        }
        if !((finding.margin - margin).abs() <= self.eps * margin) {
            return Some(format!("the margin is {:e} m in the answer, but {margin:e} m in the query", finding.margin));
        }
        let ManifoldFinding { bias_paid, band, area_kept, sound, .. } = finding;
        let gives_up_nothing = [*bias_paid, *band] == [0.0; 2] && area_kept.is_none() && *sound;
        (!gives_up_nothing).then(|| {
            if !sound {
                return format!("the search gave numbers that are not finite, but the status is `{status}`");
            }
            format!(
                "a contact with a half-space has no kept fraction of an area and gives up no depth; the kept fraction \
                 is {}, the depth given up {bias_paid:e} m, and its limit {band:e} m",
                text::value(*area_kept)
            )
        })
    }

    /// Checks a contact point's depth and positions.
    fn check_point(&self, point: &FoundPoint, margin: f64) -> FirstFailure {
        let [_, on_body] = self.ordered([point.on_a, point.on_b]);
        let height = self.height(on_body, 0.0);
        let has_its_depth = self.agree(point.depth, -height, SAFETY_FACTOR);
        let is_near = height <= margin + SAFETY_FACTOR * self.rounding;
        check(has_its_depth && is_near, Claim::Upper, || {
            let id = &point.id;
            if has_its_depth {
                return format!("contact point {id} has a gap of {height:e} m, beyond the margin of {margin:e} m");
            }
            format!("contact point {id} is {:e} m deep, reported as {:e} m", -height, point.depth)
        })
        .or_else(|| self.check_witness_points([point.on_a, point.on_b], 0.0, height))
    }
}
