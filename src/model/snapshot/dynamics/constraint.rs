//! A constraint of a world as plain data, with the arithmetic of its iterations.

use glam::DVec2;

use super::BodyState;

/// Source of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintSource {
    /// A joint's equality.
    Equality {
        /// Index of the joint in the problem.
        joint: u32,
    },
    /// A joint's lower limit.
    Lower {
        /// Index of the joint in the problem.
        joint: u32,
    },
    /// A joint's upper limit.
    Upper {
        /// Index of the joint in the problem.
        joint: u32,
    },
    /// Non-penetration of two bodies at a contact point.
    Normal {
        /// Index of the contact.
        contact: u32,
        /// Index of the point in its contact.
        point: u8,
    },
    /// Friction at a contact point.
    Friction {
        /// Index of the contact.
        contact: u32,
        /// Index of the point in its contact.
        point: u8,
    },
}

impl ConstraintSource {
    /// Returns the joint of a joint constraint; `None` for contacts.
    pub fn joint(self) -> Option<u32> {
        match self {
            Self::Equality { joint } | Self::Lower { joint } | Self::Upper { joint } => Some(joint),
            Self::Normal { .. } | Self::Friction { .. } => None,
        }
    }
}

/// A row of the Jacobian `J`, which gives the speed `w` of the constraint from the velocities `v` and the angular
/// velocities `ω` of its bodies: `w = linear · (v_b − v_a) + angular_a ω_a + angular_b ω_b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jacobian {
    /// Coefficient of b's velocity; a's has the opposite sign.
    pub linear: DVec2,
    /// Coefficient of a's angular velocity.
    pub angular_a: f64,
    /// Coefficient of b's angular velocity.
    pub angular_b: f64,
}

/// Bounds of the accumulated impulse of a constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// The impulse is not bounded.
    Free,
    /// The impulse is not negative, `λ ≥ 0`: non-penetration and limits.
    NotNegative,
    /// `|λ| ≤` this value, N s or N m s.
    Within(f64),
    /// `‖λ‖ ≤` this value, N s.
    Disc(f64),
    /// `|λ| ≤ μ λ_n`, where `λ_n` is the impulse of the normal row.
    Friction {
        /// Index of the normal row among the constraints.
        normal: u32,
        /// `μ`, the friction coefficient.
        friction: f64,
    },
}

/// A constraint of a solve with its accumulated impulses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// Source of the constraint.
    pub source: ConstraintSource,
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Number of rows: 1, or 2 that are solved together.
    pub rows: u8,
    /// Rows of the Jacobian; only the first `rows` are used.
    pub jacobian: [Jacobian; 2],
    /// `K = J M⁻¹ Jᵀ`, the inverse of the effective mass, with the mass matrix `M` of the bodies: elements 11, 12 and
    /// 22.
    pub k: [f64; 3],
    /// `K⁻¹`: elements 11, 12 and 22; 0 if `K` is singular.
    pub inverse: [f64; 3],
    /// Coefficient `a = hω(2ζ + hω)` of a soft constraint, a spring of the angular frequency `ω` and the damping ratio
    /// `ζ` in a solve of the duration `h`; no unit. `None` for a rigid constraint.
    pub soft: Option<f64>,
    /// `C` at the poses of the solve, meters or radians: minus the depth for a contact, 0 for a motor.
    pub error: DVec2,
    /// Bias added to `w`, minus the target speed; m/s or rad/s.
    pub bias: DVec2,
    /// Bias of the relaxation pass of soft contacts, which omits the springs, m/s.
    pub relaxed_bias: f64,
    /// Bias of the velocity that corrects positions, m/s or rad/s; `None` if the constraint does not correct them.
    pub position_bias: Option<DVec2>,
    /// Bounds of the accumulated impulse.
    pub bounds: Bounds,
    /// `λ`: impulse accumulated in this solve, on b along the rows, N s or N m s.
    pub impulse: DVec2,
    /// `λ` accumulated for the velocity that corrects positions, N s or N m s.
    pub position_impulse: DVec2,
}

/// Impulse of a constraint on one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyImpulse {
    /// Index of the body.
    pub body: u32,
    /// Impulse on the body, N s.
    pub linear: DVec2,
    /// Angular impulse about the center of mass, N m s.
    pub angular: f64,
}

/// Solution of one constraint alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Index of the constraint in [`World::constraints`](super::World::constraints).
    pub constraint: u32,
    /// `w = J v` before the iteration, m/s or rad/s.
    pub speed: DVec2,
    /// `λ` before the iteration, N s or N m s.
    pub from: DVec2,
    /// `from` plus the impulse that would solve the rows alone: `λ` before clamping.
    pub raw: DVec2,
    /// `λ` after the iteration: `raw` clamped to the bounds.
    pub to: DVec2,
}

impl Constraint {
    /// Returns whether the constraint belongs to a joint.
    pub fn is_joint(&self) -> bool {
        self.source.joint().is_some()
    }

    /// Returns `w = J v` at the velocities of `bodies`.
    pub fn speed(&self, bodies: &[BodyState]) -> DVec2 {
        let a = &bodies[self.a as usize];
        let b = &bodies[self.b as usize];
        let [x, y] = self.jacobian.map(|row| {
            let angular = row.angular_a * a.angular_velocity + row.angular_b * b.angular_velocity;
            row.linear.dot(b.velocity - a.velocity) + angular
        });
        DVec2::new(x, y)
    }

    /// Returns `Jᵀ x`, the impulses on a and b of row impulses `x`.
    pub fn body_impulses(&self, x: DVec2) -> [BodyImpulse; 2] {
        let [first, second] = &self.jacobian;
        let mut linear = first.linear * x.x;
        let mut angular_a = first.angular_a * x.x;
        let mut angular_b = first.angular_b * x.x;
        if self.rows != 1 {
            linear += second.linear * x.y;
            angular_a += second.angular_a * x.y;
            angular_b += second.angular_b * x.y;
        }
        [
            BodyImpulse { body: self.a, linear: -linear, angular: angular_a },
            BodyImpulse { body: self.b, linear, angular: angular_b },
        ]
    }

    /// Returns `K x`: the change of `w` caused by row impulses `x`.
    pub fn effect(&self, x: DVec2) -> DVec2 {
        let [k11, k12, k22] = self.k;
        DVec2::new(k11 * x.x + k12 * x.y, k12 * x.x + k22 * x.y)
    }

    /// Returns `(K + γ)/K = 1 + 1/a`, the factor by which a spring of the softness `γ = K/a` softens the rows; 1 for a
    /// rigid constraint, and for a spring of frequency 0, which has no effect.
    pub fn softened(&self) -> f64 {
        1.0 + self.soft.map_or(0.0, |a| if a > 0.0 { 1.0 / a } else { 0.0 })
    }

    /// Returns the bounds of the impulse as `[low, high]`, infinite where unbounded. `normal` is `λ_n` for friction.
    pub fn interval(&self, normal: f64) -> [f64; 2] {
        match self.bounds {
            Bounds::Free => [f64::NEG_INFINITY, f64::INFINITY],
            Bounds::NotNegative => [0.0, f64::INFINITY],
            Bounds::Within(most) | Bounds::Disc(most) => [-most, most],
            Bounds::Friction { friction, .. } => [-friction * normal, friction * normal],
        }
    }

    /// Returns the change of kinetic energy by an iteration, `Δλ · ½ (w⁻ + w⁺)`, joules: `w⁻` is the speed before the
    /// iteration, `w⁺ = w⁻ + K Δλ` the one after it.
    pub fn energy(&self, iteration: &Iteration) -> f64 {
        let added = iteration.to - iteration.from;
        added.dot(iteration.speed + self.effect(added) * 0.5)
    }
}
