//! Checks of an evaluated program: parts of the text that describe a body but are not in the scene are refused, with
//! the line and a reason, and parts that describe none are set aside.

pub(super) mod asides;
pub(super) mod data_flow;
pub(super) mod foreign_bodies;
pub(crate) mod limits;
pub(super) mod marks;
pub(super) mod selected_points;
pub(super) mod unjoined_poses;
pub(super) mod unread_parts;
