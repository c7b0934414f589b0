//! Axis-aligned boxes.

use super::prelude::*;

/// An axis-aligned box, `low ≤ high` on each axis; meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds<const N: usize> {
    /// Least coordinate on each axis.
    pub low: [Real; N],
    /// Greatest coordinate on each axis.
    pub high: [Real; N],
}

impl<const N: usize> Bounds<N> {
    /// The empty box; the first box joined to it replaces it.
    pub const EMPTY: Self = Self { low: [Real::INFINITY; N], high: [Real::NEG_INFINITY; N] };

    /// Enlarges the box to contain `other`.
    #[inline]
    pub fn join(&mut self, other: &Self) {
        for k in 0..N {
            self.low[k] = self.low[k].min(other.low[k]);
            self.high[k] = self.high[k].max(other.high[k]);
        }
    }

    /// Enlarges the box to contain a point.
    #[inline]
    pub fn hold(&mut self, point: [Real; N]) {
        self.join(&Self { low: point, high: point });
    }

    /// The box enlarged by `by` on every side.
    pub fn grown(mut self, by: Real) -> Self {
        self.low.iter_mut().for_each(|x| *x -= by);
        self.high.iter_mut().for_each(|x| *x += by);
        self
    }

    /// Twice the center's coordinate along an axis.
    #[inline]
    pub fn middle(&self, axis: usize) -> Real {
        self.low[axis] + self.high[axis]
    }

    /// Half the surface, in 2D half the perimeter: proportional to the probability that a query hits the box. 0 for the
    /// empty box.
    #[inline]
    pub fn half_surface(&self) -> Real {
        let sides: [Real; N] = std::array::from_fn(|k| (self.high[k] - self.low[k]).max(0.0));
        let mut sum = 0.0;
        for k in 0..N {
            sum += if N == 2 { sides[k] } else { sides[k] * sides[(k + 1) % N] };
        }
        sum
    }

    /// Signed distance of two boxes, a lower bound of the signed distance of their contents: the length of the gap
    /// where the boxes are separate, otherwise minus the least overlap along an axis.
    #[inline(always)]
    pub fn signed_distance(&self, other: &Self) -> Real {
        let mut widest = Real::NEG_INFINITY;
        let mut square = 0.0;
        for k in 0..N {
            let gap = (other.low[k] - self.high[k]).max(self.low[k] - other.high[k]);
            widest = widest.max(gap);
            let apart = gap.max(0.0);
            square += apart * apart;
        }
        // A gap whose square underflows is bounded by its widest side.
        if widest > 0.0 { square.sqrt().max(widest) } else { widest }
    }

    /// Upper bound of the distance of any point of the box from the origin: the sum over the axes.
    pub fn reach(&self) -> Real {
        (0..N).map(|k| self.low[k].abs().max(self.high[k].abs())).fold(0.0, |sum, x| sum + x)
    }
}
