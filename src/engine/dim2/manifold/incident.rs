//! The incident side: its choice, its clipping, and the height of its rounded surface above the reference.

use std::borrow::Borrow;

use super::super::numbers::unit2;
use super::super::prelude::*;
use super::side::{Side, core, next_vertex, rotated, shape, vertex_position};
use super::{Cso, Shape};

/// Bound of the rounding error of the difference of two sines, in `EPS`, with a margin: each is the dot product of two
/// rounded unit vectors. Smaller: the last bit decides between two sides that are equally opposed. Larger: a side that
/// is less opposed may be taken.
const SINE_ROUNDING: Real = 8.0;

/// Incident feature of the body without the reference: of the two sides at its support point against the reference
/// normal, the one whose normal is most opposed, or the single vertex of a point core. Vectors are in the frame of the
/// first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incident {
    /// Vertices of its ends, in order along the reference; the same vertex twice for a point core.
    pub corners: [u32; 2],
    /// Positions of the ends.
    pub ends: [Vec2; 2],
    /// Index in `ends` of the support point, the end nearest the reference.
    pub support_end: usize,
    /// Margin around the core, meters.
    pub ball: Real,
}

/// An end of the clipped incident side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Coordinate along the reference, meters.
    pub along: Real,
    /// Point on the core.
    pub point: Vec2,
    /// Whether clipping made this end.
    pub is_clipped: bool,
}

impl Incident {
    /// Incident feature of the other body for `reference`.
    pub(super) fn facing<S: Borrow<Shape>>(cso: &Cso<S>, reference: &Side) -> Self {
        let body = 1 - reference.body;
        let support = reference.support;
        let count = core(cso, body).len() as u32;
        let before = if support == 0 { count - 1 } else { support - 1 };
        let after = next_vertex(cso, body, support);
        // The flatter side is the more opposed one; ties go to the next side.
        let [rise_before, rise_after] = [(before, -1.0), (support, 1.0)].map(|(side, sign)| {
            let direction = shape(cso, body).side(side);
            direction.map_or(1.0, |(direction, _)| sign * rotated(cso, body, direction).dot(reference.normal))
        });
        let far = if rise_before < rise_after - SINE_ROUNDING * EPS { before } else { after };
        let ahead = reference.tangent.dot(vertex_position(cso, body, far) - vertex_position(cso, body, support)) >= 0.0;
        let corners = if ahead { [support, far] } else { [far, support] };
        let support_end = usize::from(!ahead);
        Self {
            corners,
            ends: corners.map(|index| vertex_position(cso, body, index)),
            support_end,
            ball: shape(cso, body).margin(),
        }
    }

    /// Both ends of the incident feature, as they are before clipping.
    pub(super) fn unclipped_ends(&self, reference: &Side) -> [End; 2] {
        self.ends.map(|point| End { along: reference.along(point), point, is_clipped: false })
    }

    /// Height of the incident surface above the reference at the core's point `at`: that of the rounded cap at the
    /// support point, or of the side's offset line.
    pub(super) fn height(&self, reference: &Side, at: &End) -> Real {
        let near = self.ends[self.support_end];
        let far = self.ends[1 - self.support_end];
        let ball = self.ball;
        let height = reference.above(at.point);
        // Without a margin, the surface is the core itself.
        let Some(direction) = (ball > 0.0).then(|| unit2(far - near)).flatten() else { return height - ball };
        let cosine = reference.tangent.dot(direction).abs();
        let sine = reference.normal.dot(direction).max(0.0);
        let distance = (at.along - reference.along(near)).abs();
        // The side rises at an angle from the reference. The round cap around the support point ends where the side's
        // normal through that point leaves it, at the distance `ball · sine`; the offset side follows.
        if distance <= ball * sine || cosine == 0.0 {
            return reference.above(near) - (ball * ball - (distance * distance).min(ball * ball)).sqrt();
        }
        reference.above(near) - ball * cosine + (distance - ball * sine) / cosine * sine
    }
}

/// Clips to the inner side of the line through an end of the reference, its first end if `low`. `None` if nothing
/// remains beyond rounding error.
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
    // NaN if a coordinate is not finite.
    let fraction = if fraction.is_finite() { fraction } else { 1.0 };
    let point = from.point.lerp(to.point, fraction);
    ends[outer] = End { along: limit, point, is_clipped: true };
    Some(ends)
}
