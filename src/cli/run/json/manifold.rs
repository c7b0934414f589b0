//! Points of contact as JSON.

use serde::Serialize;

use super::{Float, floats};
use crate::lesson;

/// Where two bodies touch.
#[derive(Serialize)]
pub(super) struct Manifold {
    normal: Option<[Float; 3]>,
    points: Vec<ContactPoint>,
    reference: Option<Reference>,
    separation: Float,
    bias_paid: Float,
    reduced: u32,
    area_kept: Option<Float>,
    kept: Option<Vec<String>>,
    dropped: Option<Vec<String>>,
    added: Option<Vec<String>>,
}

/// A point of contact.
#[derive(Serialize)]
struct ContactPoint {
    on_a: [Float; 3],
    on_b: [Float; 3],
    depth: Float,
    id: String,
    why: &'static str,
}

/// The face that a contact was made with.
#[derive(Serialize)]
struct Reference {
    body: String,
    face: u32,
}

impl Manifold {
    pub(super) fn of(found: &lesson::ManifoldFinding) -> Self {
        let point = |point: &lesson::FoundPoint| ContactPoint {
            on_a: floats(point.on_a),
            on_b: floats(point.on_b),
            depth: Float(point.depth),
            id: point.id.clone(),
            why: point.why,
        };
        let [kept, dropped, added] = found.changes.clone().map_or([None, None, None], |lists| lists.map(Some));
        Self {
            normal: found.normal.map(floats),
            points: found.points.iter().map(point).collect(),
            reference: found.reference.clone().map(|(body, face)| Reference { body, face }),
            separation: Float(found.separation),
            bias_paid: Float(found.bias_paid),
            reduced: found.reduced,
            area_kept: found.area_kept.map(Float),
            kept,
            dropped,
            added,
        }
    }
}
