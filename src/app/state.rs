//! State of the whole window, as plain data. Once the window is open, only [`update`](super::update()) writes it.

use std::path::PathBuf;
use std::sync::Arc;

use glam::DVec2;

use super::banner::{Banner, NOTE_TIME, Severity};
use super::command::{Command, Tool};
use super::figures::animation_options::{AnimationLength, AnimationOptions};
use super::figures::shot::Shot;
use super::files::document::Document;
use super::files::path_dialog::{Conflict, PathBox};
use super::files::recovery::{FoundEdits, RecoveryStatus};
use super::help::HelpPage;
use super::pane_layout::PaneLayout;
use super::prefs::Prefs;
use super::run::breakpoint::Breakpoint;
use super::run::comparison::{ComparisonInputs, RunDifference, RunInputs};
use super::run::expectation_results::ExpectationResults;
use super::run::explanation::Explanation;
use super::run::pace::frame_rate;
use super::run::playhead::Playhead;
use super::run::prediction::Prediction;
use super::run::progress::{AnimationProgress, ReadingProgress, RunProgress};
use super::run::query_opener::QueryOpener;
use super::run::question::{OtherPrecisionAnswer, Question};
use super::run::recording::Recording;
use super::run::request::{EngineRequest, Reframe};
use super::run::survey::Survey;
use super::view::hover::belongs_to_body;
use super::view::selection::Focus;
use super::view::view_camera::ViewCameras;
use crate::answer::FindingFacts as _;
use crate::check::Divergence;
use crate::lesson::{Backdrop, Beat, BeatIndex, Pictures, Verdict, View, WORLD};
use crate::picture::{Camera, Key, Picture};
use crate::play::{self, QueryError};
use crate::scene::model::{Query, Scene};

/// Maximum number of recent files in the menu.
pub(super) const MAX_RECENT_FILES: usize = 10;

/// A pointer drag that pulls a body of a world through a joint of kind `mouse`.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDrag {
    /// Name of the joint that stores the drag in the scene.
    pub joint: String,
    /// Name of the dragged body.
    pub body: String,
    /// Grabbed point, in the body's frame, meters.
    pub anchor: DVec2,
    /// Largest force of the drag, newtons.
    pub max_force: f64,
    /// Current position of the pointer, world frame, meters.
    pub target: DVec2,
}

/// A second run that is compared with the run shown.
pub struct Comparison {
    /// Difference between the two runs.
    pub difference: RunDifference,
    /// State of the second run, kept by the same functions as that of the run shown.
    pub state: Box<State>,
    /// Inputs of the second run when it was last requested; `None` before.
    pub(super) inputs: Option<ComparisonInputs>,
    /// Recordings of the run shown and of the second run in the current or the last comparison; `None` before.
    pub(super) compared: Option<[Arc<Recording>; 2]>,
    /// Divergence of the two runs; the outer value is `None` until it is known, the inner one when they do not diverge.
    pub divergence: Option<Option<Divergence>>,
}

/// State of the whole window.
pub struct State {
    /// Open scene with its undo history.
    pub doc: Document,
    /// Selection: query, frame, body, and hidden bodies and layers.
    pub focus: Focus,
    /// Recording of the query shown; `None` until it is answered, and when the query was refused.
    pub recording: Option<Arc<Recording>>,
    /// Reason why there is no recording; `None` with one, and until the query is answered.
    pub refusal: Option<QueryError>,
    /// Answer in the other precision; `None` when that refuses or was not computed.
    pub other_precision: Option<OtherPrecisionAnswer>,
    /// Selected time of a motion, seconds, and pictures of the bodies at that time; `None` unless a motion is shown.
    pub(super) moment: Option<(f64, Pictures)>,
    /// Progress of a file that takes long to read; `None` if none is read.
    pub(super) reading_progress: Option<ReadingProgress>,
    /// Marks that belong to the mark under the pointer, by view.
    pub(super) linked: Pictures,
    /// Beats of the current step; empty without a recording.
    pub(super) beats: Vec<Beat>,
    /// Progress of the current run; `None` without one, and until it has taken longer than a frame.
    pub run_progress: Option<RunProgress>,
    /// Progress of the animation that is being written; `None` if none is.
    pub animation_progress: Option<AnimationProgress>,
    /// The last request to the engine, and what follows its answer.
    pub(super) request: EngineRequest,
    /// Breakpoints at which the timeline stops.
    pub breaks: Vec<Breakpoint>,
    /// Positions at which an enabled breakpoint matches, ascending.
    pub stops: Vec<usize>,
    /// Position in the recorded run, and playback.
    pub head: Playhead,
    /// Cameras and sizes of the views of the lesson shown.
    pub view_cameras: ViewCameras,
    /// Id of the view that keys act on.
    pub view: &'static str,
    /// Kind of handles on the selected body or frustum.
    pub tool: Tool,
    /// Whether the handles are drawn; false for screenshots and second runs, where nothing can be dragged.
    pub handles: bool,
    /// Results of the queries' expectations.
    pub expectation_results: ExpectationResults,
    /// Answers over all frames.
    pub survey: Survey,
    /// Prediction mode; `None` when it is off.
    pub prediction: Option<Prediction>,
    /// Open list of the steps that explain a mark; `None` if it is closed.
    pub explanation: Option<Explanation>,
    /// Second run of a side-by-side comparison; `None` without one.
    pub comparison: Option<Comparison>,
    /// Pointer drag on a body of a world; `None` without one.
    pub body_drag: Option<BodyDrag>,
    /// Id of the mark under the pointer; `None` if there is none.
    pub hover: Option<Key>,
    pub prefs: Prefs,
    /// Layout of the window: filled pane, presentation mode, type size.
    pub pane_layout: PaneLayout,
    /// Whether the command palette is open.
    pub palette: bool,
    /// Whether the field that goes to a step or a frame is open.
    pub go_to: bool,
    /// Whether the browser of shipped scenes is open.
    pub browser: bool,
    /// Open page of the help; `None` if the help is closed.
    pub help: Option<HelpPage>,
    /// Open dialog for a path; `None` if none is open.
    pub path_box: Option<PathBox>,
    /// Choices in the open animation dialog; `None` if it is closed.
    pub animation_box: Option<AnimationOptions>,
    /// File that needs a confirmation before it is overwritten; `None` without one.
    pub conflict: Option<Conflict>,
    /// Unsaved edits of earlier windows.
    pub found_edits: Vec<FoundEdits>,
    /// Recovery file with the edits of this window.
    pub(super) recovery_status: RecoveryStatus,
    /// Figure that waits for its path; `None` without one.
    pub(super) shot: Option<Box<Shot>>,
    /// Command that waits for an answer about unsaved edits; `None` without one.
    pub pending_command: Option<Box<Command>>,
    /// Command that runs once the scene is written; `None` for none.
    pub(super) after_save: Option<Box<Command>>,
    /// Messages, oldest first.
    pub banners: Vec<Banner>,
    /// Number of banners created; the source of banner ids.
    pub(super) banner_count: u64,
    /// Revision of everything the views show; caches compare it.
    pub revision: u64,
    /// Function that opens queries in the engine.
    pub(super) open_query: QueryOpener,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("focus", &self.focus).field("recording", &self.recording).finish_non_exhaustive()
    }
}

impl State {
    /// State of a window that has just opened `scene`. The first command sends a question to the engine.
    pub fn new(scene: Scene, path: Option<PathBuf>, prefs: Prefs, open_query: QueryOpener) -> Self {
        Self {
            doc: Document::new(scene, path),
            focus: Focus { uses_default_frame: true, ..Focus::default() },
            recording: None,
            refusal: None,
            other_precision: None,
            moment: None,
            reading_progress: None,
            linked: Pictures::default(),
            beats: Vec::new(),
            run_progress: None,
            animation_progress: None,
            request: EngineRequest { reframe: Reframe::Opened, ..EngineRequest::default() },
            breaks: Vec::new(),
            stops: Vec::new(),
            head: Playhead::at_start(prefs.speed),
            view_cameras: ViewCameras::default(),
            view: WORLD,
            tool: Tool::default(),
            handles: true,
            expectation_results: ExpectationResults::default(),
            survey: Survey::default(),
            prediction: None,
            explanation: None,
            comparison: None,
            body_drag: None,
            hover: None,
            prefs,
            pane_layout: PaneLayout::default(),
            palette: false,
            go_to: false,
            browser: false,
            help: None,
            path_box: None,
            animation_box: None,
            conflict: None,
            found_edits: Vec::new(),
            recovery_status: RecoveryStatus::default(),
            shot: None,
            pending_command: None,
            after_save: None,
            banners: Vec::new(),
            banner_count: 0,
            revision: 0,
            open_query,
        }
    }

    /// Returns a figure of the current beat; `None` without a recording.
    pub(super) fn current_figure(&self) -> Option<Shot> {
        let query = self.query()?;
        let recording = self.recording.clone()?;
        let names = play::role_names(&query.ask, recording.lesson.as_ref(), self.beat());
        Some(Shot {
            recording,
            index: self.beat_index(),
            beat: self.beat()?.clone(),
            cameras: self.views().iter().map(|view| *self.camera(view.id)).collect(),
            hidden: self.focus.hidden.clone(),
            layers: self.focus.layers.clone(),
            dark: self.prefs.dark,
            scene: self.doc.scene.name.clone(),
            query: query.name.clone(),
            names,
            animation: AnimationOptions::WHOLE,
            question: Box::new(Question {
                id: 0,
                scene: self.doc.scene.clone(),
                query: query.clone(),
                frame: self.frame_shown(),
                uses_default_frame: false,
                precision: self.focus.precision,
                end_only: false,
            }),
        })
    }

    /// Inputs of the run that is shown.
    pub fn run_inputs(&self) -> RunInputs {
        RunInputs { scene: self.doc.scene.clone(), query: self.focus.query, precision: self.focus.precision }
    }

    /// Number of frames in which the query can be shown.
    pub fn frames(&self) -> usize {
        self.doc.scene.frames_of(self.query())
    }

    /// Frames or steps that an animation can select from; `None` without a recording.
    pub fn animation_length(&self) -> Option<AnimationLength> {
        let steps = self.recording.as_ref()?.steps();
        Some(AnimationLength::of_run(self.frames(), steps))
    }

    /// Frame in the picture, from 0. During playback it can lag behind the requested frame.
    pub fn frame_shown(&self) -> usize {
        if self.head.frames_playing && self.recording.is_some() { self.request.frame } else { self.focus.frame }
    }

    /// Query that is shown; `None` for a scene without queries.
    pub fn query(&self) -> Option<&Query> {
        self.doc.scene.queries.get(self.focus.query)
    }

    /// Step and beat that are shown; the first ones without a recording.
    pub fn beat_index(&self) -> BeatIndex {
        self.recording.as_ref().map_or_else(BeatIndex::default, |recording| recording.beat_index(self.head.position))
    }

    /// Beat that is shown; during an open prediction, the beat of its question. `None` without a recording.
    pub fn beat(&self) -> Option<&Beat> {
        let open = self.prediction.as_ref().and_then(|predict| predict.open.as_ref());
        open.map(|open| &open.beat).or_else(|| self.beats.get(self.beat_index().beat))
    }

    /// Number of beats that may be revealed; unlimited outside prediction mode.
    pub fn revealed_beats(&self) -> usize {
        self.prediction.as_ref().map_or(usize::MAX, |predict| predict.revealed)
    }

    /// Whether prediction mode still hides the end of the run.
    pub fn hides_answers(&self) -> bool {
        self.recording.as_ref().is_some_and(|recording| self.revealed_beats() < recording.beats())
    }

    /// Static marks behind the beats; `None` without a recording.
    pub fn backdrop(&self) -> Option<Arc<Backdrop>> {
        self.recording.as_ref().map(|recording| recording.lesson.backdrop())
    }

    /// Picture of the current beat in one view; `None` without a beat.
    pub fn picture(&self, view: &str) -> Option<&Picture> {
        self.beat().map(|beat| beat.pictures.of(view))
    }

    /// Picture at the selected time, in one view; `None` if no time is selected.
    pub fn moment_picture(&self, view: &str) -> Option<&Picture> {
        self.moment.as_ref().map(|(_, pictures)| pictures.of(view))
    }

    /// Marks that belong to the mark under the pointer, in one view.
    pub(super) fn linked_picture(&self, view: &str) -> &Picture {
        self.linked.of(view)
    }

    /// Selected time, seconds, when the lesson shows its time axis on `view`; `None` otherwise, and if no time is
    /// selected.
    pub(super) fn moment_on(&self, view: &str) -> Option<f64> {
        let moments = self.recording.as_ref()?.lesson.moments()?;
        self.moment.as_ref().filter(|_| moments.view == view).map(|(t, _)| *t)
    }

    /// Verdict of the recording; `None` without a recording.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.recording.as_ref().map(|recording| recording.verdict())
    }

    /// Views of the lesson shown; without a lesson, those of the last one.
    pub fn views(&self) -> &'static [View] {
        self.view_cameras.shown()
    }

    /// Camera of a view.
    pub fn camera(&self, view: &str) -> &Camera {
        &self.view_cameras.view_camera(view).camera
    }

    /// Position at which the run in the other precision diverges; `None` if it does not, or is not known.
    pub(super) fn divergence_position(&self) -> Option<usize> {
        let divergence = self.other_precision.as_ref()?.divergence.as_ref()?;
        Some(self.recording.as_ref()?.position(divergence.step, divergence.beat))
    }

    /// Seconds until the next change that time causes: a beat, a frame, the end of a note, a motion of a camera, a
    /// recovery file. `None` at rest.
    pub fn seconds_until_due(&self) -> Option<f64> {
        let head = &self.head;
        let reading = self.recording.as_ref().map_or(0.0, |recording| recording.reading_time(head.position));
        let beat = head.playing.then(|| (1.0 - head.beat_fraction) * reading / head.speed);
        let frame = head.frames_playing.then(|| (1.0 - head.frame_fraction) / frame_rate(self.query()));
        let notes = self.banners.iter().filter(|banner| banner.severity == Severity::Note);
        let note = notes.map(|note| NOTE_TIME - note.age).min_by(f64::total_cmp);
        let camera_motion =
            self.views().iter().any(|view| self.view_cameras.view_camera(view.id).motion.is_some()).then_some(0.0);
        [beat, frame, note, camera_motion, self.recovery_status.due]
            .into_iter()
            .flatten()
            .min_by(f64::total_cmp)
            .map(|due| due.max(0.0))
    }

    /// Progress of the current run, when it has taken long enough to be shown; `None` before, and without a run.
    pub(super) fn long_run_progress(&self) -> Option<RunProgress> {
        self.run_progress.filter(|progress| progress.seconds > RunProgress::SHORT)
    }

    /// Whether a dialog waits for an answer.
    pub(super) fn has_open_dialog(&self) -> bool {
        self.path_box.is_some()
            || self.animation_box.is_some()
            || self.pending_command.is_some()
            || self.conflict.is_some()
            || !self.found_edits.is_empty()
    }

    /// Whether an error banner is open.
    pub(super) fn has_errors(&self) -> bool {
        self.banners.iter().any(|banner| banner.severity == Severity::Error)
    }

    /// Whether a mark belongs to a hidden body.
    pub(super) fn is_hidden(&self, key: &Key) -> bool {
        self.focus.hidden.iter().any(|name| belongs_to_body(key, name))
    }

    /// Sentence about the difference between the two precisions; `None` when they agree or are not both known.
    pub fn disagreement(&self) -> Option<String> {
        let shown = self.verdict()?;
        let answer = self.other_precision.as_ref()?;
        let this = self.focus.precision.name();
        let other = self.focus.precision.other().name();
        if let Some(why) = &answer.contradiction {
            return Some(format!("{why}: one of the two answers is wrong."));
        }
        let [ours, theirs] = [shown.finding.status(), answer.verdict.finding.status()];
        (ours != theirs).then(|| format!("{this}: {ours}; {other}: {theirs}."))
    }
}
