//! Commands about the explanation of a mark (a point, line or label of a picture): the list of the sub-steps that
//! change the mark.

use std::sync::Arc;

use contact_lens_lesson::BeatIndex;
use contact_lens_picture::Key;

use crate::run::explanation::ExplanationEntry;
use crate::run::recording::Recording;

/// List of the beats that change a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplanationCommand {
    /// List the beats that change the mark with this id.
    Ask(Key),
    /// These beats of the run were found to change the mark.
    Found(Arc<Recording>, Key, Vec<ExplanationEntry>),
    /// Go to the beat at this index and close the list.
    Go(BeatIndex),
    Close,
}
