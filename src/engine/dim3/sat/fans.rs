//! What a walk over arcs asks of a solid most often, in the order in which it asks. Made once.

use super::super::numbers::squarable;
use super::super::prelude::*;
use super::solid::Solid;

/// From so many vertices on a walk over the edges finds the farthest one sooner than asking all for four lines at once.
const MANY: usize = 96;

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

/// The shadows of vertices on four lines at once.
pub(super) struct FourShadows {
    /// Least and greatest.
    pub(super) interval: [Lanes; 2],
    /// The vertices where they are least, and the least of all others.
    pub(super) lowest: [u32; 4],
    pub(super) second: Lanes,
}

impl Fans {
    /// Of a solid with volume; of all others nothing, for there nothing is walked.
    pub(super) fn new(solid: &Solid) -> Self {
        let Some(hull) = solid.polyhedron.as_ref().filter(|_| solid.dimension == 3) else { return Self::default() };
        let mut fans = Self::default();
        for vertex in 0..solid.vertices.len() as u32 {
            fans.start.push(fans.spokes.len() as u32);
            fans.spokes.extend(hull.vertex_half_edges(vertex).map(|h| [h / 2, hull.head(h)]));
        }
        fans.start.push(fans.spokes.len() as u32);
        let unit = |line: &super::Line| squarable(line.normal).normalize_or_zero();
        let center = solid.vertices.iter().copied().sum::<Vec3>() / solid.vertices.len() as Real;
        fans.ball = (center, Real::INFINITY);
        let mut near = [0; 2];
        for lines in solid.lines.chunks(4) {
            let four: [Vec3; 4] = std::array::from_fn(|k| unit(&lines[k.min(lines.len() - 1)]));
            let shadows = four.map(|n| {
                let shadow = solid.shadow(n, near);
                near = shadow.vertices;
                let [low, high] = shadow.interval.map(|end| (end - n.dot(center)).abs());
                fans.ball.1 = fans.ball.1.min(low).min(high);
                shadow.interval
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

impl Solid {
    /// Its shadows on four lines, along unit vectors of its own frame. `near` are vertices to begin a walk from.
    #[inline(always)]
    pub(super) fn four_shadows(&self, n: [Lanes; 3], near: &mut [u32; 2]) -> FourShadows {
        if self.vertices.len() >= MANY {
            return self.four_walks(n, near);
        }
        let [mut low, mut second] = [Lanes::splat(Real::INFINITY); 2];
        let mut high = Lanes::splat(Real::NEG_INFINITY);
        let [mut lowest, mut number] = [Lanes::splat(0.0); 2];
        for v in &self.vertices {
            let along = n[0] * Lanes::splat(v.x) + n[1] * Lanes::splat(v.y) + n[2] * Lanes::splat(v.z);
            lowest = along.simd_lt(low).select(number, lowest);
            second = second.fast_min(along.fast_max(low));
            low = low.fast_min(along);
            high = high.fast_max(along);
            number += Lanes::splat(1.0);
        }
        FourShadows { interval: [low, high], lowest: lowest.to_array().map(|x| x as u32), second }
    }

    /// The same by a walk for each line. Of none it is known how far the others are from the lowest.
    #[inline(never)]
    fn four_walks(&self, n: [Lanes; 3], near: &mut [u32; 2]) -> FourShadows {
        let [x, y, z] = n.map(Lanes::to_array);
        let four: [_; 4] = std::array::from_fn(|k| {
            let shadow = self.shadow(Vec3::new(x[k], y[k], z[k]), *near);
            *near = shadow.vertices;
            shadow
        });
        let interval = [0, 1].map(|end| Lanes::new(four.map(|shadow| shadow.interval[end])));
        FourShadows { interval, lowest: four.map(|shadow| shadow.vertices[0]), second: interval[0] }
    }
}
