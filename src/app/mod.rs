//! The window: two linked views, the scene, the steps, the timeline, the bounds and the verdict.
//!
//! [`State`] is plain data; panels read it and answer with [`Command`]s; [`update`] is the only writer and asks for the
//! world outside through [`Effect`]s. The engine is part of that world: a [`Question`] is everything that a run hangs on,
//! it goes to a thread when it differs from the last one, and the [`Answer`] comes back as a command. [`Window`] is the
//! one function that draws all of it: eframe, the offscreen renderer and the tests call the same.

mod breakpoint;
mod command;
mod document;
mod edit;
mod effect;
mod framing;
mod layout;
mod numbers;
mod offscreen;
mod panels;
mod player;
mod question;
mod reel;
mod registry;
mod shell;
mod stage;
mod state;
mod theme;
mod update;
mod window;
mod worker;

pub use breakpoint::{Breakpoint, Condition};
pub use command::{Command, ExportFormat, Jump, Pane, PathPurpose, Slot, Tool};
pub use document::Document;
pub use edit::Edit;
pub use effect::{Effect, perform};
pub use layout::Layout;
pub use offscreen::{Offscreen, WindowOptions, render_window};
pub use player::{Player, engine_player};
pub use question::{Answer, Question, Second};
pub use reel::{Note, Reel};
pub use registry::{ACTIONS, Action, Menu};
pub use shell::{Opening, run};
pub use state::{Banner, Focus, PathBox, Playhead, Prefs, Severity, State};
pub use theme::Look;
pub use update::update;
pub use window::Window;
