//! Scene files: reading and writing, the open document, edits, recovery after a crash.

pub(super) mod disk;
pub(super) mod document;
pub(super) mod edit;
pub(super) mod path_dialog;
pub(super) mod recovery;
