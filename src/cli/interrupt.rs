//! Ctrl-C: the first ends the work at its next iteration and keeps its results, the second ends the program at once.

use std::io::Write;
use std::process::exit;
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use crate::watch;

/// Exit code of a program ended by Ctrl-C, by the convention of shells.
pub(super) const EXIT_CODE: u8 = 130;

/// Held while a file is written or a line is answered: the first Ctrl-C lets that finish.
static BUSY: Mutex<()> = Mutex::new(());

/// Message of a program that Ctrl-C ends; see [`end_between`].
static END_MESSAGE: OnceLock<Box<dyn Fn() -> String + Send + Sync>> = OnceLock::new();

/// Makes the first Ctrl-C interrupt watched work with a message.
pub(super) fn stop_watched_work() {
    listen(|| {
        let _ = writeln!(std::io::stderr(), "\nStopping; press Ctrl-C again to end at once.");
    });
}

/// Makes the first Ctrl-C end the program with this message. [`undisturbed`] work is finished first;
/// [`end_if_interrupted`] then ends the program.
pub(super) fn end_between(message: impl Fn() -> String + Send + Sync + 'static) {
    let _ = END_MESSAGE.set(Box::new(message));
    listen(|| match BUSY.try_lock() {
        Err(TryLockError::WouldBlock) => {}
        Ok(_) | Err(TryLockError::Poisoned(_)) => end(),
    });
}

/// Ends the program if Ctrl-C came during [`undisturbed`] work.
pub(super) fn end_if_interrupted() {
    if watch::is_interrupted() {
        end();
    }
}

/// Prints the message and ends the program.
fn end() -> ! {
    if let Some(message) = END_MESSAGE.get() {
        let _ = writeln!(std::io::stderr(), "\n{}", message());
    }
    exit(i32::from(EXIT_CODE))
}

/// Runs work that the first Ctrl-C does not interrupt.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Calls `first` on the first Ctrl-C; the second ends the program.
fn listen(first: impl Fn() + Send + 'static) {
    // If the system allows no handler, Ctrl-C ends the program directly.
    let _ = ctrlc::set_handler(move || {
        if watch::is_interrupted() {
            exit(i32::from(EXIT_CODE));
        }
        watch::interrupt();
        first();
    });
}
