//! Tables of a solid for walks over the arcs of its edges: face axes in blocks of four, and the edges around each
//! vertex, in the order in which a walk reads them.

use super::super::numbers::squarable;
use super::super::prelude::*;
use super::polyhedron::Polyhedron;

/// Axes of four face normals, one per lane. Missing axes repeat the last one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AxisBlock {
    /// Unit vectors along the axes, the solid's frame: their x, y and z components.
    pub(super) normals: [Lanes; 3],
    /// The solid's own projections on the axes: least and greatest coordinates.
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

/// Axes of faces in blocks of four, and the edges around each vertex, in few contiguous lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct WalkTables {
    /// Axes of the face normals, in order.
    pub(super) blocks: Vec<AxisBlock>,
    /// Ball inside the solid, to rounding.
    pub(super) ball: InscribedBall,
    /// Three lists in one: for each vertex the range of its spokes in this list; the spokes, vertex by vertex, each an
    /// edge with its other end; the two faces of each edge.
    pairs: Vec<[u32; 2]>,
    /// Index in `pairs` of the first edge's faces.
    edges: u32,
}

impl WalkTables {
    /// Builds the tables of a solid with volume. `axes` are the axes of its faces, each a normal with the face it
    /// points out of; `project` computes the projection on an axis, its interval and the vertices at its ends, from
    /// initial vertices of a walk.
    pub(super) fn new(
        hull: &Polyhedron,
        axes: &[(Vec3, u32)],
        project: impl Fn(Vec3, [u32; 2]) -> ([Real; 2], [u32; 2]),
    ) -> Self {
        let vertices = hull.vertices();
        let center = vertices.iter().copied().sum::<Vec3>() / vertices.len() as Real;
        let mut tables = Self { ball: InscribedBall { center, radius: Real::INFINITY }, ..Self::default() };
        tables.list_adjacency(hull);
        let mut near = [0; 2];
        for axes in axes.chunks(4) {
            let four: [(Vec3, u32); 4] = std::array::from_fn(|k| axes[k.min(axes.len() - 1)]);
            let normals = four.map(|(normal, _)| squarable(normal).normalize_or_zero());
            let intervals = normals.map(|n| {
                let (interval, vertices) = project(n, near);
                near = vertices;
                let [low, high] = interval.map(|end| (end - n.dot(center)).abs());
                tables.ball.radius = tables.ball.radius.min(low).min(high);
                interval
            });
            tables.blocks.push(AxisBlock {
                normals: [normals.map(|n| n.x), normals.map(|n| n.y), normals.map(|n| n.z)].map(Lanes::new),
                extents: [0, 1].map(|end| Lanes::new(intervals.map(|interval| interval[end]))),
                faces: four.map(|(_, face)| face),
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
        self.edges = self.pairs.len() as u32;
        let edges = 0..hull.half_edges().len() / 2;
        self.pairs.extend(edges.map(|edge| [2 * edge, 2 * edge + 1].map(|h| hull.half_edges()[h].face)));
    }

    /// The edges at a vertex, each with its other end.
    #[inline(always)]
    pub(super) fn spokes(&self, vertex: u32) -> &[[u32; 2]] {
        let [start, end] = self.pairs[vertex as usize].map(|index| index as usize);
        &self.pairs[start..end]
    }

    /// The faces to the left and to the right of an edge.
    #[inline(always)]
    pub(super) fn faces(&self, edge: u32) -> [u32; 2] {
        self.pairs[(self.edges + edge) as usize]
    }

    /// Whether the tables are absent, so that the solid's arcs are not walked.
    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}
