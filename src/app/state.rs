//! State of the whole window, as plain data. Once the window is open, only [`update`](super::update()) writes it.

mod comparison;

use std::path::PathBuf;
use std::sync::Arc;

use contact_lens_lesson::{Backdrop, Beat, BeatIndex, Pictures, Verdict, View, WORLD};
use contact_lens_model::answer::FindingFacts as _;
use contact_lens_picture::{Camera, Key, Picture};
use contact_lens_play::{self as play, QueryError};
use contact_lens_scene::model::{Query, Scene};

pub use self::comparison::Comparison;
use super::banner::{Banner, NOTE_TIME, Severity};
use super::command::{Command, Tool};
use super::figures::animation_options::{AnimationLength, AnimationOptions};
use super::figures::shot::Shot;
use super::files::document::Document;
use super::files::path_dialog::{Conflict, PathDialog};
use super::files::recovery::{FoundEdits, RecoveryStatus};
use super::help::HelpPage;
use super::pane_layout::PaneLayout;
use super::prefs::Prefs;
use super::run::breakpoint::Breakpoint;
use super::run::captured_agreement::CapturedAgreement;
use super::run::comparison::RunInputs;
use super::run::derivation::Derivation;
use super::run::expectation_results::ExpectationResults;
use super::run::explanation::Explanation;
use super::run::pace::frame_rate;
use super::run::playhead::{Playhead, SelectedMoment};
use super::run::prediction::Prediction;
use super::run::progress::{AnimationProgress, ReadingProgress, RunProgress};
use super::run::query_opener::QueryOpener;
use super::run::question::{OtherPrecisionAnswer, Question};
use super::run::recording::Recording;
use super::run::request::{EngineRequest, Reframe};
use super::run::survey::Survey;
use super::view::body_drag::BodyDrag;
use super::view::hover::belongs_to_body;
use super::view::selection::Focus;
use super::view::view_camera::ViewCameras;

/// Maximum number of recent files in the menu.
pub(super) const MAX_RECENT_FILES: usize = 10;

/// State of the whole window.
pub struct State {
    // Scene and selection
    /// Open scene with its undo history.
    pub doc: Document,
    /// Selected query, frame, precision, body, frustum and joint, and hidden bodies and layers.
    pub focus: Focus,

    // Run shown
    /// Recording of the query shown; `None` until it is answered, and when the query was refused.
    pub recording: Option<Arc<Recording>>,
    /// Reason why there is no recording; `None` with one, and until the query is answered.
    pub refusal: Option<QueryError>,
    /// Answer in the other precision; `None` when the query cannot run in it or was not run.
    pub other_precision: Option<OtherPrecisionAnswer>,
    /// Beats of the current step; empty without a recording.
    pub(super) beats: Vec<Beat>,
    /// Position in the recorded run, and playback.
    pub playhead: Playhead,
    /// Selected time of a motion; `None` unless a motion is shown.
    pub(super) selected_moment: Option<SelectedMoment>,

    // Requests to the engine and to files
    /// Function that opens queries in the engine.
    pub(super) open_query: QueryOpener,
    /// The last request to the engine, and what follows its answer.
    pub(super) request: EngineRequest,
    /// Progress of the current run; `None` without one, and until its first report.
    pub run_progress: Option<RunProgress>,
    /// Progress of a file that takes long to read; `None` if none is read.
    pub(super) reading_progress: Option<ReadingProgress>,
    /// Progress of the animation that is being written; `None` if none is.
    pub animation_progress: Option<AnimationProgress>,

    // Analysis of the run
    /// Breakpoints at which the timeline stops.
    pub breakpoints: Vec<Breakpoint>,
    /// Positions at which an enabled breakpoint matches, ascending.
    pub breakpoint_positions: Vec<usize>,
    /// Results of the queries' expectations.
    pub expectation_results: ExpectationResults,
    /// Agreement of captured answers with the answers computed here.
    pub captured_agreement: CapturedAgreement,
    /// Curves of the query's answers over all frames.
    pub survey: Survey,
    /// Prediction mode; `None` when it is off.
    pub prediction: Option<Prediction>,
    /// Open list of the steps that explain a mark; `None` if it is closed.
    pub explanation: Option<Explanation>,
    /// Open derivation of a number; `None` when it is closed.
    pub derivation: Option<Derivation>,
    /// Second run of a side-by-side comparison; `None` without one.
    pub comparison: Option<Comparison>,

    // Views and pointer
    /// Cameras and sizes of the views of the lesson shown.
    pub view_cameras: ViewCameras,
    /// Id of the view that keys act on.
    pub active_view: &'static str,
    /// Kind of handles on the selected body or frustum.
    pub tool: Tool,
    /// Whether the handles are drawn; false for screenshots and second runs, where nothing can be dragged.
    pub shows_handles: bool,
    /// Id of the mark under the pointer; `None` if there is none.
    pub hover: Option<Key>,
    /// Additional marks by view that the lesson draws for the mark under the pointer.
    pub(super) linked_marks: Pictures,
    /// Pointer drag on a body of a world; `None` without one.
    pub body_drag: Option<BodyDrag>,
    /// Revision of everything the views show; caches compare it.
    pub revision: u64,

    // Window, panels and dialogs
    pub prefs: Prefs,
    /// Layout of the window: filled pane, presentation mode, type size.
    pub pane_layout: PaneLayout,
    /// Whether the command palette is open.
    pub is_palette_open: bool,
    /// Whether the field that goes to a step or a frame is open.
    pub is_go_to_open: bool,
    /// Whether the first screen is open, in the place of the panes.
    pub is_first_screen_open: bool,
    /// Whether the browser of shipped scenes is open.
    pub is_browser_open: bool,
    /// Open page of the help; `None` if the help is closed.
    pub help_page: Option<HelpPage>,
    /// Open dialog for a path; `None` if none is open.
    pub path_dialog: Option<PathDialog>,
    /// Choices in the open animation dialog; `None` if it is closed.
    pub animation_dialog: Option<AnimationOptions>,
    /// Messages, oldest first.
    pub banners: Vec<Banner>,
    /// Number of banners created; the source of banner ids.
    pub(super) banner_count: u64,

    // Saving and recovery
    /// File that needs a confirmation before it is overwritten; `None` without one.
    pub conflict: Option<Conflict>,
    /// Unsaved edits of earlier windows.
    pub found_edits: Vec<FoundEdits>,
    /// Recovery file with the edits of this window.
    pub(super) recovery_status: RecoveryStatus,
    /// Figure to export once its path is chosen; `None` without an open export dialog.
    pub(super) pending_figure: Option<Box<Shot>>,
    /// Command that waits for an answer about unsaved edits; `None` without one.
    pub pending_command: Option<Box<Command>>,
    /// Command that runs once the scene is written; `None` for none.
    pub(super) after_save: Option<Box<Command>>,
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
            beats: Vec::new(),
            playhead: Playhead::at_start(prefs.speed),
            selected_moment: None,
            open_query,
            request: EngineRequest { reframe: Reframe::Opened, ..EngineRequest::default() },
            run_progress: None,
            reading_progress: None,
            animation_progress: None,
            breakpoints: Vec::new(),
            breakpoint_positions: Vec::new(),
            expectation_results: ExpectationResults::default(),
            captured_agreement: CapturedAgreement::default(),
            survey: Survey::default(),
            prediction: None,
            explanation: None,
            derivation: None,
            comparison: None,
            view_cameras: ViewCameras::default(),
            active_view: WORLD,
            tool: Tool::default(),
            shows_handles: true,
            hover: None,
            linked_marks: Pictures::default(),
            body_drag: None,
            revision: 0,
            prefs,
            pane_layout: PaneLayout::default(),
            is_palette_open: false,
            is_go_to_open: false,
            is_first_screen_open: false,
            is_browser_open: false,
            help_page: None,
            path_dialog: None,
            animation_dialog: None,
            banners: Vec::new(),
            banner_count: 0,
            conflict: None,
            found_edits: Vec::new(),
            recovery_status: RecoveryStatus::default(),
            pending_figure: None,
            pending_command: None,
            after_save: None,
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
        if self.playhead.plays_frames && self.recording.is_some() { self.request.frame } else { self.focus.frame }
    }

    /// Query that is shown; `None` for a scene without queries.
    pub fn query(&self) -> Option<&Query> {
        self.doc.scene.queries.get(self.focus.query)
    }

    /// Step and beat that are shown; the first ones without a recording.
    pub fn beat_index(&self) -> BeatIndex {
        let position = self.playhead.position;
        self.recording.as_ref().map_or_else(BeatIndex::default, |recording| recording.beat_index(position))
    }

    /// Beat that is shown; during an open prediction, the beat of its question. `None` without a recording.
    pub fn beat(&self) -> Option<&Beat> {
        match self.prediction.as_ref().and_then(|prediction| prediction.open.as_ref()) {
            Some(open_question) => Some(&open_question.beat),
            None => self.beats.get(self.beat_index().beat),
        }
    }

    /// Number of beats that may be revealed; unlimited outside prediction mode.
    pub fn revealed_beats(&self) -> usize {
        self.prediction.as_ref().map_or(usize::MAX, |prediction| prediction.revealed)
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
        self.selected_moment.as_ref().map(|moment| moment.pictures.of(view))
    }

    /// Additional marks for the mark under the pointer, in one view.
    pub(super) fn linked_picture(&self, view: &str) -> &Picture {
        self.linked_marks.of(view)
    }

    /// Selected time, seconds, when the lesson shows its time axis on `view`; `None` otherwise, and if no time is
    /// selected.
    pub(super) fn moment_on(&self, view: &str) -> Option<f64> {
        let moments = self.recording.as_ref()?.lesson.moments()?;
        let selected = self.selected_moment.as_ref()?;
        (moments.view == view).then_some(selected.time)
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
        let playhead = &self.playhead;
        let reading_time = self.recording.as_ref().map_or(0.0, |recording| recording.reading_time(playhead.position));
        let next_beat = playhead.is_playing.then(|| (1.0 - playhead.beat_fraction) * reading_time / playhead.speed);
        let next_frame = playhead.plays_frames.then(|| (1.0 - playhead.frame_fraction) / frame_rate(self.query()));
        let notes = self.banners.iter().filter(|banner| banner.severity == Severity::Note);
        let end_of_note = notes.map(|note| NOTE_TIME - note.age).min_by(f64::total_cmp);
        // A moving camera changes in every frame.
        let is_camera_moving = self.views().iter().any(|view| self.view_cameras.view_camera(view.id).motion.is_some());
        let camera = is_camera_moving.then_some(0.0);
        let due_times = [next_beat, next_frame, end_of_note, camera, self.recovery_status.due];
        due_times.into_iter().flatten().min_by(f64::total_cmp).map(|due| due.max(0.0))
    }

    /// Progress of the current run, when it has taken long enough to be shown; `None` before, and without a run.
    pub(super) fn long_run_progress(&self) -> Option<RunProgress> {
        self.run_progress.filter(|progress| progress.seconds > RunProgress::SHORT)
    }

    /// Whether a dialog waits for an answer.
    pub(super) fn has_open_dialog(&self) -> bool {
        self.path_dialog.is_some()
            || self.animation_dialog.is_some()
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
        let precision = self.focus.precision.name();
        let other_precision = self.focus.precision.other().name();
        if let Some(why) = &answer.contradiction {
            return Some(format!("{why}: one of the two answers is wrong."));
        }
        let shown_status = shown.finding.status();
        let other_status = answer.verdict.finding.status();
        (shown_status != other_status)
            .then(|| format!("{precision}: {shown_status}; {other_precision}: {other_status}."))
    }
}
