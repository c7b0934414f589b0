//! Effects, the requests of the window to files, the engine and the system, and the threads that run the long ones.

pub(super) mod animation_writer;
pub(super) mod effect;
pub(super) mod file_reader;
pub(super) mod long_task;
pub(super) mod long_tasks;
