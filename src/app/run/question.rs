//! Questions to the engine, with all inputs of a run, and their answers.

use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::query_opener::QueryOpener;
use super::recording::Recording;
use crate::check::{self, Bodies, Divergence, compare};
use crate::lesson::{Lesson, Verdict};
use crate::play::{self, Precision, QueryError, Run};
use crate::scene::model::{Query, Scene};

/// All inputs of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Id; later questions have greater ones.
    pub id: u64,
    /// Scene with the bodies and their poses.
    pub scene: Arc<Scene>,
    pub query: Query,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// Whether the run's default frame, the first one with something to see, is used instead of `frame`.
    pub uses_default_frame: bool,
    /// Precision of the steps shown.
    pub precision: Precision,
    /// Whether only the last beat of the frame is computed, and only in `precision`. Used while frames are playing.
    pub end_only: bool,
}

impl Question {
    /// Whether this question's answer also answers `other`. Titles, notes, cameras and other queries do not matter. The
    /// last beat of a frame does not answer a question for the whole frame.
    pub fn covers(&self, other: &Self) -> bool {
        let is_complete = other.end_only || !self.end_only;
        is_complete
            && (self.frame, self.uses_default_frame) == (other.frame, other.uses_default_frame)
            && self.precision == other.precision
            && self.has_same_run(other)
    }

    /// Whether `other` has the same run, perhaps in another frame or precision.
    pub fn has_same_run(&self, other: &Self) -> bool {
        let is_same_scene = Arc::ptr_eq(&self.scene, &other.scene);
        self.query == other.query && (is_same_scene || self.scene.has_same_answers(&other.scene))
    }
}

/// Answer of the same query in the other precision.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherPrecisionAnswer {
    /// Verdict in the other precision.
    pub verdict: Verdict,
    /// Divergence of the two runs; `None` when they do not diverge.
    pub divergence: Option<Divergence>,
    /// Reason why the two answers contradict each other; `None` when both can be true.
    pub contradiction: Option<String>,
}

/// Answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Id of the question.
    pub id: u64,
    /// Frame of the answer.
    pub frame: usize,
    /// Recording of the run, or the reason for its absence.
    pub recording: Result<Arc<Recording>, QueryError>,
    /// Answer in the other precision; `None` when that refuses or was not computed.
    pub other_precision: Option<OtherPrecisionAnswer>,
    /// Whether the recording has only the last beat of the frame, for playback.
    pub end_only: bool,
}

/// Opened query, for all its frames. Keeps the state that one frame passes to the next.
pub struct OpenedQuery {
    open_query: QueryOpener,
    /// One of the questions about this run; its frame and precision do not matter.
    question: Question,
    /// Runs by precision, `f64` first; opened on first use.
    runs: [OnceLock<Result<Arc<dyn Run>, QueryError>>; 2],
    /// Bounding boxes of a world's bodies over the run, computed on first use.
    world_extent: OnceLock<Arc<[[DVec3; 2]]>>,
}

impl OpenedQuery {
    /// Opened query of a question.
    pub fn new(open_query: QueryOpener, question: &Question) -> Self {
        Self { open_query, question: question.clone(), runs: Default::default(), world_extent: OnceLock::new() }
    }

    /// Opened query of a question, with those results of the query opened before that are still valid.
    pub fn continue_from(previous: &Self, question: &Question) -> Self {
        let next = Self::new(previous.open_query, question);
        // Cameras stay during a drag, so the boxes of the run are not recomputed for every pose.
        let last_question = &previous.question;
        let is_same_query = last_question.query == question.query && last_question.scene.name == question.scene.name;
        if let Some(extent) = previous.world_extent.get().filter(|_| is_same_query) {
            drop(next.world_extent.set(Arc::clone(extent)));
        }
        for (slot, previous_slot) in next.runs.iter().zip(&previous.runs) {
            let Some(Ok(previous_run)) = previous_slot.get() else { continue };
            if let Some(run) = previous_run.continued_as(&question.scene, &question.query) {
                drop(slot.set(Ok(run)));
            }
        }
        next
    }

    /// Whether a question is about this run.
    pub fn is_about(&self, question: &Question) -> bool {
        self.question.has_same_run(question)
    }

    /// Run in a precision, opened on first use.
    fn run(&self, precision: Precision) -> Result<&dyn Run, QueryError> {
        let Question { scene, query, .. } = &self.question;
        let slot = &self.runs[usize::from(precision == Precision::F32)];
        slot.get_or_init(|| (self.open_query)(scene, query, precision)).as_deref().map_err(Clone::clone)
    }

    /// Plays a frame in a precision.
    fn lesson(&self, precision: Precision, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        self.run(precision)?.lesson(frame)
    }

    /// Runs the query, in both precisions unless frames are playing.
    pub fn answer(&self, question: &Question) -> Answer {
        self.answer_in(question, !question.end_only)
    }

    /// Runs the query in the question's precision only.
    pub fn answer_in_one_precision(&self, question: &Question) -> Answer {
        self.answer_in(question, false)
    }

    /// Runs the query in the question's precision, and in the other one too if `in_both`.
    fn answer_in(&self, question: &Question, in_both: bool) -> Answer {
        let Question { id, precision, end_only, .. } = *question;
        let shown = self.frame_of(question).and_then(|frame| {
            let lesson = if end_only { self.run(precision)?.end_of(frame)? } else { self.lesson(precision, frame)? };
            Ok((frame, lesson))
        });
        let (frame, shown) = match shown {
            Ok(shown) => shown,
            Err(refusal) => {
                return Answer { id, frame: question.frame, recording: Err(refusal), other_precision: None, end_only };
            }
        };
        // Computed here, since the first access would otherwise block drawing.
        shown.backdrop();
        let other = in_both.then(|| self.lesson(precision.other(), frame).ok()).flatten();
        let other_precision = other.map(|lesson| {
            let divergence = check::divergence(shown.as_ref(), lesson.as_ref());
            let verdict = lesson.verdict().clone();
            let findings = [&shown.verdict().finding, &verdict.finding];
            let names = [precision.name(), precision.other().name()];
            let bodies = Bodies::of(&question.scene, &question.query).map_or_else(Vec::new, |all| all.at(frame));
            let contradiction = compare::contradiction_of_precisions(&bodies, findings, names);
            OtherPrecisionAnswer { verdict, divergence, contradiction }
        });
        let hulls = play::hulls_of_meshes(&question.scene, &question.query);
        Answer {
            id,
            frame,
            recording: Ok(Arc::new(Recording::new(shown, hulls, self.world_extent()))),
            other_precision,
            end_only,
        }
    }

    /// Bounding boxes of a world's bodies over the run; see [`play::world_extent`].
    fn world_extent(&self) -> Arc<[[DVec3; 2]]> {
        let Question { scene, query, .. } = &self.question;
        Arc::clone(self.world_extent.get_or_init(|| play::world_extent(scene, query).into()))
    }

    /// Frame that a question is about: its own, or the run's default one.
    fn frame_of(&self, question: &Question) -> Result<usize, QueryError> {
        if question.uses_default_frame { self.run(question.precision)?.opening() } else { Ok(question.frame) }
    }

    /// Compares all frames, so that lessons can show their overview; see [`Run::compare`]. Has no effect if a frame
    /// cannot be played.
    pub fn compare_frames(&self, precision: Precision) {
        if let Ok(run) = self.run(precision) {
            let _ = run.compare();
        }
    }
}

/// Runs the query as [`OpenedQuery::answer`] does, for one question, and compares all its frames.
pub fn answer(open_query: QueryOpener, question: &Question) -> Answer {
    let opened = OpenedQuery::new(open_query, question);
    let answer = opened.answer(question);
    opened.compare_frames(question.precision);
    answer
}

/// Runs the query in the question's precision only, for one question.
pub fn answer_in_one_precision(open_query: QueryOpener, question: &Question) -> Answer {
    OpenedQuery::new(open_query, question).answer_in_one_precision(question)
}
