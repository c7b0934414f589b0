//! Drawable solids of bodies, and the framing and the roles of bodies in pictures.

pub(super) mod framing;
pub(super) mod mesh_edges;
pub(crate) mod outline;
pub(super) mod roles;
