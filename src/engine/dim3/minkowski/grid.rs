//! A grid of cells around the Gauss sphere, the sphere of all unit normals, which selects the arcs of −B that may cross
//! an arc of A.
//!
//! The arc of an edge consists of the directions along which the edge is farthest; it joins the normals of the edge's
//! faces. Two edges make a face where their arcs share a direction. Each arc is sampled at distances of at most a
//! cell's width; the cell of the shared direction is then among those around a sample of either arc. The grid only
//! selects candidates: exact signs test them, so cells may be too wide but not too narrow. Some edges are in no cell
//! and are tested against all edges: those with an unreliable normal, as that of a face thinner than rounding, and
//! those with an ambiguous arc, as on a flat body.

use glam::DVec3;

use super::Vector;
use super::body::{Body, normal_of};

/// Largest angular error of a normal, radians, up to which the normal is used. A larger one would put each arc in more
/// cells, a smaller one test more edges against all.
const MAX_ANGLE_ERROR: f64 = 1.0e-3;

/// Minimum width of a cell, as a fraction of the sphere's radius, which limits the number of cells.
const MIN_CELL_WIDTH: f64 = 4.0e-3;

/// Maximum number of samples of an arc, which bounds the memory for its cells; a longer arc is tested against all.
const MAX_SAMPLES: usize = 4_096;

/// Error of a rounded cross product `u × v`, relative to `|u| |v|`, with a reserve.
const CROSS_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Least cosine between the normals at the ends of an arc. An arc between nearly opposite normals is ambiguous, and
/// amplifies their error.
const MIN_ARC_COSINE: f64 = -0.9;

/// Bound of the error inside an arc as a multiple of that of its ends, for arcs up to [`MIN_ARC_COSINE`]: 4.5 in the
/// middle of the longest arc, the reciprocal of the cosine of half its angle.
const ARC_ERROR: f64 = 5.0;

/// Rounding error of the samples, with a large reserve.
const SAMPLE_ERROR: f64 = 1e-9;

/// Grid of cubic cells that contains the unit sphere.
#[derive(Debug, Default)]
pub(super) struct Grid {
    /// Edge length of a cell; the sphere has the radius 1.
    width: f64,
    /// Pairs of a cell and an edge of −B whose arc may pass there, sorted by cell.
    filled: Vec<(u64, u32)>,
    /// Edges of −B that are tested against all.
    everywhere: Vec<u32>,
    /// Number of edges of −B.
    count: u32,
    /// The arcs of A's edges; `None` for an edge that is tested against all.
    arcs: Vec<Option<Arc>>,
}

/// Arc of an edge on the Gauss sphere.
#[derive(Debug)]
struct Arc {
    /// Unit normals at both ends.
    ends: [DVec3; 2],
    /// Bound of their angular error, radians.
    angle_error: f64,
}

/// Unit normal of a face.
#[derive(Clone, Copy)]
struct FaceNormal {
    /// Unit vector, out of the body.
    normal: DVec3,
    /// Bound of the angular error, radians.
    angle_error: f64,
}

/// Length of a vector, rounded to `f64`.
fn length(vector: &Vector) -> f64 {
    DVec3::from_array(vector.map(|[x, _]| x)).length()
}

/// The normal of a face; `None` if its error is too large.
fn face_normal(body: &Body, face: &[u32]) -> Option<FaceNormal> {
    let [u, v] = body.spanning_vectors(face);
    let normal = normal_of(&u, &v);
    let angle_error = CROSS_ROUNDING * length(&u) * length(&v) / normal.length();
    (angle_error <= MAX_ANGLE_ERROR).then(|| FaceNormal { normal: normal.normalize_or_zero(), angle_error })
}

/// The arcs of a body's edges; `None` where the arc cannot be determined.
fn arcs(body: &Body) -> Vec<Option<Arc>> {
    let normals: Vec<Option<FaceNormal>> = body.faces.iter().map(|face| face_normal(body, face)).collect();
    let arcs = body.edges.iter().map(|edge| {
        let [from, to] = edge.faces.map(|face| normals.get(face as usize).copied().flatten());
        let from = from?;
        let to = to?;
        let arc = Arc { ends: [from.normal, to.normal], angle_error: from.angle_error.max(to.angle_error) };
        (from.normal.dot(to.normal) > MIN_ARC_COSINE).then_some(arc)
    });
    arcs.collect()
}

impl Grid {
    /// The grid of A and −B.
    pub fn new([a, b]: &[Body; 2]) -> Self {
        let arcs_of_b = arcs(b);
        let count = arcs_of_b.len() as u32;
        // About the length of an arc, so that each arc is in a few cells: the root of the sphere's area, `4π`, per
        // edge.
        let width = (12.0 / f64::from(count.max(12))).sqrt().max(MIN_CELL_WIDTH);
        let mut grid = Self { width, arcs: arcs(a), count, ..Self::default() };
        for (edge, arc) in arcs_of_b.iter().enumerate() {
            let mut cells = Vec::new();
            match arc {
                Some(arc) if grid.cells(arc, &mut cells) => {
                    grid.filled.extend(cells.into_iter().map(|cell| (cell, edge as u32)));
                }
                _ => grid.everywhere.push(edge as u32),
            }
        }
        grid.filled.sort_unstable();
        grid
    }

    /// The grid without cells: every edge of −B is tested against every edge of A.
    #[cfg(test)]
    pub fn without_cells(&self) -> Self {
        Self { count: self.count, ..Self::default() }
    }

    /// Collects the numbers of the cells around the samples of an arc, each once. The number of a cell is made of its
    /// three indices, 21 bits each. Returns `false` for an arc with too many samples.
    fn cells(&self, Arc { ends, angle_error }: &Arc, cells: &mut Vec<u64>) -> bool {
        // Samples of a long chord are farther apart on the sphere, most of all in its middle.
        let middle = 0.5 * (ends[0] + ends[1]).length();
        let samples = ((ends[0].distance(ends[1]) / (self.width * middle)).ceil() as usize).max(1);
        if samples > MAX_SAMPLES {
            return false;
        }
        // Every direction of the arc is within half a cell of a sample; the error of the ends adds to that.
        let radius = 0.5 * self.width + ARC_ERROR * angle_error + SAMPLE_ERROR;
        for k in 0..=samples {
            let p = ends[0].lerp(ends[1], k as f64 / samples as f64).normalize_or_zero();
            // Shifted by 2, so that no index is negative.
            let [low, high] = [-radius, radius].map(|offset| ((p + offset + 2.0) / self.width).floor());
            let [xs, ys, zs] = [0, 1, 2].map(|k| low[k] as u64..=high[k] as u64);
            for x in xs {
                for y in ys.clone() {
                    cells.extend(zs.clone().map(|z| x << 42 | y << 21 | z));
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        true
    }

    /// The edges of −B whose arcs may cross that of edge `e` of A, as ascending indices.
    pub fn candidates(&self, e: usize) -> Vec<u32> {
        let mut cells = Vec::new();
        let arc = self.arcs.get(e).and_then(Option::as_ref);
        if !arc.is_some_and(|arc| self.cells(arc, &mut cells)) {
            return (0..self.count).collect();
        }
        let mut candidates = self.everywhere.clone();
        for cell in cells {
            let first = self.filled.partition_point(|(filled, _)| *filled < cell);
            let in_cell = self.filled[first..].iter().take_while(|(filled, _)| *filled == cell);
            candidates.extend(in_cell.map(|(_, edge)| *edge));
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}
