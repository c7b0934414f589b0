//! Drawings of the bodies of a captured step.

use std::collections::HashMap;
use std::sync::Arc;

use contact_lens_picture::Form;
use contact_lens_scene::model::{Body, Dimension, Scene};

use super::Bystander;
use super::convert::dim3::Dim3;
use super::convert::half_space::bystander_half_spaces;
use super::convert::pair::bystander_outlines;

/// Forms of each body at its pose, world frame, by the name of the body: the outline of its shape or one per child
/// shape, or the surface of a half-space below the other bodies. Shapes that this precision cannot represent are not
/// drawn.
pub fn body_forms(bodies: &[Body]) -> HashMap<String, Vec<Form>> {
    let scene = Scene::new("captured step", Dimension::Three, bodies.to_vec());
    let drawn = scene.bodies.iter().zip(scene.tracks());
    let drawn: Arc<[Bystander]> =
        drawn.map(|(body, track)| Bystander { body: Arc::new(body.clone()), track }).collect();
    let mut forms: HashMap<String, Vec<Form>> = HashMap::new();
    let mut corners = Vec::new();
    for (name, solid) in bystander_outlines::<Dim3>(0, Arc::clone(&drawn)) {
        corners.extend(&solid.vertices);
        // The outlines of child shapes are called `table/2`.
        let is_body = scene.body(&name).is_some();
        let body = if is_body { name.as_str() } else { name.rsplit_once('/').map_or(name.as_str(), |(body, _)| body) };
        forms.entry(body.to_owned()).or_default().push(Form::Solid(Arc::new(solid)));
    }
    for (name, surface) in bystander_half_spaces(0, &drawn, &corners, false) {
        forms.entry(name).or_default().push(surface);
    }
    forms
}
