//! List of up to two contact points, stored without an allocation.

use std::ops::Deref;

use super::Point;

/// Up to two contact points, stored without an allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The points; only the first `count` are valid.
    points: [Point; 2],
    /// Number of points in the list, 0 to 2.
    count: u8,
}

impl Points {
    /// Returns the empty list.
    pub(super) fn none() -> Self {
        Self { points: [Point::none(); 2], count: 0 }
    }

    /// Adds a point; ignores a third one.
    pub(super) fn push(&mut self, point: Point) {
        if let Some(slot) = self.points.get_mut(usize::from(self.count)) {
            *slot = point;
            self.count += 1;
        }
    }

    /// Keeps only the deepest point; of equally deep ones the first.
    pub(super) fn keep_deepest(&mut self) {
        if self.count == 2 && self.points[1].depth > self.points[0].depth {
            self.points.swap(0, 1);
        }
        self.count = self.count.min(1);
    }

    /// Returns the list with every point changed by `change`, which must accept placeholders.
    pub(super) fn map(self, change: impl Fn(Point) -> Point) -> Self {
        Self { points: self.points.map(change), count: self.count }
    }
}

impl Deref for Points {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.points[..usize::from(self.count)]
    }
}
