//! Construction of a hierarchy: one level per step, from the finest to the coarsest.

use std::ops::ControlFlow;

use super::mesh::Mesh;
use super::*;
use crate::dim3::hull::cloud::Cloud;

/// Number of vertices up to which a polytope is searched directly. With less than 10, a level could be flat (see the
/// documentation of the module).
pub const BASE_VERTICES: usize = 16;

/// Largest number of neighbors of a vertex that may be removed. At least half of the vertices of a triangulated sphere
/// have at most this many.
pub const MAX_NEIGHBORS: u32 = 8;

/// Ending of a construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduced {
    /// The coarsest polytope has at most [`BASE_VERTICES`] vertices.
    Small,
    /// No vertex can be removed, which cannot happen on a convex polytope.
    Stuck,
}

/// State of the construction. Vertices are those of the hull.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The vertices of the coarsest polytope built so far, `P_i`, in ascending order.
    pub alive: Vec<u32>,
    /// The removed sets `S_1, S_2, …`, one per level built so far.
    pub removed: Vec<Vec<u32>>,
    /// Pairs of a remaining vertex and a removed neighbor of it, level by level.
    neighbor_pairs: Vec<[u32; 2]>,
    /// End of each level's entries in `neighbor_pairs`.
    level_ends: Vec<usize>,
    /// Adjacency of the current polytope.
    pub(super) mesh: Mesh,
    /// The vertices with exact predicates.
    cloud: Cloud,
    /// For each vertex the last level, counted from 1, at which it or a neighbor of it was selected for removal; 0 if
    /// it was not yet.
    stamp: Vec<u32>,
    /// Scratch memory: the candidates of a level by ascending degree.
    candidates: Vec<u32>,
    /// Scratch memory of [`Mesh::remove`].
    spokes: Vec<u32>,
}

/// Removed neighbors of all vertices, as in [`Hierarchy`].
struct RemovedNeighbors {
    /// Start of each vertex's entries in `list`; one more number than vertices.
    starts: Vec<u32>,
    /// For each vertex its removed neighbors, coarsest level first; the last entry of each level is marked.
    list: Vec<u32>,
}

impl Construction {
    /// State before the first level, for the hull of `points`.
    pub fn new(points: &[Vec3], hull: &Hull) -> Self {
        let vertices = hull.vertices.iter().map(|&i| points[i as usize].to_array().map(|x| x as f64));
        Self {
            alive: (0..hull.vertices.len() as u32).collect(),
            removed: Vec::new(),
            neighbor_pairs: Vec::new(),
            level_ends: Vec::new(),
            mesh: Mesh::new(hull),
            cloud: Cloud::new(vertices.collect()),
            stamp: vec![0; hull.vertices.len()],
            candidates: Vec::new(),
            spokes: Vec::new(),
        }
    }

    /// Selects the vertices that the next level removes: no two of them neighbors, those of low degree first.
    fn select_independent_set(&mut self) -> Vec<u32> {
        let degree = &self.mesh.degree;
        self.candidates.clear();
        self.candidates.extend(self.alive.iter().filter(|&&v| (2..=MAX_NEIGHBORS).contains(&degree[v as usize])));
        self.candidates.sort_by_key(|&v| degree[v as usize]);
        let level = self.removed.len() as u32 + 1;
        let mut set = Vec::new();
        for &vertex in &self.candidates {
            if self.stamp[vertex as usize] == level {
                continue;
            }
            self.stamp[vertex as usize] = level;
            self.mesh.neighbors(vertex).for_each(|neighbor| self.stamp[neighbor as usize] = level);
            set.push(vertex);
        }
        set
    }

    /// The hierarchy that was built; `points` and `hull` are those of [`Construction::new`].
    pub(super) fn hierarchy(&self, points: &[Vec3], hull: &Hull) -> Hierarchy {
        let count = hull.vertices.len();
        // Vertices are numbered from coarse to fine: first the remaining ones, then each removed set, the last one
        // first.
        let mut rank = vec![0; count];
        let mut levels = Vec::with_capacity(self.removed.len() + 1);
        let mut next_rank = 0;
        for group in std::iter::once(&self.alive).chain(self.removed.iter().rev()) {
            for &vertex in group {
                rank[vertex as usize] = next_rank;
                next_rank += 1;
            }
            levels.push(next_rank);
        }
        let RemovedNeighbors { starts, list } = self.group_removed_neighbors(&rank);
        Hierarchy { graph: Graph::ranked(points, hull, &rank), levels, starts, list }
    }

    /// Groups the removed neighbors of every vertex by level, coarsest first, with a counting sort by vertex; vertices
    /// are numbered by `rank`.
    fn group_removed_neighbors(&self, rank: &[u32]) -> RemovedNeighbors {
        let mut starts = vec![0_u32; rank.len() + 1];
        self.neighbor_pairs.iter().for_each(|[vertex, _]| starts[rank[*vertex as usize] as usize + 1] += 1);
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut list = vec![0; self.neighbor_pairs.len()];
        // End of the entries written so far for each vertex.
        let mut ends: Vec<u32> = starts[..rank.len()].to_vec();
        for level in (0..self.level_ends.len()).rev() {
            let level_start = if level == 0 { 0 } else { self.level_ends[level - 1] };
            let pairs = &self.neighbor_pairs[level_start..self.level_ends[level]];
            for [vertex, removed] in pairs {
                let end = &mut ends[rank[*vertex as usize] as usize];
                list[*end as usize] = rank[*removed as usize];
                *end += 1;
            }
            for [vertex, _] in pairs {
                let end = ends[rank[*vertex as usize] as usize] as usize;
                list[end - 1] |= LAST_OF_GROUP;
            }
        }
        RemovedNeighbors { starts, list }
    }
}

impl Stepper for Construction {
    type Outcome = Reduced;

    fn step(&mut self) -> ControlFlow<Reduced> {
        if self.alive.len() <= BASE_VERTICES {
            return ControlFlow::Break(Reduced::Small); // @small
        }
        let set = self.select_independent_set(); // @independent
        if set.is_empty() {
            return ControlFlow::Break(Reduced::Stuck);
        }
        for &vertex in &set {
            self.neighbor_pairs.extend(self.mesh.neighbors(vertex).map(|neighbor| [neighbor, vertex]));
            let cloud = &self.cloud;
            self.mesh.remove(vertex, &mut self.spokes, |face, other| cloud.side(face, other) > 0.0); // @remove
        }
        self.level_ends.push(self.neighbor_pairs.len());
        self.alive.retain(|&vertex| self.mesh.degree[vertex as usize] > 0);
        self.removed.push(set);
        ControlFlow::Continue(())
    }
}
