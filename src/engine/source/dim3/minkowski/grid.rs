//! Selects the pairs of an edge of A and an edge of −B whose arcs on the Gauss sphere may cross, by a grid of cells
//! around that sphere, so that the construction of `A − B` need not test all pairs.
//!
//! - **Arcs.** A point of the Gauss sphere is the direction of a normal. The arc of an edge joins the normals of the
//!   edge's two faces; along its directions the edge is farthest. Two edges make a face of `A − B` where their arcs
//!   share a direction.
//! - **Cells.** Space is divided into cubes. An arc is entered in all cells that it may pass through: it is sampled at
//!   most one cell width apart, and all cells that a ball around a sample may overlap are entered. If two arcs share a
//!   direction, both are entered in the cell of that direction.
//! - **Exactness.** The grid only selects candidates, which exact signs test afterwards. An arc may be entered in too
//!   many cells, but not in too few, so the errors of normals and samples add to the radius of the balls.
//! - **Exceptions.** An edge is tested against all edges of the other body if one of its normals is unreliable, as on a
//!   face that is thinner than rounding; if its normals are nearly opposite, as on a flat body; or if its arc is too
//!   long for the grid.

use glam::DVec3;

use super::Vector;
use super::body::{Body, Edge, normal_of};

/// Largest angular error of a normal, radians, up to which the normal is used. With a larger limit arcs are entered in
/// more cells; with a smaller one more edges are tested against all.
const MAX_ANGLE_ERROR: f64 = 1.0e-3;

/// Minimum width of a cell, as a fraction of the sphere's radius, which limits the number of cells of an arc.
const MIN_CELL_WIDTH: f64 = 4.0e-3;

/// Area of the unit sphere, rounded down from `4π`. A cell is a square root of the area per edge wide.
const SPHERE_AREA: f64 = 12.0;

/// Maximum number of intervals between the samples of an arc, which bounds the memory for its cells.
const MAX_SAMPLE_INTERVALS: usize = 4_096;

/// Error of the cross product of two rounded vectors, relative to the product of their lengths: below 4 ε, with a
/// reserve.
const CROSS_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Least cosine between the normals at the ends of an arc. An arc between nearly opposite normals is ambiguous, and
/// amplifies their error.
const MIN_ARC_COSINE: f64 = -0.9;

/// Bound of the error of a direction inside an arc, as a multiple of the error of the arc's ends: the reciprocal of the
/// cosine of half the arc's angle, 4.5 in the middle of the longest arc ([`MIN_ARC_COSINE`]).
const ARC_ERROR: f64 = 5.0;

/// Bound of the rounding error of a sample on the unit sphere, with a large reserve.
const SAMPLE_ERROR: f64 = 1e-9;

/// Offset added to the coordinates of a direction, so that the indices of cells are not negative.
const CELL_ORIGIN_OFFSET: f64 = 2.0;

/// Number of bits of a cell's number for each of its three indices.
const BITS_PER_INDEX: u32 = 21;

/// Cells around the unit sphere with the edges of −B whose arcs may pass through them, and the arcs of A's edges that
/// are compared with them.
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// Edge length of a cell; the sphere has the radius 1.
    cell_width: f64,
    /// Entries of the arcs of −B's edges, sorted by cell.
    entries: Vec<CellEntry>,
    /// Edges of −B that are in no cell, because they are tested against all edges of A.
    edges_without_cells: Vec<u32>,
    /// Number of edges of −B.
    edge_count: u32,
    /// Arcs of A's edges, by edge; `None` for an edge that is tested against all edges of −B.
    arcs_of_a: Vec<Option<NormalArc>>,
}

/// Entry of an edge of −B in a cell through which its arc may pass. Entries are sorted by cell, then by edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CellEntry {
    /// Number of the cell, from [`cell_number`].
    cell: u64,
    /// Index of the edge.
    edge: u32,
}

/// Arc of an edge on the Gauss sphere.
#[derive(Debug)]
struct NormalArc {
    /// Outward unit normals of the edge's two faces.
    ends: [DVec3; 2],
    /// Bound of the angular error of both normals, radians.
    angle_error: f64,
}

/// Normal of a face.
#[derive(Clone, Copy)]
struct FaceNormal {
    /// Unit normal, directed out of the body.
    normal: DVec3,
    /// Bound of its angular error, radians.
    angle_error: f64,
}

impl FaceNormal {
    /// The normal of a face, given by its vertices; `None` if its error is too large.
    fn new(body: &Body, face: &[u32]) -> Option<Self> {
        let [u, v] = body.spanning_vectors(face);
        let normal = normal_of(&u, &v);
        let angle_error = CROSS_ROUNDING * length(&u) * length(&v) / normal.length();
        (angle_error <= MAX_ANGLE_ERROR).then(|| Self { normal: normal.normalize_or_zero(), angle_error })
    }
}

impl NormalArc {
    /// The arc of an edge, given the normals of the body's faces; `None` if the edge has no arc that a grid can hold.
    fn new(edge: &Edge, normals: &[Option<FaceNormal>]) -> Option<Self> {
        // A segment's edge has no faces: their indices are out of range.
        let [from, to] = edge.faces.map(|face| normals.get(face as usize).copied().flatten());
        let from = from?;
        let to = to?;
        if !(from.normal.dot(to.normal) > MIN_ARC_COSINE) {
            return None;
        }
        let angle_error = from.angle_error.max(to.angle_error);
        Some(Self { ends: [from.normal, to.normal], angle_error })
    }

    /// Number of equal intervals into which samples divide the arc's chord, so that neighboring samples are at most
    /// `spacing` apart on the sphere. At least 1.
    fn sample_intervals(&self, spacing: f64) -> usize {
        let [from, to] = self.ends;
        // The projection from the chord to the sphere stretches lengths by at most the reciprocal of this distance, in
        // the middle of the chord.
        let middle_distance = 0.5 * (from + to).length();
        let intervals = (from.distance(to) / (spacing * middle_distance)).ceil() as usize;
        intervals.max(1)
    }

    /// The direction of the arc above the point at this fraction of the chord, 0 to 1; a unit vector.
    fn sample(&self, fraction: f64) -> DVec3 {
        self.ends[0].lerp(self.ends[1], fraction).normalize_or_zero()
    }
}

/// Length of a vector, rounded to `f64`.
fn length(vector: &Vector) -> f64 {
    DVec3::from_array(vector.map(|[x, _]| x)).length()
}

/// The arcs of a body's edges, by edge; `None` for edges that are tested against all edges of the other body.
fn arcs_of_edges(body: &Body) -> Vec<Option<NormalArc>> {
    let normals: Vec<Option<FaceNormal>> = body.faces.iter().map(|face| FaceNormal::new(body, face)).collect();
    body.edges.iter().map(|edge| NormalArc::new(edge, &normals)).collect()
}

/// The number of the cell with these indices, unique as long as each has at most [`BITS_PER_INDEX`] bits. With
/// [`MIN_CELL_WIDTH`] an index is below 1 000.
fn cell_number(x: u64, y: u64, z: u64) -> u64 {
    x << (2 * BITS_PER_INDEX) | y << BITS_PER_INDEX | z
}

impl Grid {
    /// The grid of A and −B.
    pub fn new([a, b]: &[Body; 2]) -> Self {
        let arcs_of_b = arcs_of_edges(b);
        let edge_count = arcs_of_b.len() as u32;
        // About the length of an arc, so that each arc is in a few cells; at most 1, the sphere's radius.
        let area_per_edge = SPHERE_AREA / f64::from(edge_count.max(12));
        let cell_width = area_per_edge.sqrt().max(MIN_CELL_WIDTH);
        let mut grid = Self { cell_width, edge_count, arcs_of_a: arcs_of_edges(a), ..Self::default() };
        for (edge, arc) in (0..).zip(&arcs_of_b) {
            match arc.as_ref().and_then(|arc| grid.cells_of_arc(arc)) {
                Some(cells) => grid.entries.extend(cells.into_iter().map(|cell| CellEntry { cell, edge })),
                None => grid.edges_without_cells.push(edge),
            }
        }
        grid.entries.sort_unstable();
        grid
    }

    /// A grid without cells: every edge of −B is tested against every edge of A.
    #[cfg(test)]
    pub fn without_cells(&self) -> Self {
        Self { edge_count: self.edge_count, ..Self::default() }
    }

    /// The edges of −B whose arcs may cross the arc of edge `e` of A, as ascending indices.
    pub fn candidates(&self, e: usize) -> Vec<u32> {
        let arc = self.arcs_of_a.get(e).and_then(Option::as_ref);
        let Some(cells) = arc.and_then(|arc| self.cells_of_arc(arc)) else {
            return (0..self.edge_count).collect();
        };
        let mut candidates = self.edges_without_cells.clone();
        for cell in cells {
            let first = self.entries.partition_point(|entry| entry.cell < cell);
            let entries_of_cell = self.entries[first..].iter().take_while(|entry| entry.cell == cell);
            candidates.extend(entries_of_cell.map(|entry| entry.edge));
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// Numbers of the cells through which an arc may pass, ascending, each once. `None` for an arc with too many
    /// samples.
    fn cells_of_arc(&self, arc: &NormalArc) -> Option<Vec<u64>> {
        let intervals = arc.sample_intervals(self.cell_width);
        if intervals > MAX_SAMPLE_INTERVALS {
            return None;
        }
        // Every direction of the arc is within half a cell of a sample; the errors of the arc and the sample add to it.
        let radius = 0.5 * self.cell_width + ARC_ERROR * arc.angle_error + SAMPLE_ERROR;
        let mut cells = Vec::new();
        for k in 0..=intervals {
            let sample = arc.sample(k as f64 / intervals as f64);
            self.add_cells_around(sample, radius, &mut cells);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }

    /// Adds the numbers of the cells that meet the cube around a ball with this center and radius.
    fn add_cells_around(&self, center: DVec3, radius: f64, cells: &mut Vec<u64>) {
        let low = ((center - radius + CELL_ORIGIN_OFFSET) / self.cell_width).floor();
        let high = ((center + radius + CELL_ORIGIN_OFFSET) / self.cell_width).floor();
        for x in low.x as u64..=high.x as u64 {
            for y in low.y as u64..=high.y as u64 {
                for z in low.z as u64..=high.z as u64 {
                    cells.push(cell_number(x, y, z));
                }
            }
        }
    }
}
