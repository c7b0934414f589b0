//! The support mapping of a CSO as a stepper of one step, so that it can be shown like every other algorithm. A comment
//! `// @name` marks the line of `listing.txt` that the statement implements.

use std::ops::ControlFlow;

use super::{Cso, Outcome, Support, Vertex, Whole};
use crate::dim3::prelude::*;

/// State of the support mapping `S(A−B, d) = S(A, d) − S(B, −d)` (`[ACD11]` "Support mapping of CSO"), in the pair
/// frame.
#[derive(Clone, Debug)]
pub struct Mapping<A, B> {
    /// The pair, balls included.
    pub cso: Cso<Whole<A>, Whole<B>>,
    /// `d`, the requested direction, pair frame. Any length.
    pub d: Vec3,
    /// `w`, the point of `A − B` farthest along `d`, with the points of A and B that it comes from; `None` before the
    /// step.
    pub w: Option<Vertex>,
    /// `d · w`: the greatest coordinate of `A − B` along `d`, times `|d|`, in the pair's length unit times that of `d`;
    /// 0 before the step.
    pub value: Real,
}

impl<A: Support, B: Support> Mapping<A, B> {
    /// The mapping of `cso` along `d` (pair frame), before its step.
    pub fn new(cso: Cso<A, B>, d: Vec3) -> Self {
        Self { cso: cso.whole(), d, w: None, value: 0.0 }
    }
}

impl<A: Support, B: Support> Stepper for Mapping<A, B> {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        let d = self.d;
        let a = self.cso.support_a(d); // @on-a
        let b = self.cso.support_b(-d); // @on-b
        let w = Vertex::between(a, b); // @difference
        self.value = d.dot(w.w); // @value
        self.w = Some(w);
        ControlFlow::Break(if d == Vec3::ZERO { Outcome::NoDirection } else { Outcome::Farthest })
    }
}
