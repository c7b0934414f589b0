//! **Half-planes**: how far is a body of the plane from all that lies below a line, when do they meet, and where do they touch?
//!
//! **Problem, proof, endings.** Those of [`dim3::half_space`](super::dim3::half_space), whose stepper runs: a half-space whose normal lies in the plane
//! z = 0, and bodies of that plane. **Frame.** The world's axes about A's origin, z = 0; meters. **Cost.** One support point.
//!
//! ```
//! use contact_lens_engine::double::dim2::half_space::{Against, Flat, HalfSpace, Stand};
//! use contact_lens_engine::double::dim2::shape::Shape;
//! use contact_lens_engine::glam::{DVec2, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let ground = HalfSpace::new(DVec3::Y, 0.0, 0.0)?;
//! let stands = |y: f64| Stand::in_plane(DVec2::new(0.0, y), DVec2::X);
//! let disc = Flat::new(Shape::circle(0.5)?);
//! let mut run = Against::distance(ground, stands(0.0), disc, stands(0.25), true);
//! run.run();
//! assert_eq!(run.answer().signed_distance, Some(-0.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

pub use super::cast::Lifted;
pub use super::dim3::half_space::{Against, Ask, Corners, Facing, HalfSpace, HalfSpaceError, Stand};
use super::pose::lift;
use super::prelude::*;
use super::shape::Shape;

/// A shape of the plane as the stepper holds it.
pub type Flat = Lifted<Shape>;

impl Flat {
    /// Of this shape.
    pub fn new(shape: Shape) -> Self {
        Self(shape)
    }
}

/// The side that looks most along `d` at the farthest corner.
impl Corners for Flat {
    fn has_exact_corners(&self) -> bool {
        true
    }

    fn along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        let core = self.0.core();
        lowest(&self.0, d.truncate()).into_iter().flatten().map(|i| (i, lift(core[i as usize]))).collect()
    }
}

/// The side of a shape that looks most along `d` at its farthest corner: its two corners, or the only one.
pub(crate) fn lowest(shape: &Shape, d: Vec2) -> [Option<u32>; 2] {
    let (count, at) = (shape.core().len() as u32, shape.farthest(d));
    let before = if at == 0 { count - 1 } else { at - 1 };
    let outward = |side: u32| shape.side(side).map_or(Real::NEG_INFINITY, |(way, _)| Vec2::new(way.y, -way.x).dot(d));
    match count {
        1 => [Some(at), None],
        _ if outward(at) >= outward(before) => [Some(at), Some((at + 1) % count)],
        _ => [Some(before), Some(at)],
    }
}
