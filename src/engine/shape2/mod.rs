//! Convex shapes of the plane: circle, rectangle, polygon, segment and capsule (spec §1).
//!
//! **One form for all.** Every shape is a *core* and a *ball*: the core is a convex polygon of one corner (circle), two
//! (segment, capsule) or more, and the ball is a radius added all round. So the algorithms of the plane meet polygons
//! only, end exactly, and need no tolerance of their own; round rims are added at the end.
//!
//! **Support.** The corner farthest in a direction: a table by eighths of a turn gives the corner that is
//! farthest in the middle of the eighth, and a walk along the corners does the rest, mostly none or one. Corners are
//! exactly convex, so the walk may stop early only within rounding.
//!
//! **Frame.** The shape's own; lengths in metres. **Valid shapes only**: constructors refuse what is not finite, negative
//! or so large that its square is not finite. Zero sizes are valid and give segments and points.

mod error;
#[cfg(feature = "scenes")]
mod from_scene;

use std::sync::Arc;

use super::hull2;
use super::prelude::*;
pub use error::ShapeError2;
use error::{length, within};
#[cfg(feature = "scenes")]
pub use from_scene::SceneShapeError2;

/// Eighths of a turn, numbered by three comparisons.
const SECTORS: usize = 8;

/// The sector of a direction: its quadrant, and which coordinate is larger. Short, as every support waits for it.
#[inline]
fn sector(d: Vec2) -> usize {
    usize::from(d.y.abs() > d.x.abs()) << 2 | usize::from(d.y < 0.0) << 1 | usize::from(d.x < 0.0)
}

/// A convex shape in its own frame. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape2 {
    /// Corners of the core, counter-clockwise, strictly convex.
    core: Arc<[Vec2]>,
    /// The farthest corner in the middle of each sector.
    start: [u32; SECTORS],
    ball: Real,
    center: Vec2,
    radius: Real,
}

impl Shape2 {
    /// A disc about the origin.
    pub fn circle(radius: Real) -> Result<Self, ShapeError2> {
        Ok(Self::build(&[Vec2::ZERO], length("radius", radius)?))
    }

    /// A rectangle about the origin, sides parallel to the axes.
    pub fn rectangle(half: Vec2) -> Result<Self, ShapeError2> {
        let (x, y) = (length("half_extents", half.x)?, length("half_extents", half.y)?);
        Self::polygon(&[Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)])
    }

    /// The convex hull of points: few, repeated, inside the hull or on one line, as they come.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError2> {
        let corners = hull2::graham(points)?;
        let corners: Vec<Vec2> = corners.into_iter().map(|i| points[i as usize]).collect();
        points.iter().enumerate().try_for_each(|(index, p)| within(index, *p))?;
        Ok(Self::build(&corners, 0.0))
    }

    /// The segment between two points, which may coincide.
    pub fn segment(ends: [Vec2; 2]) -> Result<Self, ShapeError2> {
        Self::polygon(&ends)
    }

    /// A segment from `(0, −half_height)` to `(0, half_height)` with a ball added.
    pub fn capsule(radius: Real, half_height: Real) -> Result<Self, ShapeError2> {
        let end = Vec2::new(0.0, length("half_height", half_height)?);
        Self::inflate(&Self::polygon(&[-end, end])?, radius)
    }

    /// A shape with a ball of radius `margin` added.
    pub fn inflate(shape: &Self, margin: Real) -> Result<Self, ShapeError2> {
        let ball = length("margin", length("margin", margin)? + shape.ball)?;
        Ok(Self::build(&shape.core, ball))
    }

    fn build(corners: &[Vec2], ball: Real) -> Self {
        let mut start = [0; SECTORS];
        for degrees in [22.5, 67.5] {
            for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
                let (sin, cos) = Real::sin_cos((degrees as Real).to_radians());
                let middle = Vec2::new(x * cos, y * sin);
                let farther = |best, i| if middle.dot(corners[i] - corners[best]) > 0.0 { i } else { best };
                start[sector(middle)] = (1..corners.len()).fold(0, farther) as u32;
            }
        }
        let share = 1.0 / corners.len() as Real;
        let center = corners.iter().fold(Vec2::ZERO, |sum, p| sum + *p * share);
        let radius = corners.iter().fold(0.0, |far: Real, p| far.max(p.length())) + ball;
        Self { core: corners.into(), start, ball, center, radius }
    }

    /// The same shape in another unit. `factor` is a power of two, so that no corner is rounded.
    pub(super) fn scaled(&self, factor: Real) -> Self {
        let mut scaled = self.clone();
        scaled.core = self.core.iter().map(|p| *p * factor).collect();
        (scaled.ball, scaled.center, scaled.radius) = (self.ball * factor, self.center * factor, self.radius * factor);
        scaled
    }

    /// Corners of the core, counter-clockwise: one, two or more.
    #[inline]
    pub fn core(&self) -> &[Vec2] {
        &self.core
    }

    /// Radius of the ball that is added to the core; 0 for polygons and segments.
    #[inline]
    pub fn ball(&self) -> Real {
        self.ball
    }

    /// The mean of the corners.
    #[inline]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// A radius about the shape's own origin that holds the whole shape.
    #[inline]
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// The core's corner farthest in direction `d`, as an index into [`Shape2::core`]; `sign(0)` is `+1`.
    #[inline]
    pub fn farthest(&self, d: Vec2) -> u32 {
        let core = &self.core[..];
        let count = core.len();
        if count == 1 {
            return 0;
        }
        let at = self.start[sector(d)] as usize;
        let after = if at + 1 == count { 0 } else { at + 1 };
        let before = if at == 0 { count - 1 } else { at - 1 };
        if d.dot(core[after] - core[at]) > 0.0 {
            self.walk(d, after, 1)
        } else if d.dot(core[before] - core[at]) > 0.0 {
            self.walk(d, before, count - 1)
        } else {
            at as u32
        }
    }

    /// On from a corner by `stride` (modulo the number of corners) as long as it goes up.
    #[inline]
    fn walk(&self, d: Vec2, mut at: usize, stride: usize) -> u32 {
        let core = &self.core[..];
        // No walk is longer than the polygon, whatever rounding says of its last sides.
        for _ in 0..core.len() {
            let next = if at + stride >= core.len() { at + stride - core.len() } else { at + stride };
            if d.dot(core[next] - core[at]) <= 0.0 {
                break;
            }
            at = next;
        }
        at as u32
    }
}
