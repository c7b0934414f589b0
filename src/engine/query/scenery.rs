//! What stays while a lesson is stepped: the bodies in the world, their difference and the origin.

use std::sync::{Arc, LazyLock};

use glam::DVec3;

use crate::lesson::{Backdrop, Scenery};
use crate::picture::Role;

/// The backdrop of a pair, made when it is first looked at.
pub(super) fn scenery(_cores: bool) -> Scenery {
    LazyLock::new(Box::new(move || {
        let mut backdrop = Backdrop::default();
        backdrop.cso.point(Role::Origin, "origin", DVec3::ZERO);
        backdrop.cso.label(Role::Origin, "origin", DVec3::ZERO, "0");
        Arc::new(backdrop)
    }))
}
