//! Actions of the user: the registry of commands with their keys, the texts of the clipboard, and the shown values that
//! can be dragged.

mod availability;
pub(super) mod clipboard_text;
pub(super) mod draggable_inputs;
pub(super) mod keys;
pub(super) mod registry;
