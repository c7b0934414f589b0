//! Broad phase of a world: the pairs of bodies whose bounding boxes overlap, found in a grid of columns ([`Columns`]),
//! and the pairs of a half-plane and a body near it.

use super::bodies::BodyState;
use super::ground::{HalfPlane, Solid, inverse};
use crate::dim2::dim3::sweep_and_prune::{Bounds, Columns};
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use crate::dim2::shape::Shape;

/// Search for overlapping boxes of bodies. The pairs depend on the current boxes only; the grid is kept between solves
/// to save time, and a clone starts without it.
#[derive(Debug, Default)]
pub(super) struct BroadPhase {
    /// Grid of columns that finds the overlapping boxes.
    columns: Columns<2>,
    /// Grown box of each body, world axes, meters; `None` for half-planes, and for boxes that are not finite.
    boxes: Vec<Option<Bounds<2>>>,
    /// Pairs of boxes and pairs with a half-plane, sorted; unused in a world without half-planes.
    all_pairs: Vec<[u32; 2]>,
}

impl Clone for BroadPhase {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl BroadPhase {
    /// Returns the pairs of bodies whose boxes, grown by half of `margin` on each side, overlap, and the pairs of a
    /// half-plane and a body whose grown box is at most the other half away. The list is sorted; in each pair the lower
    /// index is first.
    pub(super) fn pairs<'a>(
        &mut self,
        bodies: impl Iterator<Item = (&'a Solid, &'a BodyState)> + Clone,
        margin: Real,
    ) -> &[[u32; 2]] {
        self.boxes.clear();
        self.boxes.extend(bodies.clone().map(|(solid, body)| match solid {
            Solid::Convex(shape) => bounding_box(shape, body, margin),
            Solid::HalfPlane(_) => None,
        }));
        let box_pairs: &[[u32; 2]] = match self.columns.update(&self.boxes) {
            Ok(()) => &self.columns.pairs,
            // Cannot occur, since boxes that are not finite are `None`.
            Err(_) => &[],
        };
        let mut half_planes = bodies.zip(0_u32..).filter_map(|((solid, state), i)| match solid {
            Solid::HalfPlane(plane) => Some((plane.in_world(&state.pose), i)),
            Solid::Convex(_) => None,
        });
        let Some(first) = half_planes.next() else { return box_pairs };
        self.all_pairs.clear();
        self.all_pairs.extend(box_pairs);
        for (plane, i) in std::iter::once(first).chain(half_planes) {
            for (bounds, j) in self.boxes.iter().zip(0_u32..) {
                let Some(bounds) = bounds else { continue };
                if is_near(bounds, &plane, margin) {
                    self.all_pairs.push([i.min(j), i.max(j)]);
                }
            }
        }
        self.all_pairs.sort_unstable();
        &self.all_pairs
    }
}

/// Returns whether a box, already grown by half of `margin`, is at most the other half away from a half-plane in the
/// world.
fn is_near(bounds: &Bounds<2>, plane: &HalfPlane, margin: Real) -> bool {
    let HalfPlane { normal, offset } = *plane;
    // Least height of the box along the normal, from the world's origin.
    let lowest_x = if normal.x > 0.0 { normal.x * bounds.min[0] } else { normal.x * bounds.max[0] };
    let lowest_y = if normal.y > 0.0 { normal.y * bounds.min[1] } else { normal.y * bounds.max[1] };
    let lowest = lowest_x + lowest_y;
    lowest - offset <= 0.5 * margin + rounding::bound_rounding2(lowest.abs() + offset.abs())
}

/// Returns the box of a placed shape, grown by half of `margin` and by rounding error; `None` if it is not finite.
fn bounding_box(shape: &Shape, body: &BodyState, margin: Real) -> Option<Bounds<2>> {
    let rotation = body.pose.rotation;
    let position = body.pose.position;
    let to_body = inverse(rotation);
    // Extent of the core from the body's origin in each of the four directions of the world's axes, meters.
    let [left, right, down, up] = [-Vec2::X, Vec2::X, -Vec2::Y, Vec2::Y].map(|direction| {
        let farthest = shape.core()[shape.farthest(to_body.rotate(direction)) as usize];
        rotation.rotate(farthest).dot(direction)
    });
    let size = shape.radius() + position.abs().max_element() + margin;
    let grown = shape.margin() + 0.5 * margin + rounding::bound_rounding2(size);
    let min = [position.x - left - grown, position.y - down - grown];
    let max = [position.x + right + grown, position.y + up + grown];
    let is_finite = min.iter().chain(&max).all(|end| end.is_finite());
    is_finite.then_some(Bounds { min, max })
}
