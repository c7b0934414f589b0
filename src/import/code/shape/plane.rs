//! Planar bodies: whether a text has them, and the removal of z coordinates that only state the order of drawing.

use crate::import::code::evaluate::value::ErrorAt;
use crate::import::code::join::found_bodies::FoundBody;
use crate::import::code::join::store::Store;
use crate::scene::model::Shape;

/// Whether a shape exists only in space.
fn is_solid(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Box { .. }
            | Shape::Cylinder { .. }
            | Shape::Cone { .. }
            | Shape::Ellipsoid { .. }
            | Shape::Polytope { .. }
    )
}

/// Whether the bodies are planar.
///
/// # Errors
/// Fails if planar shapes and solids are mixed.
pub fn in_plane(found: &[FoundBody], text: &str) -> Result<bool, ErrorAt> {
    let named = ["rapier2d", "parry2d", "avian2d", "xpbd_2d"].iter().any(|name| text.contains(name));
    let plane =
        named && !text.contains("3d") || found.iter().any(|body| body.parts.iter().any(|(built, _)| built.plane));
    let other = found.iter().find(|body| body.parts.iter().any(|(built, _)| is_solid(&built.shape)));
    match other.filter(|_| plane) {
        Some(body) => {
            let why = "this is a 3D shape among 2D shapes; a scene is either 2D or 3D: give only one of the two kinds";
            Err((body.at, String::from(why)))
        }
        None => Ok(plane),
    }
}

/// Whether the z coordinates of planar bodies only state the drawing order: in Bevy and in Unity.
pub fn uses_layers(store: &Store) -> bool {
    ["avian", "bevy_xpbd", "bevy_rapier", "bevy", "unity"].iter().any(|library| store.named.libraries.contains(library))
}

/// Removes the layer of a planar body from its pose and those of its shapes.
pub fn remove_layer(body: &mut FoundBody) {
    let own = body.pose.iter_mut();
    own.chain(body.parts.iter_mut().map(|(_, pose)| pose)).for_each(|pose| pose.position[2] = 0.0);
}
