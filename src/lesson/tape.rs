//! A recorded run: the stepper before each step, and the outcome.

use std::ops::ControlFlow;

use crate::step::Stepper;

/// The states of a run. `states[i]` is the state before step `i`, `states[i + 1]` after it.
#[derive(Clone, Debug)]
pub struct Tape<S: Stepper> {
    states: Vec<S>,
    outcome: S::Outcome,
}

impl<S: Stepper + Clone> Tape<S> {
    /// Runs `start` to its end and keeps every state. Under a [`super::Watch`] each iteration counts.
    pub fn record(start: S) -> Self {
        let mut states = vec![start.clone()];
        let mut now = start;
        loop {
            let flow = now.step();
            super::watch::tick();
            states.push(now.clone());
            if let ControlFlow::Break(outcome) = flow {
                return Self { states, outcome };
            }
        }
    }

    /// Number of steps, at least 1.
    pub fn steps(&self) -> usize {
        self.states.len() - 1
    }

    /// The state before and after step `step`, and the outcome if the run ended in it.
    pub fn around(&self, step: usize) -> (&S, &S, Option<&S::Outcome>) {
        let step = step.min(self.steps() - 1);
        let end = (step + 1 == self.steps()).then_some(&self.outcome);
        (&self.states[step], &self.states[step + 1], end)
    }

    /// The state at the end.
    pub fn last(&self) -> &S {
        &self.states[self.states.len() - 1]
    }

    /// The states after each step.
    pub fn after(&self) -> impl Iterator<Item = &S> {
        self.states.iter().skip(1)
    }

    /// How the run ended.
    pub fn outcome(&self) -> &S::Outcome {
        &self.outcome
    }
}
