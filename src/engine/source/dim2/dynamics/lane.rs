//! Number type of the rows of contacts: a number of one contact, or the numbers of four contacts in the lanes of a SIMD
//! vector; and the access to the velocities of the bodies of these contacts.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::bodies::BodyState;
use crate::dim2::prelude::*;

/// A number of one contact, or the numbers of four.
pub(super) trait Lane:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// Index of a contact's body, or indices of the bodies of four contacts.
    type Bodies: Copy + Debug;

    /// Returns `number` in every lane.
    fn in_all_lanes(number: Real) -> Self;

    /// Returns the number clamped to two bounds.
    fn clamped_to(self, low: Self, high: Self) -> Self;

    /// Returns `if_nonzero` in lanes in which this number is not 0, and `if_zero` in the others.
    fn select_nonzero(self, if_nonzero: Self, if_zero: Self) -> Self;

    /// Returns whether all lanes are 0.
    fn is_zero(self) -> bool;

    /// Returns the velocities of the bodies with these indices.
    fn velocities(bodies: &[BodyState], indices: Self::Bodies) -> Velocity<Self>;

    /// Sets the velocities of the bodies with these indices.
    fn set_velocities(bodies: &mut [BodyState], indices: Self::Bodies, velocity: Velocity<Self>);

    /// Returns the position velocities of the bodies with these indices.
    fn position_velocities(bodies: &[BodyState], indices: Self::Bodies) -> Velocity<Self>;

    /// Sets the position velocities of the bodies with these indices.
    fn set_position_velocities(bodies: &mut [BodyState], indices: Self::Bodies, velocity: Velocity<Self>);
}

/// Velocity of a body, or the velocities of four.
#[derive(Clone, Copy)]
pub(super) struct Velocity<T> {
    /// Coordinate x of the velocity of the center of mass, m/s.
    pub x: T,
    /// Coordinate y of that velocity, m/s.
    pub y: T,
    /// Angular velocity, rad/s.
    pub angular: T,
}

impl Lane for Real {
    type Bodies = u32;

    #[inline(always)]
    fn in_all_lanes(number: Real) -> Self {
        number
    }

    #[inline(always)]
    fn clamped_to(self, low: Self, high: Self) -> Self {
        let x = if self < low { low } else { self };
        if x > high { high } else { x }
    }

    #[inline(always)]
    fn select_nonzero(self, if_nonzero: Self, if_zero: Self) -> Self {
        if self != 0.0 { if_nonzero } else { if_zero }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0.0
    }

    #[inline(always)]
    fn velocities(bodies: &[BodyState], index: u32) -> Velocity<Self> {
        let body = &bodies[index as usize];
        Velocity { x: body.velocity.x, y: body.velocity.y, angular: body.angular_velocity }
    }

    #[inline(always)]
    fn set_velocities(bodies: &mut [BodyState], index: u32, velocity: Velocity<Self>) {
        let body = &mut bodies[index as usize];
        body.velocity = Vec2::new(velocity.x, velocity.y);
        body.angular_velocity = velocity.angular;
    }

    #[inline(always)]
    fn position_velocities(bodies: &[BodyState], index: u32) -> Velocity<Self> {
        let body = &bodies[index as usize];
        Velocity { x: body.position_velocity.x, y: body.position_velocity.y, angular: body.angular_position_velocity }
    }

    #[inline(always)]
    fn set_position_velocities(bodies: &mut [BodyState], index: u32, velocity: Velocity<Self>) {
        let body = &mut bodies[index as usize];
        body.position_velocity = Vec2::new(velocity.x, velocity.y);
        body.angular_position_velocity = velocity.angular;
    }
}

/// Number of contacts in a vector.
pub(super) const WIDTH: usize = 4;

/// Transposes two numbers of each of four contacts to two vectors of four.
pub(super) fn pair_of_lanes(pairs: [[Real; 2]; WIDTH]) -> [Lanes; 2] {
    [0, 1].map(|k| Lanes::from(pairs.map(|pair| pair[k])))
}

/// Transposes x, y and angular velocity of each of four bodies to vectors; the fourth number of each body is ignored.
#[inline(always)]
fn gather(bodies: [[Real; 4]; WIDTH]) -> Velocity<Lanes> {
    let [x, y, angular, _] = Lanes::transpose(bodies.map(Lanes::from));
    Velocity { x, y, angular }
}

/// Transposes velocities back to x, y and angular velocity of each body. The fourth number of a body only fills the
/// vector.
#[inline(always)]
fn scatter(velocity: Velocity<Lanes>) -> [[Real; 4]; WIDTH] {
    let filling = velocity.angular;
    Lanes::transpose([velocity.x, velocity.y, velocity.angular, filling]).map(Lanes::to_array)
}

impl Lane for Lanes {
    type Bodies = [u32; WIDTH];

    #[inline(always)]
    fn in_all_lanes(number: Real) -> Self {
        Self::splat(number)
    }

    #[inline(always)]
    fn clamped_to(self, low: Self, high: Self) -> Self {
        self.fast_max(low).fast_min(high)
    }

    #[inline(always)]
    fn select_nonzero(self, if_nonzero: Self, if_zero: Self) -> Self {
        let is_zero = self.simd_eq(Self::splat(0.0));
        is_zero.select(if_zero, if_nonzero)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.simd_eq(Self::splat(0.0)).all()
    }

    #[inline(always)]
    fn velocities(bodies: &[BodyState], indices: Self::Bodies) -> Velocity<Self> {
        // The fourth number fills the vector and is ignored.
        gather(indices.map(|index| {
            let body = &bodies[index as usize];
            [body.velocity.x, body.velocity.y, body.angular_velocity, body.inverse_mass]
        }))
    }

    #[inline(always)]
    fn set_velocities(bodies: &mut [BodyState], indices: Self::Bodies, velocity: Velocity<Self>) {
        for (index, [x, y, angular, _]) in indices.into_iter().zip(scatter(velocity)) {
            let body = &mut bodies[index as usize];
            body.velocity = Vec2::new(x, y);
            body.angular_velocity = angular;
        }
    }

    #[inline(always)]
    fn position_velocities(bodies: &[BodyState], indices: Self::Bodies) -> Velocity<Self> {
        gather(indices.map(|index| {
            let body = &bodies[index as usize];
            [body.position_velocity.x, body.position_velocity.y, body.angular_position_velocity, 0.0]
        }))
    }

    #[inline(always)]
    fn set_position_velocities(bodies: &mut [BodyState], indices: Self::Bodies, velocity: Velocity<Self>) {
        for (index, [x, y, angular, _]) in indices.into_iter().zip(scatter(velocity)) {
            let body = &mut bodies[index as usize];
            body.position_velocity = Vec2::new(x, y);
            body.angular_position_velocity = angular;
        }
    }
}
