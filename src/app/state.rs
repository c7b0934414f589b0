//! Everything the window knows, as plain data. Only [`super::update`] writes it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use glam::DVec2;

use super::breakpoint::Breakpoint;
use super::command::{Command, Pane, PathPurpose, Tool};
use super::document::Document;
use super::player::Player;
use super::question::{Question, Second};
use super::reel::Reel;
use crate::check::{Precision, Refusal};
use crate::lesson::{Backdrop, Beat, Verdict};
use crate::picture::{Camera, Key, Picture};
use crate::scene::model::{Query, Scene};

/// How many files the menu remembers.
pub(super) const RECENT: usize = 10;

/// What is shown of the document.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Index of the query shown.
    pub query: usize,
    /// Index of the body whose fields are open.
    pub body: Option<usize>,
    /// Frame of a moving scene.
    pub frame: usize,
    /// In which precision the query is computed.
    pub precision: Precision,
    /// Names of bodies that are not drawn.
    pub hidden: BTreeSet<String>,
}

/// Where in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Beats from the start (see [`Reel`]).
    pub position: usize,
    /// Whether time runs.
    pub playing: bool,
    /// Beats a second.
    pub speed: f64,
    /// Part of the next beat that has passed, 0 to 1.
    pub carry: f64,
    /// Whether the frames of a moving scene run.
    pub film: bool,
    /// Part of the next frame that has passed, 0 to 1.
    pub film_carry: f64,
}

/// What is remembered from one session to the next.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Dark theme, or light.
    pub dark: bool,
    /// The real code beside the listing.
    pub code: bool,
    /// Words in the views.
    pub labels: bool,
    /// What the colours mean, in the views.
    pub legend: bool,
    /// Beats a second.
    pub speed: f64,
    /// Files opened last, the newest first.
    pub recent: Vec<PathBuf>,
}

impl Default for Prefs {
    fn default() -> Self {
        Self { dark: true, code: false, labels: true, legend: true, speed: 1.0, recent: Vec::new() }
    }
}

/// How bad a banner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Goes away by itself.
    Note,
    /// Stays until it is closed or overtaken by a good file.
    Error,
}

/// A message at the top of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Banner {
    /// To close it by.
    pub id: u64,
    /// How bad.
    pub severity: Severity,
    /// One or two sentences.
    pub text: String,
    /// Seconds since it came.
    pub age: f64,
}

/// A question for a path, asked in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathBox {
    /// What for.
    pub purpose: PathPurpose,
    /// What stands in the field at first.
    pub suggestion: String,
}

/// What the cameras do when the next answer comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reframe {
    /// They stay.
    #[default]
    Keep,
    /// Both panes show everything, from where they look now.
    Panes,
    /// As for a scene that was just opened.
    Opened,
}

/// What the engine was asked, and what has become of it.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The newest question.
    pub question: Option<Box<Question>>,
    /// What it was made of: edition of the scene, query, frame, precision.
    pub inputs: Option<(u64, usize, usize, Precision)>,
    /// Answers to questions before this one come too late.
    pub oldest: u64,
    /// Numbers of questions so far.
    pub count: u64,
    /// What the cameras do when the answer comes.
    pub reframe: Reframe,
}

/// Everything the window knows.
pub struct State {
    /// The open scene and its history.
    pub doc: Document,
    /// What is shown of it.
    pub focus: Focus,
    /// The played query; none when it was refused.
    pub reel: Option<Arc<Reel>>,
    /// Why there is nothing to see.
    pub refusal: Option<Refusal>,
    /// The answer in the other precision.
    pub second: Option<Second>,
    /// The beats of the step now; empty when nothing was played.
    pub(super) beats: Vec<Beat>,
    /// Turns so far of a run that takes longer than a frame.
    pub working: Option<usize>,
    /// What the engine was asked.
    pub(super) asked: Asked,
    /// Where the timeline stops.
    pub breaks: Vec<Breakpoint>,
    /// The positions at which a breakpoint that is on holds, in order.
    pub stops: Vec<usize>,
    /// Where in time.
    pub head: Playhead,
    /// One camera a pane, in the order of [`Pane::ALL`].
    pub cameras: [Camera; 2],
    /// Whether a camera still shows everything, untouched by hand.
    pub framed: [bool; 2],
    /// Width and height of each pane, points.
    pub sizes: [DVec2; 2],
    /// The view that keys act on.
    pub pane: Pane,
    /// The handles on the selected body.
    pub tool: Tool,
    /// What the pointer is over.
    pub hover: Option<Key>,
    /// Remembered choices.
    pub prefs: Prefs,
    /// Whether the command palette is open.
    pub palette: bool,
    /// Whether the list of shortcuts is open.
    pub help: bool,
    /// The question for a path that is open.
    pub path_box: Option<PathBox>,
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
        f.debug_struct("State").field("focus", &self.focus).field("reel", &self.reel).finish_non_exhaustive()
    }
}

impl State {
    /// A window on `scene`, which asks the engine with its first command.
    pub fn new(scene: Scene, path: Option<PathBuf>, prefs: Prefs, player: Player) -> Self {
        Self {
            doc: Document::new(scene, path),
            focus: Focus::default(),
            reel: None,
            refusal: None,
            second: None,
            beats: Vec::new(),
            working: None,
            asked: Asked { reframe: Reframe::Opened, ..Asked::default() },
            breaks: Vec::new(),
            stops: Vec::new(),
            head: Playhead {
                position: 0,
                playing: false,
                speed: prefs.speed,
                carry: 0.0,
                film: false,
                film_carry: 0.0,
            },
            cameras: [Camera::default(); 2],
            framed: [true; 2],
            sizes: [DVec2::new(380.0, 420.0); 2],
            pane: Pane::World,
            tool: Tool::default(),
            hover: None,
            prefs,
            palette: false,
            help: false,
            path_box: None,
            pending: None,
            after_save: None,
            banners: Vec::new(),
            banner_count: 0,
            revision: 0,
            player,
        }
    }

    /// The query shown.
    pub fn query(&self) -> Option<&Query> {
        self.doc.scene.queries.get(self.focus.query)
    }

    /// Step and beat now, both from 0.
    pub fn now(&self) -> (usize, usize) {
        self.reel.as_ref().map_or((0, 0), |reel| reel.at(self.head.position))
    }

    /// The beat shown.
    pub fn beat(&self) -> Option<&Beat> {
        self.beats.get(self.now().1)
    }

    /// What stands still behind the beats.
    pub fn backdrop(&self) -> Option<Arc<Backdrop>> {
        self.reel.as_ref().map(|reel| reel.lesson.backdrop())
    }

    /// The beat's own picture in one pane.
    pub fn picture(&self, pane: Pane) -> Option<&Picture> {
        self.beat().map(|beat| match pane {
            Pane::World => &beat.world,
            Pane::Cso => &beat.cso,
        })
    }

    /// The answer.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.reel.as_ref().map(|reel| reel.verdict())
    }

    /// The camera of a pane.
    pub fn camera(&self, pane: Pane) -> &Camera {
        &self.cameras[pane as usize]
    }

    /// The position at which the other precision goes another way.
    pub(super) fn parting(&self) -> Option<usize> {
        let (step, beat, _) = self.second.as_ref()?.parts.as_ref()?;
        Some(self.reel.as_ref()?.position(*step, *beat))
    }

    /// Whether a message waits to go away by itself.
    pub(super) fn has_notes(&self) -> bool {
        self.banners.iter().any(|banner| banner.severity == Severity::Note)
    }

    /// Whether a message waits to be closed.
    pub(super) fn has_errors(&self) -> bool {
        self.banners.iter().any(|banner| banner.severity == Severity::Error)
    }

    /// Whether a mark belongs to a body that is not drawn: the body's name, or the name and a slash, begins its key.
    pub(super) fn is_hidden(&self, key: &Key) -> bool {
        let hidden = &self.focus.hidden;
        if hidden.is_empty() {
            return false;
        }
        let text = kin(key).strip_prefix("body/").unwrap_or("");
        hidden
            .iter()
            .any(|name| text.strip_prefix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    /// How the two precisions differ, in words; none when they agree.
    pub fn disagreement(&self) -> Option<String> {
        let (shown, second) = (self.verdict()?, &self.second.as_ref()?.verdict);
        let (this, other) = (self.focus.precision.name(), self.focus.precision.other().name());
        let apart = shown.proof.lower > second.proof.upper || second.proof.lower > shown.proof.upper;
        if apart {
            return Some(format!("{this} and {other} prove brackets that do not meet: one of them is wrong."));
        }
        (shown.status != second.status)
            .then(|| format!("{this} says {}, {other} says {}.", shown.status, second.status))
    }
}

/// What a key is about: `world/`, `cso/` and the letters of partners are left out, so that a vertex `w/3` of the CSO, its
/// points `a/3` and `b/3` on the bodies, and the edges between them share it.
pub(super) fn kin(key: &Key) -> &str {
    let text = key.0.as_ref();
    let sides = ["world/", "cso/", "w/", "a/", "b/", "edge/"];
    sides.iter().find_map(|side| text.strip_prefix(side)).unwrap_or(text)
}

/// Whether a mark or row lights together with what the pointer is over.
pub(super) fn lit(hover: Option<&Key>, key: &Key) -> bool {
    hover.is_some_and(|hover| kin(hover) == kin(key))
}
