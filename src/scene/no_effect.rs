//! What a scene says and no query of it makes use of: accepted, harmless, and told once a field, so that nobody waits for an
//! effect that does not come.

mod inside;

pub use inside::inner_point;

use super::model::{Ask, Body, Motion, PositionMode, Query, Scene, SolveOrder, WorldSolver};

const NO_WORLD: &str = "no query asks `world`";

/// A field that changes no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEffect {
    /// The first place where it stands: `bodies[2].mass`.
    pub path: String,
    /// In how many further bodies it stands.
    pub others: usize,
    /// Why, in a few words.
    pub why: &'static str,
}

impl std::fmt::Display for NoEffect {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: has no effect here: {}", self.path, self.why)?;
        match self.others {
            0 => Ok(()),
            1 => out.write_str(" (nor in 1 other body)"),
            others => write!(out, " (nor in {others} other bodies)"),
        }
    }
}

fn because(path: impl Into<String>, why: &'static str) -> NoEffect {
    NoEffect { path: path.into(), others: 0, why }
}

/// Polygons with a point that is none of their corners: a polygon is the convex hull of its points.
pub fn inner_points(scene: &Scene) -> Vec<NoEffect> {
    let found = |(i, body): (usize, &Body)| {
        let k = inner_point(&body.shape)?;
        Some(because(format!("bodies[{i}].shape.points[{k}]"), INSIDE))
    };
    scene.bodies.iter().enumerate().filter_map(found).collect()
}

/// The sentence about such a point of a body; none if all points are corners.
pub fn ignored_point(body: &Body) -> Option<String> {
    let point = inner_point(&body.shape)?;
    Some(format!("Point {point} of {} is ignored: {INSIDE}.", body.name))
}

/// These sentences for the bodies that a query is about.
pub fn ignored_points(scene: &Scene, query: &Query) -> Vec<String> {
    scene.subjects(query).unwrap_or_default().iter().filter_map(|subject| ignored_point(subject.body)).collect()
}

/// Why such a point does nothing.
pub const INSIDE: &str = "it lies inside of the convex hull of all, which is the shape";

/// Every field of the scene that none of its queries makes use of, each once. A scene without queries has none: what it will
/// be asked is not known.
pub fn no_effect(scene: &Scene) -> Vec<NoEffect> {
    let asks = |is: fn(&Ask) -> bool| scene.queries.iter().any(|query| is(&query.ask));
    if scene.queries.is_empty() {
        return Vec::new();
    }
    let world = asks(|ask| matches!(ask, Ask::World { .. }));
    let cast = asks(|ask| matches!(ask, Ask::Cast { .. }));
    let mut all = Vec::new();
    if !world {
        if scene.gravity != [0.0; 2] {
            all.push(because("gravity", NO_WORLD));
        }
        if !scene.joints.is_empty() {
            all.push(because("joints", NO_WORLD));
        }
        let turned = asks(|ask| matches!(ask, Ask::Cast { options, .. } if options.method.turns()));
        let said = DYNAMICS.iter().filter(|(field, _)| !(turned && *field == "angular_velocity"));
        all.extend(said.filter_map(|(field, said)| in_bodies(scene, field, *said, NO_WORLD)));
        if !turned {
            let why = "no query asks `cast` by `advance`";
            all.extend(in_bodies(scene, "spin", |body| body.spin.is_some(), why));
        }
        if !cast {
            let why = "no query asks `cast` or `world`";
            all.extend(in_bodies(scene, "velocity", |body| body.velocity.is_some(), why));
        }
    }
    if world && scene.queries.iter().all(|query| query.is_of_a_world()) && !scene.frames.is_empty() {
        all.push(because("frames", "a `world` moves the bodies itself"));
    }
    all.extend(frusta(scene));
    all.extend(options(scene));
    all
}

/// What only a world knows of a body, and whether a body says it.
type Said = (&'static str, fn(&Body) -> bool);

const DYNAMICS: [Said; 9] = [
    ("motion", |body| body.dynamics.motion != Motion::default()),
    ("mass", |body| body.dynamics.mass.is_some()),
    ("density", |body| body.dynamics.density.is_some()),
    ("inertia", |body| body.dynamics.inertia.is_some()),
    ("angular_velocity", |body| body.dynamics.angular_velocity.is_some()),
    ("force", |body| body.dynamics.force.is_some()),
    ("torque", |body| body.dynamics.torque.is_some()),
    ("friction", |body| body.dynamics.friction.is_some()),
    ("restitution", |body| body.dynamics.restitution.is_some()),
];

/// A field of bodies, if any has it.
fn in_bodies(scene: &Scene, field: &str, said: fn(&Body) -> bool, why: &'static str) -> Option<NoEffect> {
    let first = scene.bodies.iter().position(said)?;
    let others = scene.bodies.iter().filter(|body| said(body)).count() - 1;
    Some(NoEffect { path: format!("bodies[{first}].{field}"), others, why })
}

/// The frusta that no query culls by; a query that names none culls by the first.
fn frusta(scene: &Scene) -> impl Iterator<Item = NoEffect> {
    let used = |i: usize, name: &str| {
        let mut named = scene.queries.iter().filter_map(|query| query.ask.frustum());
        named.any(|asked| asked == name || (asked.is_empty() && i == 0))
    };
    let idle = scene.frusta.iter().enumerate().filter(move |(i, frustum)| !used(*i, &frustum.name));
    idle.map(|(i, _)| because(format!("frusta[{i}]"), "no query culls by it"))
}

/// Options that do nothing in this scene.
fn options(scene: &Scene) -> Vec<NoEffect> {
    let mut all = Vec::new();
    let bounces = scene.bodies.iter().any(|body| body.dynamics.restitution.is_some_and(|share| share > 0.0));
    for (i, query) in scene.queries.iter().enumerate() {
        let at = |field: &str| format!("queries[{i}].options.{field}");
        match &query.ask {
            Ask::World { options, .. } => {
                if options.position == PositionMode::None && options.slop.is_some() {
                    all.push(because(at("slop"), "`position` is `none`: no overlap is taken back"));
                }
                if options.solver == WorldSolver::Direct && options.order != SolveOrder::default() {
                    all.push(because(at("order"), "`direct` solves the whole system at once"));
                }
                if options.restitution_threshold.is_some() && !bounces {
                    all.push(because(at("restitution_threshold"), "no body has a `restitution` above 0"));
                }
            }
            Ask::SweepAndPrune { .. } => {}
            ask if ask.warm_start() && scene.frames.is_empty() => {
                all.push(because(at("warm_start"), "the scene has no frames"));
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests;
