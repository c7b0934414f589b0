//! The one idea of the house: an algorithm is a struct that can be stepped.
//!
//! A [`Stepper`] holds the algorithm's whole state in the symbols of its source. [`Stepper::step`] is one iteration of the
//! source's outer loop and [`Stepper::run`] is a loop over it, so the debugger steps the very code that production
//! callers run: a recorded run is the list of states, and nothing is hooked, logged or duplicated for it.

use std::ops::ControlFlow;

/// An algorithm that can be run one iteration of its outer loop at a time.
pub trait Stepper {
    /// How the algorithm ended. Every ending is a named variant, the unsuccessful ones too.
    type Outcome;

    /// One iteration of the outer loop. After the first `Break`, every further call breaks with the same outcome.
    fn step(&mut self) -> ControlFlow<Self::Outcome>;

    /// Bytes on the heap that belong to this state alone, for those who keep many states: what it shares with its copies
    /// does not count. A state with buffers of its own says how large they are.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Steps until the algorithm ends. Written with [`hand_on`], of the same iteration as [`Stepper::step`], what goes from iteration
    /// to iteration does so in registers.
    #[inline]
    fn run(&mut self) -> Self::Outcome {
        hand_on((), |()| self.step())
    }

    /// The same, saying `between` after each step that is not the last: whoever says there that nobody waits any more, by
    /// unwinding, ends a long run.
    fn run_with(&mut self, mut between: impl FnMut()) -> Self::Outcome {
        hand_on((), |()| self.step().map_continue(|()| between()))
    }
}

/// The loop of [`Stepper::run`] for iterations that hand something on to the next, beginning with `first`.
#[inline(always)]
pub fn hand_on<T, Outcome>(first: T, mut iterate: impl FnMut(T) -> ControlFlow<Outcome, T>) -> Outcome {
    let mut handed = first;
    loop {
        match iterate(handed) {
            ControlFlow::Continue(next) => handed = next,
            ControlFlow::Break(outcome) => return outcome,
        }
    }
}

/// A comparison that may end a loop, with both its sides. A stepper asks whether it [holds](Self::holds); a lesson shows, of
/// the very same, what was compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison<T> {
    /// The left side's number.
    pub left: T,
    /// What is asked of the two.
    pub relation: Relation,
    /// The right side's number.
    pub right: T,
}

/// What a [`Comparison`] asks of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `≤`
    AtMost,
    /// `<`
    Below,
    /// `≥`
    AtLeast,
    /// `>`
    Above,
    /// `=`
    Equal,
}

impl Relation {
    /// As formulas write it.
    pub fn sign(self) -> &'static str {
        match self {
            Self::AtMost => "≤",
            Self::Below => "<",
            Self::AtLeast => "≥",
            Self::Above => ">",
            Self::Equal => "=",
        }
    }
}

impl<T: PartialOrd> Comparison<T> {
    /// `left ≤ right`
    #[inline(always)]
    pub fn at_most(left: T, right: T) -> Self {
        Self { left, relation: Relation::AtMost, right }
    }

    /// `left < right`
    #[inline(always)]
    pub fn below(left: T, right: T) -> Self {
        Self { left, relation: Relation::Below, right }
    }

    /// `left ≥ right`
    #[inline(always)]
    pub fn at_least(left: T, right: T) -> Self {
        Self { left, relation: Relation::AtLeast, right }
    }

    /// `left > right`
    #[inline(always)]
    pub fn above(left: T, right: T) -> Self {
        Self { left, relation: Relation::Above, right }
    }

    /// `left = right`
    #[inline(always)]
    pub fn equal(left: T, right: T) -> Self {
        Self { left, relation: Relation::Equal, right }
    }

    /// The same of other numbers in the same order, such as lengths in another unit.
    pub fn map<U>(self, to: impl Fn(T) -> U) -> Comparison<U> {
        Comparison { left: to(self.left), relation: self.relation, right: to(self.right) }
    }

    /// Whether it is so. Of what is not a number nothing is.
    #[inline(always)]
    pub fn holds(&self) -> bool {
        match self.relation {
            Relation::AtMost => self.left <= self.right,
            Relation::Below => self.left < self.right,
            Relation::AtLeast => self.left >= self.right,
            Relation::Above => self.left > self.right,
            Relation::Equal => self.left == self.right,
        }
    }
}
