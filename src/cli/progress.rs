//! Progress line of a long job on standard error. The line appears only on a terminal, and only after one second.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::terminal_text;

/// Time until the line appears.
const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Interval between updates of the line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Progress line of a job, removed from the terminal when the value is dropped.
pub(super) struct Progress {
    /// Line, and the thread that writes it; `None` if standard error is no terminal.
    line: Option<(Arc<Line>, JoinHandle<()>)>,
}

/// Line shared between the job and the thread that writes it.
struct Line {
    state: Mutex<State>,
    /// Notified when the job is done.
    end: Condvar,
}

/// State of the line.
struct State {
    out: Box<dyn Write + Send>,
    /// Description of the present work of the job.
    description: String,
    /// Whether the line is on the terminal.
    is_shown: bool,
    /// Whether the job is done.
    is_done: bool,
}

impl Progress {
    /// Starts the line of a job with this description.
    pub(super) fn begin(description: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { line: None };
        }
        Self::begin_on(std::io::stderr(), description)
    }

    /// Starts a line that is written to `out`.
    fn begin_on(out: impl Write + Send + 'static, description: &str) -> Self {
        let state = State { out: Box::new(out), description: description.to_owned(), is_shown: false, is_done: false };
        let line = Arc::new(Line { state: Mutex::new(state), end: Condvar::new() });
        let shared = Arc::clone(&line);
        let thread =
            std::thread::Builder::new().name(String::from("progress")).spawn(move || shared.write_until_done());
        Self { line: thread.ok().map(|thread| (line, thread)) }
    }

    /// Replaces the description of the job's present work.
    pub(super) fn set_description(&self, description: String) {
        if let Some((line, _)) = &self.line {
            line.lock().description = description;
        }
    }

    /// Runs `work`, which writes to the same terminal, while the line is hidden.
    pub(super) fn hidden_while<T>(&self, work: impl FnOnce() -> T) -> T {
        // Locked until the work is done, so that the line does not appear meanwhile.
        let mut state = self.line.as_ref().map(|(line, _)| line.lock());
        if let Some(state) = &mut state {
            state.clear();
        }
        work()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some((line, thread)) = self.line.take() else { return };
        line.lock().is_done = true;
        line.end.notify_all();
        thread.join().ok();
        line.lock().clear();
    }
}

impl Line {
    /// Locks the state, also after a panic of another thread: it is valid at any time.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the line after [`FIRST_DELAY`], and then at intervals until the job is done.
    fn write_until_done(&self) {
        let start = Instant::now();
        let mut delay = FIRST_DELAY;
        let mut state = self.lock();
        loop {
            let woken = self.end.wait_timeout_while(state, delay, |state| !state.is_done);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            if state.is_done {
                return;
            }
            state.show(start.elapsed());
            delay = UPDATE_INTERVAL;
        }
    }
}

impl State {
    /// Writes the line with the time since the job began.
    fn show(&mut self, passed: Duration) {
        let line = fit_line(&self.description, passed.as_secs(), terminal_text::line_width());
        self.is_shown = true;
        // Failures to write the line are ignored.
        write!(self.out, "\r\x1b[K{line}").and_then(|()| self.out.flush()).ok();
    }

    /// Removes the line from the terminal.
    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write!(self.out, "\r\x1b[K").and_then(|()| self.out.flush()).ok();
        }
    }
}

/// Returns the line in less than `width` characters, since a wrapped line could not be erased. A longer description is
/// truncated; `seconds` is the time since the job began.
fn fit_line(description: &str, seconds: u64, width: usize) -> String {
    let time = format!("… {seconds} s");
    description.chars().take(width.saturating_sub(time.chars().count() + 1)).collect::<String>() + &time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("no thread panicked").clone()).expect("text")
        }
    }

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no thread panicked").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_line_appears_after_a_second_and_is_removed_at_the_end() {
        let screen = Screen::default();
        drop(Progress::begin_on(screen.clone(), "Computing"));
        assert_eq!(screen.text(), "", "a job of less than a second has no line");
        let progress = Progress::begin_on(screen.clone(), "Computing");
        progress.set_description(String::from("Drawing frame 2 of 9"));
        std::thread::sleep(FIRST_DELAY + UPDATE_INTERVAL);
        let before = progress.hidden_while(|| screen.text());
        assert!(before.ends_with("\r\x1b[K"), "the line is hidden during other output: {before:?}");
        drop(progress);
        let text = screen.text();
        assert!(text.contains("Drawing frame 2 of 9… 1 s"), "{text:?}");
        assert!(!text.contains("Computing"), "an outdated description");
        assert!(text.ends_with("\r\x1b[K"), "the line was not removed");
    }

    #[test]
    fn a_line_never_wraps() {
        assert_eq!(fit_line("Checking pair", 12, 80), "Checking pair… 12 s");
        assert!(fit_line(&"ä".repeat(200), 5, 60).chars().count() < 60);
    }
}
