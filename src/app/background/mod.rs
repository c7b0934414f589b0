//! Work off the UI thread, and the effects that start it.

pub(super) mod animation_writer;
pub(super) mod effect;
pub(super) mod file_reader;
pub(super) mod long_task;
pub(super) mod long_tasks;
