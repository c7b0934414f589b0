//! Handling of Ctrl-C. The first Ctrl-C ends the job at the next point where its results so far can be kept; the second
//! one ends the program at once.

use std::io::Write;
use std::process::exit;
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};

use contact_lens_long_run::watch;

/// Exit code of a program ended by Ctrl-C, by the convention of shells.
pub(super) const EXIT_CODE: u8 = 130;

/// Held while a file is written or a line is answered, which the first Ctrl-C does not interrupt.
static BUSY: Mutex<()> = Mutex::new(());

/// Message of a program that Ctrl-C ends; see [`end_between_tasks`].
static END_MESSAGE: OnceLock<Box<dyn Fn() -> String + Send + Sync>> = OnceLock::new();

/// Makes the first Ctrl-C print a message and stop the work that [`watch`] observes, at its next iteration.
pub(super) fn stop_watched_work() {
    handle_interrupts(|| {
        let _ = writeln!(std::io::stderr(), "\nStopping; press Ctrl-C again to end at once.");
    });
}

/// Makes the first Ctrl-C end the program with this message. If it comes during [`run_undisturbed`], that work is
/// finished first, and the caller then has to end the program by [`end_if_interrupted`].
pub(super) fn end_between_tasks(message: impl Fn() -> String + Send + Sync + 'static) {
    let _ = END_MESSAGE.set(Box::new(message));
    handle_interrupts(|| match BUSY.try_lock() {
        // The caller ends the program after its work.
        Err(TryLockError::WouldBlock) => {}
        Ok(_) | Err(TryLockError::Poisoned(_)) => end(),
    });
}

/// Ends the program if Ctrl-C came during [`run_undisturbed`].
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
pub(super) fn run_undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Calls `on_first` on the first Ctrl-C; the second one ends the program.
fn handle_interrupts(on_first: impl Fn() + Send + 'static) {
    // If the system allows no handler, Ctrl-C ends the program directly.
    let _ = ctrlc::set_handler(move || {
        if watch::is_interrupted() {
            exit(i32::from(EXIT_CODE));
        }
        watch::interrupt();
        on_first();
    });
}
