//! A constraint on the velocities of two bodies a and b: one row, or two rows that are solved together. Joints are
//! solved in this form. Contacts are solved in [blocks](super::block) and have this form only for snapshots and for the
//! direct solver.
//!
//! - `J`: Jacobian, which gives the speed `w = J v` of the rows from the velocities `v` of the bodies.
//! - `K = J M⁻¹ Jᵀ`: inverse of the effective mass, with the mass matrix `M` of the bodies.
//! - `λ`: impulse along the rows, accumulated over the iterations of a solve.
//! - `bias`: number added to `w`, minus the target speed.
//! - `γ`: softness of the rows; 0 for rigid rows.
//! - *Position velocities* `u`: separate velocities that correct positions and are discarded after the solve (split
//!   impulses).
//!
//! An iteration computes `Δλ = −(w + bias + γ λ) / (K + γ)`, clamps the sum `λ + Δλ` to its bounds, and applies the
//! difference from `λ` to the bodies. A spring of the angular frequency `ω` and the damping ratio `ζ`, in a solve of
//! the duration `h`, has `γ = K/a` with `a = hω(2ζ + hω)`. Then `Δλ = −(a K⁻¹ (w + bias) + λ) / (a + 1)`, which is
//! finite for `a ≥ 0`.

use super::bodies::BodyState;
use crate::dim2::numbers::length2;
use crate::dim2::prelude::*;
use contact_lens_model::ask::Clamp;
pub use contact_lens_model::snapshot::dynamics::ConstraintSource;

/// A row of `J`: `w = linear · (v_b − v_a) + angular_a ω_a + angular_b ω_b`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jacobian {
    /// Coefficient of b's velocity; a's has the opposite sign.
    pub linear: Vec2,
    /// Coefficient of a's angular velocity.
    pub angular_a: Real,
    /// Coefficient of b's angular velocity.
    pub angular_b: Real,
}

impl Jacobian {
    /// Row of `ω_b − ω_a`.
    pub(super) const ROTATION: Self = Self { linear: Vec2::ZERO, angular_a: -1.0, angular_b: 1.0 };

    /// Returns the row of the relative velocity, along a direction, of two points of the bodies. The levers are the
    /// vectors from the centers of mass of a and of b to these points.
    pub(super) fn along(direction: Vec2, lever_a: Vec2, lever_b: Vec2) -> Self {
        Self { linear: direction, angular_a: -lever_a.perp_dot(direction), angular_b: lever_b.perp_dot(direction) }
    }

    /// Returns this row with the opposite sign.
    pub(super) fn reversed(self) -> Self {
        Self { linear: -self.linear, angular_a: -self.angular_a, angular_b: -self.angular_b }
    }

    /// Returns `J M⁻¹ J'ᵀ` for two rows `J` and `J'` of the same bodies.
    pub(super) fn coupling(&self, other: &Self, a: &BodyState, b: &BodyState) -> Real {
        (a.inverse_mass + b.inverse_mass) * self.linear.dot(other.linear)
            + a.inverse_inertia * self.angular_a * other.angular_a
            + b.inverse_inertia * self.angular_b * other.angular_b
    }

    /// Returns the speed `J v` at the current velocities.
    #[inline]
    fn speed(&self, [a, b]: [&BodyState; 2]) -> Real {
        let angular = self.angular_a * a.angular_velocity + self.angular_b * b.angular_velocity;
        self.linear.dot(b.velocity - a.velocity) + angular
    }

    /// Returns the speed `J u` at the position velocities `u`.
    fn position_speed(&self, [a, b]: [&BodyState; 2]) -> Real {
        self.linear.dot(b.position_velocity - a.position_velocity)
            + self.angular_a * a.angular_position_velocity
            + self.angular_b * b.angular_position_velocity
    }
}

/// Bounds of a constraint's accumulated impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// The impulse is not bounded.
    Free,
    /// The impulse is not negative, `λ ≥ 0`: non-penetration and limits.
    NotNegative,
    /// `|λ| ≤` the value, N s or N m s.
    Within(Real),
    /// `‖λ‖ ≤` the value, N s.
    Disc(Real),
    /// Bounds `|λ| ≤ μ λ_n` of a friction row.
    Friction {
        /// Index of the normal row among the constraints.
        normal: u32,
        /// Coefficient of friction `μ`.
        friction: Real,
    },
}

/// A constraint prepared for a solve, with its accumulated impulses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Joint or contact point that the constraint belongs to, and its kind of row.
    pub source: ConstraintSource,
    /// First body, as an index into the bodies of the world; the last one is the world itself.
    pub a: u32,
    /// Second body, with the same indices.
    pub b: u32,
    /// Number of rows: 1, or 2 that are solved together.
    pub rows: u8,
    /// Rows of the Jacobian; the second one is 0 for a single row.
    pub jacobian: [Jacobian; 2],
    /// `K = J M⁻¹ Jᵀ`: elements 11, 12 and 22.
    pub k: [Real; 3],
    /// `K⁻¹`: elements 11, 12 and 22; 0 if `K` is singular.
    pub inverse: [Real; 3],
    /// Coefficient `a = hω(2ζ + hω)` of a soft constraint, a spring of the angular frequency `ω` and the damping ratio
    /// `ζ` in a solve of the duration `h`; no unit. `None` for a rigid constraint.
    pub soft: Option<Real>,
    /// `C` at the poses of the solve, meters or radians; for a contact minus its depth, for a motor 0.
    pub error: Vec2,
    /// Number added to `w`, minus the target speed; m/s or rad/s.
    pub bias: Vec2,
    /// Bias of the last pass of `PositionMode::Soft`, which omits the springs of contacts, m/s.
    pub relaxed_bias: Real,
    /// Bias of the position velocity, m/s or rad/s; `None` for rows that do not correct positions.
    pub position_bias: Option<Vec2>,
    /// Bounds of the accumulated impulse.
    pub bounds: Bounds,
    /// `λ`: accumulated impulse of this solve, on b along the rows, N s or N m s.
    pub impulse: Vec2,
    /// `λ` of the position velocity, N s or N m s.
    pub position_impulse: Vec2,
}

impl Constraint {
    /// Creates a rigid constraint of one row between two bodies.
    pub(super) fn row(
        source: ConstraintSource,
        ends: [u32; 2],
        jacobian: Jacobian,
        bounds: Bounds,
        bodies: &[BodyState],
    ) -> Self {
        let [a, b] = ends.map(|body| &bodies[body as usize]);
        let k = jacobian.coupling(&jacobian, a, b);
        let inverse = inverse_or_zero(k);
        Self::new(source, ends, 1, [jacobian, Jacobian::default()], [k, 0.0, 0.0], [inverse, 0.0, 0.0], bounds)
    }

    /// Creates a rigid constraint of two rows, the coordinates of the vector from a point of a to a point of b. The
    /// levers are the vectors from the centers of mass of a and of b to these points.
    pub(super) fn point_rows(
        source: ConstraintSource,
        ends: [u32; 2],
        levers: [Vec2; 2],
        bounds: Bounds,
        bodies: &[BodyState],
    ) -> Self {
        let [a, b] = ends.map(|body| &bodies[body as usize]);
        let jacobian = [Vec2::X, Vec2::Y].map(|axis| Jacobian::along(axis, levers[0], levers[1]));
        let [row_x, row_y] = &jacobian;
        let k = [row_x.coupling(row_x, a, b), row_x.coupling(row_y, a, b), row_y.coupling(row_y, a, b)];
        // With the sum `m` of the inverse masses, the inverse inertias `i` and the levers `r`,
        // `det K = m² + m (i_a r_a² + i_b r_b²) + i_a i_b (r_a × r_b)²`: a sum without cancellation.
        let inverse_mass = a.inverse_mass + b.inverse_mass;
        let inertia_a = a.inverse_inertia;
        let inertia_b = b.inverse_inertia;
        let cross = levers[0].perp_dot(levers[1]);
        let rotations = inertia_a * levers[0].length_squared() + inertia_b * levers[1].length_squared();
        let det = inverse_mass * inverse_mass + inverse_mass * rotations + inertia_a * inertia_b * cross * cross;
        let inverse_det = inverse_or_zero(det);
        Self::new(source, ends, 2, jacobian, k, [k[2] * inverse_det, -k[1] * inverse_det, k[0] * inverse_det], bounds)
    }

    /// Creates a rigid constraint without targets and impulses.
    fn new(
        source: ConstraintSource,
        [a, b]: [u32; 2],
        rows: u8,
        jacobian: [Jacobian; 2],
        k: [Real; 3],
        inverse: [Real; 3],
        bounds: Bounds,
    ) -> Self {
        Self {
            source,
            a,
            b,
            rows,
            jacobian,
            k,
            inverse,
            soft: None,
            error: Vec2::ZERO,
            bias: Vec2::ZERO,
            relaxed_bias: 0.0,
            position_bias: None,
            bounds,
            impulse: Vec2::ZERO,
            position_impulse: Vec2::ZERO,
        }
    }

    /// Returns whether the constraint belongs to a joint.
    pub fn is_joint(&self) -> bool {
        self.source.joint().is_some()
    }

    /// Returns `w = J v` of the rows at the current velocities; y = 0 for a single row.
    #[inline]
    pub fn speed(&self, bodies: &[BodyState]) -> Vec2 {
        let ends = [&bodies[self.a as usize], &bodies[self.b as usize]];
        let second = if self.rows == 2 { self.jacobian[1].speed(ends) } else { 0.0 };
        Vec2::new(self.jacobian[0].speed(ends), second)
    }

    /// Returns `J u` of the rows at the position velocities `u`.
    fn position_speed(&self, bodies: &[BodyState]) -> Vec2 {
        let ends = [&bodies[self.a as usize], &bodies[self.b as usize]];
        Vec2::new(self.jacobian[0].position_speed(ends), self.jacobian[1].position_speed(ends))
    }

    /// Returns `K⁻¹ x`; 0 where `K` is singular.
    #[inline]
    pub(super) fn solve(&self, x: Vec2) -> Vec2 {
        let [k11, k12, k22] = self.inverse;
        if self.rows == 1 {
            return Vec2::new(k11 * x.x, 0.0);
        }
        Vec2::new(k11 * x.x + k12 * x.y, k12 * x.x + k22 * x.y)
    }

    /// Returns the impulse, in addition to the current one, that satisfies the rows of this constraint alone, at the
    /// speed `w`.
    #[inline]
    fn correction(&self, speed: Vec2) -> Vec2 {
        let rigid = self.solve(speed + self.bias);
        match self.soft {
            Some(a) => -(rigid * a + self.impulse) / (a + 1.0),
            None => -rigid,
        }
    }

    /// Applies the change of impulse `added` to the velocities, `v += M⁻¹ Jᵀ Δλ`.
    #[inline]
    pub(super) fn apply(&self, bodies: &mut [BodyState], added: Vec2) {
        self.apply_to(bodies, added, |body| (&mut body.velocity, &mut body.angular_velocity));
    }

    /// Applies an impulse to the position velocities.
    pub(super) fn apply_to_positions(&self, bodies: &mut [BodyState], added: Vec2) {
        self.apply_to(bodies, added, |body| (&mut body.position_velocity, &mut body.angular_position_velocity));
    }

    /// Applies an impulse to the linear and the angular velocity of each body that `velocities_of` selects.
    #[inline(always)]
    fn apply_to(
        &self,
        bodies: &mut [BodyState],
        added: Vec2,
        velocities_of: impl Fn(&mut BodyState) -> (&mut Vec2, &mut Real),
    ) {
        let [first, second] = &self.jacobian;
        let mut linear = first.linear * added.x;
        let mut angular_a = first.angular_a * added.x;
        let mut angular_b = first.angular_b * added.x;
        if self.rows != 1 {
            linear += second.linear * added.y;
            angular_a += second.angular_a * added.y;
            angular_b += second.angular_b * added.y;
        }
        for (index, linear, angular) in [(self.a, -linear, angular_a), (self.b, linear, angular_b)] {
            let body = &mut bodies[index as usize];
            let inverse_mass = body.inverse_mass;
            let inverse_inertia = body.inverse_inertia;
            let (velocity, angular_velocity) = velocities_of(body);
            *velocity += linear * inverse_mass;
            *angular_velocity += angular * inverse_inertia;
        }
    }

    /// Solves the constraint of a joint in a pass, and applies the change of its impulse.
    pub(super) fn iterate(&mut self, bodies: &mut [BodyState], clamp: Clamp) {
        let raw = self.correction(self.speed(bodies));
        let impulse = match clamp {
            Clamp::Accumulated => clamped(self.impulse + raw, self.bounds, 0.0),
            Clamp::Each => self.impulse + clamped(raw, self.bounds, 0.0),
        };
        let added = impulse - self.impulse;
        self.impulse = impulse;
        self.apply(bodies, added);
    }

    /// Solves the constraint of a joint for the position velocities, for split impulses.
    pub(super) fn correct(&mut self, bodies: &mut [BodyState]) {
        let Some(bias) = self.position_bias else { return };
        let before = self.position_impulse;
        let raw = before - self.solve(self.position_speed(bodies) + bias);
        self.position_impulse = clamped(raw, self.bounds, 0.0);
        self.apply_to_positions(bodies, self.position_impulse - before);
    }
}

/// Returns `1/k`; 0 where that is not finite or `k` is not positive, so that the row has no effect.
pub(super) fn inverse_or_zero(k: Real) -> Real {
    let inverse = 1.0 / k;
    if k > 0.0 && inverse.is_finite() { inverse } else { 0.0 }
}

/// Returns the bounds of the impulse of a row as `[low, high]`, infinite where unbounded. `normal` is `λ_n` for
/// friction.
pub fn interval(bounds: Bounds, normal: Real) -> [Real; 2] {
    match bounds {
        Bounds::Free => [Real::NEG_INFINITY, Real::INFINITY],
        Bounds::NotNegative => [0.0, Real::INFINITY],
        Bounds::Within(limit) | Bounds::Disc(limit) => [-limit, limit],
        Bounds::Friction { friction, .. } => [-friction * normal, friction * normal],
    }
}

/// Returns an impulse clamped to its bounds; `normal` is `λ_n` for friction. The second coordinate is kept for free
/// impulses and for a disc; all other bounds belong to single rows.
#[inline]
fn clamped(impulse: Vec2, bounds: Bounds, normal: Real) -> Vec2 {
    if let Bounds::Disc(limit) = bounds {
        let length = length2(impulse);
        return if length > limit { impulse * (limit / length) } else { impulse };
    }
    let [low, high] = interval(bounds, normal);
    let x = if impulse.x < low { low } else { impulse.x };
    let x = if x > high { high } else { x };
    let y = if bounds == Bounds::Free { impulse.y } else { 0.0 };
    Vec2::new(x, y)
}
