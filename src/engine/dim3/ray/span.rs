//! The part of a line that lies in a convex set, between bounds.

use crate::interval::{Interval, Vector, dot, minus, plus, times};

/// A ray in the frame of a body: `origin + t · direction`, of which `t` up to `t_max` is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub origin: Vector,
    pub direction: Vector,
    pub t_max: f64,
}

impl Line {
    pub fn at(&self, t: Interval) -> Vector {
        plus(self.origin, times(self.direction, t))
    }
}

/// When the line is inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Bounds of the moment at which it enters.
    pub entry: [f64; 2],
    /// Bounds of the moment at which it leaves.
    pub exit: [f64; 2],
    /// Best estimates of both.
    pub near: [f64; 2],
    /// Outward where it enters, of any length; none where that is not known.
    pub normal: Option<[f64; 3]>,
    /// Whether there is such a part; none where rounding decides.
    pub is_met: Option<bool>,
}

impl Span {
    /// All of the line.
    pub const ALL: Self = Self {
        entry: [f64::NEG_INFINITY; 2],
        exit: [f64::INFINITY; 2],
        near: [f64::NEG_INFINITY, f64::INFINITY],
        normal: None,
        is_met: Some(true),
    };

    /// None of it.
    pub const NONE: Self = Self { is_met: Some(false), ..Self::ALL };

    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        entry: [f64::NEG_INFINITY, f64::INFINITY],
        exit: [f64::NEG_INFINITY, f64::INFINITY],
        near: [f64::NEG_INFINITY, f64::INFINITY],
        normal: None,
        is_met: None,
    };

    /// From one moment to another.
    pub fn between(entry: Interval, exit: Interval) -> Self {
        let [entry_bounds, exit_bounds] = [entry, exit].map(|t| [t.low(), t.high()]);
        Self { entry: entry_bounds, exit: exit_bounds, near: [entry.to_f64(), exit.to_f64()], ..Self::ALL }.judged()
    }

    /// At one moment only, if `inside`.
    pub fn at(t: Interval, normal: [f64; 3], inside: Option<bool>) -> Self {
        Self { normal: Some(normal), is_met: inside, ..Self::between(t, t) }
    }

    /// Whether the bounds tell if a ray from 0 to `t_max` meets it, and if it starts inside.
    pub fn is_decided(&self, t_max: f64) -> bool {
        let is_missed = self.is_met == Some(false) || self.entry[0] > t_max || self.exit[1] < 0.0;
        let is_met = self.is_met == Some(true) && self.entry[1] <= t_max && self.exit[0] >= 0.0;
        is_missed || is_met && (self.entry[1] <= 0.0 || self.entry[0] > 0.0)
    }

    /// Whether there is such a part, by the bounds.
    fn judged(mut self) -> Self {
        self.is_met = match (self.entry[1] <= self.exit[0], self.entry[0] > self.exit[1]) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        self
    }

    /// The part in both of two sets.
    pub fn and(self, other: Self) -> Self {
        if self.is_met == Some(false) || other.is_met == Some(false) {
            return Self::NONE;
        }
        let later = if other.near[0] > self.near[0] { other } else { self };
        let both = |f: fn(f64, f64) -> f64, a: [f64; 2], b: [f64; 2]| [f(a[0], b[0]), f(a[1], b[1])];
        let [entry, exit] = [both(f64::max, self.entry, other.entry), both(f64::min, self.exit, other.exit)];
        let near = [self.near[0].max(other.near[0]), self.near[1].min(other.near[1])];
        Self { entry, exit, near, normal: later.normal, is_met: None }.judged()
    }

    /// The part in any of two sets whose union is convex.
    pub fn or(self, other: Self) -> Self {
        match (self.is_met, other.is_met) {
            (Some(false), _) => return other,
            (_, Some(false)) => return self,
            _ => {}
        }
        let earlier = if other.near[0] < self.near[0] { other } else { self };
        let known = |span: &Self, t: f64, none: f64| if span.is_met == Some(true) { t } else { none };
        let far = f64::INFINITY;
        let early = f64::NEG_INFINITY;
        let entry = [
            self.entry[0].min(other.entry[0]),
            known(&self, self.entry[1], far).min(known(&other, other.entry[1], far)),
        ];
        let exit = [
            known(&self, self.exit[0], early).max(known(&other, other.exit[0], early)),
            self.exit[1].max(other.exit[1]),
        ];
        let near = [self.near[0].min(other.near[0]), self.near[1].max(other.near[1])];
        let is_met = if self.is_met == Some(true) || other.is_met == Some(true) { Some(true) } else { None };
        Self { entry, exit, near, normal: earlier.normal, is_met }
    }
}

/// The part of a line where `normal · (x − point) ≤ height`.
pub(super) fn half_space(line: &Line, normal: Vector, point: Vector, height: Interval) -> Span {
    let above = dot(normal, minus(line.origin, point)) - height;
    let rise = dot(normal, line.direction);
    let outward = Some(normal.map(Interval::to_f64));
    if rise.is_positive() {
        let exit = -above / rise;
        return Span { exit: [exit.low(), exit.high()], near: [f64::NEG_INFINITY, exit.to_f64()], ..Span::ALL };
    }
    if rise.is_negative() {
        let entry = -above / rise;
        let near = [entry.to_f64(), f64::INFINITY];
        return Span { entry: [entry.low(), entry.high()], near, normal: outward, ..Span::ALL };
    }
    let end = above + rise * Interval::from(line.t_max);
    let stays = |sign: fn(Interval) -> bool| sign(above) && sign(end);
    if stays(Interval::is_positive) {
        Span::NONE
    } else if stays(Interval::is_negative) || above.is_zero() && rise.is_zero() {
        Span::ALL
    } else {
        Span::UNKNOWN
    }
}

/// The part of a line where `a t² + 2 b t + c ≤ 0`, with `a` of a convex function: not below 0.
pub(super) fn quadratic(line: &Line, [a, b, c]: [Interval; 3]) -> Span {
    if a.is_positive() {
        let under = b * b - a * c;
        if under.is_negative() {
            return Span::NONE;
        }
        let root = under.sqrt();
        return Span::between((-b - root) / a, (-b + root) / a);
    }
    let t = Interval::from(line.t_max);
    let end = a * t * t + b * t + b * t + c;
    let slope = b.low().abs().max(b.high().abs());
    let fall = Interval::from(slope) * t * Interval::from(2.0);
    if c.is_negative() && end.is_negative() {
        Span::ALL
    } else if (c - fall).is_positive() && !a.is_negative() {
        // It does not fall by more until then.
        Span::NONE
    } else {
        Span::UNKNOWN
    }
}
