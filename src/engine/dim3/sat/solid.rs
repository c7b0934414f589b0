//! A convex body as the test asks it: lines of face normals, edges with their arcs, and how far it reaches along a line.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc as Shared;

use super::super::hierarchy::Hierarchy;
use super::super::hull::{self, Hull};
use super::super::numbers;
use super::super::prelude::*;
use super::fans::Fans;
use super::polyhedron::{self, Dimension};
use super::{Kind, Polyhedron, PolyhedronError, Shape};

/// From this many vertices on, walking over the edges from the vertex that was farthest last beats asking all.
const WALK: usize = 48;

/// From this many vertices on a walk that is still under way after `MOVES` goes on from where the levels of a hierarchy lead:
/// between neighbors few are needed, but around the end of a prism one leads past half of its corners. With 24 moves, they took
/// 60 % of the time of hulls of 20 000 points of a sphere, whose lines follow each other in no order.
const LEVELS: usize = 512;
const MOVES: usize = 8;

/// The line of a face normal, which an exactly opposite face shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Unit vector, out of the first of the faces; the solid's frame.
    pub normal: Vec3,
    /// The face, and the opposite one where there is one.
    pub faces: [Option<u32>; 2],
}

/// An edge, or all parallel edges of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The vertices at its ends; of a box those of one of the four.
    pub ends: [u32; 2],
    /// From the first end to the second, a unit vector; the solid's frame.
    pub direction: Vec3,
    /// Which outward normals a supporting plane through the edge may have.
    pub arc: Arc,
}

/// The outward normals of the supporting planes through an edge: a part of the great circle perpendicular to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arc {
    /// Less than half of it, between the normals of the edge's two faces: the left one (seen from outside along
    /// the edge) and the right one.
    Minor([Vec3; 2]),
    /// Half of it, about this unit vector: that of an edge of a flat polygon, whose two faces look opposite ways.
    Half(Vec3),
    /// All of it: that of a segment, and of the four parallel edges of a box together.
    Circle,
}

/// A convex polyhedron, polygon, segment or point.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// With its faces; none of what has no face.
    pub polyhedron: Option<Polyhedron>,
    /// Positions in the solid's frame, in its length unit.
    pub vertices: Vec<Vec3>,
    /// Which of the points that the solid was made of each vertex is.
    pub sources: Vec<u32>,
    /// Lines of face normals.
    pub lines: Vec<Line>,
    /// Edges, or a box's three families of parallel ones.
    pub edges: Vec<Edge>,
    /// Of a box.
    pub half_extents: Option<Vec3>,
    /// 0 for a point, 1 for a segment, 2 for a flat polygon, 3.
    pub dimension: u8,
    /// The largest distance of a vertex from the origin of the solid's frame.
    pub radius: Real,
    /// Where long walks go on, of very many vertices; numbers are those of the vertices.
    levels: Option<Shared<Hierarchy>>,
    /// What a walk over its arcs asks most often.
    pub(super) fans: Fans,
}

/// A body's shadow on a line: least and greatest coordinate, and the vertices where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Least and greatest.
    pub interval: [Real; 2],
    /// The vertices.
    pub vertices: [u32; 2],
}

/// The parallel edges of a box, an axis each: vertices that an edge joins differ in the bit of its axis.
static FAMILIES: [Edge; 3] = [
    Edge { ends: [0, 1], direction: Vec3::X, arc: Arc::Circle },
    Edge { ends: [0, 2], direction: Vec3::Y, arc: Arc::Circle },
    Edge { ends: [0, 4], direction: Vec3::Z, arc: Arc::Circle },
];

impl Solid {
    /// A box about the origin with its edges along the axes. Sizes of 0 are allowed.
    ///
    /// # Errors
    /// A half extent that is negative, too large or no number.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, PolyhedronError> {
        let mut this = match Polyhedron::cuboid(half_extents) {
            Ok(solid) if half_extents.min_element() > 0.0 => Self::of(solid),
            Ok(rectangle) => return Ok(Self::of(rectangle)),
            Err(PolyhedronError::NoFace { .. }) => return Self::hull(&[-half_extents, half_extents]),
            Err(error) => return Err(error),
        };
        this.edges = FAMILIES.to_vec();
        (this.half_extents, this.fans) = (Some(half_extents), Fans::default());
        Ok(this)
    }

    /// The convex hull of points, whatever its dimension. Only exactly coplanar facets are one face: a face that was merged
    /// within rounding is tilted, and of slivers the largest gap would be missed by hundreds of roundings.
    ///
    /// # Errors
    /// No points, too many, or one that is no number or too far away; the error names it.
    pub fn hull(points: &[Vec3]) -> Result<Self, PolyhedronError> {
        Self::of_hull(points, &hull::hull(points)?)
    }

    /// The same of points whose convex hull is known.
    pub(in super::super) fn of_hull(points: &[Vec3], hull: &Hull) -> Result<Self, PolyhedronError> {
        match Polyhedron::exact_hull(points, hull) {
            Ok(polyhedron) => Ok(Self::of(polyhedron)),
            Err(PolyhedronError::NoFace { dimension, ends }) => {
                let ends: &[u32] = if dimension == Dimension::Point { &ends[..1] } else { &ends };
                Ok(Self::segment_or_point(points, ends))
            }
            Err(error) => Err(error),
        }
    }

    /// A polyhedron with all its faces and edges.
    pub fn of(polyhedron: Polyhedron) -> Self {
        let flat = polyhedron.dimension() != Dimension::Solid;
        let normal = |face: u32| polyhedron.faces()[face as usize].plane.normal;
        let lines = lines(polyhedron.faces().iter().map(|face| face.plane.normal));
        let vertices = polyhedron.vertices().to_vec();
        let edge = |edge: polyhedron::Edge| {
            let [tail, head] = edge.ends.map(|end| vertices[end as usize]);
            let direction = numbers::unit(head - tail).unwrap_or_default();
            let [left, right] = edge.faces.map(normal);
            // To the right of the edge, seen from above its left face, lies the outside of a flat polygon.
            let arc = if flat {
                Arc::Half(numbers::unit(direction.cross(left)).unwrap_or_default())
            } else {
                Arc::Minor([left, right])
            };
            Edge { ends: edge.ends, direction, arc }
        };
        let edges = polyhedron.edges().map(edge).collect();
        let (sources, radius) = (polyhedron.sources().to_vec(), polyhedron.max_radius());
        let dimension = if flat { 2 } else { 3 };
        let many = (vertices.len() >= LEVELS).then(|| Hierarchy::new(&vertices).ok()).flatten();
        let (levels, polyhedron) = (many.map(Shared::new), Some(polyhedron));
        let fans = Fans::default();
        let solid =
            Self { vertices, sources, lines, edges, half_extents: None, dimension, radius, levels, polyhedron, fans };
        // Without volume nothing is walked.
        let Some(hull) = solid.polyhedron.as_ref().filter(|_| !flat) else { return solid };
        let normals: Vec<_> = solid.lines.iter().map(|line| (line.normal, line.faces[0].unwrap_or_default())).collect();
        let fans = Fans::new(hull, &normals, |n, near| {
            let shadow = solid.shadow(n, near);
            (shadow.interval, shadow.vertices)
        });
        Self { fans, ..solid }
    }

    /// The same solid as the engine's shape of that kind.
    ///
    /// `None` for what is no polytope: round shapes, shapes with a ball added, and affine images.
    ///
    /// # Errors
    /// A size or a point that is too large.
    pub fn of_shape(shape: &Shape) -> Option<Result<Self, PolyhedronError>> {
        Some(match shape.kind() {
            Kind::Box { half_extents } => Self::cuboid(*half_extents),
            Kind::Segment(ends) => Self::hull(ends),
            Kind::Triangle(corners) => Self::hull(corners),
            Kind::Polytope(polytope) => Self::of_hull(polytope.points(), polytope.hull()),
            _ => return None,
        })
    }

    fn segment_or_point(points: &[Vec3], ends: &[u32]) -> Self {
        let vertices: Vec<Vec3> = ends.iter().map(|&end| points[end as usize]).collect();
        let radius = vertices.iter().map(|v| v.length()).fold(0.0, Real::max);
        let edges = match vertices[..] {
            [tail, head] => {
                vec![Edge { ends: [0, 1], direction: numbers::unit(head - tail).unwrap_or_default(), arc: Arc::Circle }]
            }
            _ => Vec::new(),
        };
        let (sources, dimension, lines) = (ends.to_vec(), ends.len() as u8 - 1, Vec::new());
        let (polyhedron, half_extents, levels) = (None, None, None);
        let fans = Fans::default();
        Self { polyhedron, vertices, sources, lines, edges, half_extents, dimension, radius, levels, fans }
    }

    /// The normal of one of [`Solid::lines`]. Of a box nothing is read: its lists are far from it in memory, and to fetch
    /// them took as long as the test.
    #[inline(always)]
    pub fn normal(&self, line: u32) -> Option<Vec3> {
        match self.half_extents {
            Some(_) => FAMILIES.get(line as usize).map(|edge| -edge.direction),
            None => self.lines.get(line as usize).map(|line| line.normal),
        }
    }

    /// The face of one of them, and the opposite one where there is one; likewise.
    #[inline(always)]
    pub fn faces_of(&self, line: u32) -> Option<[Option<u32>; 2]> {
        match self.half_extents {
            Some(_) => Some([Some(2 * line), Some(2 * line + 1)]),
            None => self.lines.get(line as usize).map(|line| line.faces),
        }
    }

    /// All of [`Solid::edges`], likewise.
    #[inline(always)]
    pub fn all_edges(&self) -> &[Edge] {
        if self.half_extents.is_some() { &FAMILIES } else { &self.edges }
    }

    /// One of them.
    #[inline(always)]
    pub fn edge(&self, i: u32) -> Option<&Edge> {
        self.all_edges().get(i as usize)
    }

    /// The normal of a flat polygon.
    pub fn plane_normal(&self) -> Option<Vec3> {
        (self.dimension == 2).then(|| self.lines[0].normal)
    }

    /// The shadow on the line along `n`, in the solid's frame: coordinates are `n · vertex`. `near` are vertices to begin a
    /// walk from.
    #[inline(always)]
    pub fn shadow(&self, n: Vec3, near: [u32; 2]) -> Shadow {
        let at = |vertices: [u32; 2]| vertices.map(|v| n.dot(self.vertices[v as usize]));
        match (self.half_extents, &self.polyhedron) {
            (Some(half), _) => {
                // The vertex with the sign of its k-th coordinate in bit k lies farthest where these are the signs of n.
                let reach = n.abs().dot(half);
                let top = u32::from(n.x >= 0.0) | u32::from(n.y >= 0.0) << 1 | u32::from(n.z >= 0.0) << 2;
                Shadow { interval: [-reach, reach], vertices: [7 - top, top] }
            }
            (None, Some(_)) if self.vertices.len() >= WALK => {
                let vertices = [self.farthest(-n, near[0]), self.farthest(n, near[1])];
                Shadow { interval: at(vertices), vertices }
            }
            _ => self.shadow_of_all(n),
        }
    }

    /// A vertex that is farthest along `d`, of any length, by a walk from `near`.
    pub(super) fn farthest(&self, d: Vec3, near: u32) -> u32 {
        match (&self.polyhedron, &self.levels) {
            (Some(polyhedron), None) => polyhedron.support_from(d, near),
            (Some(polyhedron), Some(levels)) => {
                polyhedron.climb(d, near, MOVES).unwrap_or_else(|_| polyhedron.support_from(d, levels.farthest(d).0))
            }
            (None, _) => self.shadow_of_all(d).vertices[1],
        }
    }

    fn shadow_of_all(&self, n: Vec3) -> Shadow {
        let first = n.dot(self.vertices[0]);
        let mut shadow = Shadow { interval: [first; 2], vertices: [0; 2] };
        for (i, vertex) in (1..).zip(&self.vertices[1..]) {
            let along = n.dot(*vertex);
            if along < shadow.interval[0] {
                (shadow.interval[0], shadow.vertices[0]) = (along, i);
            }
            if along > shadow.interval[1] {
                (shadow.interval[1], shadow.vertices[1]) = (along, i);
            }
        }
        shadow
    }
}

/// The lines of these normals: exactly opposite ones share a line, each with the first that is still alone.
fn lines(normals: impl Iterator<Item = Vec3>) -> Vec<Line> {
    // Of 0 and −0, which are equal, one.
    let key = |n: Vec3| n.to_array().map(|x| (x + 0.0).to_bits());
    let (mut lines, mut alone): (Vec<Line>, HashMap<_, VecDeque<usize>>) = (Vec::new(), HashMap::new());
    for (normal, face) in normals.zip(0..) {
        match alone.get_mut(&key(-normal)).and_then(VecDeque::pop_front) {
            Some(line) => lines[line].faces[1] = Some(face),
            None => {
                alone.entry(key(normal)).or_default().push_back(lines.len());
                lines.push(Line { normal, faces: [Some(face), None] });
            }
        }
    }
    lines
}
