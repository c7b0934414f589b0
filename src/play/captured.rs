//! Comparison of captured results of another engine with the results here: value by value with the difference, judged
//! by the proven bracket.

mod audit;
mod world;

use std::borrow::Cow;

use glam::DVec3;

use crate::answer::{Exact, Finding, Found as _, Shown, number};
use crate::lesson::Verdict;
use crate::scene::model::{CapturedAnswer, CapturedField, Query};
pub use audit::Audit;

/// One captured value and its counterpart here.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Name of the other engine.
    pub engine: String,
    /// Name of the value, such as `distance`.
    pub what: Cow<'static, str>,
    /// Captured value.
    pub theirs: Shown,
    /// Value computed here; a dash if there is none.
    pub ours: Shown,
    /// Captured value minus ours; for directions the angle between them, for points the distance to the nearest of
    /// ours.
    pub difference: Shown,
    /// Judgment by the proven bracket, if it bounds this value.
    pub judged: Judgment,
    /// Whether the captured value was recomputed for the capture instead of being taken from the engine's step.
    pub recomputed: bool,
}

/// Judgment of a captured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgment {
    /// Not judged: the bracket does not bound this value.
    Not,
    /// Between the two proven bounds.
    Within,
    /// Outside, by a number of meters that rounding of written and converted poses explains.
    Rounding(f64),
    /// Wrong, by at least this many meters.
    Outside(f64),
    /// The impulse obeys a rule of its own engine.
    Holds,
    /// The impulse violates a rule of its own engine by this many newton seconds.
    Breaks(f64),
}

impl Judgment {
    /// A short phrase; empty if not judged.
    pub fn say(self) -> String {
        match self {
            Self::Not => String::new(),
            Self::Within => String::from("within the proven bracket"),
            Self::Rounding(by) => format!("within the proven bracket but for rounding, {}", number::length(by)),
            Self::Outside(by) => format!("outside the proven bracket by {}", number::length(by)),
            Self::Holds => String::from("keeps to it"),
            Self::Breaks(by) => format!("breaks it by {} N s", number::brief(by)),
        }
    }
}

impl Judgment {
    /// Whether the captured value is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::Outside(_) | Self::Breaks(_))
    }
}

impl Compared {
    /// One sentence for reports.
    pub fn say(&self) -> String {
        let judged = match self.judged {
            Judgment::Not => String::new(),
            judged => format!(", {}", judged.say()),
        };
        let again = if self.recomputed { " (recomputed)" } else { "" };
        format!("{}{again} says {} {}; here it is {}{judged}", self.engine, self.what, self.theirs, self.ours)
    }
}

/// All captured values of a frame, compared with the verdict.
pub fn compare(query: &Query, verdict: &Verdict, frame: usize) -> Vec<Compared> {
    let of_frame = query.theirs.iter().filter(|theirs| theirs.frame as usize == frame);
    of_frame.flat_map(|theirs| Comparison { theirs, verdict }.rows()).collect()
}

/// Rounding error, relative to the coordinates, of poses that a program converts from matrices to quaternions and back:
/// a few thousand times the machine epsilon.
const ROUNDING: f64 = 1e-12;

/// One captured result and the verdict here.
struct Comparison<'a> {
    theirs: &'a CapturedAnswer,
    verdict: &'a Verdict,
}

impl Comparison<'_> {
    fn rows(&self) -> Vec<Compared> {
        if let Finding::World(found) = &self.verdict.finding {
            return world::rows(self, found);
        }
        [self.distance(), self.normal(), self.count(), self.points(), self.depth(), self.impulse(), self.iterations()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn row(&self, field: CapturedField, what: &'static str, theirs: Shown) -> Compared {
        Compared {
            engine: self.theirs.engine.clone(),
            what: Cow::Borrowed(what),
            theirs,
            ours: Shown::from("–"),
            difference: Shown::from("–"),
            judged: Judgment::Not,
            recomputed: self.theirs.recomputed.contains(&field),
        }
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        self.verdict.finding.bracket()
    }

    /// Signed distance here, meters; `None` if unknown.
    fn our_distance(&self) -> Option<f64> {
        match &self.verdict.finding {
            Finding::Manifold(found) => Some(found.separation),
            finding => finding.pair()?.signed_distance,
        }
    }

    /// Judges a signed distance by the proven bracket. A missing bound is not tested: a value that obeys the other
    /// bound is not judged.
    fn judged(&self, distance: f64) -> Judgment {
        let Some([lower, upper]) = self.bracket() else { return Judgment::Not };
        let off = (lower - distance).max(distance - upper);
        let is_tested = lower.is_finite() && upper.is_finite() && distance.is_finite();
        let witnesses = self.verdict.pair().and_then(|pair| pair.witnesses());
        let far = witnesses.map_or(0.0, |[a, b]| a.abs().max(b.abs()).max_element());
        match off {
            off if off > ROUNDING * far.max(1.0) => Judgment::Outside(off),
            _ if !is_tested => Judgment::Not,
            off if off > 0.0 => Judgment::Rounding(off),
            _ => Judgment::Within,
        }
    }

    fn distance(&self) -> Option<Compared> {
        let theirs = self.theirs.distance?;
        let mut row = self.row(CapturedField::Distance, "distance", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(ours);
            row.difference = number::length(theirs - ours);
        }
        row.judged = self.judged(theirs);
        Some(row)
    }

    fn normal(&self) -> Option<Compared> {
        let theirs = DVec3::from_array(self.theirs.normal?);
        let mut row = self.row(CapturedField::Normal, "normal", number::vector(theirs));
        if let Some(ours) = self.verdict.finding.normal() {
            row.ours = number::vector(ours);
            // The half angle is accurate even for close directions.
            let angle = 2.0 * (theirs - ours).length().atan2((theirs + ours).length());
            let degrees = angle.to_degrees();
            let text = format!("{}°", number::brief(degrees));
            row.difference = Shown { text, exact: Some(Exact::Number(degrees)) };
        }
        Some(row)
    }

    /// Contact points on A and B, or the witness points.
    fn our_points(&self) -> Vec<[DVec3; 2]> {
        match &self.verdict.finding {
            Finding::Manifold(found) => found.points.iter().map(|point| [point.on_a, point.on_b]).collect(),
            finding => finding.pair().and_then(|pair| pair.witnesses()).into_iter().collect(),
        }
    }

    fn count(&self) -> Option<Compared> {
        let Finding::Manifold(found) = &self.verdict.finding else { return None };
        let theirs = self.theirs.points.len();
        let ours = found.points.len();
        let mut row = self.row(CapturedField::Points, "number of points", number::count(theirs));
        row.ours = number::count(ours);
        row.difference = number::number(theirs as f64 - ours as f64);
        (theirs > 0).then_some(row)
    }

    /// Captured point that is farthest from all of ours. Ours are segments from surface to surface, so that a position
    /// between the bodies is at distance 0.
    fn points(&self) -> Option<Compared> {
        let ours = self.our_points();
        let places = self.theirs.points.iter().filter_map(|point| point.place().map(DVec3::from_array));
        let distances = places.map(|point| {
            let to_ours = ours.iter().map(|pair| distance_to_segment(point, pair));
            (to_ours.fold(f64::INFINITY, f64::min), point)
        });
        let (off, point) = distances.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.row(CapturedField::Points, "farthest point", number::vector(point));
        if off.is_finite() {
            let distances = ours.iter().map(|pair| (distance_to_segment(point, pair), pair));
            let (_, pair) = distances.min_by(|a, b| a.0.total_cmp(&b.0))?;
            row.ours = number::vector(closest_point_on_segment(point, pair));
            row.difference = number::length(off);
        }
        Some(row)
    }

    fn depth(&self) -> Option<Compared> {
        let theirs = self.theirs.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.row(CapturedField::Depths, "greatest depth", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(-ours);
            row.difference = number::length(theirs + ours);
        }
        // The depth of the deepest point is the negated signed distance.
        row.judged = self.judged(-theirs);
        Some(row)
    }

    fn impulse(&self) -> Option<Compared> {
        let all: Vec<f64> = self.theirs.points.iter().filter_map(|point| point.impulse).collect();
        let sum = all.iter().copied().reduce(|a, b| a + b)?;
        Some(self.row(CapturedField::Impulses, "sum of impulses", newton_seconds(sum)))
    }

    fn iterations(&self) -> Option<Compared> {
        let theirs = self.theirs.iterations?;
        let ours = self.verdict.iterations;
        let mut row = self.row(CapturedField::Iterations, "iterations", number::count(theirs as usize));
        row.ours = number::count(ours as usize);
        row.difference = number::number(f64::from(theirs) - f64::from(ours));
        Some(row)
    }
}

/// An impulse as text with its unit.
fn newton_seconds(impulse: f64) -> Shown {
    Shown { text: format!("{} N s", number::brief(impulse)), exact: Some(Exact::Number(impulse)) }
}

fn distance_to_segment(point: DVec3, ends: &[DVec3; 2]) -> f64 {
    closest_point_on_segment(point, ends).distance(point)
}

fn closest_point_on_segment(point: DVec3, [a, b]: &[DVec3; 2]) -> DVec3 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((point - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    a + along * t
}
