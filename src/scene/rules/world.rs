//! The rules of what a world knows: what means nothing beside something else, and joints between bodies that can move.

use std::collections::HashSet;

use serde_json::Value;

use super::{FieldError, distinct, known};
use crate::ask::{About, AnyOptions, LARGEST};
use crate::scene::model::{Ask, Body, Dimension, Joint, JointKind, Motion, Scene, UNMOVED, WorldExpect, WorldOptions};

/// Passes over all constraints that a frame may have, `substeps` times `iterations`: beyond it a single frame takes hours.
const MOST_ITERATIONS: u64 = 1_000_000;

fn wrong(path: impl Into<String>, message: impl Into<String>) -> Result<(), FieldError> {
    Err((path.into(), message.into()))
}

/// The first rule that bodies, joints or gravity break.
pub(super) fn check(scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    if scene.dimension == Dimension::Three {
        return only_in_plane(scene);
    }
    if let Some(i) = scene.bodies.iter().position(|body| body.spin.is_some()) {
        return wrong(
            format!("bodies[{i}].spin"),
            "is for scenes of dimension 3; in the plane it is `angular_velocity`",
        );
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        check_body(body).map_err(|(field, message)| (format!("bodies[{i}].{field}"), message))?;
    }
    distinct(scene.joints.iter().map(|joint| joint.name.as_str()), "joints", "name")?;
    for (i, joint) in scene.joints.iter().enumerate() {
        let at = |field: &str| format!("joints[{i}].{field}");
        for (field, name) in joint.bodies() {
            known(name, scene, bodies, || at(field))?;
        }
        check_joint(joint).map_err(|(field, message)| (at(&field), message))?;
    }
    check_moved(scene)
}

/// Whether a scene of space has nothing that only the plane knows.
fn only_in_plane(scene: &Scene) -> Result<(), FieldError> {
    const WHY: &str = "is for scenes of dimension 2";
    if let Some(i) = scene.queries.iter().position(|query| matches!(query.ask, Ask::World { .. })) {
        return wrong(format!("queries[{i}].algorithm"), "`world` has no form for dimension 3, which this scene has");
    }
    if scene.gravity != [0.0; 2] {
        return wrong("gravity", WHY);
    }
    if !scene.joints.is_empty() {
        return wrong("joints", WHY);
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        let field = body.angle.map(|_| "angle").or(first_field(body));
        if let Some(field) = field {
            let spin = "is for scenes of dimension 2; in space a body has `spin`, a vector";
            return wrong(format!("bodies[{i}].{field}"), if field == "angular_velocity" { spin } else { WHY });
        }
    }
    Ok(())
}

/// What a body says about its dynamics.
fn first_field(body: &Body) -> Option<&'static str> {
    let said = |about: &&About| body.dynamics.slot(about.name).is_some_and(|slot| slot.get().is_some());
    body.dynamics.fields().into_iter().find(said).map(|about| about.name)
}

fn check_body(body: &Body) -> Result<(), FieldError> {
    if body.angle.is_some() && body.rotation != super::IDENTITY {
        return wrong("angle", "means nothing beside `rotation`: both say how it is turned");
    }
    let own: &dyn AnyOptions = &body.dynamics;
    let moved = (body.velocity.is_some() && body.dynamics.motion == Motion::Static).then_some(("velocity", UNMOVED));
    // Of all that would move it the velocity comes first.
    let other = own.wrong(Dimension::Two).filter(|(_, why)| moved.is_none() || *why != UNMOVED);
    match other.or(moved) {
        Some((field, message)) => wrong(field, message),
        None => Ok(()),
    }
}

fn check_joint(joint: &Joint) -> Result<(), FieldError> {
    if joint.a.as_ref() == Some(&joint.b) {
        return wrong("b", format!("must be another body than `a`, both are `{}`", joint.b));
    }
    let [lower, upper] = joint.kind.limits();
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        return wrong("lower", format!("must be at most `upper`, which is {upper}; it is {lower}"));
    }
    let limited = lower.is_some() || upper.is_some();
    match &joint.kind {
        JointKind::Distance { length: Some(_), .. } if limited => {
            return wrong("length", "means nothing beside `lower` or `upper`: they stand in its place");
        }
        JointKind::Angle { angle: Some(_), .. } if limited => {
            return wrong("angle", "means nothing beside `lower` or `upper`: they stand in its place");
        }
        JointKind::Line { axis: Some([x, y]), .. } if *x == 0.0 && *y == 0.0 => {
            return wrong("axis", "must not be zero: it points nowhere");
        }
        _ => {}
    }
    let pulls = matches!(joint.kind, JointKind::Mouse { .. });
    match joint.kind.softness() {
        Some((None, Some(_))) if !pulls => wrong("damping_ratio", "means nothing without `frequency`"),
        _ => Ok(()),
    }
}

/// Whether each joint holds a body that it can move.
fn check_moved(scene: &Scene) -> Result<(), FieldError> {
    if scene.joints.is_empty() {
        return Ok(());
    }
    let dynamic: HashSet<&str> = scene
        .bodies
        .iter()
        .filter(|body| body.dynamics.motion == Motion::Dynamic)
        .map(|body| body.name.as_str())
        .collect();
    match scene.joints.iter().position(|joint| joint.bodies().all(|(_, name)| !dynamic.contains(name))) {
        Some(i) => {
            let none = if scene.joints[i].a.is_some() { "neither `a` nor `b` is" } else { "it is not" };
            wrong(format!("joints[{i}].b"), format!("must be dynamic, or `a` must be: {none}"))
        }
        None => Ok(()),
    }
}

/// The first rule that a question about the world, query `i`, breaks.
pub(super) fn check_query(scene: &Scene, ask: &Ask, i: usize, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    let Ask::World { options, expect } = ask else { return Ok(()) };
    let at = |field: String| format!("queries[{i}].{field}");
    check_work(options).map_err(|(field, message)| (at(format!("options.{field}")), message))?;
    check_expect(scene, expect, options.steps(), bodies)
        .map_err(|(field, message)| (at(format!("expect.{field}")), message))?;
    for (k, body) in scene.bodies.iter().enumerate() {
        let value = serde_json::to_value(body).unwrap_or_default();
        if let Some((path, number)) = beyond(&value, format!("bodies[{k}]")) {
            return wrong(
                path,
                format!("must not be beyond 1e9 in a world, is {}", super::super::error::plain_number(number)),
            );
        }
    }
    Ok(())
}

/// Whether the work that the options ask for can come to an end.
fn check_work(options: &WorldOptions) -> Result<(), FieldError> {
    let substeps = u64::from(options.substeps());
    let iterations = u64::from(options.iterations());
    if substeps * iterations <= MOST_ITERATIONS {
        return Ok(());
    }
    let (field, other) = if iterations > substeps { ("iterations", "substeps") } else { ("substeps", "iterations") };
    let message =
        format!("asks with `{other}` for {} iterations a frame; {MOST_ITERATIONS} is the bound", substeps * iterations);
    wrong(field, message)
}

fn check_expect(scene: &Scene, expect: &WorldExpect, steps: u32, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    let late = format!("is beyond the last frame, {steps}");
    if expect.rests_by.is_some_and(|frame| frame > steps) {
        return wrong("rests_by", late);
    }
    if expect.states.as_ref().is_some_and(Vec::is_empty) {
        return wrong("states", String::from("expects nothing: list a body's state, or leave it out"));
    }
    for (k, state) in expect.states.iter().flatten().enumerate() {
        if !state.says_something() {
            let message =
                "expects nothing: give one of `position`, `angle`, `velocity`, `angular_velocity`, `contact_impulse`";
            return wrong(format!("states[{k}]"), String::from(message));
        }
        known(&state.body, scene, bodies, || format!("states[{k}].body"))?;
        if state.frame.is_some_and(|frame| frame > steps) {
            return wrong(format!("states[{k}].frame"), late);
        }
    }
    Ok(())
}

/// The first number that is too large for a world, with its path.
fn beyond(value: &Value, path: String) -> Option<(String, f64)> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| number.abs() > LARGEST).map(|number| (path, number)),
        Value::Array(items) => items.iter().enumerate().find_map(|(i, item)| beyond(item, format!("{path}[{i}]"))),
        Value::Object(fields) => fields.iter().find_map(|(name, item)| beyond(item, format!("{path}.{name}"))),
        _ => None,
    }
}
