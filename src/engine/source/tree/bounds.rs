//! Axis-aligned bounding boxes in `N` dimensions.

use super::prelude::*;
use crate::numbers::{higher, lower};

/// An axis-aligned box, meters: `low ≤ high` on each axis, except for [`Bounds::EMPTY`].
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
            self.low[k] = lower(other.low[k], self.low[k]);
            self.high[k] = higher(other.high[k], self.high[k]);
        }
    }

    /// Enlarges the box to contain a point.
    #[inline]
    pub fn join_point(&mut self, point: [Real; N]) {
        self.join(&Self { low: point, high: point });
    }

    /// Returns the box enlarged by `margin` on every side.
    pub fn grown(mut self, margin: Real) -> Self {
        self.low.iter_mut().for_each(|x| *x -= margin);
        self.high.iter_mut().for_each(|x| *x += margin);
        self
    }

    /// Returns twice the center's coordinate along an axis, which saves a multiplication where only the order counts.
    #[inline]
    pub fn doubled_center(&self, axis: usize) -> Real {
        self.low[axis] + self.high[axis]
    }

    /// Returns half the surface, in 2D half the perimeter: proportional to the probability that a random query hits the
    /// box. 0 for the empty box.
    #[inline]
    pub fn half_surface(&self) -> Real {
        let sides: [Real; N] = std::array::from_fn(|k| (self.high[k] - self.low[k]).max(0.0));
        let mut sum = 0.0;
        for k in 0..N {
            sum += if N == 2 { sides[k] } else { sides[k] * sides[(k + 1) % N] };
        }
        sum
    }

    /// Returns the signed distance of two boxes, a lower bound of the signed distance of their contents, except for its
    /// own rounding error: the length of the gap of separate boxes, otherwise minus the least overlap along an axis.
    #[inline(always)]
    pub fn signed_distance(&self, other: &Self) -> Real {
        let mut widest_gap = Real::NEG_INFINITY;
        let mut square = 0.0;
        for k in 0..N {
            let gap = higher(other.low[k] - self.high[k], self.low[k] - other.high[k]);
            widest_gap = higher(gap, widest_gap);
            let separation = higher(gap, 0.0);
            square += separation * separation;
        }
        // The distance is at least the widest gap, also where the square of that gap underflows.
        if widest_gap > 0.0 { square.sqrt().max(widest_gap) } else { widest_gap }
    }

    /// Returns an upper bound of the distance of the box's points from the origin: the sum over the axes of the largest
    /// absolute coordinate.
    pub fn distance_bound_from_origin(&self) -> Real {
        (0..N).map(|k| self.low[k].abs().max(self.high[k].abs())).fold(0.0, |sum, x| sum + x)
    }
}
