//! What is asked of an intersection test: the sign of the gap, and the corner that the simplex loses. Boolean GJK asks the same.

use super::corners::Corner;
use crate::lesson::farthest_choice::{beyond, dropped};
use crate::lesson::{Beat, CSO, Choice};

/// A step of such a test.
pub struct Tested<'a> {
    /// The gap along the direction, and what it has to exceed.
    pub gap: [f64; 2],
    /// The simplex with the new corner; nothing where the step ended before it joined.
    pub joined: &'a [Corner],
    /// What is kept of it.
    pub kept: &'a [Corner],
    /// The line of the listing at which that is told.
    pub line: &'static str,
}

/// Its choices.
pub fn choices(tested: &Tested<'_>, beats: &[Beat]) -> Vec<Choice> {
    let asks = "Is there a gap: does the plane through w separate the bodies?";
    let sign = Choice::at(beats, "gap", "separating plane", asks).and_then(|choice| {
        let [gap, least] = tested.gap;
        beyond(choice.over_before(beats), gap, least)
    });
    let asks = "Which corner does the simplex lose, as the part that faces the origin does not need it?";
    let lost = Choice::at(beats, tested.line, "dropped corner", asks).and_then(|choice| {
        let gone = |corner: &Corner| tested.kept.iter().all(|kept| kept.id != corner.id);
        let corners = tested.joined.iter().map(|corner| (corner.name(), corner.w, gone(corner)));
        dropped(choice.over_before(beats), CSO, &corners.collect::<Vec<_>>())
    });
    sign.into_iter().chain(lost).collect()
}
