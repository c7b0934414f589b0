//! The window: two linked views, the scene, the steps, the timeline, the bounds and the verdict.
//!
//! [`State`] is plain data; panels read it and return [`Command`]s; [`update`] is its only writer and returns
//! [`Effect`]s for the outside world, the engine included. A [`Question`] has all inputs of a run; it goes to a thread
//! when it differs from the last one, and the [`Answer`] returns as a command. [`Window`] is one function that draws
//! everything: eframe, the offscreen renderer and the tests call it.
//!
//! Dependencies, from the bottom: the data (commands, questions, shots, [`State`]); [`update`], effects and threads;
//! panels and views; window and shell.

mod arithmetic;
mod asked;
mod asking;
mod banner;
mod beside;
mod breakpoint;
mod clip;
mod command;
mod disk;
mod document;
mod edit;
mod effect;
mod film;
mod focus;
mod framing;
mod fuzzy;
mod gallery;
mod help;
mod hover;
mod inputs;
mod judge;
mod keys;
mod layers;
mod layout;
mod numbers;
mod offscreen;
mod outlook;
mod pace;
mod panels;
mod player;
mod playhead;
mod predict;
mod prefs;
mod progress;
mod question;
mod reader;
mod recording;
mod recovery;
mod referee;
mod referees;
mod registry;
mod room;
mod shell;
mod shot;
mod side_by_side;
mod state;
mod studio;
mod survey;
mod theme;
mod thumbnail;
#[cfg(test)]
#[path = "../../tests/unit/toy/window.rs"]
mod toy;
mod twin;
mod typeset;
mod update;
mod viewport;
mod why;
mod window;
mod worker;

pub use asking::{Conflict, ExportFormat, Obstacle, PathBox, PathPurpose};
pub use banner::{Banner, Cause, Severity};
pub use beside::{Asked, Other};
pub use breakpoint::{Breakpoint, Condition};
pub use command::{
    BesideCommand, BreakCommand, ClipboardCommand, Command, FigureCommand, FileCommand, HandCommand, JudgeCommand,
    Jump, PredictCommand, RecoveryCommand, RunCommand, SaveCommand, SceneCommand, SelectCommand, Slot, TimeCommand,
    Tool, ViewCommand, WhyCommand, WindowCommand, WorldCommand,
};
pub use disk::{Guard, Stamp};
pub use document::{Disk, Document, Origin};
pub use edit::{Edit, Pull};
pub use effect::{Effect, Reading, perform};
pub use film::Film;
pub use focus::Focus;
pub use judge::{Column, Judge};
pub use layers::Layers;
pub use layout::Layout;
pub use offscreen::{Offscreen, render_window};
pub use player::{Player, engine_player};
pub use playhead::Playhead;
pub use predict::{Open, Predict};
pub use prefs::Prefs;
pub use progress::{AnimationProgress, ReadingProgress, RunProgress};
pub use question::{Answer, Question, Second};
pub use recording::Recording;
pub use recovery::{Found, Kept, Vault};
pub use registry::{ACTIONS, Action, Menu};
pub use room::Room;
pub use shell::run;
pub use shot::Shot;
pub use state::{Beside, Hand, State};
pub use survey::Survey;
pub use theme::Look;
pub use update::update;
pub use why::{Telling, Why};
pub use window::Window;
