//! Plain data of a lesson: card, sentence, views, plot, verdict, place of a beat, the times of a motion,
//! and the changes of a body's velocity.

pub(super) mod beat_index;
#[macro_use]
pub(super) mod card;
pub(super) mod moments;
pub(super) mod plot;
pub(super) mod sentence;
pub(super) mod velocity_changes;
pub(super) mod verdict;
pub(super) mod view;
