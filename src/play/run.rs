//! The trait of an opened query: its inputs are converted once, and its warm-start memory passes from frame to frame.

use std::fmt;
use std::sync::Arc;

use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_scene::model::{Query, Scene};

use super::QueryError;

/// Scalar type of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// The engine in `f32`, [`contact_lens_engine::single`].
    F32,
    /// The engine in `f64`, [`contact_lens_engine::double`].
    #[default]
    F64,
}

impl Precision {
    /// Both precisions, `f64` first.
    pub const BOTH: [Self; 2] = [Self::F64, Self::F32];

    /// Name of the Rust type.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Returns the other precision.
    pub fn other(self) -> Self {
        match self {
            Self::F32 => Self::F64,
            Self::F64 => Self::F32,
        }
    }

    /// Machine epsilon: the distance from 1 to the next larger number.
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

/// A query of the engine as a closure for repeated timing; its answers are discarded.
pub type Prepared<'a> = Box<dyn Fn() + 'a>;

/// A query of a scene over all its frames. A frame that depends on previous ones, by a warm start, is played after
/// them. The memories that frames pass on are kept, up to a limit, so that few frames are played again whatever the
/// order of access.
pub trait Run: Send + Sync {
    /// Number of frames, at least 1.
    fn frames(&self) -> usize;

    /// Frame that is shown by default: the first one that its method considers worth seeing.
    ///
    /// # Errors
    /// The errors of the frames before it.
    fn opening(&self) -> Result<usize, QueryError> {
        Ok(0)
    }

    /// Production answer in a frame. Fails if a body is absent in the frame, or if the engine rejects its input.
    fn answer(&self, frame: usize) -> Result<Verdict, QueryError>;

    /// The query of a frame, without warm start, as a closure for timing: shapes are built, nothing is recorded. Fails
    /// as [`Run::answer`].
    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError>;

    /// Run of another query that shares its first frames with this one, which it does not replay: a world after a
    /// change of the user's drag. `None` if no frames are shared; then the query is opened anew.
    fn continued_as(&self, _scene: &Scene, _query: &Query) -> Option<Arc<dyn Run>> {
        None
    }

    /// Lesson of a frame, recorded step by step. Fails as [`Run::answer`], and if the run has too many steps for a
    /// lesson.
    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError>;

    /// Plays the frames that the strip and the table of a lesson compare, once. The results appear in existing lessons
    /// as well.
    ///
    /// # Errors
    /// The errors of the first frame that cannot be played; then nothing is compared.
    fn compare(&self) -> Result<(), QueryError> {
        Ok(())
    }

    /// Lesson of the end of a frame, for animations: draws what the last step of [`Run::lesson`] draws, without the
    /// previous steps where these are slow.
    fn end_of(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        self.lesson(frame)
    }
}
