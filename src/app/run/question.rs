//! Questions to the engine, with all inputs of a run, and their answers.

use std::sync::{Arc, OnceLock};

use contact_lens_check::captured::{FrameAgreement, Tolerance};
use contact_lens_check::{self as check, Bodies, Divergence, compare};
use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_play::{self as play, Precision, QueryError, Run};
use contact_lens_scene::model::{Query, Scene};
use glam::DVec3;

use super::query_opener::QueryOpener;
use super::recording::Recording;

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
            && self.frame == other.frame
            && self.uses_default_frame == other.uses_default_frame
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
    /// Answer in the other precision; `None` when the query cannot run in it or the answer was not computed.
    pub other_precision: Option<OtherPrecisionAnswer>,
    /// Whether the recording has only the last beat of the frame, for playback.
    pub end_only: bool,
}

/// Run in one precision, or the reason why there is none; empty until its first use.
type RunSlot = OnceLock<Result<Arc<dyn Run>, QueryError>>;

/// Frame of a run that was played for a question.
struct PlayedFrame {
    /// Index of the frame.
    frame: usize,
    lesson: Arc<dyn Lesson>,
}

/// Opened query, for all its frames. Keeps the state that one frame passes to the next.
pub struct OpenedQuery {
    open_query: QueryOpener,
    /// One of the questions about this run; its frame and precision do not matter.
    question: Question,
    /// Run in `f64`; see [`OpenedQuery::run`].
    f64_run: RunSlot,
    /// Run in `f32`; see [`OpenedQuery::run`].
    f32_run: RunSlot,
    /// Bounding boxes of a world's bodies over the run, computed on first use.
    world_extent: OnceLock<Arc<[[DVec3; 2]]>>,
    /// Tolerance of captured answers, computed on first use.
    capture_tolerance: OnceLock<Tolerance>,
}

impl OpenedQuery {
    /// Opened query of a question. Runs are opened on first use.
    pub fn new(open_query: QueryOpener, question: &Question) -> Self {
        Self {
            open_query,
            question: question.clone(),
            f64_run: RunSlot::new(),
            f32_run: RunSlot::new(),
            world_extent: OnceLock::new(),
            capture_tolerance: OnceLock::new(),
        }
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
        for precision in [Precision::F64, Precision::F32] {
            let Some(Ok(previous_run)) = previous.run_slot(precision).get() else { continue };
            if let Some(run) = previous_run.continued_as(&question.scene, &question.query) {
                drop(next.run_slot(precision).set(Ok(run)));
            }
        }
        next
    }

    /// Whether a question is about this run.
    pub fn is_about(&self, question: &Question) -> bool {
        self.question.has_same_run(question)
    }

    /// Place of the run in a precision.
    fn run_slot(&self, precision: Precision) -> &RunSlot {
        match precision {
            Precision::F64 => &self.f64_run,
            Precision::F32 => &self.f32_run,
        }
    }

    /// Run in a precision, opened on first use.
    fn run(&self, precision: Precision) -> Result<&dyn Run, QueryError> {
        let Question { scene, query, .. } = &self.question;
        let slot = self.run_slot(precision);
        slot.get_or_init(|| (self.open_query)(scene, query, precision)).as_deref().map_err(Clone::clone)
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
        let Question { id, end_only, .. } = *question;
        let PlayedFrame { frame, lesson } = match self.play_frame(question) {
            Ok(played) => played,
            Err(refusal) => {
                return Answer { id, frame: question.frame, recording: Err(refusal), other_precision: None, end_only };
            }
        };
        // Computed here, since the first access would otherwise block drawing.
        lesson.backdrop();
        let other_precision =
            if in_both { self.other_precision_answer(question, frame, lesson.as_ref()) } else { None };
        let hulls = play::hulls_of_meshes(&question.scene, &question.query);
        let captured = FrameAgreement::of(&question.scene, &question.query, lesson.verdict(), frame, || {
            let Question { scene, query, .. } = &self.question;
            *self.capture_tolerance.get_or_init(|| Tolerance::of_capture(scene, query))
        });
        let recording = Arc::new(Recording::new(lesson, hulls, captured, self.world_extent()));
        Answer { id, frame, recording: Ok(recording), other_precision, end_only }
    }

    /// Plays the frame that a question is about, in the question's precision.
    fn play_frame(&self, question: &Question) -> Result<PlayedFrame, QueryError> {
        let frame = self.frame_of(question)?;
        let run = self.run(question.precision)?;
        let lesson = if question.end_only { run.end_of(frame)? } else { run.lesson(frame)? };
        Ok(PlayedFrame { frame, lesson })
    }

    /// Plays the frame in the precision other than the question's, and compares the result with `shown`, the lesson in
    /// the question's precision. `None` when the query cannot run in the other precision.
    fn other_precision_answer(
        &self,
        question: &Question,
        frame: usize,
        shown: &dyn Lesson,
    ) -> Option<OtherPrecisionAnswer> {
        let precision = question.precision;
        let lesson = self.run(precision.other()).ok()?.lesson(frame).ok()?;
        let divergence = check::divergence(shown, lesson.as_ref());
        let verdict = lesson.verdict().clone();
        let findings = [&shown.verdict().finding, &verdict.finding];
        let names = [precision.name(), precision.other().name()];
        let bodies = Bodies::of(&question.scene, &question.query);
        let placed = bodies.map_or_else(Vec::new, |bodies| bodies.placed_in(frame));
        let contradiction = compare::contradiction_of_precisions(&placed, findings, names);
        Some(OtherPrecisionAnswer { verdict, divergence, contradiction })
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

/// Opens the query of one question, answers the question as [`OpenedQuery::answer`] does, and compares all frames.
pub fn open_and_answer(open_query: QueryOpener, question: &Question) -> Answer {
    let opened = OpenedQuery::new(open_query, question);
    let answer = opened.answer(question);
    opened.compare_frames(question.precision);
    answer
}

/// Opens the query of one question, and runs it in the question's precision only.
pub fn open_and_answer_in_one_precision(open_query: QueryOpener, question: &Question) -> Answer {
    OpenedQuery::new(open_query, question).answer_in_one_precision(question)
}
