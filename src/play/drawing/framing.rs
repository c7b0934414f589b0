//! Emphasis of a pair among other bodies in pictures: the view zooms in on the pair, an inset shows a tiny body, and
//! bystanders in front of the pair become outlines.

use glam::DVec3;

use crate::picture::{Bounds, Form, Mark, Picture, Role};

/// Margin around the pair in a zoomed view, as a fraction of the pair's size.
const ZOOM_MARGIN: f64 = 0.12;

/// A body whose bounding radius is smaller than this fraction of the other's gets an inset.
const INSET_BELOW: f64 = 0.15;

/// Whether a mark is the shape of A or B.
fn is_of_pair(mark: &&Mark) -> bool {
    matches!(mark.role, Role::ShapeA | Role::ShapeB)
}

/// Bounding box `[low, high]` of marks, world frame, meters; `None` without marks.
fn bounding_box<'a>(marks: impl Iterator<Item = &'a Mark>) -> Option<[DVec3; 2]> {
    Bounds::of(&marks.cloned().collect()).corners()
}

/// Adds an inset of the smaller body if the other is much larger. The window opens the inset while the body is small in
/// its pane.
pub fn add_inset(world: &mut Picture) {
    let Some(a) = bounding_ball(world, Role::ShapeA) else { return };
    let Some(b) = bounding_ball(world, Role::ShapeB) else { return };
    let (Ball { center, radius }, other) = if a.radius < b.radius { (a, b) } else { (b, a) };
    if radius < INSET_BELOW * other.radius && radius > 0.0 {
        world.magnify_subject(center, radius);
    }
}

/// A ball in the world frame, meters.
struct Ball {
    center: DVec3,
    radius: f64,
}

/// Ball around the bounding box of the marks with a role.
fn bounding_ball(world: &Picture, role: Role) -> Option<Ball> {
    let [low, high] = bounding_box(world.marks.iter().filter(|mark| mark.role == role))?;
    Some(Ball { center: 0.5 * (low + high), radius: 0.5 * low.distance(high) })
}

/// Restricts the view to A and B with a margin if the view of all bodies would show them small.
pub fn zoom_to_pair(world: &mut Picture) {
    let Some([low, high]) = bounding_box(world.marks.iter().filter(is_of_pair)) else { return };
    let size = low.distance(high);
    let has_bystanders = world.marks.iter().any(|mark| mark.role == Role::Bystander);
    if size > 0.0 && has_bystanders {
        let margin = DVec3::splat(ZOOM_MARGIN * size);
        world.limit_bystanders(&[low - margin, high + margin]);
    }
}

/// Reduces 2D bystanders that overlap the bounding box of A or B to outlines. Their fill would tint the pair.
pub fn reduce_to_outlines(world: &mut Picture) {
    let pair: Vec<_> =
        world.marks.iter().filter(is_of_pair).filter_map(|mark| bounding_box([mark].into_iter())).collect();
    for mark in world.marks.iter_mut().filter(|mark| mark.role == Role::Bystander) {
        let Some(bounds) = bounding_box([&*mark].into_iter()) else { continue };
        let Form::Solid(solid) = &mark.form else { continue };
        if !pair.iter().any(|body| overlap_in_plane(&bounds, body)) {
            continue;
        }
        if let Some(face) = solid.faces.first() {
            let points = face.iter().map(|corner| solid.vertices[*corner as usize]).collect();
            mark.form = Form::Polyline { points, closed: true };
        }
    }
}

/// Whether two boxes overlap in x and y.
fn overlap_in_plane(a: &[DVec3; 2], b: &[DVec3; 2]) -> bool {
    let [low, high] = a.map(DVec3::truncate);
    let [other_low, other_high] = b.map(DVec3::truncate);
    low.cmplt(other_high).all() && high.cmpgt(other_low).all()
}
