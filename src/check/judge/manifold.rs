//! Judge of contact manifolds: compares each contact point with both bodies, measures each depth along the normal, and
//! searches for a direction in which the bodies overlap less.
//!
//! **Limits.**
//! - The ids of points, `why` (the reason why a point is a contact) and the number of the reference face depend on the
//!   engine's numbering; the order of points is free.
//! - The answer does not contain the points before the reduction. A missing point is found only by its depth;
//!   `area_kept` and `reduced` are only checked for their ranges.
//! - The previous frame is not available: the judge only checks that the kept and added ids are those of the points,
//!   and that no dropped id is.
//! - Bodies farther apart than the margin may report any lower bound beyond it.
//! - `band` is not checked when the manifold has no reference face, and otherwise has only an upper limit.

use std::collections::HashSet;

use contact_lens_model::answer::{ManifoldFinding, PointChanges};
use contact_lens_scene::model::{Ask, ContactReference, Dimension, ManifoldOptions};
use glam::DVec3;

use super::widest_gap::{DirectedGap, SAFETY_FACTOR, rounding_of, widest_gap};
use super::{Claim, Violation, broken_claims, normal_error, text};
use crate::Bodies;
use crate::reference_geometry::{Placed, depth_between, distance_between, gap_along};

/// Fraction of the depth that may be given up for a better reference face. The engine allows 0.05 of a depth that is
/// not yet final, so that the fraction of the final depth may be larger.
const MAX_BAND: f64 = 0.075;

/// Factor of the limit `band` in comparisons with the judge's own depth, which is a search result.
const BAND_SLACK: f64 = 1.1;

/// Tolerance of the fraction of the area that the reduction kept.
const AREA_TOLERANCE: f64 = 1e-6;

/// Size of bodies above which squares may overflow, as a fraction of the square root of the largest number.
const OVERFLOWING_SIZE: f64 = 1e-3;

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(subjects: &Bodies<'_>, frame: usize, finding: &ManifoldFinding, eps: f64) -> Vec<Violation> {
    let bodies = subjects.placed_in(frame);
    let [a, b] = &bodies[..] else { return Vec::new() };
    verify_placed(subjects, [a, b], finding, eps)
}

/// Same as [`verify`], for two bodies or parts at given poses.
pub(super) fn verify_placed(
    subjects: &Bodies<'_>,
    [a, b]: [&Placed<'_>; 2],
    finding: &ManifoldFinding,
    eps: f64,
) -> Vec<Violation> {
    let Ask::Manifold { options, .. } = &subjects.query.ask else { return Vec::new() };
    let rounding = SAFETY_FACTOR * rounding_of(a, b, eps);
    // A reference face that the query prescribes may give up any depth.
    let is_automatic = options.reference == ContactReference::Auto;
    let band =
        if is_automatic { MAX_BAND * finding.separation.abs() + SAFETY_FACTOR * rounding } else { f64::INFINITY };
    let judge = Judge { a, b, finding, eps, rounding, band };
    let names: Vec<&str> = subjects.names().collect();
    let form_error = judge
        .check_form()
        .or_else(|| judge.check_fields(&names))
        .or_else(|| judge.check_options(options, subjects.in_plane()));
    if let Some(message) = form_error.or_else(|| judge.check_changes(options)) {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Bracket, judge.check_separation()),
        (Claim::Witness, judge.check_points()),
        (Claim::Upper, judge.check_depths()),
        (Claim::Depth, judge.check_deepest_point()),
        (Claim::Lower, judge.check_absence_of_points()),
    ];
    broken_claims(claims)
}

/// Answer and the bodies that it is about.
struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    finding: &'a ManifoldFinding,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
    /// Limit of the depth that may be given up for the reference face, meters; infinite for a prescribed face.
    band: f64,
}

impl Judge<'_> {
    /// Checks that the numbers are finite, ids are unique, and the depth given up is within its limit.
    fn check_form(&self) -> Option<String> {
        let ManifoldFinding { normal, points, bias_paid, band, separation, margin, area_kept, .. } = self.finding;
        let numbers = [*bias_paid, *band, *separation, *margin, area_kept.unwrap_or(0.0)];
        let are_finite = points.iter().all(|p| p.on_a.is_finite() && p.on_b.is_finite() && p.depth.is_finite());
        if normal.is_some_and(|n| !n.is_finite()) || !are_finite || numbers.into_iter().any(f64::is_nan) {
            return Some(String::from("a number of the answer is not finite"));
        }
        if normal.is_none() != points.is_empty() {
            let counted = text::counted(points.len(), "contact point", "contact points");
            return Some(match normal {
                Some(_) => format!("the answer has the normal {}, but no contact points", text::vector(*normal)),
                None => format!("the answer has {counted}, but no normal"),
            });
        }
        for (i, point) in points.iter().enumerate() {
            if points[..i].iter().any(|other| other.id == point.id) {
                return Some(format!("two contact points have the id {}", point.id));
            }
        }
        let limit = if self.finding.reference.is_some() { *band + self.rounding } else { 0.0 };
        if *bias_paid < 0.0 || *bias_paid > limit {
            return Some(format!(
                "the depth given up for a reference face is {bias_paid:e} m; it must be in [0, {limit:e}] m"
            ));
        }
        normal_error((*normal)?, [self.a, self.b], self.eps)
    }

    /// Checks that the answer has the fields that its status needs, that the reference face belongs to one of the
    /// bodies `names`, and the kept fraction of the area.
    fn check_fields(&self, names: &[&str]) -> Option<String> {
        let ManifoldFinding { status, sound, points, reference, .. } = self.finding;
        // Finite input gives a result that is not finite only if squares overflow.
        let size = self.a.radius() + self.b.radius() + self.a.position.distance(self.b.position);
        let largest = if self.eps > f64::EPSILON { f64::from(f32::MAX) } else { f64::MAX };
        let count = points.len();
        let is_complete = match *status {
            "not finite" => !sound && count == 0 && size > largest.sqrt() * OVERFLOWING_SIZE,
            "apart" => *sound && count == 0,
            "face contact" => *sound && count > 0 && reference.is_some(),
            // Parallel sides of round bodies touch in two points.
            "edge contact" | "clip empty, edge used" => *sound && (1..=2).contains(&count),
            "vertex contact" | "clip empty, closest points used" => *sound && count == 1,
            _ => false,
        };
        if !is_complete {
            return Some(self.unfit_status(size));
        }
        if let Some(face) = reference.as_ref().filter(|face| !names.contains(&face.body.as_str())) {
            return Some(format!("the reference face belongs to `{}`, which is not a body of the query", face.body));
        }
        self.check_kept_area()
    }

    /// Returns the message about a status that does not fit the other fields. `size` is the sum of the bounding radii
    /// and of the distance of the bodies, meters.
    fn unfit_status(&self, size: f64) -> String {
        let ManifoldFinding { status, sound, points, reference, .. } = self.finding;
        let is_reported_finite = *status != "not finite";
        if is_reported_finite && !*sound {
            return format!("the search gave numbers that are not finite, but the status is `{status}`");
        }
        if !is_reported_finite && *sound {
            return String::from("the status is `not finite`, but the search gave finite numbers");
        }
        if !is_reported_finite && points.is_empty() {
            return format!(
                "the status is `not finite`, but the sizes and the distance of the bodies add up to only {size:e} m, \
                 so no square overflows"
            );
        }
        let points = text::counted(points.len(), "contact point", "contact points");
        let reference = text::reference(reference.as_ref());
        format!("the status `{status}` does not fit an answer with {points} and {reference}")
    }

    /// Checks the fraction of the contact area that the reduction kept: in [0, 1], and 1 if no point was removed.
    fn check_kept_area(&self) -> Option<String> {
        let ManifoldFinding { reduced, area_kept, .. } = self.finding;
        let kept = area_kept.unwrap_or(1.0);
        let loses_area_without_removal = *reduced == 0 && kept < 1.0 - AREA_TOLERANCE;
        (loses_area_without_removal || !(0.0..=1.0 + AREA_TOLERANCE).contains(&kept)).then(|| {
            let removed = text::counted(*reduced as usize, "contact point was", "contact points were");
            format!(
                "{removed} removed, and the kept fraction of the contact area is {kept}; it must be in [0, 1], and 1 \
                 if no point was removed"
            )
        })
    }

    /// Checks the margin, the number of points and the limit of the depth given up against the query's options.
    fn check_options(&self, options: &ManifoldOptions, in_plane: bool) -> Option<String> {
        let ManifoldFinding { points, margin, band, area_kept, reference, .. } = self.finding;
        let requested = options.margin();
        if (margin - requested).abs() > self.eps * requested {
            return Some(format!("the margin is {margin:e} m in the answer, but {requested:e} m in the query"));
        }
        let max_points = match options.max_points(if in_plane { Dimension::Two } else { Dimension::Three }) {
            0 => usize::MAX,
            count => count as usize,
        };
        if points.len() > max_points {
            let counted = text::counted(points.len(), "contact point", "contact points");
            return Some(format!("the answer has {counted}; the query allows at most {max_points}"));
        }
        if let Some(kept) = area_kept.filter(|_| in_plane) {
            return Some(format!("a 2D contact has no area, but the answer reports a kept fraction of {kept}"));
        }
        // Without a reference face nothing is given up.
        let limit = if reference.is_some() { self.band } else { f64::INFINITY };
        (!(0.0..=limit).contains(band)).then(|| {
            format!(
                "the limit of the depth given up for a reference face is {band:e} m; it must be in [0, {limit:e}] m"
            )
        })
    }

    /// Checks that each point's id is kept or added, exactly once, and that no dropped id is that of a point.
    fn check_changes(&self, options: &ManifoldOptions) -> Option<String> {
        let PointChanges { kept, dropped, added } = self.finding.changes.as_ref()?;
        if !options.warm_start {
            return Some(String::from(
                "the answer lists kept, added and dropped contact points, but the query does not set `warm_start`",
            ));
        }
        let current: HashSet<&String> = self.finding.points.iter().map(|point| &point.id).collect();
        let kept_or_added: HashSet<&String> = kept.iter().chain(added).collect();
        let absent: HashSet<&String> = dropped.iter().collect();
        let are_unique = kept_or_added.len() == kept.len() + added.len() && absent.len() == dropped.len();
        (!are_unique || kept_or_added != current || !absent.is_disjoint(&current)).then(|| {
            let [kept, added, dropped] = [kept, added, dropped].map(|ids| text::list(ids));
            let ids: Vec<&str> = self.finding.points.iter().map(|point| point.id.as_str()).collect();
            format!(
                "the contact points are {}; each must be kept ({kept}) or added ({added}) exactly once, and none may \
                 be dropped ({dropped})",
                text::list(&ids)
            )
        })
    }

    /// Checks that the gap along the normal, plus the depth given up, is the reported separation, and that the deepest
    /// point reaches it. Without a normal, the separation must be a bound between the margin and the distance.
    fn check_separation(&self) -> Option<String> {
        let ManifoldFinding { separation, bias_paid, normal, margin, sound, .. } = self.finding;
        let Some(n) = normal else {
            let [_, distance] = distance_between(self.a, self.b, self.rounding);
            let is_bound = *separation > margin - self.rounding && *separation <= distance + self.rounding;
            return (*sound && !is_bound).then(|| {
                format!(
                    "the answer has no contact points and the separation {separation:e} m, which must be above the \
                     margin of {margin:e} m and at most the distance of {distance:e} m"
                )
            });
        };
        let gap = gap_along(self.a, self.b, *n);
        if !((gap + bias_paid - separation).abs() <= self.rounding) {
            return Some(format!(
                "the gap along the normal is {gap:e} m, and the depth given up is {bias_paid:e} m; their sum must be \
                 the separation, reported as {separation:e} m"
            ));
        }
        let deepest = self.finding.deepest()?;
        let least = -separation - BAND_SLACK * self.band - self.rounding;
        (deepest < least).then(|| {
            format!(
                "the deepest contact point is {deepest:e} m deep; with a separation of {separation:e} m it must be at \
                 least {least:e} m deep"
            )
        })
    }

    /// Checks that the two points of each contact are points of the bodies.
    fn check_points(&self) -> Option<String> {
        self.finding.points.iter().find_map(|point| {
            let from_a = self.a.distance_to(point.on_a, self.rounding);
            let from_b = self.b.distance_to(point.on_b, self.rounding);
            let is_outside = from_a.max(from_b) > self.rounding;
            is_outside.then(|| {
                let (body, distance) = if from_a > from_b { ("A", from_a) } else { ("B", from_b) };
                format!("contact point {}: the position on {body} is at least {distance:e} m outside {body}", point.id)
            })
        })
    }

    /// Checks that the two points of each contact differ by the reported depth along the normal, within the margin.
    fn check_depths(&self) -> Option<String> {
        let n: DVec3 = self.finding.normal?;
        // No point can be deeper than both bodies overlap along the normal.
        let overlap = -gap_along(self.a, self.b, n);
        self.finding.points.iter().find_map(|point| {
            let deviation = (point.on_b - point.on_a + n * point.depth).length();
            if deviation > self.rounding {
                return Some(format!(
                    "contact point {}: the vector from its position on A to that on B is off by {deviation:e} m; it \
                     must be {:e} m along the normal",
                    point.id, -point.depth
                ));
            }
            if point.depth > overlap + self.rounding {
                return Some(format!(
                    "contact point {} is {:e} m deep, but along the normal the bodies overlap by {overlap:e} m",
                    point.id, point.depth
                ));
            }
            let is_beyond_margin = -point.depth > self.finding.margin + self.rounding;
            is_beyond_margin.then(|| {
                format!(
                    "contact point {} has a gap of {:e} m, beyond the margin of {:e} m",
                    point.id, -point.depth, self.finding.margin
                )
            })
        })
    }

    /// Checks that the deepest point is not deeper than the bodies overlap along any other direction, within the limit
    /// for the reference face.
    fn check_deepest_point(&self) -> Option<String> {
        let deepest = self.finding.deepest()?;
        let DirectedGap { gap, direction: n } = widest_gap(self.a, self.b, self.finding.normal);
        let allowed = BAND_SLACK * self.band + self.rounding;
        (deepest > -gap + allowed).then(|| {
            format!(
                "the deepest contact point is {deepest:e} m deep, but along ({:.6}, {:.6}, {:.6}) the bodies overlap \
                 by only {:e} m",
                n.x, n.y, n.z, -gap
            )
        })
    }

    /// Checks that bodies without contact points are farther apart than the margin.
    fn check_absence_of_points(&self) -> Option<String> {
        if !self.finding.points.is_empty() || !self.finding.sound {
            return None;
        }
        let [_, distance] = distance_between(self.a, self.b, self.rounding);
        let margin = self.finding.margin;
        let do_overlap =
            distance <= self.rounding && depth_between(self.a, self.b, Some(self.rounding))[0] > self.rounding;
        if do_overlap {
            return Some(String::from("the answer has no contact point, but the bodies overlap"));
        }
        (distance < margin - self.rounding).then(|| {
            format!(
                "the answer has no contact point, but the bodies are {distance:e} m apart, within the margin of \
                 {margin:e} m"
            )
        })
    }
}
