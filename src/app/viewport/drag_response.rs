//! Result that the draggable parts of a view (handles, the tip of a direction, bodies) return to the view in each
//! frame.

use crate::command::Command;

/// Commands of a draggable part of a view in one frame of the window, and whether the part has the pointer.
#[derive(Debug, Default)]
pub(super) struct DragResponse {
    /// Commands of the drag.
    pub commands: Vec<Command>,
    /// Whether the part is hovered or dragged, so that the pointer does not act on the view behind it.
    pub has_pointer: bool,
}
