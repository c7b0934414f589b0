//! Tables of a solid for the walks of `walk.rs`, in the order in which a walk reads them: the axes of the face normals
//! in blocks of four, the edges around each vertex, and the faces of each edge.

use super::polyhedron::Polyhedron;
use super::projection::Projection;
use crate::dim3::numbers::squarable;
use crate::dim3::prelude::*;

/// Axes of four face normals, one per lane. Missing axes repeat the last one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisBlock {
    /// Unit vectors along the axes, in the solid's frame: their x, y and z components.
    pub(super) normals: [Lanes; 3],
    /// Projections of the solid itself on the axes: least and greatest coordinates.
    pub(super) extents: [Lanes; 2],
    /// For each axis the face with this outward normal.
    pub(super) faces: [u32; 4],
}

/// A ball inside a solid, in its frame and length unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct InscribedBall {
    /// Center of the ball.
    pub(super) center: Vec3,
    /// Radius of the ball.
    pub(super) radius: Real,
}

/// Tables of a solid with volume, in few contiguous lists; empty for other solids.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WalkTables {
    /// Axes of the face normals, in the order of the solid's face axes.
    pub(super) blocks: Vec<AxisBlock>,
    /// Ball inside the solid, to rounding.
    pub(super) ball: InscribedBall,
    /// Three lists in one. First, for each vertex, the range of its spokes in this list. Then the spokes, vertex by
    /// vertex: edges, each with its other end. Last, for each edge, its two faces.
    pairs: Vec<[u32; 2]>,
    /// Index in `pairs` of the faces of the first edge.
    first_edge: u32,
}

/// Axis of a face normal.
#[derive(Clone, Copy)]
pub(super) struct NormalOfFace {
    /// Outward normal of the face, in the solid's frame.
    pub(super) normal: Vec3,
    /// Index of the face.
    pub(super) face: u32,
}

impl WalkTables {
    /// Builds the tables of a solid with volume from the axes of its faces. `project` computes the projection on a unit
    /// vector, given the initial vertices of the walks to both ends.
    pub(super) fn new(
        hull: &Polyhedron,
        axes: &[NormalOfFace],
        project: impl Fn(Vec3, [u32; 2]) -> Projection,
    ) -> Self {
        let vertices = hull.vertices();
        let center = vertices.iter().copied().sum::<Vec3>() / vertices.len() as Real;
        let mut tables = Self { ball: InscribedBall { center, radius: Real::INFINITY }, ..Self::default() };
        tables.list_adjacency(hull);
        let mut near = [0; 2];
        for axes in axes.chunks(4) {
            let four: [NormalOfFace; 4] = std::array::from_fn(|k| axes[k.min(axes.len() - 1)]);
            let normals = four.map(|axis| squarable(axis.normal).normalize_or_zero());
            let intervals = normals.map(|n| {
                let projection = project(n, near);
                near = projection.vertices;
                let [low, high] = projection.interval.map(|end| (end - n.dot(center)).abs());
                tables.ball.radius = tables.ball.radius.min(low).min(high);
                projection.interval
            });
            tables.blocks.push(AxisBlock {
                normals: [normals.map(|n| n.x), normals.map(|n| n.y), normals.map(|n| n.z)].map(Lanes::new),
                extents: [0, 1].map(|end| Lanes::new(intervals.map(|interval| interval[end]))),
                faces: four.map(|axis| axis.face),
            });
        }
        tables
    }

    /// Lists the edges around each vertex, and the faces of each edge.
    fn list_adjacency(&mut self, hull: &Polyhedron) {
        let count = hull.vertices().len();
        self.pairs = vec![[0; 2]; count];
        for vertex in 0..count {
            let start = self.pairs.len() as u32;
            self.pairs.extend(hull.vertex_half_edges(vertex as u32).map(|h| [h / 2, hull.head(h)]));
            self.pairs[vertex] = [start, self.pairs.len() as u32];
        }
        self.first_edge = self.pairs.len() as u32;
        for edge in 0..hull.half_edges().len() / 2 {
            let left = hull.half_edges()[2 * edge].face;
            let right = hull.half_edges()[2 * edge + 1].face;
            self.pairs.push([left, right]);
        }
    }

    /// The spokes of a vertex: the edges at it, each with its other end.
    #[inline(always)]
    pub(super) fn spokes(&self, vertex: u32) -> &[[u32; 2]] {
        let [start, end] = self.pairs[vertex as usize].map(|index| index as usize);
        &self.pairs[start..end]
    }

    /// The faces to the left and to the right of an edge.
    #[inline(always)]
    pub(super) fn faces(&self, edge: u32) -> [u32; 2] {
        self.pairs[(self.first_edge + edge) as usize]
    }

    /// Whether the tables are absent, so that the solid's arcs are not walked.
    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}
