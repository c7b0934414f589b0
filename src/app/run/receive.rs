//! Waiting for a thread's message, with or without a time limit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Waits for a message, at most for `timeout`; without a limit when `timeout` is `None`. The error is `Timeout` when no
/// message arrived in time, and `Disconnected` when the sender is dropped, so that none can arrive.
pub(crate) fn wait_for_message<T>(receiver: &Receiver<T>, timeout: Option<Duration>) -> Result<T, RecvTimeoutError> {
    match timeout {
        Some(timeout) => receiver.recv_timeout(timeout),
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}
