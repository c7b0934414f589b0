//! Indices of the bodies of a captured step, and points of bodies in the world.

use std::collections::HashMap;

use contact_lens_audit::State;
use glam::{DQuat, DVec3};

/// Indices of the bodies of a step, by name.
pub(super) type BodyIndices<'a> = HashMap<&'a str, usize>;

/// A vector of a capture.
pub(super) fn vector(value: [f64; 3]) -> DVec3 {
    DVec3::from(value)
}

/// Point of a body at a pose; `point` is in the body's frame.
pub(super) fn placed(state: Option<&State>, point: DVec3) -> DVec3 {
    let Some(state) = state else { return point };
    let rotation = DQuat::from_array(state.rotation).normalize();
    let rotation = if rotation.is_finite() { rotation } else { DQuat::IDENTITY };
    vector(state.position) + rotation * point
}
