//! Search for the farthest vertex of a polytope with one list for each octant of directions: the vertices that can be
//! farthest along a direction in the octant.
//!
//! A vertex is farthest along the directions of its normal cone. The cones fill space without overlap, so an octant
//! intersects about an eighth of them and those on its border: about 8 of 24 vertices. The lists include every vertex
//! that rounding could make the farthest, and keep the order of the vertices, so the result equals that of a search
//! through all vertices, to the last bit.

use crate::dim3::hull::Hull;
use crate::dim3::prelude::*;
use crate::dim3::support::SupportPoint;

/// Number of vertices that the search compares at once.
const LANES: usize = 4;

/// Number of blocks up to which all vertices are searched instead of an octant's list: the heights fit into registers.
const SEARCH_ALL_UP_TO_BLOCKS: usize = 4;

/// Distance by which a vertex may be behind a neighbor and still be listed, in units of `EPS` and of the hull's radius.
/// Well above the rounding errors of the dot products here and in the search.
const DOT_ROUNDING: Real = 64.0;

/// Vertex lists of the eight octants of directions.
#[derive(Clone, Debug)]
pub(super) struct Octants {
    /// Blocks `start..end` of each octant's list. Bit `k` of the octant's index is set if coordinate `k` of the
    /// directions is negative. Unused up to [`SEARCH_ALL_UP_TO_BLOCKS`] blocks.
    lists: [[u32; 2]; 8],
    /// Coordinates of the listed vertices, four per block; the last block of a list is padded with its last vertex.
    blocks: Vec<Block>,
    /// Vertices of the blocks, in their order.
    vertices: Vec<SupportPoint>,
}

/// Coordinates of four vertices.
#[derive(Clone, Debug)]
struct Block {
    /// The x coordinate of each vertex.
    x: Lanes,
    /// The y coordinate of each vertex.
    y: Lanes,
    /// The z coordinate of each vertex.
    z: Lanes,
}

impl Block {
    /// Coordinates of the four vertices along a direction.
    #[inline(always)]
    fn heights(&self, [x, y, z]: [Lanes; 3]) -> Lanes {
        self.x * x + self.y * y + self.z * z
    }
}

impl Octants {
    /// Lists for the `vertices` of `hull`; `radius` is a bound of their distances from the origin.
    pub(super) fn new(hull: &Hull, vertices: &[SupportPoint], radius: Real) -> Self {
        let mut octants = Self { lists: [[0; 2]; 8], blocks: Vec::new(), vertices: Vec::new() };
        if vertices.len() <= SEARCH_ALL_UP_TO_BLOCKS * LANES {
            octants.add(vertices);
            return octants;
        }
        let mut clipper = ConeClipper::default();
        for octant in 0..8 {
            let [x, y, z] = [0, 1, 2].map(|bit| if octant >> bit & 1 == 1 { -1.0 } else { 1.0 });
            let axes = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
            let mut list = Vec::new();
            for (vertex, i) in vertices.iter().zip(0..) {
                // The normal cone of a vertex: directions along which it is at least as far as its neighbors.
                let edges = hull.neighbors(i).iter().map(|&j| vertex.point - vertices[j as usize].point);
                if clipper.intersects(axes, edges, DOT_ROUNDING * EPS * radius) {
                    list.push(*vertex);
                }
            }
            // Without any vertex, which only rounding could cause, all are listed.
            octants.lists[octant] = octants.add(if list.is_empty() { vertices } else { &list });
        }
        octants
    }

    /// Adds a list and returns the start and end of its blocks.
    fn add(&mut self, list: &[SupportPoint]) -> [u32; 2] {
        let start = self.blocks.len() as u32;
        for block in list.chunks(LANES) {
            let padded: [SupportPoint; LANES] = std::array::from_fn(|i| block[i.min(block.len() - 1)]);
            self.blocks.push(Block {
                x: Lanes::new(padded.map(|vertex| vertex.point.x)),
                y: Lanes::new(padded.map(|vertex| vertex.point.y)),
                z: Lanes::new(padded.map(|vertex| vertex.point.z)),
            });
            self.vertices.extend(padded);
        }
        [start, self.blocks.len() as u32]
    }

    /// The vertex farthest along `d`; the first if several are equally far. `None` if there are no vertices.
    #[inline]
    pub(super) fn farthest(&self, d: Vec3) -> Option<&SupportPoint> {
        self.vertices.get(self.search(d.x, d.y, d.z))
    }

    /// Index into `vertices` of the vertex farthest along `(x, y, z)`. Out of line: all callers share this loop.
    #[inline(never)]
    fn search(&self, x: Real, y: Real, z: Real) -> usize {
        let mut start = 0;
        let mut list = &self.blocks[..];
        if list.len() > SEARCH_ALL_UP_TO_BLOCKS {
            let octant = usize::from(x < 0.0) | usize::from(y < 0.0) << 1 | usize::from(z < 0.0) << 2;
            let [list_start, list_end] = self.lists[octant].map(|block| block as usize);
            start = list_start;
            list = &list[list_start..list_end];
        }
        start * LANES + farthest(list, [x, y, z].map(Lanes::splat))
    }
}

/// Index of the farthest vertex of `blocks`; the first if several are equally far.
#[inline(always)]
fn farthest(blocks: &[Block], d: [Lanes; 3]) -> usize {
    match blocks.len() {
        1 => farthest_of_few::<1>(blocks, d),
        2 => farthest_of_few::<2>(blocks, d),
        3 => farthest_of_few::<3>(blocks, d),
        4 => farthest_of_few::<4>(blocks, d),
        _ => farthest_of_many(blocks, d),
    }
}

/// Index of the farthest vertex of `N` blocks: finds the greatest height, then the first vertex at that height.
#[inline(always)]
fn farthest_of_few<const N: usize>(blocks: &[Block], d: [Lanes; 3]) -> usize {
    let Some(blocks) = blocks.first_chunk::<N>() else { return 0 };
    let heights: [_; N] = std::array::from_fn(|i| blocks[i].heights(d));
    let highest = heights[1..].iter().fold(heights[0], |highest, heights| heights.fast_max(highest));
    first_vertex_at(heights.into_iter(), largest_lane(highest))
}

/// Index of the farthest vertex of many blocks, whose heights do not fit into registers and are computed twice.
#[inline(always)]
fn farthest_of_many(blocks: &[Block], d: [Lanes; 3]) -> usize {
    let heights = blocks.iter().map(|block| block.heights(d));
    let highest = heights.clone().fold(Lanes::splat(Real::NEG_INFINITY), |highest, heights| heights.fast_max(highest));
    first_vertex_at(heights, largest_lane(highest))
}

/// The larger of two numbers; `b` if one is NaN.
#[inline(always)]
fn larger(a: Real, b: Real) -> Real {
    if a > b { a } else { b }
}

/// Maximum of the lanes: of the two halves, then of the two remaining lanes.
#[inline(always)]
fn largest_lane(highest: Lanes) -> Real {
    let [a, b, c, d] = highest.to_array();
    larger(larger(a, c), larger(b, d))
}

/// Index of the first vertex with the height `highest`; 0 if there is none, which happens only with NaN.
#[inline(always)]
fn first_vertex_at(heights: impl Iterator<Item = Lanes>, highest: Real) -> usize {
    let highest = Lanes::splat(highest);
    for (block, heights) in heights.enumerate() {
        let lanes = heights.simd_eq(highest).to_bitmask();
        if lanes != 0 {
            return block * LANES + lanes.trailing_zeros() as usize;
        }
    }
    0
}

/// Clips a convex cone of directions by half-spaces. The buffers are reused.
#[derive(Default)]
struct ConeClipper {
    /// Directions that span the cone, in order around it. They are points of the triangle between three unit axes, so
    /// their lengths are from `1/√3` to 1.
    cone: Vec<Vec3>,
    /// The cone clipped by the next half-space.
    clipped: Vec<Vec3>,
}

impl ConeClipper {
    /// Whether any direction of the cone spanned by `axes` has dot products of at least `−rounding` with all `normals`,
    /// the inward normals of the half-spaces.
    fn intersects(&mut self, axes: [Vec3; 3], normals: impl Iterator<Item = Vec3>, rounding: Real) -> bool {
        self.cone.clear();
        self.cone.extend(axes);
        for normal in normals {
            self.clipped.clear();
            for (i, &d) in self.cone.iter().enumerate() {
                let next = self.cone[(i + 1) % self.cone.len()];
                let height = d.dot(normal) + rounding;
                let next_height = next.dot(normal) + rounding;
                if height >= 0.0 {
                    self.clipped.push(d);
                }
                if (height >= 0.0) != (next_height >= 0.0) {
                    self.clipped.push(d + (next - d) * (height / (height - next_height)));
                }
            }
            std::mem::swap(&mut self.cone, &mut self.clipped);
            if self.cone.is_empty() {
                return false;
            }
        }
        true
    }
}
