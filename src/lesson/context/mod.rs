//! Context of a run: data that is the same in all its steps, such as the bodies, their frames and names, and the marks
//! behind every picture (the backdrop). Also code that lessons about pairs of bodies share, such as verdicts in words
//! and pictures of search directions.

pub(super) mod body;
pub(super) mod difference;
pub(super) mod directions;
pub(super) mod drawn_keys;
pub(super) mod hint;
pub(super) mod pair;
pub(super) mod pair_frame;
pub(super) mod pair_verdict;

use std::sync::Arc;

use contact_lens_picture::Key;

use super::{Backdrop, Hint, Moments, Pictures, VelocityChanges};

/// Data of a run that is the same in all its steps.
pub trait Context: Send + Sync {
    /// Marks that are the same in all steps, such as the bodies and the difference A − B.
    fn backdrop(&self) -> Arc<Backdrop>;

    /// Selectable times of a motion; see [`Lesson::moments`](super::Lesson::moments).
    fn moments(&self) -> Option<Moments> {
        None
    }

    /// Marks at a selected time, seconds; see [`Lesson::at_moment`](super::Lesson::at_moment).
    fn at_moment(&self, _t: f64) -> Pictures {
        Pictures::default()
    }

    /// Changes of a body's velocity; see [`Lesson::velocity_changes`](super::Lesson::velocity_changes).
    fn velocity_changes(&self, _body: &str) -> Option<VelocityChanges> {
        None
    }

    /// Hint of a mark; see [`Lesson::hint`](super::Lesson::hint).
    fn hint(&self, _key: &Key) -> Option<Hint> {
        None
    }
}
