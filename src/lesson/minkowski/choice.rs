//! What is asked of a difference: in the plane which edge comes next, in space which feature lies farthest the other way.

use crate::lesson::{Beat, Choice};

/// Which of the two edges comes next: `order` is 1 where that is A's, -1 where it is B's, 0 where they are parallel.
pub(super) fn next_edge([a, b]: [&str; 2], order: i32, beats: &[Beat]) -> Option<Choice> {
    let asks = format!("Which edge of A − B comes next: {a} of A, or {b} of −B?");
    let choice = Choice::at(beats, "turn", "next edge", asks)?.over_before(beats);
    choice
        .or(format!("{a} of A: it turns less"), order > 0)
        .or(format!("{b} of −B: it turns less"), order < 0)
        .or("both as one edge: they are parallel", order == 0)
        .asked()
}
