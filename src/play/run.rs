//! A query that was opened: what it is asked about lies ready, and what it remembers goes from frame to frame.

use std::fmt;
use std::sync::Arc;

use super::QueryError;
use crate::lesson::{Lesson, Verdict};
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

/// A question that is ready to be asked of the engine again and again. Its answers are thrown away.
pub type Prepared<'a> = Box<dyn Fn() + 'a>;

/// A query of a scene, over all its frames. A frame that depends on those before it, by a warm start, is played after
/// them; what was handed on is kept, so that going through all frames in any order plays each once.
pub trait Run: Send + Sync {
    /// Number of frames, at least 1.
    fn frames(&self) -> usize;

    /// The frame that is shown to who asks for none: the first in which there is something to see.
    ///
    /// # Errors
    /// Those of the frames before it.
    fn opening(&self) -> Result<usize, QueryError> {
        Ok(0)
    }

    /// The production answer in a frame.
    fn answer(&self, frame: usize) -> Result<Verdict, QueryError>;

    /// The question of a frame, ready to be asked again and again, cold: shapes are built, nothing is recorded. For the clock.
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError>;

    /// The run of another question that has its first frames in common with this one, without doing these again: a world
    /// in which a hand moves on. `None` where there is nothing in common; then the question is opened anew.
    fn going_on(&self, _scene: &Scene, _query: &Query) -> Option<Arc<dyn Run>> {
        None
    }

    /// The same frame, recorded step by step.
    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError>;

    /// Plays the frames that the strip and the table of a lesson compare, once. What they show is there from then on, in the
    /// lessons that were made before as well.
    ///
    /// # Errors
    /// Those of the first frame that cannot be played; then nothing is compared.
    fn compare(&self) -> Result<(), QueryError> {
        Ok(())
    }

    /// What a film shows of a frame that nobody stops at: its end, as the last step of [`Run::lesson`] draws it, without the
    /// steps before where these take long.
    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        self.lesson(frame)
    }
}
