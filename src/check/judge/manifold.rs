//! Are these the points of contact? Each is measured against both bodies, depths are measured again along the normal, and
//! a direction in which the bodies part sooner is searched for.

use glam::DVec3;

use super::pair::{rounding_of, widest_gap};
use super::{Claim, Violation, normal_is_off};
use crate::check::reference_geometry::{Placed, apart, gap_along};
use crate::lesson::ManifoldFinding;

/// Every claim of `found` about the pair that does not hold. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(a: &Placed, b: &Placed, found: &ManifoldFinding, eps: f64) -> Vec<Violation> {
    let judge = Judge { a, b, found, eps, rounding: 4.0 * rounding_of(a, b, eps) };
    if let Some(message) = judge.form() {
        return vec![Violation { claim: Claim::Form, message }];
    }
    let claims = [
        (Claim::Witness, judge.on_the_bodies()),
        (Claim::Upper, judge.depths()),
        (Claim::Depth, judge.deepest()),
        (Claim::Lower, judge.apart()),
    ];
    claims.into_iter().filter_map(|(claim, message)| Some(Violation { claim, message: message? })).collect()
}

struct Judge<'a> {
    a: &'a Placed<'a>,
    b: &'a Placed<'a>,
    found: &'a ManifoldFinding,
    eps: f64,
    rounding: f64,
}

impl Judge<'_> {
    fn form(&self) -> Option<String> {
        let ManifoldFinding { normal, points, bias_paid, band, .. } = self.found;
        let odd = |p: &&crate::lesson::FoundPoint| !(p.on_a.is_finite() && p.on_b.is_finite() && p.depth.is_finite());
        if normal.is_some_and(|n| !n.is_finite()) || points.iter().any(|point| odd(&point)) {
            return Some(String::from("a number of the answer is not finite"));
        }
        if normal.is_none() != points.is_empty() {
            return Some(format!("{} points, and the normal is {normal:?}", points.len()));
        }
        for (i, point) in points.iter().enumerate() {
            if points[..i].iter().any(|other| other.id == point.id) {
                return Some(format!("two points are named {}", point.id));
            }
        }
        if *bias_paid > *band + self.rounding {
            return Some(format!("{bias_paid:e} m are paid for the reference, and {band:e} m may be"));
        }
        normal_is_off((*normal)?, [self.a, self.b], self.eps)
    }

    fn on_the_bodies(&self) -> Option<String> {
        self.found.points.iter().find_map(|point| {
            let off = [self.a.distance_to(point.on_a, self.rounding), self.b.distance_to(point.on_b, self.rounding)];
            let outside = off.iter().any(|off| *off > self.rounding);
            outside
                .then(|| format!("point {} is {:e} m outside of A and {:e} m outside of B", point.id, off[0], off[1]))
        })
    }

    /// The two points of each lie one above the other along the normal, as far apart as is said and as the margin allows.
    fn depths(&self) -> Option<String> {
        let n: DVec3 = self.found.normal?;
        // No point lies deeper than both bodies reach along the normal.
        let most = -gap_along(self.a, self.b, n);
        self.found.points.iter().find_map(|point| {
            let off = (point.on_b - point.on_a + n * point.depth).length();
            if off > self.rounding {
                return Some(format!("the points of {} are off by {off:e} m along the normal", point.id));
            }
            if point.depth > most + self.rounding {
                return Some(format!("point {} is {:e} m deep, the bodies are {most:e} m", point.id, point.depth));
            }
            let far = -point.depth > self.found.margin + self.rounding;
            far.then(|| format!("point {} is {:e} m apart, beyond the margin", point.id, -point.depth))
        })
    }

    /// The deepest point is the depth of the bodies, but for what may be paid.
    fn deepest(&self) -> Option<String> {
        let deepest = self.found.deepest()?;
        let (gap, n) = widest_gap(self.a, self.b, self.found.normal);
        let allowed = 1.1 * self.found.band + self.rounding;
        (deepest > -gap + allowed).then(|| {
            format!(
                "{deepest:e} m deep, but along ({:.6}, {:.6}, {:.6}) the bodies overlap by {:e} m",
                n.x, n.y, n.z, -gap
            )
        })
    }

    /// Bodies without points are apart by more than the margin.
    fn apart(&self) -> Option<String> {
        if !self.found.points.is_empty() || !self.found.sound {
            return None;
        }
        let distance = apart(self.a, self.b, self.rounding);
        let (gap, _) = widest_gap(self.a, self.b, None);
        let margin = self.found.margin;
        (distance < margin - self.rounding || gap < -self.rounding).then(|| {
            format!("there is no point, but the bodies are {distance:e} m apart, within the margin {margin:e} m")
        })
    }
}
