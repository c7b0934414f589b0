//! Judge of first contact of rotating bodies: samples the motion at many times with the judge's own distances.
//!
//! **Limits.** Accepts an overlap between two sampled times, a normal whose gap is within a hundredth of the best (on a
//! miss, a few hundredths), and any undecided interval. The least distance on a miss is verified to a hundredth.

use glam::DVec3;

use super::failed_claim::{Broken, unless};
use super::widest_gap::{rounding_of, widest_gap};
use super::{Claim, Violation, text};
use crate::answer::ContactFinding;
use crate::check::reference_geometry::{Placed, depth_between, distance_lower_bound, gap_along};
use crate::scene::model::{Ask, CastMethod, Query, Shape};

/// Number of sampled times.
const SAMPLED_TIMES: u32 = 160;

/// Number of steps of the search for the least distance; they shrink the interval by 10⁻⁷.
const TERNARY_STEPS: u32 = 40;

/// Relative error allowed in a least distance, or in the gap along a direction.
const RELATIVE_ERROR: f64 = 1e-2;

/// Returns every claim that does not hold in a cast of rotating bodies; `None` for any other cast.
pub fn verify(a: &Placed, b: &Placed, found: &ContactFinding, query: &Query, eps: f64) -> Option<Vec<Violation>> {
    let Ask::Cast { options, .. } = &query.ask else { return None };
    let is_rotating = a.spin != DVec3::ZERO || b.spin != DVec3::ZERO;
    if !(options.method == CastMethod::Bilateral || options.method.turns() && is_rotating) {
        return None;
    }
    let speed = (b.velocity - a.velocity).length() + a.spin.length() * a.radius() + b.spin.length() * b.radius();
    let size = match (a.shape.is_half_space(), b.shape.is_half_space()) {
        (true, _) => b.radius(),
        (_, true) => a.radius(),
        _ => a.radius().min(b.radius()),
    };
    let judge = Judge { a, b, found, rounding: 8.0 * rounding_of(a, b, eps), eps, speed, size };
    let broken = judge.form(options.t_max()).or_else(|| match found.hit {
        Some(true) if found.at_start => judge.start(),
        Some(true) => judge.hit(),
        Some(false) => judge.miss(),
        None => judge.before(found.lower),
    });
    Some(broken.map(|(claim, message)| Violation { claim, message }).into_iter().collect())
}

struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    found: &'a ContactFinding,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Upper bound of the relative speed of any point of one body, seen from the other, m/s.
    speed: f64,
    /// Bounding radius of the smaller body.
    size: f64,
}

/// Gap along the normal of a half-space, and the normal from A to B; only for pairs that contain a half-space.
fn above(a: &Placed, b: &Placed) -> Option<(f64, DVec3)> {
    let (plane, body, sign) = if a.shape.is_half_space() { (a, b, 1.0) } else { (b, a, -1.0) };
    let Shape::HalfSpace { normal, offset } = plane.shape else { return None };
    let n = plane.rotation * DVec3::from_array(*normal).normalize_or_zero();
    Some((n.dot(body.farthest(-n, plane.position)) - offset - plane.margin, sign * n))
}

impl Judge<'_> {
    /// Both bodies at a time, seconds.
    fn at(&self, t: f64) -> [Placed<'_>; 2] {
        [self.a.rotated_after(t), self.b.rotated_after(t)]
    }

    /// Distance of the bodies at time `t`; 0 when they touch or overlap.
    fn distance(&self, t: f64) -> f64 {
        let [a, b] = self.at(t);
        above(&a, &b).map_or_else(|| distance_lower_bound(&a, &b, self.rounding / 8.0), |(gap, _)| gap.max(0.0))
    }

    /// Upper bound of the penetration depth, meters: along the best direction of a search.
    fn depth_at_most(&self, t: f64) -> f64 {
        let [a, b] = self.at(t);
        above(&a, &b).map_or_else(|| -widest_gap(&a, &b, self.found.normal).0, |(gap, _)| -gap)
    }

    /// Lower bound of the penetration depth, meters, only as accurate as a comparison with rounding error needs.
    fn depth_at_least(&self, t: f64) -> f64 {
        let [a, b] = self.at(t);
        above(&a, &b).map_or_else(|| depth_between(&a, &b, Some(self.rounding))[0], |(gap, _)| -gap)
    }

    /// Checks that numbers are finite, and that the answer has the fields of its status.
    fn form(&self, t_max: f64) -> Broken {
        let ContactFinding { hit, status, t_first, lower, upper, t_last, at_start, normal, witness, gap, .. } =
            self.found;
        let numbers = [Some(*lower), *t_first, *upper, *gap];
        let finite = numbers.into_iter().flatten().all(|x| x.is_finite() && x >= 0.0);
        let called = match *status {
            "hit" => (Some(true), false),
            "overlapping" | "touching" => (Some(true), true),
            "moves apart" | "passes by" | "too late" | "no relative motion" => (Some(false), false),
            "grazing" | "iteration limit" => (None, false),
            _ => (None, true),
        };
        let meets = *hit == Some(true);
        let parts = [t_first.is_some(), upper.is_some(), witness.is_some(), gap.is_some()];
        let is_complete = finite
            && called == (*hit, *at_start)
            && parts == [meets, meets, meets, *hit == Some(false)]
            && t_last.is_none()
            && (self.found.t_max - t_max).abs() <= self.eps * t_max
            && *lower <= self.found.t_max
            && witness.iter().flatten().all(|p| p.is_finite());
        let unit =
            normal.is_none_or(|n| (n.length() - 1.0).abs() <= 16.0 * self.eps) && (hit.is_none() || normal.is_some());
        unless(is_complete && unit, Claim::Form, || {
            format!("the status `{status}` contradicts the fields: {}", text::cast_fields(self.found))
        })
    }

    /// Checks that the bodies do not overlap before a time.
    fn before(&self, end: f64) -> Broken {
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
    fn start(&self) -> Broken {
        let distance = self.distance(0.0);
        let is_at_zero = (self.found.t_first, self.found.lower, self.found.upper) == (Some(0.0), 0.0, Some(0.0));
        let has_expected_depth = match self.found.status {
            "overlapping" => self.depth_at_most(0.0) > 0.0,
            _ => self.depth_at_least(0.0) <= self.rounding,
        };
        unless(distance <= self.rounding && has_expected_depth, Claim::Overlap, || {
            let depth = self.depth_at_least(0.0);
            let status = self.found.status;
            format!("the answer is `{status}`; at the start the bodies are {distance:e} m apart and {depth:e} m deep")
        })
        .or_else(|| {
            unless(is_at_zero, Claim::Bracket, || {
                format!("a contact at the start must be at 0 s; reported are: {}", text::cast_fields(self.found))
            })
        })
        .or_else(|| {
            let [p, q] = self.found.witness?;
            let n = self.found.normal?;
            let [a, b] = self.at(0.0);
            let out = a.distance_to(p, self.rounding / 32.0).max(b.distance_to(q, self.rounding / 32.0));
            let gap = above(&a, &b).map_or_else(|| gap_along(&a, &b, n), |(gap, _)| gap);
            let deviation = out.max((q - p - n * gap).length());
            unless(deviation <= 2.0 * self.rounding, Claim::Witness, || {
                format!("a contact point is {deviation:e} m away from its body, or from the gap along the normal")
            })
        })
        .or_else(|| self.check_normal(0.0))
    }

    /// Checks a contact during the motion: its bracket, its points and its normal.
    fn hit(&self) -> Broken {
        let t = self.found.t_first?;
        let lower = self.found.lower;
        let upper = self.found.upper?;
        let ordered = lower <= t && t <= upper && upper <= self.found.t_max;
        let [distance_at_lower, distance_at_upper] = [self.distance(lower), self.distance(upper)];
        // The bracket width includes the distance error where the search stops, and the overlap at the last probe.
        let width = (upper - lower) * self.speed;
        let is_bracket = ordered && width <= RELATIVE_ERROR * self.size && distance_at_lower <= self.rounding + width;
        let claim = if is_bracket { Claim::Upper } else { Claim::Bracket };
        unless(is_bracket && distance_at_upper <= self.rounding, claim, || {
            format!(
                "first contact is reported between {lower:e} s and {upper:e} s; the distance at these times is \
                 {distance_at_lower:e} m and {distance_at_upper:e} m"
            )
        })
        .or_else(|| self.before(lower))
        .or_else(|| self.witness(t, width))
        .or_else(|| self.check_normal(lower))
    }

    /// Checks that the contact point lies on both bodies.
    fn witness(&self, t: f64, width: f64) -> Broken {
        let [p, q] = self.found.witness?;
        let [a, b] = self.at(t);
        let deviation =
            a.distance_to(p, self.rounding / 32.0).max(b.distance_to(q, self.rounding / 32.0)).max((p - q).length());
        let allowed = self.rounding + 2.0 * width;
        unless(deviation <= allowed, Claim::Witness, || {
            format!("a contact point is {deviation:e} m away from its body")
        })
    }

    /// Checks that no direction has a wider gap than the normal.
    fn check_normal(&self, t: f64) -> Broken {
        let normal = self.found.normal?;
        let [a, b] = self.at(t);
        if let Some((_, n)) = above(&a, &b) {
            let deviation = (n - normal).length();
            return unless(deviation <= RELATIVE_ERROR, Claim::Depth, || {
                format!("the normal differs by {deviation:e} from that of the half-space")
            });
        }
        let gap = gap_along(&a, &b, normal);
        let (widest, _) = widest_gap(&a, &b, Some(normal));
        let allowed = self.rounding + RELATIVE_ERROR * (self.a.radius() + self.b.radius());
        unless(widest <= gap + allowed, Claim::Depth, || {
            format!(
                "the normal is not the direction of the largest gap: along it the gap is {gap:e} m, along another \
                 {widest:e} m"
            )
        })
    }

    /// Checks that the bodies stay apart, and that the reported gap is their least distance.
    fn miss(&self) -> Broken {
        let gap = self.found.gap?;
        let end = self.found.t_max;
        let step = end / f64::from(SAMPLED_TIMES);
        let times = (0..=SAMPLED_TIMES).map(|k| f64::from(k) * step);
        let best = times.map(|t| (t, self.distance(t))).min_by(|x, y| x.1.total_cmp(&y.1))?;
        let mut low = (best.0 - step).max(0.0);
        let mut high = (best.0 + step).min(end);
        // Ternary search: every step keeps two thirds of the interval.
        for _ in 0..TERNARY_STEPS {
            let l = low + (high - low) / 3.0;
            let r = high - (high - low) / 3.0;
            (low, high) = if self.distance(l) < self.distance(r) { (low, r) } else { (l, high) };
        }
        let middle = 0.5 * (low + high);
        let (time, least) = if self.distance(middle) < best.1 { (middle, self.distance(middle)) } else { best };
        let stays = least > 0.0 && self.found.lower == end;
        let claim = if stays { Claim::Depth } else { Claim::Bracket };
        unless(stays && (gap - least).abs() <= self.rounding + RELATIVE_ERROR * least, claim, || {
            format!("the smallest gap is reported as {gap:e} m; the bodies come within {least:e} m")
        })
        .or_else(|| self.check_gap_normal(time, least))
    }

    /// Checks that on a miss the normal separates the bodies at their least distance.
    fn check_gap_normal(&self, t: f64, least: f64) -> Broken {
        let normal = self.found.normal?;
        let [a, b] = self.at(t);
        let gap = above(&a, &b).map_or_else(|| gap_along(&a, &b, normal), |(gap, n)| gap * n.dot(normal));
        let allowed =
            self.rounding + 4.0 * RELATIVE_ERROR * (self.a.radius() + self.b.radius()).min(least + 4.0 * self.size);
        unless(gap >= least - allowed, Claim::Depth, || {
            format!("at {t:e} s the bodies are {least:e} m apart, but along the normal the gap is {gap:e} m")
        })
    }
}
