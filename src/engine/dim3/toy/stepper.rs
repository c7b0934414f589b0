//! The state and the iteration.

use std::ops::ControlFlow;

use super::super::prelude::*;
use super::super::support::{Cso, Support};

/// The state: two steps, the aim and the gap.
#[derive(Clone)]
pub struct Toy<A, B> {
    /// The pair.
    pub cso: Cso<A, B>,
    /// From A to B; zero before the first step.
    pub n: Vec3,
    /// `min B·n − max A·n`, and the distance of the points where these are; pair frame.
    pub gap: Option<[Real; 2]>,
}

impl<A: Support, B: Support> Stepper for Toy<A, B> {
    type Outcome = ();

    fn step(&mut self) -> ControlFlow<()> {
        if self.n == Vec3::ZERO {
            self.n = self.cso.translation.normalize_or(Vec3::X); // @aim
            return ControlFlow::Continue(());
        }
        let (w, margin) = (self.cso.support(self.n).w, self.cso.margin());
        self.gap = Some([-w.dot(self.n) - margin, w.length()]); // @gap
        ControlFlow::Break(())
    }
}
