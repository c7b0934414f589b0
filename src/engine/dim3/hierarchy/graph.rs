//! The vertices and edges of a polytope.

use super::super::numbers::squarable;
use super::*;

/// The vertices of a convex polytope, with the neighbors of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Positions of the vertices.
    pub points: Vec<Vec3>,
    /// For each vertex the index of its point in the constructor's input.
    pub sources: Vec<u32>,
    starts: Vec<u32>,
    neighbors: Vec<u32>,
    /// The farthest vertices in 26 directions, indexed by the coordinates' signs in base 3; the middle entry serves `d
    /// = 0`.
    seeds: [u32; 27],
}

impl Graph {
    /// The graph of the hull of `points`, in which vertex `i` of the hull has the index `rank[i]`.
    pub(super) fn ranked(points: &[Vec3], hull: &Hull, rank: &[u32]) -> Self {
        let count = hull.vertices.len();
        let mut order = vec![0; count];
        rank.iter().zip(0..).for_each(|(&rank, vertex)| order[rank as usize] = vertex);
        let sources: Vec<u32> = order.iter().map(|&vertex: &u32| hull.vertices[vertex as usize]).collect();
        let mut starts = vec![0];
        let mut neighbors = Vec::with_capacity(2 * hull.edges.len());
        for &vertex in &order {
            neighbors.extend(hull.neighbors(vertex).iter().map(|&other| rank[other as usize]));
            starts.push(neighbors.len() as u32);
        }
        let points = sources.iter().map(|&i| points[i as usize]).collect();
        Self { points, sources, starts, neighbors, seeds: [0; 27] }
    }

    /// The graph of the hull of `points`, in the order of its vertices.
    pub fn new(points: &[Vec3], hull: &Hull) -> Self {
        let rank: Vec<u32> = (0..hull.vertices.len() as u32).collect();
        Self::ranked(points, hull, &rank).seeded()
    }

    /// Finds the 26 initial vertices for climbs, by climbing.
    pub(super) fn seeded(mut self) -> Self {
        for seed in 0..27_usize {
            let d = Vec3::from([1, 3, 9].map(|power| (seed / power % 3) as Real - 1.0));
            let mut climb = Climb::from(&self, d, self.seeds[seed.saturating_sub(1)]);
            climb.run();
            self.seeds[seed] = climb.at;
        }
        self
    }

    /// The vertices that share an edge with this one.
    #[inline]
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbors[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// A vertex near the farthest along `d`: the start of a climb.
    pub fn seed(&self, d: Vec3) -> u32 {
        let most = d.abs().max_element();
        // The borders between the 26 directions are about halfway.
        let digits = d.to_array().map(|x| if x > 0.41 * most { 2 } else { usize::from(x >= -0.41 * most) });
        self.seeds[digits[0] + 3 * digits[1] + 9 * digits[2]]
    }

    /// Height of vertex `q` above vertex `p` along `d`.
    #[inline(always)]
    pub fn rise(&self, d: Vec3, p: u32, q: u32) -> Real {
        d.dot(self.points[q as usize] - self.points[p as usize])
    }

    /// The highest neighbor of a vertex along `d`, its height above the vertex, and the number of neighbors.
    #[inline]
    pub fn highest_neighbor(&self, d: Vec3, vertex: u32) -> (u32, Real, u32) {
        let neighbors = self.neighbors(vertex);
        let mut highest = vertex;
        let mut most = 0.0;
        for &neighbor in neighbors {
            let rise = self.rise(d, vertex, neighbor);
            if rise > most {
                highest = neighbor;
                most = rise;
            }
        }
        (highest, most, neighbors.len() as u32)
    }

    /// The farthest vertex along `d`, found by climbing from the best of 26 directions; index of its point.
    pub fn farthest(&self, d: Vec3) -> u32 {
        let mut climb = Climb::new(self, d);
        climb.run();
        self.sources[climb.at as usize]
    }

    /// The farthest vertex along `d`, found by a search of all.
    pub fn brute(&self, d: Vec3) -> u32 {
        let d = squarable(d);
        (1..self.points.len() as u32)
            .fold(0, |best, vertex| if self.rise(d, best, vertex) > 0.0 { vertex } else { best })
    }
}
