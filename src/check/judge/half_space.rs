//! Judge of answers about a half-space and a body. The gap, at any time, is the height of the body's farthest point
//! against the normal, minus that of the plane; every number of the answer is compared with it.
//!
//! **Limits.** Not checked: the ids of points, which vertices other than the deepest were removed or omitted, the
//! points of a yes-or-no test, and the bracket width of an undecided answer.

mod contacts;

use glam::DVec3;

use super::failed_claim::{FirstFailure, check, check_all};
use super::widest_gap::{SAFETY_FACTOR, SEARCH_ACCURACY, rounding_of};
use super::{Claim, Violation, text, two_half_spaces};
use crate::answer::{ContactFinding, Finding, PairFinding, PairStatus};
use crate::check::Bodies;
use crate::check::reference_geometry::Placed;
use crate::scene::model::{Ask, Shape};
pub(super) use contacts::ManifoldLimits;

/// Error of a direction, in roundings of the engine that answered.
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

/// Whether one of two bodies is a half-space.
pub fn is_about(placed: &[Placed<'_>]) -> bool {
    matches!(placed, [a, b] if a.shape.is_half_space() || b.shape.is_half_space())
}

/// Returns every claim that does not hold in an answer about a half-space and a body.
pub fn verify(about: &Bodies<'_>, placed: &[Placed<'_>], finding: &Finding, eps: f64) -> Vec<Violation> {
    let [a, b] = placed else { return Vec::new() };
    let Some(judge) = Judge::new(a, b, eps) else {
        return two_half_spaces::verify([a, b], &about.query.ask, finding, eps);
    };
    let names: Vec<&str> = about.names().collect();
    let violation = match (finding, &about.query.ask) {
        (Finding::Distance(found), _) => judge.check_distance(found),
        (Finding::Overlap(found), _) => judge.check_overlap(found),
        (Finding::FirstContact(found), Ask::Cast { options, .. }) => judge.check_cast(found, options.t_max()),
        (Finding::Manifold(found), Ask::Manifold { options, .. }) => {
            judge.check_manifold(found, ManifoldLimits::of(options, about.in_plane()), &names)
        }
        _ => Some((Claim::Form, String::from("the kind of the answer does not fit a query about a half-space"))),
    };
    violation.map(|(claim, message)| Violation { claim, message }).into_iter().collect()
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

    /// Signed gap between the body and the plane at time `t`, meters.
    fn gap(&self, t: f64) -> f64 {
        let plane = self.plane.after(t).position;
        self.n.dot(self.body.after(t).farthest(-self.n, plane)) - self.offset
    }

    /// Whether the body is provably nearer to the plane than a margin.
    pub(super) fn is_nearer_than(&self, margin: f64) -> bool {
        self.gap(0.0) < margin - SAFETY_FACTOR * self.rounding
    }

    /// Signed height of a point above the plane at time `t`.
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
    fn check_bracket(&self, found: &PairFinding) -> FirstFailure {
        let d = self.gap(0.0);
        let proof = &found.proof;
        let numbers = [proof.lower, proof.upper, proof.tolerance, found.signed_distance.unwrap_or(0.0)];
        if !numbers.iter().all(|x| x.is_finite()) {
            return Some((Claim::Form, String::from("a number of the answer is not finite")));
        }
        if proof.tolerance < 0.0 {
            return Some((Claim::Form, format!("the tolerance is {:e} m; it must not be negative", proof.tolerance)));
        }
        let claims = [
            (two_half_spaces::proves_its_status(found) && proof.lower <= proof.upper, Claim::Bracket),
            (proof.lower <= d + self.rounding, Claim::Lower),
            (proof.upper >= d - self.rounding, Claim::Upper),
            (self.agree(proof.lower, d, SAFETY_FACTOR) && self.agree(proof.upper, d, SAFETY_FACTOR), Claim::Bracket),
        ];
        check_all(&claims, || text::bracket(found, d))
    }

    /// Checks an answer to a distance query.
    pub(super) fn check_distance(&self, found: &PairFinding) -> FirstFailure {
        let is_complete =
            found.signed_distance.is_some() && found.proof.width() <= found.proof.tolerance + self.rounding;
        let wide = check(is_complete, Claim::Form, || {
            let width = found.proof.width();
            let tolerance = found.proof.tolerance;
            match found.signed_distance {
                Some(_) => format!("the bracket is {width:e} m wide; it must be at most {tolerance:e} m wide"),
                None => String::from("the answer to a distance query has no signed distance"),
            }
        });
        wide.or_else(|| self.check_bracket(found))
            .or_else(|| self.check_normal(found.normal))
            .or_else(|| self.check_witness_points([found.witness_a, found.witness_b], 0.0, self.gap(0.0)))
    }

    /// Checks the answer of a yes-or-no test.
    fn check_overlap(&self, found: &PairFinding) -> FirstFailure {
        let silent = check(found.signed_distance.is_none(), Claim::Form, || {
            let distance = text::quantity(found.signed_distance, "m");
            format!("an overlap test must not report a signed distance, but the answer reports {distance}")
        });
        let is_within_tolerance = found.proof.lower.abs().max(found.proof.upper.abs()) <= found.proof.tolerance;
        let holds = found.status != PairStatus::Touching || is_within_tolerance;
        silent
            .or_else(|| self.check_bracket(found))
            .or_else(|| check(holds, Claim::Bracket, || text::touching_bounds(found)))
            .or_else(|| self.check_normal(found.normal))
    }

    /// Checks that at time `t` two points, of A and of B, lie on the plane and in the body, `gap` meters apart along
    /// the normal.
    fn check_witness_points(&self, points: [DVec3; 2], t: f64, gap: f64) -> FirstFailure {
        let [on_plane, on_body] = self.ordered(points);
        let deviation = self.height(on_plane, t).abs();
        let out = self.body.after(t).distance_to(on_body, SEARCH_ACCURACY * self.rounding);
        let gap_deviation = (on_body - on_plane - self.n * gap).length();
        let allowed = 2.0 * self.rounding;
        check(deviation <= allowed, Claim::Witness, || {
            format!("the witness point of the half-space is {deviation:e} m away from its plane")
        })
        .or_else(|| {
            check(out <= allowed, Claim::Witness, || {
                format!("the witness point of the body is at least {out:e} m outside the body")
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
    pub(super) fn check_cast(&self, found: &ContactFinding, t_max: f64) -> FirstFailure {
        let ContactFinding { hit, status, t_first, lower, upper, t_last, at_start, witness, gap, .. } = found;
        let numbers = [Some(*lower), *t_first, *upper, *gap];
        // Fields `hit` and `at_start` of each status; an unknown status has a pair that no valid answer has.
        let expected = match *status {
            "hit" => (Some(true), false),
            "overlapping" | "touching" => (Some(true), true),
            "moves apart" | "too late" | "no relative motion" => (Some(false), false),
            "grazing" => (None, false),
            _ => (None, true),
        };
        let parts = [t_first.is_some(), upper.is_some(), witness.is_some(), gap.is_some()];
        let meets = *hit == Some(true);
        let is_complete = numbers.into_iter().flatten().all(|x| x.is_finite() && (x >= 0.0 || Some(x) == *gap))
            && expected == (*hit, *at_start)
            && parts == [meets, meets, meets, *hit == Some(false)]
            && t_last.is_none();
        check(is_complete, Claim::Form, || {
            format!("the status `{status}` does not fit the fields: {}", text::cast_fields(found))
        })
        .or_else(|| {
            check((found.t_max - t_max).abs() <= self.eps * t_max, Claim::Form, || {
                format!("the motion lasts {:e} s in the answer, but {t_max:e} s in the query", found.t_max)
            })
        })
        .or_else(|| self.check_normal(found.normal))
        .or_else(|| match hit {
            Some(true) if *at_start => self.check_start(found),
            Some(true) => self.check_hit(found),
            Some(false) => self.check_miss(found),
            None => self.check_grazing(found),
        })
    }

    /// Checks a contact at the start: its overlap, its time 0 and its points.
    fn check_start(&self, found: &ContactFinding) -> FirstFailure {
        let d = self.gap(0.0);
        let size = self.body.radius() + (self.body.position - self.plane.position).length() + self.offset.abs();
        let touching = 2.0 * self.rounding + TOUCHING_ERROR * size;
        let holds = if found.status == "overlapping" { d < self.rounding } else { d.abs() <= touching };
        let is_at_zero = (found.t_first, found.lower, found.upper) == (Some(0.0), 0.0, Some(0.0));
        check(holds, Claim::Overlap, || {
            format!("the answer is `{}` at the start, where the gap is {d:e} m", found.status)
        })
        .or_else(|| {
            check(is_at_zero, Claim::Bracket, || {
                format!("a contact at the start must be at 0 s; the answer has: {}", text::cast_fields(found))
            })
        })
        .or_else(|| self.check_witness_points(found.witness?, 0.0, d))
    }

    /// Checks a contact during the motion: its bracket, its speed and its points.
    fn check_hit(&self, found: &ContactFinding) -> FirstFailure {
        let t = found.t_first?;
        let upper = found.upper?;
        let GapMotion { closing, rounding } = self.motion(upper);
        let [before, after] = [self.gap(found.lower), self.gap(upper)];
        let ordered = found.lower <= t && t <= upper && upper <= found.t_max;
        let tight = (upper - found.lower) * closing <= 8.0 * rounding;
        let claims = [
            (ordered && closing > 0.0, Claim::Bracket),
            (before >= -rounding, Claim::Lower),
            (after <= rounding, Claim::Upper),
            (tight, Claim::Bracket),
        ];
        let lower = found.lower;
        check_all(&claims, || {
            format!(
                "first contact is reported at {t:e} s, between {lower:e} s and {upper:e} s, where the gaps are \
                 {before:e} m and {after:e} m; between these times the gap must close, and they may differ only by \
                 rounding error"
            )
        })
        .or_else(|| {
            let deviation = (found.witness?[0] - found.witness?[1]).length();
            let wide = rounding + (upper - found.lower) * closing;
            check(deviation <= wide, Claim::Witness, || {
                format!("the contact points on A and B are {deviation:e} m apart; they must coincide")
            })
        })
        .or_else(|| {
            let [on_plane, on_body] = self.ordered(found.witness?);
            let out = self.body.after(t).distance_to(on_body, SEARCH_ACCURACY * self.rounding);
            let deviation = self.height(on_plane, t).abs();
            let wide = rounding + (upper - found.lower) * closing;
            check(out.max(deviation) <= wide, Claim::Witness, || {
                format!("a contact point is {:e} m away from its body", out.max(deviation))
            })
        })
    }

    /// Checks that the bodies stay apart, and the reported gap.
    fn check_miss(&self, found: &ContactFinding) -> FirstFailure {
        let GapMotion { closing, rounding } = self.motion(found.t_max);
        let [start, end] = [self.gap(0.0), self.gap(found.t_max)];
        let least = start.min(end);
        let speed = (self.body.velocity - self.plane.velocity).length();
        let kind = match found.status {
            "no relative motion" => speed == 0.0,
            "moves apart" => speed > 0.0 && closing * found.t_max <= rounding,
            _ => closing > 0.0,
        };
        let stays_apart = kind && found.lower == found.t_max && start > 0.0 && end > -rounding;
        if stays_apart && (found.gap? - least).abs() <= rounding {
            return None;
        }
        let claim = if stays_apart { Claim::Depth } else { Claim::Bracket };
        let gap = text::quantity(found.gap, "m");
        let status = found.status;
        if found.lower != found.t_max {
            return Some((claim, text::bound_of_miss(found)));
        }
        Some((
            claim,
            format!(
                "the answer is `{status}` with a smallest gap of {gap}; the gap is {start:e} m at the start and \
                 {end:e} m at the end of the motion"
            ),
        ))
    }

    /// Checks that the bodies are at the start or at the end as near to touching as rounding error.
    fn check_grazing(&self, found: &ContactFinding) -> FirstFailure {
        let rounding = self.motion(found.t_max).rounding;
        let smallest_gap = self.gap(0.0).abs().min(self.gap(found.t_max).abs());
        let ContactFinding { status, lower, t_max, .. } = found;
        check(smallest_gap <= SAFETY_FACTOR * rounding && lower <= t_max, Claim::Touching, || {
            if lower > t_max {
                return format!("the lower bound, {lower:e} s, is after the end of the motion, {t_max:e} s");
            }
            format!("`{status}` needs a gap of zero to rounding; the smallest gap is {smallest_gap:e} m")
        })
    }
}
