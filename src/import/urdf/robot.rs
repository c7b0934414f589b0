//! Forward kinematics of a robot (URDF): its links and joints, and the poses of its bodies for given joint values.

use contact_lens_scene::model::{Frame, FramePose};

use crate::pose::{IDENTITY_ROTATION, Pose, about, rotate_vector};

/// Motion of a joint's child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    /// Rotation about the axis, radians.
    Rotation,
    /// Translation along the axis, meters.
    Translation,
    /// Fixed, or not described by one number.
    Fixed,
}

impl Motion {
    /// Returns the motion of a joint with a `type` of URDF; other types, such as `floating`, count as fixed.
    pub(super) fn of_type(joint_type: &str) -> Self {
        match joint_type {
            "revolute" | "continuous" => Self::Rotation,
            "prismatic" => Self::Translation,
            _ => Self::Fixed,
        }
    }
}

/// Dependence of a joint on another joint: its value is `factor` times the other's, plus `offset`.
#[derive(Clone, Debug)]
pub(super) struct Mimic {
    /// Name of the other joint.
    pub(super) joint: String,
    pub(super) factor: f64,
    pub(super) offset: f64,
}

/// Joint of a robot.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub(super) name: String,
    pub(super) motion: Motion,
    /// Index of the parent link; 0 for the world.
    pub(super) parent: usize,
    /// Index of the child link.
    pub(super) child: usize,
    /// Pose in the frame of the parent.
    pub(super) origin: Pose,
    /// Axis of the motion in the joint's frame, of any length.
    pub(super) axis: [f64; 3],
    /// Dependence on another joint; `None` for a joint with a value of its own.
    pub(super) mimic: Option<Mimic>,
}

/// Body of the scene, and the link that carries it.
struct LinkBody {
    /// Name in the scene.
    name: String,
    /// Index of the link.
    link: usize,
    /// Pose in the frame of the link.
    local: Pose,
}

/// Joints of a robot and the bodies that they move.
pub(crate) struct Robot {
    joints: Vec<Joint>,
    /// Index of the joint whose child is each link; `None` for a link without a parent.
    parent_joint: Vec<Option<usize>>,
    /// Bodies of the scene that the links carry.
    bodies: Vec<LinkBody>,
}

/// Maximum length of a chain of joints that mimic each other; grippers have chains of one or two.
const MAX_MIMIC_CHAIN: usize = 8;

impl Robot {
    /// Creates a robot with this number of links, the world included.
    pub(super) fn new(links: usize) -> Self {
        Self { joints: Vec::new(), parent_joint: vec![None; links], bodies: Vec::new() }
    }

    /// Adds a joint; returns false if another joint has the same child.
    pub(super) fn add(&mut self, joint: Joint) -> bool {
        let child = joint.child;
        self.joints.push(joint);
        self.parent_joint[child].replace(self.joints.len() - 1).is_none()
    }

    /// Returns all joints in the order of the file.
    pub(super) fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// Adds a body of the scene that a link carries; `local` is its pose in the frame of the link.
    pub(super) fn place(&mut self, name: String, link: usize, local: Pose) {
        self.bodies.push(LinkBody { name, link, local });
    }

    /// Returns the names of the joints that have a value of their own, in the order of the file.
    pub(crate) fn columns(&self) -> Vec<&str> {
        self.joints.iter().filter(|joint| joint.has_own_value()).map(|joint| joint.name.as_str()).collect()
    }

    /// Returns the value of each joint, including those that mimic others, for a row of values in the order of
    /// [`Robot::columns`]; radians or meters.
    fn values(&self, row: &[f64]) -> Vec<f64> {
        let mut values = vec![0.0; self.joints.len()];
        let mut row_values = row.iter();
        for (value, joint) in values.iter_mut().zip(&self.joints) {
            if joint.has_own_value() {
                *value = row_values.next().copied().unwrap_or_default();
            }
        }
        // Each pass propagates values by one joint along a chain of mimicking joints.
        for _ in 0..MAX_MIMIC_CHAIN {
            for follower in 0..self.joints.len() {
                let Some(mimic) = &self.joints[follower].mimic else { continue };
                let leader = self.joints.iter().position(|joint| joint.name == mimic.joint);
                values[follower] = mimic.factor * leader.map_or(0.0, |leader| values[leader]) + mimic.offset;
            }
        }
        values
    }

    /// Returns the pose of every link in the world, for a row of values in the order of [`Robot::columns`]; `None` for
    /// a link in a cycle of joints. If all values are 0, all joints are at 0, whatever the offsets of mimicking ones.
    pub(super) fn poses(&self, row: &[f64]) -> Vec<Option<Pose>> {
        let are_zero = row.iter().all(|value| *value == 0.0);
        let values = if are_zero { vec![0.0; self.joints.len()] } else { self.values(row) };
        self.link_poses(&values)
    }

    /// Returns the pose of every link in the world, for the value of each joint; `None` for a link in a cycle of
    /// joints.
    fn link_poses(&self, values: &[f64]) -> Vec<Option<Pose>> {
        let mut poses: Vec<Option<Pose>> =
            self.parent_joint.iter().map(|parent_joint| parent_joint.is_none().then(Pose::default)).collect();
        for link in 0..poses.len() {
            // Joints of the chain of links without a pose, from this one upwards. In a cycle, the chain does not end.
            let mut chain = Vec::new();
            let mut ancestor = link;
            while poses[ancestor].is_none() && chain.len() <= poses.len() {
                let Some(joint) = self.parent_joint[ancestor] else { break };
                chain.push(joint);
                ancestor = self.joints[joint].parent;
            }
            let Some(mut pose) = poses[ancestor] else { continue };
            for joint in chain.into_iter().rev() {
                pose = self.joints[joint].moved(pose, values[joint]);
                poses[self.joints[joint].child] = Some(pose);
            }
        }
        poses
    }

    /// Whether a link or one of its ancestors moves by a joint.
    fn is_moved(&self, mut link: usize) -> bool {
        while let Some(joint) = self.parent_joint[link] {
            if self.joints[joint].motion != Motion::Fixed {
                return true;
            }
            link = self.joints[joint].parent;
        }
        false
    }

    /// Returns the world poses of the bodies that move, for a row of values in the order of [`Robot::columns`]; `time`
    /// is in seconds.
    ///
    /// # Errors
    /// Fails when the axis of a moving joint is zero.
    pub(crate) fn frame(&self, time: Option<f64>, row: &[f64]) -> Result<Frame, String> {
        let no_axis = self.joints.iter().find(|joint| joint.motion != Motion::Fixed && joint.axis == [0.0; 3]);
        if let Some(joint) = no_axis {
            return Err(format!("the axis of joint `{}` must not be zero", joint.name));
        }
        let link_poses = self.link_poses(&self.values(row));
        let mut poses = Vec::new();
        for body in self.bodies.iter().filter(|body| self.is_moved(body.link)) {
            let pose = link_poses[body.link].unwrap_or_default().then(body.local);
            poses.push(FramePose { body: body.name.clone(), position: pose.position, rotation: pose.rotation });
        }
        Ok(Frame { time, poses, gone: Vec::new() })
    }
}

impl Joint {
    /// Whether the joint moves by a value of its own, rather than being fixed or following another joint.
    fn has_own_value(&self) -> bool {
        self.motion != Motion::Fixed && self.mimic.is_none()
    }

    /// Returns the world pose of the child link, for that of the parent and the joint's value in radians or meters.
    fn moved(&self, parent: Pose, value: f64) -> Pose {
        let pose = parent.then(self.origin);
        // A value of 0 changes no bits, even where the axis is 0.
        if value == 0.0 {
            return pose;
        }
        match self.motion {
            Motion::Fixed => pose,
            Motion::Rotation => {
                let rotation = about(self.axis, value).unwrap_or(IDENTITY_ROTATION);
                pose.then(Pose { position: [0.0; 3], rotation })
            }
            Motion::Translation => {
                let length = self.axis.iter().map(|x| x * x).sum::<f64>().sqrt();
                let axis = rotate_vector(pose.rotation, self.axis.map(|x| x / length));
                let position = [0, 1, 2].map(|component| pose.position[component] + axis[component] * value);
                Pose { position, ..pose }
            }
        }
    }
}
