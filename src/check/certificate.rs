//! Does the certificate prove what the answer claims? Nothing that the engine computed is believed but the numbers of the
//! answer themselves.
//!
//! For a unit `n` from A to B the gap `g(n)` is a lower bound of the signed distance (algorithms.md, Conventions), and
//! points that really lie in A and in B bound it from above. A depth's other bound (no smaller translation separates) has
//! no short witness, so it is attacked instead: a better direction is searched for, and any that beats it refutes it.

use glam::DVec3;

use super::reference_geometry::{Placed, apart, gap_along};
use crate::lesson::{PairStatus, Verdict};

/// The claims of an answer that can be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Every number is finite and the normal has length 1.
    Form,
    /// `lower ≤ signed distance ≤ upper`, and the bracket is as narrow as the status says.
    Bracket,
    /// The gap along the normal reaches `lower`.
    Lower,
    /// The witness points are points of the bodies.
    Witness,
    /// The witness points' distance is inside the bracket.
    Upper,
    /// No direction separates the bodies better than `upper` allows.
    Depth,
    /// Bodies that are said to share a point, or to be near, are.
    Overlap,
    /// No point of a body lies farther along the direction than its support point.
    Support,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// Which.
    pub claim: Claim,
    /// One sentence with the numbers.
    pub message: String,
}

/// Every claim of `verdict` about the pair that does not hold. `eps` is the relative rounding unit of the engine that
/// answered: its numbers are believed to `64 · eps` of the size of everything that went into them.
pub fn verify(a: &Placed, b: &Placed, verdict: &Verdict, eps: f64) -> Vec<Breach> {
    let judge = Judge::new(a, b, verdict, eps);
    let mut breaches = Vec::new();
    let mut tell = |claim, message: Option<String>| breaches.extend(message.map(|message| Breach { claim, message }));
    if let Some(message) = judge.form() {
        tell(Claim::Form, Some(message));
        return breaches;
    }
    tell(Claim::Bracket, judge.bracket());
    tell(Claim::Lower, judge.lower());
    tell(Claim::Witness, judge.witness());
    tell(Claim::Upper, judge.upper());
    tell(Claim::Depth, judge.depth());
    tell(Claim::Overlap, judge.overlap());
    breaches
}

/// The answer of a support mapping in the world direction `d`: no point of A, and none of B the other way, lies farther.
pub fn verify_support(a: &Placed, b: &Placed, verdict: &Verdict, d: DVec3, eps: f64) -> Vec<Breach> {
    let slack = Judge::new(a, b, verdict, eps).slack;
    let Some(n) = d.try_normalize() else { return Vec::new() };
    let bodies = [("A", a, verdict.witness_a, n), ("B", b, verdict.witness_b, -n)];
    let short = bodies.into_iter().filter_map(|(name, body, point, n)| {
        let short = n.dot(body.farthest(n, point));
        let message = format!("the support point on {name} is not the farthest: another lies {short:e} beyond it");
        (short > slack).then_some(Breach { claim: Claim::Support, message })
    });
    short.collect()
}

/// An answer and the bodies that it is about.
pub(super) struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    verdict: &'a Verdict,
    slack: f64,
    eps: f64,
}

impl<'a> Judge<'a> {
    /// `eps` is the relative rounding unit of the engine that answered.
    pub(super) fn new(a: &'a Placed, b: &'a Placed, verdict: &'a Verdict, eps: f64) -> Self {
        let apart = (b.position - a.position).length();
        let size = a.radius() + b.radius() + apart + a.position.length().max(b.position.length());
        Self { a, b, verdict, slack: 64.0 * eps * size, eps }
    }

    /// Whether the bodies overlap by no more than rounding, whatever the answer says.
    pub(super) fn only_touch(&self) -> bool {
        widest_gap(self.a, self.b, self.verdict.normal).0 >= -self.slack
    }

    fn form(&self) -> Option<String> {
        let Verdict { normal, witness_a, witness_b, proof, .. } = self.verdict;
        let vectors = [*normal, *witness_a, *witness_b];
        let distance = self.verdict.signed_distance.unwrap_or(0.0);
        if !vectors.iter().all(|v| v.is_finite())
            || !distance.is_finite()
            || proof.lower.is_nan()
            || proof.upper.is_nan()
        {
            return Some(String::from("a number of the answer is not finite"));
        }
        if normal.z != 0.0 && (self.a.is_planar() || self.b.is_planar()) {
            return Some(String::from("the normal leaves the plane of the bodies"));
        }
        let length = normal.length();
        let wrong = *normal != DVec3::ZERO && (length - 1.0).abs() > 16.0 * self.eps;
        wrong.then(|| format!("the normal has length {length}, not 1"))
    }

    fn bracket(&self) -> Option<String> {
        let Verdict { proof, signed_distance, status, .. } = self.verdict;
        if proof.lower > proof.upper {
            return Some(format!("the lower bound {:e} is above the upper bound {:e}", proof.lower, proof.upper));
        }
        if let Some(distance) = signed_distance.filter(|distance| !(proof.lower..=proof.upper).contains(distance)) {
            let (lower, upper) = (proof.lower, proof.upper);
            return Some(format!("the signed distance {distance:e} is outside its own bracket [{lower:e}, {upper:e}]"));
        }
        let sign = match *status {
            PairStatus::Separated => proof.lower > 0.0,
            PairStatus::Penetrating => proof.upper <= 2.0 * self.slack,
            PairStatus::Touching | PairStatus::TouchingOrOverlapping => proof.lower <= 0.0 && proof.upper >= 0.0,
            _ => true,
        };
        if !sign {
            return Some(format!("`{status}` is not proven by the bracket [{:e}, {:e}]", proof.lower, proof.upper));
        }
        let wide = *status != PairStatus::NotConverged && proof.width() > proof.tolerance + 2.0 * self.slack;
        wide.then(|| {
            let (width, tolerance) = (proof.width(), proof.tolerance);
            format!("`{status}` promises a bracket within {tolerance:e}, but it is {width:e} wide")
        })
    }

    fn lower(&self) -> Option<String> {
        let Verdict { normal, proof, .. } = self.verdict;
        if *normal == DVec3::ZERO {
            return None;
        }
        let gap = gap_along(self.a, self.b, normal.normalize());
        (gap < proof.lower - self.slack).then(|| {
            format!("the gap along the normal is {gap:e}, which does not prove the lower bound {:e}", proof.lower)
        })
    }

    /// Whether the answer comes with witness points: an overlap found without its depth has none.
    fn has_witness(&self) -> bool {
        self.verdict.signed_distance.is_some()
    }

    fn witness(&self) -> Option<String> {
        if !self.has_witness() {
            return None;
        }
        let bodies = [("A", self.a, self.verdict.witness_a), ("B", self.b, self.verdict.witness_b)];
        bodies.into_iter().find_map(|(name, body, point)| {
            let out = body.distance_to(point, self.slack / 4.0);
            (out > self.slack).then(|| format!("the witness point on {name} lies {out:e} outside of it"))
        })
    }

    fn upper(&self) -> Option<String> {
        let distance = self.verdict.signed_distance?;
        let proof = self.verdict.proof;
        let between = self.verdict.witness_a.distance(self.verdict.witness_b);
        let (least, most) = if distance < 0.0 { (-proof.upper, -proof.lower) } else { (proof.lower, proof.upper) };
        let inside = between >= least - self.slack && between <= most + self.slack;
        (!inside).then(|| format!("the witness points are {between:e} apart, the bracket says {least:e} to {most:e}"))
    }

    fn depth(&self) -> Option<String> {
        if self.verdict.status != PairStatus::Penetrating {
            return None;
        }
        let (gap, n) = widest_gap(self.a, self.b, self.verdict.normal);
        let upper = self.verdict.proof.upper;
        (gap > upper + self.slack).then(|| {
            format!("along ({:.6}, {:.6}, {:.6}) the gap is {gap:e}, above the upper bound {upper:e}", n.x, n.y, n.z)
        })
    }

    /// An answer without witness points, such as that of a yes-or-no test, is refuted by bodies that are farther apart.
    fn overlap(&self) -> Option<String> {
        let Verdict { status, proof, .. } = self.verdict;
        if self.has_witness() && *status != PairStatus::Penetrating {
            return None;
        }
        let between = apart(self.a, self.b, self.slack);
        (between > proof.upper.max(0.0) + self.slack)
            .then(|| format!("`{status}` with the upper bound {:e}, but the bodies are {between:e} apart", proof.upper))
    }
}

/// The best gap that a search from many directions finds, and its direction.
fn widest_gap(a: &Placed, b: &Placed, first: DVec3) -> (f64, DVec3) {
    const SPREAD: usize = 600;
    const CLIMBS: usize = 6;
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let spread = (0..SPREAD).map(|i| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / SPREAD as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        DVec3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + DVec3::new(0.0, y, 0.0)
    });
    // Bodies of the plane are parted within the plane.
    let planar = a.is_planar() || b.is_planar();
    let into = |n: DVec3| if planar { n.with_z(0.0).normalize_or(DVec3::X) } else { n };
    let starts = spread.map(into).chain((first != DVec3::ZERO).then(|| first.normalize()));
    let mut found: Vec<(f64, DVec3)> = starts.map(|n| (gap_along(a, b, n), n)).collect();
    found.sort_by(|x, y| y.0.total_cmp(&x.0));
    found.truncate(CLIMBS);
    let climbed = found.into_iter().map(|start| climb(a, b, start, into));
    climbed.max_by(|x, y| x.0.total_cmp(&y.0)).unwrap_or((f64::NEG_INFINITY, DVec3::X))
}

/// Pattern search on the sphere, its step halved when no neighbor is better.
fn climb(a: &Placed, b: &Placed, (mut gap, mut n): (f64, DVec3), into: impl Fn(DVec3) -> DVec3) -> (f64, DVec3) {
    // Enough to halve the step 27 times with a dozen moves between; rounding noise could climb for ever.
    const TURNS: usize = 360;
    let mut step = 0.1;
    for _ in 0..TURNS {
        if step < 1e-9 {
            break;
        }
        let (u, v) = n.any_orthonormal_pair();
        let around = [u, -u, v, -v].map(|side| into((n + step * side).normalize()));
        let best = around.map(|m| (gap_along(a, b, m), m)).into_iter().max_by(|x, y| x.0.total_cmp(&y.0));
        match best {
            Some((better, m)) if better > gap => (gap, n) = (better, m),
            _ => step *= 0.5,
        }
    }
    (gap, n)
}
