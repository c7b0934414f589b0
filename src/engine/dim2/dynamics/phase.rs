//! The phases of a solve, in their order.

/// What the next step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Contacts are found at the poses as they are.
    Detect,
    /// Points are matched with those of the solve before.
    Match,
    /// Approach speeds are noted.
    Approach,
    /// Gravity and forces change velocities.
    Kick,
    /// Rows are made of joints and contacts.
    Prepare,
    /// A constraint begins with its impulse of the solve before.
    WarmStart {
        /// Among the constraints.
        at: u32,
    },
    /// A constraint is solved alone.
    Iterate {
        /// From 0.
        iteration: u32,
        /// Among the constraints.
        at: u32,
    },
    /// All constraints are solved at once, within bounds of friction that are held.
    Direct,
    /// A constraint is solved for the velocity that mends positions.
    Position {
        /// From 0.
        iteration: u32,
        /// Among the constraints.
        at: u32,
    },
    /// The same for all at once.
    DirectPosition,
    /// Velocities move the bodies.
    Move,
    /// A constraint is solved once more, contacts without springs.
    Relax {
        /// Among the constraints.
        at: u32,
    },
    /// The solve ends.
    Record,
}
