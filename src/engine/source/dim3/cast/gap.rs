//! Gap between bodies over a whole motion without contact: the width of the widest slab that separates A from the
//! convex hull that B sweeps.
//!
//! - **Problem.** A and the swept hull are convex, so the widest slab between them is as wide as their distance, which
//!   is the least distance of A and B during the motion. The width of any slab is a proven lower bound.
//! - **Method.** One distance query per step. The first one, of A and the swept hull, finds the widest slab of
//!   polytopes, but may find a narrower one for curved bodies and long paths. Then the minimum of the distance of A and
//!   B over the path is searched: the distance is a convex function of the position, with the slope `n · along`. At a
//!   minimum inside the path, the normal of the widest slab is perpendicular to the path; the candidates are each
//!   normal, its projection, and the perpendicular combination of the normals before and after the minimum.
//! - **Frame.** The pair frame, with B at position 0 of its path; lengths in the pair's unit.

use super::path::Path;
use crate::dim3::answer::Answer as DistanceAnswer;
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::rounding;

/// Limit on distance queries. False position needs about 8 if the slope is smooth; otherwise some 16 queries remain to
/// halve the bracket.
const MAX_QUERIES: u32 = 20;

/// Pair of the next distance query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
    /// A and the hull that B sweeps.
    Swept,
    /// A and B, with B at this position.
    At(Real),
}

/// Position before or after the minimum of the distance, with the tangent of the distance there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BracketEnd {
    /// Position along the path.
    pub s: Real,
    /// Unit vector from A to B at that position.
    pub normal: Vec3,
    /// Slope of the distance, length per length of the path; negative before the minimum. Halved each time the position
    /// on the other side of the minimum is replaced.
    pub slope: Real,
}

/// Bounds of the least distance during the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Lower bound: width of the separating slab with `normal`, without a bound of its rounding error; −∞ before the
    /// first query.
    pub distance: Real,
    /// Unit normal of the slab, from A to B; zero before the first query.
    pub normal: Vec3,
    /// Upper bound: the least distance found, without a bound of its rounding error; ∞ before the first query.
    pub nearest: Real,
    /// Positions that bracket the minimum: before it and after it.
    pub sides: [Option<BracketEnd>; 2],
    /// Position of B along the path at the last query; `None` if that was of the swept hull.
    pub last: Option<Real>,
    /// Number of distance queries so far.
    pub k: u32,
    /// Whether no further query can narrow the bounds.
    is_finished: bool,
}

impl Default for Gap {
    fn default() -> Self {
        let distance = Real::NEG_INFINITY;
        let nearest = Real::INFINITY;
        Self { distance, normal: Vec3::ZERO, nearest, sides: [None; 2], last: None, k: 0, is_finished: false }
    }
}

impl Gap {
    /// Whether both bounds agree to the precision of a distance query: half its relative tolerance, or the rounding
    /// errors of both bounds.
    pub fn by_bracket(&self, path: &Path) -> Comparison<Real> {
        let allowed = (0.5 * rounding::RELATIVE_TOLERANCE * self.nearest).max(2.0 * path.dot_rounding(path.length));
        Comparison::at_most(self.nearest - self.distance, allowed)
    }

    /// Next query; `None` if no further one would help.
    pub fn next(&self, path: &Path) -> Option<Query> {
        if self.k == 0 {
            return Some(Query::Swept);
        }
        if self.is_finished || self.k >= MAX_QUERIES || self.by_bracket(path).holds() {
            return None;
        }
        match self.sides {
            [None, None] => Some(Query::At(0.0)),
            [Some(_), None] => Some(Query::At(path.length)),
            // The distance does not fall from the start on: the minimum is there.
            [None, Some(_)] => None,
            [Some(low), Some(high)] => {
                // False position: the root of the slope, if it changed linearly.
                let fraction = low.slope / (low.slope - high.slope);
                let s = low.s + (high.s - low.s) * fraction;
                (s > low.s && s < high.s).then_some(Query::At(s))
            }
        }
    }

    /// Updates the bounds with the answer of a query. `height(n)` is the extent of `A − B` along `n`.
    pub(super) fn update(
        &mut self,
        query: Query,
        distance: &DistanceAnswer,
        path: &Path,
        height: impl Fn(Vec3) -> Real,
    ) {
        self.k += 1;
        let Some(normal) = distance.normal else {
            self.is_finished = true;
            return;
        };
        let slope = normal.dot(path.along);
        self.nearest = self.nearest.min((distance.witness_a - distance.witness_b).length());
        self.try_slab(normal, path, &height);
        if let Some(projection) = unit(normal - path.along * slope) {
            self.try_slab(projection, path, &height);
        }
        let Query::At(s) = query else { return };
        self.last = Some(s);
        self.replace_side(BracketEnd { s, normal, slope });
        if let [Some(low), Some(high)] = self.sides {
            let [before, after] = [low, high].map(|side| side.normal.dot(path.along));
            if let Some(combination) = unit(low.normal * after - high.normal * before) {
                self.try_slab(combination, path, &height);
            }
        }
        // The distance still falls at the end of the path: the minimum is there.
        let falls_to_end = s == path.length && self.sides[0].is_some() && self.sides[1].is_none();
        self.is_finished |= slope == 0.0 || falls_to_end;
    }

    /// Tests the slab with the normal `n`, and keeps it if it is wider than the best so far.
    fn try_slab(&mut self, n: Vec3, path: &Path, height: impl Fn(Vec3) -> Real) {
        // B is least far along `n` at the start or at the end of its path.
        let distance = n.dot(path.at(path.length)).min(0.0) - height(n);
        if distance > self.distance {
            self.distance = distance;
            self.normal = n;
        }
    }

    /// Replaces one side of the bracket and halves the slope of the other, so that false position does not keep that
    /// side forever (Illinois rule).
    fn replace_side(&mut self, side: BracketEnd) {
        let index = usize::from(!(side.slope < 0.0));
        let replaced = self.sides[index].replace(side);
        if replaced.is_some()
            && let Some(opposite) = &mut self.sides[1 - index]
        {
            opposite.slope *= 0.5;
        }
    }
}
