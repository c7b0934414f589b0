//! Everything the window knows, as plain data. Only [`super::update`] writes it.

use std::path::PathBuf;
use std::sync::Arc;

use super::asked::{Asked, Reframe};
use super::asking::{Conflict, PathBox};
use super::banner::{Banner, NOTE_TIME, Severity};
use super::beside::{Asked as Shown, Other};
use super::breakpoint::Breakpoint;
use super::command::{Command, Tool};
use super::document::Document;
use super::film::Film;
use super::focus::Focus;
use super::help::HelpPage;
use super::hover::is_of;
use super::judge::Judge;
use super::outlook::Outlooks;
use super::pace::frame_rate;
use super::player::Player;
use super::playhead::Playhead;
use super::predict::Predict;
use super::prefs::Prefs;
use super::progress::{AnimationProgress, ReadingProgress, RunProgress};
use super::question::{Question, Second};
use super::recording::Recording;
use super::recovery::{Found, Keeping};
use super::room::Room;
use super::shot::Shot;
use super::survey::Survey;
use super::why::Why;
use glam::DVec2;

use crate::answer::Found as _;
use crate::check::Divergence;
use crate::lesson::{Backdrop, Beat, Pictures, Verdict, View, WORLD};
use crate::picture::{Camera, Key, Picture};
use crate::play::{self, QueryError};
use crate::scene::model::{Query, Scene};

/// How many files the menu remembers.
pub(super) const RECENT: usize = 10;

/// A hand on a body of a world.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// The joint that keeps what it does.
    pub joint: String,
    /// What it holds.
    pub body: String,
    /// Where, in the body's frame, meters.
    pub anchor: DVec2,
    /// Newtons.
    pub max_force: f64,
    /// Where it is, world, meters.
    pub target: DVec2,
}

/// Another run beside the one that is shown.
pub struct Beside {
    /// In what it differs.
    pub other: Other,
    /// All that is known of it, kept by the same functions as that of the run that is shown.
    pub state: Box<State>,
    /// What it was asked for: what was shown, in which frame, and in what it differs.
    pub(super) inputs: Option<(Shown, usize, Other)>,
    /// The two runs that are being compared, or were.
    pub(super) compared: Option<[Arc<Recording>; 2]>,
    /// Where they part; none while that is not known, none inside where they do not.
    pub parts: Option<Option<Divergence>>,
}

/// Everything the window knows.
pub struct State {
    /// The open scene and its history.
    pub doc: Document,
    /// What is shown of it.
    pub focus: Focus,
    /// The played query; none when it was refused.
    pub recording: Option<Arc<Recording>>,
    /// Why there is nothing to see.
    pub refusal: Option<QueryError>,
    /// The answer in the other precision.
    pub second: Option<Second>,
    /// The moment of a motion that was chosen, seconds, and what is where then; nothing where no motion is shown.
    pub(super) moment: Option<(f64, Pictures)>,
    /// The file that is being read, if it takes more than a moment.
    pub(super) underway: Option<ReadingProgress>,
    /// What belongs to the mark under the pointer, in all views.
    pub(super) linked: Pictures,
    /// The beats of the step now; empty when nothing was played.
    pub(super) beats: Vec<Beat>,
    /// How far the run at work is, when it takes longer than a frame.
    pub working: Option<RunProgress>,
    /// The animation that is being written.
    pub drawing: Option<AnimationProgress>,
    /// What the engine was asked.
    pub(super) asked: Asked,
    /// Where the timeline stops.
    pub breaks: Vec<Breakpoint>,
    /// The positions at which a breakpoint that is on holds, in order.
    pub stops: Vec<usize>,
    /// Where in time.
    pub head: Playhead,
    /// The views of the lesson shown, and how they are looked at.
    pub outlooks: Outlooks,
    /// The id of the view that keys act on.
    pub view: &'static str,
    /// The handles on the selected body.
    pub tool: Tool,
    /// Whether they are drawn: not in a picture of the window, which nobody drags in.
    pub handles: bool,
    /// What all queries have shown against what they expect.
    pub judge: Judge,
    /// The answer over all frames.
    pub survey: Survey,
    /// What somebody predicts, while somebody does.
    pub predict: Option<Predict>,
    /// Why something is as it is, while somebody asks.
    pub why: Option<Why>,
    /// Another run beside the one that is shown, while somebody compares them.
    pub beside: Option<Beside>,
    /// The hand on a body of a world, while there is one.
    pub hand: Option<Hand>,
    /// What the pointer is over.
    pub hover: Option<Key>,
    /// Remembered choices.
    pub prefs: Prefs,
    /// Who has the room in the window.
    pub room: Room,
    /// Whether the command palette is open.
    pub palette: bool,
    /// Whether the field is open that goes to a step or a frame.
    pub going: bool,
    /// Whether the browser of shipped scenes is open.
    pub browser: bool,
    /// The page of the help that is open.
    pub help: Option<HelpPage>,
    /// The question for a path that is open.
    pub path_box: Option<PathBox>,
    /// What an animation is to show, while that is asked.
    pub film_box: Option<Film>,
    /// The file that was not overwritten without a question.
    pub conflict: Option<Conflict>,
    /// Edits of earlier windows that nobody saved.
    pub found: Vec<Found>,
    /// What is kept of the edits of this one.
    pub(super) keeping: Keeping,
    /// The figure whose path is being asked for.
    pub(super) shot: Option<Box<Shot>>,
    /// What waits for an answer to "there are edits that are not saved".
    pub pending: Option<Box<Command>>,
    /// What is done once the scene is written.
    pub(super) after_save: Option<Box<Command>>,
    /// Messages, the oldest first.
    pub banners: Vec<Banner>,
    /// Names of banners so far.
    pub(super) banner_count: u64,
    /// Counts every change of what the views show: caches hang on it.
    pub revision: u64,
    /// Who answers queries.
    pub(super) player: Player,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("focus", &self.focus).field("recording", &self.recording).finish_non_exhaustive()
    }
}

impl State {
    /// A window on `scene`, which asks the engine with its first command.
    pub fn new(scene: Scene, path: Option<PathBuf>, prefs: Prefs, player: Player) -> Self {
        Self {
            doc: Document::new(scene, path),
            focus: Focus { opening: true, ..Focus::default() },
            recording: None,
            refusal: None,
            second: None,
            moment: None,
            underway: None,
            linked: Pictures::default(),
            beats: Vec::new(),
            working: None,
            drawing: None,
            asked: Asked { reframe: Reframe::Opened, ..Asked::default() },
            breaks: Vec::new(),
            stops: Vec::new(),
            head: Playhead::at_start(prefs.speed),
            outlooks: Outlooks::default(),
            view: WORLD,
            tool: Tool::default(),
            handles: true,
            judge: Judge::default(),
            survey: Survey::default(),
            predict: None,
            why: None,
            beside: None,
            hand: None,
            hover: None,
            prefs,
            room: Room::default(),
            palette: false,
            going: false,
            browser: false,
            help: None,
            path_box: None,
            film_box: None,
            conflict: None,
            found: Vec::new(),
            keeping: Keeping::default(),
            shot: None,
            pending: None,
            after_save: None,
            banners: Vec::new(),
            banner_count: 0,
            revision: 0,
            player,
        }
    }

    /// What a figure would show of the window now; none when it shows no run.
    pub(super) fn shoot(&self) -> Option<Shot> {
        let query = self.query()?;
        let recording = self.recording.clone()?;
        let names = play::role_names(&query.ask, recording.lesson.as_ref());
        Some(Shot {
            recording,
            at: self.now(),
            beat: self.beat()?.clone(),
            cameras: self.views().iter().map(|view| *self.camera(view.id)).collect(),
            hidden: self.focus.hidden.clone(),
            layers: self.focus.layers.clone(),
            dark: self.prefs.dark,
            scene: self.doc.scene.name.clone(),
            query: query.name.clone(),
            names,
            film: Film::WHOLE,
            question: Box::new(Question {
                id: 0,
                scene: self.doc.scene.clone(),
                query: query.clone(),
                frame: self.frame_shown(),
                opening: false,
                precision: self.focus.precision,
                passing: false,
            }),
        })
    }

    /// What was asked for the run that is shown.
    pub fn shown(&self) -> Shown {
        Shown { scene: self.doc.scene.clone(), query: self.focus.query, precision: self.focus.precision }
    }

    /// Number of frames that the query can be shown in.
    pub fn frames(&self) -> usize {
        self.doc.scene.frames_of(self.query())
    }

    /// Of how many an animation shows some, and of what: frames, or the steps of what has one; none where nothing is shown.
    pub fn film_length(&self) -> Option<(usize, &'static str)> {
        let recording = self.recording.as_ref()?;
        Some(if self.frames() > 1 { (self.frames(), "frame") } else { (recording.steps(), "step") })
    }

    /// The frame in the picture: while frames run it may lie behind the one that is computed.
    pub fn frame_shown(&self) -> usize {
        if self.head.film && self.recording.is_some() { self.asked.frame } else { self.focus.frame }
    }

    /// The query shown.
    pub fn query(&self) -> Option<&Query> {
        self.doc.scene.queries.get(self.focus.query)
    }

    /// Step and beat now, both from 0.
    pub fn now(&self) -> (usize, usize) {
        self.recording.as_ref().map_or((0, 0), |recording| recording.at(self.head.position))
    }

    /// The beat shown; while a question is open, that which stands for the question.
    pub fn beat(&self) -> Option<&Beat> {
        let open = self.predict.as_ref().and_then(|predict| predict.open.as_ref());
        open.map(|open| &open.beat).or_else(|| self.beats.get(self.now().1))
    }

    /// So many beats of the run may be told of: all of them, unless somebody predicts.
    pub fn told(&self) -> usize {
        self.predict.as_ref().map_or(usize::MAX, |predict| predict.shown)
    }

    /// Whether somebody predicts and has not come to the end of the run: then nothing tells how it ends.
    pub fn hides_answers(&self) -> bool {
        self.recording.as_ref().is_some_and(|recording| self.told() < recording.beats())
    }

    /// What stands still behind the beats.
    pub fn backdrop(&self) -> Option<Arc<Backdrop>> {
        self.recording.as_ref().map(|recording| recording.lesson.backdrop())
    }

    /// The beat's own picture in one view.
    pub fn picture(&self, view: &str) -> Option<&Picture> {
        self.beat().map(|beat| beat.pictures.of(view))
    }

    /// The picture of the moment that was chosen, in one view.
    pub fn moment_picture(&self, view: &str) -> Option<&Picture> {
        self.moment.as_ref().map(|(_, pictures)| pictures.of(view))
    }

    /// What belongs to the mark under the pointer, in one view.
    pub(super) fn linked_picture(&self, view: &str) -> &Picture {
        self.linked.of(view)
    }

    /// The moment that was chosen, of a lesson whose moments lie on this view.
    pub(super) fn moment_on(&self, view: &str) -> Option<f64> {
        let moments = self.recording.as_ref()?.lesson.moments()?;
        self.moment.as_ref().filter(|_| moments.view == view).map(|(t, _)| *t)
    }

    /// The answer.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.recording.as_ref().map(|recording| recording.verdict())
    }

    /// The views of the lesson shown; of the last one while there is none.
    pub fn views(&self) -> &'static [View] {
        self.outlooks.shown()
    }

    /// The camera of a view.
    pub fn camera(&self, view: &str) -> &Camera {
        &self.outlooks.of(view).camera
    }

    /// The position at which the other precision goes another way.
    pub(super) fn parting(&self) -> Option<usize> {
        let (step, beat, _) = self.second.as_ref()?.parts.as_ref()?;
        Some(self.recording.as_ref()?.position(*step, *beat))
    }

    /// Seconds until time alone changes something: a beat, a frame, a note, what is kept of the edits. None at rest.
    pub fn until_due(&self) -> Option<f64> {
        let head = &self.head;
        let beat = head.playing.then(|| (1.0 - head.carry) / head.speed);
        let frame = head.film.then(|| (1.0 - head.film_carry) / frame_rate(self.query()));
        let notes = self.banners.iter().filter(|banner| banner.severity == Severity::Note);
        let note = notes.map(|note| NOTE_TIME - note.age).min_by(f64::total_cmp);
        [beat, frame, note, self.keeping.due].into_iter().flatten().min_by(f64::total_cmp).map(|due| due.max(0.0))
    }

    /// Whether the run at work takes long enough to be mentioned.
    pub(super) fn computes_long(&self) -> Option<RunProgress> {
        self.working.filter(|working| working.seconds > RunProgress::SHORT)
    }

    /// Whether the window waits for an answer to a question of its own.
    pub(super) fn asks(&self) -> bool {
        self.path_box.is_some()
            || self.film_box.is_some()
            || self.pending.is_some()
            || self.conflict.is_some()
            || !self.found.is_empty()
    }

    /// Whether a message waits to be closed.
    pub(super) fn has_errors(&self) -> bool {
        self.banners.iter().any(|banner| banner.severity == Severity::Error)
    }

    /// Whether a mark belongs to a body that is not drawn.
    pub(super) fn is_hidden(&self, key: &Key) -> bool {
        self.focus.hidden.iter().any(|name| is_of(key, name))
    }

    /// How the two precisions differ, in words; none when they agree.
    pub fn disagreement(&self) -> Option<String> {
        let (shown, second) = (self.verdict()?, self.second.as_ref()?);
        let (this, other) = (self.focus.precision.name(), self.focus.precision.other().name());
        if let Some(why) = &second.against {
            return Some(format!("{why}: one of them is wrong."));
        }
        let [ours, theirs] = [shown.finding.status(), second.verdict.finding.status()];
        (ours != theirs).then(|| format!("{this} says {ours}, {other} says {theirs}."))
    }
}
