//! Quiz questions about the choices that an algorithm makes in its steps: the type of a question, and the questions
//! that several lessons share.

pub mod choice;
pub(super) mod farthest;
