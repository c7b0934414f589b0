//! A query asked in the precision of one's choice.

use std::fmt;

use crate::lesson::{Lesson, Verdict};
use crate::play;
use crate::scene::model::{Query, Scene};

/// Which engine answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// `f32`, [`crate::single`].
    F32,
    /// `f64`, [`crate::double`].
    #[default]
    F64,
}

impl Precision {
    /// Both, the exact one first.
    pub const BOTH: [Self; 2] = [Self::F64, Self::F32];

    /// As Rust calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::F32 => Self::F64,
            Self::F64 => Self::F32,
        }
    }

    /// Distance from 1 to the next larger number.
    pub fn eps(self) -> f64 {
        match self {
            Self::F32 => f64::from(f32::EPSILON),
            Self::F64 => f64::EPSILON,
        }
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Why an engine refuses a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field at fault: `bodies[1].shape.radius`.
    pub field: String,
    /// One sentence.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => out.write_str(&self.message),
            field => write!(out, "{field}: {}", self.message),
        }
    }
}

/// The answer alone, by the code that production callers run.
pub fn answer(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Verdict, Refusal> {
    match precision {
        Precision::F32 => play::single::answer(scene, query, frame)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
        Precision::F64 => play::double::answer(scene, query, frame)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
    }
}

/// The same, recorded step by step.
pub fn play(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<Box<dyn Lesson>, Refusal> {
    match precision {
        Precision::F32 => play::single::play(scene, query, frame)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
        Precision::F64 => play::double::play(scene, query, frame)
            .map_err(|reject| Refusal { field: reject.field, message: reject.message }),
    }
}
