//! A body before a camera, as programs read it.

use serde::Serialize;

use super::super::exact::Float;
use crate::lesson;

/// A body before a camera.
#[derive(Serialize)]
pub(super) struct Classified {
    name: String,
    /// By planes.
    class: &'static str,
    /// The plane that rejects it, in the order left, right, bottom, top, near, far.
    plane: Option<usize>,
    /// How far it is beyond a sum of planes, of a false positive.
    gap: Option<Float>,
}

impl Classified {
    pub(super) fn of(body: &lesson::Classified) -> Self {
        let (plane, gap) = match body.class {
            lesson::BodyClass::Outside(side) => (Some(side), None),
            lesson::BodyClass::FalsePositive { gap, .. } => (None, Some(Float(gap))),
            _ => (None, None),
        };
        Self { name: body.name.clone(), class: body.class.by_planes(), plane, gap }
    }
}
