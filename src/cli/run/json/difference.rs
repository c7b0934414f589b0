//! A Minkowski difference, as JSON.

use serde::Serialize;

use super::super::super::exact::{Float, floats};
use crate::lesson;

/// Corners as pairs of points and as places in the configuration space, faces by corners, and how many are of what.
#[derive(Serialize)]
pub(super) struct Difference {
    dimension: u8,
    pairs: Vec<[u32; 2]>,
    vertices: Vec<[Float; 3]>,
    faces: Vec<Vec<u32>>,
    of_a: usize,
    of_b: usize,
    of_both: usize,
    of_edges: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<Float>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<Float>,
}

impl Difference {
    pub(super) fn of(found: &lesson::DifferenceFinding) -> Self {
        let [of_a, of_b, of_both, of_edges] = found.tally();
        let size = Float(found.size);
        Self {
            dimension: found.dimension,
            pairs: found.pairs.clone(),
            vertices: found.points.iter().map(|p| floats(*p)).collect(),
            faces: found.faces.iter().map(|face| face.corners.clone()).collect(),
            of_a,
            of_b,
            of_both,
            of_edges,
            volume: (!found.planar).then_some(size),
            area: found.planar.then_some(size),
        }
    }
}
