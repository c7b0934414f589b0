//! Which bodies may touch: columns of boxes along the axes.

use super::super::dim3::sweep_and_prune::{Bounds, Columns};
use super::super::prelude::*;
use super::super::rounding;
use super::super::shape::Shape;
use super::bodies::{BodyState, back};

/// The boxes of all bodies and what overlaps. Its pairs are those of the boxes, whatever was before, so that a copy may begin
/// anew: what is kept from solve to solve only saves time.
#[derive(Debug, Default)]
pub(super) struct Broad {
    columns: Columns<2>,
    boxes: Vec<Option<Bounds<2>>>,
}

impl Clone for Broad {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Broad {
    /// Pairs of bodies whose boxes, grown by half of `margin` on each side, touch; in order, the first body first.
    pub(super) fn pairs<'a>(
        &mut self,
        bodies: impl Iterator<Item = (&'a Shape, &'a BodyState)>,
        margin: Real,
    ) -> &[[u32; 2]] {
        self.boxes.clear();
        self.boxes.extend(bodies.map(|(shape, body)| around(shape, body, margin)));
        match self.columns.update(&self.boxes) {
            Ok(()) => &self.columns.pairs,
            // No box has such ends: they were looked at.
            Err(_) => &[],
        }
    }
}

/// The box about a placed shape; `None` where the body is no longer at a finite place.
fn around(shape: &Shape, body: &BodyState, margin: Real) -> Option<Bounds<2>> {
    let (rotation, at) = (body.pose.rotation, body.pose.position);
    let back = back(rotation);
    let reach = |d: Vec2| rotation.rotate(shape.core()[shape.farthest(back.rotate(d)) as usize]).dot(d);
    let grown =
        shape.margin() + 0.5 * margin + rounding::bound_rounding2(shape.radius() + at.abs().max_element() + margin);
    let min = [at.x - reach(-Vec2::X) - grown, at.y - reach(-Vec2::Y) - grown];
    let max = [at.x + reach(Vec2::X) + grown, at.y + reach(Vec2::Y) + grown];
    (min.iter().chain(&max).all(|end| end.is_finite())).then_some(Bounds { min, max })
}
