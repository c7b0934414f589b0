//! Judge of casts: first contact of bodies that move without rotating. Moves the bodies to the bounds of the contact
//! time: a plane perpendicular to the normal separates them until the lower bound, and no plane separates them at the
//! upper bound. On a miss, one plane separates A from the volume that B sweeps, as seen from A.
//!
//! **Limits.** A bound that is weaker than possible is accepted. Only the form of an undecided answer is checked,
//! except that bodies of the status `grazing` in f64 must touch in exact arithmetic. For bodies that slide along each
//! other, any time of touching is accepted as the last contact.

use contact_lens_model::answer::ContactFinding;
use contact_lens_scene::model::{Ask, CastMethod, CastOptions, Query};
use glam::DVec3;

use super::cast_status::fits_status;
use super::widest_gap::{DirectedGap, SAFETY_FACTOR, rounding_of, widest_gap};
use super::{Claim, Violation, broken_claims, exact_contact, normal_error, text};
use crate::reference_geometry::{Placed, depth_between, distance_lower_bound, gap_along};

/// Statuses of casts of bodies that do not rotate.
const STATUSES: [&str; 11] = [
    "hit",
    "overlapping",
    "touching",
    "moves apart",
    "passes by",
    "too late",
    "no relative motion",
    "grazing",
    "stalled",
    "iteration limit",
    "not finite",
];

/// Rounding errors of a motion up to contact, in roundings of the distance that it covers.
const MOTION_ROUNDINGS: f64 = 256.0;

/// Error of a searched normal of curved bodies, as a fraction of the bodies' size.
const NORMAL_ERROR: f64 = 1e-4;

/// Error of the search for the direction in which bodies only touch, as a fraction of their size.
const LAST_CONTACT_ERROR: f64 = 1e-2;

/// Returns every broken claim of `finding`. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(a: &Placed, b: &Placed, finding: &ContactFinding, query: &Query, eps: f64) -> Vec<Violation> {
    let option_error = match &query.ask {
        Ask::Cast { options, .. } => check_options(finding, options, eps),
        _ => None,
    };
    let option_violation = option_error.map(|message| Violation { claim: Claim::Form, message });
    option_violation.into_iter().chain(motion_violations(a, b, finding, eps)).collect()
}

/// Checks that the answer repeats the query's duration, and has the fields that its method reports.
fn check_options(finding: &ContactFinding, options: &CastOptions, eps: f64) -> Option<String> {
    let ContactFinding { t_max, t_last, hit, .. } = finding;
    let requested = options.t_max();
    if !((t_max - requested).abs() <= eps * requested) {
        return Some(format!("the motion lasts {t_max:e} s in the answer, but {requested:e} s in the query"));
    }
    // Only a separating-axis test reports last contact.
    let has_last = options.method == CastMethod::Sat && *hit == Some(true);
    if has_last && t_last.is_none() {
        return Some(String::from("a hit of the method `sat` needs a time of last contact, but the answer has none"));
    }
    let surplus = t_last.filter(|_| !has_last)?;
    Some(format!("the answer reports a last contact at {surplus:e} s, but only a hit of the method `sat` has one"))
}

/// Returns every claim that does not hold, apart from those about the requested options.
fn motion_violations(a: &Placed, b: &Placed, finding: &ContactFinding, eps: f64) -> Vec<Violation> {
    let speed = (b.velocity - a.velocity).length();
    // Bodies that touch do so before B has moved this far, so rounding error accumulates over at most this distance.
    let extent = (b.position - a.position).length() + a.radius() + b.radius();
    let judge = Judge { a, b, finding, eps, speed, rounding: rounding_of(a, b, eps) + MOTION_ROUNDINGS * eps * extent };
    if let Some(message) = judge.check_form() {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Bracket, judge.check_times()),
        (Claim::Lower, judge.check_lower_bound()),
        (Claim::Upper, judge.check_upper_bound()),
        (Claim::Witness, judge.check_points()),
        (Claim::Depth, judge.check_gap()),
        (Claim::Depth, judge.check_normal_at_start()),
        (Claim::Overlap, judge.check_last_contact()),
        (Claim::Touching, exact_contact::of_cast(a, b, finding, judge.rounding, eps)),
    ];
    broken_claims(claims)
}

/// Answer of a cast and its bodies at the start of the motion.
struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    finding: &'a ContactFinding,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Relative speed of the bodies, m/s.
    speed: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

impl Judge<'_> {
    /// Checks that numbers are finite, that the answer has the fields of its status, and that the normal is a unit
    /// vector.
    fn check_form(&self) -> Option<String> {
        let ContactFinding { t_first, lower, upper, normal, gap, witness, hit, t_last, t_max, status, at_start } =
            self.finding;
        let numbers = [Some(*lower), *t_first, *upper, *gap, *t_last];
        let vectors = witness.iter().flatten().chain(normal);
        if *lower < 0.0 {
            return Some(format!("the lower bound {lower:e} s is negative"));
        }
        if t_max.is_nan()
            || numbers.into_iter().flatten().any(|x| !x.is_finite())
            || vectors.into_iter().any(|v| !v.is_finite())
        {
            return Some(String::from("a number of the answer is not finite"));
        }
        if !fits_status(self.finding, &STATUSES) {
            return Some(format!("the status `{status}` does not fit the fields: {}", text::cast_fields(self.finding)));
        }
        // Fields that only a hit has.
        let hit_fields = [t_first.is_some(), upper.is_some(), witness.is_some()];
        let is_complete = match hit {
            Some(true) => {
                let has_start_time = !at_start || (*lower, *t_first, *upper) == (0.0, Some(0.0), Some(0.0));
                hit_fields == [true; 3] && normal.is_some() && gap.is_none() && has_start_time
            }
            Some(false) => hit_fields == [false; 3] && normal.is_some() && gap.is_some() && lower == t_max,
            None => hit_fields == [false; 3] && gap.is_none() && lower <= t_max,
        };
        if !is_complete {
            return Some(format!("the status `{status}` does not fit the fields: {}", text::cast_fields(self.finding)));
        }
        normal_error((*normal)?, [self.a, self.b], self.eps)
    }

    /// Checks the order of the times of a hit.
    fn check_times(&self) -> Option<String> {
        let ContactFinding { t_first, lower, upper, t_last, t_max, .. } = self.finding;
        let t = (*t_first)?;
        let upper = (*upper)?;
        let are_ascending = *lower <= t && t <= upper && upper <= *t_max;
        if !are_ascending {
            return Some(format!(
                "these times must ascend: lower bound {lower:e} s, first contact {t:e} s, upper bound {upper:e} s, end \
                 of the motion {t_max:e} s"
            ));
        }
        let invalid_last = t_last.filter(|last| *last < t || last > t_max)?;
        Some(format!(
            "the last contact, {invalid_last:e} s, is not between the first contact, {t:e} s, and the end of the \
             motion, {t_max:e} s"
        ))
    }

    /// Both bodies translated to their positions at time `t`, seconds.
    fn bodies_at(&self, t: f64) -> [Placed<'_>; 2] {
        [self.a.after(t), self.b.after(t)]
    }

    /// Checks that the bodies of a hit are apart at the lower bound and before: a plane perpendicular to the normal
    /// separates them, and they do not move apart along the normal.
    fn check_lower_bound(&self) -> Option<String> {
        let finding = self.finding;
        if finding.hit != Some(true) || finding.at_start {
            return None;
        }
        let n = finding.normal?;
        let [a, b] = self.bodies_at(finding.lower);
        let gap = gap_along(&a, &b, n);
        // The plane of the reported contact may differ from that at the bound by the motion within the bracket.
        let width = (finding.upper? - finding.lower) * self.speed;
        // A speed below rounding error, as a length per second, is no motion.
        let moves_apart = (self.b.velocity - self.a.velocity).dot(n) > self.rounding;
        (gap < -self.rounding - width || moves_apart).then(|| {
            let change = if moves_apart { "opens" } else { "closes" };
            format!(
                "the lower bound of first contact, {:e} s, is not proven: at this time the gap along the normal is \
                 {gap:e} m and {change}",
                finding.lower
            )
        })
    }

    /// Checks that no plane separates the bodies of a hit at the upper bound.
    fn check_upper_bound(&self) -> Option<String> {
        let finding = self.finding;
        if finding.hit != Some(true) {
            return None;
        }
        let upper = finding.upper?;
        let [a, b] = self.bodies_at(upper);
        let distance = distance_lower_bound(&a, &b, self.rounding);
        // Bodies without volume may pass through each other within the bracket.
        let width = (upper - finding.lower) * self.speed;
        (distance > self.rounding + width).then(|| {
            format!("at the upper bound of first contact, {upper:e} s, the bodies are still {distance:e} m apart")
        })
    }

    /// Checks that the contact points are points of both bodies at first contact, and coincide unless the bodies
    /// overlap at the start.
    fn check_points(&self) -> Option<String> {
        let [p, q] = self.finding.witness?;
        let t = self.finding.t_first?;
        let [a, b] = self.bodies_at(t);
        // Square root: on a curved face, a small gap allows a large sideways offset.
        let allowed = self.rounding + (self.rounding * (a.radius() + b.radius())).sqrt();
        let deviation = a.distance_to(p, self.rounding).max(b.distance_to(q, self.rounding));
        if deviation > allowed {
            return Some(format!("a contact point is {deviation:e} m away from its body at {t:e} s"));
        }
        // After a motion both points coincide; at the start they are as far apart as the bodies overlap.
        let n = self.finding.normal?;
        let between = if self.finding.at_start { n * gap_along(&a, &b, n) } else { DVec3::ZERO };
        let width = (self.finding.upper? - self.finding.lower) * self.speed;
        let point_distance = (q - p - between).length();
        (point_distance > allowed + width + NORMAL_ERROR * (a.radius() + b.radius())).then(|| {
            if self.finding.at_start {
                format!(
                    "the vector between the contact points is off by {point_distance:e} m; it must be the gap at the \
                     start along the normal"
                )
            } else {
                format!("at {t:e} s the contact points are {point_distance:e} m apart; they must coincide")
            }
        })
    }

    /// Checks that on a miss one plane separates A from the volume that B sweeps, with the reported gap.
    fn check_gap(&self) -> Option<String> {
        let finding = self.finding;
        if finding.hit == Some(true) {
            return None;
        }
        let n = finding.normal?;
        let gap = finding.gap?;
        // After this time the bodies have passed each other.
        let extent = (self.b.position - self.a.position).length() + self.a.radius() + self.b.radius();
        let end = if self.speed > 0.0 { finding.t_max.min(2.0 * extent / self.speed) } else { 0.0 };
        let gaps = [0.0, end].map(|t| {
            let [a, b] = self.bodies_at(t);
            gap_along(&a, &b, n)
        });
        let least = gaps[0].min(gaps[1]);
        let direction_error = NORMAL_ERROR * (self.a.radius() + self.b.radius() + gap.abs());
        (least < gap - self.rounding || least > gap + self.rounding + direction_error)
            .then(|| format!("the smallest gap along the normal is {least:e} m, reported as {gap:e} m"))
    }

    /// Checks that the normal is the direction of least depth when the bodies overlap at the start.
    fn check_normal_at_start(&self) -> Option<String> {
        if !self.finding.at_start {
            return None;
        }
        let n = self.finding.normal?;
        let gap = gap_along(self.a, self.b, n);
        let DirectedGap { gap: widest, direction: better } = widest_gap(self.a, self.b, Some(n));
        (widest > gap + self.rounding + NORMAL_ERROR * (self.a.radius() + self.b.radius())).then(|| {
            format!(
                "the normal is not the direction of the largest gap: along it the gap is {gap:e} m, along ({:.6}, \
                 {:.6}, {:.6}) it is {widest:e} m",
                better.x, better.y, better.z
            )
        })
    }

    /// Checks that the bodies touch at last contact, unless the motion ends before they separate.
    fn check_last_contact(&self) -> Option<String> {
        let last = self.finding.t_last?;
        let [a, b] = self.bodies_at(last);
        let distance = distance_lower_bound(&a, &b, self.rounding);
        if distance > self.rounding {
            return Some(format!("at the last contact, {last:e} s, the bodies are already {distance:e} m apart"));
        }
        let allowed = SAFETY_FACTOR * self.rounding + LAST_CONTACT_ERROR * (a.radius() + b.radius());
        let [depth, _] = depth_between(&a, &b, Some(allowed));
        let is_overlapping = last < self.finding.t_max && depth > allowed;
        is_overlapping
            .then(|| format!("at the last contact, {last:e} s, the bodies still overlap by at least {depth:e} m"))
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use contact_lens_scene::model::Shape;

    fn cube(x: f64, velocity: DVec3, shape: &Shape) -> Placed<'_> {
        let position = DVec3::new(x, 0.0, 0.0);
        Placed { position, velocity, ..Placed::of_shape(shape) }
    }

    fn hit() -> ContactFinding {
        ContactFinding {
            hit: Some(true),
            status: "hit",
            t_first: Some(2.0),
            lower: 2.0,
            upper: Some(2.0),
            t_last: Some(6.0),
            t_max: 10.0,
            at_start: false,
            normal: Some(DVec3::X),
            witness: Some([DVec3::X; 2]),
            gap: None,
        }
    }

    #[test]
    fn each_false_claim_about_first_contact_is_found() {
        let shape = Shape::Box { half_extents: [1.0; 3] };
        let a = cube(0.0, DVec3::ZERO, &shape);
        let b = cube(4.0, -DVec3::X, &shape);
        let judged = |finding: &ContactFinding| motion_violations(&a, &b, finding, f64::EPSILON);
        assert_eq!(judged(&hit()), []);
        let false_answers = [
            (Claim::Lower, ContactFinding { t_first: Some(3.0), lower: 3.0, upper: Some(3.0), ..hit() }),
            (Claim::Upper, ContactFinding { t_first: Some(1.0), lower: 1.0, upper: Some(1.0), ..hit() }),
            (Claim::Bracket, ContactFinding { t_first: Some(1.0), ..hit() }),
            (Claim::Witness, ContactFinding { witness: Some([DVec3::Y * 3.0; 2]), ..hit() }),
            (Claim::Form, ContactFinding { normal: Some(DVec3::X * 2.0), ..hit() }),
        ];
        for (claim, answer) in false_answers {
            let violations = judged(&answer);
            assert!(violations.iter().any(|violation| violation.claim == claim), "{claim:?} {violations:?}");
        }
        let miss = |gap| ContactFinding {
            hit: Some(false),
            status: "too late",
            lower: 1.0,
            t_first: None,
            t_last: None,
            upper: None,
            witness: None,
            t_max: 1.0,
            gap: Some(gap),
            ..hit()
        };
        assert_eq!(judged(&miss(1.0)), []);
        assert_eq!(judged(&miss(1.5))[0].claim, Claim::Depth);
    }
}
