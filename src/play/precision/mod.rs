//! Queries of a scene, answered and recorded by the engine of this precision: the list of lessons, and one module per
//! kind of query. Compiled once with `super::engine` in `f32` and once in `f64`.

mod captured_bodies;
mod cast;
mod convert;
mod cull;
mod distance;
mod epa;
mod farthest_point;
mod gjk;
mod half_space;
mod hierarchy;
mod hull;
mod intersection;
mod manifold;
mod mass;
mod minkowski;
mod nearest_on_simplex;
mod parts;
mod parts_on_half_space;
mod plane;
mod ray;
mod rotating;
mod sat;
mod simplex;
mod support;
mod sweep_and_prune;
#[cfg(test)]
mod tests;
mod two_half_spaces;
mod with_half_spaces;
mod world;

pub use self::captured_bodies::body_forms;
pub use self::farthest_point::open_farthest;
pub use self::nearest_on_simplex::open_nearest;
pub use convert::shape3::engine_shape;
pub use parts::bounds_of;
pub use sweep_and_prune::open_overlapping_pairs;

use std::sync::Arc;

use contact_lens_audit::Step;
use contact_lens_lesson::half_space::two_half_spaces as half_space_pair;
use contact_lens_lesson::{self as lesson, Card};
use contact_lens_scene::batch_line::{MassLine, Previous, RayLine};
use contact_lens_scene::model::{Algorithm, Ask, Dimension, Query, Scene};
use contact_lens_scene::suggestion;

use super::IS_SINGLE;
use super::engine;
use super::engine::dim3::simplex::Solver;
use crate::captured_step::{self, of_world::step_of_solve};
use crate::replay::Replay;
use crate::replay::method::{self, Ended, LessonResult, Method, RecordAndMemory, States};
use crate::scene_query::SceneQuery;
use crate::scene_query::body_pose::{Bystander, pose_in_frame};
use crate::{MassProperties, Prepared, QueryError, Question, RayFound, Run, Simulation, TestOfParts, misdirected};

/// A row of the list of lessons: an algorithm in a dimension, the card of its lesson, and the function that opens it.
pub struct LessonEntry {
    /// Algorithm of the queries that this lesson explains.
    pub algorithm: Algorithm,
    /// Dimension of the scenes of these queries.
    pub dimension: Dimension,
    /// Card of the lesson.
    pub card: &'static Card,
    /// Cards of the lessons that replace this one: for half-spaces and child shapes, for other methods of the query,
    /// and for frames without steps.
    replacements: &'static [&'static Card],
    /// Opens a query of a scene as this lesson.
    open: OpenQuery,
}

impl LessonEntry {
    /// This entry with the cards of lessons that may replace its own.
    const fn with_replacements(self, replacements: &'static [&'static Card]) -> Self {
        Self { replacements, ..self }
    }

    /// Names of all endings of the lesson and of its replacements.
    fn endings(&self) -> impl Iterator<Item = &'static str> {
        let cards = std::iter::once(self.card).chain(self.replacements.iter().copied());
        cards.flat_map(|card| card.endings).map(|ending| ending.name)
    }
}

/// Every lesson, in the order of the menus.
pub const ENTRIES: &[LessonEntry] = &[
    entry_in_space(Algorithm::Support, &lesson::support::CARD, support::open),
    entry_in_space(Algorithm::Gjk, &lesson::gjk::CARD, gjk::open),
    entry_in_space(Algorithm::Distance, &lesson::distance::CARD, distance::open).with_replacements(&[
        &lesson::half_space::DISTANCE,
        &half_space_pair::DISTANCE_OF_TWO,
        &lesson::parts::IN_SPACE,
    ]),
    entry_in_space(Algorithm::Epa, &lesson::epa::CARD, epa::open),
    entry_in_space(Algorithm::IsaGjk, &lesson::gjk::isa::CARD, intersection::open_isa_gjk)
        .with_replacements(&[&lesson::half_space::ISA_GJK, &half_space_pair::ISA_GJK_OF_TWO]),
    entry_in_space(Algorithm::BooleanGjk, &lesson::gjk::boolean::CARD, intersection::open_boolean_gjk)
        .with_replacements(&[&lesson::half_space::BOOLEAN_GJK, &half_space_pair::BOOLEAN_GJK_OF_TWO]),
    entry_in_space(Algorithm::Sat, &lesson::sat::CARD, sat::open),
    entry_in_space(Algorithm::Cast, &lesson::cast::ray::CARD, cast::open).with_replacements(&[
        &lesson::cast::advance::CARD,
        &lesson::cast::rotating::CARD,
        &lesson::cast::rotating::BILATERAL,
        &lesson::cast::sweep::CARD,
        &lesson::half_space::CAST,
        &lesson::parts::cast::CAST,
    ]),
    entry_in_space(Algorithm::Ray, &lesson::ray::CARD, ray::open).with_replacements(&[&lesson::ray::parts::PARTS]),
    entry_in_space(Algorithm::Manifold, &lesson::manifold::dim3::CARD, manifold::open)
        .with_replacements(&[&lesson::half_space::CONTACTS, &lesson::parts::contacts::CONTACTS]),
    entry_in_space(Algorithm::Voronoi, &lesson::simplex::voronoi::CARD, simplex::open),
    entry_in_space(Algorithm::Johnson, &lesson::simplex::johnson::CARD, simplex::open),
    entry_in_space(Algorithm::SignedVolumes, &lesson::simplex::signed::CARD, simplex::open),
    entry_in_space(Algorithm::Minkowski, &lesson::minkowski::CARD, minkowski::open),
    entry_in_space(Algorithm::Quickhull, &lesson::hull::CARD, hull::open),
    entry_in_space(Algorithm::Hierarchy, &lesson::hierarchy::CARD, hull::open),
    entry_in_space(Algorithm::SweepAndPrune, &lesson::sweep_and_prune::CARD, sweep_and_prune::open),
    entry_in_space(Algorithm::Cull, &lesson::frustum::CARD, cull::open),
    entry_in_space(Algorithm::Audit, &lesson::audit::CARD, captured_step::open),
    entry_in_plane(Algorithm::Gjk, &lesson::gjk::dim2::CARD, plane::open_gjk),
    entry_in_plane(Algorithm::Distance, &lesson::distance::dim2::CARD, plane::open_distance).with_replacements(&[
        &lesson::half_space::DISTANCE_IN_PLANE,
        &half_space_pair::DISTANCE_OF_TWO_IN_PLANE,
        &lesson::parts::IN_PLANE,
    ]),
    entry_in_plane(Algorithm::Epa, &lesson::epa::dim2::CARD, plane::open_epa)
        .with_replacements(&[&lesson::gjk::dim2::CARD]),
    entry_in_plane(Algorithm::BooleanGjk, &lesson::gjk::boolean::dim2::CARD, plane::open_boolean_gjk)
        .with_replacements(&[&lesson::half_space::BOOLEAN_GJK_IN_PLANE, &half_space_pair::BOOLEAN_GJK_OF_TWO_IN_PLANE]),
    entry_in_plane(Algorithm::Sat, &lesson::sat::dim2::CARD, plane::open_sat),
    entry_in_plane(Algorithm::Cast, &lesson::cast::ray::IN_PLANE, plane::open_cast).with_replacements(&[
        &lesson::cast::advance::IN_PLANE,
        &lesson::cast::rotating::IN_PLANE,
        &lesson::cast::rotating::BILATERAL_IN_PLANE,
        &lesson::cast::sweep::IN_PLANE,
        &lesson::half_space::CAST_IN_PLANE,
        &lesson::parts::cast::CAST_IN_PLANE,
    ]),
    entry_in_plane(Algorithm::Ray, &lesson::ray::IN_PLANE, ray::open)
        .with_replacements(&[&lesson::ray::parts::PARTS_IN_PLANE]),
    entry_in_plane(Algorithm::Manifold, &lesson::manifold::dim2::CARD, plane::open_manifold)
        .with_replacements(&[&lesson::half_space::CONTACTS_IN_PLANE, &lesson::parts::contacts::CONTACTS_IN_PLANE]),
    entry_in_plane(Algorithm::Minkowski, &lesson::minkowski::dim2::CARD, minkowski::open_in_plane),
    entry_in_plane(Algorithm::Graham, &lesson::hull::dim2::graham::CARD, hull::open),
    entry_in_plane(Algorithm::Jarvis, &lesson::hull::dim2::jarvis::CARD, hull::open),
    entry_in_plane(Algorithm::World, &lesson::dynamics::CARD, world::open),
    entry_in_plane(Algorithm::SweepAndPrune, &lesson::sweep_and_prune::CARD_IN_PLANE, sweep_and_prune::open),
    // 3D algorithms for shapes lifted into the plane z = 0.
    entry_in_plane(Algorithm::Support, &lesson::support::CARD, support::open),
    entry_in_plane(Algorithm::IsaGjk, &lesson::gjk::isa::CARD, intersection::open_isa_gjk)
        .with_replacements(&[&lesson::half_space::ISA_GJK_IN_PLANE, &half_space_pair::ISA_GJK_OF_TWO_IN_PLANE]),
    entry_in_plane(Algorithm::Voronoi, &lesson::simplex::voronoi::CARD, simplex::open),
    entry_in_plane(Algorithm::Johnson, &lesson::simplex::johnson::CARD, simplex::open),
    entry_in_plane(Algorithm::SignedVolumes, &lesson::simplex::signed::CARD, simplex::open),
];

/// Function that opens a query of a scene.
type OpenQuery = fn(&SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError>;

/// Entry for 3D scenes.
const fn entry_in_space(algorithm: Algorithm, card: &'static Card, open: OpenQuery) -> LessonEntry {
    LessonEntry { algorithm, dimension: Dimension::Three, card, replacements: &[], open }
}

/// Entry for 2D scenes.
const fn entry_in_plane(algorithm: Algorithm, card: &'static Card, open: OpenQuery) -> LessonEntry {
    LessonEntry { algorithm, dimension: Dimension::Two, card, replacements: &[], open }
}

/// Opens a query of a scene as the lesson of its algorithm, or as the lesson for half-spaces or child shapes.
///
/// # Errors
/// No lesson answers the query, or a field of it or of a body is invalid.
pub fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let query = SceneQuery::new(scene, query);
    let entry = find_entry(&query)?;
    // Queries about half-spaces are answered in closed form, by other lessons.
    if half_space::is_about_half_space(&query)? {
        return open_about_half_space(&query);
    }
    let open_with_children = match (entry.algorithm, scene.dimension) {
        (Algorithm::Distance, Dimension::Three) => parts::open::<parts::Space>,
        (Algorithm::Distance, Dimension::Two) => parts::open::<parts::Plane>,
        (Algorithm::Cast, Dimension::Three) => parts::open_cast::<parts::Space>,
        (Algorithm::Cast, Dimension::Two) => parts::open_cast::<parts::Plane>,
        (Algorithm::Ray, Dimension::Three) => parts::open_ray_lesson::<parts::Space>,
        (Algorithm::Ray, Dimension::Two) => parts::open_ray_lesson::<parts::Plane>,
        (Algorithm::Manifold, Dimension::Three) => parts::open_contacts::<parts::Space>,
        (Algorithm::Manifold, Dimension::Two) => parts::open_contacts::<parts::Plane>,
        _ => return (entry.open)(&query),
    };
    if parts::has_child_shapes(&query) {
        return open_with_children(&query);
    }
    (entry.open)(&query)
}

/// Opens a query about a half-space and a body, with or without child shapes.
fn open_about_half_space(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let supports_children = matches!(query.ask(), Ask::Distance { .. } | Ask::Cast { .. } | Ask::Manifold { .. });
    if supports_children && parts::has_child_shapes(query) {
        parts_on_half_space::open(query)
    } else {
        half_space::open(query)
    }
}

/// Opens an overlap test of two bodies, at least one with child shapes. Errors as in [`open`].
pub fn open_overlap_test(scene: &Scene, query: &Query) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    let query = SceneQuery::new(scene, query);
    if half_space::is_about_half_space(&query)? {
        return parts_on_half_space::open_overlap_test(&query);
    }
    parts::open_overlap_test(&query)
}

/// Opens a query for the first hit of a ray on a body.
///
/// # Errors
/// The body is invalid in this precision, or the direction rounds to 0, or a number overflows.
pub fn open_ray(line: &RayLine) -> Result<Box<dyn Question<Answer = RayFound>>, QueryError> {
    ray::check(line)?;
    match (line.b.shape.has_children(), line.dimension()) {
        (false, _) => ray::open_ray(line),
        (true, Dimension::Two) => parts::open_ray_in_plane(line),
        (true, Dimension::Three) => parts::open_ray(line),
    }
}

/// Opens a query for the mass properties of a body of uniform density.
///
/// # Errors
/// The shape has no mass properties.
pub fn open_mass_properties(line: &MassLine) -> Result<Box<dyn Question<Answer = MassProperties>>, QueryError> {
    if line.shape.has_children() { parts::open_mass_properties(line) } else { mass::open_mass_properties(line) }
}

/// Finds the entry that answers a query.
///
/// # Errors
/// The algorithm has no entry in this dimension, or no ending with the name that the query expects.
fn find_entry(query: &SceneQuery<'_>) -> Result<&'static LessonEntry, QueryError> {
    let algorithm = query.ask().algorithm();
    let dimension = query.scene.dimension;
    let Some(entry) = ENTRIES.iter().find(|entry| entry.algorithm == algorithm && entry.dimension == dimension) else {
        let message = format!("`{}` is not available in {}D", algorithm.id(), u8::from(dimension));
        return Err(query.error_at("algorithm", message));
    };
    if let Some(expected) = query.ask().expectation().outcome()
        && !entry.endings().any(|ending| ending == expected)
    {
        let message =
            format!("`{expected}` is not an ending of this algorithm{}", suggestion(expected, entry.endings()));
        return Err(query.error_at("expect.outcome", message));
    }
    Ok(entry)
}

/// Checks that a query has an entry. Errors as in [`find_entry`].
fn check_entry(query: &SceneQuery<'_>) -> Result<(), QueryError> {
    find_entry(query).map(|_| ())
}

/// Opens a contact query that continues from the manifold of a previous frame. A query about a half-space is computed
/// in closed form and ignores the manifold. Errors as in [`open`].
pub fn open_contacts_after(scene: &Scene, query: &Query, previous: &Previous) -> Result<Arc<dyn Run>, QueryError> {
    let query = SceneQuery::new(scene, query);
    check_entry(&query)?;
    if half_space::is_about_half_space(&query)? {
        return open_about_half_space(&query);
    }
    let manifold = Some(manifold::previous_manifold(previous));
    match scene.dimension {
        Dimension::Two => plane::open_manifold_after(&query, manifold),
        Dimension::Three => manifold::open_after(&query, manifold),
    }
}

/// Opens a world query for a run without recorded steps. Errors as in [`open`].
pub fn open_simulation(scene: &Scene, query: &Query) -> Result<Box<dyn Simulation>, QueryError> {
    let query = SceneQuery::new(scene, query);
    check_entry(&query)?;
    Ok(Box::new(world::SceneWorld::new(&query)?))
}

/// The last solve before the end of `frame` of a world query, as a captured step. Errors as in [`open`], and for a
/// frame that does not exist.
pub fn step_of_world(scene: &Scene, query: &Query, frame: usize) -> Result<Step, QueryError> {
    let query = SceneQuery::new(scene, query);
    let Ask::World { options, .. } = query.ask() else { return Err(misdirected()) };
    check_entry(&query)?;
    let frames = options.steps() as usize;
    if !(1..=frames).contains(&frame) {
        return Err(QueryError::new("frame", format!("must be from 1 to {frames}; frame 0 has no solve")));
    }
    let world = world::SceneWorld::new(&query)?;
    let solve = world.last_solve(frame as u32).map_err(|outcome| {
        let first = world::first_missing_frame(outcome);
        QueryError::new("frame", format!("the run breaks down in frame {first}"))
    })?;
    Ok(step_of_solve(&solve, scene, options, IS_SINGLE))
}

/// Mass of a body of a world, kilograms; `None` if the world is invalid or the body is not dynamic.
pub fn mass(scene: &Scene, query: &Query, body: usize) -> Option<f64> {
    world::mass(&SceneQuery::new(scene, query), body)
}

/// Opens a method as a run over all frames of the scene, with memory from frame to frame if the query has a warm start.
fn run<M: Method>(query: &SceneQuery<'_>, method: M) -> Arc<dyn Run> {
    Arc::new(Replay::new(method, query.scene.frame_count(), query.ask().warm_start()))
}
