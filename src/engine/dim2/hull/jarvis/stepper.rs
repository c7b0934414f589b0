//! Jarvis's march (gift wrapping): one step finds one corner.

use std::ops::ControlFlow::{self, Break, Continue};

use super::super::super::prelude::*;
use super::super::{Cloud, HullError, Outcome, cloud, lowest, order, turn};

/// The state of the march.
#[derive(Clone, Debug)]
pub struct Jarvis {
    /// The corners so far, counter-clockwise.
    pub corners: Vec<u32>,
    /// The points that were the best so far while the last corner was sought, in order.
    pub candidates: Vec<u32>,
    cloud: Cloud,
}

impl Jarvis {
    /// Checks the points and starts at the lowest.
    pub fn new(points: &[Vec2]) -> Result<Self, HullError> {
        let cloud = cloud(points)?;
        Ok(Self { corners: vec![lowest(&cloud)], candidates: Vec::new(), cloud })
    }

    /// Whether `p` takes the place of the candidate `q`, seen from the corner `c`: it lies to the right of the line, or
    /// on it and farther out.
    fn better(&self, c: u32, q: u32, p: u32) -> bool {
        let side = turn(&self.cloud, c, q, p);
        let beyond = || {
            let outward = order(&self.cloud, c, q);
            order(&self.cloud, q, p) == outward && order(&self.cloud, c, p) == outward
        };
        side < 0.0 || side == 0.0 && beyond()
    }
}

impl Stepper for Jarvis {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let first = self.corners[0];
        let c = *self.corners.last().unwrap_or(&first);
        self.candidates.clear();
        let mut best: Option<u32> = None;
        for p in 0..self.cloud.len() {
            let other = order(&self.cloud, c, p).is_ne();
            if other && best.is_none_or(|q| self.better(c, q, p)) {
                best = Some(p); // @wrap
                self.candidates.push(p);
            }
        }
        match best {
            // The march is over when it is back at the first corner, or at one of its twins.
            Some(p) if order(&self.cloud, p, first).is_ne() => self.corners.push(p), // @corner
            _ => return Break(Outcome::Complete),                                    // @close
        }
        Continue(())
    }
}
