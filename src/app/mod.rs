//! The window: two linked views, the scene, the steps, the timeline, the bounds and the verdict.
//!
//! [`State`] is plain data; panels read it and answer with [`Command`]s; [`update`] is the only writer and asks for the
//! world outside through [`Effect`]s. [`Window`] is the one function that draws all of it: eframe, the offscreen
//! renderer and the tests call the same.

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
mod reel;
mod registry;
mod shell;
mod stage;
mod state;
mod theme;
mod update;
mod window;

pub use command::{Command, Jump, Pane, PathPurpose, Tool};
pub use document::Document;
pub use edit::Edit;
pub use effect::{Effect, ExportFormat, perform};
pub use layout::Layout;
pub use offscreen::{Offscreen, WindowOptions, render_window};
pub use player::{Player, Precision, Refusal, engine_player};
pub use reel::Reel;
pub use registry::{ACTIONS, Action, Menu};
pub use shell::run;
pub use state::{Banner, Focus, PathBox, Playhead, Prefs, Severity, State};
pub use theme::Look;
pub use update::update;
pub use window::Window;
