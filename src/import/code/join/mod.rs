//! Joining of shapes, bodies and poses to the bodies of a scene.

pub(super) mod body_calls;
pub(super) mod body_definitions;
pub(super) mod comment_shapes;
pub(super) mod found_bodies;
pub(super) mod free_poses;
pub(super) mod origin;
pub(super) mod placements;
pub(super) mod pose_comments;
pub(super) mod pose_names;
pub(super) mod pose_remarks;
pub(super) mod prose_poses;
pub(super) mod queries;
pub(super) mod query_poses;
pub(super) mod query_volumes;
pub(super) mod store;
