//! Queries in the plane z = 0: the bodies as planar shapes, what stays while a lesson is stepped, and the verdict.

use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec2, DVec3};

use super::super::answer::Answer;
use super::super::gjk2::{self, Direction, Gjk2};
use super::super::pair2::Answer2;
use super::super::prelude::*;
use super::super::shape2::{Shape2, ShapeError2};
use super::super::support2::{Cso2, Pose2};
use super::super::{epa2, outline, tolerance};
use super::Reject;
use super::scenery::put;
use crate::lesson::{Backdrop, Lesson, Scenery, Space, Stage, Verdict, Wide};
use crate::picture::{Picture, Role};
use crate::scene::model::{Algorithm, Axis, Body, Query, Scene, Search, Shape};

/// A body of the scene in the plane.
struct Flat {
    name: String,
    shape: Shape2,
    /// In the world.
    position: DVec2,
    /// (cos, sin).
    rotation: DVec2,
}

/// Records a planar query. Where there is nothing for EPA to do, the run of GJK that says so is shown.
pub(super) fn play(scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Reject> {
    let a = flat(scene, query, "a", &query.a, frame)?;
    let b = flat(scene, query, "b", &query.b, frame)?;
    let narrow = |p: DVec2| Vec2::new(p.x as Real, p.y as Real);
    let pose_a = Pose2::new(Vec2::ZERO, narrow(a.rotation));
    let pose_b = Pose2::new(narrow(b.position - a.position), narrow(b.rotation));
    let cso = Cso2::new(a.shape.clone(), &pose_a, b.shape.clone(), &pose_b);
    let search = match query.options.search {
        Search::Perpendicular => Direction::Perpendicular,
        Search::MinusV => Direction::MinusV,
    };
    let mut gjk = match query.options.direction.map(|d| DVec2::new(d[0], d[1]).normalize_or_zero()) {
        Some(d) if d != DVec2::ZERO => {
            let back = DVec2::new(a.rotation.x, -a.rotation.y);
            Gjk2::start(cso, search, narrow(back.rotate(d)))
        }
        _ => Gjk2::new(cso, search),
    };
    let limit = query.options.max_iterations.unwrap_or(tolerance::TURNS2);
    let stage = stage(a, b);
    if query.algorithm == Algorithm::Epa2 {
        let start = gjk.clone();
        return Ok(match gjk.run() {
            gjk2::Outcome::Contained | gjk2::Outcome::OnEdge => epa2::lesson::play(&gjk, limit, stage),
            _ => gjk2::lesson::play(start, stage),
        });
    }
    gjk.limit = limit;
    Ok(gjk2::lesson::play(gjk, stage))
}

/// An answer of the plane as a verdict of the world. `epsilon` is the run's rounding.
pub(crate) fn verdict(answer: &Answer2, outcome: &'static str, epsilon: Real, stage: &Stage) -> Verdict {
    let lift = |p: Vec2| Vec3::new(p.x, p.y, 0.0);
    let answer = Answer {
        signed_distance: answer.signed_distance,
        normal: lift(answer.normal),
        witness_a: lift(answer.witness_a),
        witness_b: lift(answer.witness_b),
        lower: answer.lower,
        upper: answer.upper,
        status: answer.status,
        iterations: answer.iterations,
    };
    // The bracket of a finished run: its allowance to both sides, and a gap of one rounding.
    let tolerance = 8.0 * epsilon.wide();
    super::verdict::verdict(&answer, outcome, tolerance, stage)
}

fn flat(scene: &Scene, query: &Query, side: &str, name: &str, frame: usize) -> Result<Flat, Reject> {
    let Some((i, body)) = scene.body(name) else {
        let q = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        return Err(Reject { field: format!("queries[{q}].{side}"), message: format!("there is no body `{name}`") });
    };
    let reject = |field: &str, message: &str| Reject { field: format!("bodies[{i}].{field}"), message: message.into() };
    let shape = shape(body).map_err(|error| match error {
        Some(error) => reject("shape", &error.to_string()),
        None => reject("shape.type", "must be a circle, a rectangle, a polygon, or flat in the plane z = 0"),
    })?;
    let (position, rotation) = scene.pose(body, frame);
    let (position, q) = (DVec3::from(position), DQuat::from_array(rotation));
    if !(position.is_finite() && q.is_finite() && q.length_squared() > 0.0) {
        return Err(reject("position", "needs a pose with finite numbers"));
    }
    if position.z != 0.0 || q.x != 0.0 || q.y != 0.0 {
        return Err(reject("position", "must stay in the plane z = 0 and turn about z only"));
    }
    // Twice the half angle: (w² − z², 2wz) over the square of the length.
    let rotation = DVec2::new(q.w * q.w - q.z * q.z, 2.0 * q.w * q.z) / (q.w * q.w + q.z * q.z);
    Ok(Flat { name: body.name.clone(), shape, position: position.truncate(), rotation })
}

/// The planar shape; `None` as the error when it is a body of space.
fn shape(body: &Body) -> Result<Shape2, Option<ShapeError2>> {
    let vector = |x: f64, y: f64| Vec2::new(x as Real, y as Real);
    let flat = |points: &[[f64; 3]]| {
        let all: Vec<Vec2> = points.iter().map(|p| vector(p[0], p[1])).collect();
        if points.iter().all(|p| p[2] == 0.0) { Ok(Shape2::polygon(&all)) } else { Err(None) }
    };
    let shape = match &body.shape {
        Shape::Circle { radius } => Shape2::circle(*radius as Real),
        Shape::Rectangle { half_extents: [x, y] } => Shape2::rectangle(vector(*x, *y)),
        Shape::Polygon { points } => Shape2::polygon(&points.iter().map(|p| vector(p[0], p[1])).collect::<Vec<_>>()),
        Shape::Segment { points } => flat(points)?,
        Shape::Triangle { points } => flat(points)?,
        Shape::Capsule { radius, half_height, axis: Axis::Y } => Shape2::capsule(*radius as Real, *half_height as Real),
        _ => return Err(None),
    };
    shape.and_then(|shape| Shape2::inflate(&shape, body.margin as Real)).map_err(Some)
}

fn stage(a: Flat, b: Flat) -> Stage {
    Stage {
        space: Space { position: a.position.extend(0.0), rotation: DQuat::from_rotation_z(a.rotation.to_angle()) },
        names: [a.name.clone(), b.name.clone()],
        radii: [a.shape.radius().wide(), b.shape.radius().wide()],
        scenery: scenery(a, b),
    }
}

/// The bodies with their cores; the difference of the cores, with the balls around it as a ghost; the origin.
fn scenery(a: Flat, b: Flat) -> Scenery {
    LazyLock::new(Box::new(move || {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        for (role, body) in [(Role::ShapeA, &a), (Role::ShapeB, &b)] {
            let core = corners(body, body.position);
            let ball: f64 = body.shape.ball().wide();
            put(&mut world, role, format!("body/{}", body.name), outline::flat(&core, ball));
            if ball > 0.0 {
                put(&mut world, role, format!("body/{}/core", body.name), outline::flat(&core, 0.0));
            }
        }
        let other = corners(&b, b.position - a.position);
        let all: Vec<DVec2> = corners(&a, DVec2::ZERO).iter().flat_map(|p| other.iter().map(move |q| p - q)).collect();
        let ball: f64 = (a.shape.ball() + b.shape.ball()).wide();
        put(&mut cso, Role::Difference, "cso", outline::flat(&all, 0.0));
        if ball > 0.0 {
            put(&mut cso, Role::Ghost, "margin", outline::flat(&all, ball));
        }
        cso.point(Role::Origin, "origin", DVec3::ZERO);
        cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        Arc::new(Backdrop { world, cso })
    }))
}

fn corners(body: &Flat, position: DVec2) -> Vec<DVec2> {
    let wide = |p: &Vec2| DVec2::new(p.x as f64, p.y as f64);
    body.shape.core().iter().map(|p| body.rotation.rotate(wide(p)) + position).collect()
}
