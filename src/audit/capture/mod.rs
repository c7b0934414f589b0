//! The captured step as data: its JSON form, its shapes, and the checks that make it a [`Problem`](crate::problem).

mod error;
mod model;
mod part;
mod read;
mod row;
mod shape;
mod step;

pub use error::CaptureError;
pub use model::{Damping, Filter, Model, PositionRule};
pub use part::{Coefficients, Direction, Excluded, Inertia, MassMatrix, MatrixEntry, Part};
pub use read::{Question, nearest_name, read_question, read_step};
pub use row::{Generalized, Row};
pub use shape::{ChildShape, ShapeData};
pub use step::{Body, BodyBox, BroadPhase, Contact, FreeVelocity, Joint, Kind, PlacedShape, State, Step};
