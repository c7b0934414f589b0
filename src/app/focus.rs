//! What is shown of the document.

use std::collections::BTreeSet;

use super::layers::Layers;
use crate::play::Precision;

/// What is shown of the document.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// Index of the query shown.
    pub query: usize,
    /// Index of the body whose fields are open.
    pub body: Option<usize>,
    /// Index of the frustum whose fields are open; none while a body's are.
    pub frustum: Option<usize>,
    /// Index of the joint whose fields are open.
    pub joint: Option<usize>,
    /// Frame of a moving scene.
    pub frame: usize,
    /// Whether nobody has chosen one yet: the answer says in which there is something to see.
    pub opening: bool,
    /// In which precision the query is computed.
    pub precision: Precision,
    /// Names of bodies that are not drawn.
    pub hidden: BTreeSet<String>,
    /// What legends have switched off.
    pub layers: Layers,
}
