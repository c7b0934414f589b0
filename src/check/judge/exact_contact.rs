//! Judge, in exact arithmetic, of the claims that two bodies touch, are apart or overlap: in one pose ([`of_pair`]) or
//! during a motion without rotation ([`of_cast`]).
//!
//! Answers of the `f32` engine pass: it rounds the bodies before it answers, and the other judges check it with a
//! tolerance. Bodies that [`Pair`] cannot represent pass too.

use std::cmp::Ordering;

use contact_lens_model::answer::{ContactFinding, PairStatus};
use glam::DVec3;

use super::widest_gap::{maximize_gap, rounding_of};
use crate::exact::Pair;
use crate::reference_geometry::{Placed, gap_along};

/// Claim of an answer about two bodies, at one time or over a part of their motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Apart,
    Touching,
    Overlapping,
    /// The bodies share a point; the answer does not distinguish touching from overlap.
    Meeting,
}

impl Relation {
    /// Predicate for the message "the bodies are reported …": `to touch`.
    fn phrase(self) -> &'static str {
        match self {
            Self::Apart => "to be apart",
            Self::Touching => "to touch",
            Self::Overlapping => "to overlap",
            Self::Meeting => "to touch or overlap",
        }
    }
}

/// Two bodies whose relation an answer claims.
struct JudgedPair<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

impl JudgedPair<'_> {
    /// Returns a message when the claimed relation is false for the motion between the first and the last of `times`,
    /// seconds. Touching and meeting may be off by the rounding error; other claims must be exact. `normal` is a
    /// direction, from A to B, along which the depth of bodies that are reported to touch is measured.
    fn refute(&self, relation: Relation, times: [f64; 2], normal: Option<DVec3>) -> Option<String> {
        let pair = Pair::new(self.a, self.b, times)?;
        let sign = pair.sign();
        let holds = match relation {
            Relation::Apart => sign == Ordering::Greater,
            Relation::Overlapping => sign == Ordering::Less,
            Relation::Meeting => sign != Ordering::Greater || pair.compare_distance(self.rounding) != Ordering::Greater,
            Relation::Touching => match sign {
                Ordering::Equal => true,
                Ordering::Greater => pair.compare_distance(self.rounding) != Ordering::Greater,
                Ordering::Less => normal.is_some_and(|n| pair.is_no_deeper(self.rounding, n)),
            },
        };
        let truth = match sign {
            Ordering::Greater => "are apart",
            Ordering::Equal => "touch",
            Ordering::Less => "overlap",
        };
        let [from, to] = times;
        let when = if from == to { String::new() } else { format!(" between {from:e} s and {to:e} s") };
        let claim = relation.phrase();
        (!holds).then(|| format!("the bodies are reported {claim}{when}; in exact arithmetic they {truth}"))
    }
}

/// Whether the relative rounding unit `eps` is that of the `f64` engine.
fn is_f64_engine(eps: f64) -> bool {
    eps <= f64::EPSILON
}

/// Returns a message when the status of a pair is false. `normal` points from A to B. `eps` is the relative rounding
/// unit of the engine that answered; only answers of the `f64` engine are judged.
pub(super) fn of_pair(a: &Placed, b: &Placed, status: PairStatus, normal: Option<DVec3>, eps: f64) -> Option<String> {
    let relation = match status {
        PairStatus::Separated => Relation::Apart,
        PairStatus::Touching => Relation::Touching,
        PairStatus::Penetrating => Relation::Overlapping,
        PairStatus::TouchingOrOverlapping => Relation::Meeting,
        PairStatus::Undecided | PairStatus::NotConverged => return None,
    };
    if !is_f64_engine(eps) {
        return None;
    }
    let pair = JudgedPair { a, b, rounding: rounding_of(a, b, eps) };
    pair.refute(relation, [0.0; 2], normal)
}

/// Returns a message when the ending of a cast is false. `rounding` is the error of lengths over the whole motion,
/// meters. `eps` is the relative rounding unit of the engine that answered; only answers of the `f64` engine are
/// judged. A hit after the start without an upper bound passes, since the check of the answer's form refuses it.
pub(super) fn of_cast(a: &Placed, b: &Placed, finding: &ContactFinding, rounding: f64, eps: f64) -> Option<String> {
    if !is_f64_engine(eps) {
        return None;
    }
    let pair = JudgedPair { a, b, rounding };
    let motion = [0.0, finding.t_max];
    match (finding.hit, finding.status) {
        (Some(false), _) => pair.refute(Relation::Apart, motion, None),
        (Some(true), _) if finding.at_start => {
            let relation = if finding.status == "touching" { Relation::Touching } else { Relation::Overlapping };
            pair.refute(relation, [0.0; 2], finding.normal)
        }
        (Some(true), _) => {
            pair.refute(Relation::Meeting, [0.0, finding.upper?], None).or_else(|| check_before(&pair, finding))
        }
        (None, "grazing") => {
            // Direction in which the bodies come nearest to staying apart during the motion.
            let ends = motion.map(|t| [a.after(t), b.after(t)]);
            let widest = maximize_gap(
                &|n| ends.iter().map(|[a, b]| gap_along(a, b, n)).fold(f64::INFINITY, f64::min),
                a.is_planar() || b.is_planar(),
                finding.normal,
            );
            pair.refute(Relation::Touching, motion, Some(widest.direction))
        }
        (None, _) => None,
    }
}

/// Returns a message if the bodies meet before the lower bound. A contact at the bound itself is allowed: the bodies
/// approach along the normal, and at the bound a plane perpendicular to it, or to the normal of a face nearly along it,
/// separates them.
fn check_before(pair: &JudgedPair, finding: &ContactFinding) -> Option<String> {
    let lower = finding.lower;
    let message = pair.refute(Relation::Apart, [0.0, lower], None)?;
    let Some(n) = finding.normal else { return Some(message) };
    let is_approaching = (pair.b.velocity - pair.a.velocity).dot(n) < 0.0;
    if !is_approaching {
        return Some(message);
    }
    let only_touch = Pair::new(pair.a, pair.b, [lower; 2]).is_some_and(|at_lower| at_lower.is_no_deeper(0.0, n));
    (!only_touch).then_some(message)
}

#[cfg(test)]
mod tests {

    use super::*;
    use contact_lens_scene::model::Shape;

    const CUBE: Shape = Shape::Box { half_extents: [1.0; 3] };

    fn cube(position: DVec3, velocity: DVec3) -> Placed<'static> {
        Placed { position, velocity, ..Placed::of_shape(&CUBE) }
    }

    #[test]
    fn a_status_is_compared_with_the_exact_sign() {
        use PairStatus::{Penetrating, Separated, Touching, TouchingOrOverlapping};
        let a = cube(DVec3::ZERO, DVec3::ZERO);
        let refuted = |x: f64| {
            let b = cube(DVec3::new(x, 0.3, 0.1), DVec3::ZERO);
            let is_refuted = |status| of_pair(&a, &b, status, Some(DVec3::X), f64::EPSILON).is_some();
            [Separated, Touching, Penetrating, TouchingOrOverlapping].map(is_refuted)
        };
        assert_eq!(refuted(2.0), [true, false, true, false], "they touch");
        assert_eq!(refuted(2.0_f64.next_up()), [false, false, true, false], "a bit apart, which is within rounding");
        assert_eq!(refuted(2.0_f64.next_down()), [true, false, false, false]);
        assert_eq!(refuted(2.1), [false, true, true, true]);
        assert_eq!(refuted(1.9), [true, true, false, false]);
    }

    #[test]
    fn the_ending_of_a_cast_is_compared_with_the_exact_motion() {
        let a = cube(DVec3::ZERO, DVec3::ZERO);
        let r = DVec3::new(-1.0, 0.0, 0.0);
        let is_refuted = |y: f64, finding: &ContactFinding| {
            of_cast(&a, &cube(DVec3::new(4.0, y, 0.0), r), finding, 1e-12, f64::EPSILON).is_some()
        };
        let hit = ContactFinding {
            hit: Some(true),
            status: "hit",
            t_first: Some(2.0),
            lower: 2.0,
            upper: Some(2.0),
            t_last: None,
            t_max: 9.0,
            at_start: false,
            normal: Some(DVec3::X),
            witness: None,
            gap: None,
        };
        let passes = ContactFinding { hit: Some(false), status: "passes by", ..hit.clone() };
        let grazes = ContactFinding { hit: None, status: "grazing", normal: Some(DVec3::Y), ..hit.clone() };
        let all = |y: f64| [&hit, &passes, &grazes].map(|finding| is_refuted(y, finding));
        assert_eq!(all(0.0), [false, true, true], "they meet");
        assert_eq!(all(2.0), [false, true, false], "the face slides along the face");
        assert_eq!(all(2.5), [true, false, true], "they pass");
        let late = ContactFinding { lower: 2.5, upper: Some(2.5), ..hit.clone() };
        let early = ContactFinding { lower: 1.0, upper: Some(1.5), ..hit.clone() };
        assert_eq!([is_refuted(0.0, &late), is_refuted(0.0, &early)], [true, true]);
        let at_start = |status| ContactFinding { at_start: true, status, lower: 0.0, upper: Some(0.0), ..hit.clone() };
        let is_refuted_at = |x: f64, status| {
            let b = cube(DVec3::new(x, 0.0, 0.0), r);
            of_cast(&a, &b, &at_start(status), 1e-12, f64::EPSILON).is_some()
        };
        assert_eq!([is_refuted_at(2.0, "touching"), is_refuted_at(2.0, "overlapping")], [false, true]);
        assert_eq!([is_refuted_at(1.5, "touching"), is_refuted_at(1.5, "overlapping")], [true, false]);
        assert_eq!([is_refuted_at(2.5, "touching"), is_refuted_at(2.5, "overlapping")], [true, true]);
    }
}
