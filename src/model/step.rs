//! Steppable algorithms: a [`Stepper`] is a struct that holds the whole state of an algorithm in the symbols of its
//! source.
//!
//! [`Stepper::step`] is one iteration of the source's outer loop and [`Stepper::run`] is a loop over it, so the
//! debugger steps the code that production callers run. A recorded run is a list of states; nothing is hooked, logged
//! or duplicated for it.
//!
//! Comments such as `// @push` at the end of a line label the line. A lesson shows the source with the lines that a
//! step executed; the labels have no effect on the engine.

use std::ops::ControlFlow;

/// An algorithm that can be run one iteration of its outer loop at a time.
pub trait Stepper {
    /// Ending of the algorithm. Every ending is a named variant, including unsuccessful ones.
    type Outcome;

    /// Executes one iteration of the outer loop. After the first `Break`, every further call breaks with the same
    /// outcome.
    fn step(&mut self) -> ControlFlow<Self::Outcome>;

    /// Returns the bytes on the heap that belong to this state alone, for callers that keep many states; memory shared
    /// with copies does not count.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Steps until the algorithm ends. Algorithms that pass a value between iterations implement it with
    /// [`loop_with_state`].
    #[inline]
    fn run(&mut self) -> Self::Outcome {
        loop_with_state((), |()| self.step())
    }

    /// Steps until the algorithm ends and calls `between` after each step but the last. `between` can cancel a long run
    /// by unwinding.
    fn run_with(&mut self, mut between: impl FnMut()) -> Self::Outcome {
        loop_with_state((), |()| self.step().map_continue(|()| between()))
    }
}

/// Runs the loop of [`Stepper::run`] for iterations that pass a value to the next one, starting with `first`.
#[inline(always)]
pub fn loop_with_state<T, Outcome>(first: T, mut iterate: impl FnMut(T) -> ControlFlow<Outcome, T>) -> Outcome {
    let mut state = first;
    loop {
        match iterate(state) {
            ControlFlow::Continue(next) => state = next,
            ControlFlow::Break(outcome) => return outcome,
        }
    }
}

/// A comparison that may end a loop, with both sides. A stepper evaluates [`holds`](Self::holds); a lesson shows the
/// same comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison<T> {
    /// Number on the left side.
    pub left: T,
    /// Relation that is tested.
    pub relation: Relation,
    /// Number on the right side.
    pub right: T,
}

/// Relation of the two sides of a [`Comparison`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `≤`: the left number is at most the right one.
    AtMost,
    /// `<`: the left number is below the right one.
    Below,
    /// `≥`: the left number is at least the right one.
    AtLeast,
    /// `>`: the left number is above the right one.
    Above,
    /// `=`: both numbers are equal.
    Equal,
}

impl Relation {
    /// Returns the mathematical symbol.
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
    /// Creates the comparison `left ≤ right`.
    #[inline(always)]
    pub fn at_most(left: T, right: T) -> Self {
        Self { left, relation: Relation::AtMost, right }
    }

    /// Creates the comparison `left < right`.
    #[inline(always)]
    pub fn below(left: T, right: T) -> Self {
        Self { left, relation: Relation::Below, right }
    }

    /// Creates the comparison `left ≥ right`.
    #[inline(always)]
    pub fn at_least(left: T, right: T) -> Self {
        Self { left, relation: Relation::AtLeast, right }
    }

    /// Creates the comparison `left > right`.
    #[inline(always)]
    pub fn above(left: T, right: T) -> Self {
        Self { left, relation: Relation::Above, right }
    }

    /// Creates the comparison `left = right`.
    #[inline(always)]
    pub fn equal(left: T, right: T) -> Self {
        Self { left, relation: Relation::Equal, right }
    }

    /// Converts both numbers by an increasing function, such as a change of unit.
    pub fn map<U>(self, convert: impl Fn(T) -> U) -> Comparison<U> {
        Comparison { left: convert(self.left), relation: self.relation, right: convert(self.right) }
    }

    /// Returns whether the relation holds; false for NaN.
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
