//! Jarvis's march (gift wrapping) as a stepper: one step compares one point with the best candidate for the next
//! vertex, or adds that candidate to the hull.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::JarvisTest;
use crate::dim2::hull::prelude::*;
use crate::dim2::hull::{Cloud, HullError, Outcome, cloud, dimension, lowest, order, turn};

/// State of the march.
#[derive(Clone, Debug)]
pub struct Jarvis {
    /// Vertices found, counter-clockwise; the first is the lowest point, of several the leftmost.
    pub corners: Vec<u32>,
    /// Best candidate for the next vertex: no compared point lies to the right of the line from the newest vertex to
    /// it. `None` before the first comparison.
    pub best: Option<u32>,
    /// Index of the first point still to be compared.
    pub next: u32,
    /// The points, in a form for exact predicates.
    pub(super) cloud: Arc<Cloud>,
}

impl Jarvis {
    /// Validates the points and starts at the lowest one.
    pub fn new(points: &[Vec2]) -> Result<Self, HullError> {
        let cloud = Arc::new(cloud(points)?);
        Ok(Self { corners: vec![lowest(&cloud)], best: None, next: 0, cloud })
    }

    /// Returns the newest vertex of the hull, from which the next one is searched.
    pub fn corner(&self) -> u32 {
        self.corners.last().copied().unwrap_or_default()
    }

    /// Returns the point that the next step compares: the first from `next` on that does not coincide with the newest
    /// vertex. `None` once all are compared.
    pub fn next_point(&self) -> Option<u32> {
        (self.next..self.cloud.len()).find(|&p| self.is_distinct_from_corner(p))
    }

    /// Returns whether a point differs from the newest vertex.
    pub fn is_distinct_from_corner(&self, p: u32) -> bool {
        order(&self.cloud, self.corner(), p).is_ne()
    }

    /// Returns the number of points still to be compared for the newest vertex.
    pub fn remaining(&self) -> u32 {
        (self.next..self.cloud.len()).filter(|&p| self.is_distinct_from_corner(p)).count() as u32
    }

    /// Compares the point `p` with the best candidate `q`.
    pub fn compare(&self, q: u32, p: u32) -> JarvisTest {
        let cloud = &*self.cloud;
        let c = self.corner();
        let turn = Comparison::below(turn(cloud, c, q, p), 0.0);
        // On a line, `p` is beyond `q` if it is on the same side of both `q` and `c` as `q` is of `c`.
        let direction = order(cloud, c, q);
        let beyond = turn.left == 0.0 && [q, c].iter().all(|from| order(cloud, *from, p) == direction);
        JarvisTest { turn, beyond }
    }

    /// Returns whether a point coincides with the first vertex.
    pub fn closes(&self, p: u32) -> bool {
        order(&self.cloud, p, self.corners[0]).is_eq()
    }
}

impl Stepper for Jarvis {
    type Outcome = Outcome;

    fn heap_bytes(&self) -> usize {
        size_of_val(&self.corners[..])
    }

    fn step(&mut self) -> ControlFlow<Outcome> {
        let Some(p) = self.next_point() else {
            let Some(q) = self.best.filter(|&q| !self.closes(q)) else { return Break(dimension(&self.corners)) }; // @close
            self.corners.push(q); // @corner
            self.best = None;
            self.next = 0;
            return Continue(());
        };
        self.next = p + 1;
        match self.best {
            None => self.best = Some(p), // @first
            Some(q) => {
                let wins = self.compare(q, p).wins(); // @turn
                if wins {
                    self.best = Some(p); // @wrap
                }
            }
        }
        Continue(())
    }
}
