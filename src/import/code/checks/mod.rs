//! Checks for parts of a text that concern a body and are not in the scene.

pub(super) mod asides;
pub(super) mod data_flow;
pub(super) mod foreign_bodies;
pub(in crate::import) mod limits;
pub(super) mod marks;
pub(super) mod selected_points;
pub(super) mod unjoined_poses;
pub(super) mod unread_parts;
