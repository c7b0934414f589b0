//! How the window asks the engine: one function, so that tests can put a small lesson of their own behind it.

use std::sync::Arc;

use crate::lesson::Lesson;
use crate::scene::model::{Query, Scene};

/// In which precision the engine computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
pub enum Precision {
    /// `f32`
    Single,
    /// `f64`
    #[default]
    Double,
}

impl Precision {
    /// As Rust calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "f32",
            Self::Double => "f64",
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Single => Self::Double,
            Self::Double => Self::Single,
        }
    }
}

/// Why a query cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The path of the field at fault: `bodies[1].shape.radius`.
    pub field: String,
    /// One sentence.
    pub message: String,
}

/// Plays a query of a scene in a frame and a precision.
pub type Player = fn(&Scene, &Query, usize, Precision) -> Result<Arc<dyn Lesson>, Refusal>;

/// The engine itself.
pub fn engine_player(
    scene: &Scene,
    query: &Query,
    frame: usize,
    precision: Precision,
) -> Result<Arc<dyn Lesson>, Refusal> {
    match precision {
        Precision::Single => crate::single::query::play(scene, query, frame)
            .map(Arc::from)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
        Precision::Double => crate::double::query::play(scene, query, frame)
            .map(Arc::from)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
    }
}
