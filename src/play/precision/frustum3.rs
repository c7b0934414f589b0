//! From the scene file's frusta to the engine's.

use glam::DVec3;

use super::engine::dim3::frustum::Frustum;
use super::engine::prelude::*;
use crate::play::frusta::{self, SceneFrustumError};
use crate::scene::model::FrustumForm;

/// As it is seen from a point, with the world's axes: planes are found in `f64` and rounded to this precision.
pub(super) fn frustum(form: &FrustumForm, home: DVec3) -> Result<Frustum, SceneFrustumError> {
    let planes = frusta::seen_from(&frusta::in_world(form)?, home).map(|plane| plane.map(|x| x as Real));
    Frustum::from_planes(&planes).map_err(|error| SceneFrustumError::whole(form, error.to_string()))
}
