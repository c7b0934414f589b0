//! Commands: every event of the window. Menus, keys, panels, tests and the file watcher send them, and
//! [`update`](super::update()) changes the state by them. A beat, in their names and docs, is a sub-step of the run.
//!
//! Each variant of [`Command`] has a handler of its own, so that a command without a handler does not compile.

mod comparison;
mod expectation_results;
mod explanation;
mod first_screen;
mod prediction;
mod system;
mod window;

use std::path::PathBuf;

use contact_lens_lesson::BeatIndex;

pub use self::comparison::ComparisonCommand;
pub use self::expectation_results::ExpectationCommand;
pub use self::explanation::ExplanationCommand;
pub(crate) use self::first_screen::stays_on_first_screen;
pub use self::prediction::PredictionCommand;
pub use self::system::{ClipboardCommand, FigureCommand, FileCommand, RecoveryCommand, RunCommand, SaveCommand};
pub use self::window::{
    BodyDragCommand, BreakCommand, SceneCommand, SelectCommand, TimeCommand, ViewCommand, WindowCommand, WorldCommand,
};
use super::files::path_dialog::PathPurpose;

/// Makes the enum [`Command`] from rows `Variant(CommandsOfThisKind),` and the conversion from each inner type.
macro_rules! command {
    ($($(#[$doc:meta])* $kind:ident($inner:ident),)*) => {
        /// A command to the window.
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
    /// Opening, importing and reloading scenes.
    File(FileCommand),
    /// Saving the scene, with its confirmations.
    Save(SaveCommand),
    /// Writing figures and animations.
    Figure(FigureCommand),
    Clipboard(ClipboardCommand),
    /// Unsaved edits of earlier windows.
    Recovery(RecoveryCommand),
    /// Scenes made from a world's run, and the return to the world.
    World(WorldCommand),
    /// A pointer drag on a body of a running world.
    BodyDrag(BodyDragCommand),
    /// Changes of the scene.
    Scene(SceneCommand),
    /// Selection of queries, bodies, frusta, joints and marks.
    Select(SelectCommand),
    /// Requests to the engine and to the thread that reads files, and their results.
    Run(RunCommand),
    /// Predictions before each step.
    Prediction(PredictionCommand),
    /// Expectations of queries, and the results of checking them.
    Expectation(ExpectationCommand),
    /// The list of the beats that change a mark.
    Explanation(ExplanationCommand),
    /// Two runs side by side.
    Comparison(ComparisonCommand),
    /// Frames, steps, beats and playback.
    Time(TimeCommand),
    /// Breakpoints of the timeline.
    Break(BreakCommand),
    /// Cameras, and the view that keys act on.
    View(ViewCommand),
    /// Messages, panels, and the look of the window.
    Window(WindowCommand),
}

impl Command {
    /// Command for a typed path. An existing file is not overwritten without a confirmation; for a score, it is an
    /// error.
    pub fn typed(purpose: PathPurpose, path: PathBuf) -> Self {
        match purpose {
            PathPurpose::Open => Self::File(FileCommand::Open(path)),
            PathPurpose::Save => Self::Save(SaveCommand::SaveAs(path)),
            PathPurpose::Export(_) => Self::Figure(FigureCommand::Export(path)),
            PathPurpose::Score => Self::Prediction(PredictionCommand::WriteScore { path, overwrite: false }),
        }
    }

    /// Command for a path from the system's file dialog, which has already confirmed overwriting.
    pub fn picked(purpose: PathPurpose, path: PathBuf) -> Self {
        match purpose {
            PathPurpose::Open => Self::File(FileCommand::Open(path)),
            PathPurpose::Save => Self::Save(SaveCommand::SaveOver(path)),
            PathPurpose::Export(_) => Self::Figure(FigureCommand::ExportOver(path)),
            PathPurpose::Score => Self::Prediction(PredictionCommand::WriteScore { path, overwrite: true }),
        }
    }
}

/// A move along the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// The first beat of the run.
    First,
    /// The last beat of the run.
    Last,
    Next,
    Previous,
    /// The first beat of the next step; in the last step, its last beat.
    NextStep,
    /// The first beat of this step, or of the previous one when already there.
    PreviousStep,
    /// The first step of the next group on the lesson's finest level of groups; in the last group, the last beat.
    NextGroup,
    /// The first step of this group on the finest level; when already there, that of the previous group.
    PreviousGroup,
    /// The first step of the next group on the coarsest level; in the last group, the last beat.
    NextOuterGroup,
    /// The first step of this group on the coarsest level; when already there, that of the previous group.
    PreviousOuterGroup,
    /// The next marked event.
    NextEvent,
    /// The previous marked event.
    PreviousEvent,
    /// The beat at this position among all beats of the run (see `Recording`).
    To(usize),
    /// The beat at this index; while an answer is pending, the beat of that answer once it has arrived.
    Beat(BeatIndex),
    /// The next beat at this line of the listing; after the last one, the first.
    Line(&'static str),
    /// The next beat at which a breakpoint matches.
    NextBreak,
    /// The previous beat at which a breakpoint matches.
    PreviousBreak,
}

/// A pane of the window's layout, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Slot {
    /// Bodies, queries and options.
    Scene,
    /// View by its index among the lesson's views; empty when the lesson has fewer.
    View(usize),
    /// Pseudocode listing with the current line.
    Algorithm,
    /// Sentence and values of the current beat.
    Step,
    /// Tables of the candidates and tests of the current beat.
    Tables,
    /// Plot over the steps.
    #[serde(rename = "Bounds")]
    Plot,
    /// Breakpoints, and fields to add one.
    Breakpoints,
    /// Source code of the current line.
    Code,
}

/// Maximum number of views in a lesson.
pub const MAX_VIEWS: usize = 8;

impl Slot {
    /// All panels that are not views.
    pub const PANELS: [Self; 7] =
        [Self::Scene, Self::Algorithm, Self::Step, Self::Tables, Self::Plot, Self::Breakpoints, Self::Code];

    /// All panels and views.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::PANELS.into_iter().chain((0..MAX_VIEWS).map(Self::View))
    }

    /// Title on the tab; for a view, the title until a lesson names it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Scene => "Scene",
            Self::View(_) => "View",
            Self::Algorithm => "Algorithm",
            Self::Step => "This step",
            Self::Tables => "Tables",
            Self::Plot => "Plot",
            Self::Breakpoints => "Breakpoints",
            Self::Code => "Code",
        }
    }
}

/// Action of the handles on the selected body or frustum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Translation, by arrows along the axes.
    #[default]
    Move,
    /// Rotation, by rings around the axes.
    Rotate,
    /// Scaling, by a knob.
    Scale,
}
