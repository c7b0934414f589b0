//! Checks of worlds: fields that are for the plane or exclude each other, joints with a dynamic body, and limits of
//! numbers, options and expectations.

use std::collections::HashSet;

use contact_lens_model::ask::{AnyOptions, LARGEST};
use serde_json::Value;

use super::{FieldError, check_distinct, check_exists, fail};
use crate::model::{
    Ask, Body, Dimension, Joint, JointField, Motion, Scene, Shared, Spring, UNMOVED, WorldExpect, WorldOptions,
};

/// Maximum of `substeps` times `iterations` per frame, each a pass over all constraints; more would take hours.
const MAX_ITERATIONS: u64 = 1_000_000;

/// Fails with the first rule that bodies, joints or gravity break.
pub(super) fn check(scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    if scene.dimension == Dimension::Three {
        return check_spatial_scene(scene);
    }
    if let Some(i) = scene.bodies.iter().position(|body| body.spin.is_some()) {
        let message = "is only for 3D scenes; in 2D a body has `angular_velocity`, a number";
        return fail(format!("bodies[{i}].spin"), message);
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        check_body(body).map_err(|error| error.inside(&format!("bodies[{i}]")))?;
    }
    check_distinct(scene.joints.iter().map(|joint| joint.name.as_str()), "joints", "name")?;
    for (i, joint) in scene.joints.iter().enumerate() {
        for (field, name) in joint.bodies() {
            check_exists(name, scene, bodies, || format!("joints[{i}].{field}"))?;
        }
        check_joint(joint).map_err(|error| error.inside(&format!("joints[{i}]")))?;
    }
    check_dynamic(scene)
}

/// Checks that a spatial scene has no field that is for the plane only.
fn check_spatial_scene(scene: &Scene) -> Result<(), FieldError> {
    const WHY: &str = "is only for 2D scenes";
    if let Some(i) = scene.queries.iter().position(|query| matches!(query.ask, Ask::World { .. })) {
        return fail(
            format!("queries[{i}].algorithm"),
            "`world` needs a 2D scene; this scene is 3D (see the field `dimension`)",
        );
    }
    if scene.gravity != [0.0; 2] {
        return fail("gravity", WHY);
    }
    if !scene.joints.is_empty() {
        return fail("joints", WHY);
    }
    for (i, body) in scene.bodies.iter().enumerate() {
        let planar_field = if body.angle.is_some() { Some("angle") } else { first_dynamics_field(body) };
        if let Some(field) = planar_field {
            let message = match field {
                "angular_velocity" => "is only for 2D scenes; in 3D a body has `spin`, a vector",
                _ => WHY,
            };
            return fail(format!("bodies[{i}].{field}"), message);
        }
    }
    Ok(())
}

/// The first field of a body's dynamics that is set; `None` if there is none.
fn first_dynamics_field(body: &Body) -> Option<&'static str> {
    let mut names = body.dynamics.fields().into_iter().map(|about| about.name);
    names.find(|name| body.dynamics.slot(name).is_some_and(|slot| slot.get().is_some()))
}

/// Checks the fields of a body that exclude each other.
fn check_body(body: &Body) -> Result<(), FieldError> {
    if body.angle.is_some() && body.rotation != super::IDENTITY {
        return fail("angle", "cannot be combined with `rotation`: both give the body's rotation");
    }
    let dynamics: &dyn AnyOptions = &body.dynamics;
    let conflict = dynamics.first_conflict(Dimension::Two);
    let has_static_velocity = body.velocity.is_some() && body.dynamics.motion == Motion::Static;
    // The velocity is reported before other fields that a static body must not have.
    if has_static_velocity && conflict.is_none_or(|(_, why)| why == UNMOVED) {
        return fail("velocity", UNMOVED);
    }
    match conflict {
        Some((field, message)) => fail(field, message),
        None => Ok(()),
    }
}

/// Checks that a joint has two bodies, ordered limits, and no fields that exclude each other or have no effect.
fn check_joint(joint: &Joint) -> Result<(), FieldError> {
    if joint.a.as_ref() == Some(&joint.b) {
        return fail("b", format!("must differ from `a`, but both are `{}`", joint.b));
    }
    let [lower, upper] = joint.kind.limits();
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        return fail("lower", format!("must be at most `upper`, {upper}, but is {lower}"));
    }
    let has_limits = lower.is_some() || upper.is_some();
    for field in joint.kind.fields() {
        check_joint_field(&field, has_limits)?;
    }
    // A joint that pulls to a point of the world has a default frequency; other joints are rigid without one.
    if joint.kind.has_first_body()
        && let Some(Spring { frequency: None, damping_ratio: Some(_) }) = joint.kind.spring()
    {
        return fail("damping_ratio", "has no effect without `frequency`");
    }
    Ok(())
}

/// Checks that a joint has no fixed value besides limits, and no axis of length 0.
fn check_joint_field(field: &JointField<'_, Shared>, has_limits: bool) -> Result<(), FieldError> {
    const REPLACED: &str = "cannot be combined with `lower` or `upper`, which replace it";
    match field {
        JointField::Length(Some(_)) if has_limits => fail("length", REPLACED),
        JointField::Angle(Some(_)) if has_limits => fail("angle", REPLACED),
        JointField::Axis(Some([x, y])) if *x == 0.0 && *y == 0.0 => fail("axis", "must not be the zero vector"),
        JointField::AnchorA(_)
        | JointField::AnchorB(_)
        | JointField::Length(_)
        | JointField::Angle(_)
        | JointField::Axis(_)
        | JointField::Limits { .. }
        | JointField::Spring { .. }
        | JointField::Pull { .. }
        | JointField::Speed(_)
        | JointField::MaxTorque(_)
        | JointField::Target(_)
        | JointField::MaxForce(_) => Ok(()),
    }
}

/// Checks that each joint has at least one dynamic body.
fn check_dynamic(scene: &Scene) -> Result<(), FieldError> {
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
            let Joint { a, b, .. } = &scene.joints[i];
            let first_body =
                a.as_ref().map_or_else(String::new, |a| format!(", or `a` must be, but `{a}` is not either"));
            fail(format!("joints[{i}].b"), format!("must be a dynamic body, but `{b}` is not{first_body}"))
        }
        None => Ok(()),
    }
}

/// Fails with the first rule that the world query with this index, or a number of a body in its world, breaks; other
/// queries pass.
pub(super) fn check_query(
    scene: &Scene,
    ask: &Ask,
    query_index: usize,
    bodies: &HashSet<&str>,
) -> Result<(), FieldError> {
    let Ask::World { options, expect } = ask else { return Ok(()) };
    check_work(options).map_err(|error| error.inside(&format!("queries[{query_index}].options")))?;
    check_expect(scene, expect, options.steps(), bodies)
        .map_err(|error| error.inside(&format!("queries[{query_index}].expect")))?;
    for (body_index, body) in scene.bodies.iter().enumerate() {
        let value = serde_json::to_value(body).unwrap_or_default();
        if let Some((path, number)) = too_large(&value, format!("bodies[{body_index}]")) {
            return fail(
                path,
                format!("must not be beyond 1e9 in a world, but is {}", super::super::error::plain_number(number)),
            );
        }
    }
    Ok(())
}

/// Checks that `substeps` times `iterations` is at most [`MAX_ITERATIONS`]; the error is about the larger factor.
fn check_work(options: &WorldOptions) -> Result<(), FieldError> {
    let substeps = u64::from(options.substeps());
    let iterations = u64::from(options.iterations());
    if substeps * iterations <= MAX_ITERATIONS {
        return Ok(());
    }
    let (field, other) = if iterations > substeps { ("iterations", "substeps") } else { ("substeps", "iterations") };
    let iterations = substeps * iterations;
    let message =
        format!("times `{other}` gives {iterations} iterations per frame; at most {MAX_ITERATIONS} are allowed");
    fail(field, message)
}

/// Checks the frames and bodies of an expectation.
fn check_expect(scene: &Scene, expect: &WorldExpect, steps: u32, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    if let Some(frame) = expect.rests_by.filter(|frame| *frame > steps) {
        return fail("rests_by", format!("must be at most {steps}, the last frame, but is {frame}"));
    }
    if expect.states.as_ref().is_some_and(Vec::is_empty) {
        return fail("states", String::from("must not be empty: list the state of a body, or remove the field"));
    }
    for (state_index, state) in expect.states.iter().flatten().enumerate() {
        if !state.expects_anything() {
            let message = "needs one of `position`, `angle`, `velocity`, `angular_velocity` and `contact_impulse`";
            return fail(format!("states[{state_index}]"), String::from(message));
        }
        check_exists(&state.body, scene, bodies, || format!("states[{state_index}].body"))?;
        if let Some(frame) = state.frame.filter(|frame| *frame > steps) {
            let message = format!("must be at most {steps}, the last frame, but is {frame}");
            return fail(format!("states[{state_index}].frame"), message);
        }
    }
    Ok(())
}

/// Returns the first number beyond [`LARGEST`], with its path, which starts with `path`; `None` if there is none.
fn too_large(value: &Value, path: String) -> Option<(String, f64)> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| number.abs() > LARGEST).map(|number| (path, number)),
        Value::Array(items) => items.iter().enumerate().find_map(|(i, item)| too_large(item, format!("{path}[{i}]"))),
        Value::Object(fields) => fields.iter().find_map(|(name, item)| too_large(item, format!("{path}.{name}"))),
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}
