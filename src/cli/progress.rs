//! Progress of a long job: one line on standard error, only on a terminal and only after one second.

use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::terminal_text;

/// Time until the line appears.
const FIRST_DELAY: Duration = Duration::from_secs(1);

/// Interval between updates.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Progress line, removed when this is dropped.
pub(super) struct Progress {
    /// Line and the thread that writes it; `None` if standard error is no terminal.
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
    /// Description of what the job does now.
    what: String,
    /// Whether the line is on the terminal.
    shown: bool,
    /// Whether the job is done.
    done: bool,
}

impl Progress {
    /// Starts the line of a job with this description.
    pub(super) fn begin(what: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { line: None };
        }
        Self::on(std::io::stderr(), what)
    }

    /// Starts a line that is written to `out`.
    fn on(out: impl Write + Send + 'static, what: &str) -> Self {
        let state = State { out: Box::new(out), what: what.to_owned(), shown: false, done: false };
        let line = Arc::new(Line { state: Mutex::new(state), end: Condvar::new() });
        let shared = Arc::clone(&line);
        let thread = std::thread::Builder::new().name(String::from("progress")).spawn(move || shared.tick());
        Self { line: thread.ok().map(|thread| (line, thread)) }
    }

    /// Replaces the description.
    pub(super) fn say(&self, what: String) {
        if let Some((line, _)) = &self.line {
            line.lock().what = what;
        }
    }

    /// Runs `work`, which writes to the same terminal, while the line is hidden.
    pub(super) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
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
        line.lock().done = true;
        line.end.notify_all();
        thread.join().ok();
        line.lock().clear();
    }
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the line after [`FIRST_DELAY`], and then at intervals until the job is done.
    fn tick(&self) {
        let begun = Instant::now();
        let mut wait = FIRST_DELAY;
        let mut state = self.lock();
        loop {
            let woken = self.end.wait_timeout_while(state, wait, |state| !state.done);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            if state.done {
                return;
            }
            state.show(begun.elapsed());
            wait = UPDATE_INTERVAL;
        }
    }
}

impl State {
    /// Writes the line with the time since the job began.
    fn show(&mut self, passed: Duration) {
        let line = fitted(&self.what, passed.as_secs(), terminal_text::width());
        self.shown = true;
        // Failures to write the line are ignored.
        write!(self.out, "\r\x1b[K{line}").and_then(|()| self.out.flush()).ok();
    }

    /// Removes the line from the terminal.
    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            write!(self.out, "\r\x1b[K").and_then(|()| self.out.flush()).ok();
        }
    }
}

/// Fits the line into less than `width` characters: a wrapped line could not be erased.
fn fitted(what: &str, seconds: u64, width: usize) -> String {
    let time = format!("… {seconds} s");
    what.chars().take(width.saturating_sub(time.chars().count() + 1)).collect::<String>() + &time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Screen {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().expect("nobody panicked").clone()).expect("text")
        }
    }

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panicked").write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_short_job_is_silent_and_a_long_one_says_what_it_is_at_and_cleans_up() {
        let screen = Screen::default();
        drop(Progress::on(screen.clone(), "Computing"));
        assert_eq!(screen.text(), "", "nobody waits for what is done within a second");
        let progress = Progress::on(screen.clone(), "Computing");
        progress.say(String::from("Drawing frame 2 of 9"));
        std::thread::sleep(FIRST_DELAY + UPDATE_INTERVAL);
        let before = progress.aside(|| screen.text());
        assert!(before.ends_with("\r\x1b[K"), "the line is away while others write: {before:?}");
        drop(progress);
        let text = screen.text();
        assert!(text.contains("Drawing frame 2 of 9… 1 s"), "{text:?}");
        assert!(!text.contains("Computing"), "an old line");
        assert!(text.ends_with("\r\x1b[K"), "the line is left behind");
    }

    #[test]
    fn a_line_never_wraps() {
        assert_eq!(fitted("Checking pair", 12, 80), "Checking pair… 12 s");
        assert!(fitted(&"ä".repeat(200), 5, 60).chars().count() < 60);
    }
}
