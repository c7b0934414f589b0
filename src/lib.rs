//! **Contact Lens**: a step debugger for collision detection, and the engine that it debugs.
//!
//! # One idea
//!
//! The debugger steps the very code that production callers run. Every algorithm is a [`step::Stepper`]: a struct in the
//! symbols of its source whose `step()` is one iteration of the source's outer loop. A recorded run is the list of states.
//! What a person sees of a state is made on demand, as plain data, by the lesson of the same name.
//!
//! # Map of the house
//!
//! The engine is a package of its own, [`contact_lens_engine`], and all of it is reached from here too.
//!
//! | room | what it is | what it may know |
//! |---|---|---|
//! | `engine/` | the package: [`step`], [`single`] and [`double`] (the same files compiled twice, in `f32` and in `f64`), [`ask`] (every choice and option of a question), [`snapshot`] (states as plain data in `f64`, compiled once), [`references`] (the sources, by the keys that docs cite) | glam, `robust`, `wide`, `dashu` |
//! | `engine/dim3/`, `engine/dim2/` | space and the plane, a folder an algorithm, the same names for the same things | the engine's own prelude, algorithms below |
//! | [`watch`] | a long run that somebody waits for, and how to end it | nothing |
//! | `keys` | the states of a run, as many as fit into a budget, and the way to all others | nothing |
//! | [`answer`] | the findings, a type a kind: what `run --json`, batch, reports and expectations read | nothing |
//! | [`picture`] | marks with meaning in world coordinates; camera, theme, SVG, PNG, GIF, text dump | nothing |
//! | [`lesson`] | card, view, beat, tape, table, series: what every lesson is made of; `lesson/<algorithm>/` tells its snapshots | `answer`, `ask`, `picture`, `snapshot`, `step`, `keys` |
//! | [`scene`] | the file format: model, parser, schema, errors with line and field | `ask`, `watch` |
//! | [`import`] | what other programs write (robots, printed shapes, arrays, captures) becomes scenes | `scene`, `ask` |
//! | [`play`] | a scene's query, or a line of a batch as one, becomes a run over all frames; the list of lessons | the engine, `scene`, `lesson`, `answer` |
//! | [`check`] | expectations, certificates, cross-checks, reports | all above |
//! | [`cli`], [`app`] | the command line; the window | all above |
//!
//! Within a room the arrows between files lead down too: no files use each other in a circle, where a file and the folder
//! of its name are one.
//!
//! # Conventions
//!
//! Right-handed, y up, meters; radians inside, degrees on screens. Quaternions are `[x, y, z, w]`. The
//! configuration-space obstacle (CSO) is `A − B`. Signed distance: positive apart, negative overlapping. Normals are
//! unit vectors from A towards B. Witness points satisfy `p_A − p_B = v`, the CSO's point nearest the origin.
//! Pairs are computed in the *pair frame*: A's axes, origin at A's origin.
//!
//! # Features
//!
//! `default = ["app", "cli"]`. `scenes` (file format), `lessons`, `figures`, `cli` and `app` each add a room. No feature
//! changes behavior, only what is there.

/// The engine, a package of its own.
pub use contact_lens_engine::{ask, double, glam, references, single, snapshot, step};

#[cfg(feature = "lessons")]
pub mod answer;
#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "lessons")]
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "import")]
pub mod import;
#[cfg(feature = "lessons")]
mod keys;
#[cfg(feature = "lessons")]
pub mod lesson;
#[cfg(feature = "lessons")]
pub mod picture;
#[cfg(feature = "lessons")]
pub mod play;
#[cfg(feature = "scenes")]
pub mod scene;
#[cfg(feature = "scenes")]
pub mod watch;

/// The README's library example, kept true by the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
