//! Conversion of a scene's frusta to the engine's type.

use contact_lens_scene::model::FrustumForm;
use glam::DVec3;

use super::super::engine::dim3::frustum::Frustum;
use super::super::engine::prelude::*;
use crate::frusta::{self, SceneFrustumError};

/// The frustum with coordinates relative to `origin` and world axes. The planes are computed in `f64` and rounded to
/// the engine's precision.
///
/// # Errors
/// The planes have no common interior, before or after rounding.
pub(in super::super) fn frustum(form: &FrustumForm, origin: DVec3) -> Result<Frustum, SceneFrustumError> {
    let planes = frusta::planes_relative_to(&frusta::in_world(form)?, origin).map(|plane| plane.map(|x| x as Real));
    Frustum::from_planes(&planes).map_err(|error| SceneFrustumError::at_definition(form, error.to_string()))
}
