//! How the poses of a scene's bodies come to an engine.

/// What is rounded first where a pair is handed to an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Placing {
    /// Positions are subtracted in `f64` and the difference is rounded: a pair far from the world's origin loses nothing.
    #[default]
    Relative,
    /// Every number is rounded as it is written, and the engine gets both poses in the world, as from a program that calls it.
    AsWritten {
        /// Cosine and sine of each body of the plane, which no quaternion gives back to the bit; empty in space.
        turns: Vec<[f64; 2]>,
    },
}
