//! The expanding polytope: a closed, convex triangle mesh in the configuration-space obstacle (CSO) `A − B`, with
//! the planes of its faces and the test whether a face sees a point.
//!
//! - **Visibility.** A face sees a point that is in front of its plane. The test takes three levels: the height above
//!   the stored plane, if it exceeds its error bound; then a determinant in `f64`, if it exceeds its error bound; then
//!   the exact determinant. Most tests stop before the exact level, which takes much longer, and count the point as on
//!   the plane, so as hidden. The exact level ([`Sight::Exact`]) is used for slivers, for the face that is expanded,
//!   and when the horizon is not a closed loop. With exact signs the visible region is always a disc.
//! - **Certificate.** EPA's bounds do not depend on these signs: even with a wrong sign the mesh stays closed, and its
//!   vertices are points of the CSO.

use crate::dim3::prelude::*;
use crate::dim3::rounding::unit_scale;
use crate::dim3::support::Vertex;

/// A triangle of the polytope. Vertices run counter-clockwise seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Indices into [`Polytope::vertices`].
    pub corner: [u32; 3],
    /// `across[i]` is the face on the other side of the edge `corner[i] → corner[i + 1]`.
    pub across: [u32; 3],
    /// `edge[i]` is the index, 0 to 2, of that same edge in the face `across[i]`.
    pub edge: [u8; 3],
    /// Unit normal `n`, directed out of the polytope.
    pub normal: Vec3,
    /// `min n·w` over the vertices `w`, in the pair's length unit; negative when the origin is outside. However
    /// inaccurate `n` is, the triangle is beyond the plane `n·x = distance`, so at least this far from the origin.
    pub distance: Real,
    /// Bound of the rounding error of the height `n·x − distance`, for points `x` within the bounding radius.
    pub rounding: Real,
    /// Whether a later point saw the face, which removed it.
    pub deleted: bool,
    /// Result of the last flood fill that visited this face: twice the number of the fill, plus one if the new point
    /// sees the face.
    pub mark: u32,
}

impl Face {
    /// A live face with these vertices, plane and neighbors.
    #[inline]
    pub fn new(corner: [u32; 3], plane: Plane, across: [u32; 3], edge: [u8; 3]) -> Self {
        let Plane { normal, distance, rounding } = plane;
        Self { corner, across, edge, normal, distance, rounding, deleted: false, mark: 0 }
    }

    /// Signed height of a point above the face's plane; positive in front of it.
    pub(super) fn height_of(&self, p: Vec3) -> Real {
        self.normal.dot(p) - self.distance
    }
}

/// The unit normal and distance of a triangle, and their rounding error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal, directed out of the polytope.
    pub normal: Vec3,
    /// Distance from the origin, as [`Face::distance`].
    pub distance: Real,
    /// Bound of the height's rounding error, as [`Face::rounding`].
    pub rounding: Real,
}

/// A closed convex triangle mesh that records which points of A and B its vertices come from. Removed faces stay in
/// place, marked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polytope {
    /// Vertices of the mesh, points of the CSO.
    pub vertices: Vec<Vertex>,
    /// Live and deleted faces, in the order of creation.
    pub faces: Vec<Face>,
    /// Radius of a ball around the origin that contains the CSO: the magnitude from which rounding errors are derived.
    pub bounding_radius: Real,
    /// The power of two that scales `bounding_radius` to `[1, 2)`. Edges are scaled by it, exactly, so that their
    /// squares neither overflow nor underflow in any unit of length.
    pub scale: Real,
}

/// Sine of the angle between a triangle's first two edges up to which its plane is computed from the longest edge
/// instead of their plain cross product. With a smaller value [`HEIGHT_ROUNDING`] is larger, so more signs need a
/// determinant; with a larger one more triangles take the slow path.
const SLIVER_SINE: Real = 0.0625;

/// [`Face::rounding`] of a face that is no sliver, in units of `EPS` times the bounding radius: the cross product's
/// relative error `6 EPS / sin` on an arm of twice the bounding radius, from the vertex of least `n·w` to the point,
/// plus the rounding of the two products themselves.
const HEIGHT_ROUNDING: Real = 16.0 + 12.0 / SLIVER_SINE;

/// Ratio of the height over a triangle's longest edge to the length of that edge, up to which the height is only
/// rounding error, and the triangle counts as a segment.
const SEGMENT_HEIGHT: Real = 32.0 * EPS;

/// Constant term of [`Face::rounding`] of a sliver, in units of `EPS` times the bounding radius, as in
/// [`HEIGHT_ROUNDING`].
const SLIVER_ROUNDING: Real = 16.0;

/// Factor of `1 / sin` in [`Face::rounding`] of a sliver, in the same units, for the sine of the angle between its
/// longest edge and another. Larger than in [`HEIGHT_ROUNDING`], as a reserve for the error of the height over the
/// longest edge.
const SLIVER_ROUNDING_PER_INVERSE_SINE: Real = 64.0;

/// Bound of the rounding error of a determinant of three vectors, relative to the sum of the absolute values of its
/// terms: `o3derrboundA` of `[Shewchuk97]`.
const DETERMINANT_ROUNDING: f64 = (7.0 + 28.0 * f64::EPSILON) * 0.5 * f64::EPSILON;

/// Test that decides on which side of a face's plane a nearby point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Sign of a determinant in `f64` with its error bound; where it is undecided, the point counts as hidden.
    Rounded,
    /// Sign of the exact determinant.
    Exact,
}

impl Polytope {
    /// Empties the mesh and keeps its memory.
    #[inline]
    pub fn clear(&mut self, bounding_radius: Real) {
        self.vertices.clear();
        self.faces.clear();
        self.bounding_radius = bounding_radius;
        self.scale = unit_scale(bounding_radius);
    }

    /// The vertex of this index, as a point of the CSO.
    #[inline]
    pub fn point(&self, index: u32) -> Vec3 {
        self.vertices[index as usize].w
    }

    /// The three vertices of a face, as points of the CSO.
    #[inline]
    pub fn triangle(&self, corner: [u32; 3]) -> [Vec3; 3] {
        corner.map(|i| self.point(i))
    }

    /// The faces that are not deleted, with their indices.
    pub fn live_faces(&self) -> impl Iterator<Item = (u32, &Face)> {
        self.faces.iter().enumerate().filter(|(_, face)| !face.deleted).map(|(i, face)| (i as u32, face))
    }

    /// Adds a vertex and returns its index.
    #[inline]
    pub fn add_vertex(&mut self, vertex: Vertex) -> u32 {
        self.vertices.push(vertex);
        (self.vertices.len() - 1) as u32
    }

    /// Whether the face sees `x`: whether `x` is in front of its plane.
    #[inline]
    pub fn sees(&self, face: &Face, x: Vec3, sight: Sight) -> bool {
        let height = face.normal.dot(x) - face.distance;
        if height.abs() > face.rounding { height > 0.0 } else { self.sees_closely(face, x.to_array(), sight) }
    }

    /// Whether the face sees `x`, a point so close to its plane that the sign of its height is uncertain. The point is
    /// an array, which is passed by value.
    #[inline(never)]
    fn sees_closely(&self, face: &Face, [x, y, z]: [Real; 3], sight: Sight) -> bool {
        let x = Vec3::new(x, y, z);
        // On a sliver, rounding may exceed the whole height, so the exact sign is computed.
        if sight == Sight::Exact || face.rounding > self.bounding_radius * (2.0 * EPS * HEIGHT_ROUNDING) {
            orientation(self.triangle(face.corner), x) > 0.0
        } else {
            rounded_orientation(self.triangle(face.corner), x) > 0.0
        }
    }

    /// The plane of a triangle with vertices counter-clockwise seen from outside.
    ///
    /// The cross product of two edges has a relative error of about `6·EPS / sin`, where `sin` is the sine of the angle
    /// between them. If that sine is small, the normal is computed from the longest edge and the height over it. Its
    /// error then rotates the plane about the longest edge, from which no point of the triangle is far. A triangle
    /// without height is a segment; its normal is the direction of its point nearest the origin, which gives the
    /// largest distance.
    #[inline(always)]
    pub fn plane(&self, [a, b, c]: [Vec3; 3]) -> Plane {
        let ab = (b - a) * self.scale;
        let ac = (c - a) * self.scale;
        let cross = ab.cross(ac);
        let square = cross.length_squared();
        if square <= ab.length_squared() * ac.length_squared() * (SLIVER_SINE * SLIVER_SINE) {
            return self.sliver_plane([a, b, c], cross);
        }
        let normal = cross * (1.0 / square.sqrt());
        Plane {
            normal,
            distance: least_height(normal, [a, b, c]),
            rounding: self.bounding_radius * (EPS * HEIGHT_ROUNDING),
        }
    }

    /// Squared distance of the origin from the plane of a triangle that has the origin behind it. 0 for all other
    /// triangles, for slivers, which need [`Polytope::plane`], and where fourth powers of lengths leave the range of
    /// normal numbers.
    #[inline]
    pub fn square_distance(&self, corner: [u32; 3]) -> Real {
        let [a, b, c] = self.triangle(corner);
        let ab = b - a;
        let ac = c - a;
        let cross = ab.cross(ac);
        let square = cross.length_squared();
        let height = least_height(cross, [a, b, c]);
        let is_sliver = square <= ab.length_squared() * ac.length_squared() * (SLIVER_SINE * SLIVER_SINE);
        let is_in_range = square > Real::MIN_POSITIVE / EPS;
        if height > 0.0 && is_in_range && !is_sliver { height * (height / square) } else { 0.0 }
    }

    /// The plane of a triangle with nearly parallel edges, as in [`Polytope::plane`]; `cross` is the cross product of
    /// its first two edges.
    #[cold]
    fn sliver_plane(&self, [a, b, c]: [Vec3; 3], cross: Vec3) -> Plane {
        let s = self.scale;
        let pairs = [
            EdgePair { long: (b - a) * s, other: (c - a) * s },
            EdgePair { long: (c - b) * s, other: (a - b) * s },
            EdgePair { long: (a - c) * s, other: (b - c) * s },
        ];
        let mut longest = pairs[0];
        for pair in pairs {
            if pair.long.length_squared() > longest.long.length_squared() {
                longest = pair;
            }
        }
        let EdgePair { long, other } = longest;
        let Some(along) = unit(long) else {
            // All vertices coincide.
            return supporting_plane(unit(a * s).unwrap_or(Vec3::X), [a, b, c], Real::INFINITY);
        };
        // Projected twice, which removes the rounding error along the long edge.
        let height = other - along * other.dot(along);
        let height = height - along * height.dot(along);
        if height.length_squared() <= SEGMENT_HEIGHT * SEGMENT_HEIGHT * long.length_squared() {
            let nearest = nearest_on_segment(a * s, long);
            let normal = unit(nearest).or_else(|| unit(cross)).unwrap_or_else(|| along.any_orthonormal_vector());
            return supporting_plane(normal, [a, b, c], Real::INFINITY);
        }
        let inverse_sine = (other.length_squared() / height.length_squared()).sqrt();
        let normal = along.cross(height.normalize());
        let normal = if normal.dot(cross) < 0.0 { -normal } else { normal };
        let rounding = self.bounding_radius * EPS * (SLIVER_ROUNDING + SLIVER_ROUNDING_PER_INVERSE_SINE * inverse_sine);
        supporting_plane(normal.normalize(), [a, b, c], rounding)
    }
}

/// Two edges of a triangle from one vertex.
#[derive(Clone, Copy)]
struct EdgePair {
    /// The longest edge of the triangle.
    long: Vec3,
    /// Another edge from the same vertex.
    other: Vec3,
}

/// The least height of three points along `n`.
#[inline]
fn least_height(n: Vec3, [a, b, c]: [Vec3; 3]) -> Real {
    lesser(lesser(n.dot(a), n.dot(b)), n.dot(c))
}

/// The smaller of two numbers that are not NaN. A single comparison, unlike `min`, which handles NaN.
fn lesser(x: Real, y: Real) -> Real {
    if x < y { x } else { y }
}

/// The plane with this normal through the lowest vertex of a triangle.
fn supporting_plane(normal: Vec3, corners: [Vec3; 3], rounding: Real) -> Plane {
    Plane { normal, distance: least_height(normal, corners), rounding }
}

/// `p − x` in `f64`.
fn difference(p: Vec3, x: Vec3) -> [f64; 3] {
    [p.x as f64 - x.x as f64, p.y as f64 - x.y as f64, p.z as f64 - x.z as f64]
}

/// Minus the determinant of the vectors from `x` to the vertices, in `f64`: positive when `x` is in front of the
/// triangle, negative behind it; 0 when rounding leaves the sign open.
#[inline]
fn rounded_orientation([a, b, c]: [Vec3; 3], x: Vec3) -> f64 {
    let [ax, ay, az] = difference(a, x);
    let [bx, by, bz] = difference(b, x);
    let [cx, cy, cz] = difference(c, x);
    let bc = bx * cy;
    let cb = cx * by;
    let ca = cx * ay;
    let ac = ax * cy;
    let ab = ax * by;
    let ba = bx * ay;
    let determinant = az * (bc - cb) + bz * (ca - ac) + cz * (ab - ba);
    let size = (bc.abs() + cb.abs()) * az.abs() + (ca.abs() + ac.abs()) * bz.abs() + (ab.abs() + ba.abs()) * cz.abs();
    let bound = DETERMINANT_ROUNDING * size;
    if determinant.abs() > bound { -determinant } else { 0.0 }
}

/// Number with the exact sign of the side of a triangle on which `x` is: positive when `x` is in front (where the
/// vertices are counter-clockwise), negative behind, 0 when the points are coplanar.
#[inline]
pub fn orientation(corners: [Vec3; 3], x: Vec3) -> f64 {
    let rounded = rounded_orientation(corners, x);
    if rounded != 0.0 { rounded } else { exact_orientation(corners, x) }
}

/// Result of [`orientation`], by exact arithmetic.
#[cold]
fn exact_orientation([a, b, c]: [Vec3; 3], x: Vec3) -> f64 {
    let [a, b, c, x] = [a, b, c, x].map(|p| robust::Coord3D { x: p.x as f64, y: p.y as f64, z: p.z as f64 });
    -robust::orient3d(a, b, c, x)
}

/// Unit vector along `v`; `None` for the zero vector and if the largest component is not finite. `v` is scaled first,
/// so that tiny and huge vectors keep their direction.
#[inline]
pub fn unit(v: Vec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let v = v / largest;
    Some(v / v.length())
}

/// The point nearest the origin of the segment from `start` to `start + edge`.
#[inline]
pub fn nearest_on_segment(start: Vec3, edge: Vec3) -> Vec3 {
    let square = edge.length_squared();
    let t = if square > 0.0 { (-start.dot(edge) / square).clamp(0.0, 1.0) } else { 0.0 };
    start + edge * t
}
