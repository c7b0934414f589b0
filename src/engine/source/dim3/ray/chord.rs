//! The chord of a line and a convex set: the part of the line inside the set, with proven bounds of both ends; and the
//! chords of a half-space and of a quadratic inequality, from which those of all shapes are composed.

use contact_lens_model::snapshot::ray::PieceKind;

use crate::interval::{Interval, Vector, dot, minus, plus, times};

/// Line through a ray, in the frame of a body: `origin + t · direction`. The ray is its part from `t = 0` to `t_max`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Starting point of the ray.
    pub origin: Vector,
    /// Direction of the ray, of any length but 0.
    pub direction: Vector,
    /// Parameter of the ray's end point.
    pub t_max: f64,
}

impl Line {
    /// Point at the parameter `t`.
    pub fn at(&self, t: Interval) -> Vector {
        plus(self.origin, times(self.direction, t))
    }
}

/// Interval of the parameter `t` of a [`Line`] in which the line is inside a convex set. Each end is known by a lower
/// and an upper bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    /// Lower and upper bound of the parameter at which the line enters.
    pub entry: [f64; 2],
    /// Lower and upper bound of the parameter at which the line leaves.
    pub exit: [f64; 2],
    /// Best estimates of the parameter of the entry and of the exit.
    pub estimate: [f64; 2],
    /// Outward normal of the set at the entry, of any length; `None` if it is not known.
    pub normal: Option<[f64; 3]>,
    /// Outward normal of the set at the exit, of any length; `None` unless a flat face is there.
    pub exit_normal: Option<[f64; 3]>,
    /// Whether the chord contains a point; `None` if rounding errors leave it undecided.
    pub is_nonempty: Option<bool>,
}

impl Chord {
    /// Chord of the whole line.
    pub const ALL: Self = Self {
        entry: [f64::NEG_INFINITY; 2],
        exit: [f64::INFINITY; 2],
        estimate: [f64::NEG_INFINITY, f64::INFINITY],
        normal: None,
        exit_normal: None,
        is_nonempty: Some(true),
    };

    /// Chord without any point.
    pub const NONE: Self = Self { is_nonempty: Some(false), ..Self::ALL };

    /// Chord without any known bound.
    pub const UNKNOWN: Self = Self {
        entry: [f64::NEG_INFINITY, f64::INFINITY],
        exit: [f64::NEG_INFINITY, f64::INFINITY],
        estimate: [f64::NEG_INFINITY, f64::INFINITY],
        normal: None,
        exit_normal: None,
        is_nonempty: None,
    };

    /// Chord from one parameter to another.
    pub fn between(entry: Interval, exit: Interval) -> Self {
        let chord = Self {
            entry: [entry.low(), entry.high()],
            exit: [exit.low(), exit.high()],
            estimate: [entry.to_f64(), exit.to_f64()],
            ..Self::ALL
        };
        chord.with_emptiness()
    }

    /// Chord of the single parameter `t`, at which the set has the outward `normal`; empty if `is_inside` is false,
    /// undecided if it is `None`.
    pub fn at(t: Interval, normal: [f64; 3], is_inside: Option<bool>) -> Self {
        Self { normal: Some(normal), is_nonempty: is_inside, ..Self::between(t, t) }
    }

    /// Whether the bounds decide whether a ray from 0 to `t_max` hits the set and, if it does, whether it starts
    /// inside.
    pub fn is_decided(&self, t_max: f64) -> bool {
        let is_missed = self.is_nonempty == Some(false) || self.entry[0] > t_max || self.exit[1] < 0.0;
        let is_hit = self.is_nonempty == Some(true) && self.entry[1] <= t_max && self.exit[0] >= 0.0;
        let is_start_decided = self.entry[1] <= 0.0 || self.entry[0] > 0.0;
        is_missed || is_hit && is_start_decided
    }

    /// Sets `is_nonempty` from the bounds.
    fn with_emptiness(mut self) -> Self {
        self.is_nonempty = decide(self.entry[1] <= self.exit[0], self.entry[0] > self.exit[1]);
        self
    }

    /// Whether the chord is the whole line.
    fn is_whole_line(&self) -> bool {
        self.is_nonempty == Some(true) && self.entry[1] == f64::NEG_INFINITY && self.exit[0] == f64::INFINITY
    }

    /// Chord of the intersection of two convex sets.
    pub fn intersection(self, other: Self) -> Self {
        if self.is_nonempty == Some(false) || other.is_nonempty == Some(false) {
            return Self::NONE;
        }
        // The bounds of a chord of one point overlap, so they do not decide whether it is empty.
        if self.is_whole_line() {
            return other;
        }
        let later = if other.estimate[0] > self.estimate[0] { other } else { self };
        let earlier = if other.estimate[1] < self.estimate[1] { other } else { self };
        let entry = [0, 1].map(|i| self.entry[i].max(other.entry[i]));
        let exit = [0, 1].map(|i| self.exit[i].min(other.exit[i]));
        let estimate = [self.estimate[0].max(other.estimate[0]), self.estimate[1].min(other.estimate[1])];
        let normals = Self { normal: later.normal, exit_normal: earlier.exit_normal, ..Self::ALL };
        Self { entry, exit, estimate, ..normals }.with_emptiness()
    }

    /// `bound` if the chord is proven to contain a point, otherwise `otherwise`.
    fn if_nonempty(&self, bound: f64, otherwise: f64) -> f64 {
        if self.is_nonempty == Some(true) { bound } else { otherwise }
    }

    /// Chord of the union of two convex sets, which must be convex too.
    pub fn union(self, other: Self) -> Self {
        match (self.is_nonempty, other.is_nonempty) {
            (Some(false), _) => return other,
            (_, Some(false)) => return self,
            _ => {}
        }
        let earlier = if other.estimate[0] < self.estimate[0] { other } else { self };
        let later = if other.estimate[1] > self.estimate[1] { other } else { self };
        let never = f64::INFINITY;
        let always = f64::NEG_INFINITY;
        let entry = [
            self.entry[0].min(other.entry[0]),
            self.if_nonempty(self.entry[1], never).min(other.if_nonempty(other.entry[1], never)),
        ];
        let exit = [
            self.if_nonempty(self.exit[0], always).max(other.if_nonempty(other.exit[0], always)),
            self.exit[1].max(other.exit[1]),
        ];
        let estimate = [self.estimate[0].min(other.estimate[0]), self.estimate[1].max(other.estimate[1])];
        let is_nonempty =
            if self.is_nonempty == Some(true) || other.is_nonempty == Some(true) { Some(true) } else { None };
        Self { entry, exit, estimate, normal: earlier.normal, exit_normal: later.exit_normal, is_nonempty }
    }
}

/// A piece of a body, with its chord.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// Number of the piece among those of its kind.
    pub index: usize,
    /// Part of the line inside the piece. Its normal is in the frame of the body.
    pub chord: Chord,
}

/// Truth of a statement: `None` if it is neither proven nor refuted, because of rounding errors.
pub(super) fn decide(is_proven: bool, is_refuted: bool) -> Option<bool> {
    if is_proven {
        Some(true)
    } else if is_refuted {
        Some(false)
    } else {
        None
    }
}

/// Chord of a line in the half-space `normal · (x − point) ≤ height`; the normal may have any length but 0.
pub(super) fn half_space(line: &Line, normal: Vector, point: Vector, height: Interval) -> Chord {
    // The height of the point x(t) above the plane, times the normal's length, is `above + t · rise`.
    let above = dot(normal, minus(line.origin, point)) - height;
    let rise = dot(normal, line.direction);
    let outward = Some(normal.map(Interval::to_f64));
    if rise.is_positive() {
        let exit = -above / rise;
        let estimate = [f64::NEG_INFINITY, exit.to_f64()];
        return Chord { exit: [exit.low(), exit.high()], estimate, exit_normal: outward, ..Chord::ALL };
    }
    if rise.is_negative() {
        let entry = -above / rise;
        let estimate = [entry.to_f64(), f64::INFINITY];
        return Chord { entry: [entry.low(), entry.high()], estimate, normal: outward, ..Chord::ALL };
    }
    // The line is parallel to the plane to rounding, so the heights at both ends of the ray decide.
    let end = above + rise * Interval::from(line.t_max);
    if above.is_positive() && end.is_positive() {
        Chord::NONE
    } else if above.is_negative() && end.is_negative() || above.is_zero() && rise.is_zero() {
        Chord::ALL
    } else {
        Chord::UNKNOWN
    }
}

/// Chord of the parameters `t` with `a t² + 2 b t + c ≤ 0`. The exact `a` must not be negative, so that the function is
/// convex.
pub(super) fn quadratic(line: &Line, [a, b, c]: [Interval; 3]) -> Chord {
    if a.is_positive() {
        let discriminant = b * b - a * c;
        if discriminant.is_negative() {
            return Chord::NONE;
        }
        let root = discriminant.sqrt();
        return Chord::between((-b - root) / a, (-b + root) / a);
    }
    let t = Interval::from(line.t_max);
    let end = a * t * t + b * t + b * t + c;
    let slope = b.low().abs().max(b.high().abs());
    let fall = Interval::from(slope) * t * Interval::from(2.0);
    if c.is_negative() && end.is_negative() {
        // A convex function that is negative at both ends of the ray is negative between them.
        Chord::ALL
    } else if (c - fall).is_positive() && !a.is_negative() {
        // The function cannot decrease by more than `fall` up to `t_max`.
        Chord::NONE
    } else {
        Chord::UNKNOWN
    }
}
