//! Waiting for a thread's message, with or without a time limit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Waits for a message up to `patience`, without a limit when it is `None`.
pub(in crate::app) fn receive<T>(receiver: &Receiver<T>, patience: Option<Duration>) -> Result<T, RecvTimeoutError> {
    match patience {
        Some(patience) => receiver.recv_timeout(patience),
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}
