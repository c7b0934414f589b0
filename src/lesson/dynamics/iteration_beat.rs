//! Beats (sub-steps) of an iteration of one constraint.

/// Beat of an iteration of one constraint, in the order of time. A step with a single beat shows its data as the last
/// beat of an iteration does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum IterationBeat {
    /// The velocity w along the row is computed; the impulse before the iteration is known.
    Velocity,
    /// The raw impulse, which solves the row alone, is computed.
    RawImpulse,
    /// The raw impulse is clamped to its bounds.
    Clamp,
    /// The change of the impulse is applied, so the velocities of the bodies change.
    Apply,
}

impl IterationBeat {
    /// Beat of index `index` in an iteration; the last one for larger indices.
    pub fn at(index: usize) -> Self {
        match index {
            0 => Self::Velocity,
            1 => Self::RawImpulse,
            2 => Self::Clamp,
            _ => Self::Apply,
        }
    }
}
