//! A constraint of a world as plain data, with what its iterations do.

use glam::DVec2;

use super::BodyState;

/// What a constraint is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A joint's equality.
    Equality {
        /// In the file's order.
        joint: u32,
    },
    /// A joint's lower limit.
    Lower {
        /// In the file's order.
        joint: u32,
    },
    /// A joint's upper limit.
    Upper {
        /// In the file's order.
        joint: u32,
    },
    /// That two bodies do not overlap in a point.
    Normal {
        /// Among the contacts.
        contact: u32,
        /// In the contact.
        point: u8,
    },
    /// That they do not slide there.
    Friction {
        /// Among the contacts.
        contact: u32,
        /// In the contact.
        point: u8,
    },
}

impl Of {
    /// The joint, if it is of one.
    pub fn joint(self) -> Option<u32> {
        match self {
            Self::Equality { joint } | Self::Lower { joint } | Self::Upper { joint } => Some(joint),
            Self::Normal { .. } | Self::Friction { .. } => None,
        }
    }
}

/// A row of `J`: `w = linear · (v_b − v_a) + angular_a ω_a + angular_b ω_b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jacobian {
    /// On b's velocity; on a's with a minus.
    pub linear: DVec2,
    /// On a's angular velocity.
    pub angular_a: f64,
    /// On b's.
    pub angular_b: f64,
}

/// Within what the sum of a constraint's impulses has to stay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// Anything.
    Free,
    /// `λ ≥ 0`
    NotNegative,
    /// `|λ| ≤` this, N s or N m s.
    Within(f64),
    /// `‖λ‖ ≤` this, N s.
    Disc(f64),
    /// `|λ| ≤ μ λ_n` of the normal row at this place among the constraints.
    Friction {
        /// The normal row.
        normal: u32,
        /// `μ`
        friction: f64,
    },
}

/// A constraint of a solve, with the impulses that it has gathered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// What it is of.
    pub of: Of,
    /// The first body.
    pub a: u32,
    /// The second.
    pub b: u32,
    /// 1, or 2 that are solved together.
    pub rows: u8,
    /// The rows.
    pub jacobian: [Jacobian; 2],
    /// `K = J M⁻¹ Jᵀ` as 11, 12, 22.
    pub k: [f64; 3],
    /// `K⁻¹`, likewise; 0 where `K` has none.
    pub inverse: [f64; 3],
    /// `a = hω(2ζ + hω)` of a soft constraint.
    pub soft: Option<f64>,
    /// `C` at the poses of the solve; of a contact minus its depth, of a motor 0.
    pub error: DVec2,
    /// Added to `w`: minus the speed that is aimed at.
    pub bias: DVec2,
    /// The bias of the last pass of soft contacts, without what springs add.
    pub relaxed: f64,
    /// The bias of the position velocity; `None` where that does not ask this row.
    pub position_bias: Option<DVec2>,
    /// Within what the sum stays.
    pub bounds: Bounds,
    /// `λ`, the sum in this solve, on b along the row.
    pub impulse: DVec2,
    /// `λ` of the position velocity.
    pub position_impulse: DVec2,
}

/// One constraint solved alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Which constraint.
    pub at: u32,
    /// `w = J v` before.
    pub speed: DVec2,
    /// `λ` before.
    pub from: DVec2,
    /// What would solve the rows alone, added to `from`.
    pub raw: DVec2,
    /// `λ` after: `raw` within its bounds.
    pub to: DVec2,
}

impl Constraint {
    /// Whether it is of a joint.
    pub fn is_joint(&self) -> bool {
        self.of.joint().is_some()
    }

    /// `w = J v` of its rows, at the velocities of these bodies.
    pub fn speed(&self, bodies: &[BodyState]) -> DVec2 {
        let (a, b) = (&bodies[self.a as usize], &bodies[self.b as usize]);
        let [x, y] = self.jacobian.map(|row| {
            let turns = row.angular_a * a.angular_velocity + row.angular_b * b.angular_velocity;
            row.linear.dot(b.velocity - a.velocity) + turns
        });
        DVec2::new(x, y)
    }

    /// `Jᵀ x`: what impulses `x` are to a and to b, N s, and how they turn these about their centers of mass, N m s.
    pub fn ends(&self, x: DVec2) -> [(u32, DVec2, f64); 2] {
        let [first, second] = &self.jacobian;
        let linear = first.linear * x.x;
        let linear = if self.rows == 1 { linear } else { linear + second.linear * x.y };
        let turn = |p: f64, q: f64| if self.rows == 1 { p * x.x } else { p * x.x + q * x.y };
        [
            (self.a, -linear, turn(first.angular_a, second.angular_a)),
            (self.b, linear, turn(first.angular_b, second.angular_b)),
        ]
    }

    /// `K x`: what impulses `x` do to `w`.
    pub fn effect(&self, x: DVec2) -> DVec2 {
        let [k11, k12, k22] = self.k;
        DVec2::new(k11 * x.x + k12 * x.y, k12 * x.x + k22 * x.y)
    }

    /// `(K + γ)/K`: how much softer than its rows a spring makes it, 1 where there is none.
    pub fn softened(&self) -> f64 {
        1.0 + self.soft.map_or(0.0, |a| if a > 0.0 { 1.0 / a } else { 0.0 })
    }

    /// The bounds of its impulse as `[low, high]`, infinite where they are open. `normal` is `λ_n` for friction.
    pub fn interval(&self, normal: f64) -> [f64; 2] {
        match self.bounds {
            Bounds::Free => [f64::NEG_INFINITY, f64::INFINITY],
            Bounds::NotNegative => [0.0, f64::INFINITY],
            Bounds::Within(most) | Bounds::Disc(most) => [-most, most],
            Bounds::Friction { friction, .. } => [-friction * normal, friction * normal],
        }
    }

    /// What an iteration does to the kinetic energy, exactly: `Δλ · ½ (w⁻ + w⁺)`, joules.
    pub fn energy(&self, iteration: &Iteration) -> f64 {
        let added = iteration.to - iteration.from;
        added.dot(iteration.speed + self.effect(added) * 0.5)
    }
}
