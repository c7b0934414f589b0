//! Two half-spaces: a gap where they face each other, and else an overlap that no translation undoes.
//!
//! With outward normals `n_A`, `n_B`, let `w = −(n_A + n_B)`. Along `w` a point goes deeper into both half-spaces, by `1 + n_A·n_B` a meter: where
//! `w ≠ 0` they overlap wherever they stand, and as deep as one likes. Where `w = 0` both surfaces are parallel, and what lies
//! between them is one number. `w` counts as 0 within the rounding of the normals.

use std::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::prelude::*;
use super::stand::FINE;
use super::stepper::READ;
use super::{FacingOutcome, FacingPhase, Gap, HalfSpace, Stand};
use crate::snapshot::answer::{self, Status};
use crate::snapshot::{Snapshots, half_space};

/// Two half-spaces. The world's axes about A's origin.
#[derive(Clone, Debug)]
pub struct Facing {
    /// A and B, in their own frames.
    pub half_spaces: [HalfSpace; 2],
    /// Where they stand.
    pub stands: [Stand; 2],
    /// What the next step does.
    pub phase: FacingPhase,
    /// `n_A` and `n_B`, outward.
    pub normals: Option<[DVec3; 2]>,
    /// `w`, along which a point goes deeper into both.
    pub deeper: Option<DVec3>,
    /// `d`, with its proof.
    pub gap: Option<Gap>,
    /// `a` and `b`, opposite each other on both surfaces.
    pub feet: Option<[DVec3; 2]>,
    /// How it ended, if it did.
    pub outcome: Option<FacingOutcome>,
}

impl Facing {
    /// A and B where they stand.
    pub fn new(half_spaces: [HalfSpace; 2], stands: [Stand; 2]) -> Self {
        let (normals, deeper, gap, feet) = (None, None, None, None);
        Self { half_spaces, stands, phase: FacingPhase::Normals, normals, deeper, gap, feet, outcome: None }
    }

    /// `|w| > ρ`: the half-spaces do not face each other.
    pub fn crosses(&self) -> Comparison<f64> {
        let length = self.deeper.map_or(0.0, |w| w.length());
        Comparison::above(length, self.normal_rounding())
    }

    /// `lower > 0`: there is space between them.
    pub fn apart(&self) -> Comparison<f64> {
        Comparison::above(self.gap.map_or(f64::NEG_INFINITY, |gap| gap.lower), 0.0)
    }

    /// `upper < 0`: they overlap in a slab.
    pub fn inside(&self) -> Comparison<f64> {
        Comparison::below(self.gap.map_or(f64::INFINITY, |gap| gap.upper), 0.0)
    }

    /// What both normals together are off by, of numbers that were rounded to this precision.
    fn normal_rounding(&self) -> f64 {
        let read = if EPS < 1.0e-10 { 0.0 } else { f64::from(READ * EPS) };
        let of = |i: usize| {
            let own = self.stands[i].normal_rounding(&self.half_spaces[i]);
            if own > 0.0 { own + read } else { 0.0 }
        };
        of(0) + of(1)
    }

    /// The lengths that go into the gap: from origin to origin, and of both offsets.
    fn sizes(&self) -> [f64; 2] {
        let between = (self.stands[1].position - self.stands[0].position).length();
        [between, self.half_spaces[0].offset.abs() + self.half_spaces[1].offset.abs()]
    }

    fn measured(&self) -> Option<Gap> {
        let ([n, _], [a, b]) = (self.normals?, self.half_spaces);
        let between = self.stands[1].position - self.stands[0].position;
        let d = n.dot(between) - a.offset - b.offset;
        let [length, offsets] = self.sizes();
        let read = if EPS < 1.0e-10 { 0.0 } else { f64::from(READ * EPS) };
        let rounding = self.normal_rounding() * length + (4.0 * FINE + read) * (length + offsets);
        let gap = Gap { d, lower: d - rounding, upper: d + rounding };
        (gap.lower.is_finite() && gap.upper.is_finite()).then_some(gap)
    }

    /// Points of both surfaces that lie opposite each other, as near to both origins as may be.
    fn opposite(&self) -> Option<[DVec3; 2]> {
        let ([n, _], gap, [a, b]) = (self.normals?, self.gap?, self.stands);
        let middle = a.position.midpoint(b.position);
        let foot = middle - n * (n.dot(middle - a.position) - self.half_spaces[0].offset);
        Some([foot, foot + n * gap.d])
    }

    fn advance(&mut self) -> Option<FacingOutcome> {
        match self.phase {
            FacingPhase::Normals => {
                let normal = |i: usize| (self.stands[i].turn * self.half_spaces[i].normal).normalize();
                self.normals = Some([normal(0), normal(1)]); // @normals
                self.phase = FacingPhase::Deeper;
            }
            FacingPhase::Deeper => {
                self.deeper = self.normals.map(|[a, b]| -(a + b)); // @deeper
                self.phase = FacingPhase::Gap;
                return self.crosses().holds().then_some(FacingOutcome::Unbounded); // @unbounded
            }
            FacingPhase::Gap => {
                self.gap = self.measured(); // @gap
                self.phase = FacingPhase::Feet;
                return self.gap.is_none().then_some(FacingOutcome::NotFinite);
            }
            FacingPhase::Feet => {
                self.feet = self.opposite(); // @feet
                return Some(self.side()); // @side
            }
        }
        None
    }

    fn side(&self) -> FacingOutcome {
        match (self.apart().holds(), self.inside().holds()) {
            (true, _) => FacingOutcome::Separated,
            (_, true) => FacingOutcome::Penetrating,
            _ => FacingOutcome::Touching,
        }
    }

    /// How far they are apart, or how deep they overlap; none where that is without a bound.
    pub fn answer(&self) -> Option<answer::Answer> {
        let status = match self.outcome? {
            FacingOutcome::Separated => Status::Separated,
            FacingOutcome::Touching => Status::Touching,
            FacingOutcome::Penetrating => Status::Penetrating,
            FacingOutcome::Unbounded | FacingOutcome::NotFinite => return None,
        };
        let (gap, [witness_a, witness_b], [normal, _]) = (self.gap?, self.feet?, self.normals?);
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

impl Stepper for Facing {
    type Outcome = FacingOutcome;

    fn step(&mut self) -> ControlFlow<FacingOutcome> {
        if self.outcome.is_none() {
            self.outcome = self.advance();
        }
        self.outcome.map_or(Continue(()), Break)
    }
}

impl Snapshots for Facing {
    type Snapshot = half_space::Facing;

    fn snapshot(&self) -> half_space::Facing {
        half_space::Facing {
            phase: self.phase,
            origins: self.stands.map(|stand| stand.position),
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
