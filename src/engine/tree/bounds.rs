//! Boxes along the axes.

use super::prelude::*;

/// A box along the axes, `low ≤ high` on each; meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const N: usize> {
    /// The least coordinate on each axis.
    pub low: [Real; N],
    /// The greatest.
    pub high: [Real; N],
}

impl<const N: usize> Bounds<N> {
    /// Holds nothing; the first box joined to it replaces it.
    pub const EMPTY: Self = Self { low: [Real::INFINITY; N], high: [Real::NEG_INFINITY; N] };

    /// Grows by another box.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        for k in 0..N {
            self.low[k] = self.low[k].min(other.low[k]);
            self.high[k] = self.high[k].max(other.high[k]);
        }
    }

    /// Grows by a point.
    #[inline]
    pub fn hold(&mut self, point: [Real; N]) {
        self.join(&Self { low: point, high: point });
    }

    /// The same with so much added on every side.
    pub fn grown(mut self, by: Real) -> Self {
        self.low.iter_mut().for_each(|x| *x -= by);
        self.high.iter_mut().for_each(|x| *x += by);
        self
    }

    /// Twice the center along an axis.
    #[inline]
    pub fn middle(&self, axis: usize) -> Real {
        self.low[axis] + self.high[axis]
    }

    /// Half the surface, in the plane half the perimeter: how likely a box is to be met. 0 of the empty box.
    #[inline]
    pub fn half_surface(&self) -> Real {
        let side = |k: usize| (self.high[k] - self.low[k]).max(0.0);
        let mut sum = 0.0;
        for k in 0..N {
            sum += if N == 2 { side(k) } else { side(k) * side((k + 1) % N) };
        }
        sum
    }

    /// The signed distance of two boxes, a lower bound of that of whatever two things are in them: apart the length of the gap,
    /// else minus the least overlap along an axis.
    #[inline(always)]
    pub fn signed_distance(&self, other: &Self) -> Real {
        let (mut widest, mut square) = (Real::NEG_INFINITY, 0.0);
        for k in 0..N {
            let gap = (other.low[k] - self.high[k]).max(self.low[k] - other.high[k]);
            widest = widest.max(gap);
            let apart = gap.max(0.0);
            square += apart * apart;
        }
        // A gap whose square is no normal number is bounded by its widest side.
        if widest > 0.0 { square.sqrt().max(widest) } else { widest }
    }

    /// The greatest distance of a corner from the origin, or more.
    pub fn reach(&self) -> Real {
        let most = |k: usize| self.low[k].abs().max(self.high[k].abs());
        (0..N).map(most).fold(0.0, |sum, x| sum + x)
    }
}
