//! Convex polyhedra with connected faces, edges and vertices.
//!
//! - **Problem.** Separating axes, clipping, the explicit Minkowski difference, the Gauss map, support hierarchies and
//!   imported meshes need more than the farthest vertex: faces, the two faces of an edge, the faces and neighbors of a
//!   vertex. [`Polyhedron`] gives each of them in constant time.
//! - **Source.** The half-edge structure: D. E. Muller & F. P. Preparata, *Finding the intersection of two convex
//!   polyhedra*, 1978; M. Mäntylä, *An Introduction to Solid Modeling*, 1988. Its layout in flat arrays with opposite
//!   half-edges in pairs, and the merging of coplanar faces: D. Gregorius, *The Separating Axis Test between Convex
//!   Polyhedra*, GDC 2013, and *Implementing QuickHull*, GDC 2014.
//! - **Departures.** (1) Gregorius merges while the hull grows, by rounded signs; here the hull is exact first
//!   ([`super::hull`]), and facets are merged once, as a proposal that is verified or rejected, so that the surface is
//!   closed and no point is above any plane for any input. (2) Faces are merged by the distance of their vertices from
//!   a common plane, not by the angle between neighbors.
//! - **Conventions.** Everything is in the frame and the length unit of the points; angles do not occur. Faces are
//!   convex polygons, counter-clockwise seen from outside; planes have outward unit normals and contain the points with
//!   `normal · x ≤ offset`. Edge `e` is the pair of half-edges `2e` and `2e + 1`, so the opposite of half-edge `h` is
//!   `h ^ 1`; `2e` runs from the vertex with the lower index to the one with the higher.
//! - **Rounding.** Let the rounding be [`coplanar_rounding`](super::rounding::coplanar_rounding) of the largest
//!   coordinate. Every input point of a hull is below every plane except for the error of a dot product. The vertices
//!   of a face are at most two roundings below its plane; [`Face::depth`] and [`Polyhedron::depth`] give the amount.
//!   Removed points are at most about two roundings outside the hull of the remaining vertices (measured: 1.5). Merged
//!   faces are strictly convex, and so are their edges, as computed. Other faces are exactly convex, but two of them
//!   that are coplanar to a few roundings may have normals that are equal or, by a few `EPS`, on the wrong side of each
//!   other.
//! - **Degenerate input.** Points in one plane give a polygon with two opposite faces. A solid hull no thicker than the
//!   rounding becomes such a polygon, too. A point or a segment has no face and is an error. A vertex of a solid has at
//!   least three faces: points within an edge or a face are removed. Hull vertices whose coordinates differ by less
//!   than the rounding are welded. In a body of at most 32 roundings nothing is welded, and only exactly coplanar
//!   facets are merged.
//! - **Errors.** [`PolyhedronError`] names the point, face or vertex at fault. No input makes a constructor panic.
//! - **Cost.** A hull takes O(n log n), merging O(n) more. A polyhedron of `V` vertices has fewer than `6 V` half-edges
//!   of 16 bytes. Queries do not allocate.
//!
//! ```
//! use contact_lens_engine::double::dim3::polyhedron::Polyhedron;
//! use glam::DVec3;
//!
//! let cube = Polyhedron::cuboid(DVec3::ONE)?;
//! assert_eq!((cube.vertices().len(), cube.edge_count(), cube.faces().len()), (8, 12, 6));
//! let top = cube.face_along(DVec3::Y);
//! assert_eq!(cube.faces()[top as usize].plane.normal, DVec3::Y);
//! for edge in cube.edges() {
//!     let [left, right] = edge.faces.map(|face| cube.faces()[face as usize].plane.normal);
//!     assert_eq!(left.dot(right), 0.0);
//! }
//! assert_eq!(cube.volume(), 8.0);
//! # Ok::<(), contact_lens_engine::double::dim3::polyhedron::PolyhedronError>(())
//! ```

pub(crate) mod connect;
mod error;
mod faces;
mod fit;
mod make;
mod measure;
mod merge;
mod polygon;
mod query;
#[cfg(test)]
mod tests;
mod weld;

pub use super::hull::Dimension;
use super::prelude::*;
pub use connect::Ring;
pub use error::PolyhedronError;
pub use query::Edge;

/// Index of a missing half-edge, face or vertex.
const NONE: u32 = u32::MAX;

/// A plane, and the half-space below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal, pointing out of the body.
    pub normal: Vec3,
    /// `normal · x` for every point `x` of the plane, in the unit of the points.
    pub offset: Real,
}

impl Plane {
    /// Height of a point above the plane; negative below. Its rounding error is about `EPS` times the distances of the
    /// point and of the plane from the origin.
    #[inline]
    pub fn signed_distance(&self, point: Vec3) -> Real {
        self.normal.dot(point) - self.offset
    }
}

/// One side of an edge: it belongs to the face around which it runs counter-clockwise, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfEdge {
    /// The vertex where the half-edge starts.
    pub origin: u32,
    /// The face on its left, seen from outside.
    pub face: u32,
    /// The next half-edge around the face; it starts where this one ends.
    pub next: u32,
    /// The previous half-edge around the face.
    pub prev: u32,
}

/// A face: its plane and its first half-edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// The half-edge at the face's first vertex.
    pub first: u32,
    /// Supporting plane: no vertex is above it, except for rounding.
    pub plane: Plane,
    /// Depth of the face's lowest vertex below the plane: 0 except for rounding, in the unit of the points.
    pub depth: Real,
}

/// A convex solid, or a flat convex polygon with two faces. Vertices, half-edges, edges and faces are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    /// `Solid`, or `Polygon` for a flat polyhedron.
    dimension: Dimension,
    /// Positions of the vertices.
    vertices: Vec<Vec3>,
    /// For each vertex the index of its point in the constructor's input.
    sources: Vec<u32>,
    /// A half-edge that starts at each vertex.
    outgoing: Vec<u32>,
    /// Half-edges in pairs: the opposite of `h` is `h ^ 1`.
    half_edges: Vec<HalfEdge>,
    /// Planes and first half-edges of the faces.
    faces: Vec<Face>,
    /// The greatest distance of a vertex from the origin, in the unit of the points.
    max_radius: Real,
    /// The largest [`Face::depth`].
    depth: Real,
}
