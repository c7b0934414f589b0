//! Kinds of joints: one row per variant of [`JointKind`], with its name and its default joint.

use super::JointKind;

/// Row of the table of kinds of joints.
#[derive(Clone, Copy, Debug)]
pub struct JointRow {
    /// Name in files and for people.
    pub name: &'static str,
    /// Creates the joint that the user gets with this kind, anchored at the second body's origin; a distance joint is a
    /// rope of one meter. Other optional fields are absent.
    pub default: fn() -> JointKind,
}

/// Default anchor on the second body, its frame, meters.
const ORIGIN: Option<[f64; 2]> = Some([0.0; 2]);

const DISTANCE: JointRow = JointRow {
    name: "distance",
    default: || JointKind::Distance {
        anchor_a: None,
        anchor_b: ORIGIN,
        length: None,
        lower: None,
        upper: Some(1.0),
        frequency: None,
        damping_ratio: None,
    },
};

const POINT: JointRow = JointRow {
    name: "point",
    default: || JointKind::Point { anchor_a: None, anchor_b: ORIGIN, frequency: None, damping_ratio: None },
};

const LINE: JointRow = JointRow {
    name: "line",
    default: || JointKind::Line {
        anchor_a: None,
        anchor_b: ORIGIN,
        axis: None,
        lower: None,
        upper: None,
        frequency: None,
        damping_ratio: None,
    },
};

const ANGLE: JointRow = JointRow {
    name: "angle",
    default: || JointKind::Angle { angle: None, lower: None, upper: None, frequency: None, damping_ratio: None },
};

const MOTOR: JointRow = JointRow { name: "motor", default: || JointKind::Motor { speed: 1.0, max_torque: 10.0 } };

const MOUSE: JointRow = JointRow {
    name: "mouse",
    default: || JointKind::Mouse {
        anchor_b: ORIGIN,
        target: [0.0; 2],
        max_force: 100.0,
        frequency: None,
        damping_ratio: None,
        from: None,
        track: None,
    },
};

/// Kinds of joints in the order of menus.
pub const JOINT_KINDS: [&JointRow; 6] = [&DISTANCE, &POINT, &LINE, &ANGLE, &MOTOR, &MOUSE];

impl JointKind {
    /// Row of the joint's kind.
    fn row(&self) -> &'static JointRow {
        match self {
            Self::Distance { .. } => &DISTANCE,
            Self::Point { .. } => &POINT,
            Self::Line { .. } => &LINE,
            Self::Angle { .. } => &ANGLE,
            Self::Motor { .. } => &MOTOR,
            Self::Mouse { .. } => &MOUSE,
        }
    }

    /// Name of the kind in files.
    pub fn name(&self) -> &'static str {
        self.row().name
    }
}
