//! Graham's scan: one step looks at one point, or drops one corner.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::super::prelude::*;
use super::super::{Cloud, HullError, Outcome, cloud, lowest, order, turn};

/// The state of the scan.
#[derive(Clone, Debug)]
pub struct Graham {
    /// Points in the order of their angle about the pivot, the nearer of two at one angle first; the pivot leads.
    pub sorted: Vec<u32>,
    /// Which of them is looked at next.
    pub next: usize,
    /// The corners so far: a chain that turns left everywhere.
    pub stack: Vec<u32>,
    /// The corner that was dropped in the last iteration.
    pub dropped: Option<u32>,
    cloud: Cloud,
}

impl Graham {
    /// Checks and sorts the points.
    pub fn new(points: &[Vec2]) -> Result<Self, HullError> {
        let cloud = cloud(points)?;
        let pivot = lowest(&cloud);
        // All points are above the pivot, so angles lie in [0, π) and a positive turn is a greater angle.
        let mut sorted: Vec<u32> = (0..cloud.len()).filter(|&i| order(&cloud, i, pivot).is_ne()).collect();
        let angle = |i: u32, j: u32| turn(&cloud, pivot, j, i).partial_cmp(&0.0).unwrap_or(std::cmp::Ordering::Equal);
        sorted.sort_by(|&i, &j| angle(i, j).then_with(|| order(&cloud, i, j)));
        sorted.dedup_by(|i, j| order(&cloud, *i, *j).is_eq());
        sorted.insert(0, pivot);
        Ok(Self { sorted, next: 0, stack: Vec::new(), dropped: None, cloud })
    }
}

impl Stepper for Graham {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        self.dropped = None;
        let Some(&p) = self.sorted.get(self.next) else { return Break(Outcome::Complete) }; // @pick
        if let [.., a, b] = self.stack[..]
            && turn(&self.cloud, a, b, p) <= 0.0
        {
            self.dropped = self.stack.pop(); // @drop
            return Continue(());
        }
        self.stack.push(p); // @push
        self.next += 1;
        Continue(())
    }
}
