//! Focus of the figures of the hierarchy lesson, the part of the world that they show: for the construction, and for
//! the query's steps.

use glam::DVec3;

use super::HierarchyContext;
use super::camera::{common_plane_normal, level_view_direction};
use crate::Focus;

/// Length of the upward part of the view direction of the construction, relative to its level part, so that the rim of
/// a body is not a line.
const FROM_ABOVE: f64 = 0.45;

/// Length of the upward part of the view direction of a query step that compares many vertices, relative to its level
/// part.
const SLIGHTLY_FROM_ABOVE: f64 = 0.2;

/// Length of the level part of the view direction of a flat body, relative to its unit normal.
const ACROSS_PLANE: f64 = 0.15;

/// Vector added to the level view direction before its side of a flat body is chosen, so that the body is seen from
/// above rather than from below.
const MOSTLY_ABOVE: DVec3 = DVec3::new(0.1, 0.5, 0.2);

/// Half the extent of the view of a single point, meters.
const AROUND_POINT: f64 = 0.3;

/// Extent of the path and the compared vertices, in radii of the body, from which the whole body is shown.
const LARGE: f64 = 0.7;

/// Radius of the focus, in extents of the path and the compared vertices.
const FOCUS_OF_EXTENT: f64 = 0.75;

/// Smallest radius of the focus, in radii of the body: the body around it stays recognizable.
const LEAST_FOCUS: f64 = 0.35;

/// Largest number of compared vertices with names.
pub(super) const MAX_COMPARED_NAMES: usize = 6;

/// Ball around the part of the body that a figure shows.
pub(super) struct FocusedBall {
    /// Center, world, meters.
    pub center: DVec3,
    /// Radius, meters.
    pub radius: f64,
}

/// Focus of the construction: the body from slightly above, a flat body nearly along its normal.
pub(super) fn focus_from_above(context: &HierarchyContext) -> Option<Focus> {
    if context.body.radius() == 0.0 {
        return Some(focus_on_point(context));
    }
    let level = level_view_direction(context.d);
    let side = match common_plane_normal(&context.body.points) {
        Some(normal) if normal.dot(level + MOSTLY_ABOVE) < 0.0 => ACROSS_PLANE * level - normal,
        Some(normal) => ACROSS_PLANE * level + normal,
        None => level + FROM_ABOVE * DVec3::Y,
    };
    Some(Focus { side: Some(side), points: context.body.points.to_vec() })
}

/// Focus on a body of one point.
fn focus_on_point(context: &HierarchyContext) -> Focus {
    Focus { side: None, points: ball_extremes(context.middle(), AROUND_POINT).collect() }
}

/// Points of a ball that are farthest along both directions of each axis.
fn ball_extremes(center: DVec3, radius: f64) -> impl Iterator<Item = DVec3> {
    [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(move |axis| [center + radius * axis, center - radius * axis])
}

/// Ball around the path and the vertices compared in the query step `number`, with a margin; `None` if these extend
/// over much of the body, which is then shown whole.
pub(super) fn focused_ball(context: &HierarchyContext, number: usize) -> Option<FocusedBall> {
    let walk = &context.searched.walk;
    let done = walk.query_steps_done(number);
    let compared = walk.compared[..done].last().into_iter().flatten();
    let positions = walk.farthest[..done].iter().chain(compared).map(|&point| context.body.position(point));
    let low = positions.clone().reduce(DVec3::min)?;
    let high = positions.reduce(DVec3::max)?;
    let extent = high.distance(low);
    let radius = context.body.radius();
    let is_small = extent < LARGE * radius;
    is_small.then(|| FocusedBall {
        center: low.midpoint(high),
        radius: (FOCUS_OF_EXTENT * extent).max(LEAST_FOCUS * radius),
    })
}

/// Focus of the query step `number`: the path and the vertices compared in the step, with the arrow of d and the names;
/// `None` to show the whole body.
pub(super) fn focus(context: &HierarchyContext, number: usize) -> Option<Focus> {
    let walk = &context.searched.walk;
    let done = walk.query_steps_done(number);
    let farthest = *walk.farthest[..done].last()?;
    if context.body.radius() == 0.0 {
        return Some(focus_on_point(context));
    }
    let compared_count = walk.compared[..done].last().map_or(0, Vec::len);
    // Many neighbors may be on a rim, which the side view shows as a line.
    let is_from_above = compared_count > MAX_COMPARED_NAMES && common_plane_normal(&context.body.points).is_none();
    let side = is_from_above.then(|| level_view_direction(context.d) + SLIGHTLY_FROM_ABOVE * DVec3::Y);
    if context.is_perpendicular_to_d() {
        return Some(Focus { side, points: context.whole_with_arrow(farthest, number) });
    }
    let Some(FocusedBall { center, radius }) = focused_ball(context, number) else {
        return side.map(|side| Focus { side: Some(side), points: context.whole_with_arrow(farthest, number) });
    };
    let arrow = context.arrow_of_d(farthest, number);
    let points = ball_extremes(center, radius).chain([arrow.start, arrow.tip]);
    Some(Focus { side, points: points.collect() })
}

impl HierarchyContext {
    /// Points of the body, and the arrow of d at the vertex `point` in the query step `number`.
    fn whole_with_arrow(&self, point: u32, number: usize) -> Vec<DVec3> {
        let arrow = self.arrow_of_d(point, number);
        self.body.points.iter().copied().chain([arrow.start, arrow.tip]).collect()
    }
}
