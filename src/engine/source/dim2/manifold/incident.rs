//! The incident side of a contact, which faces the reference side of the other body: its choice, its clipping at the
//! ends of the reference, and the height of its rounded surface above the reference.

use std::borrow::Borrow;

use super::side::{Side, core, next_vertex, rotated, shape, vertex_position};
use super::{Cso, Shape};
use crate::dim2::numbers::unit2;
use crate::dim2::prelude::*;
use crate::dim2::shape::SideVector;

/// Bound of the rounding error of the difference of two sines, in `EPS`, with a margin: each is the dot product of two
/// rounded unit vectors. With a smaller value, the last bit decides between two sides that are equally opposed to the
/// reference; with a larger one, a side that is less opposed may be taken.
const SINE_ROUNDING: Real = 8.0;

/// Incident feature of the body without the reference: of the two sides at its support point against the reference
/// normal, the one whose normal is most opposed, or the only vertex of the core. Vectors are in the frame of the first
/// body, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incident {
    /// Vertex indices of the ends, in order along the reference; one vertex twice for a core of one vertex.
    pub corners: [u32; 2],
    /// Positions of the ends.
    pub ends: [Vec2; 2],
    /// Index in `ends` of the support point, the end nearest the reference.
    pub support_end: usize,
    /// Margin around the core, meters.
    pub ball: Real,
}

/// An end of the incident side after the clips done so far, in the frame of the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Coordinate along the reference side, from its start, meters.
    pub along: Real,
    /// Point on the core, meters.
    pub point: Vec2,
    /// Whether a clip made this end.
    pub is_clipped: bool,
}

impl Incident {
    /// Finds the incident feature for the side `reference`, on the other body.
    pub(super) fn facing<S: Borrow<Shape>>(cso: &Cso<S>, reference: &Side) -> Self {
        let body = 1 - reference.body;
        let support = reference.support;
        let count = core(cso, body).len() as u32;
        let before = if support == 0 { count - 1 } else { support - 1 };
        let after = next_vertex(cso, body, support);
        // Sines of the angles at which both sides rise from the support point, above the reference: the flatter side is
        // the more opposed one. Of equally flat sides the one after the support point is taken. A side is directed from
        // its first vertex, so the one before the support point leads down to it.
        let rise_before = rise_of_side(cso, body, before, reference.normal).map_or(1.0, |rise| -rise);
        let rise_after = rise_of_side(cso, body, support, reference.normal).unwrap_or(1.0);
        let far = if rise_before < rise_after - SINE_ROUNDING * EPS { before } else { after };
        let to_far = vertex_position(cso, body, far) - vertex_position(cso, body, support);
        let support_is_first = reference.tangent.dot(to_far) >= 0.0;
        let corners = if support_is_first { [support, far] } else { [far, support] };
        let support_end = usize::from(!support_is_first);
        Self {
            corners,
            ends: corners.map(|index| vertex_position(cso, body, index)),
            support_end,
            ball: shape(cso, body).margin(),
        }
    }

    /// Returns both ends of the incident feature before clipping.
    pub(super) fn unclipped_ends(&self, reference: &Side) -> [End; 2] {
        self.ends.map(|point| End { along: reference.along(point), point, is_clipped: false })
    }

    /// Returns the height above the reference, meters, of the incident surface, margin included, at the point `end` of
    /// the core: the surface is the round cap at the support point, or the line of the side moved by the margin.
    pub(super) fn height(&self, reference: &Side, end: &End) -> Real {
        let near = self.ends[self.support_end];
        let far = self.ends[1 - self.support_end];
        let ball = self.ball;
        let height_of_core = reference.above(end.point);
        // Without a margin the surface is the core itself, around a single vertex a circle.
        let direction = if ball > 0.0 { unit2(far - near) } else { None };
        let Some(direction) = direction else { return height_of_core - ball };
        let cosine = reference.tangent.dot(direction).abs();
        let sine = reference.normal.dot(direction).max(0.0);
        let distance = (end.along - reference.along(near)).abs();
        // The side rises at an angle from the reference. The round cap around the support point ends where the side's
        // normal through that point leaves it, at the distance `ball · sine`; the offset side follows.
        if distance <= ball * sine || cosine == 0.0 {
            return reference.above(near) - (ball * ball - (distance * distance).min(ball * ball)).sqrt();
        }
        reference.above(near) - ball * cosine + (distance - ball * sine) / cosine * sine
    }
}

/// Returns the sine of the angle at which the side with this index rises along the unit vector `normal` from its first
/// vertex; `None` for a side without a direction.
fn rise_of_side<S: Borrow<Shape>>(cso: &Cso<S>, body: u8, side: u32, normal: Vec2) -> Option<Real> {
    let SideVector { direction, .. } = shape(cso, body).side(side)?;
    Some(rotated(cso, body, direction).dot(normal))
}

/// Clips the incident side at the line through an end of the reference, perpendicular to it: through its start if
/// `low`, else through its end. `None` if the whole side is beyond that line by more than `rounding`.
pub(super) fn clip_to_end(mut ends: [End; 2], reference: &Side, low: bool, rounding: Real) -> Option<[End; 2]> {
    let limit = if low { 0.0 } else { reference.length };
    let [outer, inner] = if low { [0, 1] } else { [1, 0] };
    let outside = ends.map(|end| if low { limit - end.along } else { end.along - limit });
    if outside[outer] <= 0.0 {
        return Some(ends);
    }
    if outside[inner] > rounding {
        return None;
    }
    let from = ends[outer];
    let to = ends[inner];
    let fraction = ((limit - from.along) / (to.along - from.along)).clamp(0.0, 1.0);
    // The fraction is NaN if a coordinate is not finite.
    let fraction = if fraction.is_finite() { fraction } else { 1.0 };
    let point = from.point.lerp(to.point, fraction);
    ends[outer] = End { along: limit, point, is_clipped: true };
    Some(ends)
}
