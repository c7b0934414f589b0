//! Plain data of a lesson: card, sentence, views, plot, verdict, place of a beat, and the times of a motion.

pub(super) mod beat_index;
#[macro_use]
pub(super) mod card;
pub(super) mod moments;
pub(super) mod plot;
pub(super) mod sentence;
pub(super) mod verdict;
pub(super) mod view;
