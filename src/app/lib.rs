//! The window: linked views of a run, its scene, listing, timeline, plots and answer.
//!
//! [`State`] is plain data. Panels read it and return [`Command`]s; [`update()`] is its only writer and returns
//! [`Effect`]s: requests to files, dialogs, threads and the engine. A [`Question`] has all inputs of a run; it goes to
//! a thread when its answer may differ from the last one, and the [`Answer`] returns as a command. [`Window::ui`] draws
//! everything: eframe, the offscreen renderer and the tests call it.
//!
//! A run has steps, and each step is shown in *beats*, which the screen calls sub-steps. A beat has a sentence,
//! numbers, tables, and a picture made of *marks*. A *position* counts the beats of the whole run.
//!
//! Folders, lowest first; each depends only on folders listed before it:
//!
//! - **`banner`, `help`, `prefs`, `theme`**: messages, pages of the help, stored preferences, colors and fonts.
//! - **`text`, `view`**: numbers, symbols and search; cameras, layers and selection.
//! - **`run`**: questions to the engine, recordings, playback, comparisons.
//! - **`figures`, `files`**: figures and thumbnails; scene files, the open document, edits, recovery.
//! - **`command`, `pane_layout`, `state`**: everything that can happen; filled panes; everything that is shown.
//! - **`actions`, `background`**: menus, keys, clipboard; threads and effects.
//! - **`update`**: from a command to the next state.
//! - **`panels`, `viewport`**: tables, lists and dialogs; the views.
//! - **`window`, `shell`, `offscreen`**: the whole window, on a desktop or without one.

mod actions;
mod background;
mod banner;
mod command;
mod figures;
mod files;
mod glossary;
mod help;
mod offscreen;
mod pane_layout;
pub(crate) mod panels;
mod prefs;
mod run;
mod shell;
mod state;
mod text;
mod theme;
mod update;
mod view;
mod viewport;
mod window;

pub use self::actions::registry::{ACTIONS, Action, Menu};
pub use self::background::effect::{Effect, Reading, perform};
pub use self::figures::animation_options::AnimationOptions;
pub use self::figures::shot::Shot;
pub use self::files::disk::{Guard, Stamp};
pub use self::files::document::{Disk, Document, KeptWorld};
pub use self::files::edit::{Edit, PointerDrag};
pub use self::files::path_dialog::{Conflict, ExportFormat, Obstacle, PathDialog, PathPurpose};
pub use self::files::recovery::{FoundEdits, RecoveryFolder, StoredEdits};
pub use self::pane_layout::PaneLayout;
pub use self::run::breakpoint::{Breakpoint, Condition};
pub use self::run::comparison::{RunDifference, RunDivergence, RunInputs};
pub use self::run::derivation::{Derivation, DerivationLink};
pub use self::run::expectation_results::{Column, ExpectationResults};
pub use self::run::explanation::{Explanation, ExplanationEntry};
pub use self::run::playhead::Playhead;
pub use self::run::prediction::{OpenQuestion, Prediction};
pub use self::run::progress::{AnimationProgress, ReadingProgress, RunProgress};
pub use self::run::query_opener::{QueryOpener, open_in_engine};
pub use self::run::question::{Answer, OtherPrecisionAnswer, Question};
pub use self::run::recording::Recording;
pub use self::run::survey::Survey;
pub use self::view::body_drag::BodyDrag;
pub use self::view::layers::Layers;
pub use self::view::selection::Focus;
pub use self::window::layout::Layout;
pub use banner::{Banner, Cause, Severity};
pub use command::{
    BodyDragCommand, BreakCommand, ClipboardCommand, Command, ComparisonCommand, ExpectationCommand,
    ExplanationCommand, FigureCommand, FileCommand, Jump, PredictionCommand, RecoveryCommand, RunCommand, SaveCommand,
    SceneCommand, SelectCommand, Slot, TimeCommand, Tool, ViewCommand, WindowCommand, WorldCommand,
};
pub use offscreen::{Offscreen, render_window};
pub use prefs::Prefs;
pub use shell::run;
pub use state::{Comparison, State};
pub use theme::Look;
pub use update::update;
pub use window::Window;
