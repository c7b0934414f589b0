//! Selection of the window: what the user has chosen to see (query, frame, precision), to edit (body, frustum, joint),
//! and to hide (bodies, layers).

use std::collections::BTreeSet;

use contact_lens_play::Precision;

use super::layers::Layers;

/// Selected query, frame, precision and objects of the scene, and the hidden bodies and layers.
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
