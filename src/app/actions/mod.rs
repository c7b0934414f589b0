//! Registered actions of the user, their keys, the clipboard, and inputs that can be dragged.

mod availability;
pub(super) mod clipboard_text;
pub(super) mod draggable_inputs;
pub(super) mod keys;
pub(super) mod registry;
