//! The convex body of the separating-axis test, a polyhedron, polygon, segment or point: its face axes, its edges with
//! their arcs on the Gauss sphere, and its projection on an axis.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc as Shared;

use super::polyhedron::Dimension;
use super::projection::Projection;
use super::walk_tables::{NormalOfFace, WalkTables};
use super::{Kind, Polyhedron, PolyhedronError, Shape};
use crate::dim3::hierarchy::Hierarchy;
use crate::dim3::hull::{self, Hull};
use crate::dim3::numbers;
use crate::dim3::prelude::*;

/// Least number of vertices for which a walk from the previous farthest vertex is faster than a search of all vertices.
const WALK_FROM_VERTICES: usize = 48;

/// Least number of vertices for which a walk that has not ended after [`MAX_MOVES`] moves continues from the vertex
/// that a hierarchy finds.
const HIERARCHY_FROM_VERTICES: usize = 512;

/// Number of moves of a walk before the hierarchy takes over. Between the axes of neighboring faces few moves are
/// needed, but around the end of a prism a walk visits half of its vertices. With a limit of 24, walks took 60 % of the
/// time of the test on hulls of 20 000 points of a sphere, whose axes have no order.
const MAX_MOVES: usize = 8;

/// The axis of a face normal, shared with the exactly opposite face if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceAxis {
    /// Outward unit normal of the first face, in the solid's frame.
    pub normal: Vec3,
    /// Index of the face with this normal, and of the face with the opposite normal; `None` for a face that does not
    /// exist.
    pub faces: [Option<u32>; 2],
}

/// An edge, or the four parallel edges of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Indices of the vertices at the ends; for a box, those of one of the four edges.
    pub ends: [u32; 2],
    /// Unit vector from the first end to the second, in the solid's frame.
    pub direction: Vec3,
    /// Outward normals of the supporting planes through the edge.
    pub arc: Arc,
}

/// The outward normals of the supporting planes through an edge: an arc of the great circle perpendicular to the edge.
/// Unit vectors of the solid's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arc {
    /// Less than half a circle, between the normals of the edge's two faces: the left one (seen from outside along the
    /// edge) and the right one.
    Minor([Vec3; 2]),
    /// Half a circle around this unit vector: the arc of a flat polygon's edge, whose faces have opposite normals.
    Half(Vec3),
    /// A whole circle: the arc of a segment, and of the four parallel edges of a box together.
    Circle,
}

/// A convex polyhedron, polygon, segment or point.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The polyhedron with its faces; `None` for a segment or a point.
    pub polyhedron: Option<Polyhedron>,
    /// Positions of the vertices in the solid's frame, in its length unit.
    pub vertices: Vec<Vec3>,
    /// For each vertex the index of its point in the constructor's input.
    pub sources: Vec<u32>,
    /// Axes of the face normals.
    pub face_axes: Vec<FaceAxis>,
    /// Edges, or a box's three families of parallel edges.
    pub edges: Vec<Edge>,
    /// Half extents of a box; `None` for other solids.
    pub half_extents: Option<Vec3>,
    /// Dimension: 0 for a point, 1 for a segment, 2 for a flat polygon, 3 for a body with volume.
    pub dimension: u8,
    /// Greatest distance of a vertex from the origin of the solid's frame, in its length unit.
    pub radius: Real,
    /// Hierarchy of the vertices that shortens long walks; `None` below [`HIERARCHY_FROM_VERTICES`] vertices.
    hierarchy: Option<Shared<Hierarchy>>,
    /// Tables for walks over the solid's arcs; empty for boxes and bodies without volume.
    pub(super) walk_tables: WalkTables,
}

/// The edges of a box: one family of four parallel edges per coordinate axis, listed by one of them. The indices of the
/// two vertices of an edge differ in one bit, that of its axis.
static FAMILIES: [Edge; 3] = [
    Edge { ends: [0, 1], direction: Vec3::X, arc: Arc::Circle },
    Edge { ends: [0, 2], direction: Vec3::Y, arc: Arc::Circle },
    Edge { ends: [0, 4], direction: Vec3::Z, arc: Arc::Circle },
];

impl Solid {
    /// A box around the origin with its edges along the coordinate axes. With half extents of 0 it is a rectangle, a
    /// segment or a point.
    ///
    /// # Errors
    /// If a half extent is negative, too large or NaN.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, PolyhedronError> {
        let mut solid = match Polyhedron::cuboid(half_extents) {
            Ok(cuboid) if half_extents.min_element() > 0.0 => Self::of(cuboid),
            Ok(rectangle) => return Ok(Self::of(rectangle)),
            Err(PolyhedronError::NoFace { .. }) => return Self::hull(&[-half_extents, half_extents]),
            Err(error) => return Err(error),
        };
        solid.edges = FAMILIES.to_vec();
        solid.half_extents = Some(half_extents);
        solid.walk_tables = WalkTables::default();
        Ok(solid)
    }

    /// The convex hull of points, of any dimension. Only exactly coplanar facets are merged into one face: merging
    /// facets that are coplanar to rounding tilts the normal, and on slivers the largest gap would be off by hundreds
    /// of rounding errors.
    ///
    /// # Errors
    /// If there are no points, too many, or one that is not finite or too far away; the error names it.
    pub fn hull(points: &[Vec3]) -> Result<Self, PolyhedronError> {
        Self::of_hull(points, &hull::hull(points)?)
    }

    /// The solid of points whose convex hull is already computed.
    ///
    /// # Errors
    /// As for [`Solid::hull`].
    pub(in crate::dim3) fn of_hull(points: &[Vec3], hull: &Hull) -> Result<Self, PolyhedronError> {
        match Polyhedron::exact_hull(points, hull) {
            Ok(polyhedron) => Ok(Self::of(polyhedron)),
            Err(PolyhedronError::NoFace { dimension, ends }) => {
                let ends: &[u32] = if dimension == Dimension::Point { &ends[..1] } else { &ends };
                Ok(Self::segment_or_point(points, ends))
            }
            Err(error) => Err(error),
        }
    }

    /// The solid of a polyhedron or a flat polygon, with all its faces and edges.
    pub fn of(polyhedron: Polyhedron) -> Self {
        let is_flat = polyhedron.dimension() != Dimension::Solid;
        let vertices = polyhedron.vertices().to_vec();
        let has_many_vertices = vertices.len() >= HIERARCHY_FROM_VERTICES;
        let hierarchy = if has_many_vertices { Hierarchy::new(&vertices).ok().map(Shared::new) } else { None };
        let solid = Self {
            sources: polyhedron.sources().to_vec(),
            face_axes: face_axes(polyhedron.faces().iter().map(|face| face.plane.normal)),
            edges: edges_with_arcs(&polyhedron, is_flat),
            half_extents: None,
            dimension: if is_flat { 2 } else { 3 },
            radius: polyhedron.max_radius(),
            hierarchy,
            walk_tables: WalkTables::default(),
            vertices,
            polyhedron: Some(polyhedron),
        };
        // Arcs are walked only on bodies with volume.
        if is_flat { solid } else { solid.with_walk_tables() }
    }

    /// The solid, which must have volume, with the tables for walks over its arcs.
    fn with_walk_tables(self) -> Self {
        let Some(hull) = &self.polyhedron else { return self };
        let face_axes = self.face_axes.iter();
        let normals: Vec<_> = face_axes
            .map(|axis| NormalOfFace { normal: axis.normal, face: axis.faces[0].unwrap_or_default() })
            .collect();
        let walk_tables = WalkTables::new(hull, &normals, |n, near| self.project(n, near));
        Self { walk_tables, ..self }
    }

    /// The solid of a shape; `None` for shapes that are not polytopes: round shapes, shapes with a ball added, and
    /// affine images.
    ///
    /// # Errors
    /// If a size or a point is too large.
    pub fn of_shape(shape: &Shape) -> Option<Result<Self, PolyhedronError>> {
        Some(match shape.kind() {
            Kind::Box { half_extents } => Self::cuboid(*half_extents),
            Kind::Segment(ends) => Self::hull(ends),
            Kind::Triangle(corners) => Self::hull(corners),
            Kind::Polytope(polytope) => Self::of_hull(polytope.points(), polytope.hull()),
            Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Cylinder(_) | Kind::Cone(_) => return None,
            Kind::Ellipsoid { .. } | Kind::Affine(_) | Kind::Inflate { .. } => return None,
        })
    }

    /// The solid of a segment, or of a point; `ends` are the indices of its two ends or its one point.
    fn segment_or_point(points: &[Vec3], ends: &[u32]) -> Self {
        let vertices: Vec<Vec3> = ends.iter().map(|&end| points[end as usize]).collect();
        let radius = vertices.iter().map(|v| v.length()).fold(0.0, Real::max);
        let edges = match vertices[..] {
            [tail, head] => {
                vec![Edge { ends: [0, 1], direction: numbers::unit(head - tail).unwrap_or_default(), arc: Arc::Circle }]
            }
            _ => Vec::new(),
        };
        let sources = ends.to_vec();
        let dimension = ends.len() as u8 - 1;
        let face_axes = Vec::new();
        let polyhedron = None;
        let half_extents = None;
        let hierarchy = None;
        let walk_tables = WalkTables::default();
        Self {
            polyhedron,
            vertices,
            sources,
            face_axes,
            edges,
            half_extents,
            dimension,
            radius,
            hierarchy,
            walk_tables,
        }
    }

    /// The normal of axis `index` of [`Solid::face_axes`]; `None` if there is no such axis. For a box it comes from a
    /// static table instead of the solid's lists: the first face on each axis points in the negative direction.
    #[inline(always)]
    pub fn normal(&self, index: u32) -> Option<Vec3> {
        match self.half_extents {
            Some(_) => FAMILIES.get(index as usize).map(|edge| -edge.direction),
            None => self.face_axes.get(index as usize).map(|axis| axis.normal),
        }
    }

    /// The faces of axis `index`, as in [`FaceAxis::faces`]; `None` if there is no such axis. For a box they follow
    /// from the index.
    #[inline(always)]
    pub fn faces_of(&self, index: u32) -> Option<[Option<u32>; 2]> {
        match self.half_extents {
            Some(_) => Some([Some(2 * index), Some(2 * index + 1)]),
            None => self.face_axes.get(index as usize).map(|axis| axis.faces),
        }
    }

    /// The edges of [`Solid::edges`]. For a box they come from a static table.
    #[inline(always)]
    pub fn all_edges(&self) -> &[Edge] {
        if self.half_extents.is_some() { &FAMILIES } else { &self.edges }
    }

    /// Edge `i` of [`Solid::all_edges`]; `None` if there is no such edge.
    #[inline(always)]
    pub fn edge(&self, i: u32) -> Option<&Edge> {
        self.all_edges().get(i as usize)
    }

    /// Unit normal of a flat polygon, in the solid's frame; `None` for other solids.
    pub fn plane_normal(&self) -> Option<Vec3> {
        (self.dimension == 2).then(|| self.face_axes[0].normal)
    }

    /// The projection on the axis along the vector `n` of the solid's frame. `near` contains the vertices from which
    /// walks to the least and to the greatest coordinate start.
    #[inline(always)]
    pub fn project(&self, n: Vec3, near: [u32; 2]) -> Projection {
        match (self.half_extents, &self.polyhedron) {
            (Some(half), _) => {
                // Bit k of a vertex's index is set if coordinate k is positive. The farthest vertex has the signs of
                // `n`.
                let half_width = n.abs().dot(half);
                let top = u32::from(n.x >= 0.0) | u32::from(n.y >= 0.0) << 1 | u32::from(n.z >= 0.0) << 2;
                Projection { interval: [-half_width, half_width], vertices: [7 - top, top] }
            }
            (None, Some(_)) if self.vertices.len() >= WALK_FROM_VERTICES => {
                let vertices = [self.farthest(-n, near[0]), self.farthest(n, near[1])];
                Projection { interval: vertices.map(|v| n.dot(self.vertices[v as usize])), vertices }
            }
            _ => self.project_all_vertices(n),
        }
    }

    /// A vertex farthest along `d`, a vector of any length in the solid's frame, found by a walk from the vertex
    /// `near`.
    pub(super) fn farthest(&self, d: Vec3, near: u32) -> u32 {
        match (&self.polyhedron, &self.hierarchy) {
            (Some(polyhedron), None) => polyhedron.support_from(d, near),
            (Some(polyhedron), Some(hierarchy)) => polyhedron
                .climb(d, near, MAX_MOVES)
                .unwrap_or_else(|_| polyhedron.support_from(d, hierarchy.farthest(d).point)),
            (None, _) => self.project_all_vertices(d).vertices[1],
        }
    }

    /// Result of [`Solid::project`], by a search of all vertices.
    fn project_all_vertices(&self, n: Vec3) -> Projection {
        let first = n.dot(self.vertices[0]);
        let mut projection = Projection { interval: [first; 2], vertices: [0; 2] };
        for (i, vertex) in (1..).zip(&self.vertices[1..]) {
            let coordinate = n.dot(*vertex);
            if coordinate < projection.interval[0] {
                projection.interval[0] = coordinate;
                projection.vertices[0] = i;
            }
            if coordinate > projection.interval[1] {
                projection.interval[1] = coordinate;
                projection.vertices[1] = i;
            }
        }
        projection
    }
}

/// The edges of a polyhedron or a flat polygon, with their arcs on the Gauss sphere.
fn edges_with_arcs(polyhedron: &Polyhedron, is_flat: bool) -> Vec<Edge> {
    let vertices = polyhedron.vertices();
    let edges = polyhedron.edges().map(|edge| {
        let [tail, head] = edge.ends.map(|end| vertices[end as usize]);
        let direction = numbers::unit(head - tail).unwrap_or_default();
        let [left, right] = edge.faces.map(|face| polyhedron.faces()[face as usize].plane.normal);
        // Right of the edge, seen from above its left face, is the outside of a flat polygon.
        let arc = if is_flat {
            Arc::Half(numbers::unit(direction.cross(left)).unwrap_or_default())
        } else {
            Arc::Minor([left, right])
        };
        Edge { ends: edge.ends, direction, arc }
    });
    edges.collect()
}

/// The axes of the face normals, in the order of the faces. Faces with exactly opposite normals share an axis; each
/// face is paired with the first unpaired face of the opposite normal.
fn face_axes(normals: impl Iterator<Item = Vec3>) -> Vec<FaceAxis> {
    let mut face_axes: Vec<FaceAxis> = Vec::new();
    let mut unpaired: HashMap<_, VecDeque<usize>> = HashMap::new();
    for (normal, face) in normals.zip(0..) {
        // Adding 0 makes −0 and 0 one key.
        let [opposite, key] = [-normal, normal].map(|n| n.to_array().map(|x| (x + 0.0).to_bits()));
        match unpaired.get_mut(&opposite).and_then(VecDeque::pop_front) {
            Some(axis) => face_axes[axis].faces[1] = Some(face),
            None => {
                unpaired.entry(key).or_default().push_back(face_axes.len());
                face_axes.push(FaceAxis { normal, faces: [Some(face), None] });
            }
        }
    }
    face_axes
}
