//! The vertices and edges of a polytope, and the vertices from which climbs start.

use super::{Climb, Hull};
use crate::dim3::numbers::squarable;
use crate::dim3::prelude::*;

/// Number of initial vertices: one for each combination of three signs −, 0, +.
const SEEDS: usize = 27;

/// Size of a component of a direction relative to the largest one, beyond which its sign counts: about `tan 22.5°`, so
/// that in a coordinate plane the border is halfway between two of the 26 directions.
const SEED_BORDER: Real = 0.41;

/// The vertices of a convex polytope, with the neighbors of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    /// Positions of the vertices.
    pub points: Vec<Vec3>,
    /// For each vertex the index of its point in the constructor's input.
    pub sources: Vec<u32>,
    /// Start of each vertex's neighbors in `neighbors`; one more entry than vertices.
    starts: Vec<u32>,
    /// The neighbors of all vertices, vertex by vertex.
    neighbors: Vec<u32>,
    /// The farthest vertices in 26 directions, indexed by [`seed_index`]; the middle entry serves the zero direction.
    seeds: [u32; SEEDS],
}

/// The neighbor of a vertex that is farthest along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HighestNeighbor {
    /// The neighbor; the vertex itself where no neighbor is higher.
    pub vertex: u32,
    /// [`Graph::rise`] of the neighbor above the vertex; 0 where no neighbor is higher.
    pub rise: Real,
    /// Number of neighbors, which were all compared.
    pub compared: u32,
}

impl Graph {
    /// The graph of the hull of `points`, in which vertex `i` of the hull has the index `rank[i]`. Initial vertices for
    /// climbs are added by [`Graph::seeded`].
    pub(super) fn ranked(points: &[Vec3], hull: &Hull, rank: &[u32]) -> Self {
        let count = hull.vertices.len();
        let mut vertex_of_rank = vec![0_u32; count];
        for (&rank, vertex) in rank.iter().zip(0..) {
            vertex_of_rank[rank as usize] = vertex;
        }
        let sources: Vec<u32> = vertex_of_rank.iter().map(|&vertex| hull.vertices[vertex as usize]).collect();
        let mut starts = vec![0];
        let mut neighbors = Vec::with_capacity(2 * hull.edges.len());
        for &vertex in &vertex_of_rank {
            neighbors.extend(hull.neighbors(vertex).iter().map(|&other| rank[other as usize]));
            starts.push(neighbors.len() as u32);
        }
        let points = sources.iter().map(|&i| points[i as usize]).collect();
        Self { points, sources, starts, neighbors, seeds: [0; SEEDS] }
    }

    /// The graph of the hull of `points`, in the order of its vertices.
    pub fn new(points: &[Vec3], hull: &Hull) -> Self {
        let rank: Vec<u32> = (0..hull.vertices.len() as u32).collect();
        Self::ranked(points, hull, &rank).seeded()
    }

    /// Finds the 26 initial vertices for climbs, by climbing.
    pub(super) fn seeded(mut self) -> Self {
        for seed in 0..SEEDS {
            // Each climb starts at the vertex of the previous direction, which is near.
            let mut climb = Climb::from(&self, seed_direction(seed), self.seeds[seed.saturating_sub(1)]);
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
        self.seeds[seed_index(d)]
    }

    /// Height of vertex `q` above vertex `p` along `d`, times the length of `d`.
    #[inline(always)]
    pub fn rise(&self, d: Vec3, p: u32, q: u32) -> Real {
        d.dot(self.points[q as usize] - self.points[p as usize])
    }

    /// The highest neighbor of a vertex along `d`.
    #[inline]
    pub fn highest_neighbor(&self, d: Vec3, vertex: u32) -> HighestNeighbor {
        let neighbors = self.neighbors(vertex);
        let mut highest = HighestNeighbor { vertex, rise: 0.0, compared: neighbors.len() as u32 };
        for &neighbor in neighbors {
            let rise = self.rise(d, vertex, neighbor);
            if rise > highest.rise {
                highest.vertex = neighbor;
                highest.rise = rise;
            }
        }
        highest
    }

    /// Index in the constructor's input of the farthest vertex along `d`, found by climbing from the best of 26
    /// directions.
    pub fn farthest(&self, d: Vec3) -> u32 {
        let mut climb = Climb::new(self, d);
        climb.run();
        self.sources[climb.at as usize]
    }

    /// Index in [`Graph::points`] of the farthest vertex along `d`, found by a search of all.
    pub fn farthest_by_brute_force(&self, d: Vec3) -> u32 {
        let d = squarable(d);
        (1..self.points.len() as u32)
            .fold(0, |best, vertex| if self.rise(d, best, vertex) > 0.0 { vertex } else { best })
    }
}

/// Index of the direction nearest to `d` among the 26: the signs of the coordinates as digits 0, 1, 2 in base 3.
fn seed_index(d: Vec3) -> usize {
    let border = SEED_BORDER * d.abs().max_element();
    let [x, y, z] = d.to_array().map(|x| if x > border { 2 } else { usize::from(x >= -border) });
    x + 3 * y + 9 * z
}

/// Direction with this [`seed_index`], with components −1, 0 and 1.
fn seed_direction(seed: usize) -> Vec3 {
    Vec3::from([1, 3, 9].map(|power| (seed / power % 3) as Real - 1.0))
}
