//! Judge of casts of bodies made of convex parts: first contact of any pair of parts. Verifies the reported pair as two
//! moving convex bodies. For every other pair, advances time by steps of distance over speed, in search of a contact
//! before the lower bound, or of a distance below the gap of a miss.
//!
//! **Limits.** Accepts a contact that is late by the time in which the bodies move a ten-millionth of their size, and a
//! miss whose gap is too large by less than a hundredth.

use contact_lens_model::answer::{ContactFinding, PartsFinding};
use contact_lens_scene::model::Query;
use glam::DVec3;

use super::{Judge, Part, Parts, ROUNDINGS, broken_parts, index_of};
use crate::judge::widest_gap::SAFETY_FACTOR;
use crate::judge::{Violation, contact, rotating_cast, text};
use crate::reference_geometry::{Placed, distance_lower_bound};

/// Maximum number of distance queries per pair.
const MAX_QUERIES: u32 = 256;

/// Distance below which the judge's queries call curved bodies touching, as a fraction of their size.
const TOUCHING_DISTANCE: f64 = 1e-7;

/// Speed along the normal of a one-sided triangle, as a fraction of the relative speed, below which the side of the
/// approach is ambiguous.
const AMBIGUOUS_SPEED: f64 = 1e-9;

/// Shift of a part that exceeds the error of a distance of 0, in rounding errors.
const SHIFT_ROUNDINGS: f64 = 8.0;

/// Fraction of a miss's gap that is left unchecked.
const UNCHECKED_GAP: f64 = 1e-2;

/// Returns every claim of `finding` about two moving bodies that does not hold.
pub fn verify(
    a: &Placed<'_>,
    b: &Placed<'_>,
    finding: &PartsFinding<ContactFinding>,
    query: &Query,
    eps: f64,
) -> Vec<Violation> {
    let of_a = Parts::of(a);
    let of_b = Parts::of(b);
    let motion = (b.velocity - a.velocity).length() * finding.pair.as_ref().map_or(0.0, |found_pair| found_pair.t_max);
    let size = a.radius() + b.radius() + a.position.distance(b.position);
    // Bodies that touch do so before they have moved a few times their size; a longer motion adds no rounding error.
    let judge = Judge { a: &of_a, b: &of_b, rounding: ROUNDINGS * eps * (size + motion.min(4.0 * size)) };
    let cast = CastJudge { judge, bodies: [a, b] };
    let expected = of_a.parts.len() as u64 * of_b.parts.len() as u64;
    if finding.pairs != expected {
        let message =
            format!("the number of pairs of parts is reported as {}; the bodies have {expected}", finding.pairs);
        return broken_parts(message);
    }
    let Some(found_pair) = &finding.pair else {
        return cast.unskipped_pair().map_or_else(Vec::new, broken_parts);
    };
    if found_pair.hit.is_none() {
        let has_parts = finding.part_a.is_some() || finding.part_b.is_some();
        let message =
            CastJudge::undecided_claim(found_pair, has_parts).or_else(|| cast.earlier_contact(found_pair, None));
        return message.map_or_else(Vec::new, broken_parts);
    }
    let indices = [index_of(&of_a, finding.part_a.as_ref()), index_of(&of_b, finding.part_b.as_ref())];
    let [Some(i), Some(j)] = indices else {
        let named = text::named_parts(finding.part_a.as_deref(), finding.part_b.as_deref());
        return broken_parts(format!("the answer names {named} as the first to touch; there is no such pair of parts"));
    };
    if cast.is_skipped([i, j]) == Some(true) {
        return broken_parts(String::from(
            "the reported contact is with the back of a one-sided triangle; such contacts must be skipped",
        ));
    }
    let shapes = [of_a.parts[i].shape_in_motion(a), of_b.parts[j].shape_in_motion(b)];
    let [part_a, part_b] = [of_a.parts[i].in_motion(a, &shapes[0]), of_b.parts[j].in_motion(b, &shapes[1])];
    let by_rotating_cast = rotating_cast::verify(&part_a, &part_b, found_pair, query, eps);
    let mut violations = by_rotating_cast.unwrap_or_else(|| contact::verify(&part_a, &part_b, found_pair, query, eps));
    violations.extend(cast.earlier_contact(found_pair, Some([i, j])).into_iter().flat_map(broken_parts));
    violations
}

/// Judge of the parts of two moving bodies.
struct CastJudge<'a> {
    judge: Judge<'a>,
    bodies: [&'a Placed<'a>; 2],
}

impl CastJudge<'_> {
    /// Parts of a pair, of A and of B.
    fn parts(&self, [i, j]: [usize; 2]) -> [&Part; 2] {
        [&self.judge.a.parts[i], &self.judge.b.parts[j]]
    }

    /// Whether a pair is skipped because the other body moves in the direction of a one-sided triangle's outward
    /// normal, so that it cannot hit the triangle's front; `None` when rounding error leaves this ambiguous.
    fn is_skipped(&self, pair: [usize; 2]) -> Option<bool> {
        let [a, b] = self.bodies;
        let motion = b.velocity - a.velocity;
        let [one, other] = self.parts(pair);
        let speed_of_b = one.front.map(|front| front.normal.dot(motion));
        let speed_of_a = other.front.map(|front| front.normal.dot(-motion));
        let mut is_skipped = false;
        for speed in [speed_of_b, speed_of_a].into_iter().flatten() {
            if !(speed.abs() > AMBIGUOUS_SPEED * motion.length() || speed == 0.0) {
                return None;
            }
            is_skipped |= speed > 0.0;
        }
        Some(is_skipped)
    }

    /// All pairs of parts.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let a = self.judge.a.parts.len();
        let b = self.judge.b.parts.len();
        (0..a).flat_map(move |i| (0..b).map(move |j| [i, j]))
    }

    /// Returns a message about a pair that must not be skipped, though the answer skips all pairs; `None` if every pair
    /// may be skipped.
    fn unskipped_pair(&self) -> Option<String> {
        let unskipped = self.pairs().find(|pair| self.is_skipped(*pair) == Some(false))?;
        let [a, b] = self.parts(unskipped);
        Some(format!(
            "the answer skips all pairs of parts, but {} do not approach each other from behind",
            text::parts(&a.path, &b.path)
        ))
    }

    /// Upper bound of the speed of any point of one part, seen from the other, m/s.
    fn speed(&self, pair: [usize; 2]) -> f64 {
        let [a, b] = self.bodies;
        let [one, other] = self.parts(pair);
        (b.velocity - a.velocity).length() + speed_of_rotation(a, one) + speed_of_rotation(b, other)
    }

    /// Distance of two parts at time `t` (seconds), meters; 0 when they touch or overlap.
    fn distance(&self, pair: [usize; 2], t: f64) -> f64 {
        let [a, b] = self.bodies.map(|body| body.rotated_after(t));
        let [one, other] = self.parts(pair);
        distance_lower_bound(&one.at_pose(&a), &other.at_pose(&b), self.judge.rounding)
    }

    /// Returns a message about a claim of an undecided answer that goes beyond its lower bound. `has_parts` says
    /// whether the answer names a part.
    fn undecided_claim(found_pair: &ContactFinding, has_parts: bool) -> Option<String> {
        if has_parts {
            return Some(String::from("the answer is undecided, but names parts that decide it"));
        }
        if !["grazing", "stalled", "iteration limit", "not finite"].contains(&found_pair.status) {
            return Some(format!("an undecided answer cannot have the status `{}`", found_pair.status));
        }
        let claims = [
            ("a time of first contact", found_pair.t_first.is_some()),
            ("an upper bound", found_pair.upper.is_some()),
            ("a last contact", found_pair.t_last.is_some()),
            ("a normal", found_pair.normal.is_some()),
            ("contact points", found_pair.witness.is_some()),
            ("a gap", found_pair.gap.is_some()),
        ];
        if let Some((name, _)) = claims.iter().find(|(_, is_present)| *is_present) {
            return Some(format!("the answer is undecided, but has {name}"));
        }
        let ContactFinding { lower, t_max, .. } = found_pair;
        (!(*lower >= 0.0 && lower <= t_max)).then(|| {
            format!("the lower bound, {lower:e} s, is outside the motion, which lasts from 0 s to {t_max:e} s")
        })
    }

    /// Whether a pair overlaps by more than rounding error at time `t`: it still overlaps after one part is shifted
    /// both ways along each axis. The shifts exceed the error of a distance of 0, so the overlap is proven.
    fn overlaps(&self, pair: [usize; 2], t: f64) -> bool {
        let [a, b] = self.bodies.map(|body| body.rotated_after(t));
        let [one, other] = self.parts(pair);
        let a = one.at_pose(&a);
        let b = other.at_pose(&b);
        let axes = if a.in_plane || b.in_plane { &DVec3::AXES[..2] } else { &DVec3::AXES[..] };
        let mut directions = axes.iter().flat_map(|axis| [*axis, -*axis]);
        directions.all(|direction| {
            let position = b.position + direction * (SHIFT_ROUNDINGS * self.judge.rounding);
            distance_lower_bound(&a, &Placed { position, ..b.clone() }, self.judge.rounding) == 0.0
        })
    }

    /// Returns a message about a pair other than `decided` that touches before the lower bound, or on a miss comes
    /// nearer than the reported gap. An undecided answer is refuted only by an overlap beyond rounding: grazing bodies
    /// are closer than rounding error for a while before they may touch.
    fn earlier_contact(&self, found_pair: &ContactFinding, decided: Option<[usize; 2]>) -> Option<String> {
        let [a, b] = self.bodies;
        let rounding = SAFETY_FACTOR * self.judge.rounding + TOUCHING_DISTANCE * (a.radius() + b.radius());
        // On a miss the gap limits the distance until the end of the motion; otherwise only contact is excluded.
        let limits = match (found_pair.hit, found_pair.gap) {
            (Some(false), Some(gap)) => {
                let least = gap * (1.0 - UNCHECKED_GAP) - self.judge.rounding;
                ApproachLimits { end: found_pair.t_max, least, rounding }
            }
            _ => ApproachLimits { end: found_pair.lower, least: 0.0, rounding },
        };
        let mut others = self.pairs().filter(|pair| Some(*pair) != decided && self.is_skipped(*pair) == Some(false));
        others.find_map(|pair| self.early_approach(found_pair, pair, limits))
    }

    /// Returns a message when a pair touches before the limit, or comes nearer than the limit allows. Advances time by
    /// steps in which the pair cannot.
    fn early_approach(&self, found_pair: &ContactFinding, pair: [usize; 2], limits: ApproachLimits) -> Option<String> {
        let ApproachLimits { end, least, rounding } = limits;
        let speed = self.speed(pair);
        let mut t = 0.0;
        for _ in 0..MAX_QUERIES {
            let distance = self.distance(pair, t);
            let is_early = distance == 0.0 && t + rounding / speed < end;
            let is_contact = is_early && (found_pair.hit.is_some() || self.overlaps(pair, t));
            if distance <= least - rounding || is_contact {
                let [a, b] = self.parts(pair);
                let named = text::parts(&a.path, &b.path);
                return Some(if is_contact {
                    format!("{named} touch at {t:e} s, before the lower bound of {end:e} s")
                } else {
                    let gap = text::quantity(found_pair.gap, "m");
                    format!("{named} are {distance:e} m apart at {t:e} s, less than the reported gap of {gap}")
                });
            }
            let step = (distance - least).max(rounding) / speed;
            // Near the least distance, steps by distance alone would not get through the motion.
            let is_near = distance < 2.0 * least + rounding;
            let least_step = if is_near { end / f64::from(MAX_QUERIES) } else { 0.0 };
            t += step.max(least_step);
            if !(t < end) {
                return None;
            }
        }
        None
    }
}

/// Limits of the approach of a pair that does not decide the answer.
#[derive(Clone, Copy)]
struct ApproachLimits {
    /// Time before which the pair must not touch, seconds.
    end: f64,
    /// Distance below which the pair must not come until then, meters.
    least: f64,
    /// Tolerance of distances, meters.
    rounding: f64,
}

/// Upper bound of the speed of any point of a part due to the rotation of its body, m/s.
fn speed_of_rotation(body: &Placed<'_>, part: &Part) -> f64 {
    let far = part.low.abs().max(part.high.abs()) + body.position.abs();
    body.spin.length() * far.length().min(body.radius() + body.margin)
}
