//! Commands about the explanation of a mark (a point, line or label of a picture): the list of the sub-steps that
//! change the mark. Commands about the derivation of a number: the numbers from which it was computed.

use std::sync::Arc;

use contact_lens_lesson::{BeatIndex, Value};
use contact_lens_picture::Key;

use crate::run::derivation::DerivationLink;
use crate::run::explanation::ExplanationEntry;
use crate::run::recording::Recording;

/// List of the beats that change a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplanationCommand {
    /// List the beats that change the mark with this id.
    Ask(Key),
    /// These beats of the run were found to change the mark.
    Found(Arc<Recording>, Key, Vec<ExplanationEntry>),
    /// Show where a value of the current beat comes from.
    Derive(Box<Value>),
    /// Go to the last beat, and show where the first of its values comes from.
    DeriveAnswer,
    /// This value of the run was found to come from these numbers.
    Derived(Arc<Recording>, Box<Value>, Vec<DerivationLink>),
    /// Go to the beat at this index and close the list.
    Go(BeatIndex),
    Close,
}
