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

    /// Steps until the algorithm ends. Written with [`hand_on`], of the same iteration as [`Stepper::step`], what goes from iteration
    /// to iteration does so in registers.
    #[inline]
    fn run(&mut self) -> Self::Outcome {
        hand_on((), |()| self.step())
    }
}

/// The loop of [`Stepper::run`] for iterations that hand something on to the next, beginning with `first`.
#[inline(always)]
pub fn hand_on<T, Outcome>(first: T, mut turn: impl FnMut(T) -> ControlFlow<Outcome, T>) -> Outcome {
    let mut handed = first;
    loop {
        match turn(handed) {
            ControlFlow::Continue(next) => handed = next,
            ControlFlow::Break(outcome) => return outcome,
        }
    }
}
