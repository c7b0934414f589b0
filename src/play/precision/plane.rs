//! Queries in the plane z = 0: the bodies as planar shapes, and what stays while a lesson is stepped.

use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec2, DVec3};

use super::engine::dim2::boolean_gjk::{self, BooleanGjk};
use super::engine::dim2::distance::{Feature, conclude};
use super::engine::dim2::gjk::lesson::{FrameIterations, History};
use super::engine::dim2::gjk::{self, Direction, Gjk};
use super::engine::dim2::shape::Shape;
use super::engine::dim2::support::{Cso, Pose};
use super::engine::prelude::*;
use super::engine::{dim2::epa, outline, rounding};
use super::pair::too_small;
use super::scenery::put;
use super::{Reject, solver};
use crate::lesson::{Backdrop, Lesson, PairContext, Pictures, Scenery, Space, ToF64};
use crate::picture::{Picture, Role};
use crate::scene::model::{Algorithm, Query, Scene, Search};

/// A body of the scene in the plane.
struct Flat {
    name: String,
    shape: Shape,
    /// In the world.
    position: DVec2,
    /// (cos, sin).
    rotation: DVec2,
}

/// Frames of a moving scene that are counted in the lesson's table.
const FRAMES: usize = 500;

/// Both bodies of a query in one frame of a scene.
struct Pair {
    a: Flat,
    b: Flat,
}

impl Pair {
    fn new(scene: &Scene, query: &Query, frame: usize) -> Result<Self, Reject> {
        let pair = Self { a: flat(scene, query, "a", &query.a, frame)?, b: flat(scene, query, "b", &query.b, frame)? };
        let magnitude = pair.cso().magnitude();
        if rounding::is_plain(magnitude) {
            return Ok(pair);
        }
        let i = scene.body(&query.a).map_or(0, |(i, _)| i);
        let [smallest, largest] = rounding::PLAIN2;
        let message = match magnitude > smallest {
            true => format!(
                "is too large together with `{}`: beyond {largest:e} m fourth powers of lengths overflow",
                query.b
            ),
            false => too_small(&query.b, smallest),
        };
        Err(Reject { field: format!("bodies[{i}].shape"), message })
    }

    /// `A − B`. Positions are subtracted in `f64`, so that a pair far from the world's origin loses nothing when it is
    /// narrowed.
    fn cso(&self) -> Cso<Shape> {
        let (a, b) = (&self.a, &self.b);
        let pose_a = Pose::new(Vec2::ZERO, narrow(a.rotation));
        let pose_b = Pose::new(narrow(b.position - a.position), narrow(b.rotation));
        Cso::new(a.shape.clone(), &pose_a, b.shape.clone(), &pose_b)
    }

    /// The query's first direction in the pair frame.
    fn first(&self, query: &Query) -> Option<Vec2> {
        let d = query.options.direction.map(|d| DVec2::new(d[0], d[1]).normalize_or_zero());
        let back = DVec2::new(self.a.rotation.x, -self.a.rotation.y);
        d.filter(|d| *d != DVec2::ZERO).map(|d| narrow(back.rotate(d)))
    }

    /// GJK as the query asks for it, without memory.
    fn cold(&self, query: &Query) -> Gjk<Shape> {
        match self.first(query) {
            Some(d) => Gjk::start(self.cso(), options(query), d),
            None => Gjk::new(self.cso(), options(query)),
        }
    }
}

fn narrow(p: DVec2) -> Vec2 {
    Vec2::new(p.x as Real, p.y as Real)
}

/// As the query asks.
pub(super) fn options(query: &Query) -> gjk::Options {
    let (asked, default) = (&query.options, gjk::Options::default());
    gjk::Options {
        relative: asked.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: asked.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        direction: match asked.search {
            Search::Perpendicular => Direction::Perpendicular,
            Search::MinusV => Direction::MinusV,
        },
        solver: solver(asked.solver),
    }
}

/// Records a planar query. Where there is nothing for EPA to do, the run of GJK that says so is shown.
pub(super) fn play(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let pair = Pair::new(scene, query, frame)?;
    if query.algorithm == Algorithm::Direction2 {
        let mut start = BooleanGjk::new(pair.cso(), pair.first(query).unwrap_or(Vec2::X));
        start.limit = query.options.max_iterations.unwrap_or(start.limit);
        return Ok(boolean_gjk::lesson::play(start, context(pair)));
    }
    let (history, feature) = remember(scene, query, frame)?;
    let mut gjk = match feature {
        Some(feature) => Gjk::resume(pair.cso(), options(query), feature),
        None => pair.cold(query),
    };
    let start = gjk.clone();
    let context = context(pair);
    if query.algorithm == Algorithm::Epa2 {
        // The cap and the tolerances are EPA's, and GJK finds its start without any.
        let gjk::Options { relative, absolute, max_iterations, .. } = gjk.options;
        gjk.options = gjk::Options {
            relative: 0.0,
            absolute: 0.0,
            max_iterations: rounding::MAX_ITERATIONS_IN_PLANE,
            ..gjk.options
        };
        if matches!(gjk.run(), gjk::Outcome::Contained | gjk::Outcome::OnEdge) {
            let options = epa::Options { relative, absolute, max_iterations };
            return Ok(epa::lesson::play(&gjk, options, context, history));
        }
    }
    Ok(gjk::lesson::play(start, context, history))
}

/// With `warm_start`: the iterations of all frames with and without memory, and the feature that was nearest in the frame
/// before this one. It replays the frames from the first, so that it depends on nothing else.
fn remember(scene: &Scene, query: &Query, frame: usize) -> Result<(History, Option<Feature>), Reject> {
    let mut history = History { frames: Vec::new(), now: frame };
    let (mut feature, mut start, mut buffer) = (None, None, Vec::new());
    let count = if query.options.warm_start { scene.frame_count().min(FRAMES).max(frame + 1) } else { 0 };
    for past in 0..count {
        let pair = Pair::new(scene, query, past)?;
        if past == frame {
            start = feature;
        }
        let mut ask = |mut gjk: Gjk<Shape>| {
            gjk.options.max_iterations = rounding::MAX_ITERATIONS_IN_PLANE;
            let outcome = gjk.run();
            conclude(&gjk, outcome, &mut buffer)
        };
        let cold = ask(pair.cold(query));
        let warm = feature.map_or(cold, |feature| ask(Gjk::resume(pair.cso(), options(query), feature)));
        history.frames.push(FrameIterations { warm: warm.iterations, cold: cold.iterations, status: warm.status });
        feature = Some(warm.feature);
    }
    Ok((history, start))
}

fn flat(scene: &Scene, query: &Query, side: &str, name: &str, frame: usize) -> Result<Flat, Reject> {
    let Some((i, body)) = scene.body(name) else {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        return Err(Reject { field: format!("queries[{q}].{side}"), message: format!("there is no body `{name}`") });
    };
    let reject = |field: &str, message: &str| Reject { field: format!("bodies[{i}].{field}"), message: message.into() };
    let shape = Shape::try_from(&body.shape).map_err(|e| reject(&format!("shape.{}", e.field), &e.message))?;
    let shape = Shape::inflate(&shape, body.margin as Real).map_err(|error| reject("margin", &error.to_string()))?;
    let (position, rotation) = scene.pose(body, frame);
    let (position, q) = (DVec3::from(position), DQuat::from_array(rotation));
    let misplaced = |field: &str, message: &str| {
        let field = format!("{}.{field}", scene.pose_path(body, frame));
        Err(Reject { field, message: message.into() })
    };
    if !(position.is_finite() && q.is_finite() && q.length_squared() > 0.0) {
        return misplaced("position", "needs a pose with finite numbers");
    }
    if position.z != 0.0 {
        return misplaced("position[2]", "must be 0 in a query of the plane");
    }
    if q.x != 0.0 || q.y != 0.0 {
        return misplaced("rotation", "must turn about z alone in a query of the plane: x and y must be 0");
    }
    // Twice the half angle: (w² − z², 2wz) over the square of the length.
    let rotation = DVec2::new(q.w * q.w - q.z * q.z, 2.0 * q.w * q.z) / (q.w * q.w + q.z * q.z);
    Ok(Flat { name: body.name.clone(), shape, position: position.truncate(), rotation })
}

fn context(Pair { a, b }: Pair) -> PairContext {
    PairContext {
        space: Space { position: a.position.extend(0.0), rotation: DQuat::from_rotation_z(a.rotation.to_angle()) },
        names: [a.name.clone(), b.name.clone()],
        radii: [a.shape.radius().to_f64(), b.shape.radius().to_f64()],
        scenery: scenery(a, b),
    }
}

/// The bodies with their cores; the difference of the cores, with the balls around it as a ghost; the origin.
fn scenery(a: Flat, b: Flat) -> Scenery {
    LazyLock::new(Box::new(move || {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        for (role, body) in [(Role::ShapeA, &a), (Role::ShapeB, &b)] {
            let core = corners(body, body.position);
            let ball: f64 = body.shape.ball().to_f64();
            put(&mut world, role, format!("body/{}", body.name), outline::flat(&core, ball));
            if ball > 0.0 {
                put(&mut world, role, format!("body/{}/core", body.name), outline::flat(&core, 0.0));
            }
        }
        let (own, other) = (corners(&a, DVec2::ZERO), corners(&b, b.position - a.position));
        let ball: f64 = (a.shape.ball() + b.shape.ball()).to_f64();
        put(&mut cso, Role::Difference, "cso", outline::flat_difference(&own, &other, 0.0));
        if ball > 0.0 {
            put(&mut cso, Role::Ghost, "margin", outline::flat_difference(&own, &other, ball));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        Arc::new(Backdrop { pictures: Pictures::pair(world, cso) })
    }))
}

fn corners(body: &Flat, position: DVec2) -> Vec<DVec2> {
    let wide = |p: &Vec2| DVec2::new(p.x as f64, p.y as f64);
    body.shape.core().iter().map(|p| body.rotation.rotate(wide(p)) + position).collect()
}
