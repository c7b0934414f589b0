//! What the engine is asked, and what it answers: everything that a run hangs on, and everything that came of it.

use std::sync::Arc;

use super::player::Player;
use super::recording::Recording;
use crate::check::divergence;
use crate::lesson::Verdict;
use crate::play::{Precision, QueryError};
use crate::scene::model::{Query, Scene};

/// Everything that a run hangs on.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Later ones have greater numbers.
    pub id: u64,
    /// The bodies, and where they are.
    pub scene: Scene,
    /// What is asked about them.
    pub query: Query,
    /// Frame of a moving scene.
    pub frame: usize,
    /// In which precision the steps are shown.
    pub precision: Precision,
}

impl Question {
    /// Whether another one gives the same run: titles, notes, cameras and other queries do not matter.
    pub fn same_run(&self, other: &Self) -> bool {
        self.frame == other.frame
            && self.precision == other.precision
            && self.query == other.query
            && self.scene.bodies == other.scene.bodies
            && self.scene.frames == other.scene.frames
    }
}

/// The same query in the other precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// Its answer.
    pub verdict: Verdict,
    /// Where the two runs part: step and beat from 0, and how.
    pub parts: Option<(usize, usize, String)>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's.
    pub id: u64,
    /// The run, or why there is none.
    pub recording: Result<Arc<Recording>, QueryError>,
    /// The other precision; none when it refuses.
    pub second: Option<Second>,
}

/// Asks the engine, in both precisions.
pub fn answer(player: Player, question: &Question) -> Answer {
    let Question { id, scene, query, frame, precision } = question;
    let shown = match player(scene, query, *frame, *precision) {
        Ok(lesson) => lesson,
        Err(refusal) => return Answer { id: *id, recording: Err(refusal), second: None },
    };
    shown.backdrop(); // made when somebody first looks, and that should not be the one who draws
    let second = player(scene, query, *frame, precision.other()).ok().map(|lesson| {
        let parts = divergence(shown.as_ref(), lesson.as_ref());
        Second { verdict: lesson.verdict().clone(), parts: parts.map(|parts| (parts.step, parts.beat, parts.message)) }
    });
    Answer { id: *id, recording: Ok(Arc::new(Recording::new(shown))), second }
}
