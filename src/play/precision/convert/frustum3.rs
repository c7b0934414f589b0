//! Conversion of a scene's frusta to the engine's type.

use glam::DVec3;

use super::super::engine::dim3::frustum::Frustum;
use super::super::engine::prelude::*;
use crate::play::frusta::{self, SceneFrustumError};
use crate::scene::model::FrustumForm;

/// The frustum relative to `home` in world axes: the planes are computed in `f64` and rounded to the engine's
/// precision.
pub(in super::super) fn frustum(form: &FrustumForm, home: DVec3) -> Result<Frustum, SceneFrustumError> {
    let planes = frusta::seen_from(&frusta::in_world(form)?, home).map(|plane| plane.map(|x| x as Real));
    Frustum::from_planes(&planes).map_err(|error| SceneFrustumError::whole(form, error.to_string()))
}
