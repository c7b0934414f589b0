//! Fields of joints as data: each variant of [`JointKind`] lists its fields once, for the rules, the panel and all else
//! that treats a field in the same way in every kind of joint.

use super::super::access::{Access, Exclusive, Shared};
use super::JointKind;

/// Field of a joint by the quantity that it is, or fields that are drawn and checked together. Lengths in meters,
/// angles in radians.
pub enum JointField<'a, A: Access> {
    /// Point of the first body.
    AnchorA(A::Ref<'a, Option<[f64; 2]>>),
    /// Point of the second body.
    AnchorB(A::Ref<'a, Option<[f64; 2]>>),
    /// Fixed distance of the anchors, which limits replace.
    Length(A::Ref<'a, Option<f64>>),
    /// Fixed relative angle, counter-clockwise, which limits replace.
    Angle(A::Ref<'a, Option<f64>>),
    /// Direction in the first body's frame, any length but 0.
    Axis(A::Ref<'a, Option<[f64; 2]>>),
    /// Limits of the constrained quantity.
    Limits {
        /// Smallest value; unlimited if absent.
        lower: A::Ref<'a, Option<f64>>,
        /// Largest value; unlimited if absent.
        upper: A::Ref<'a, Option<f64>>,
        /// Whether the quantity is a distance, which cannot be negative.
        is_distance: bool,
    },
    /// Spring that replaces a rigid constraint.
    Spring {
        /// Frequency, Hz; rigid if absent.
        frequency: A::Ref<'a, Option<f64>>,
        /// Damping ratio; 1 if absent.
        damping_ratio: A::Ref<'a, Option<f64>>,
    },
    /// Spring that pulls to a point of the world during a range of frames.
    Pull {
        /// Frequency, Hz; 5 if absent.
        frequency: A::Ref<'a, Option<f64>>,
        /// Damping ratio; 0.7 if absent.
        damping_ratio: A::Ref<'a, Option<f64>>,
        /// First frame; 1 if absent.
        from: A::Ref<'a, Option<u32>>,
        /// Target points of the frames after the first one.
        track: A::Ref<'a, Option<Vec<[f64; 2]>>>,
    },
    /// Relative angular velocity, rad/s, counter-clockwise.
    Speed(A::Ref<'a, f64>),
    /// Largest torque, N·m.
    MaxTorque(A::Ref<'a, f64>),
    /// Point of the world to which a body is pulled in the first frame.
    Target(A::Ref<'a, [f64; 2]>),
    /// Largest force of a spring, N.
    MaxForce(A::Ref<'a, f64>),
}

/// Lists the fields of a kind of joint, the same list for fields that are read and for fields that can be changed.
macro_rules! list_fields {
    ($kind:expr, $access:ty) => {{
        type Field<'a> = JointField<'a, $access>;
        match $kind {
            JointKind::Distance { anchor_a, anchor_b, length, lower, upper, frequency, damping_ratio } => vec![
                Field::AnchorA(anchor_a),
                Field::AnchorB(anchor_b),
                Field::Length(length),
                Field::Limits { lower, upper, is_distance: true },
                Field::Spring { frequency, damping_ratio },
            ],
            JointKind::Point { anchor_a, anchor_b, frequency, damping_ratio } => {
                vec![Field::AnchorA(anchor_a), Field::AnchorB(anchor_b), Field::Spring { frequency, damping_ratio }]
            }
            JointKind::Line { anchor_a, anchor_b, axis, lower, upper, frequency, damping_ratio } => vec![
                Field::AnchorA(anchor_a),
                Field::AnchorB(anchor_b),
                Field::Axis(axis),
                Field::Limits { lower, upper, is_distance: false },
                Field::Spring { frequency, damping_ratio },
            ],
            JointKind::Angle { angle, lower, upper, frequency, damping_ratio } => vec![
                Field::Angle(angle),
                Field::Limits { lower, upper, is_distance: false },
                Field::Spring { frequency, damping_ratio },
            ],
            JointKind::Motor { speed, max_torque } => vec![Field::Speed(speed), Field::MaxTorque(max_torque)],
            JointKind::Mouse { anchor_b, target, max_force, frequency, damping_ratio, from, track } => vec![
                Field::AnchorB(anchor_b),
                Field::Target(target),
                Field::MaxForce(max_force),
                Field::Pull { frequency, damping_ratio, from, track },
            ],
        }
    }};
}

impl JointKind {
    /// The fields of the joint, in the order of the panel.
    pub fn fields(&self) -> Vec<JointField<'_, Shared>> {
        list_fields!(self, Shared)
    }

    /// The fields of the joint, in the order of the panel, to change them.
    pub fn fields_mut(&mut self) -> Vec<JointField<'_, Exclusive>> {
        list_fields!(self, Exclusive)
    }
}
