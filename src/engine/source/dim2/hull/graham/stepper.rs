//! Graham's scan as a stepper: the first step sorts the points, each further one adds a point or removes a vertex, and
//! the last finds no point left.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use crate::dim2::hull::prelude::*;
use crate::dim2::hull::{Cloud, HullError, Outcome, cloud, dimension, lowest, order, turn};

/// State of the scan.
#[derive(Clone, Debug)]
pub struct Graham {
    /// The lowest, then leftmost point: certainly a vertex, around which the others are sorted.
    pub pivot: u32,
    /// Points sorted by their angle around the pivot, the nearer of two at one angle first, without duplicates; the
    /// pivot is first. Empty before the first step.
    pub sorted: Arc<[u32]>,
    /// Index into `sorted` of the next point to push.
    pub next: usize,
    /// Candidate vertices, newest last: a path that bends to the left at each of them.
    pub stack: Vec<u32>,
    /// Vertex that the last iteration removed; `None` if it removed none.
    pub dropped: Option<u32>,
    /// The points, in a form for exact predicates.
    cloud: Arc<Cloud>,
}

impl Graham {
    /// Validates the points and finds the pivot.
    pub fn new(points: &[Vec2]) -> Result<Self, HullError> {
        let cloud = Arc::new(cloud(points)?);
        let pivot = lowest(&cloud);
        Ok(Self { pivot, sorted: Arc::default(), next: 0, stack: Vec::new(), dropped: None, cloud })
    }

    /// Test of the next iteration: twice the signed area of the triangle of the two newest vertices and the next point,
    /// in the square of the input's unit. If it is at most 0, the path does not bend to the left at the newest vertex,
    /// which is removed. The sign is exact. `None` with fewer than two vertices, and once all points are pushed.
    pub fn turn(&self) -> Option<Comparison<f64>> {
        let [.., a, b] = self.stack[..] else { return None };
        let p = *self.sorted.get(self.next)?;
        Some(Comparison::at_most(turn(&self.cloud, a, b, p), 0.0))
    }

    /// Test of the end: the number of sorted points that have not been pushed yet is 0.
    pub fn remaining(&self) -> Comparison<u32> {
        Comparison::at_most((self.sorted.len() - self.next) as u32, 0)
    }

    /// Sorts the points by their angle around the pivot. No point lies below the pivot, nor to its left at its height,
    /// so angles are in [0, π), and the sign of a triangle's area compares two of them.
    fn sort(&mut self) {
        let cloud = &self.cloud;
        let pivot = self.pivot;
        let mut sorted: Vec<u32> = (0..cloud.len()).filter(|&i| order(cloud, i, pivot).is_ne()).collect();
        sorted.sort_by(|&i, &j| {
            let by_angle = turn(cloud, pivot, j, i).partial_cmp(&0.0).unwrap_or(std::cmp::Ordering::Equal);
            by_angle.then_with(|| order(cloud, i, j))
        });
        sorted.dedup_by(|i, j| order(cloud, *i, *j).is_eq());
        sorted.insert(0, pivot);
        self.sorted = sorted.into();
    }
}

impl Stepper for Graham {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        size_of_val(&self.stack[..])
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        self.dropped = None;
        if self.sorted.is_empty() {
            self.sort(); // @sort
            return Continue(());
        }
        if self.remaining().holds() {
            return Break(dimension(&self.stack)); // @done
        }
        if self.turn().is_some_and(|turn| turn.holds()) {
            self.dropped = self.stack.pop(); // @drop
            return Continue(());
        }
        self.stack.push(self.sorted[self.next]); // @push
        self.next += 1;
        Continue(())
    }
}
