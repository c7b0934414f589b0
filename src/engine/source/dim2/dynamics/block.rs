//! The inner loop of the sequential solver for contacts: the rows of one contact, or of four contacts in the lanes of a
//! SIMD vector, and their solution in a pass, first the normal rows of the one or two points, then their friction rows.
//!
//! A *row* is one scalar constraint on the velocities of two bodies, with the speed `w` and the impulse `λ` along its
//! direction; the formulas are in [`constraint`](super::constraint). A *pass* is one iteration over all rows. A pass
//! needs only the numbers of this module and the velocities of the two bodies; everything else about a row is computed
//! from its contact on request ([`super::World::constraints`]).

use super::bodies::BodyState;
use super::lane::{Lane, Velocity};
use crate::dim2::prelude::*;
use contact_lens_model::ask::Clamp;

/// One row of a contact, for one point, along the normal or the tangent. SI units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScalarRow<T> {
    /// Coefficients of a's and of b's angular velocity.
    pub angular: [T; 2],
    /// `K⁻¹`, the effective mass along the row, kg; 0 where there is no such row.
    pub inverse: T,
    /// Number added to `w`, minus the target speed, m/s.
    pub bias: T,
    /// `λ`, the accumulated impulse of this solve on b along the row, N s.
    pub impulse: T,
}

/// Correction of positions by a normal row, by means of the *position velocities*, which are discarded after the solve
/// (split impulses).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Correction<T> {
    /// `K⁻¹`, kg; 0 for rows that correct nothing.
    pub inverse: T,
    /// Minus the target of the position velocity along the normal, m/s.
    pub bias: T,
    /// `λ` of the position velocities, N s.
    pub impulse: T,
}

/// All rows of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactBlock<T: Lane> {
    /// First body of each contact, as an index into the bodies of the world.
    pub a: T::Bodies,
    /// Second body of each contact.
    pub b: T::Bodies,
    /// Index of the contact. For four contacts, index of the first one among the blocks of one contact each.
    pub source: u32,
    /// Number of points of the contact, 1 or 2; for four contacts the largest number.
    pub points: u8,
    /// Unit normal from a to b, x and y.
    pub normal: [T; 2],
    /// Coefficient of friction `μ`.
    pub friction: T,
    /// Inverse masses of a and of b, 1/kg.
    pub inverse_masses: [T; 2],
    /// Inverse moments of inertia of a and of b, 1/(kg m²).
    pub inverse_inertias: [T; 2],
    /// 1 for a point whose normal row is a spring; 0 for a rigid row, and for a point whose surfaces are apart.
    pub springs: [T; 2],
    /// Normal row of each point.
    pub normals: [ScalarRow<T>; 2],
    /// Friction row of each point.
    pub frictions: [ScalarRow<T>; 2],
}

/// Bounds of the impulse of a row.
#[derive(Clone, Copy)]
struct ImpulseBounds<T> {
    /// Lower bound, N s.
    low: T,
    /// Upper bound, N s.
    high: T,
}

/// Spring in place of a rigid row.
#[derive(Clone, Copy)]
struct SoftRow<T> {
    /// Coefficient `a = hω(2ζ + hω)` ([`super::constraint`]).
    a: Real,
    /// 1 where the row is a spring, 0 where it is rigid.
    is_spring: T,
}

/// Settings of a pass over the contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassSettings {
    /// Impulse that is clamped to the bounds: the accumulated one, or that of the pass alone.
    pub clamp: Clamp,
    /// Coefficient `a` of soft contacts ([`super::constraint`]); `None` for rigid ones, and for a pass without springs.
    pub spring: Option<Real>,
}

impl<T: Lane> ScalarRow<T> {
    /// Returns the speed `w = J v` of the row, whose direction is `along`.
    #[inline(always)]
    fn speed(&self, along: [T; 2], [a, b]: &[Velocity<T>; 2]) -> T {
        let angular = self.angular[0] * a.angular + self.angular[1] * b.angular;
        along[0] * (b.x - a.x) + along[1] * (b.y - a.y) + angular
    }

    /// Returns the impulse that solves the row alone, in addition to the current one. Without `spring`, the row is
    /// rigid.
    #[inline(always)]
    fn correction(&self, speed: T, spring: Option<SoftRow<T>>) -> T {
        let rigid = self.inverse * (speed + self.bias);
        match spring {
            None => -rigid,
            Some(SoftRow { a, is_spring }) => {
                let soft = -(rigid * T::in_all_lanes(a) + self.impulse) / T::in_all_lanes(a + 1.0);
                is_spring.select_nonzero(soft, -rigid)
            }
        }
    }
}

impl<T: Lane> ContactBlock<T> {
    /// Returns the unit tangent, the normal rotated by 90° counter-clockwise; friction impulses on b are along it.
    fn tangent(&self) -> [T; 2] {
        [-self.normal[1], self.normal[0]]
    }

    /// Applies the change of impulse `added` of a row to the velocities, `v += M⁻¹ Jᵀ Δλ`.
    #[inline(always)]
    fn apply(&self, row: &ScalarRow<T>, along: [T; 2], added: T, [a, b]: &mut [Velocity<T>; 2]) {
        let [mass_a, mass_b] = self.inverse_masses;
        let [inertia_a, inertia_b] = self.inverse_inertias;
        let x = along[0] * added;
        let y = along[1] * added;
        a.x = a.x + -x * mass_a;
        a.y = a.y + -y * mass_a;
        a.angular = a.angular + row.angular[0] * added * inertia_a;
        b.x = b.x + x * mass_b;
        b.y = b.y + y * mass_b;
        b.angular = b.angular + row.angular[1] * added * inertia_b;
    }

    /// Solves one row and applies the change of its impulse, which it returns.
    #[inline(always)]
    fn solve(
        &self,
        row: &mut ScalarRow<T>,
        along: [T; 2],
        ImpulseBounds { low, high }: ImpulseBounds<T>,
        spring: Option<SoftRow<T>>,
        clamp: Clamp,
        velocities: &mut [Velocity<T>; 2],
    ) -> T {
        let speed = row.speed(along, velocities); // @w
        let raw = row.correction(speed, spring); // @raw
        let impulse = match clamp {
            Clamp::Accumulated => (row.impulse + raw).clamped_to(low, high), // @clamp
            Clamp::Each => row.impulse + raw.clamped_to(low, high),          // @each
        };
        let added = impulse - row.impulse;
        row.impulse = impulse;
        self.apply(row, along, added, velocities); // @apply
        added
    }

    /// Solves the rows of the contact, one after the other.
    #[inline(always)]
    pub fn iterate(&mut self, bodies: &mut [BodyState], PassSettings { clamp, spring }: PassSettings) {
        let mut velocities = [T::velocities(bodies, self.a), T::velocities(bodies, self.b)];
        let zero = T::in_all_lanes(0.0);
        let not_negative = ImpulseBounds { low: zero, high: T::in_all_lanes(Real::INFINITY) };
        let points = usize::from(self.points);
        let normal = self.normal;
        let tangent = self.tangent();
        // Normal impulses that bound the friction: accumulated, or of this pass alone.
        let mut normal_impulses = [zero; 2];
        for (point, normal_impulse) in normal_impulses.iter_mut().enumerate().take(points) {
            let mut row = self.normals[point];
            let spring = spring.map(|a| SoftRow { a, is_spring: self.springs[point] });
            let added = self.solve(&mut row, normal, not_negative, spring, clamp, &mut velocities);
            *normal_impulse = if clamp == Clamp::Each { added } else { row.impulse };
            self.normals[point] = row;
        }
        for (point, normal_impulse) in normal_impulses.into_iter().enumerate().take(points) {
            let mut row = self.frictions[point];
            let max_friction = self.friction * normal_impulse;
            let bounds = ImpulseBounds { low: -max_friction, high: max_friction };
            self.solve(&mut row, tangent, bounds, None, clamp, &mut velocities);
            self.frictions[point] = row;
        }
        T::set_velocities(bodies, self.a, velocities[0]);
        T::set_velocities(bodies, self.b, velocities[1]);
    }

    /// Applies the impulses with which the rows start, those of the previous solve, before the first pass.
    pub fn warm_start(&self, bodies: &mut [BodyState]) {
        let mut velocities = [T::velocities(bodies, self.a), T::velocities(bodies, self.b)];
        let points = usize::from(self.points);
        let normal_rows = self.normals[..points].iter().map(|row| (row, self.normal));
        let friction_rows = self.frictions[..points].iter().map(|row| (row, self.tangent()));
        for (row, along) in normal_rows.chain(friction_rows) {
            if !row.impulse.is_zero() {
                self.apply(row, along, row.impulse, &mut velocities); // @warm
            }
        }
        T::set_velocities(bodies, self.a, velocities[0]);
        T::set_velocities(bodies, self.b, velocities[1]);
    }

    /// Solves the normal rows once for the position velocities, for split impulses.
    pub fn correct(&self, corrections: &mut [Correction<T>; 2], bodies: &mut [BodyState]) {
        let mut velocities = [T::position_velocities(bodies, self.a), T::position_velocities(bodies, self.b)];
        for (row, correction) in self.normals.iter().zip(corrections).take(usize::from(self.points)) {
            let Correction { inverse, bias, impulse } = *correction;
            let [x, y] = self.normal;
            let along = x * (velocities[1].x - velocities[0].x) + y * (velocities[1].y - velocities[0].y);
            let speed = along + row.angular[0] * velocities[0].angular + row.angular[1] * velocities[1].angular;
            let raw = impulse - inverse * (speed + bias);
            correction.impulse = raw.clamped_to(T::in_all_lanes(0.0), T::in_all_lanes(Real::INFINITY)); // @pseudo
            self.apply(row, self.normal, correction.impulse - impulse, &mut velocities);
        }
        T::set_position_velocities(bodies, self.a, velocities[0]);
        T::set_position_velocities(bodies, self.b, velocities[1]);
    }

    /// Returns whether any impulse is not 0.
    pub fn is_warm(&self) -> bool {
        let points = usize::from(self.points);
        self.normals[..points].iter().chain(&self.frictions[..points]).any(|row| !row.impulse.is_zero())
    }
}
