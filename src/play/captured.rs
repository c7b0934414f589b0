//! Comparison of results captured from another engine with the results computed here. Each captured value is a row with
//! its counterpart and the difference. Distances and depths are judged by the proven bracket of the signed distance.

mod audit;
pub(super) mod run_with_captured;
mod world;

use std::borrow::Cow;

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{Exact, Finding, FindingFacts as _, Shown, number};
use contact_lens_picture::segment::{distance_to_segment, nearest_point};
use contact_lens_scene::model::{CapturedAnswer, CapturedField, Query};
use glam::DVec3;

pub use audit::Audit;

/// Relative rounding error of coordinates whose poses a program converted from matrices to quaternions and back: a few
/// thousand times the machine epsilon of `f64`.
const CONVERSION_ROUNDING: f64 = 1e-12;

/// One captured value and its counterpart computed here.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Name of the other engine.
    pub engine: String,
    /// Name of the compared quantity, such as `distance`.
    pub quantity: Cow<'static, str>,
    /// Value that the other engine reported.
    pub captured: Shown,
    /// Value computed here, or the expected value of an audit; a dash if there is none.
    pub computed: Shown,
    /// Captured minus computed value; for directions the angle between them, for points the distance to the nearest
    /// computed point. A dash if there is nothing to compare with.
    pub difference: Shown,
    /// Judgment by the proven bracket or, in an audit, by a law of mechanics.
    pub judgment: Judgment,
    /// Whether the captured value was recomputed for the capture instead of being taken from the engine's step.
    pub recomputed: bool,
}

/// Judgment of a captured value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judgment {
    /// No judgment: the bracket does not bound this quantity, or one of its bounds is infinite.
    NotJudged,
    /// The value is between the two proven bounds.
    WithinBracket,
    /// The value is outside by this many meters, which rounding of written and converted poses explains.
    WithinRounding(f64),
    /// The value is outside by this many meters, so it is wrong.
    OutsideBracket(f64),
    /// The impulse obeys the audited rule.
    ObeysRule,
    /// The impulse violates the audited rule by this many newton seconds.
    BreaksRule(f64),
}

impl Judgment {
    /// A short phrase for tables; empty for [`Judgment::NotJudged`].
    pub fn say(self) -> String {
        match self {
            Self::NotJudged => String::new(),
            Self::WithinBracket => String::from("within the proven bracket"),
            Self::WithinRounding(excess) => {
                format!("outside the proven bracket by rounding error only, {}", number::length(excess))
            }
            Self::OutsideBracket(excess) => format!("outside the proven bracket by {}", number::length(excess)),
            Self::ObeysRule => String::from("obeys the rule"),
            Self::BreaksRule(excess) => format!("breaks the rule by {} N s", number::brief(excess)),
        }
    }

    /// Whether the captured value is wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::OutsideBracket(_) | Self::BreaksRule(_))
    }
}

impl Compared {
    /// One sentence for reports, without a period.
    pub fn say(&self) -> String {
        let say = self.judgment.say();
        let (judgment, source) = match self.judgment {
            Judgment::NotJudged => (String::new(), "this program computes"),
            Judgment::ObeysRule | Judgment::BreaksRule(_) => (format!(", which {say}"), "the rule requires"),
            Judgment::WithinBracket | Judgment::WithinRounding(_) | Judgment::OutsideBracket(_) => {
                (format!(", which is {say}"), "this program computes")
            }
        };
        let recomputed = if self.recomputed { " (recomputed)" } else { "" };
        let Self { engine, quantity, captured, computed, .. } = self;
        format!("{engine}{recomputed} reports {quantity} {captured}{judgment}; {source} {computed}")
    }
}

/// All captured values of a frame, compared with the verdict.
pub fn compare(query: &Query, verdict: &Verdict, frame: usize) -> Vec<Compared> {
    let captured = query.theirs.iter().filter(|captured| captured.frame as usize == frame);
    captured.flat_map(|captured| Comparison { captured, verdict }.rows()).collect()
}

/// A captured contact point and how far it is from the computed ones.
struct MeasuredPoint {
    /// Captured position, world frame, meters.
    position: DVec3,
    /// Distance from the nearest computed point, meters; infinite if there is none.
    distance: f64,
}

/// One captured result and the verdict computed here for the same frame.
struct Comparison<'a> {
    captured: &'a CapturedAnswer,
    verdict: &'a Verdict,
}

impl Comparison<'_> {
    /// Rows of all quantities that the capture contains.
    fn rows(&self) -> Vec<Compared> {
        if let Finding::World(found) = &self.verdict.finding {
            return world::rows(self, found);
        }
        [
            self.distance(),
            self.normal(),
            self.point_count(),
            self.farthest_point(),
            self.greatest_depth(),
            self.impulse_sum(),
            self.iterations(),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Row with a captured value and without a counterpart.
    fn row(&self, field: CapturedField, quantity: &'static str, captured: Shown) -> Compared {
        Compared {
            engine: self.captured.engine.clone(),
            quantity: Cow::Borrowed(quantity),
            captured,
            computed: Shown::from("–"),
            difference: Shown::from("–"),
            judgment: Judgment::NotJudged,
            recomputed: self.captured.recomputed.contains(&field),
        }
    }

    /// Proven bounds of the signed distance, meters; infinite if unknown. `None` for results without a bracket.
    fn bracket(&self) -> Option<[f64; 2]> {
        self.verdict.finding.bracket()
    }

    /// Signed distance computed here, meters; `None` if unknown.
    fn computed_distance(&self) -> Option<f64> {
        match &self.verdict.finding {
            Finding::Manifold(found) => Some(found.separation),
            finding => finding.pair()?.signed_distance,
        }
    }

    /// Judges a signed distance, meters, by the proven bracket. A value that obeys the only finite bound is not judged.
    fn judge_distance(&self, distance: f64) -> Judgment {
        let Some([lower, upper]) = self.bracket() else { return Judgment::NotJudged };
        let excess = (lower - distance).max(distance - upper);
        let is_tested = lower.is_finite() && upper.is_finite() && distance.is_finite();
        let witnesses = self.verdict.pair().and_then(|pair| pair.witnesses());
        let farthest = witnesses.map_or(0.0, |[a, b]| a.abs().max(b.abs()).max_element());
        // Poses within a meter of the origin are rounded as if they were at one meter.
        if excess > CONVERSION_ROUNDING * farthest.max(1.0) {
            Judgment::OutsideBracket(excess)
        } else if !is_tested {
            Judgment::NotJudged
        } else if excess > 0.0 {
            Judgment::WithinRounding(excess)
        } else {
            Judgment::WithinBracket
        }
    }

    /// Signed distance, judged by the bracket. `None` if the capture has no distance.
    fn distance(&self) -> Option<Compared> {
        let captured = self.captured.distance?;
        let mut row = self.row(CapturedField::Distance, "distance", number::length(captured));
        if let Some(computed) = self.computed_distance() {
            row.computed = number::length(computed);
            row.difference = number::length(captured - computed);
        }
        row.judgment = self.judge_distance(captured);
        Some(row)
    }

    /// Contact normal; the difference is an angle, degrees. `None` if the capture has no normal.
    fn normal(&self) -> Option<Compared> {
        let captured = DVec3::from_array(self.captured.normal?);
        let mut row = self.row(CapturedField::Normal, "normal", number::vector(captured));
        if let Some(computed) = self.verdict.finding.normal() {
            row.computed = number::vector(computed);
            // Kahan's formula is accurate for close directions too, where the arc cosine of the dot product is not.
            let angle = 2.0 * (captured - computed).length().atan2((captured + computed).length());
            let degrees = angle.to_degrees();
            let text = format!("{}°", number::brief(degrees));
            row.difference = Shown { text, exact: Some(Exact::Number(degrees)) };
        }
        Some(row)
    }

    /// Computed points on A and B, world frame: contact points of a manifold, or the witness points.
    fn computed_points(&self) -> Vec<[DVec3; 2]> {
        match &self.verdict.finding {
            Finding::Manifold(found) => found.points.iter().map(|point| [point.on_a, point.on_b]).collect(),
            finding => finding.pair().and_then(|pair| pair.witnesses()).into_iter().collect(),
        }
    }

    /// Number of contact points, of a manifold only; `None` if no point was captured.
    fn point_count(&self) -> Option<Compared> {
        let Finding::Manifold(found) = &self.verdict.finding else { return None };
        let captured = self.captured.points.len();
        let computed = found.points.len();
        let mut row = self.row(CapturedField::Points, "number of points", number::count(captured));
        row.computed = number::count(computed);
        row.difference = number::number(captured as f64 - computed as f64);
        (captured > 0).then_some(row)
    }

    /// Captured point that is farthest from the computed ones. A computed point is the segment from its point on A to
    /// its point on B, so that a captured position between the bodies has the distance 0. `None` if the capture has no
    /// points.
    fn farthest_point(&self) -> Option<Compared> {
        let segments = self.computed_points();
        let positions = self.captured.points.iter().filter_map(|point| point.display_position().map(DVec3::from_array));
        let measured = positions.map(|position| {
            let distances = segments.iter().map(|segment| distance_to_segment(position, *segment));
            MeasuredPoint { position, distance: distances.fold(f64::INFINITY, f64::min) }
        });
        let farthest = measured.max_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let position = farthest.position;
        let mut row = self.row(CapturedField::Points, "farthest point", number::vector(position));
        if farthest.distance.is_finite() {
            let distance_to = |segment: &[DVec3; 2]| distance_to_segment(position, *segment);
            let nearest_segment = segments.iter().min_by(|a, b| distance_to(a).total_cmp(&distance_to(b)))?;
            row.computed = number::vector(nearest_point(position, *nearest_segment));
            row.difference = number::length(farthest.distance);
        }
        Some(row)
    }

    /// Depth of the deepest captured point, judged as the negated signed distance. `None` if the capture has no depths.
    fn greatest_depth(&self) -> Option<Compared> {
        let captured = self.captured.greatest_depth()?;
        let mut row = self.row(CapturedField::Depths, "greatest depth", number::length(captured));
        if let Some(computed) = self.computed_distance() {
            row.computed = number::length(-computed);
            row.difference = number::length(captured + computed);
        }
        row.judgment = self.judge_distance(-captured);
        Some(row)
    }

    /// Sum of the normal impulses, which has no counterpart here. `None` if the capture has no impulses.
    fn impulse_sum(&self) -> Option<Compared> {
        let sum = self.captured.points.iter().filter_map(|point| point.impulse).reduce(|a, b| a + b)?;
        Some(self.row(CapturedField::Impulses, "sum of impulses", newton_seconds(sum)))
    }

    /// Number of iterations, as each program counts them. `None` if the capture has no such number.
    fn iterations(&self) -> Option<Compared> {
        let captured = self.captured.iterations?;
        let computed = self.verdict.iterations;
        let mut row = self.row(CapturedField::Iterations, "iterations", number::count(captured as usize));
        row.computed = number::count(computed as usize);
        row.difference = number::number(f64::from(captured) - f64::from(computed));
        Some(row)
    }
}

/// An impulse, N s, with its unit.
fn newton_seconds(impulse: f64) -> Shown {
    Shown { text: format!("{} N s", number::brief(impulse)), exact: Some(Exact::Number(impulse)) }
}
