//! Convex polyhedra with faces, edges and vertices that know each other.
//!
//! **Problem.** Separating axes, clipping, the explicit Minkowski difference, the Gauss map, support hierarchies and
//! imported meshes ask not only for the farthest vertex but for faces, for the two faces of an edge, for the faces and
//! neighbors of a vertex. [`Polyhedron`] answers all of these in constant time each.
//!
//! **Source.** The half-edge structure: D. E. Muller & F. P. Preparata, *Finding the intersection of two convex
//! polyhedra*, 1978; M. Mäntylä, *An Introduction to Solid Modeling*, 1988. Its layout in flat arrays with twins in
//! pairs, and faces merged where they are coplanar: D. Gregorius, *The Separating Axis Test between Convex Polyhedra*,
//! GDC 2013, and *Implementing QuickHull*, GDC 2014.
//!
//! **Departures.** (1) Gregorius merges while the hull grows, by rounded signs; here the hull is exact first
//! ([`super::hull`]), and facets are merged once, as a proposal that is verified or taken back, so that the surface is
//! closed and every plane has all points below it on any input. (2) Faces are merged by how far their corners lie
//! from a common plane, not by the angle between neighbors.
//!
//! **Conventions.** Everything is in the frame and the length unit of the points; angles do not occur. Faces are convex
//! polygons, counter-clockwise seen from outside; planes have outward unit normals and contain what has
//! `normal · x ≤ offset`. Edge `e` is the pair of half-edges `2e` and `2e + 1`, so the twin of half-edge `h` is `h ^ 1`;
//! `2e` runs from the vertex with the lower number to the one with the higher.
//!
//! **Rounding.** Let the rounding be [`rounding::coplanar`](super::rounding::coplanar) of the largest coordinate. Every
//! input point of a hull lies below every plane but for the error of a dot product. The corners of a face lie at most
//! two roundings below its plane; [`Face::depth`] and [`Polyhedron::depth`] say how much it is. Points that were dropped
//! lie at most about two roundings outside of the hull of the vertices that stayed (measured: 1.5). Faces that were merged
//! are strictly convex, and so are their edges, as computed; faces that were not are so exactly, but two of them that
//! are coplanar up to a few roundings may have normals that are equal or, by a few `EPS`, on the wrong side of each other.
//!
//! **Degenerate input.** Points in one plane give a polygon with two opposite faces whose edges are each other's twins.
//! A solid hull that is no thicker than the rounding is such a polygon, too. A point or a segment has no face and is an
//! error that says so. A vertex of a solid has three faces or more: what lies within an edge or a face is dropped. Hull
//! vertices whose coordinates differ by less than the rounding become one. A body of 32 roundings or less is taken as
//! it is: nothing is dropped, and only exactly coplanar facets are one face.
//!
//! **Errors.** [`PolyhedronError`] names the point, face or corner at fault. No input makes a constructor panic.
//!
//! **Cost.** A hull takes O(n log n), merging O(n) on top. A polyhedron of `V` vertices holds fewer than `6 V`
//! half-edges of 16 bytes. Queries do not allocate.
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

pub(in super::super) mod connect;
mod error;
mod faces;
mod fit;
mod make;
mod measure;
mod merge;
mod query;
#[cfg(test)]
mod tests;
mod weld;

pub use super::hull::Dimension;
use super::prelude::*;
pub use connect::Ring;
pub use error::PolyhedronError;
pub use query::Edge;

/// No half-edge, face or vertex.
const NONE: u32 = u32::MAX;

/// A plane, and the half-space below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit vector, out of the body.
    pub normal: Vec3,
    /// `normal · x` for every point `x` of the plane, in the unit of the points.
    pub offset: Real,
}

impl Plane {
    /// How far a point lies above the plane; negative below. Rounded by about `EPS` times the distances of the point and
    /// of the plane from the origin.
    #[inline]
    pub fn signed_distance(&self, point: Vec3) -> Real {
        self.normal.dot(point) - self.offset
    }
}

/// One side of an edge: it belongs to the face that it runs round counter-clockwise, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfEdge {
    /// The vertex where it starts.
    pub origin: u32,
    /// The face on its left, seen from outside.
    pub face: u32,
    /// The next half-edge round that face; it starts where this one ends.
    pub next: u32,
    /// The half-edge before it round that face.
    pub prev: u32,
}

/// A face: its plane and the way to its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// The half-edge at its first corner.
    pub first: u32,
    /// No vertex lies above it, but for rounding.
    pub plane: Plane,
    /// How far its lowest corner lies below the plane: 0 but for rounding, in the unit of the points.
    pub depth: Real,
}

/// A convex solid, or a flat convex polygon with two faces. Vertices, half-edges, edges and faces are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    dimension: Dimension,
    vertices: Vec<Vec3>,
    sources: Vec<u32>,
    outgoing: Vec<u32>,
    half_edges: Vec<HalfEdge>,
    faces: Vec<Face>,
    max_radius: Real,
    /// The largest depth of a face.
    depth: Real,
}
