//! The query of two half-spaces as a stepper: their gap or overlap if their surfaces are parallel and face each other,
//! otherwise an overlap that no translation removes.
//!
//! - **Method.** Let `w = −(n_A + n_B)` for the outward normals `n_A` and `n_B`. A point that moves by `w` goes deeper
//!   into both half-spaces, by `1 + n_A·n_B`. If `w ≠ 0`, the half-spaces therefore overlap to any depth, wherever they
//!   are. If `w = 0`, both surfaces are parallel, and their signed distance is one number.
//! - **Rounding.** `w` counts as 0 if it is no longer than the rounding error of the normals.
//! - **Labels.** A comment `// @name` marks the line of `two_half_spaces.txt` that the statement implements.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::prelude::*;
use super::stepper::{INPUT_ROUNDING, SUM_ROUNDING};
use super::{DoublePose, Gap, HalfSpace, TwoHalfSpacesOutcome, TwoHalfSpacesPhase};
use contact_lens_model::snapshot::answer::{self, Status};
use contact_lens_model::snapshot::{Snapshots, half_space};

/// State of a query on two half-spaces. World axes, from A's origin.
#[derive(Clone, Debug)]
pub struct TwoHalfSpaces {
    /// The half-spaces A and B, in their own frames.
    pub half_spaces: [HalfSpace; 2],
    /// Poses of A and B.
    pub poses: [DoublePose; 2],
    /// Action of the next step.
    pub phase: TwoHalfSpacesPhase,
    /// `n_A` and `n_B`, outward; `None` before the first step.
    pub normals: Option<[DVec3; 2]>,
    /// `w`, the direction in which a point goes deeper into both; not a unit vector. `None` before it is computed.
    pub deeper: Option<DVec3>,
    /// Signed distance `d`, meters, with its bracket; `None` before it is computed, and if a number is not finite.
    pub gap: Option<Gap>,
    /// `a` and `b`, opposite points of both surfaces; `None` before they are computed.
    pub feet: Option<[DVec3; 2]>,
    /// Outcome; `None` while the run goes on.
    pub outcome: Option<TwoHalfSpacesOutcome>,
}

/// Relative error of the input: 0 in `f64`; in `f32` the input was rounded to this precision.
fn input_rounding() -> f64 {
    if EPS < 1.0e-10 { 0.0 } else { f64::from(INPUT_ROUNDING * EPS) }
}

impl TwoHalfSpaces {
    /// State before the first step, with A and B at these poses.
    pub fn new(half_spaces: [HalfSpace; 2], poses: [DoublePose; 2]) -> Self {
        Self {
            half_spaces,
            poses,
            phase: TwoHalfSpacesPhase::Normals,
            normals: None,
            deeper: None,
            gap: None,
            feet: None,
            outcome: None,
        }
    }

    /// Test whether the normals are not opposite, so that the half-spaces overlap without bound: `|w| > ρ`.
    pub fn crosses(&self) -> Comparison<f64> {
        let length = self.deeper.map_or(0.0, |w| w.length());
        Comparison::above(length, self.normal_rounding())
    }

    /// Test whether there is space between them: `lower > 0`.
    pub fn apart(&self) -> Comparison<f64> {
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), 0.0)
    }

    /// Test whether they overlap in a slab of finite thickness: `upper < 0`.
    pub fn inside(&self) -> Comparison<f64> {
        Comparison::below(self.gap.map_or(f64::INFINITY, |gap| gap.upper), 0.0)
    }

    /// Bound of the rounding error of the sum of both normals, including that of input that was rounded to this
    /// precision.
    fn normal_rounding(&self) -> f64 {
        let [a, b] = [0, 1].map(|i| {
            let rounding = self.poses[i].normal_rounding(&self.half_spaces[i]);
            // Input of an exact normal was not rounded.
            if rounding > 0.0 { rounding + input_rounding() } else { 0.0 }
        });
        a + b
    }

    /// Lengths that determine the rounding error of the gap, meters: distance of the origins, sum of both absolute
    /// offsets.
    fn sizes(&self) -> [f64; 2] {
        let between = (self.poses[1].position - self.poses[0].position).length();
        [between, self.half_spaces[0].offset.abs() + self.half_spaces[1].offset.abs()]
    }

    /// Gap between both surfaces along A's normal, meters, with its bracket; `None` if a number is not finite.
    fn measure_gap(&self) -> Option<Gap> {
        let [n, _] = self.normals?;
        let [a, b] = self.half_spaces;
        let between = self.poses[1].position - self.poses[0].position;
        let d = n.dot(between) - a.offset - b.offset;
        let [length, offsets] = self.sizes();
        let rounding = self.normal_rounding() * length + (SUM_ROUNDING + input_rounding()) * (length + offsets);
        let gap = Gap { d, lower: d - rounding, upper: d + rounding };
        (gap.lower.is_finite() && gap.upper.is_finite()).then_some(gap)
    }

    /// Opposite points of A's and B's surface: the feet of the midpoint of both origins.
    fn opposite_points(&self) -> Option<[DVec3; 2]> {
        let [n, _] = self.normals?;
        let gap = self.gap?;
        let [a, b] = self.poses;
        let middle = a.position.midpoint(b.position);
        let foot = middle - n * (n.dot(middle - a.position) - self.half_spaces[0].offset);
        Some([foot, foot + n * gap.d])
    }

    /// Runs the current phase. Returns the outcome if the phase ends the run.
    fn advance(&mut self) -> Option<TwoHalfSpacesOutcome> {
        match self.phase {
            TwoHalfSpacesPhase::Normals => {
                let normals = [0, 1].map(|i| self.poses[i].rotation * self.half_spaces[i].normal);
                self.normals = Some(normals.map(|normal| normal.normalize())); // @normals
                self.phase = TwoHalfSpacesPhase::Deeper;
            }
            TwoHalfSpacesPhase::Deeper => {
                self.deeper = self.normals.map(|[a, b]| -(a + b)); // @deeper
                self.phase = TwoHalfSpacesPhase::Gap;
                return self.crosses().holds().then_some(TwoHalfSpacesOutcome::Unbounded); // @unbounded
            }
            TwoHalfSpacesPhase::Gap => {
                self.gap = self.measure_gap(); // @gap
                self.phase = TwoHalfSpacesPhase::Feet;
                return self.gap.is_none().then_some(TwoHalfSpacesOutcome::NotFinite);
            }
            TwoHalfSpacesPhase::Feet => {
                self.feet = self.opposite_points(); // @feet
                return Some(self.outcome_by_side()); // @side
            }
        }
        None
    }

    /// Outcome by the bracket of the gap.
    fn outcome_by_side(&self) -> TwoHalfSpacesOutcome {
        if self.apart().holds() {
            TwoHalfSpacesOutcome::Separated
        } else if self.inside().holds() {
            TwoHalfSpacesOutcome::Penetrating
        } else {
            TwoHalfSpacesOutcome::Touching
        }
    }

    /// Distance or depth of the half-spaces; `None` before the end, for an unbounded overlap, and if a number is not
    /// finite.
    pub fn answer(&self) -> Option<answer::Answer> {
        let status = match self.outcome? {
            TwoHalfSpacesOutcome::Separated => Status::Separated,
            TwoHalfSpacesOutcome::Touching => Status::Touching,
            TwoHalfSpacesOutcome::Penetrating => Status::Penetrating,
            TwoHalfSpacesOutcome::Unbounded | TwoHalfSpacesOutcome::NotFinite => return None,
        };
        let gap = self.gap?;
        let [witness_a, witness_b] = self.feet?;
        let [normal, _] = self.normals?;
        Some(answer::Answer {
            signed_distance: Some(gap.d),
            normal: Some(normal),
            witness_a,
            witness_b,
            lower: gap.lower,
            upper: gap.upper,
            tolerance: gap.upper - gap.lower,
            status,
            iterations: 1,
        })
    }
}

impl Stepper for TwoHalfSpaces {
    type Outcome = TwoHalfSpacesOutcome;

    fn step(&mut self) -> ControlFlow<TwoHalfSpacesOutcome> {
        if self.outcome.is_none() {
            self.outcome = self.advance();
        }
        self.outcome.map_or(Continue(()), Break)
    }
}

impl Snapshots for TwoHalfSpaces {
    type Snapshot = half_space::TwoHalfSpaces;

    fn snapshot(&self) -> half_space::TwoHalfSpaces {
        half_space::TwoHalfSpaces {
            phase: self.phase,
            origins: self.poses.map(|pose| pose.position),
            offsets: self.half_spaces.map(|half_space| half_space.offset),
            normals: self.normals,
            deeper: self.deeper,
            gap: self.gap,
            feet: self.feet,
            outcome: self.outcome,
            crosses: self.crosses(),
            apart: self.apart(),
            inside: self.inside(),
        }
    }
}
