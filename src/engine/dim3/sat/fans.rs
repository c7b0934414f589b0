//! What a walk over arcs asks of a solid most often, in the order in which it asks. Made once.

use super::super::numbers::squarable;
use super::super::prelude::*;
use super::polyhedron::Polyhedron;

/// Lines of faces by fours, and the edges about each vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fans {
    /// Four lines of face normals a block, a lane each: unit vectors. Where lines are missing the last one repeats.
    pub(super) normals: Vec<[Lanes; 3]>,
    /// The solid's own shadows on them.
    pub(super) extents: Vec<[Lanes; 2]>,
    /// A ball inside: its center and its radius, but for rounding.
    pub(super) ball: (Vec3, Real),
    /// The edges at each vertex with their other ends, vertex by vertex.
    spokes: Vec<[u32; 2]>,
    /// Where those of each vertex begin.
    start: Vec<u32>,
}

impl Fans {
    /// Of a solid with volume: its faces' lines, along these normals, and its `shadow` on a line, with vertices to begin a walk from.
    pub(super) fn new(
        hull: &Polyhedron,
        normals: &[Vec3],
        shadow: impl Fn(Vec3, [u32; 2]) -> ([Real; 2], [u32; 2]),
    ) -> Self {
        let (mut fans, vertices) = (Self::default(), hull.vertices());
        for vertex in 0..vertices.len() as u32 {
            fans.start.push(fans.spokes.len() as u32);
            fans.spokes.extend(hull.vertex_half_edges(vertex).map(|h| [h / 2, hull.head(h)]));
        }
        fans.start.push(fans.spokes.len() as u32);
        let center = vertices.iter().copied().sum::<Vec3>() / vertices.len() as Real;
        fans.ball = (center, Real::INFINITY);
        let mut near = [0; 2];
        for normals in normals.chunks(4) {
            let unit = |n: Vec3| squarable(n).normalize_or_zero();
            let four: [Vec3; 4] = std::array::from_fn(|k| unit(normals[k.min(normals.len() - 1)]));
            let shadows = four.map(|n| {
                let (interval, vertices) = shadow(n, near);
                near = vertices;
                let [low, high] = interval.map(|end| (end - n.dot(center)).abs());
                fans.ball.1 = fans.ball.1.min(low).min(high);
                interval
            });
            fans.normals.push([four.map(|n| n.x), four.map(|n| n.y), four.map(|n| n.z)].map(Lanes::new));
            fans.extents.push([0, 1].map(|end| Lanes::new(shadows.map(|interval| interval[end]))));
        }
        fans
    }

    /// The edges at a vertex, each with its other end.
    #[inline(always)]
    pub(super) fn spokes(&self, vertex: u32) -> &[[u32; 2]] {
        let [from, to] = [vertex, vertex + 1].map(|v| self.start[v as usize] as usize);
        &self.spokes[from..to]
    }

    /// Whether nothing is walked.
    pub(super) fn is_empty(&self) -> bool {
        self.start.is_empty()
    }
}
