//! Joining of the shapes, bodies and poses that a program makes to the bodies of a scene: `sphere = Sphere(0.5)` and
//! `sphere_pose = [0, 1, 0]` give one body. Calls join them while the program is evaluated, names and comments at its
//! end.

pub(super) mod body_calls;
pub(super) mod body_definitions;
pub(super) mod comment_shapes;
pub(super) mod found_bodies;
pub(super) mod free_poses;
pub(super) mod method_calls;
pub(super) mod origin;
pub(super) mod placements;
pub(super) mod pose_comments;
pub(super) mod pose_names;
pub(super) mod pose_remarks;
pub(super) mod prose_poses;
pub(super) mod queries;
pub(super) mod query_poses;
pub(super) mod query_volumes;
pub(super) mod slots;
pub(super) mod store;
