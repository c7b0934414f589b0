//! Reports of fields that change no answer, since none of the scene's queries uses them. Such fields are accepted, but
//! `check` and `run` report each once, since a user may expect an effect.

mod ignored_points;
#[cfg(test)]
mod tests;

pub use self::ignored_points::inner_point;

use super::model::{Ask, Body, Motion, PositionMode, Query, Scene, SolveOrder, WorldSolver};

/// Reason why a field that only worlds use has no effect.
const NO_WORLD: &str = "no query uses `world`";

/// Reason why an inner point has no effect.
pub const INSIDE: &str = "it is inside the convex hull of the points, which is the shape";

/// Field that changes no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEffect {
    /// Path of the first such field: `bodies[2].mass`.
    pub path: String,
    /// Number of other bodies with the same field.
    pub others: usize,
    /// Why the field has no effect: text that completes "has no effect here: …".
    pub why: &'static str,
}

impl std::fmt::Display for NoEffect {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: has no effect here: {}", self.path, self.why)?;
        match self.others {
            0 => Ok(()),
            1 => out.write_str("; the same holds for 1 other body"),
            others => write!(out, "; the same holds for {others} other bodies"),
        }
    }
}

impl NoEffect {
    /// Report of a field that only one object has.
    fn new(path: impl Into<String>, why: &'static str) -> Self {
        Self { path: path.into(), others: 0, why }
    }
}

/// Reports each polygon's first point inside its hull, since a polygon is the convex hull of its points; none in a
/// scene with a query for a hull.
pub fn inner_points(scene: &Scene) -> Vec<NoEffect> {
    // The hull of a polygon's points is what a query for it computes.
    if scene.queries.iter().any(|query| query.ask.algorithm().is_hull()) {
        return Vec::new();
    }
    let mut reports = Vec::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        if let Some(index) = inner_point(&body.shape) {
            reports.push(NoEffect::new(format!("bodies[{i}].shape.points[{index}]"), INSIDE));
        }
    }
    reports
}

/// Message about a body's first inner point; `None` if no point is strictly inside the hull, and for other shapes than
/// polygons.
pub fn ignored_point(body: &Body) -> Option<String> {
    let point = inner_point(&body.shape)?;
    Some(format!("Point {point} of `{}` is ignored: {INSIDE}.", body.name))
}

/// Messages about inner points of a query's bodies; none for a query that computes their hull.
pub fn ignored_points(scene: &Scene, query: &Query) -> Vec<String> {
    if query.ask.algorithm().is_hull() {
        return Vec::new();
    }
    scene.subjects(query).unwrap_or_default().iter().filter_map(|subject| ignored_point(subject.body)).collect()
}

/// Reports fields of the scene that none of its queries uses: of bodies, worlds, frames, frusta and options. A scene
/// without queries has none, since its future queries are unknown.
pub fn no_effect(scene: &Scene) -> Vec<NoEffect> {
    if scene.queries.is_empty() {
        return Vec::new();
    }
    let mut reports = Vec::new();
    if !scene.queries.iter().any(Query::is_of_a_world) {
        reports.extend(report_dynamics(scene));
    }
    if scene.queries.iter().all(Query::is_of_a_world) && !scene.frames.is_empty() {
        reports.push(NoEffect::new("frames", "`world` computes the poses itself"));
    }
    if !scene.steps.is_empty() && !scene.queries.iter().any(|query| matches!(query.ask, Ask::Audit { .. })) {
        reports.push(NoEffect::new("steps", "no query uses `audit`"));
    }
    reports.extend(report_frusta(scene));
    reports.extend(report_options(scene));
    reports
}

/// Reports fields of dynamics and motion in a scene without a query about its world. Casts use velocities, and some
/// methods of casts also angular velocities.
fn report_dynamics(scene: &Scene) -> Vec<NoEffect> {
    let mut reports = Vec::new();
    if scene.gravity != [0.0; 2] {
        reports.push(NoEffect::new("gravity", NO_WORLD));
    }
    if !scene.joints.is_empty() {
        reports.push(NoEffect::new("joints", NO_WORLD));
    }
    let has_rotating_cast = scene.queries.iter().any(is_rotating_cast);
    for field in &WORLD_FIELDS {
        if has_rotating_cast && field.name == "angular_velocity" {
            continue;
        }
        reports.extend(report_bodies(scene, field.name, field.is_set, NO_WORLD));
    }
    if !has_rotating_cast {
        let why = "no query uses `cast` with `advance` or `bilateral`";
        reports.extend(report_bodies(scene, "spin", |body| body.spin.is_some(), why));
    }
    let has_cast = scene.queries.iter().any(|query| matches!(query.ask, Ask::Cast { .. }));
    if !has_cast {
        let why = "no query uses `cast` or `world`";
        reports.extend(report_bodies(scene, "velocity", |body| body.velocity.is_some(), why));
    }
    reports
}

/// Whether a query is a cast by a method that rotates the bodies.
fn is_rotating_cast(query: &Query) -> bool {
    matches!(&query.ask, Ask::Cast { options, .. } if options.method.supports_rotation())
}

/// Field of a body that only worlds use.
struct WorldField {
    name: &'static str,
    /// Whether a body has the field.
    is_set: fn(&Body) -> bool,
}

/// Fields of a body that only worlds use; casts that rotate bodies also use `angular_velocity`.
const WORLD_FIELDS: [WorldField; 9] = [
    WorldField { name: "motion", is_set: |body| body.dynamics.motion != Motion::default() },
    WorldField { name: "mass", is_set: |body| body.dynamics.mass.is_some() },
    WorldField { name: "density", is_set: |body| body.dynamics.density.is_some() },
    WorldField { name: "inertia", is_set: |body| body.dynamics.inertia.is_some() },
    WorldField { name: "angular_velocity", is_set: |body| body.dynamics.angular_velocity.is_some() },
    WorldField { name: "force", is_set: |body| body.dynamics.force.is_some() },
    WorldField { name: "torque", is_set: |body| body.dynamics.torque.is_some() },
    WorldField { name: "friction", is_set: |body| body.dynamics.friction.is_some() },
    WorldField { name: "restitution", is_set: |body| body.dynamics.restitution.is_some() },
];

/// Reports a field at the first body that has it, with the number of others; `None` if no body has it.
fn report_bodies(scene: &Scene, field: &str, is_set: fn(&Body) -> bool, why: &'static str) -> Option<NoEffect> {
    let first = scene.bodies.iter().position(is_set)?;
    let others = scene.bodies.iter().filter(|body| is_set(body)).count() - 1;
    Some(NoEffect { path: format!("bodies[{first}].{field}"), others, why })
}

/// Reports frusta that no query culls by.
fn report_frusta(scene: &Scene) -> impl Iterator<Item = NoEffect> {
    let unused = scene.frusta.iter().enumerate().filter(|(i, frustum)| !is_culled_by(scene, *i, &frustum.name));
    unused.map(|(i, _)| NoEffect::new(format!("frusta[{i}]"), "no `cull` query uses the frustum"))
}

/// Whether a query culls by the frustum with this index and name; a query that names none culls by the first.
fn is_culled_by(scene: &Scene, index: usize, name: &str) -> bool {
    let mut named = scene.queries.iter().filter_map(|query| query.ask.frustum());
    named.any(|used| used == name || (used.is_empty() && index == 0))
}

/// Reports options of queries that have no effect in this scene.
fn report_options(scene: &Scene) -> Vec<NoEffect> {
    let mut reports = Vec::new();
    let has_bounces = scene.bodies.iter().any(|body| body.dynamics.restitution.is_some_and(|ratio| ratio > 0.0));
    for (i, query) in scene.queries.iter().enumerate() {
        let options_path = format!("queries[{i}].options");
        match &query.ask {
            Ask::World { options, .. } => {
                if options.position == PositionMode::None && options.slop.is_some() {
                    let why = "`position` is `none`: overlaps are not corrected";
                    reports.push(NoEffect::new(format!("{options_path}.slop"), why));
                }
                if options.solver == WorldSolver::Direct && options.order != SolveOrder::default() {
                    let why = "`direct` solves the whole system at once";
                    reports.push(NoEffect::new(format!("{options_path}.order"), why));
                }
                if options.restitution_threshold.is_some() && !has_bounces {
                    let why = "no body has a `restitution` above 0";
                    reports.push(NoEffect::new(format!("{options_path}.restitution_threshold"), why));
                }
            }
            // Sweep and prune always starts from the previous frame, without an option.
            Ask::SweepAndPrune { .. } => {}
            ask => {
                if ask.warm_start() && scene.frames.is_empty() {
                    reports.push(NoEffect::new(format!("{options_path}.warm_start"), "the scene has no frames"));
                }
            }
        }
    }
    reports
}
