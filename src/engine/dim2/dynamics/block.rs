//! The rows of a contact, or of four side by side: the normals of its one or two points, then their frictions, and what is
//! done with them in a pass.
//!
//! A pass reads nothing but these and two velocities a contact, which stay in registers from the first row to the last: what else
//! is known of a row follows from its contact when somebody asks ([`super::World::constraints`]).

use super::super::prelude::*;
use super::bodies::BodyState;
use super::lane::{Lane, Velocity};
use crate::ask::Clamp;

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row<T> {
    /// On a's angular velocity, and on b's.
    pub angular: [T; 2],
    /// `K⁻¹`; 0 where there is no such row.
    pub inverse: T,
    /// Added to `w`: minus the speed that is aimed at.
    pub bias: T,
    /// `λ`, the sum in this solve.
    pub impulse: T,
}

/// What a normal row asks of the velocities that correct positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Correction<T> {
    /// `K⁻¹`; 0 where nothing is asked.
    pub inverse: T,
    /// Minus the speed that is aimed at.
    pub bias: T,
    /// `λ` of those velocities.
    pub impulse: T,
}

/// All rows of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<T: Lane> {
    /// The first bodies.
    pub a: T::Bodies,
    /// The second bodies.
    pub b: T::Bodies,
    /// Which contact it is of; of several side by side, how many blocks come before them.
    pub of: u32,
    /// How many points it has.
    pub points: u8,
    /// From a to b, x and y.
    pub normal: [T; 2],
    /// `μ`
    pub friction: T,
    /// 1/m of a and of b.
    pub inverse_masses: [T; 2],
    /// 1/I of a and of b.
    pub inverse_inertias: [T; 2],
    /// Whether a point is a spring where contacts are soft: 1, or 0 if it is apart.
    pub springs: [T; 2],
    /// A row for each point.
    pub normals: [Row<T>; 2],
    /// Likewise.
    pub frictions: [Row<T>; 2],
}

/// How a pass solves rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// What is kept within the bounds.
    pub clamp: Clamp,
    /// `a = hω(2ζ + hω)` where contacts are springs.
    pub spring: Option<Real>,
}

impl<T: Lane> Row<T> {
    /// `w = J v` along a direction.
    // A row waits for the velocities that the row before it leaves: so the sums are short, and what is ready first is added first.
    #[inline(always)]
    fn speed(&self, along: [T; 2], [a, b]: &[Velocity<T>; 2]) -> T {
        let turns = self.angular[0] * a.angular + self.angular[1] * b.angular;
        along[0] * (b.x - a.x) + along[1] * (b.y - a.y) + turns
    }

    /// What would solve the row alone, beside the impulse that is there. `spring` is `a`, where it is one.
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
        let ([mass_a, mass_b], [turn_a, turn_b]) = (self.inverse_masses, self.inverse_inertias);
        let (x, y) = (along[0] * added, along[1] * added);
        (a.x, a.y) = (a.x + -x * mass_a, a.y + -y * mass_a);
        a.angular = a.angular + row.angular[0] * added * turn_a;
        (b.x, b.y) = (b.x + x * mass_b, b.y + y * mass_b);
        b.angular = b.angular + row.angular[1] * added * turn_b;
    }

    /// Solves one row alone; what that adds to its impulse, after it is applied.
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

    /// Solves the rows of a contact, one after the other.
    #[inline(always)]
    pub fn iterate(&mut self, bodies: &mut [BodyState], Rule { clamp, spring }: Rule) {
        let mut ends = [T::velocities(bodies, self.a), T::velocities(bodies, self.b)];
        let (zero, open, points) = (T::all(0.0), T::all(Real::INFINITY), usize::from(self.points));
        let (normal, tangent) = (self.normal, self.tangent());
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

    /// The impulses of the last solve, applied before the first pass. Those that are 0 do nothing.
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

    /// Solves the normals for the velocities that correct positions: cold, and only where that is asked.
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

    /// Whether a pass has begun, or begins, with an impulse.
    pub fn is_warm(&self) -> bool {
        let points = usize::from(self.points);
        self.normals[..points].iter().chain(&self.frictions[..points]).any(|row| !row.impulse.is_zero())
    }
}
