//! Rounding of a pair's poses from the `f64` of scenes to the precision of an engine.

/// Order of subtraction and rounding when a pair's poses are passed to an engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PoseRounding {
    /// Positions are subtracted in `f64` and the difference is rounded, so a pair far from the world's origin loses no
    /// digits.
    #[default]
    Relative,
    /// Every number is rounded as written, and the engine gets both world poses, as from a program that calls it.
    AsWritten {
        /// Cosine and sine of each planar body's rotation, which a quaternion would not preserve to the bit; empty in
        /// 3D.
        cos_sin: Vec<[f64; 2]>,
    },
}
