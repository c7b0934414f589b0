//! What a long job is at: one line on standard error, on a terminal only, and only once a second has passed.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a job stays silent.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the line is written again.
const PACE: Duration = Duration::from_millis(200);

/// A line that says what is done. It goes away with this.
pub(super) struct Progress {
    line: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Says that this is done from now on.
    pub(super) fn begin(what: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { line: None };
        }
        Self::on(std::io::stderr(), what)
    }

    fn on(out: impl Write + Send + 'static, what: &str) -> Self {
        let (sender, said) = channel();
        let mut what = what.to_owned();
        let work = move || {
            let (mut out, begun, mut shown) = (out, Instant::now(), false);
            let mut wait = PATIENCE;
            loop {
                match said.recv_timeout(wait) {
                    Ok(new) => what = new,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                let passed = begun.elapsed();
                wait = PATIENCE.checked_sub(passed).unwrap_or(PACE);
                if passed >= PATIENCE {
                    shown = true;
                    // A line that cannot be written is missed by nobody.
                    write!(out, "\r\x1b[K{what}… {} s", passed.as_secs()).and_then(|()| out.flush()).ok();
                }
            }
            if shown {
                write!(out, "\r\x1b[K").and_then(|()| out.flush()).ok();
            }
        };
        let thread = std::thread::Builder::new().name(String::from("progress")).spawn(work);
        Self { line: thread.ok().map(|thread| (sender, thread)) }
    }

    /// Says what is done now.
    pub(super) fn say(&self, what: String) {
        if let Some((sender, _)) = &self.line {
            sender.send(what).ok();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.line.take() {
            drop(sender);
            thread.join().ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

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
        let text = || String::from_utf8(screen.0.lock().expect("nobody panicked").clone()).expect("text");
        drop(Progress::on(screen.clone(), "Computing"));
        assert_eq!(text(), "", "nobody waits for what is done within a second");
        let progress = Progress::on(screen.clone(), "Computing");
        progress.say(String::from("Drawing frame 2 of 9"));
        std::thread::sleep(PATIENCE + PACE);
        drop(progress);
        assert!(text().contains("Drawing frame 2 of 9… 1 s"), "{:?}", text());
        assert!(!text().contains("Computing"), "an old line");
        assert!(text().ends_with("\r\x1b[K"), "the line is left behind");
    }
}
