//! **Contact Lens**: a step debugger for collision detection, and the engine that it debugs.
//!
//! # Design
//!
//! The debugger steps the code that production callers run. Each algorithm is a [`step::Stepper`]: a struct with the
//! symbols of its source whose `step()` is one iteration of the source's outer loop. A recorded run is the list of its
//! states. The lesson of the same name turns a state into sentences, values and pictures on demand, as plain data.
//!
//! # Packages
//!
//! Each folder of `src` is a package; Cargo enforces who may use whom.
//!
//! | folder | what it has | depends on |
//! |---|---|---|
//! | `model` | options ([`ask`]), states ([`snapshot`]), findings ([`answer`]), the trait [`step::Stepper`] | |
//! | `long_run` | progress and interruption of long runs ([`watch`]), stored states of a run | |
//! | `picture` | marks in world coordinates; camera, theme, SVG, PNG, GIF, text dump ([`picture`]) | |
//! | `engine` | [`single`], [`double`]: `engine/source`, compiled by two packages; [`references`] | `model` |
//! | `scene` | scene files: model, parser, schema, errors with line and field ([`scene`]) | `model` |
//! | `import` | robots, printed shapes, code, arrays and captures converted to scenes ([`import`]) | `scene` |
//! | `lesson` | cards, views, sub-steps, tables and series, made from snapshots ([`lesson`]) | `model`, `picture` |
//! | `play` | runs of a query over all frames; the list of lessons ([`play`]) | `engine`, `scene`, `lesson` |
//! | `figures` | figures, animations and pages of runs, without a display | `play` |
//! | `check` | expectations, certificates, cross-checks, reports ([`check`]) | `play` |
//! | `audit` | a captured step of any physics engine, judged stage by stage ([`audit`]) | `engine` |
//! | `cli`, `app` | the command line ([`cli`]); the window (`app`) | all above |
//!
//! In `engine/source`, `dim3` and `dim2` (3D and 2D) have one folder per algorithm and use the same names. Within a
//! package, dependencies between files form no cycle; a file and the folder of the same name count as one.
//!
//! # Conventions
//!
//! - **Axes**: right-handed, y up; meters; radians in code, degrees on screen; quaternions `[x, y, z, w]`.
//! - **Configuration space**: `A − B`, the configuration-space obstacle (CSO).
//! - **Signed distance**: positive when separated, negative when overlapping.
//! - **Normals**: unit vectors from A toward B.
//! - **Witness points**: `p_A − p_B = v`, the point of the CSO nearest the origin.
//! - **Pair frame**: pairs are computed in A's axes with the origin at A's origin.
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | bracket | proven lower and upper bound of a result, rounding included |
//! | certificate | data with which separate code proves a result |
//! | child shape | member of a compound, triangle of a mesh, cell of a height field |
//! | chord | the part of a line inside a convex body |
//! | clip | to cut the incident face by a side plane of the reference face |
//! | conflict | a point outside of a hull face, in that face's outside set |
//! | endpoint, swap | end of an interval of sweep and prune; exchange of two of them in the sorted list |
//! | ending | the reason why a run stopped |
//! | facet | a face of a polytope with any number of vertices |
//! | horizon | the edges between faces that a new point sees and those that it does not |
//! | penetration depth | the shortest translation that separates two overlapping bodies |
//! | separation | signed distance along an axis or between bodies |
//! | simplex | 1 to 4 support points of the CSO |
//! | snapshot | the state of an algorithm as plain data in `f64` |
//! | step, sub-step | one iteration of an algorithm; one sentence of its explanation (`5.2`) |
//! | support point | the vertex or surface point farthest along a direction |
//! | warm start | to begin from the result of the previous frame |
//! | witness point | the point of a body that realizes a distance or depth |
//!
//! # How to add an algorithm
//!
//! 1. **Engine**: a folder in `src/engine/source/dim3` or `dim2` with `mod.rs` (problem, source, departures, endings),
//!    `stepper.rs` (the state and `step()`, lines that end in `// @label`), `listing.txt` (pseudo-code with the same
//!    labels), `tests.rs` and `snapshot.rs`, which converts a state to the types of `src/model/snapshot`.
//! 2. **Lesson**: a folder in `src/lesson` with a `CARD` and the sub-steps made from two successive snapshots.
//! 3. **Query**: a row in `src/scene/model/query.rs`, options in `src/model/ask`, a `Method` in `src/play/precision`
//!    and its entry in the list there; a scene in `scenes` for every ending.
//! 4. **New kind of result**: a type in `src/model/answer`, a row in the table of expectations, a judge in
//!    `src/check/judge`.
//!
//! Tests check that labels match, that every lesson is listed and that every ending has a scene.
//!
//! # Features
//!
//! `app`, the default, adds the window. Features change no behavior.

#[cfg(feature = "app")]
pub use contact_lens_app as app;
pub use contact_lens_audit as audit;
pub use contact_lens_check as check;
pub use contact_lens_cli as cli;
pub use contact_lens_engine::{double, glam, references, single};
pub use contact_lens_figures as figures;
pub use contact_lens_import as import;
pub use contact_lens_lesson as lesson;
pub use contact_lens_long_run::watch;
pub use contact_lens_model::{answer, ask, snapshot, step};
pub use contact_lens_picture as picture;
pub use contact_lens_play as play;
pub use contact_lens_scene as scene;

/// Runs the README's library example as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
