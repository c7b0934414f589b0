//! Rows of a contact, or of four contacts side by side, and their solution in a pass: the normal rows of the one or two
//! points, then the friction rows.
//!
//! A pass needs only these numbers and the velocities of the two bodies. Everything else about a row is derived from
//! its contact on request ([`super::World::constraints`]).

use super::super::prelude::*;
use super::bodies::BodyState;
use super::lane::{Lane, Velocity};
use crate::ask::Clamp;

/// A scalar row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row<T> {
    /// Coefficients of a's and of b's angular velocity.
    pub angular: [T; 2],
    /// `K⁻¹`; 0 where there is no such row.
    pub inverse: T,
    /// Added to `w`: minus the target speed.
    pub bias: T,
    /// `λ`, the accumulated impulse of this solve.
    pub impulse: T,
}

/// Correction of positions by a normal row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Correction<T> {
    /// `K⁻¹`; 0 for rows that correct nothing.
    pub inverse: T,
    /// Minus the target speed.
    pub bias: T,
    /// `λ` of the position velocities.
    pub impulse: T,
}

/// All rows of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<T: Lane> {
    /// The first bodies.
    pub a: T::Bodies,
    /// The second bodies.
    pub b: T::Bodies,
    /// Index of the contact; for several side by side, number of the blocks before them.
    pub of: u32,
    /// Number of points.
    pub points: u8,
    /// Unit normal from a to b, x and y.
    pub normal: [T; 2],
    /// Coefficient of friction `μ`.
    pub friction: T,
    /// 1/m of a and of b.
    pub inverse_masses: [T; 2],
    /// 1/I of a and of b.
    pub inverse_inertias: [T; 2],
    /// For soft contacts, whether a point is a spring: 1, or 0 if it is apart.
    pub springs: [T; 2],
    /// Normal row of each point.
    pub normals: [Row<T>; 2],
    /// Friction row of each point.
    pub frictions: [Row<T>; 2],
}

/// Settings of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// Impulse that is kept within the bounds.
    pub clamp: Clamp,
    /// `a = hω(2ζ + hω)` for soft contacts.
    pub spring: Option<Real>,
}

impl<T: Lane> Row<T> {
    /// `w = J v` along a direction.
    #[inline(always)]
    fn speed(&self, along: [T; 2], [a, b]: &[Velocity<T>; 2]) -> T {
        let turns = self.angular[0] * a.angular + self.angular[1] * b.angular;
        along[0] * (b.x - a.x) + along[1] * (b.y - a.y) + turns
    }

    /// Impulse that solves the row alone, in addition to the current one. `spring` is `a` and whether the row is a
    /// spring.
    #[inline(always)]
    fn correction(&self, speed: T, spring: Option<(Real, T)>) -> T {
        let rigid = self.inverse * (speed + self.bias);
        match spring {
            None => -rigid,
            Some((a, is_spring)) => is_spring.choose(-(rigid * T::all(a) + self.impulse) / T::all(a + 1.0), -rigid),
        }
    }
}

impl<T: Lane> Block<T> {
    fn tangent(&self) -> [T; 2] {
        [-self.normal[1], self.normal[0]]
    }

    /// `v += M⁻¹ Jᵀ Δλ`
    #[inline(always)]
    fn apply(&self, row: &Row<T>, along: [T; 2], added: T, [a, b]: &mut [Velocity<T>; 2]) {
        let [mass_a, mass_b] = self.inverse_masses;
        let [turn_a, turn_b] = self.inverse_inertias;
        let x = along[0] * added;
        let y = along[1] * added;
        a.x = a.x + -x * mass_a;
        a.y = a.y + -y * mass_a;
        a.angular = a.angular + row.angular[0] * added * turn_a;
        b.x = b.x + x * mass_b;
        b.y = b.y + y * mass_b;
        b.angular = b.angular + row.angular[1] * added * turn_b;
    }

    /// Solves one row and applies the change of its impulse, which it returns.
    #[inline(always)]
    fn solve(
        &self,
        row: &mut Row<T>,
        along: [T; 2],
        (low, high): (T, T),
        spring: Option<(Real, T)>,
        (clamp, ends): (Clamp, &mut [Velocity<T>; 2]),
    ) -> T {
        let speed = row.speed(along, ends); // @w
        let raw = row.correction(speed, spring); // @raw
        let to = match clamp {
            Clamp::Accumulated => (row.impulse + raw).within(low, high), // @clamp
            Clamp::Each => row.impulse + raw.within(low, high),          // @each
        };
        let added = to - row.impulse;
        row.impulse = to;
        self.apply(row, along, added, ends); // @apply
        added
    }

    /// Solves the rows of the contact, one after the other.
    #[inline(always)]
    pub fn iterate(&mut self, bodies: &mut [BodyState], Rule { clamp, spring }: Rule) {
        let mut ends = [T::velocities(bodies, self.a), T::velocities(bodies, self.b)];
        let zero = T::all(0.0);
        let open = T::all(Real::INFINITY);
        let points = usize::from(self.points);
        let normal = self.normal;
        let tangent = self.tangent();
        let mut pushed = [zero; 2];
        for (point, pushed) in pushed.iter_mut().enumerate().take(points) {
            let mut row = self.normals[point];
            let spring = spring.map(|a| (a, self.springs[point]));
            let added = self.solve(&mut row, normal, (zero, open), spring, (clamp, &mut ends));
            *pushed = if clamp == Clamp::Each { added } else { row.impulse };
            self.normals[point] = row;
        }
        for (point, pushed) in pushed.into_iter().enumerate().take(points) {
            let mut row = self.frictions[point];
            let most = self.friction * pushed;
            self.solve(&mut row, tangent, (-most, most), None, (clamp, &mut ends));
            self.frictions[point] = row;
        }
        T::set_velocities(bodies, self.a, ends[0]);
        T::set_velocities(bodies, self.b, ends[1]);
    }

    /// Applies the impulses of the last solve before the first pass.
    pub fn warm_start(&self, bodies: &mut [BodyState]) {
        let mut ends = [T::velocities(bodies, self.a), T::velocities(bodies, self.b)];
        let points = usize::from(self.points);
        let rows = self.normals[..points].iter().map(|row| (row, self.normal));
        for (row, along) in rows.chain(self.frictions[..points].iter().map(|row| (row, self.tangent()))) {
            if !row.impulse.is_zero() {
                self.apply(row, along, row.impulse, &mut ends); // @warm
            }
        }
        T::set_velocities(bodies, self.a, ends[0]);
        T::set_velocities(bodies, self.b, ends[1]);
    }

    /// Solves the normal rows for the position velocities, for split impulses.
    pub fn correct(&self, corrections: &mut [Correction<T>; 2], bodies: &mut [BodyState]) {
        let mut ends = [T::position_velocities(bodies, self.a), T::position_velocities(bodies, self.b)];
        for (row, correction) in self.normals.iter().zip(corrections).take(usize::from(self.points)) {
            let Correction { inverse, bias, impulse } = *correction;
            let [[x, y], [a, b]] = [self.normal, [ends[0], ends[1]].map(|end| end.angular)];
            let along = x * (ends[1].x - ends[0].x) + y * (ends[1].y - ends[0].y);
            let speed = along + row.angular[0] * a + row.angular[1] * b;
            let raw = impulse - inverse * (speed + bias);
            correction.impulse = raw.within(T::all(0.0), T::all(Real::INFINITY)); // @pseudo
            self.apply(row, self.normal, correction.impulse - impulse, &mut ends);
        }
        T::set_position_velocities(bodies, self.a, ends[0]);
        T::set_position_velocities(bodies, self.b, ends[1]);
    }

    /// Whether any impulse is not 0.
    pub fn is_warm(&self) -> bool {
        let points = usize::from(self.points);
        self.normals[..points].iter().chain(&self.frictions[..points]).any(|row| !row.impulse.is_zero())
    }
}
