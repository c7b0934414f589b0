//! A scene's questions, asked of the engine: a scene and a query become a [`Run`], which answers frame by frame, or shows
//! a frame as a lesson that can be stepped.
//!
//! The files in `precision/` are compiled twice, once for each precision of the engine.

mod asked;
mod bodies;
pub mod double;
mod error;
pub mod frusta;
mod hulled;
mod mesh;
mod method;
pub(crate) mod outline;
mod recorded;
mod replay;
mod roles;
mod run;
mod simulation;
pub mod single;

pub use error::QueryError;
use error::misdirected;
pub use hulled::{Added, HullOfMesh, added_at_once, hulls_of_meshes};
pub use recorded::{pair_in_frame, recorded};
pub use roles::{role_names, role_of, roles};
pub use run::{Precision, Run};
pub use simulation::{Broken, Simulation};

use std::sync::Arc;

use crate::lesson::{Card, Lesson, Verdict};
use crate::scene::model::{Algorithm, Dimension, Query, Scene};

/// The cards of all lessons, in the order in which menus list them.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    let entries = double::ENTRIES.iter().enumerate();
    let first = |i: usize, card: &Card| !double::ENTRIES[..i].iter().any(|entry| entry.card.title == card.title);
    entries.filter(move |(i, entry)| first(*i, entry.card)).map(|(_, entry)| entry.card)
}

/// Which algorithms answer in scenes of this dimension, and what they are called, in the order in which menus list them.
pub fn lessons(dimension: Dimension) -> impl Iterator<Item = (Algorithm, &'static str)> {
    let entries = double::ENTRIES.iter().filter(move |entry| entry.dimension == dimension);
    entries.map(|entry| (entry.algorithm, entry.card.title))
}

/// The card of the lesson that answers a query in a scene of this dimension.
pub fn card(dimension: Dimension, algorithm: Algorithm) -> Option<&'static Card> {
    let mut entries = double::ENTRIES.iter();
    entries.find(|entry| entry.dimension == dimension && entry.algorithm == algorithm).map(|entry| entry.card)
}

/// Opens a query of a scene. Errors name the field at fault, of the query or of a body.
pub fn open(precision: Precision, scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    match precision {
        Precision::F32 => single::open(scene, query),
        Precision::F64 => double::open(scene, query),
    }
}

/// Opens a question about a world for a run that nobody looks at. Errors as [`open`] has them.
pub fn simulation(precision: Precision, scene: &Scene, query: &Query) -> Result<Box<dyn Simulation>, QueryError> {
    match precision {
        Precision::F32 => single::simulation(scene, query),
        Precision::F64 => double::simulation(scene, query),
    }
}

/// What a body of a world weighs, kilograms; `None` where the world is refused, or where the body feels nothing.
pub fn mass(scene: &Scene, query: &Query, body: usize) -> Option<f64> {
    double::mass(scene, query, body)
}

/// The production answer in one frame (0 in a scene that stands still).
pub fn answer(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, QueryError> {
    open(precision, scene, query)?.answer(frame)
}

/// The frame that is shown to who asks for none, recorded step by step; see [`Run::opening`].
pub fn opening(precision: Precision, scene: &Scene, query: &Query) -> Result<Arc<dyn Lesson>, QueryError> {
    let run = open(precision, scene, query)?;
    let lesson = run.lesson(run.opening()?)?;
    run.compare()?;
    Ok(lesson)
}

/// One frame, recorded step by step, with all that is told of the frames beside it.
pub fn lesson(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
    let run = open(precision, scene, query)?;
    let lesson = run.lesson(frame)?;
    run.compare()?;
    Ok(lesson)
}
