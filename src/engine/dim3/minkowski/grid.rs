//! Which arcs of −B may cross an arc of A: a grid of cells about the Gauss sphere.
//!
//! Two edges make a face where their arcs meet in a direction. Each arc is cut into samples no farther apart than a cell is
//! wide; the cell of that direction is then among those around a sample of either. Nothing is decided here: what the cells
//! hold is tested by exact signs, so that they need only be wide enough. Where a normal cannot be trusted, as that of a face
//! thinner than rounding, or an arc has no shortest way, as that of an edge of a flat body, the edge is in no cell and is
//! tried with all.

use glam::DVec3;

use super::Vector;
use super::body::{Body, normal_of};

/// Normals that may be off by more than this, radians, are not trusted.
const MOST_OFF: f64 = 1.0e-3;

/// Cells are no narrower, as a share of the sphere's radius: there would be too many.
const NARROWEST: f64 = 4.0e-3;

/// No arc lies in more cells than this by its samples; a longer one is tried with all.
const MOST_SAMPLES: usize = 4_096;

/// The cells, and what is in them.
#[derive(Debug, Default)]
pub(super) struct Grid {
    width: f64,
    /// A cell and an edge of −B whose arc may pass there, sorted.
    filled: Vec<(u64, u32)>,
    /// Edges of −B that are tried with all.
    everywhere: Vec<u32>,
    /// How many edges −B has.
    count: u32,
    /// The arcs of A: none that is tried with all.
    arcs: Vec<Option<Arc>>,
}

/// From one normal to the other, and how far they may be off.
type Arc = ([DVec3; 2], f64);

/// The normal of a face, and how far rounding may have turned it.
fn normal(body: &Body, face: &[u32]) -> Option<(DVec3, f64)> {
    let [u, v] = body.sides(face);
    let length = |side: &Vector| DVec3::from_array(side.map(|[x, _]| x)).length();
    let sum = normal_of(&u, &v);
    let off = 16.0 * f64::EPSILON * length(&u) * length(&v) / sum.length();
    (off <= MOST_OFF).then(|| (sum.normalize_or_zero(), off))
}

/// The arcs of a body's edges; none of one that cannot be told where it runs.
fn arcs(body: &Body) -> Vec<Option<Arc>> {
    let normals: Vec<Option<(DVec3, f64)>> = body.faces.iter().map(|face| normal(body, face)).collect();
    let of = |face: u32| normals.get(face as usize).copied().flatten();
    let arc = |edge: &super::body::Edge| {
        let ((from, off), (to, other)) = (of(edge.faces[0])?, of(edge.faces[1])?);
        // Opposite normals leave it open on which side the arc runs; near ones would amplify what they are off by.
        (from.dot(to) > -0.9).then_some(([from, to], off.max(other)))
    };
    body.edges.iter().map(arc).collect()
}

impl Grid {
    /// For these two bodies.
    pub fn new([a, b]: &[Body; 2]) -> Self {
        let of_b = arcs(b);
        let count = of_b.len() as u32;
        // About as wide as an arc is long, so that each lies in a few cells.
        let width = (12.0 / f64::from(count.max(12))).sqrt().max(NARROWEST);
        let mut grid = Self { width, arcs: arcs(a), count, ..Self::default() };
        for (edge, arc) in of_b.iter().enumerate() {
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

    /// Without cells: every edge of −B is tried with every edge of A.
    #[cfg(test)]
    pub fn without_cells(&self) -> Self {
        Self { count: self.count, ..Self::default() }
    }

    /// The cells around the samples of an arc, each once; `false` of an arc with too many.
    fn cells(&self, (ends, off): &Arc, cells: &mut Vec<u64>) -> bool {
        // On the sphere the samples of a long chord lie farther apart, in its middle the most.
        let middle = 0.5 * (ends[0] + ends[1]).length();
        let samples = ((ends[0].distance(ends[1]) / (self.width * middle)).ceil() as usize).max(1);
        if samples > MOST_SAMPLES {
            return false;
        }
        // No direction of the arc is farther from a sample than half a cell; of ends that are off its middle is more so.
        let reach = 0.5 * self.width + 5.0 * off + 1e-9;
        for k in 0..=samples {
            let p = ends[0].lerp(ends[1], k as f64 / samples as f64).normalize_or_zero();
            let [low, high] = [-reach, reach].map(|by| ((p + by + 2.0) / self.width).floor());
            let range = |k: usize| low[k] as u64..=high[k] as u64;
            for x in range(0) {
                for y in range(1) {
                    cells.extend(range(2).map(|z| x << 42 | y << 21 | z));
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        true
    }

    /// The edges of −B whose arcs may cross that of edge `e` of A, rising.
    pub fn candidates(&self, e: usize) -> Vec<u32> {
        let mut cells = Vec::new();
        let arc = self.arcs.get(e).and_then(Option::as_ref);
        if !arc.is_some_and(|arc| self.cells(arc, &mut cells)) {
            return (0..self.count).collect();
        }
        let mut found = self.everywhere.clone();
        for cell in cells {
            let first = self.filled.partition_point(|(of, _)| *of < cell);
            found.extend(self.filled[first..].iter().take_while(|(of, _)| *of == cell).map(|(_, edge)| *edge));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
