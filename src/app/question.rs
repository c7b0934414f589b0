//! What the engine is asked, and what it answers: everything that a run hangs on, and everything that came of it.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::player::Player;
use super::recording::Recording;
use crate::check::{Bodies, compare, divergence};
use crate::lesson::{Lesson, Verdict};
use crate::play::{self, Precision, QueryError, Run};
use crate::scene::model::{Query, Scene};

/// Everything that a run hangs on.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Later ones have greater numbers.
    pub id: u64,
    /// The bodies, and where they are.
    pub scene: Arc<Scene>,
    /// What is asked about them.
    pub query: Query,
    /// Frame of a moving scene.
    pub frame: usize,
    /// Whether no frame was chosen: then the answer is about the first with something to see.
    pub opening: bool,
    /// In which precision the steps are shown.
    pub precision: Precision,
    /// Whether a film passes here: then only the end of the frame is wanted, in this precision alone.
    pub passing: bool,
}

impl Question {
    /// Whether its answer is one to a later question too: titles, notes, cameras and other queries do not matter. The end of a
    /// frame is none to who wants the whole.
    pub fn same_answer(&self, other: &Self) -> bool {
        let enough = other.passing || !self.passing;
        enough
            && (self.frame, self.opening) == (other.frame, other.opening)
            && self.precision == other.precision
            && self.same_run(other)
    }

    /// Whether another one is about the same run: in another frame or precision, perhaps.
    pub fn same_run(&self, other: &Self) -> bool {
        let (ours, theirs) = (&self.scene, &other.scene);
        self.query == other.query && (Arc::ptr_eq(ours, theirs) || ours.answers_as(theirs))
    }
}

/// The same query in the other precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// Its answer.
    pub verdict: Verdict,
    /// Where the two runs part: step and beat from 0, and how.
    pub parts: Option<(usize, usize, String)>,
    /// Why both answers cannot be true, where they cannot.
    pub against: Option<String>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's.
    pub id: u64,
    /// The frame that it is about.
    pub frame: usize,
    /// The run, or why there is none.
    pub recording: Result<Arc<Recording>, QueryError>,
    /// The other precision; none when it refuses, or was not asked.
    pub second: Option<Second>,
    /// Whether only the end of the frame is there, as a film passes it.
    pub passing: bool,
}

/// A query that was opened, once for all its frames: what one frame hands on to the next is kept here.
pub struct Opened {
    player: Player,
    /// Asks about the same run.
    question: Question,
    /// By precision, `f64` first; opened when somebody first asks.
    runs: [OnceLock<Result<Arc<dyn Run>, QueryError>>; 2],
    /// Where the bodies of its world get, found when it is first shown.
    reach: OnceLock<Arc<[[DVec3; 2]]>>,
}

impl Opened {
    /// For questions about the same run as this one.
    pub fn new(player: Player, question: &Question) -> Self {
        Self { player, question: question.clone(), runs: Default::default(), reach: OnceLock::new() }
    }

    /// For questions about the same run as this one, which may go on from what another run has found out so far.
    pub fn after(other: &Self, question: &Question) -> Self {
        let next = Self::new(other.player, question);
        // Cameras stay where they are while somebody drags a body: how far its world gets is not found again for each place.
        let (before, now) = (&other.question, question);
        let same = before.query == now.query && before.scene.name == now.scene.name;
        if let Some(reach) = other.reach.get().filter(|_| same) {
            drop(next.reach.set(Arc::clone(reach)));
        }
        for (slot, known) in next.runs.iter().zip(&other.runs) {
            let known = known.get().and_then(|run| run.as_ref().ok());
            if let Some(run) = known.and_then(|run| run.going_on(&question.scene, &question.query)) {
                drop(slot.set(Ok(run)));
            }
        }
        next
    }

    /// Whether a question is about this run.
    pub fn is_about(&self, question: &Question) -> bool {
        self.question.same_run(question)
    }

    fn run(&self, precision: Precision) -> Result<&dyn Run, QueryError> {
        let Question { scene, query, .. } = &self.question;
        let slot = &self.runs[usize::from(precision == Precision::F32)];
        slot.get_or_init(|| (self.player)(scene, query, precision)).as_deref().map_err(Clone::clone)
    }

    fn lesson(&self, precision: Precision, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        self.run(precision)?.lesson(frame)
    }

    /// Asks the engine, in both precisions.
    pub fn answer(&self, question: &Question) -> Answer {
        self.answered(question, !question.passing)
    }

    /// Asks the engine for what is shown alone: the other precision of it is nobody's question.
    pub fn answer_alone(&self, question: &Question) -> Answer {
        self.answered(question, false)
    }

    fn answered(&self, question: &Question, in_both: bool) -> Answer {
        let Question { id, precision, passing, .. } = *question;
        let shown = self.frame(question).and_then(|frame| match passing {
            true => self.run(precision).and_then(|run| Ok((frame, run.end_of(frame)?))),
            false => Ok((frame, self.lesson(precision, frame)?)),
        });
        let (frame, shown) = match shown {
            Ok(shown) => shown,
            Err(refusal) => {
                return Answer { id, frame: question.frame, recording: Err(refusal), second: None, passing };
            }
        };
        shown.backdrop(); // made when somebody first looks, and that should not be the one who draws
        let other = in_both.then(|| self.lesson(precision.other(), frame).ok()).flatten();
        let second = other.map(|lesson| {
            let parts = divergence(shown.as_ref(), lesson.as_ref());
            let parts = parts.map(|parts| (parts.step, parts.beat, parts.message));
            let verdict = lesson.verdict().clone();
            let (findings, names) =
                ([&shown.verdict().finding, &verdict.finding], [precision.name(), precision.other().name()]);
            let bodies = Bodies::of(&question.scene, &question.query).map_or_else(Vec::new, |all| all.at(frame));
            let against = compare::of_precisions(&bodies, findings, names);
            Second { verdict, parts, against }
        });
        let hulls = play::hulls_of_meshes(&question.scene, &question.query);
        Answer { id, frame, recording: Ok(Arc::new(Recording::new(shown, hulls, self.reach()))), second, passing }
    }

    fn reach(&self) -> Arc<[[DVec3; 2]]> {
        let Question { scene, query, .. } = &self.question;
        Arc::clone(self.reach.get_or_init(|| play::reach(scene, query).into()))
    }

    /// The frame that a question is about.
    fn frame(&self, question: &Question) -> Result<usize, QueryError> {
        if question.opening { self.run(question.precision)?.opening() } else { Ok(question.frame) }
    }

    /// Finds out what the strip and the table of frames show; see [`Run::compare`]. A frame that cannot be played leaves them out.
    pub fn compare(&self, precision: Precision) {
        if let Ok(run) = self.run(precision) {
            let _ = run.compare();
        }
    }
}

/// Asks the engine once, in both precisions.
pub fn answer(player: Player, question: &Question) -> Answer {
    let opened = Opened::new(player, question);
    let answer = opened.answer(question);
    opened.compare(question.precision);
    answer
}

/// Asks the engine once for what is shown alone.
pub fn answer_alone(player: Player, question: &Question) -> Answer {
    Opened::new(player, question).answer_alone(question)
}
