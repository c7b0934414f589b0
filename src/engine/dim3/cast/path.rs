//! Where B goes seen from A, and what rounding may do to a place on that way.

use super::super::numbers;
use super::super::prelude::*;
use super::super::rounding::{self, CastRounding};

/// How the place of B seen from A was computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Placed {
    /// In the precision of the engine.
    #[default]
    Roughly,
    /// In `f64`, and then rounded.
    Finely,
    /// No rounding has happened: both bodies are turned by halves, in the plane by quarters, or not at all.
    Exactly,
}

/// How B moves seen from A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// `r = v_B − v_A`, pair frame, in length units a second.
    pub r: Vec3,
    /// How it, and the place of B, was computed.
    pub placed: Placed,
}

impl From<Vec3> for Motion {
    fn from(r: Vec3) -> Self {
        Self { r, placed: Placed::Roughly }
    }
}

/// The lengths that rounding errors of a pair are derived from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// The bounding radii of A and of B about their own origins, balls included.
    pub radii: [Real; 2],
    /// How far their origins are from each other at the start.
    pub apart: Real,
    /// Whether both lie in the plane z = 0.
    pub planar: bool,
}

impl Sizes {
    /// A radius about the pair frame's origin that holds both bodies at the start.
    pub fn magnitude(&self) -> Real {
        let ([a, b], apart) = (self.radii, self.apart);
        // Not a number wins.
        if a > b + apart { a } else { b + apart }
    }

    /// A radius about the pair frame's origin that holds `A − B`.
    pub fn bounding_radius(&self) -> Real {
        self.radii[0] + self.radii[1] + self.apart
    }

    /// What rounding may do to a supporting plane at the start, and by how much more for each unit of B's way.
    fn rounding(&self, placed: Placed) -> [Real; 2] {
        let of: CastRounding = match (self.planar, placed) {
            (false, Placed::Roughly) => rounding::CAST,
            (false, _) => rounding::CAST_FINE,
            (true, Placed::Roughly) => rounding::CAST2,
            (true, _) => rounding::CAST2_FINE,
        };
        let start = of[0] * self.radii[0] + of[1] * self.radii[1] + of[2] * self.apart;
        [EPS * start + 16.0 * Real::MIN_POSITIVE, EPS * of[3]]
    }
}

/// The way of B's origin seen from A: a segment, walked at one speed. Places on it are lengths `s` from its start; the
/// time is `s / |r|`, so that how slow or fast the bodies are changes no digit of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    /// `r = v_B − v_A`, pair frame, in length units a second.
    pub r: Vec3,
    /// `r / |r|`; zero where there is no motion.
    pub along: Vec3,
    /// `|r|`.
    pub speed: Real,
    /// How long the motion lasts, seconds.
    pub t_max: Real,
    /// `|r| · t_max`: where the motion ends.
    pub limit: Real,
    /// How far the way is looked along: to its end, or less far, where the bodies have left each other before.
    pub length: Real,
    /// `M`: all numbers of the pair at the start are at most of this size.
    pub magnitude: Real,
    /// How the pair frame was computed.
    pub placed: Placed,
    /// What rounding may do to a supporting plane at the start, and by how much more for each unit of the way.
    rounding: [Real; 2],
}

/// What rounding may do to the length of `r`, and to a time: to turn `r` costs most, as a share of it.
const TIMES: Real = 16.0 * EPS;

impl Path {
    /// The way of a pair of these sizes. Beyond twice their bounding radius the bodies have passed each other.
    pub fn new(motion: impl Into<Motion>, t_max: Real, sizes: Sizes) -> Self {
        let Motion { r, placed } = motion.into();
        // Velocities may be so large that their squares overflow.
        let largest = r.abs().max_element();
        let speed = if largest > 0.0 { largest * (r / largest).length() } else { 0.0 };
        let along = numbers::unit(r).unwrap_or(Vec3::ZERO);
        // A product of infinity and 0, of bodies that stand still for ever, is no number.
        let limit = if speed > 0.0 { speed * t_max * (1.0 + TIMES) } else { 0.0 };
        let (length, magnitude) = (limit.min(2.0 * sizes.bounding_radius()), sizes.magnitude());
        Self { r, along, speed, t_max, limit, length, magnitude, placed, rounding: sizes.rounding(placed) }
    }

    /// Whether all its numbers can be computed with.
    pub fn is_sound(&self) -> bool {
        self.r.is_finite() && self.t_max >= 0.0 && rounding::is_sound(self.magnitude)
    }

    /// Whether B moves seen from A at all: only a velocity of exactly 0 is no motion.
    pub fn is_still(&self) -> bool {
        self.along == Vec3::ZERO
    }

    /// `r · t` at this place: where the origin of the moving pair lies in `A − B` at rest.
    pub fn at(&self, s: Real) -> Vec3 {
        self.along * s
    }

    /// When that is.
    pub fn time(&self, s: Real) -> Real {
        if s <= 0.0 { 0.0 } else { s / self.speed }
    }

    /// Not after the moment of this place, whatever rounding did.
    pub fn not_after(&self, s: Real) -> Real {
        self.time(s) * (1.0 - TIMES)
    }

    /// Not before the moment of this place.
    pub fn not_before(&self, s: Real) -> Real {
        self.time(s) * (1.0 + TIMES)
    }

    /// What a supporting plane of `A − B` may be off by when B has gone so far.
    pub fn rounding(&self, s: Real) -> Real {
        self.rounding[0] + self.rounding[1] * s
    }

    /// What the direction of the way may be off by, as an angle.
    pub fn drift(&self) -> Real {
        self.rounding[1]
    }

    /// What two bounds that were computed from the same rounded points may differ by there.
    pub fn dot_rounding(&self, s: Real) -> Real {
        rounding::DOT_ROUNDING * EPS * (self.magnitude + s) + Real::MIN_POSITIVE
    }

    /// No farther apart than this, bodies touch where rounding alone may part them; 0 where only exact numbers tell.
    pub fn touching(&self) -> Real {
        rounding::touching(self.magnitude)
    }

    /// Where, before this motion is over, `h + rounding` is reached along a normal with `normal · along = w < 0`: from the
    /// start to there `A − B`, which lies where `normal · x ≤ h`, is not met.
    pub fn clear_until(&self, h: Real, w: Real) -> Real {
        let [start, way] = self.rounding;
        ((-h - start) / (-w + way)).max(0.0)
    }

    /// Whether the motion is over before `s`, beyond rounding.
    pub fn ends_before(&self, s: Real) -> Comparison<Real> {
        Comparison::above(s, self.limit)
    }
}
