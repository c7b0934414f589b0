//! Convex planar shapes: circle, rectangle, polygon, segment and capsule.
//!
//! - **Representation**: every shape is a *core* and a *margin*. The core is a convex polygon of one vertex (circle),
//!   two (segment, capsule) or more; the margin is a radius added all around. So the planar algorithms work on polygons
//!   only, which have finitely many features, and need no tolerance for curves; margins are added at the end.
//! - **Support points**: a table with sixteen sectors of directions has the support vertices at both borders of each
//!   sector; the support vertex of a direction is between these. Within a sector, a rectangle needs no comparison and a
//!   polygon of 20 vertices about one. The polygon is exactly convex, so only rounding errors can make the search stop
//!   too early.
//! - **Frame**: the shape's own; lengths in meters.
//! - **Validation**: constructors reject lengths that are negative, and numbers that are not finite or so large that
//!   the squares of sums of a few of them would not be finite ([`rounding::largest`](super::rounding::largest)). Zero
//!   sizes are valid and give segments and points.

mod error;

use std::sync::Arc;

use super::hull;
use super::numbers::{length2, unit2};
use super::prelude::*;
pub use error::ShapeError;
use error::{check_point, length};

/// Number of sectors of directions. Five comparisons find the sector: each quadrant is divided where one coordinate is
/// twice the other, and where both are equal, so that every border is an exact direction.
const SECTORS: usize = 16;

/// Number of vertices from which on a sector is searched by bisection; with fewer, a walk over the vertices of a sector
/// is short.
const BISECTION_FROM_VERTICES: usize = 256;

/// Returns the index of a direction's sector. Its bits, from the highest: whether `|y| > |x|`, whether the direction is
/// near a diagonal (neither coordinate is twice the other), and the signs of y and of x.
#[inline]
fn sector(d: Vec2) -> usize {
    let x = d.x.abs();
    let y = d.y.abs();
    let near_diagonal = (2.0 * x > y) & (2.0 * y > x);
    usize::from(y > x) << 3 | usize::from(near_diagonal) << 2 | usize::from(d.y < 0.0) << 1 | usize::from(d.x < 0.0)
}

/// Returns the index of the vertex farthest along `d`; of several, the first.
fn farthest_vertex(corners: &[Vec2], d: Vec2) -> usize {
    let mut farthest = 0;
    for index in 1..corners.len() {
        if d.dot(corners[index] - corners[farthest]) > 0.0 {
            farthest = index;
        }
    }
    farthest
}

/// Returns the first and the last possible support vertex of the directions between the borders `from` and `to`,
/// counter-clockwise. `sides` are the vectors from each vertex to the next.
///
/// If a side is perpendicular to a border, both its ends are support vertices there. The range begins with the end of
/// such a side and ends with the start of one, so that it has as few vertices as possible.
fn support_range(corners: &[Vec2], sides: &[Vec2], [from, to]: [Vec2; 2]) -> [u32; 2] {
    let count = corners.len();
    let first = farthest_vertex(corners, from);
    let last = farthest_vertex(corners, to);
    let before_last = (last + count - 1) % count;
    let first = if from.dot(sides[first]) >= 0.0 { (first + 1) % count } else { first };
    let last = if to.dot(sides[before_last]) <= 0.0 { before_last } else { last };
    [first as u32, last as u32]
}

/// Returns the directions of the two borders of the sector with this index, counter-clockwise.
fn borders(sector: usize) -> [Vec2; 2] {
    // The upper two bits give the sector of the first quadrant, the lower two the signs.
    let [from, to] = match sector >> 2 {
        0b00 => [Vec2::new(1.0, 0.0), Vec2::new(2.0, 1.0)],
        0b01 => [Vec2::new(2.0, 1.0), Vec2::new(1.0, 1.0)],
        0b11 => [Vec2::new(1.0, 1.0), Vec2::new(1.0, 2.0)],
        _ => [Vec2::new(1.0, 2.0), Vec2::new(0.0, 1.0)],
    };
    let [sign_x, sign_y] = [1, 2].map(|bit| if sector & bit == 0 { 1.0 } else { -1.0 });
    let signs = Vec2::new(sign_x, sign_y);
    // Reflecting one coordinate alone reverses the order of the borders.
    if signs.x == signs.y { [from * signs, to * signs] } else { [to * signs, from * signs] }
}

/// Vector along a side of a core, as its direction and its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideVector {
    /// Unit vector from the first vertex of the side to the second; zero for a side too short to have a direction.
    pub direction: Vec2,
    /// Length of the side, meters.
    pub length: Real,
}

/// A convex shape in its own frame. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Vertices of the core, counter-clockwise, strictly convex.
    core: Arc<[Vec2]>,
    /// Vector from each vertex to the next.
    sides: Arc<[Vec2]>,
    /// Direction and length of each side.
    directions: Arc<[SideVector]>,
    /// First and last possible support vertex of each sector of directions, counter-clockwise.
    range: [[u32; 2]; SECTORS],
    /// Margin around the core, meters.
    ball: Real,
    /// Mean of the vertices of the core, meters.
    center: Vec2,
    /// Radius around the origin that encloses the shape, margin included, meters.
    radius: Real,
}

impl Shape {
    /// Creates a disc about the origin; `radius` in meters.
    ///
    /// # Errors
    ///
    /// If the radius is not finite, negative or too large.
    pub fn circle(radius: Real) -> Result<Self, ShapeError> {
        Ok(Self::build(&[Vec2::ZERO], length("radius", radius)?))
    }

    /// Creates a rectangle about the origin, with sides parallel to the axes; `half` are half its width and half its
    /// height, meters.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large.
    pub fn rectangle(half: Vec2) -> Result<Self, ShapeError> {
        let x = length("half_extents", half.x)?;
        let y = length("half_extents", half.y)?;
        Self::polygon(&[Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)])
    }

    /// Creates the convex hull of points, which may be few, repeated, inside the hull or collinear.
    ///
    /// # Errors
    ///
    /// If there is no point, or one is not finite or has too large a coordinate: the error names the point.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        let corners = hull::graham(points)?;
        let corners: Vec<Vec2> = corners.into_iter().map(|i| points[i as usize]).collect();
        points.iter().enumerate().try_for_each(|(index, p)| check_point(index, *p))?;
        Ok(Self::build(&corners, 0.0))
    }

    /// Creates the segment between two points, which may coincide.
    ///
    /// # Errors
    ///
    /// If an end is not finite or has too large a coordinate: the error names the point.
    pub fn segment(ends: [Vec2; 2]) -> Result<Self, ShapeError> {
        Self::polygon(&ends)
    }

    /// Creates a capsule: a segment from `(0, −half_height)` to `(0, half_height)` with the margin `radius`, meters.
    ///
    /// # Errors
    ///
    /// If a size is not finite, negative or too large.
    pub fn capsule(radius: Real, half_height: Real) -> Result<Self, ShapeError> {
        let end = Vec2::new(0.0, length("half_height", half_height)?);
        Self::inflate(&Self::polygon(&[-end, end])?, radius)
    }

    /// Returns a shape with a margin, meters, added to its own.
    ///
    /// # Errors
    ///
    /// If the margin, alone or with the shape's own, is not finite, negative or too large.
    pub fn inflate(shape: &Self, margin: Real) -> Result<Self, ShapeError> {
        let ball = length("margin", length("margin", margin)? + shape.ball)?;
        Ok(Self::build(&shape.core, ball))
    }

    /// Builds the shape of a core with these vertices, counter-clockwise and strictly convex, and a margin.
    fn build(corners: &[Vec2], ball: Real) -> Self {
        let count = corners.len();
        let sides: Arc<[Vec2]> = (0..count).map(|i| corners[(i + 1) % count] - corners[i]).collect();
        let range = std::array::from_fn(|sector| support_range(corners, &sides, borders(sector)));
        let directions = sides
            .iter()
            .map(|side| SideVector { direction: unit2(*side).unwrap_or_default(), length: length2(*side) })
            .collect();
        let weight = 1.0 / corners.len() as Real;
        let center = corners.iter().fold(Vec2::ZERO, |sum, p| sum + *p * weight);
        let radius = corners.iter().fold(0.0, |radius: Real, p| radius.max(length2(*p))) + ball;
        Self { core: corners.into(), sides, directions, range, ball, center, radius }
    }

    /// Returns this shape in another unit of length. `factor` is a power of two, so that no vertex is rounded.
    pub(super) fn scaled(&self, factor: Real) -> Self {
        let mut scaled = self.clone();
        scaled.core = self.core.iter().map(|p| *p * factor).collect();
        scaled.sides = self.sides.iter().map(|p| *p * factor).collect();
        scaled.directions =
            self.directions.iter().map(|side| SideVector { length: side.length * factor, ..*side }).collect();
        scaled.ball = self.ball * factor;
        scaled.center = self.center * factor;
        scaled.radius = self.radius * factor;
        scaled
    }

    /// Returns the vertices of the core, counter-clockwise, meters: one, two or more.
    #[inline]
    pub fn core(&self) -> &[Vec2] {
        &self.core
    }

    /// Returns the radius added to the core, meters; 0 for polygons and segments without a margin.
    #[inline]
    pub fn margin(&self) -> Real {
        self.ball
    }

    /// Returns the mean of the vertices of the core, meters.
    #[inline]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// Returns the radius around the shape's own origin that encloses the shape, margin included, meters.
    #[inline]
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// Returns direction and length of the side from the vertex at index `i` to the next. `None` for a point, and for a
    /// side too short to have a direction.
    #[inline]
    pub fn side(&self, i: u32) -> Option<SideVector> {
        self.directions.get(i as usize).copied().filter(|side| side.direction != Vec2::ZERO)
    }

    /// Returns the support vertex of the core along `d`, of any length, as an index into [`Shape::core`]. For `d = 0`
    /// it is that of directions slightly above the x axis.
    #[inline(always)]
    pub fn farthest(&self, d: Vec2) -> u32 {
        let [mut vertex, last] = self.range[sector(d)];
        if self.sides.len() >= BISECTION_FROM_VERTICES {
            vertex = self.bisect_sector(d, [vertex, last]);
        }
        while vertex != last && d.dot(self.sides[vertex as usize]) > 0.0 {
            vertex = if vertex as usize + 1 == self.sides.len() { 0 } else { vertex + 1 };
        }
        vertex
    }

    /// Returns the support vertex between the first and the last vertex of a sector, by bisection: from vertex to
    /// vertex, the coordinates along `d` rise and then fall.
    #[cold]
    fn bisect_sector(&self, d: Vec2, [first, last]: [u32; 2]) -> u32 {
        let count = self.sides.len();
        let first_index = first as usize;
        let mut low = 0;
        let mut high = (last as usize + count - first_index) % count;
        if high > count / 2 {
            return first; // The sector contains a vertex only, no side.
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if d.dot(self.sides[(first_index + middle) % count]) > 0.0 {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        ((first_index + low) % count) as u32
    }
}
