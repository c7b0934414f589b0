//! Context of a run, the same in all its steps: the bodies with their frames and names, the backdrop, hints. Also what
//! lessons about pairs share: verdicts in words, and pictures of search directions.

pub(super) mod body;
pub(super) mod difference;
pub(super) mod directions;
pub(super) mod drawn_keys;
pub(super) mod hint;
pub(super) mod pair;
pub(super) mod pair_frame;
pub(super) mod pair_verdict;

use std::sync::Arc;

use super::{Backdrop, Hint, Moments, Pictures};
use crate::picture::Key;

/// Data of a run that is the same in all its steps.
pub trait Context: Send + Sync {
    /// Fixed marks: the bodies, the CSO, the origin.
    fn backdrop(&self) -> Arc<Backdrop>;

    /// Selectable times of a motion; see [`Lesson::moments`](super::Lesson::moments).
    fn moments(&self) -> Option<Moments> {
        None
    }

    /// Marks at a selected time; see [`Lesson::at_moment`](super::Lesson::at_moment).
    fn at_moment(&self, _t: f64) -> Pictures {
        Pictures::default()
    }

    /// Hint of a mark; see [`Lesson::hint`](super::Lesson::hint).
    fn hint(&self, _key: &Key) -> Option<Hint> {
        None
    }
}
