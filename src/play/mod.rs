//! A scene's questions, asked of the engine: a scene and a query become an answer, or a lesson that can be stepped.
//!
//! The files in `precision/` are compiled twice, once for each precision of the engine.

pub mod double;
pub mod single;
