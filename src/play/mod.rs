//! A scene's questions, asked of the engine: a scene and a query become a [`Run`], which answers frame by frame, or shows
//! a frame as a lesson that can be stepped.
//!
//! The files in `precision/` are compiled twice, once for each precision of the engine.

mod around;
mod asked;
mod beside;
mod bodies;
mod by_the_engine;
pub mod double;
mod error;
mod exercise;
pub mod frusta;
mod hulled;
mod mesh;
mod method;
pub(crate) mod outline;
mod parts;
mod question;
mod reach;
mod recorded;
mod replay;
mod roles;
mod run;
mod score_report;
mod showing;
mod simulation;
pub mod single;
mod survey;
mod theirs;
mod within;

pub use error::QueryError;
use error::misdirected;
pub use exercise::another;
pub use hulled::{Added, HullOfMesh, added_at_once, hulls_of_meshes, shape_notes};
pub use parts::{deciding_pair, is_about_parts};
pub use question::{Farthest, Inertia, MassProperties, Nearest, Question, RayFound, TestOfParts};
pub use reach::reach;
pub use recorded::{pair_in_frame, recorded};
pub use roles::{role_names, role_of, roles};
pub use run::{Precision, Prepared, Run};
pub use score_report::ScoreReport;
pub use showing::{Opened, WindowOptions, first_camera, spread, up, widen};
pub use simulation::{Broken, Simulation};
pub use survey::{Curve, IMPULSE, survey};
pub use theirs::{Audit, Compared, Judged, compare};

use std::sync::Arc;

use crate::lesson::{Card, Lesson, Verdict};
use crate::scene::case::{Corners, MassLine, Previous, RayLine, Search};
use crate::scene::model::{Algorithm, Dimension, Query, Scene, Solver};

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
    let run = match precision {
        Precision::F32 => single::open(scene, query),
        Precision::F64 => double::open(scene, query),
    }?;
    Ok(if query.theirs.is_empty() { run } else { Arc::new(beside::WithTheirs::new(run, scene, query)) })
}

/// Opens a question about contacts that goes on from what was found before. Errors as [`open`] has them.
pub fn contacts_after(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    previous: &Previous,
) -> Result<Arc<dyn Run>, QueryError> {
    match precision {
        Precision::F32 => single::contacts_after(scene, query, previous),
        Precision::F64 => double::contacts_after(scene, query, previous),
    }
}

/// Opens the question which boxes along the axes overlap, frame by frame, meters; `None` stands for one that is not there. In
/// the plane z = 0. It has no lesson.
pub fn pairs_of(precision: Precision, dimension: Dimension, frames: &[Vec<Option<Corners>>]) -> Arc<dyn Run> {
    match precision {
        Precision::F32 => single::pairs_of(dimension, frames),
        Precision::F64 => double::pairs_of(dimension, frames),
    }
}

/// Opens the question which of some points lie farthest along directions of any length.
///
/// # Errors
/// Points without a hull.
pub fn farthest(
    precision: Precision,
    points: &[[f64; 3]],
    directions: &[[f64; 3]],
    search: Search,
) -> Result<Box<dyn Question<Answer = Vec<Farthest>>>, QueryError> {
    match precision {
        Precision::F32 => single::farthest(points, directions, search),
        Precision::F64 => double::farthest(points, directions, search),
    }
}

/// Opens the question which point of a simplex, one to four points, is nearest to a point; meters.
///
/// # Errors
/// Points too far from that point, or too near.
pub fn nearest(
    precision: Precision,
    solver: Solver,
    points: &[[f64; 3]],
    query: [f64; 3],
) -> Result<Box<dyn Question<Answer = Nearest>>, QueryError> {
    match precision {
        Precision::F32 => single::nearest(solver, points, query),
        Precision::F64 => double::nearest(solver, points, query),
    }
}

/// Opens the question what a body weighs, filled evenly.
///
/// # Errors
/// A shape without mass properties: the error names the field of the line.
pub fn weighed(
    precision: Precision,
    line: &MassLine,
) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    match precision {
        Precision::F32 => single::weighed(line),
        Precision::F64 => double::weighed(line),
    }
}

/// Opens the question where a ray meets a body.
///
/// # Errors
/// A body that is none of this precision, and a direction that rounds to 0: the error names the field of the line.
pub fn ray(precision: Precision, line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    match precision {
        Precision::F32 => single::ray(line),
        Precision::F64 => double::ray(line),
    }
}

/// Opens the question whether two bodies overlap, one of which is made of parts. Errors as [`open`] has them.
pub fn test_of_parts(
    precision: Precision,
    scene: &Scene,
    query: &Query,
) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    match precision {
        Precision::F32 => single::test_of_parts(scene, query),
        Precision::F64 => double::test_of_parts(scene, query),
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
