//! Direct solve of the rows of a sequential solve, as a reference with which a lesson compares the iterations. It is
//! abandoned if it would take too long.

use super::{DirectOutcome, MAX_ROUNDS, MAX_ROWS, System};
use crate::dim2::dynamics::bodies::BodyState;
use crate::dim2::dynamics::constraint::Constraint;

/// Largest cost of a reference, rounds times the third power of the number of rows: about a second, the longest that a
/// lesson waits for it.
const MAX_WORK: usize = 20_000_000;

/// Number of rounds that every reference may use, whatever its cost.
const MIN_ROUNDS: usize = 8;

/// Result of a reference solve.
pub(in crate::dim2::dynamics) enum Reference {
    /// Solution of all rows.
    Found {
        /// Constraints with their impulses.
        constraints: Vec<Constraint>,
        /// Bodies with the velocities that follow from these impulses.
        bodies: Vec<BodyState>,
    },
    /// There are too many rows; nothing was computed.
    TooLarge,
    /// The bounds of friction had not settled after this many rounds.
    GaveUp(u32),
}

/// Solves at most `max_rows` rows directly. `between` is called before each round; it may unwind to cancel the solve.
pub(in crate::dim2::dynamics) fn reference(
    constraints: &[Constraint],
    bodies: &[BodyState],
    max_rows: usize,
    mut between: impl FnMut(),
) -> Reference {
    let count = constraints.iter().map(|row| usize::from(row.rows)).sum::<usize>();
    if count > max_rows.min(MAX_ROWS) {
        return Reference::TooLarge;
    }
    let max_rounds = (MAX_WORK / count.pow(3).max(1)).clamp(MIN_ROUNDS, MAX_ROUNDS as usize);
    let mut rows = constraints.to_vec();
    let mut solved_bodies = bodies.to_vec();
    let mut system = System::of_velocities(&rows, &solved_bodies);
    while system.result().is_none() && (system.rounds as usize) < max_rounds {
        between();
        system.solve_round();
    }
    match system.result() {
        Some(done) if done.outcome != DirectOutcome::FrictionNotSettled => {
            system.apply(&mut rows, &mut solved_bodies);
            Reference::Found { constraints: rows, bodies: solved_bodies }
        }
        _ => Reference::GaveUp(system.rounds),
    }
}
