//! Edits of a scene's list of view frusta, which culling queries use: add, rename and remove.

use contact_lens_scene::model::{Ask, Frustum, FrustumForm, Scene};
use glam::DVec3;

use super::fresh_name;

/// Renames a frustum, in queries too, unless the name is empty or taken.
pub(super) fn rename(scene: &mut Scene, index: usize, name: &str) {
    let is_taken = scene.frusta.iter().enumerate().any(|(i, frustum)| i != index && frustum.name == name);
    if is_taken || name.is_empty() {
        return;
    }
    let Some(frustum) = scene.frusta.get_mut(index) else { return };
    let old = std::mem::replace(&mut frustum.name, name.to_owned());
    for query in &mut scene.queries {
        if let Ask::Cull { frustum, .. } = &mut query.ask
            && *frustum == old
        {
            name.clone_into(frustum);
        }
    }
}

/// Adds a copy of the frustum with this index, or a camera in front of all bodies.
pub(super) fn add(scene: &mut Scene, model: Option<usize>) {
    let taken: Vec<&str> = scene.frusta.iter().map(|frustum| frustum.name.as_str()).collect();
    let frustum = match model.and_then(|i| scene.frusta.get(i)) {
        Some(original) => Frustum { name: fresh_name(&original.name, &taken), form: original.form.clone() },
        None => Frustum { name: fresh_name("camera", &taken), form: camera_in_front(scene) },
    };
    scene.frusta.push(frustum);
}

/// Camera that looks along −z at the center of the bodies, with a vertical field of view of 45°. The bodies are assumed
/// to lie in a sphere: the one around the bounding box of their origins, with a radius enlarged by one meter. The eye
/// is two radii from its center; the near and far planes are in front of and behind the sphere.
fn camera_in_front(scene: &Scene) -> FrustumForm {
    let origins = scene.bodies.iter().map(|body| DVec3::from(body.position));
    let low = origins.clone().reduce(DVec3::min).unwrap_or_default();
    let high = origins.reduce(DVec3::max).unwrap_or_default();
    let middle = 0.5 * (low + high);
    // One meter for the extent of the bodies around their origins.
    let radius = 0.5 * (high - low).length() + 1.0;
    let eye = middle + DVec3::Z * (2.0 * radius);
    FrustumForm {
        eye: Some(eye.to_array()),
        target: Some(middle.to_array()),
        fov_y: Some(45.0),
        aspect: Some(1.5),
        near: Some(0.1 * radius),
        far: Some(4.0 * radius),
        ..FrustumForm::default()
    }
}

/// Removes a frustum with the queries that name it. Queries that name none use the first frustum of the scene, and are
/// removed with the last one.
pub(super) fn remove(scene: &mut Scene, index: usize) {
    if index >= scene.frusta.len() {
        return;
    }
    let removed = scene.frusta.remove(index);
    let was_last = scene.frusta.is_empty();
    scene.queries.retain(|query| {
        let Ask::Cull { frustum, .. } = &query.ask else { return true };
        *frustum != removed.name && !(was_last && frustum.is_empty())
    });
}
