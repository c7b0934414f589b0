//! The engine off the UI thread: one run at a time, the newest question next, cancelled runs ended.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::player::Player;
use super::question::{Answer, Question, answer};
use crate::check::Refusal;
use crate::lesson::Watch;

/// Answers questions on a thread.
pub(super) struct Worker {
    player: Player,
    run: Option<Run>,
    next: Option<Box<Question>>,
}

struct Run {
    id: u64,
    watch: Arc<Watch>,
    answer: Receiver<Option<Answer>>,
}

impl Worker {
    /// Nothing to do yet.
    pub fn new(player: Player) -> Self {
        Self { player, run: None, next: None }
    }

    /// Asks. While another run goes on, only the newest question waits: a drag shows what can be computed in time.
    pub fn ask(&mut self, question: Box<Question>) {
        match self.run {
            Some(_) => self.next = Some(question),
            None => self.begin(question),
        }
    }

    /// Ends what is running and forgets what waits.
    pub fn cancel(&mut self) {
        self.next = None;
        if let Some(run) = self.run.take() {
            run.watch.cancel();
        }
    }

    /// Turns that the run at work has done; none when all is answered.
    pub fn turns(&self) -> Option<usize> {
        self.run.as_ref().map(|run| run.watch.turns())
    }

    /// An answer, if there is one within `patience`; none waits as long as it takes. The next question begins at once.
    pub fn answer(&mut self, patience: Option<Duration>) -> Option<Answer> {
        let run = self.run.as_ref()?;
        let got = match patience {
            Some(patience) => run.answer.recv_timeout(patience),
            None => run.answer.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let got = match got {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => return None,
            // The thread died: the scene must not take the window with it.
            Err(RecvTimeoutError::Disconnected) => Some(Answer { id: run.id, reel: Err(failed()), second: None }),
        };
        self.run = None;
        if let Some(next) = self.next.take() {
            self.begin(next);
        }
        got
    }

    fn begin(&mut self, question: Box<Question>) {
        let (sender, receiver) = channel();
        let (player, id, watch) = (self.player, question.id, Arc::new(Watch::default()));
        let over = watch.clone();
        let work = move || {
            let done = over.over(|| answer(player, &question));
            // Nobody listens any more when the run was cancelled.
            sender.send(done).ok();
        };
        // Without a thread the receiver sees at once that nobody answers.
        std::thread::Builder::new().name(String::from("engine")).spawn(work).ok();
        self.run = Some(Run { id, watch, answer: receiver });
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn failed() -> Refusal {
    Refusal { field: String::new(), message: String::from("The engine failed on this query. Please report the scene.") }
}
