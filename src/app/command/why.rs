//! What happens when somebody asks why something is as it is.

use std::sync::Arc;

use crate::app::recording::Recording;
use crate::app::why::Telling;
use crate::picture::Key;

/// Asking why.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyCommand {
    /// List the beats that tell of what has this key.
    Ask(Key),
    /// These are they, in this run.
    Told(Arc<Recording>, Key, Vec<Telling>),
    /// To this beat of this step, both from 0.
    Go(usize, usize),
    /// Close the list.
    Close,
}
