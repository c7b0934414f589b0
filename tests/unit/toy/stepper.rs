//! The state and the iteration.

use std::ops::ControlFlow;

use super::super::engine::dim3::support::{Cso, Support};
use super::super::engine::prelude::*;

/// The state: two steps, the aim and the gap.
#[derive(Clone)]
pub struct Toy<A, B> {
    /// The pair.
    pub cso: Cso<A, B>,
    /// Along which the gap is taken, pair frame; `None`: from A's origin to B's.
    pub along: Option<Vec3>,
    /// From A to B; zero before the first step.
    pub n: Vec3,
    /// `min B·n − max A·n`.
    pub gap: Option<Real>,
}

impl<A, B> Toy<A, B> {
    /// Before the first step.
    pub fn new(cso: Cso<A, B>, along: Option<Vec3>) -> Self {
        Self { cso, along, n: Vec3::ZERO, gap: None }
    }
}

impl<A: Support, B: Support> Stepper for Toy<A, B> {
    type Outcome = ();

    fn step(&mut self) -> ControlFlow<()> {
        if self.n == Vec3::ZERO {
            self.n = self.along.unwrap_or(self.cso.translation).normalize_or(Vec3::X); // @aim
            return ControlFlow::Continue(());
        }
        let corners = self.cso.support(self.n);
        let balls = self.cso.a.margin() + self.cso.b.margin();
        self.gap = Some((corners.b - corners.a).dot(self.n) - balls); // @gap
        ControlFlow::Break(())
    }
}
