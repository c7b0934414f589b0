//! Progress of a query in the pictures of the world: its length along d, and the insets on a small progress and on a
//! short path.

use contact_lens_model::answer::number::length;
use contact_lens_picture::{Picture, Role};
use glam::DVec3;

use super::HierarchyContext;
use super::camera::level_view_direction;

/// Progress below which it gets an inset, as a fraction of the body's radius.
const SMALL_PROGRESS: f64 = 0.05;

/// Radius of the inset of a small progress, relative to the progress.
const INSET_OF_PROGRESS: f64 = 2.0;

/// Adds the progress `rise` along d, meters, from the vertex `previous` to the vertex `farthest`.
pub(super) fn add_progress(context: &HierarchyContext, [previous, farthest]: [u32; 2], rise: f64, world: &mut Picture) {
    let position = context.body.position(farthest);
    let progress = (position - context.body.position(previous)).dot(context.d);
    world.segment(Role::Upper, "rise", position - context.d * progress, position);
    let middle = position - 0.5 * progress * context.d;
    world.label(Role::Upper, "rise", middle, length(rise).text);
    if progress < SMALL_PROGRESS * context.body.radius() {
        world.magnify_subject(middle, INSET_OF_PROGRESS * progress);
    }
}

/// Adds an inset on a short path.
pub(super) fn magnify_path(context: &HierarchyContext, path: &[u32], world: &mut Picture) {
    // Once the path has a length, its inset has the size of the complete path, so that it is the same in all steps.
    let framed = if path.len() > 1 { &context.searched.walk.farthest[..] } else { path };
    let positions = framed.iter().map(|point| context.body.position(*point));
    let Some(low) = positions.clone().reduce(DVec3::min) else { return };
    let Some(high) = positions.clone().reduce(DVec3::max) else { return };
    let center = low.midpoint(high);
    // The extent along the line of sight is invisible.
    let view_direction = level_view_direction(context.d);
    let radius = positions.map(|p| (p - center).reject_from(view_direction).length()).fold(0.0, f64::max);
    if radius > 0.0 {
        world.magnify_subject(center, radius);
    }
}
