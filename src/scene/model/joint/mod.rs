//! Joints of a world: constraints between two bodies, or between a body and the world.
//!
//! A new joint is a variant of [`JointKind`], an arm of the list of fields (`fields.rs`) and a row of the table of
//! kinds (`kinds.rs`). Code outside reads fields and kinds, and names variants only in the conversion to the engine and
//! in the independent judge.

mod fields;
mod kinds;

use serde::{Deserialize, Serialize};

use super::is_default;
pub use fields::JointField;
pub use kinds::{JOINT_KINDS, JointRow};

/// Constraint between two bodies of a world, or between a body and the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Name, unique among the joints of the scene.
    pub name: String,
    /// Name of the first body; the world if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// Name of the second body, on which reported impulses act.
    pub b: String,
    /// Whether the two bodies also collide.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collide: bool,
    /// Constrained quantity and its parameters.
    #[serde(flatten)]
    pub kind: JointKind,
}

/// Quantity that a joint constrains. An anchor is a point in its body's own frame, or in the world frame if there is no
/// body `a`. If one of two anchors is absent, it is the same world point as the other in the scene's poses, except for
/// `distance`; if both are absent, both are (0, 0).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum JointKind {
    /// Holds the distance of two points: at `length` (a strut), or between the limits `lower` and `upper` (a rope).
    Distance {
        /// Point of the first body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Distance of the points, meters; as in the scene's poses if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 1e9), extend("exclusiveMinimum" = 0))]
        length: Option<f64>,
        /// Smallest distance of the points, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        lower: Option<f64>,
        /// Largest distance of the points, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        upper: Option<f64>,
        /// Frequency of the spring, Hz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Damping ratio of the spring; 1 (critical damping) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// Keeps two points together: a hinge.
    Point {
        /// Point of the first body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Frequency of the spring, Hz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Damping ratio of the spring; 1 (critical damping) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// Keeps a point of the second body on a line through a point of the first: a slider.
    Line {
        /// Point of the first body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Direction of the line in the first body's frame, any length but 0; (1, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        axis: Option<[f64; 2]>,
        /// Smallest coordinate of the point along the line, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        lower: Option<f64>,
        /// Largest coordinate of the point along the line, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        upper: Option<f64>,
        /// Frequency of the spring that holds the point to the line, Hz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Damping ratio of the spring; 1 (critical damping) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// Holds the angle of the second body relative to the first: at `angle`, or between the limits `lower` and `upper`.
    Angle {
        /// Relative angle, radians, counter-clockwise; as in the scene's poses if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        angle: Option<f64>,
        /// Smallest relative angle, radians.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        lower: Option<f64>,
        /// Largest relative angle, radians.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        upper: Option<f64>,
        /// Frequency of the spring, Hz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Damping ratio of the spring; 1 (critical damping) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// Rotates the second body relative to the first at `speed`, with limited torque.
    Motor {
        /// Relative angular velocity, rad/s, counter-clockwise.
        #[schemars(range(min = -1e9, max = 1e9))]
        speed: f64,
        /// Largest torque, N·m.
        #[schemars(range(min = 0.0, max = 1e9))]
        max_torque: f64,
    },
    /// Pulls a point of the second body to a point of the world by a spring, as dragging with the mouse does.
    Mouse {
        /// Point of the second body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Target point in the world, meters; with `track` that of the first frame.
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        target: [f64; 2],
        /// Largest force of the spring, N.
        #[schemars(range(min = 0.0, max = 1e9))]
        max_force: f64,
        /// Frequency of the spring, Hz; 5 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Damping ratio of the spring; 0.7 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
        /// First frame in which the spring pulls; 1 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        from: Option<u32>,
        /// Target points of the following frames, meters, one per frame; the spring lets go after the last. If absent
        /// the spring keeps pulling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(inner(range(min = -1e9, max = 1e9))))]
        track: Option<Vec<[f64; 2]>>,
    },
}

/// Spring that replaces a rigid constraint, as far as the file states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Frequency, Hz. If absent: 5 for a mouse joint, a rigid constraint for the others.
    pub frequency: Option<f64>,
    /// Damping ratio. If absent: 0.7 for a mouse joint, 1 (critical damping) for the others.
    pub damping_ratio: Option<f64>,
}

impl Joint {
    /// The names of the joint's bodies, each with the field that has it: `a`, if there is a first body, and `b`.
    pub fn bodies(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.a.as_deref().map(|a| ("a", a)).into_iter().chain(Some(("b", self.b.as_str())))
    }

    /// Renames a body of the joint.
    pub fn rename(&mut self, old: &str, new: &str) {
        let names = self.a.as_mut().into_iter().chain(Some(&mut self.b));
        names.filter(|name| *name == old).for_each(|name| new.clone_into(name));
    }
}

impl JointKind {
    /// The spring of the joint; `None` for a joint that cannot have one.
    pub fn spring(&self) -> Option<Spring> {
        for field in self.fields() {
            if let JointField::Spring { frequency, damping_ratio } | JointField::Pull { frequency, damping_ratio, .. } =
                field
            {
                return Some(Spring { frequency: *frequency, damping_ratio: *damping_ratio });
            }
        }
        None
    }

    /// Lower and upper limit, meters or radians; `None` for an absent one.
    pub fn limits(&self) -> [Option<f64>; 2] {
        for field in self.fields() {
            if let JointField::Limits { lower, upper, .. } = field {
                return [*lower, *upper];
            }
        }
        [None, None]
    }

    /// Whether the joint acts between two bodies; false for a joint that pulls a body to a point of the world.
    pub fn has_first_body(&self) -> bool {
        !self.fields().iter().any(|field| matches!(field, JointField::Pull { .. }))
    }

    /// Target of a mouse joint in the solve that leads to a frame (frame 0 counts as frame 1), meters, world frame.
    /// `None` in frames in which the joint does not pull, and for other kinds.
    pub fn target(&self, frame: usize) -> Option<[f64; 2]> {
        let Self::Mouse { target, from, track, .. } = self else { return None };
        let first_frame = from.unwrap_or(1) as usize;
        let frames_since_first = frame.max(1).checked_sub(first_frame)?;
        match track {
            // The first frame has `target`, the following ones the items of the track.
            Some(track) if frames_since_first > 0 => track.get(frames_since_first - 1).copied(),
            _ => Some(*target),
        }
    }

    /// Anchors on the first and the second body, meters: `None` for a kind without such an anchor, `Some(None)` for one
    /// that the file does not state.
    pub fn anchors(&self) -> [Option<Option<[f64; 2]>>; 2] {
        let mut anchors = [None, None];
        for field in self.fields() {
            if let JointField::AnchorA(anchor) = field {
                anchors[0] = Some(*anchor);
            } else if let JointField::AnchorB(anchor) = field {
                anchors[1] = Some(*anchor);
            }
        }
        anchors
    }
}

/// Schema of a joint: that of its kind, with name and bodies in each variant. A mouse joint has no first body.
impl schemars::JsonSchema for Joint {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Joint".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = JointKind::json_schema(generator);
        let variants = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut);
        for variant in variants.into_iter().flatten() {
            let is_mouse = variant["properties"]["type"]["const"] == "mouse";
            variant["properties"]["name"] = name_schema("Name, unique among the joints of the scene.");
            variant["properties"]["b"] = name_schema("Name of the second body, on which reported impulses act.");
            if !is_mouse {
                let mut a = name_schema("Name of the first body; the world if absent.");
                a["type"] = serde_json::json!(["string", "null"]);
                variant["properties"]["a"] = a;
            }
            variant["properties"]["collide"] = serde_json::json!({
                "description": "Whether the two bodies also collide.",
                "type": "boolean",
                "default": false,
            });
            if let Some(required) = variant["required"].as_array_mut() {
                required.extend(["name", "b"].map(serde_json::Value::from));
            }
        }
        schema
    }
}

/// Schema of a field that holds a name.
fn name_schema(description: &str) -> serde_json::Value {
    serde_json::json!({ "description": description, "type": "string", "minLength": 1, "maxLength": 200 })
}
