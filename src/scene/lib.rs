//! The scene file format, which the program opens, saves, checks and draws, and the formats of captures and batch
//! lines.
//!
//! ```
//! use contact_lens_scene as scene;
//! let error = scene::parse("pair.scene.json", br#"{"version": 1, "nmae": "two boxes"}"#).unwrap_err();
//! assert_eq!(error.to_string(), "pair.scene.json:1:16: nmae: unknown field; did you mean `name`?");
//! ```

#![warn(missing_docs)]

pub mod atomic_write;
pub mod batch_line;
mod capture_writer;
pub mod catalog;
mod deserialize;
mod error;
mod flat;
mod frames;
mod io_error;
mod json;
pub mod limits;
pub(crate) mod list;
pub mod mesh;
pub mod meshes;
pub mod model;
mod no_effect;
mod other_algorithm;
mod parse;
mod path;
mod recorder;
mod references;
mod rules;
pub mod save;
pub mod schema;
mod shell_quote;
mod shipped;
mod tree;

pub use self::deserialize::unchecked;
pub use self::io_error::io_message;
pub use self::shell_quote::shell_quoted;
pub use capture_writer::{CaptureHead, CaptureWriter};
pub use error::{FieldError, SceneError, likely_name, suggestion};
pub use frames::{MissingBody, RecordedPlacement, Subject, Track};
pub use list::List;
pub use no_effect::{INSIDE, NoEffect, ignored_point, ignored_points, inner_point, inner_points, no_effect};
pub use parse::{Document, parse};
pub use recorder::Recorder;
pub use shipped::{SHIPPED, Shipped, index_of, shipped, welcome};
