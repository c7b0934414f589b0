//! Runs of a scene's queries: a scene and a query become a [`Run`], which answers every frame and records a frame as a
//! lesson that can be stepped.
//!
//! - **`run`, `scene_query`, `sceneless_query`**: opened queries, of scenes and of batch lines without a scene.
//! - **`precision/`**: one file per kind of query, compiled twice: as [`single`] and as [`double`].
//! - **`replay`**: the trait that these files implement, and warm starts from frame to frame.
//! - **`lesson_wrappers/`, `captured`**: lessons with another verdict, or with the answers of other engines.
//! - **`captured_step`**: audits of whole steps of other engines.
//! - **`drawing/`**: solids of bodies and their framing in pictures.
//! - **`world/`, `result_curves`**: simulated worlds; results of all frames as curves.
//! - **`exercise`, `score_report`**: variants of a scene for practice, and reports of predictions.
//! - **`deciding_pair`**: the pair of child shapes that decides a result, as a scene of its own.
//! - **`mesh_hulls`, `frusta`**: bodies that are hulls of meshes; view frusta.
//! - **`window_options`**: options of windows, and first cameras of views.

// `single` and `double` are the same files on purpose.
#![allow(clippy::duplicate_mod)]

mod captured;
mod captured_step;
mod deciding_pair;
pub mod double;
pub(crate) mod drawing;
mod error;
mod exercise;
pub mod frusta;
mod lesson_wrappers;
mod mesh_hulls;
mod replay;
mod result_curves;
mod run;
mod scene_query;
mod sceneless_query;
mod score_report;
pub mod single;
mod window_options;
mod world;

pub use self::world::no_contact::{ContactReason, NoContact, why_no_contact};
pub use self::world::saved_frames::{pair_in_frame, record_as_scene};
pub use self::world::simulation::{RunEnd, Simulation};
pub use self::world::travel_bounds::world_extent;
pub use captured::{Audit, Compared, Judgment, compare};
pub use deciding_pair::{deciding_pair, has_child_shapes};
pub use drawing::roles::{role_names, role_of, roles};
pub use error::QueryError;
use std::sync::Arc;

use contact_lens_audit::Step;
use contact_lens_lesson::{Card, Lesson, Verdict};
use contact_lens_scene::batch_line::{Corners, MassLine, Previous, RayLine, Search};
use contact_lens_scene::model::{Algorithm, Dimension, Query, Scene, Solver};

use error::misdirected;
pub use exercise::exercise;
pub use mesh_hulls::{AddedVolume, HullOfMesh, MeshAndHull, compare_with_hull, hulls_of_meshes, shape_notes};
pub use result_curves::{Curve, IMPULSE, curves_over_frames};
pub use run::{Precision, Prepared, Run};
pub use sceneless_query::{Farthest, Inertia, MassProperties, Nearest, Question, RayFound, TestOfParts};
pub use score_report::ScoreReport;
pub use window_options::{WindowOptions, WindowStart, add_beat_marks, evenly_spaced_indices, first_camera, up_axis};

/// Cards of all lessons, in the order of the menus.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    let entries = double::ENTRIES.iter().enumerate();
    entries.filter(|(i, entry)| is_first_with_title(*i, entry.card)).map(|(_, entry)| entry.card)
}

/// Whether no entry before `index` has the card's title.
fn is_first_with_title(index: usize, card: &Card) -> bool {
    !double::ENTRIES[..index].iter().any(|entry| entry.card.title == card.title)
}

/// Algorithms for scenes of this dimension with their titles, in the order of the menus.
pub fn lessons(dimension: Dimension) -> impl Iterator<Item = (Algorithm, &'static str)> {
    let entries = double::ENTRIES.iter().filter(move |entry| entry.dimension == dimension);
    entries.map(|entry| (entry.algorithm, entry.card.title))
}

/// Card of the lesson for queries of `algorithm` in scenes of this dimension; `None` if no lesson explains the
/// algorithm in that dimension.
pub fn card(dimension: Dimension, algorithm: Algorithm) -> Option<&'static Card> {
    let mut entries = double::ENTRIES.iter();
    entries.find(|entry| entry.dimension == dimension && entry.algorithm == algorithm).map(|entry| entry.card)
}

/// Opens a query of a scene. The results of other engines that the query lists become part of its lessons.
///
/// # Errors
/// A field of the query or of a body is invalid; the error names it.
pub fn open(precision: Precision, scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let run = match precision {
        Precision::F32 => single::open(scene, query),
        Precision::F64 => double::open(scene, query),
    }?;
    if query.theirs.is_empty() {
        return Ok(run);
    }
    Ok(Arc::new(captured::run_with_captured::RunWithCaptured::new(run, scene, query)))
}

/// Opens a contact query that continues from the manifold of a previous frame. Errors as in [`open`].
pub fn open_contacts_after(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    previous: &Previous,
) -> Result<Arc<dyn Run>, QueryError> {
    match precision {
        Precision::F32 => single::open_contacts_after(scene, query, previous),
        Precision::F64 => double::open_contacts_after(scene, query, previous),
    }
}

/// Opens a query for the overlapping pairs of axis-aligned boxes over frames, meters; `None` marks an absent box. In 2D
/// the boxes are in the plane z = 0. The query has no lesson.
pub fn open_overlapping_pairs(
    precision: Precision,
    dimension: Dimension,
    frames: &[Vec<Option<Corners>>],
) -> Arc<dyn Run> {
    match precision {
        Precision::F32 => single::open_overlapping_pairs(dimension, frames),
        Precision::F64 => double::open_overlapping_pairs(dimension, frames),
    }
}

/// Opens a query for the point farthest along each of `directions`, which may have any length.
///
/// # Errors
/// There are no points or too many of them, or a point is not finite in this precision.
pub fn open_farthest(
    precision: Precision,
    points: &[[f64; 3]],
    directions: &[[f64; 3]],
    search: Search,
) -> Result<Box<dyn Question<Answer = Vec<Farthest>>>, QueryError> {
    match precision {
        Precision::F32 => single::open_farthest(points, directions, search),
        Precision::F64 => double::open_farthest(points, directions, search),
    }
}

/// Opens a query for the point of a simplex (one to four points) nearest to `query`; meters.
///
/// # Errors
/// A point is too far from `query`, or too near, for this precision.
pub fn open_nearest(
    precision: Precision,
    solver: Solver,
    points: &[[f64; 3]],
    query: [f64; 3],
) -> Result<Box<dyn Question<Answer = Nearest>>, QueryError> {
    match precision {
        Precision::F32 => single::open_nearest(solver, points, query),
        Precision::F64 => double::open_nearest(solver, points, query),
    }
}

/// Opens a query for the mass properties of a body of uniform density.
///
/// # Errors
/// The shape has no mass properties: the error names the field of the line.
pub fn open_mass_properties(
    precision: Precision,
    line: &MassLine,
) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    match precision {
        Precision::F32 => single::open_mass_properties(line),
        Precision::F64 => double::open_mass_properties(line),
    }
}

/// Opens a query for the first hit of a ray on a body.
///
/// # Errors
/// The body is invalid in this precision, or the direction rounds to 0: the error names the field of the line.
pub fn open_ray(precision: Precision, line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    match precision {
        Precision::F32 => single::open_ray(line),
        Precision::F64 => double::open_ray(line),
    }
}

/// Opens an overlap test of two bodies, at least one with child shapes. Errors as in [`open`].
pub fn open_overlap_test(
    precision: Precision,
    scene: &Scene,
    query: &Query,
) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    match precision {
        Precision::F32 => single::open_overlap_test(scene, query),
        Precision::F64 => double::open_overlap_test(scene, query),
    }
}

/// Opens a world query for a run without recorded steps. Errors as in [`open`].
pub fn open_simulation(precision: Precision, scene: &Scene, query: &Query) -> Result<Box<dyn Simulation>, QueryError> {
    match precision {
        Precision::F32 => single::open_simulation(scene, query),
        Precision::F64 => double::open_simulation(scene, query),
    }
}

/// The last solve before the end of `frame` of a world query, as a captured step that [`contact_lens_audit`] judges, in
/// the plane z = 0.
///
/// # Errors
/// Those of [`open`]; the query has no such frame, or its run breaks down before.
pub fn step_of_world(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Step, QueryError> {
    match precision {
        Precision::F32 => single::step_of_world(scene, query, frame),
        Precision::F64 => double::step_of_world(scene, query, frame),
    }
}

/// Mass of a body of a world, kilograms; `None` if the world is invalid or the body is not dynamic. Computed in `f64`.
pub fn mass(scene: &Scene, query: &Query, body: usize) -> Option<f64> {
    double::mass(scene, query, body)
}

/// Answer of the engine's production call in one frame (0 in a static scene).
pub fn answer(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, QueryError> {
    open(precision, scene, query)?.answer(frame)
}

/// Lesson of the frame that is shown by default; see [`Run::opening`].
pub fn opening(precision: Precision, scene: &Scene, query: &Query) -> Result<Arc<dyn Lesson>, QueryError> {
    let run = open(precision, scene, query)?;
    let lesson = run.lesson(run.opening()?)?;
    run.compare()?;
    Ok(lesson)
}

/// Lesson of one frame, with its comparison of the other frames.
pub fn lesson(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
    let run = open(precision, scene, query)?;
    let lesson = run.lesson(frame)?;
    run.compare()?;
    Ok(lesson)
}
