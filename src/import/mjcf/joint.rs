//! Forward kinematics of an MJCF model: bodies and joints, and the pose of every body for a `qpos`, the list of the
//! coordinates of all joints. Lengths are meters, angles radians; quaternions of a `qpos` are w, x, y, z.

use std::ops::Range;

use crate::pose::{IDENTITY_ROTATION, Pose, UNIT_TOLERANCE, about, product, rotate_vector, unit};

/// Joint of a body to its parent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Joint {
    pub(super) kind: JointKind,
    /// Anchor in the body's frame, meters.
    pub(super) anchor: [f64; 3],
    /// Unit axis of a slide or hinge in the body's frame.
    pub(super) axis: [f64; 3],
    /// Coordinate at which the body has the pose of the model, meters or radians.
    pub(super) reference: f64,
    /// Index of the joint's first number in `qpos`.
    pub(super) start: usize,
    /// Name in the model; empty for an unnamed joint.
    pub(super) name: String,
    /// Pose of the body in the frame that a free joint moves; the identity unless aligned with the inertial frame.
    pub(super) aligned: Pose,
}

/// Kind of a joint, by the motions that it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointKind {
    Free,
    Ball,
    Slide,
    Hinge,
}

impl JointKind {
    /// Returns the number of coordinates in a `qpos`: 7 for a position and a quaternion, 4 for a quaternion, else 1.
    pub(super) fn width(self) -> usize {
        match self {
            Self::Free => 7,
            Self::Ball => 4,
            Self::Slide | Self::Hinge => 1,
        }
    }
}

/// Body of a model.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// Name with the prefixes and suffixes that it has in the whole model.
    pub(super) name: String,
    /// Index of the parent body; `None` for the world.
    pub(super) parent: Option<usize>,
    /// Pose in the frame of the parent.
    pub(super) pose: Pose,
    /// Indices of the body's joints.
    pub(super) joints: Range<usize>,
    /// Index of the topmost body to which this one is fixed; its own index if it can move.
    pub(super) weld: usize,
    /// Index among the mocap bodies; `None` for any other body.
    pub(super) mocap: Option<usize>,
    /// Suffix that replication added to the name; empty without replication.
    pub(super) suffix: String,
}

impl Link {
    /// Whether the body's name is `name` with the body's suffix, as replicas are named.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.name.strip_suffix(self.suffix.as_str()) == Some(name)
    }
}

/// Coordinates of joints and mocap bodies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State<'a> {
    /// Coordinates of all joints; `None` for the poses that the model states.
    pub(super) qpos: Option<&'a [f64]>,
    /// World poses of the first mocap bodies; the others keep the poses that the model states.
    pub(super) mocap: &'a [Pose],
}

impl Default for Link {
    fn default() -> Self {
        Self {
            name: String::from("world"),
            parent: None,
            pose: Pose::default(),
            joints: 0..0,
            weld: 0,
            mocap: None,
            suffix: String::new(),
        }
    }
}

/// Computes the pose of every body in the world by MuJoCo's forward kinematics; `links` has parents before children,
/// and the result has their order.
pub(super) fn forward(links: &[Link], joints: &[Joint], state: State<'_>) -> Vec<Pose> {
    let mut poses: Vec<Pose> = Vec::with_capacity(links.len());
    for link in links {
        let parent_pose = link.parent.and_then(|parent| poses.get(parent)).copied().unwrap_or_default();
        let mocap_pose = link.mocap.and_then(|mocap| state.mocap.get(mocap)).copied();
        let mut pose = mocap_pose.unwrap_or_else(|| parent_pose.then(link.pose));
        for joint in joints.get(link.joints.clone()).unwrap_or_default() {
            let range = joint.start..joint.start + joint.kind.width();
            if let Some(numbers) = state.qpos.and_then(|qpos| qpos.get(range)) {
                pose = joint.moved(pose, numbers);
            }
        }
        poses.push(pose);
    }
    poses
}

/// Returns the `qpos` at which every body has the pose that the model states.
pub(super) fn rest_qpos(links: &[Link], joints: &[Joint]) -> Vec<f64> {
    let poses = forward(links, joints, State::default());
    let mut qpos = Vec::new();
    for (link, pose) in links.iter().zip(poses) {
        for joint in joints.get(link.joints.clone()).unwrap_or_default() {
            match joint.kind {
                JointKind::Free => {
                    let Pose { position, rotation: [x, y, z, w] } = pose.then(joint.aligned.inverse());
                    qpos.extend(position.into_iter().chain([w, x, y, z]));
                }
                JointKind::Ball => qpos.extend([1.0, 0.0, 0.0, 0.0]),
                JointKind::Slide | JointKind::Hinge => qpos.push(joint.reference),
            }
        }
    }
    qpos
}

/// Whether the length of a quaternion in a `qpos` differs from 1 by more than [`UNIT_TOLERANCE`].
pub(super) fn is_off_unit(joints: &[Joint], qpos: &[f64]) -> bool {
    joints.iter().any(|joint| {
        let start = match joint.kind {
            JointKind::Free => joint.start + 3,
            JointKind::Ball => joint.start,
            JointKind::Slide | JointKind::Hinge => return false,
        };
        let quaternion = qpos.get(start..start + 4).unwrap_or_default();
        (quaternion.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs() > UNIT_TOLERANCE
    })
}

/// Whether a body or one of its ancestors has a joint, or is a mocap body.
pub(super) fn is_moved(links: &[Link], mut link: usize) -> bool {
    while let Some(body) = links.get(link) {
        if !body.joints.is_empty() || body.mocap.is_some() {
            return true;
        }
        let Some(parent) = body.parent else { return false };
        link = parent;
    }
    false
}

impl Joint {
    /// Returns the world pose of a body for the joint's coordinates in a `qpos`; `pose` is the world pose without this
    /// joint.
    fn moved(&self, pose: Pose, coordinates: &[f64]) -> Pose {
        match (self.kind, coordinates) {
            (JointKind::Free, [x, y, z, quaternion_w, quaternion_x, quaternion_y, quaternion_z]) => {
                let rotation = unit([*quaternion_x, *quaternion_y, *quaternion_z, *quaternion_w]);
                Pose { position: [*x, *y, *z], rotation }.then(self.aligned)
            }
            (JointKind::Slide, [coordinate]) => {
                let axis = rotate_vector(pose.rotation, self.axis);
                let offset = coordinate - self.reference;
                Pose {
                    position: [0, 1, 2].map(|component| pose.position[component] + axis[component] * offset),
                    ..pose
                }
            }
            (JointKind::Ball, [w, x, y, z]) => self.rotated_about_anchor(pose, unit([*x, *y, *z, *w])),
            (JointKind::Hinge, [angle]) => {
                self.rotated_about_anchor(pose, about(self.axis, angle - self.reference).unwrap_or(IDENTITY_ROTATION))
            }
            _ => pose,
        }
    }

    /// Rotates a world pose about the joint's anchor; `rotation` is a quaternion x, y, z, w in the body's frame.
    fn rotated_about_anchor(&self, pose: Pose, rotation: [f64; 4]) -> Pose {
        if rotation == IDENTITY_ROTATION {
            return pose;
        }
        let anchor = pose.point(self.anchor);
        let rotation = product(pose.rotation, rotation);
        let arm = rotate_vector(rotation, self.anchor);
        Pose { position: [0, 1, 2].map(|component| anchor[component] - arm[component]), rotation }
    }
}
