//! Where a scene came from that was made of a world: the world, as it was left.

use std::sync::Arc;

use super::document::Document;
use super::outlook::Outlooks;
use super::question::Second;
use super::recording::Recording;
use super::state::Focus;

/// A world as it was left.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The scene, with its file and its history.
    pub doc: Document,
    /// What was shown of it.
    pub focus: Focus,
    /// The run that was shown.
    pub recording: Option<Arc<Recording>>,
    /// The answer in the other precision.
    pub second: Option<Second>,
    /// Where in time it was.
    pub position: usize,
    /// How it was looked at.
    pub(super) outlooks: Outlooks,
}

impl Origin {
    /// What the way back is called: the world, and its frame, of which 0 is the start.
    pub fn title(&self) -> String {
        format!("{}, frame {}", self.doc.title(), self.focus.frame)
    }
}
