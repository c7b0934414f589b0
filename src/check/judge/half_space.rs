//! Judge of answers about a half-space and a body. The gap, at any time, is the height of the body's farthest point
//! against the normal, minus that of the plane; every number of the answer is compared with it.
//!
//! **Limits.** Not checked: the ids of points, which vertices other than the deepest were removed or omitted, the
//! points of a yes-or-no test, and the bracket width of an undecided answer.

mod contacts;

use contact_lens_model::answer::{ContactFinding, Finding, PairFinding, PairStatus};
use contact_lens_scene::model::{Ask, Shape};
use glam::DVec3;

use super::failed_claim::{FirstFailure, as_violations, check, check_all};
use super::widest_gap::{SAFETY_FACTOR, SEARCH_ACCURACY, rounding_of};
use super::{Claim, Violation, text, two_half_spaces};
use crate::Bodies;
use crate::reference_geometry::Placed;
pub(super) use contacts::ManifoldLimits;

/// Error bound of a direction, in roundings of the engine that answered.
const DIRECTION_ROUNDINGS: f64 = 64.0;

/// Gap at the start of a motion below which bodies count as touching, as a fraction of their size.
const TOUCHING_ERROR: f64 = 4e-12;

/// Half-space and body of a pair, at their poses.
pub(super) struct Judge<'a> {
    plane: &'a Placed<'a>,
    body: &'a Placed<'a>,
    /// Whether the half-space is A.
    plane_is_a: bool,
    /// Outward unit normal, world frame.
    n: DVec3,
    /// Offset of the surface, with the margin, along the normal from the half-space's origin, meters.
    offset: f64,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

/// Motion of a body relative to a half-space.
struct GapMotion {
    /// Speed at which the gap closes, m/s; negative when it opens.
    closing: f64,
    /// Rounding error of a length at the end of the motion, meters.
    rounding: f64,
}

/// Whether the bodies are two, at least one of which is a half-space.
pub fn has_half_space(placed: &[Placed<'_>]) -> bool {
    matches!(placed, [a, b] if a.shape.is_half_space() || b.shape.is_half_space())
}

/// Returns every claim that does not hold in an answer about a half-space and a body.
pub fn verify(subjects: &Bodies<'_>, placed: &[Placed<'_>], finding: &Finding, eps: f64) -> Vec<Violation> {
    let [a, b] = placed else { return Vec::new() };
    let Some(judge) = Judge::new(a, b, eps) else {
        return two_half_spaces::verify([a, b], &subjects.query.ask, finding, eps);
    };
    let names: Vec<&str> = subjects.names().collect();
    let violation = match (finding, &subjects.query.ask) {
        (Finding::Distance(finding), _) => judge.check_distance(finding),
        (Finding::Overlap(finding), _) => judge.check_overlap(finding),
        (Finding::FirstContact(finding), Ask::Cast { options, .. }) => judge.check_cast(finding, options.t_max()),
        (Finding::Manifold(finding), Ask::Manifold { options, .. }) => {
            judge.check_manifold(finding, ManifoldLimits::of(options, subjects.in_plane()), &names)
        }
        _ => Some((Claim::Form, String::from("the kind of the answer does not fit a query about a half-space"))),
    };
    as_violations(violation)
}

impl<'a> Judge<'a> {
    /// Orders the pair; `None` unless exactly one body is a half-space.
    pub(super) fn new(a: &'a Placed<'a>, b: &'a Placed<'a>, eps: f64) -> Option<Self> {
        let plane_is_a = a.shape.is_half_space();
        let (plane, body) = if plane_is_a { (a, b) } else { (b, a) };
        let Shape::HalfSpace { normal, offset } = plane.shape else { return None };
        if body.shape.is_half_space() {
            return None;
        }
        let n = plane.rotation * DVec3::from_array(*normal).normalize_or_zero();
        Some(Self { plane, body, plane_is_a, n, offset: offset + plane.margin, eps, rounding: rounding_of(a, b, eps) })
    }

    /// Signed gap between the body and the plane at time `t` (seconds), meters; negative in overlap.
    fn gap(&self, t: f64) -> f64 {
        let plane = self.plane.after(t).position;
        self.n.dot(self.body.after(t).farthest(-self.n, plane)) - self.offset
    }

    /// Whether the body is provably nearer to the plane than `margin`, meters.
    pub(super) fn is_nearer_than(&self, margin: f64) -> bool {
        self.gap(0.0) < margin - SAFETY_FACTOR * self.rounding
    }

    /// Signed height of the world point `p` above the plane at time `t` (seconds), meters.
    fn height(&self, p: DVec3, t: f64) -> f64 {
        self.n.dot(p - self.plane.after(t).position) - self.offset
    }

    /// Whether two lengths are equal up to a number of rounding errors.
    fn agree(&self, x: f64, y: f64, roundings: f64) -> bool {
        (x - y).abs() <= roundings * self.rounding
    }

    /// Checks that the normal is that of the plane, from A to B.
    fn check_normal(&self, normal: Option<DVec3>) -> FirstFailure {
        let expected = if self.plane_is_a { self.n } else { -self.n };
        let deviation = normal.map_or(f64::INFINITY, |normal| (normal - expected).length());
        check(deviation <= DIRECTION_ROUNDINGS * self.eps, Claim::Form, || {
            let expected = text::vector(Some(expected));
            format!(
                "the normal is {}; it must be that of the half-space, from A to B: {expected}",
                text::vector(normal)
            )
        })
    }

    /// Orders values of A and of B as that of the half-space and that of the body.
    fn ordered<T: Copy>(&self, [a, b]: [T; 2]) -> [T; 2] {
        if self.plane_is_a { [a, b] } else { [b, a] }
    }

    /// Checks the status and the bracket against the gap.
    fn check_bracket(&self, finding: &PairFinding) -> FirstFailure {
        let d = self.gap(0.0);
        let proof = &finding.proof;
        let numbers = [proof.lower, proof.upper, proof.tolerance, finding.signed_distance.unwrap_or(0.0)];
        if !numbers.iter().all(|x| x.is_finite()) {
            return Some((Claim::Form, String::from("a number of the answer is not finite")));
        }
        if proof.tolerance < 0.0 {
            return Some((Claim::Form, format!("the tolerance is {:e} m; it must not be negative", proof.tolerance)));
        }
        let claims = [
            (two_half_spaces::proves_its_status(finding) && proof.lower <= proof.upper, Claim::Bracket),
            (proof.lower <= d + self.rounding, Claim::Lower),
            (proof.upper >= d - self.rounding, Claim::Upper),
            (self.agree(proof.lower, d, SAFETY_FACTOR) && self.agree(proof.upper, d, SAFETY_FACTOR), Claim::Bracket),
        ];
        check_all(&claims, || text::bracket(finding, d))
    }

    /// Checks an answer to a distance query.
    pub(super) fn check_distance(&self, finding: &PairFinding) -> FirstFailure {
        let is_complete =
            finding.signed_distance.is_some() && finding.proof.width() <= finding.proof.tolerance + self.rounding;
        let incomplete = check(is_complete, Claim::Form, || {
            let width = finding.proof.width();
            let tolerance = finding.proof.tolerance;
            match finding.signed_distance {
                Some(_) => format!("the bracket is {width:e} m wide; it must be at most {tolerance:e} m wide"),
                None => String::from("the answer to a distance query has no signed distance"),
            }
        });
        incomplete
            .or_else(|| self.check_bracket(finding))
            .or_else(|| self.check_normal(finding.normal))
            .or_else(|| self.check_witness_points([finding.witness_a, finding.witness_b], 0.0, self.gap(0.0)))
    }

    /// Checks the answer of a yes-or-no test.
    fn check_overlap(&self, finding: &PairFinding) -> FirstFailure {
        let with_distance = check(finding.signed_distance.is_none(), Claim::Form, || {
            let distance = text::quantity(finding.signed_distance, "m");
            format!("an overlap test must not report a signed distance, but the answer reports {distance}")
        });
        let is_within_tolerance = finding.proof.lower.abs().max(finding.proof.upper.abs()) <= finding.proof.tolerance;
        let holds = finding.status != PairStatus::Touching || is_within_tolerance;
        with_distance
            .or_else(|| self.check_bracket(finding))
            .or_else(|| check(holds, Claim::Bracket, || text::touching_bounds(finding)))
            .or_else(|| self.check_normal(finding.normal))
    }

    /// Checks that at time `t` two points, of A and of B, lie on the plane and in the body, `gap` meters apart along
    /// the normal.
    fn check_witness_points(&self, points: [DVec3; 2], t: f64, gap: f64) -> FirstFailure {
        let [on_plane, on_body] = self.ordered(points);
        let plane_deviation = self.height(on_plane, t).abs();
        let distance_outside = self.body.after(t).distance_to(on_body, SEARCH_ACCURACY * self.rounding);
        let gap_deviation = (on_body - on_plane - self.n * gap).length();
        let allowed = 2.0 * self.rounding;
        check(plane_deviation <= allowed, Claim::Witness, || {
            format!("the witness point of the half-space is {plane_deviation:e} m away from its plane")
        })
        .or_else(|| {
            check(distance_outside <= allowed, Claim::Witness, || {
                format!("the witness point of the body is at least {distance_outside:e} m outside the body")
            })
        })
        .or_else(|| {
            check(gap_deviation <= allowed, Claim::Witness, || {
                format!(
                    "the vector from the witness point of the half-space to that of the body is off by \
                     {gap_deviation:e} m; it must be {gap:e} m along the half-space's normal"
                )
            })
        })
    }

    /// Returns the motion of the body relative to the plane up to time `t`, seconds.
    fn motion(&self, t: f64) -> GapMotion {
        let v = self.body.velocity - self.plane.velocity;
        let fastest = self.body.velocity.length().max(self.plane.velocity.length());
        GapMotion {
            closing: -self.n.dot(v),
            rounding: 2.0 * self.rounding + DIRECTION_ROUNDINGS * self.eps * fastest * t,
        }
    }

    /// Checks a cast whose motion lasts `t_max` seconds.
    pub(super) fn check_cast(&self, finding: &ContactFinding, t_max: f64) -> FirstFailure {
        let ContactFinding { hit, status, t_first, lower, upper, t_last, at_start, witness, gap, .. } = finding;
        let numbers = [Some(*lower), *t_first, *upper, *gap];
        // Fields `hit` and `at_start` of each status; no valid answer has those of an unknown status.
        let expected = match *status {
            "hit" => (Some(true), false),
            "overlapping" | "touching" => (Some(true), true),
            "moves apart" | "too late" | "no relative motion" => (Some(false), false),
            "grazing" => (None, false),
            _ => (None, true),
        };
        let fields = [t_first.is_some(), upper.is_some(), witness.is_some(), gap.is_some()];
        let is_hit = *hit == Some(true);
        let are_valid = numbers.into_iter().flatten().all(|x| x.is_finite() && (x >= 0.0 || Some(x) == *gap));
        let is_complete = are_valid
            && expected == (*hit, *at_start)
            && fields == [is_hit, is_hit, is_hit, *hit == Some(false)]
            && t_last.is_none();
        check(is_complete, Claim::Form, || {
            format!("the status `{status}` does not fit the fields: {}", text::cast_fields(finding))
        })
        .or_else(|| {
            check((finding.t_max - t_max).abs() <= self.eps * t_max, Claim::Form, || {
                format!("the motion lasts {:e} s in the answer, but {t_max:e} s in the query", finding.t_max)
            })
        })
        .or_else(|| self.check_normal(finding.normal))
        .or_else(|| match hit {
            Some(true) if *at_start => self.check_start(finding),
            Some(true) => self.check_hit(finding),
            Some(false) => self.check_miss(finding),
            None => self.check_grazing(finding),
        })
    }

    /// Checks a contact at the start: its overlap, its time 0 and its points.
    fn check_start(&self, finding: &ContactFinding) -> FirstFailure {
        let d = self.gap(0.0);
        let size = self.body.radius() + (self.body.position - self.plane.position).length() + self.offset.abs();
        let allowed = 2.0 * self.rounding + TOUCHING_ERROR * size;
        let holds = if finding.status == "overlapping" { d < self.rounding } else { d.abs() <= allowed };
        let is_at_zero = (finding.t_first, finding.lower, finding.upper) == (Some(0.0), 0.0, Some(0.0));
        check(holds, Claim::Overlap, || {
            format!("the answer is `{}` at the start, where the gap is {d:e} m", finding.status)
        })
        .or_else(|| {
            check(is_at_zero, Claim::Bracket, || {
                format!("a contact at the start must be at 0 s; the answer has: {}", text::cast_fields(finding))
            })
        })
        .or_else(|| self.check_witness_points(finding.witness?, 0.0, d))
    }

    /// Checks a contact during the motion: its bracket, its speed and its points.
    fn check_hit(&self, finding: &ContactFinding) -> FirstFailure {
        let t = finding.t_first?;
        let upper = finding.upper?;
        let GapMotion { closing, rounding } = self.motion(upper);
        let [before, after] = [self.gap(finding.lower), self.gap(upper)];
        let lower = finding.lower;
        let are_ascending = lower <= t && t <= upper && upper <= finding.t_max;
        // Distance by which the gap closes within the bracket.
        let width = (upper - lower) * closing;
        let claims = [
            (are_ascending && closing > 0.0, Claim::Bracket),
            (before >= -rounding, Claim::Lower),
            (after <= rounding, Claim::Upper),
            (width <= 8.0 * rounding, Claim::Bracket),
        ];
        check_all(&claims, || {
            format!(
                "first contact is reported at {t:e} s, between {lower:e} s and {upper:e} s, where the gaps are \
                 {before:e} m and {after:e} m; between these times the gap must close, and they may differ only by \
                 rounding error"
            )
        })
        .or_else(|| {
            let [on_a, on_b] = finding.witness?;
            let deviation = (on_a - on_b).length();
            check(deviation <= rounding + width, Claim::Witness, || {
                format!("the contact points on A and B are {deviation:e} m apart; they must coincide")
            })
        })
        .or_else(|| {
            let [on_plane, on_body] = self.ordered(finding.witness?);
            let distance_outside = self.body.after(t).distance_to(on_body, SEARCH_ACCURACY * self.rounding);
            let deviation = distance_outside.max(self.height(on_plane, t).abs());
            check(deviation <= rounding + width, Claim::Witness, || {
                format!("a contact point is {deviation:e} m away from its body")
            })
        })
    }

    /// Checks that the bodies stay apart, and the reported gap.
    fn check_miss(&self, finding: &ContactFinding) -> FirstFailure {
        let GapMotion { closing, rounding } = self.motion(finding.t_max);
        let [start, end] = [self.gap(0.0), self.gap(finding.t_max)];
        let least = start.min(end);
        let speed = (self.body.velocity - self.plane.velocity).length();
        let fits_status = match finding.status {
            "no relative motion" => speed == 0.0,
            "moves apart" => speed > 0.0 && closing * finding.t_max <= rounding,
            _ => closing > 0.0,
        };
        let stays_apart = fits_status && finding.lower == finding.t_max && start > 0.0 && end > -rounding;
        if stays_apart && (finding.gap? - least).abs() <= rounding {
            return None;
        }
        let claim = if stays_apart { Claim::Depth } else { Claim::Bracket };
        let gap = text::quantity(finding.gap, "m");
        let status = finding.status;
        if finding.lower != finding.t_max {
            return Some((claim, text::bound_of_miss(finding)));
        }
        Some((
            claim,
            format!(
                "the answer is `{status}` with a smallest gap of {gap}; the gap is {start:e} m at the start and \
                 {end:e} m at the end of the motion"
            ),
        ))
    }

    /// Checks that at the start or at the end of the motion the gap is zero to rounding.
    fn check_grazing(&self, finding: &ContactFinding) -> FirstFailure {
        let rounding = self.motion(finding.t_max).rounding;
        let smallest_gap = self.gap(0.0).abs().min(self.gap(finding.t_max).abs());
        let ContactFinding { status, lower, t_max, .. } = finding;
        check(smallest_gap <= SAFETY_FACTOR * rounding && lower <= t_max, Claim::Touching, || {
            if lower > t_max {
                return format!("the lower bound, {lower:e} s, is after the end of the motion, {t_max:e} s");
            }
            format!("`{status}` needs a gap of zero to rounding; the smallest gap is {smallest_gap:e} m")
        })
    }
}
