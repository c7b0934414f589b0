//! Everything that can happen in the window. Menus, keys, panels, tests and the file watcher all send these.

use std::path::PathBuf;

use glam::DVec2;

use super::asking::{Conflict, ExportFormat, PathPurpose};
use super::banner::Cause;
use super::breakpoint::Condition;
use super::disk::Stamp;
use super::edit::Edit;
use super::question::Answer;
use super::reader::Underway;
use super::recovery::Found;
use super::state::Working;
use super::studio::Drawing;
use crate::picture::{Camera, Key, ViewFrom};
use crate::play::Precision;
use crate::scene::model::{Algorithm, Scene};

/// A way through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// The very first beat.
    First,
    /// The very last beat.
    Last,
    /// One beat on.
    Next,
    /// One beat back.
    Back,
    /// The first beat of the next iteration of the outer loop.
    NextStep,
    /// The first beat of this iteration, or of the one before.
    BackStep,
    /// The first step of the next group of steps, of the finest level that the lesson has.
    NextGroup,
    /// The first step of this group, or of the one before.
    BackGroup,
    /// The same of the coarsest level.
    NextPart,
    /// The same back.
    BackPart,
    /// The next marked event.
    NextEvent,
    /// The previous marked event.
    BackEvent,
    /// The beat at this position (see `Recording`).
    To(usize),
    /// The next beat at this line of the listing, round the end.
    Line(&'static str),
    /// The next beat at which a breakpoint holds.
    NextBreak,
    /// The one before.
    BackBreak,
}

/// A docked panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Slot {
    /// Bodies and queries.
    Scene,
    /// The view of the lesson shown that has this place among its views; nothing where there are fewer.
    View(usize),
    /// The listing.
    Algorithm,
    /// Words and numbers of this beat.
    Step,
    /// Everything that was weighed in this beat.
    Tables,
    /// The plot over the steps.
    Bounds,
    /// Where the timeline stops.
    Breakpoints,
    /// The real code.
    Code,
}

/// As many views as a lesson may have.
pub const MOST_VIEWS: usize = 8;

impl Slot {
    /// All but the views.
    pub const PANELS: [Self; 7] =
        [Self::Scene, Self::Algorithm, Self::Step, Self::Tables, Self::Bounds, Self::Breakpoints, Self::Code];

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::PANELS.into_iter().chain((0..MOST_VIEWS).map(Self::View))
    }

    /// On its tab; of a view, before a lesson has named it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Scene => "Scene",
            Self::View(_) => "View",
            Self::Algorithm => "Algorithm",
            Self::Step => "This step",
            Self::Tables => "Tables",
            Self::Bounds => "Plot",
            Self::Breakpoints => "Breakpoints",
            Self::Code => "Code",
        }
    }
}

/// What the handles in the world view do to the selected body or frustum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Arrows.
    #[default]
    Move,
    /// Rings.
    Turn,
    /// A knob.
    Scale,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A scene of two boxes, to begin with.
    New,
    /// Ask for a file to open.
    AskOpen,
    /// Open this file.
    Open(PathBuf),
    /// Make a scene of these meshes.
    Import(Vec<PathBuf>),
    /// Open the shipped scene with this index.
    OpenShipped(usize),
    /// Open the file that was named when the program was started, now or as soon as it can be read.
    Launch(PathBuf),
    /// The file of [`Command::Launch`] cannot be read yet, for this reason.
    Awaits(PathBuf, String),
    /// Open a scene that lies in no file.
    Show(Box<Scene>),
    /// A scene was read; none of `path` and `stamp` for text that lies in no file.
    Loaded {
        /// The file.
        path: Option<PathBuf>,
        /// What it held.
        stamp: Option<Stamp>,
        /// What that means.
        scene: Box<Scene>,
    },
    /// The open file was read again.
    Reloaded {
        /// What it holds.
        stamp: Stamp,
        /// What that means.
        scene: Box<Scene>,
        /// Whether it takes the place of edits that are not saved.
        revert: bool,
    },
    /// The open file cannot be read any more, for this reason: somebody broke it.
    Broken(String),
    /// The open file is not there any more.
    Gone,
    /// Something outside went wrong.
    Failed(Cause, String),
    /// Something outside went well.
    Note(Cause, String),
    /// The folder of the open file has changed: look at the file.
    Look,
    /// Read the open file again.
    Reload,
    /// Write the open file, or ask where.
    Save,
    /// Ask where to write.
    AskSaveAs,
    /// Write there, if nothing is there.
    SaveAs(PathBuf),
    /// Write there, whatever is there.
    SaveOver(PathBuf),
    /// The scene was written there.
    Saved(PathBuf, Stamp),
    /// The scene was not written, for this reason: what was to come after is forgotten.
    NotSaved(String),
    /// A file was not overwritten: ask.
    InTheWay(Conflict),
    /// Overwrite that file.
    Overwrite,
    /// Throw the edits away and take what is in the file.
    Revert,
    /// Nobody answered a question for a path.
    Unanswered,
    /// Ask where to write a figure of the current beat.
    AskExport(ExportFormat),
    /// Write a figure of the beat that was shown when it was asked for, if nothing is there. The ending says which kind.
    Export(PathBuf),
    /// The same, whatever is there.
    ExportOver(PathBuf),
    /// There is no file dialog: ask for a path in the window, with this suggestion.
    AskPath(PathPurpose, String),
    /// Throw the edits away and do what was asked before.
    Discard,
    /// Write the edits and do what was asked before, once they are written.
    SaveFirst,
    /// Edits of an earlier window were found that nobody saved.
    Found(Vec<Found>),
    /// Take up the found edits with this index.
    Restore(usize),
    /// Delete the found edits with this index.
    Forget(usize),
    /// Ask about the found edits again at the next start.
    Later,
    /// Copy the answer with all its digits.
    CopyAnswer,
    /// Copy the values of this beat, one a line.
    CopyValues,
    /// Copy the tables of this beat, tabs between the columns.
    CopyTables,
    /// Copy the picture of all views.
    CopyPicture,
    /// Copy the query and its bodies as a scene.
    CopyQuery,
    /// Copy this text; the second one says what it is.
    Copy(String, &'static str),
    /// Get what is in the clipboard.
    AskPaste,
    /// Open what is in the clipboard: a scene, a path or a batch line.
    Paste(String),
    /// Close the window.
    Quit,
    /// Change the scene.
    Edit(Edit),
    /// The field was let go.
    EndGesture,
    /// Take the last edit back.
    Undo,
    /// Do it again.
    Redo,
    /// Show another query.
    SelectQuery(usize),
    /// Show the fields of a body.
    SelectBody(Option<usize>),
    /// Show the fields of a frustum.
    SelectFrustum(Option<usize>),
    /// Show the fields of a joint.
    SelectJoint(Option<usize>),
    /// Other handles on the selected body or frustum.
    SetTool(Tool),
    /// Hide or show a body's marks.
    ToggleBody(usize),
    /// Show another frame of a moving scene.
    SetFrame(usize),
    /// The next or previous frame.
    TurnFrame(i32),
    /// Let the frames run, or hold them.
    ToggleFilm,
    /// The engine answered.
    Answered(Box<Answer>),
    /// The engine is still at work.
    Working(Working),
    /// How all frames went is known now: it stands beside the lesson that is shown.
    Compared,
    /// A file is still being read, or is not any more.
    Underway(Option<Underway>),
    /// What came of a file that was asked for when the scene had this edition.
    Arrived(Box<Command>, u64),
    /// An animation is being written.
    Drawing(Drawing),
    /// End the animation that is being written.
    CancelDrawing,
    /// End the run at work, or the wait for a file.
    Cancel,
    /// Run the query again.
    Rerun,
    /// Open the run of a world as a scene with frames, in which other questions can be asked.
    RecordRun,
    /// Open two bodies of a world as they met in the frame that is shown, by index, with a question about them.
    AskAboutPair([usize; 2], Algorithm),
    /// Open a scene that was made of the world that is shown: there is a way back.
    ShowOfWorld(Box<Scene>),
    /// Back to the world of which the open scene was made, at the same frame and step.
    BackToWorld,
    /// Take hold of the body with this index, at this place of its world, meters.
    Grab(usize, DVec2),
    /// The hand is there now.
    Pull(DVec2),
    /// Take the hand off.
    LetGo,
    /// Compute in this precision.
    SetPrecision(Precision),
    /// The other precision.
    TogglePrecision,
    /// Play or pause the beats.
    TogglePlay,
    /// Play or pause: the frames where there are several, the beats where there is one.
    ToggleTime,
    /// Move through time.
    Jump(Jump),
    /// To the next beat at which this holds, once.
    RunTo(Condition),
    /// Stop whenever this holds, or no longer.
    ToggleBreak(Condition),
    /// Stop at this line of the listing, or no longer: the one lit now when none is named.
    BreakHere(Option<&'static str>),
    /// Switch the breakpoint with this index off, or on again.
    SwitchBreak(usize),
    /// Forget the breakpoint with this index.
    RemoveBreak(usize),
    /// Forget all of them.
    ClearBreaks,
    /// Beats a second.
    SetSpeed(f64),
    /// One notch faster (+1) or slower (−1).
    TurnSpeed(i32),
    /// Show what is where at this moment of a motion, seconds.
    SetMoment(f64),
    /// So many seconds have passed.
    Tick(f64),
    /// A camera was moved by hand.
    Camera(&'static str, Camera),
    /// A view has another width and height, points.
    Size(&'static str, DVec2),
    /// The id of the view that keys act on.
    Focus(&'static str),
    /// Bring the selection into view.
    FrameSelection,
    /// Bring everything into view, in all views.
    FrameAll,
    /// Look along an axis.
    View(ViewFrom),
    /// Perspective or parallel projection.
    ToggleProjection,
    /// What the pointer is over.
    Hover(Option<Key>),
    /// Dark or light.
    ToggleTheme,
    /// Show or hide the words in the views.
    ToggleLabels,
    /// Show or hide the legend in the views.
    ToggleLegend,
    /// Show or hide the views that a lesson shows on demand alone.
    ToggleAllViews,
    /// Show or hide the real code beside the listing.
    ToggleCode,
    /// Bring a docked panel to the front.
    Reveal(Slot),
    /// Open or close the command palette.
    TogglePalette,
    /// Open or close the list of shortcuts.
    ToggleHelp,
    /// Close whatever lies on top.
    Dismiss,
    /// Close one banner.
    DismissBanner(u64),
    /// The panels as they were on the first day.
    ResetLayout,
}
