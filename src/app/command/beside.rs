//! What happens while two runs stand side by side.

use std::sync::Arc;

use crate::app::beside::Other;
use crate::app::question::Answer;
use crate::app::recording::Recording;
use crate::check::Divergence;

/// Two runs side by side.
#[derive(Clone, Debug, PartialEq)]
pub enum BesideCommand {
    /// Put the other precision beside the run that is shown, or show that alone again.
    Toggle,
    /// Compare with this.
    Choose(Other),
    /// The engine has answered for the other run.
    Answered(Box<Answer>),
    /// It was found out where these two part, if they do.
    Parted([Arc<Recording>; 2], Option<Divergence>),
    /// To the step and beat at which they part.
    ToParting,
}
