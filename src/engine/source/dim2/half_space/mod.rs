//! **Half-planes** (all points on one side of a line): distance, cast and contacts of planar bodies against one.
//!
//! - **Method**: the stepper of [`dim3::half_space`](super::dim3::half_space), with a half-space whose normal is in the
//!   plane z = 0 and a body in that plane. Problem, proof and endings are described there.
//! - **Frame**: the world's axes at A's origin, z = 0; meters.
//! - **Cost**: one support point per query.
//!
//! ```
//! use contact_lens_engine::double::dim2::half_space::{HalfSpaceRun, DoublePose, Flat, HalfSpace};
//! use contact_lens_engine::double::dim2::shape::Shape;
//! use contact_lens_engine::glam::{DVec2, DVec3};
//! use contact_lens_engine::step::Stepper;
//!
//! let ground = HalfSpace::new(DVec3::Y, 0.0, 0.0)?;
//! let pose = |y: f64| DoublePose::in_plane(DVec2::new(0.0, y), DVec2::X);
//! let disc = Flat::new(Shape::circle(0.5)?);
//! let mut run = HalfSpaceRun::distance(ground, pose(0.0), disc, pose(0.25), true);
//! run.run();
//! assert_eq!(run.answer().signed_distance, Some(-0.25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

pub use super::cast::Lifted;
pub use super::dim3::half_space::{
    DoublePose, HalfSpace, HalfSpaceBody, HalfSpaceError, HalfSpaceRun, Query, TwoHalfSpaces,
};
use super::pose::lift;
use super::prelude::*;
use super::shape::Shape;

/// A planar shape as a body of the half-space stepper, in the plane z = 0.
pub type Flat = Lifted<Shape>;

impl Flat {
    /// Places a planar shape in the plane z = 0 of space.
    pub fn new(shape: Shape) -> Self {
        Self(shape)
    }
}

impl HalfSpaceBody for Flat {
    fn has_exact_vertices(&self) -> bool {
        true
    }

    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        let core = self.0.core();
        let vertices = facing_side_vertices(&self.0, d.truncate()).into_iter().flatten();
        vertices.map(|index| (index, lift(core[index as usize]))).collect()
    }
}

/// Returns the vertex indices of the ends of the side of the core that faces `d` most: of the two sides at the support
/// point along `d`, the one whose unit normal has the larger dot product with `d`; the later one of equals. A core that
/// is one point has one vertex.
pub(crate) fn facing_side_vertices(shape: &Shape, d: Vec2) -> [Option<u32>; 2] {
    let count = shape.core().len() as u32;
    let support = shape.farthest(d);
    if count == 1 {
        return [Some(support), None];
    }
    let before = if support == 0 { count - 1 } else { support - 1 };
    // A side has the index of its first vertex; its normal is `(y, −x)` of its direction.
    let [facing_after, facing_before] = [support, before].map(|index| match shape.side(index) {
        Some(side) => Vec2::new(side.direction.y, -side.direction.x).dot(d),
        None => Real::NEG_INFINITY,
    });
    if facing_after >= facing_before {
        [Some(support), Some((support + 1) % count)]
    } else {
        [Some(before), Some(support)]
    }
}
