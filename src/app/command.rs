//! Everything that can happen in the window. Menus, keys, panels, tests and the file watcher all send these.
//!
//! A command says by its kind who handles it, so that one which nobody handles does not compile.

mod beside;
mod inside;
mod judge;
mod outside;
mod predict;
mod why;

use std::path::PathBuf;

use super::asking::PathPurpose;

pub use beside::BesideCommand;
pub use inside::{
    BreakCommand, HandCommand, SceneCommand, SelectCommand, TimeCommand, ViewCommand, WindowCommand, WorldCommand,
};
pub use judge::JudgeCommand;
pub use outside::{ClipboardCommand, FigureCommand, FileCommand, RecoveryCommand, RunCommand, SaveCommand};
pub use predict::PredictCommand;
pub use why::WhyCommand;

macro_rules! command {
    ($($(#[$doc:meta])* $kind:ident($inner:ident),)*) => {
        /// Something that happens.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $($(#[$doc])* $kind($inner),)*
        }

        $(impl From<$inner> for Command {
            fn from(inner: $inner) -> Self {
                Self::$kind(inner)
            }
        })*
    };
}

command! {
    /// Opening a scene, and what becomes of the file that is open.
    File(FileCommand),
    /// Writing the scene, and what is asked before that.
    Save(SaveCommand),
    /// Writing a figure of what is shown.
    Figure(FigureCommand),
    /// Copy and paste.
    Clipboard(ClipboardCommand),
    /// Edits of earlier windows that nobody saved.
    Recovery(RecoveryCommand),
    /// From a world to a scene that is made of it, and back.
    World(WorldCommand),
    /// A hand on a body of a world that runs.
    Hand(HandCommand),
    /// Changes of the scene.
    Scene(SceneCommand),
    /// What of the scene is chosen.
    Select(SelectCommand),
    /// What is asked of threads, the engine first, and what they answer.
    Run(RunCommand),
    /// Questions before each step.
    Predict(PredictCommand),
    /// Answers against what is expected.
    Judge(JudgeCommand),
    /// Why something is as it is.
    Why(WhyCommand),
    /// Two runs side by side.
    Beside(BesideCommand),
    /// Through time.
    Time(TimeCommand),
    /// Where time stops.
    Break(BreakCommand),
    /// Cameras, and the view that keys act on.
    View(ViewCommand),
    /// Messages, panels, and how the window looks.
    Window(WindowCommand),
}

impl Command {
    /// What happens with a path that was typed. A file that is there already is not overwritten without a question.
    pub fn typed(purpose: PathPurpose, path: PathBuf) -> Self {
        match purpose {
            PathPurpose::Open => Self::File(FileCommand::Open(path)),
            PathPurpose::Save => Self::Save(SaveCommand::SaveAs(path)),
            PathPurpose::Export(_) => Self::Figure(FigureCommand::Export(path)),
            PathPurpose::Score => Self::Predict(PredictCommand::WriteScore(path, false)),
        }
    }

    /// What happens with a path from the system's dialog, which has asked that question itself.
    pub fn picked(purpose: PathPurpose, path: PathBuf) -> Self {
        match purpose {
            PathPurpose::Open => Self::File(FileCommand::Open(path)),
            PathPurpose::Save => Self::Save(SaveCommand::SaveOver(path)),
            PathPurpose::Export(_) => Self::Figure(FigureCommand::ExportOver(path)),
            PathPurpose::Score => Self::Predict(PredictCommand::WriteScore(path, true)),
        }
    }
}

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
    /// This beat of this step, both from 0; with the answer where that is still to come.
    Beat(usize, usize),
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
