//! A triangulated convex surface, or the ring of a flat polygon, from which vertices can be removed.

use super::*;

/// Adjacency of a polytope's vertices: for each vertex the ring of edges that start there.
#[derive(Clone, Debug)]
pub(super) struct Mesh {
    /// Directed edges; the opposite of edge `h` is `h ^ 1`. Edges of removed vertices are no longer used.
    links: Vec<Link>,
    /// For each vertex an edge that starts there.
    first: Vec<u32>,
    /// For each vertex the number of its neighbors; 0 for a removed one, and for those of a segment or point.
    pub degree: Vec<u32>,
}

/// A directed edge in the ring of its start vertex.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The vertex where the edge ends.
    head: u32,
    /// The next edge of the start vertex, counter-clockwise seen from outside.
    left: u32,
    /// The next edge of the start vertex, clockwise seen from outside.
    right: u32,
}

impl Mesh {
    /// The mesh of a hull: of a solid, its faces triangulated from their first vertex; of a polygon, the ring of its
    /// vertices; of a thinner hull, no edges.
    pub fn new(hull: &Hull) -> Self {
        let vertices = hull.vertices.len();
        if hull.dimension != Dimension::Solid {
            return Self::ring(vertices, hull.faces().next().unwrap_or_default());
        }
        let mut triangles: Vec<Vec<u32>> = Vec::new();
        for face in hull.faces() {
            triangles.extend((1..face.len() - 1).map(|i| vec![face[0], face[i], face[i + 1]]));
        }
        // The faces of a solid always form a sphere.
        let Ok(topology) = Topology::new(vertices, &triangles) else { return Self::ring(vertices, &[]) };
        let half_edges = &topology.half_edges;
        let mut links = Vec::with_capacity(half_edges.len());
        for (h, half_edge) in half_edges.iter().enumerate() {
            let opposite = half_edges[h ^ 1];
            links.push(Link { head: opposite.origin, left: half_edge.prev ^ 1, right: opposite.next });
        }
        let mut degree = vec![0; vertices];
        half_edges.iter().for_each(|half_edge| degree[half_edge.origin as usize] += 1);
        Self { links, first: topology.outgoing, degree }
    }

    /// A ring of the given vertices; all others have no neighbors.
    fn ring(vertices: usize, corners: &[u32]) -> Self {
        let count = corners.len() as u32;
        let mut links = Vec::new();
        let mut first = vec![0; vertices];
        let mut degree = vec![0; vertices];
        for i in 0..count {
            let vertex = corners[i as usize];
            let next = corners[((i + 1) % count) as usize];
            // Each vertex has two edges: to the next vertex (even), and to the previous one (odd).
            let to_previous = (i + count - 1) % count * 2 + 1;
            let from_next = (i + 1) % count * 2;
            links.push(Link { head: next, left: to_previous, right: to_previous });
            links.push(Link { head: vertex, left: from_next, right: from_next });
            first[vertex as usize] = 2 * i;
            degree[vertex as usize] = 2;
        }
        Self { links, first, degree }
    }

    /// Fills `spokes` with the edges that start at a vertex, counter-clockwise seen from outside.
    fn fill_spokes(&self, vertex: u32, spokes: &mut Vec<u32>) {
        spokes.clear();
        let mut h = self.first[vertex as usize];
        for _ in 0..self.degree[vertex as usize] {
            spokes.push(h);
            h = self.links[h as usize].left;
        }
    }

    /// Returns the neighbors of a vertex, counter-clockwise seen from outside.
    pub fn neighbors(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        let mut h = self.first[vertex as usize];
        (0..self.degree[vertex as usize]).map(move |_| {
            let link = self.links[h as usize];
            h = link.left;
            link.head
        })
    }

    /// Removes a vertex and fills the hole with the hull faces of its neighbors, ear by ear. `above` tests whether a
    /// vertex is strictly above the plane of three others, which are counter-clockwise seen from outside. `spokes` is
    /// scratch memory.
    pub fn remove(&mut self, vertex: u32, spokes: &mut Vec<u32>, above: impl Fn([u32; 3], u32) -> bool) {
        self.fill_spokes(vertex, spokes);
        while spokes.len() > 3 {
            let i = self.ear(spokes, &above);
            let before = spokes[(i + spokes.len() - 1) % spokes.len()];
            let after = spokes[(i + 1) % spokes.len()];
            self.close_ear(spokes[i], before, after);
            spokes.remove(i);
        }
        if let [first, second] = spokes[..] {
            self.join_neighbors(first, second);
        } else {
            spokes.iter().for_each(|spoke| self.unlink(spoke ^ 1));
        }
        self.degree[vertex as usize] = 0;
    }

    /// Closes an ear of the hole by an edge from the head of the spoke `before` it to the head of the spoke `after` it.
    /// The ear's own spoke becomes that edge.
    fn close_ear(&mut self, spoke: u32, before: u32, after: u32) {
        self.unlink(spoke ^ 1);
        let head_before = self.links[before as usize].head;
        let head_after = self.links[after as usize].head;
        // In the ring of the head before the ear, the new edge comes before the edge to the removed vertex; in the ring
        // of the head after the ear, it comes after that edge.
        let right_in_ring_before = self.links[(before ^ 1) as usize].right;
        let right_in_ring_after = after ^ 1;
        self.insert(spoke, head_after, right_in_ring_before, head_before);
        self.insert(spoke ^ 1, head_before, right_in_ring_after, head_after);
    }

    /// Joins the two neighbors of a removed vertex of a polygon by an edge; `first` and `second` are its spokes.
    fn join_neighbors(&mut self, first: u32, second: u32) {
        let first_head = self.links[first as usize].head;
        let second_head = self.links[second as usize].head;
        self.links[(first ^ 1) as usize].head = second_head;
        let right = self.links[(second ^ 1) as usize].right;
        self.insert(first, first_head, right, second_head);
        self.unlink(second ^ 1);
    }

    /// Index of an ear of the hole: a vertex whose triangle with its neighbors has no other vertex above it.
    fn ear(&self, spokes: &[u32], above: impl Fn([u32; 3], u32) -> bool) -> usize {
        let count = spokes.len();
        let ear = (0..count).find(|&i| {
            let triangle = [i + count - 1, i, i + 1].map(|i| self.head_of_spoke(spokes, i));
            (2..count - 1).all(|k| !above(triangle, self.head_of_spoke(spokes, i + k)))
        });
        // A hole in a convex polytope has an ear, since `above` is exact; 0 only avoids a panic.
        ear.unwrap_or(0)
    }

    /// The vertex at the end of spoke `i`, counted around the hole.
    fn head_of_spoke(&self, spokes: &[u32], i: usize) -> u32 {
        self.links[spokes[i % spokes.len()] as usize].head
    }

    /// Inserts edge `h`, which runs from `origin` to `head`, into the ring of `origin`, to the left of edge `right`.
    fn insert(&mut self, h: u32, head: u32, right: u32, origin: u32) {
        let left = self.links[right as usize].left;
        self.links[h as usize] = Link { head, left, right };
        self.links[right as usize].left = h;
        self.links[left as usize].right = h;
        self.degree[origin as usize] += 1;
    }

    /// Removes edge `h`, which ends at the removed vertex, from the ring of its origin.
    fn unlink(&mut self, h: u32) {
        let Link { left, right, .. } = self.links[h as usize];
        let origin = self.links[(h ^ 1) as usize].head;
        self.links[left as usize].right = right;
        self.links[right as usize].left = left;
        let first = &mut self.first[origin as usize];
        if *first == h {
            *first = left;
        }
        self.degree[origin as usize] -= 1;
    }
}
