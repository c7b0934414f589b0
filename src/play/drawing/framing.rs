//! Emphasis of a pair among other bodies in pictures: the view zooms in on the pair, an inset shows a tiny body, and
//! bystanders in front of the pair become outlines.

use contact_lens_picture::{Bounds, Form, Mark, Picture, Role};
use glam::DVec3;

/// Margin around the pair in a zoomed view, as a fraction of the pair's size.
const ZOOM_MARGIN: f64 = 0.12;

/// Ratio of the bounding radii of two bodies below which the smaller one gets an inset.
const MAX_INSET_RATIO: f64 = 0.15;

/// Whether a mark is the shape of A or B.
fn is_of_pair(mark: &Mark) -> bool {
    matches!(mark.role, Role::ShapeA | Role::ShapeB)
}

/// Bounding box `[low, high]` of marks, world frame, meters; `None` without marks.
fn bounding_box<'a>(marks: impl Iterator<Item = &'a Mark>) -> Option<[DVec3; 2]> {
    Bounds::of(&marks.cloned().collect()).corners()
}

/// Adds an inset of the smaller body of A and B if the other is much larger. The inset is shown only while the body is
/// small in its pane.
pub fn add_inset(world: &mut Picture) {
    let Some(a) = bounding_ball(world, Role::ShapeA) else { return };
    let Some(b) = bounding_ball(world, Role::ShapeB) else { return };
    let (Ball { center, radius }, other) = if a.radius < b.radius { (a, b) } else { (b, a) };
    if radius < MAX_INSET_RATIO * other.radius && radius > 0.0 {
        world.magnify_subject(center, radius);
    }
}

/// A ball in the world frame, meters.
struct Ball {
    center: DVec3,
    radius: f64,
}

/// Ball around the bounding box of the marks with a role; `None` if no mark has it.
fn bounding_ball(world: &Picture, role: Role) -> Option<Ball> {
    let [low, high] = bounding_box(world.marks.iter().filter(|mark| mark.role == role))?;
    Some(Ball { center: 0.5 * (low + high), radius: 0.5 * low.distance(high) })
}

/// Limits the view to A and B with a margin if the picture has other bodies (bystanders), so that these do not make the
/// pair small.
pub fn zoom_to_pair(world: &mut Picture) {
    let Some([low, high]) = bounding_box(world.marks.iter().filter(|mark| is_of_pair(mark))) else { return };
    let size = low.distance(high);
    let has_bystanders = world.marks.iter().any(|mark| mark.role == Role::Bystander);
    if size > 0.0 && has_bystanders {
        let margin = DVec3::splat(ZOOM_MARGIN * size);
        world.limit_bystanders(&[low - margin, high + margin]);
    }
}

/// Replaces bystanders that overlap the bounding box of A or B by their outlines, since their fill would tint the pair.
/// Only for pictures in the plane, in which each solid has one face.
pub fn outline_bystanders_in_plane(world: &mut Picture) {
    let pair: Vec<_> = world
        .marks
        .iter()
        .filter(|mark| is_of_pair(mark))
        .filter_map(|mark| bounding_box([mark].into_iter()))
        .collect();
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
