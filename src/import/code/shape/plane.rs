//! Planar bodies: decides whether the scene of a text is 2D, and removes z coordinates of planar bodies that only state
//! the order of drawing.

use contact_lens_scene::model::Shape;

use crate::code::evaluate::value::ErrorAt;
use crate::code::join::found_bodies::FoundBody;
use crate::code::join::store::Store;

/// Whether a shape exists only in 3D; a capsule or a segment may also be planar.
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

/// Whether the bodies are planar: a shape is, or the text names the 2D version of a library.
///
/// # Errors
/// Fails if planar shapes and solids are mixed.
pub fn in_plane(found: &[FoundBody], text: &str) -> Result<bool, ErrorAt> {
    let names_planar_library = ["rapier2d", "parry2d", "avian2d", "xpbd_2d"].iter().any(|name| text.contains(name));
    let has_planar_shape = found.iter().any(|body| body.parts.iter().any(|(built, _)| built.plane));
    if !(names_planar_library && !text.contains("3d") || has_planar_shape) {
        return Ok(false);
    }
    match found.iter().find(|body| body.parts.iter().any(|(built, _)| is_solid(&built.shape))) {
        Some(body) => {
            let why = "this is a 3D shape among 2D shapes; a scene is either 2D or 3D: give only one of the two kinds";
            Err((body.at, String::from(why)))
        }
        None => Ok(true),
    }
}

/// Whether the z coordinates of planar bodies only state the drawing order: in Bevy and in Unity.
pub fn uses_layers(store: &Store) -> bool {
    ["avian", "bevy_xpbd", "bevy_rapier", "bevy", "unity"].iter().any(|library| store.named.libraries.contains(library))
}

/// Sets z = 0 in the pose of a planar body and in the poses of its shapes.
pub fn remove_layer(body: &mut FoundBody) {
    if let Some(pose) = &mut body.pose {
        pose.position[2] = 0.0;
    }
    for (_, pose) in &mut body.parts {
        pose.position[2] = 0.0;
    }
}
