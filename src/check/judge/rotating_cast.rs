//! Judge of casts with rotating bodies, and of casts by bilateral advancement: samples the motion at many times and
//! compares the judge's own distances with the reported first contact or gap.
//!
//! **Limits.** Accepts an overlap between two sampled times, a normal whose gap differs from the best by a hundredth of
//! both bounding radii (on a miss, a few hundredths), and any undecided interval. The least distance on a miss is
//! verified to a hundredth.

use contact_lens_model::answer::ContactFinding;
use contact_lens_scene::model::{Ask, CastMethod, Query, Shape};
use glam::DVec3;

use super::cast_status::fits_status;
use super::failed_claim::{FirstFailure, as_violations, check};
use super::widest_gap::{DirectedGap, rounding_of, widest_gap};
use super::{Claim, UNIT_ROUNDINGS, Violation, text};
use crate::reference_geometry::{Placed, depth_between, distance_lower_bound, gap_along};

/// Statuses that a cast with rotation, or by bilateral advancement, may have.
const STATUSES: [&str; 9] = [
    "hit",
    "overlapping",
    "touching",
    "moves apart",
    "passes by",
    "too late",
    "no relative motion",
    "grazing",
    "iteration limit",
];

/// Number of sampled times of a motion; an overlap between two of them is accepted.
const SAMPLED_TIMES: u32 = 160;

/// Number of steps of the search for the least distance; they shrink the interval to 10⁻⁷ of its length.
const TERNARY_STEPS: u32 = 40;

/// Rounding error of a rotating cast, in rounding errors of a static pair.
const MOTION_FACTOR: f64 = 8.0;

/// Accuracy of the judge's distances of two bodies, as a fraction of the rounding error.
const DISTANCE_ACCURACY: f64 = 1.0 / 8.0;

/// Accuracy of the judge's distances of points from bodies, as a fraction of the rounding error.
const POINT_ACCURACY: f64 = 1.0 / 32.0;

/// Error allowed in a least distance, as a fraction of it, or in the gap along a direction, as a fraction of both
/// bounding radii.
const RELATIVE_ERROR: f64 = 1e-2;

/// Error of the gap along the normal of a miss, in units of [`RELATIVE_ERROR`].
const GAP_NORMAL_FACTOR: f64 = 4.0;

/// Returns the first claim that does not hold, as a list of at most one. `None` when another judge is responsible:
/// unless the query is a cast by bilateral advancement, or by a method for rotating bodies with a body that rotates.
pub fn verify(a: &Placed, b: &Placed, finding: &ContactFinding, query: &Query, eps: f64) -> Option<Vec<Violation>> {
    let Ask::Cast { options, .. } = &query.ask else { return None };
    let rotates = a.spin != DVec3::ZERO || b.spin != DVec3::ZERO;
    let is_rotating_cast = options.method.supports_rotation() && rotates;
    if options.method != CastMethod::Bilateral && !is_rotating_cast {
        return None;
    }
    let speed = (b.velocity - a.velocity).length() + a.spin.length() * a.radius() + b.spin.length() * b.radius();
    let size = match (a.shape.is_half_space(), b.shape.is_half_space()) {
        (true, _) => b.radius(),
        (_, true) => a.radius(),
        _ => a.radius().min(b.radius()),
    };
    let judge = Judge { a, b, finding, rounding: MOTION_FACTOR * rounding_of(a, b, eps), eps, speed, size };
    let broken = judge.check_form(options.t_max()).or_else(|| match finding.hit {
        Some(true) if finding.at_start => judge.check_start(),
        Some(true) => judge.check_hit(),
        Some(false) => judge.check_miss(),
        None => judge.check_no_overlap_before(finding.lower),
    });
    Some(as_violations(broken))
}

/// Answer of a cast and its bodies at the start of the motion.
struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    finding: &'a ContactFinding,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Upper bound of the relative speed of any point of one body, seen from the other, m/s.
    speed: f64,
    /// Bounding radius of the smaller body, or of the body that is no half-space, meters.
    size: f64,
}

/// Distance of the bodies at a time.
#[derive(Clone, Copy)]
struct TimedDistance {
    /// Time since the start of the motion, seconds.
    t: f64,
    /// Distance of the bodies at that time, meters.
    distance: f64,
}

/// Gap of a body above a half-space.
struct HalfSpaceGap {
    /// Signed gap along the half-space's normal, meters.
    gap: f64,
    /// Normal of the half-space, reversed if needed so that it points from A to B.
    normal: DVec3,
}

/// Gap of a pair that contains a half-space; `None` for any other pair.
fn half_space_gap(a: &Placed, b: &Placed) -> Option<HalfSpaceGap> {
    let (plane, body, sign) = if a.shape.is_half_space() { (a, b, 1.0) } else { (b, a, -1.0) };
    let Shape::HalfSpace { normal, offset } = plane.shape else { return None };
    let n = plane.rotation * DVec3::from_array(*normal).normalize_or_zero();
    let gap = n.dot(body.farthest(-n, plane.position)) - offset - plane.margin;
    Some(HalfSpaceGap { gap, normal: sign * n })
}

impl Judge<'_> {
    /// Both bodies at their poses at time `t`, seconds.
    fn bodies_at(&self, t: f64) -> [Placed<'_>; 2] {
        [self.a.rotated_after(t), self.b.rotated_after(t)]
    }

    /// Distance of the bodies at time `t`, meters; 0 when they touch or overlap.
    fn distance(&self, t: f64) -> f64 {
        let [a, b] = self.bodies_at(t);
        match half_space_gap(&a, &b) {
            Some(half_space) => half_space.gap.max(0.0),
            None => distance_lower_bound(&a, &b, DISTANCE_ACCURACY * self.rounding),
        }
    }

    /// Upper bound of the penetration depth at time `t`, meters: along the best direction of a search.
    fn depth_at_most(&self, t: f64) -> f64 {
        let [a, b] = self.bodies_at(t);
        match half_space_gap(&a, &b) {
            Some(half_space) => -half_space.gap,
            None => -widest_gap(&a, &b, self.finding.normal).gap,
        }
    }

    /// Lower bound of the penetration depth at time `t`, meters, only as accurate as a comparison with rounding error
    /// needs.
    fn depth_at_least(&self, t: f64) -> f64 {
        let [a, b] = self.bodies_at(t);
        match half_space_gap(&a, &b) {
            Some(half_space) => -half_space.gap,
            None => depth_between(&a, &b, Some(self.rounding))[0],
        }
    }

    /// Larger of the distances of a point of A and a point of B from their bodies, meters.
    fn distance_from_bodies(&self, [p, q]: [DVec3; 2], [a, b]: [&Placed; 2]) -> f64 {
        let accuracy = POINT_ACCURACY * self.rounding;
        a.distance_to(p, accuracy).max(b.distance_to(q, accuracy))
    }

    /// Checks that numbers are finite and not negative, that the answer has the fields of its status, and that its
    /// duration is that of the query, `t_max` seconds.
    fn check_form(&self, t_max: f64) -> FirstFailure {
        let ContactFinding { status, lower, .. } = self.finding;
        let is_complete =
            self.has_valid_numbers() && fits_status(self.finding, &STATUSES) && self.has_fields_of_status();
        let has_duration = (self.finding.t_max - t_max).abs() <= self.eps * t_max;
        check(has_duration, Claim::Form, || {
            format!("the motion lasts {:e} s in the answer, but {t_max:e} s in the query", self.finding.t_max)
        })
        .or_else(|| {
            check(is_complete && *lower <= self.finding.t_max, Claim::Form, || {
                format!("the status `{status}` does not fit the fields: {}", text::cast_fields(self.finding))
            })
        })
    }

    /// Whether times and the gap are finite and not negative, points finite, and the normal a unit vector.
    fn has_valid_numbers(&self) -> bool {
        let ContactFinding { t_first, lower, upper, gap, witness, normal, .. } = self.finding;
        let numbers = [Some(*lower), *t_first, *upper, *gap];
        numbers.into_iter().flatten().all(|x| x.is_finite() && x >= 0.0)
            && witness.iter().flatten().all(|p| p.is_finite())
            && normal.is_none_or(|n| (n.length() - 1.0).abs() <= UNIT_ROUNDINGS * self.eps)
    }

    /// Whether the answer has exactly the fields of a hit, a miss or an undecided answer.
    fn has_fields_of_status(&self) -> bool {
        let ContactFinding { hit, t_first, upper, t_last, witness, gap, normal, .. } = self.finding;
        let is_hit = *hit == Some(true);
        let is_miss = *hit == Some(false);
        [t_first.is_some(), upper.is_some(), witness.is_some()] == [is_hit; 3]
            && gap.is_some() == is_miss
            && (hit.is_none() || normal.is_some())
            && t_last.is_none()
    }

    /// Checks that the bodies do not overlap at sampled times before `end`, seconds.
    fn check_no_overlap_before(&self, end: f64) -> FirstFailure {
        let mut times = (0..SAMPLED_TIMES).map(|k| end * f64::from(k) / f64::from(SAMPLED_TIMES));
        times.find_map(|t| {
            let depth = if self.distance(t) > 0.0 { 0.0 } else { self.depth_at_least(t) };
            (depth > self.rounding).then(|| {
                (
                    Claim::Lower,
                    format!("the bodies overlap by {depth:e} m at {t:e} s, before the lower bound of {end:e} s"),
                )
            })
        })
    }

    /// Checks a contact at the start: its depth, its time 0, its points and its normal.
    fn check_start(&self) -> FirstFailure {
        self.check_overlap_at_start()
            .or_else(|| {
                let times = (self.finding.t_first, self.finding.lower, self.finding.upper);
                check(times == (Some(0.0), 0.0, Some(0.0)), Claim::Bracket, || {
                    format!(
                        "a contact at the start must be at 0 s; the answer has: {}",
                        text::cast_fields(self.finding)
                    )
                })
            })
            .or_else(|| self.check_points_at_start())
            .or_else(|| self.check_normal(0.0))
    }

    /// Checks that the bodies overlap at the start, or touch, as the status says.
    fn check_overlap_at_start(&self) -> FirstFailure {
        let distance = self.distance(0.0);
        let has_expected_depth = match self.finding.status {
            "overlapping" => self.depth_at_most(0.0) > 0.0,
            _ => self.depth_at_least(0.0) <= self.rounding,
        };
        check(distance <= self.rounding && has_expected_depth, Claim::Overlap, || {
            let depth = self.depth_at_least(0.0);
            let status = self.finding.status;
            format!(
                "the answer is `{status}`; at the start the distance of the bodies is {distance:e} m, and their \
                 penetration depth {depth:e} m"
            )
        })
    }

    /// Checks that the points of a contact at the start are on their bodies, as far apart along the normal as the
    /// bodies.
    fn check_points_at_start(&self) -> FirstFailure {
        let [p, q] = self.finding.witness?;
        let n = self.finding.normal?;
        let [a, b] = self.bodies_at(0.0);
        let gap = half_space_gap(&a, &b).map_or_else(|| gap_along(&a, &b, n), |half_space| half_space.gap);
        let from_bodies = self.distance_from_bodies([p, q], [&a, &b]);
        let deviation = from_bodies.max((q - p - n * gap).length());
        check(deviation <= 2.0 * self.rounding, Claim::Witness, || {
            if deviation == from_bodies {
                return format!("a contact point is {deviation:e} m away from its body");
            }
            format!(
                "the vector between the contact points is off by {deviation:e} m; it must be {gap:e} m along the normal"
            )
        })
    }

    /// Checks a contact during the motion: its bracket, its points and its normal.
    fn check_hit(&self) -> FirstFailure {
        let t = self.finding.t_first?;
        let lower = self.finding.lower;
        let upper = self.finding.upper?;
        let are_ascending = lower <= t && t <= upper && upper <= self.finding.t_max;
        let [distance_at_lower, distance_at_upper] = [self.distance(lower), self.distance(upper)];
        // The bracket width includes the distance error where the search stops, and the overlap at the last probe.
        let width = (upper - lower) * self.speed;
        let is_narrow = width <= RELATIVE_ERROR * self.size;
        let is_bracket = are_ascending && is_narrow && distance_at_lower <= self.rounding + width;
        let claim = if is_bracket { Claim::Upper } else { Claim::Bracket };
        check(is_bracket && distance_at_upper <= self.rounding, claim, || {
            format!(
                "first contact is reported at {t:e} s, between {lower:e} s and {upper:e} s, where the distances are \
                 {distance_at_lower:e} m and {distance_at_upper:e} m; the bodies must touch at the later time, and \
                 the times must ascend and be close together"
            )
        })
        .or_else(|| self.check_no_overlap_before(lower))
        .or_else(|| self.check_points(t, width))
        .or_else(|| self.check_normal(lower))
    }

    /// Checks that the contact points at time `t` are on their bodies and coincide. `width` is the distance that the
    /// bodies may move within the bracket, meters.
    fn check_points(&self, t: f64, width: f64) -> FirstFailure {
        let [p, q] = self.finding.witness?;
        let [a, b] = self.bodies_at(t);
        let from_bodies = self.distance_from_bodies([p, q], [&a, &b]);
        let deviation = from_bodies.max((p - q).length());
        let allowed = self.rounding + 2.0 * width;
        check(deviation <= allowed, Claim::Witness, || {
            if deviation == from_bodies {
                return format!("a contact point is {deviation:e} m away from its body");
            }
            format!("the contact points on A and B are {deviation:e} m apart; they must coincide")
        })
    }

    /// Checks that at time `t` no direction has a much wider gap than the normal; with a half-space, that the normal is
    /// that of its plane.
    fn check_normal(&self, t: f64) -> FirstFailure {
        let normal = self.finding.normal?;
        let [a, b] = self.bodies_at(t);
        if let Some(half_space) = half_space_gap(&a, &b) {
            let deviation = (half_space.normal - normal).length();
            return check(deviation <= RELATIVE_ERROR, Claim::Depth, || {
                format!("the normal differs by {deviation:e} from that of the half-space")
            });
        }
        let gap = gap_along(&a, &b, normal);
        let DirectedGap { gap: widest, direction: better } = widest_gap(&a, &b, Some(normal));
        let allowed = self.rounding + RELATIVE_ERROR * (self.a.radius() + self.b.radius());
        check(widest <= gap + allowed, Claim::Depth, || {
            format!(
                "the normal is not the direction of the largest gap: along it the gap is {gap:e} m, along ({:.6}, \
                 {:.6}, {:.6}) it is {widest:e} m",
                better.x, better.y, better.z
            )
        })
    }

    /// Checks that the bodies stay apart, and that the reported gap is their least distance.
    fn check_miss(&self) -> FirstFailure {
        let gap = self.finding.gap?;
        let end = self.finding.t_max;
        let step = end / f64::from(SAMPLED_TIMES);
        let times = (0..=SAMPLED_TIMES).map(|k| f64::from(k) * step);
        let sampled = times.map(|t| TimedDistance { t, distance: self.distance(t) });
        let best = sampled.min_by(|x, y| x.distance.total_cmp(&y.distance))?;
        let mut low = (best.t - step).max(0.0);
        let mut high = (best.t + step).min(end);
        // Ternary search: every step keeps two thirds of the interval.
        for _ in 0..TERNARY_STEPS {
            let first = low + (high - low) / 3.0;
            let second = high - (high - low) / 3.0;
            if self.distance(first) < self.distance(second) { high = second } else { low = first }
        }
        let middle = 0.5 * (low + high);
        let refined = TimedDistance { t: middle, distance: self.distance(middle) };
        let nearest = if refined.distance < best.distance { refined } else { best };
        let least = nearest.distance;
        let stays_apart = least > 0.0 && self.finding.lower == end;
        let claim = if stays_apart { Claim::Depth } else { Claim::Bracket };
        check(stays_apart && (gap - least).abs() <= self.rounding + RELATIVE_ERROR * least, claim, || {
            if self.finding.lower != end {
                return text::bound_of_miss(self.finding);
            }
            format!("the smallest gap is reported as {gap:e} m; the bodies come as near as {least:e} m")
        })
        .or_else(|| self.check_gap_normal(nearest))
    }

    /// Checks that on a miss the normal separates the bodies at their least distance.
    fn check_gap_normal(&self, nearest: TimedDistance) -> FirstFailure {
        let TimedDistance { t, distance: least } = nearest;
        let normal = self.finding.normal?;
        let [a, b] = self.bodies_at(t);
        let gap = match half_space_gap(&a, &b) {
            Some(half_space) => half_space.gap * half_space.normal.dot(normal),
            None => gap_along(&a, &b, normal),
        };
        let allowed = self.rounding
            + GAP_NORMAL_FACTOR * RELATIVE_ERROR * (self.a.radius() + self.b.radius()).min(least + 4.0 * self.size);
        check(gap >= least - allowed, Claim::Depth, || {
            format!("at {t:e} s the bodies are {least:e} m apart, but along the normal the gap is {gap:e} m")
        })
    }
}
