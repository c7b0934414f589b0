//! How far bodies that do not meet stay apart: a plane that proves it, a query a step.
//!
//! A and all that B sweeps are convex, so that a plane is between them which is as wide as they come near each other. The full answer
//! for the two finds it where bodies have corners. Of curved bodies, and of a long way, it comes only near: then the place is looked
//! for at which the distance, which is convex over the way, is least; its slope is `n · r`. The best plane is perpendicular to the
//! way there, and of the normals before and after it that sum which is.

use super::super::answer::Answer as Full;
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::rounding;
use super::path::Path;

/// Queries for a gap: false position needs about 8 where the slope is smooth, and halving narrows the place by 2¹⁶ where it is not.
const MOST: u32 = 20;

/// Which pair is asked next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// A and all that B sweeps.
    Swept,
    /// A and B when B has come to this place.
    At(Real),
}

/// A place before the least distance, or after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// The place.
    pub s: Real,
    /// From A to B there.
    pub normal: Vec3,
    /// How fast the distance grows there, of a unit of the way; halved where the same side was taken twice.
    pub slope: Real,
}

/// What is known of the gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// All the way the bodies are no nearer than this along `normal`, but for rounding.
    pub distance: Real,
    /// Unit vector from A to B; zero before the first answer.
    pub normal: Vec3,
    /// Somewhere they are as near as this, but for rounding.
    pub nearest: Real,
    /// The places next to that where they come nearest.
    pub sides: [Option<Side>; 2],
    /// Where the last query was, if it was of A and B in one place.
    pub last: Option<Real>,
    /// Queries so far.
    pub k: u32,
    over: bool,
}

impl Default for Gap {
    fn default() -> Self {
        let (distance, nearest) = (Real::NEG_INFINITY, Real::INFINITY);
        Self { distance, normal: Vec3::ZERO, nearest, sides: [None; 2], last: None, k: 0, over: false }
    }
}

impl Gap {
    /// Whether the plane is as wide as the bodies come near, within what is asked of a distance.
    pub fn by_bracket(&self, path: &Path) -> Comparison<Real> {
        let wanted = (0.5 * rounding::RELATIVE * self.nearest).max(2.0 * path.dot_rounding(path.length));
        Comparison::at_most(self.nearest - self.distance, wanted)
    }

    /// The next query; none if no other would help.
    pub fn next(&self, path: &Path) -> Option<Ask> {
        if self.k == 0 {
            return Some(Ask::Swept);
        }
        if self.over || self.k >= MOST || self.by_bracket(path).holds() {
            return None;
        }
        match self.sides {
            [None, None] => Some(Ask::At(0.0)),
            [Some(_), None] => Some(Ask::At(path.length)),
            [None, Some(_)] => None,
            [Some(low), Some(high)] => {
                let share = low.slope / (low.slope - high.slope);
                let s = low.s + (high.s - low.s) * share;
                (s > low.s && s < high.s).then_some(Ask::At(s))
            }
        }
    }

    /// Takes an answer. `height(n)` is how far `A − B` reaches along `n`.
    pub(super) fn take(&mut self, asked: Ask, full: &Full, path: &Path, height: impl Fn(Vec3) -> Real) {
        self.k += 1;
        let Some(normal) = full.normal else {
            self.over = true;
            return;
        };
        let slope = normal.dot(path.along);
        self.nearest = self.nearest.min((full.witness_a - full.witness_b).length());
        self.plane(normal, path, &height);
        unit(normal - path.along * slope).into_iter().for_each(|n| self.plane(n, path, &height));
        let Ask::At(s) = asked else { return };
        self.last = Some(s);
        self.narrow(Side { s, normal, slope });
        if let [Some(low), Some(high)] = self.sides {
            let [before, after] = [low, high].map(|side| side.normal.dot(path.along));
            let across = unit(low.normal * after - high.normal * before);
            across.into_iter().for_each(|n| self.plane(n, path, &height));
        }
        self.over |= slope == 0.0 || matches!((self.sides, s == path.length), ([Some(_), None], true));
    }

    /// Takes a plane if it is wider than the one so far.
    fn plane(&mut self, n: Vec3, path: &Path, height: impl Fn(Vec3) -> Real) {
        let distance = n.dot(path.at(path.length)).min(0.0) - height(n);
        if distance > self.distance {
            (self.distance, self.normal) = (distance, n);
        }
    }

    /// The places next to the least distance (false position, the Illinois rule).
    fn narrow(&mut self, side: Side) {
        let (this, other) = if side.slope < 0.0 { (0, 1) } else { (1, 0) };
        let again = self.sides[this].is_some();
        self.sides[this] = Some(side);
        if let Some(other) = self.sides[other].as_mut().filter(|_| again) {
            other.slope *= 0.5;
        }
    }
}
