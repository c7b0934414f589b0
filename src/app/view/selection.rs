//! Selection of the window: query, frame, body, frustum, joint, precision, hidden bodies and layers.

use std::collections::BTreeSet;

use super::layers::Layers;
use crate::play::Precision;

/// Selection of the window.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Index of the query shown.
    pub query: usize,
    /// Index of the body whose fields are open; `None` if no body is selected.
    pub body: Option<usize>,
    /// Index of the frustum whose fields are open; `None` if no frustum is selected.
    pub frustum: Option<usize>,
    /// Index of the joint whose fields are open; `None` if no joint is selected.
    pub joint: Option<usize>,
    /// Frame of a moving scene, from 0.
    pub frame: usize,
    /// Whether the user has chosen no frame yet. The next answer then selects the run's default one, which is the first
    /// with something to see.
    pub uses_default_frame: bool,
    /// Precision of the query.
    pub precision: Precision,
    /// Names of bodies that are not drawn.
    pub hidden: BTreeSet<String>,
    /// Layers hidden by legends.
    pub layers: Layers,
}
