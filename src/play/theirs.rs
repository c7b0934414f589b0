//! What another engine answered, beside the answer here: value by value with the difference, judged by the bracket that is
//! proven.

mod audit;
mod world;

use std::borrow::Cow;

use glam::DVec3;

use crate::answer::{Exact, Finding, Found as _, Shown, number};
use crate::lesson::Verdict;
use crate::scene::model::{Query, TheirField, Theirs};
pub use audit::Audit;

/// One value of theirs beside ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Whose it is.
    pub engine: String,
    /// What is compared: `distance`.
    pub what: Cow<'static, str>,
    /// What they say.
    pub theirs: Shown,
    /// What is said here; a dash where nothing is.
    pub ours: Shown,
    /// Theirs less ours; of directions the angle between them, of points how far theirs is from the nearest of ours.
    pub difference: Shown,
    /// What the proven bracket says of theirs, if it is about that.
    pub judged: Judged,
    /// Whether theirs was computed for the capture, and not by the engine in its step.
    pub recomputed: bool,
}

/// What a proven bracket says of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judged {
    /// Nothing: it is not about that.
    Not,
    /// It lies between two proven bounds.
    Within,
    /// It lies outside by so few meters as poses lose when they are written and turned.
    Rounding(f64),
    /// It is wrong, by at least so many meters.
    Outside(f64),
    /// An impulse keeps to a rule of the engine's own.
    Holds,
    /// It does not, by so many newton seconds.
    Breaks(f64),
}

impl Judged {
    /// In a few words; none where nothing is judged.
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

impl Judged {
    /// Whether it says that theirs is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::Outside(_) | Self::Breaks(_))
    }
}

impl Compared {
    /// A sentence for reports.
    pub fn say(&self) -> String {
        let judged = match self.judged {
            Judged::Not => String::new(),
            judged => format!(", {}", judged.say()),
        };
        let again = if self.recomputed { " (recomputed)" } else { "" };
        format!("{}{again} says {} {}; here it is {}{judged}", self.engine, self.what, self.theirs, self.ours)
    }
}

/// All that others said of a frame, beside the answer.
pub fn compare(query: &Query, verdict: &Verdict, frame: usize) -> Vec<Compared> {
    let of_frame = query.theirs.iter().filter(|theirs| theirs.frame as usize == frame);
    of_frame.flat_map(|theirs| Comparison { theirs, verdict }.rows()).collect()
}

/// What poses may lose when a program turns its matrices into quaternions and back, a few thousand times the distance from 1 to
/// the next number, as a share of the coordinates.
const ROUNDING: f64 = 1e-12;

/// One answer of theirs, and ours.
struct Comparison<'a> {
    theirs: &'a Theirs,
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

    fn row(&self, field: TheirField, what: &'static str, theirs: Shown) -> Compared {
        Compared {
            engine: self.theirs.engine.clone(),
            what: Cow::Borrowed(what),
            theirs,
            ours: Shown::from("–"),
            difference: Shown::from("–"),
            judged: Judged::Not,
            recomputed: self.theirs.recomputed.contains(&field),
        }
    }

    fn bracket(&self) -> Option<[f64; 2]> {
        self.verdict.finding.bracket()
    }

    /// The signed distance here, as far as it is known.
    fn our_distance(&self) -> Option<f64> {
        match &self.verdict.finding {
            Finding::Manifold(found) => Some(found.separation),
            finding => finding.pair()?.signed_distance,
        }
    }

    /// Judges a signed distance by the proven bracket. A side without a bound is not tested: a value that keeps to the other
    /// one is not judged.
    fn judged(&self, distance: f64) -> Judged {
        let Some([lower, upper]) = self.bracket() else { return Judged::Not };
        let off = (lower - distance).max(distance - upper);
        let is_tested = lower.is_finite() && upper.is_finite() && distance.is_finite();
        let witnesses = self.verdict.pair().and_then(|pair| pair.witnesses());
        let far = witnesses.map_or(0.0, |[a, b]| a.abs().max(b.abs()).max_element());
        match off {
            off if off > ROUNDING * far.max(1.0) => Judged::Outside(off),
            _ if !is_tested => Judged::Not,
            off if off > 0.0 => Judged::Rounding(off),
            _ => Judged::Within,
        }
    }

    fn distance(&self) -> Option<Compared> {
        let theirs = self.theirs.distance?;
        let mut row = self.row(TheirField::Distance, "distance", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(ours);
            row.difference = number::length(theirs - ours);
        }
        row.judged = self.judged(theirs);
        Some(row)
    }

    fn normal(&self) -> Option<Compared> {
        let theirs = DVec3::from_array(self.theirs.normal?);
        let mut row = self.row(TheirField::Normal, "normal", number::vector(theirs));
        if let Some(ours) = self.verdict.finding.normal() {
            row.ours = number::vector(ours);
            // By the half angle, which is exact where the two are close.
            let angle = 2.0 * (theirs - ours).length().atan2((theirs + ours).length());
            let degrees = angle.to_degrees();
            let text = format!("{}°", number::brief(degrees));
            row.difference = Shown { text, exact: Some(Exact::Number(degrees)) };
        }
        Some(row)
    }

    /// Where the bodies meet here: points of contact, else the witness points.
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
        let mut row = self.row(TheirField::Points, "number of points", number::count(theirs));
        row.ours = number::count(ours);
        row.difference = number::number(theirs as f64 - ours as f64);
        (theirs > 0).then_some(row)
    }

    /// The point of theirs that is farthest from all of ours. A position between the bodies is held against both surfaces.
    fn points(&self) -> Option<Compared> {
        let ours = self.our_points();
        let away = |point: DVec3| {
            let to = |[a, b]: &[DVec3; 2]| nearest(point, *a, *b).distance(point);
            ours.iter().map(to).fold(f64::INFINITY, f64::min)
        };
        let places = self.theirs.points.iter().filter_map(|point| point.place().map(DVec3::from_array));
        let (off, point) = places.map(|point| (away(point), point)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut row = self.row(TheirField::Points, "farthest point", number::vector(point));
        if off.is_finite() {
            let near = |pair: &&[DVec3; 2]| nearest(point, pair[0], pair[1]).distance(point);
            let pair = ours.iter().min_by(|a, b| near(a).total_cmp(&near(b)))?;
            row.ours = number::vector(nearest(point, pair[0], pair[1]));
            row.difference = number::length(off);
        }
        Some(row)
    }

    fn depth(&self) -> Option<Compared> {
        let theirs = self.theirs.points.iter().filter_map(|point| point.depth).reduce(f64::max)?;
        let mut row = self.row(TheirField::Depths, "greatest depth", number::length(theirs));
        if let Some(ours) = self.our_distance() {
            row.ours = number::length(-ours);
            row.difference = number::length(theirs + ours);
        }
        // The deepest point is as deep as the bodies overlap, and as far outside as they are apart.
        row.judged = self.judged(-theirs);
        Some(row)
    }

    fn impulse(&self) -> Option<Compared> {
        let all: Vec<f64> = self.theirs.points.iter().filter_map(|point| point.impulse).collect();
        let sum = all.iter().copied().reduce(|a, b| a + b)?;
        let shown = Shown { text: format!("{} N s", number::brief(sum)), exact: Some(Exact::Number(sum)) };
        Some(self.row(TheirField::Impulses, "sum of impulses", shown))
    }

    fn iterations(&self) -> Option<Compared> {
        let theirs = self.theirs.iterations?;
        let ours = self.verdict.iterations;
        let mut row = self.row(TheirField::Iterations, "iterations", number::count(theirs as usize));
        row.ours = number::count(ours as usize);
        row.difference = number::number(f64::from(theirs) - f64::from(ours));
        Some(row)
    }
}

/// The point of a segment that is nearest to a point.
fn nearest(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((point - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    a + along * t
}
