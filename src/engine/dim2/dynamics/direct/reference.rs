//! What stands beside the iterations of a lesson: the direct solve of the same rows, if it is found in good time.

use super::super::bodies::BodyState;
use super::super::constraint::Constraint;
use super::{DirectOutcome, MOST_ROUNDS, MOST_ROWS, System};

/// What the rounds of a reference may cost, rows to the third power each: about a second. A lesson does not wait longer for
/// what only stands beside it.
const PATIENCE: usize = 20_000_000;

/// Rounds that a reference has at least.
const FEWEST_ROUNDS: usize = 8;

/// What a solve should come to.
pub(in super::super) enum Reference {
    /// The impulses of all constraints and the velocities that follow from them.
    Found(Vec<Constraint>, Vec<BodyState>),
    /// There are too many rows, so nothing was tried.
    TooLarge,
    /// The bounds of friction had not settled after so many rounds.
    GaveUp(u32),
}

/// What a solve of at most `most` rows should come to. `between` is said before each round.
pub(in super::super) fn reference(
    constraints: &[Constraint],
    bodies: &[BodyState],
    most: usize,
    mut between: impl FnMut(),
) -> Reference {
    let count = constraints.iter().map(|row| usize::from(row.rows)).sum::<usize>();
    if count > most.min(MOST_ROWS) {
        return Reference::TooLarge;
    }
    let rounds = (PATIENCE / count.pow(3).max(1)).clamp(FEWEST_ROUNDS, MOST_ROUNDS as usize);
    let (mut rows, mut moved) = (constraints.to_vec(), bodies.to_vec());
    let mut system = System::of_velocities(&rows, &moved);
    while system.done().is_none() && (system.rounds as usize) < rounds {
        between();
        system.round();
    }
    match system.done() {
        Some(done) if done.outcome != DirectOutcome::FrictionNotSettled => {
            system.apply(&mut rows, &mut moved);
            Reference::Found(rows, moved)
        }
        _ => Reference::GaveUp(system.rounds),
    }
}
