//! The construction: a level a step, from the finest to the coarsest.

use std::ops::ControlFlow;

use super::super::hull::cloud::Cloud;
use super::mesh::Mesh;
use super::*;

/// With no more vertices a polytope is looked through.
pub const BASE: usize = 16;

/// Vertices with more neighbors stay.
pub const MOST_NEIGHBORS: u32 = 8;

/// How a construction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduced {
    /// The coarsest polytope has at most [`BASE`] vertices.
    Small,
    /// No vertex can be removed. A convex polytope always has one.
    Stuck,
}

/// A hierarchy as it is built. Vertices are those of the hull.
#[derive(Clone, Debug)]
pub struct Construction {
    /// The vertices of `P_i`, rising.
    pub alive: Vec<u32>,
    /// The sets `S_1, S_2, …` that were removed so far.
    pub removed: Vec<Vec<u32>>,
    /// A neighbor of a removed vertex and that vertex, level by level.
    touched: Vec<[u32; 2]>,
    /// How many entries of `touched` each level and those before it have.
    ends: Vec<usize>,
    pub(super) mesh: Mesh,
    cloud: Cloud,
    /// The last level at which a vertex was removed or was a neighbor of one that was, from 1.
    stamp: Vec<u32>,
    order: Vec<u32>,
    spokes: Vec<u32>,
}

impl Construction {
    /// Before the first level, of the hull of `points`.
    pub fn new(points: &[Vec3], hull: &Hull) -> Self {
        let vertex = |&i: &u32| points[i as usize].to_array().map(|x| x as f64);
        Self {
            alive: (0..hull.vertices.len() as u32).collect(),
            removed: Vec::new(),
            touched: Vec::new(),
            ends: Vec::new(),
            mesh: Mesh::new(hull),
            cloud: Cloud::new(hull.vertices.iter().map(vertex).collect()),
            stamp: vec![0; hull.vertices.len()],
            order: Vec::new(),
            spokes: Vec::new(),
        }
    }

    /// Takes vertices of few neighbors first, none beside another.
    fn independent(&mut self) -> Vec<u32> {
        self.order.clear();
        self.order.extend(self.alive.iter().filter(|&&v| (2..=MOST_NEIGHBORS).contains(&self.mesh.degree[v as usize])));
        self.order.sort_by_key(|&v| self.mesh.degree[v as usize]);
        let level = self.removed.len() as u32 + 1;
        let mut set = Vec::new();
        for &vertex in &self.order {
            if self.stamp[vertex as usize] == level {
                continue;
            }
            self.stamp[vertex as usize] = level;
            self.mesh.neighbors(vertex).for_each(|neighbor| self.stamp[neighbor as usize] = level);
            set.push(vertex);
        }
        set
    }

    /// The hierarchy that was built, of the hull of the same points.
    pub(super) fn hierarchy(&self, points: &[Vec3], hull: &Hull) -> Hierarchy {
        let count = hull.vertices.len();
        let mut rank = vec![0; count];
        let mut levels = Vec::with_capacity(self.removed.len() + 1);
        let mut next = 0;
        for group in std::iter::once(&self.alive).chain(self.removed.iter().rev()) {
            for &vertex in group {
                rank[vertex as usize] = next;
                next += 1;
            }
            levels.push(next);
        }
        let (starts, list) = self.grouped(&rank);
        Hierarchy { graph: Graph::ranked(points, hull, &rank), levels, starts, list }
    }

    /// The removed neighbors of every vertex, by rank; coarsest level first, the last of a group marked.
    fn grouped(&self, rank: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0_u32; rank.len() + 1];
        self.touched.iter().for_each(|[vertex, _]| starts[rank[*vertex as usize] as usize + 1] += 1);
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut list = vec![0; self.touched.len()];
        let mut filled: Vec<u32> = starts[..rank.len()].to_vec();
        for level in (0..self.ends.len()).rev() {
            let range = level.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[level];
            for [vertex, removed] in &self.touched[range.clone()] {
                let place = &mut filled[rank[*vertex as usize] as usize];
                list[*place as usize] = rank[*removed as usize];
                *place += 1;
            }
            for [vertex, _] in &self.touched[range] {
                list[filled[rank[*vertex as usize] as usize] as usize - 1] |= LAST;
            }
        }
        (starts, list)
    }
}

impl Stepper for Construction {
    type Outcome = Reduced;

    fn step(&mut self) -> ControlFlow<Reduced> {
        if self.alive.len() <= BASE {
            return ControlFlow::Break(Reduced::Small); // @small
        }
        let set = self.independent(); // @independent
        if set.is_empty() {
            return ControlFlow::Break(Reduced::Stuck);
        }
        for &vertex in &set {
            self.touched.extend(self.mesh.neighbors(vertex).map(|neighbor| [neighbor, vertex]));
            let above = |triangle, other| self.cloud.side(triangle, other) > 0.0;
            self.mesh.remove(vertex, &mut self.spokes, above); // @remove
        }
        self.ends.push(self.touched.len());
        self.alive.retain(|&vertex| self.mesh.degree[vertex as usize] > 0);
        self.removed.push(set);
        ControlFlow::Continue(())
    }
}
