//! The side that faces the reference, and how it is clipped.

use std::borrow::Borrow;

use super::super::numbers::unit2;
use super::super::prelude::*;
use super::side::{Side, core, corner, next, shape, turned};
use super::{Cso, Shape};

/// What faces the reference: the side at the other core's farthest corner that is the most opposed, or that corner where the
/// core has no other. Vectors are of the frame of the first body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incident {
    /// Its ends, numbered as corners, that farther back along the reference first; twice the same one for a corner alone.
    pub corners: [u32; 2],
    /// Where these are.
    pub ends: [Vec2; 2],
    /// Which of the ends is the farthest corner.
    pub near: usize,
    /// The ball around the core.
    pub ball: Real,
}

/// An end of what is left of the incident side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// How far along the reference it lies.
    pub along: Real,
    /// The point of the core.
    pub point: Vec2,
    /// Whether it was cut here.
    pub cut: bool,
}

impl Incident {
    /// What of the other body faces `reference`.
    pub(super) fn facing<S: Borrow<Shape>>(cso: &Cso<S>, reference: &Side) -> Self {
        let (body, support) = (1 - reference.body, reference.support);
        let count = core(cso, body).len() as u32;
        let at = |index: u32| corner(cso, body, index);
        let before = if support == 0 { count - 1 } else { support - 1 };
        let after = next(cso, body, support);
        // The flatter side is the more opposed one; of equal ones the next.
        let rise = |side: u32, sign: Real| {
            let way = shape(cso, body).side(side);
            way.map_or(1.0, |(way, _)| sign * turned(cso, body, way).dot(reference.normal))
        };
        let far = if rise(before, -1.0) < rise(support, 1.0) - 8.0 * EPS { before } else { after };
        let ahead = reference.tangent.dot(at(far) - at(support)) >= 0.0;
        let corners = if ahead { [support, far] } else { [far, support] };
        let near = usize::from(!ahead);
        Self { corners, ends: corners.map(at), near, ball: shape(cso, body).margin() }
    }

    /// Before clipping.
    pub(super) fn whole(&self, reference: &Side) -> [End; 2] {
        self.ends.map(|point| End { along: reference.along(point), point, cut: false })
    }

    /// How far above the reference the surface lies, where the core's point is `at`: the ball's lowest point over that place on the way up from
    /// the nearest corner, or the line beside the core.
    pub(super) fn height(&self, reference: &Side, at: &End) -> Real {
        let (near, far) = (self.ends[self.near], self.ends[1 - self.near]);
        let (ball, height) = (self.ball, reference.above(at.point));
        // A core without a ball ends where it is.
        let Some(way) = (ball > 0.0).then(|| unit2(far - near)).flatten() else { return height - ball };
        let forward = reference.tangent.dot(way).abs();
        let rise = reference.normal.dot(way).max(0.0);
        let from = (at.along - reference.along(near)).abs();
        // On the cap up to where the side's own normal meets it, then on the side.
        if from <= ball * rise || forward == 0.0 {
            return reference.above(near) - (ball * ball - (from * from).min(ball * ball)).sqrt();
        }
        reference.above(near) - ball * forward + (from - ball * rise) / forward * rise
    }
}

/// The part of two ends that lies on the inner side of the line through an end of the reference: `low` of its first. `None` if nothing does,
/// but for rounding.
pub(super) fn clip(mut ends: [End; 2], reference: &Side, low: bool, rounding: Real) -> Option<[End; 2]> {
    let limit = if low { 0.0 } else { reference.length };
    let [outer, inner] = if low { [0, 1] } else { [1, 0] };
    let outside = |end: &End| if low { limit - end.along } else { end.along - limit };
    if outside(&ends[outer]) <= 0.0 {
        return Some(ends);
    }
    if outside(&ends[inner]) > rounding {
        return None;
    }
    let (from, to) = (ends[outer], ends[inner]);
    let share = ((limit - from.along) / (to.along - from.along)).clamp(0.0, 1.0);
    let share = if share.is_finite() { share } else { 1.0 };
    let point = from.point.lerp(to.point, share);
    ends[outer] = End { along: limit, point, cut: true };
    Some(ends)
}
