//! What a world has beside shapes and places: how bodies move and what they weigh, and the joints between them.

use serde::{Deserialize, Serialize};

use contact_lens_engine::option_row as row;

use super::is_default;
use crate::ask::{Dimension, Field, LARGEST, Motion, Options, Range, Unit, Value};

/// Why a body that stands has none of what moves it.
pub(in crate::scene) const UNMOVED: &str = "means nothing to a static body: it does not move";

/// How a body of a world moves, what it weighs and what acts on it. For dimension 2.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "what a field is stands in its row")]
pub struct Dynamics {
    pub motion: Motion,
    pub mass: Option<f64>,
    pub density: Option<f64>,
    pub inertia: Option<f64>,
    pub angular_velocity: Option<f64>,
    pub force: Option<[f64; 2]>,
    pub torque: Option<f64>,
    pub friction: Option<f64>,
    pub restitution: Option<f64>,
}

contact_lens_engine::options_in_files!(Dynamics);

/// Numbers of a world.
const ANY: Range = Range { least: -LARGEST, ..Range::ANY.up_to(LARGEST) };
const SIZE: Range = Range::SIZE.up_to(LARGEST);
const POSITIVE: Range = Range::POSITIVE.up_to(LARGEST);

fn unmoved(it: &Dynamics, _: Dimension) -> Option<&'static str> {
    (it.motion == Motion::Static).then_some(UNMOVED)
}

fn weighed(it: &Dynamics, _: Dimension) -> Option<&'static str> {
    it.mass.and(Some("means nothing beside `mass`: both say how heavy it is"))
}

impl Options for Dynamics {
    const FIELDS: &'static [Field<Self>] = &[
        row!(
            motion,
            "Motion",
            "Whether the body stands, moves at its velocity whatever it meets, or obeys forces and impulses."
        ),
        row!(mass, "Mass", "How heavy it is.").unit(Unit::KILOGRAMS).number(POSITIVE, 1.0),
        row!(density, "Density", "In place of a mass; 1 where neither is given.")
            .unit(Unit::KILOGRAMS_A_SQUARE_METER)
            .number(POSITIVE, 1.0)
            .unless(weighed),
        row!(inertia, "Inertia", "About the center of mass; that of the shape, filled evenly, if absent.")
            .unit(Unit::KILOGRAM_SQUARE_METERS)
            .number(POSITIVE, 1.0),
        row!(angular_velocity, "Spin", "How fast it turns counter-clockwise.")
            .unit(Unit::RADIANS_A_SECOND)
            .number(ANY, 0.0)
            .default(Value::Number(0.0))
            .unless(unmoved),
        row!(force, "Force", "Acts on the center of mass all the time, world frame.")
            .unit(Unit::NEWTONS)
            .number(ANY, 0.0)
            .unless(unmoved),
        row!(torque, "Torque", "Acts all the time, counter-clockwise.")
            .unit(Unit::NEWTON_METERS)
            .number(ANY, 0.0)
            .default(Value::Number(0.0))
            .unless(unmoved),
        row!(
            friction,
            "Friction",
            "Coefficient of friction, 0.6 if absent; a pair has the square root of the product of both."
        )
        .number(SIZE, 0.6)
        .default(Value::Number(0.6)),
        row!(
            restitution,
            "Restitution",
            "Share of the speed of approach that is left after a bounce, 0 if absent; a pair has the larger one."
        )
        .number(Range::SHARE, 0.0)
        .default(Value::Number(0.0)),
    ];
}

/// What holds two bodies of a world together, or one to the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joint {
    /// Unique among the joints of the scene.
    pub name: String,
    /// The first body; the world if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    /// The second body, on which impulses act as they are reported.
    pub b: String,
    /// Whether the two bodies touch each other all the same.
    #[serde(default, skip_serializing_if = "is_default")]
    pub collide: bool,
    /// What it holds.
    #[serde(flatten)]
    pub kind: JointKind,
}

/// What a joint holds. An anchor is a point of a body in the body's own frame, in the world's where there is no body `a`; where
/// one of two is given, the other is the same point as placed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum JointKind {
    /// Two points are as far apart as `length` says; with `lower` or `upper` in its place at least or at most that far (a strut, a
    /// rope).
    Distance {
        /// Point of the first body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Meters; as placed if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 1e9), extend("exclusiveMinimum" = 0))]
        length: Option<f64>,
        /// Smallest distance, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        lower: Option<f64>,
        /// Largest distance, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        upper: Option<f64>,
        /// Of the spring that the joint is then, hertz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Of that spring, 1 if absent: it comes to rest without swinging.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// Two points are one: a hinge.
    Point {
        /// Point of the first body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Of the spring that the joint is then, hertz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Of that spring, 1 if absent: it comes to rest without swinging.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// A point of the second body stays on a line through one of the first: a slider.
    Line {
        /// Point of the first body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_a: Option<[f64; 2]>,
        /// Point of the second body, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Along the line, in the first body's frame, any length but 0; (1, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        axis: Option<[f64; 2]>,
        /// How far back the point may slide, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        lower: Option<f64>,
        /// How far forth the point may slide, meters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        upper: Option<f64>,
        /// Of the spring that holds the point to the line then, hertz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Of that spring, 1 if absent: it comes to rest without swinging.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// The second body is turned against the first by `angle`; with `lower` or `upper` in its place at least or at most that far.
    Angle {
        /// Radians, counter-clockwise; as placed if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        angle: Option<f64>,
        /// Smallest angle, radians.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        lower: Option<f64>,
        /// Largest angle, radians.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = -1e9, max = 1e9))]
        upper: Option<f64>,
        /// Of the spring that the joint is then, hertz; rigid if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Of that spring, 1 if absent: it comes to rest without swinging.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
    },
    /// The second body turns against the first at `speed`, as far as the torque is enough.
    Motor {
        /// Radians a second, counter-clockwise.
        #[schemars(range(min = -1e9, max = 1e9))]
        speed: f64,
        /// Newton meters.
        #[schemars(range(min = 0.0, max = 1e9))]
        max_torque: f64,
    },
    /// A point of the second body is pulled to a place of the world by a spring, as a hand does.
    Mouse {
        /// Point of the second body, meters; (0, 0) if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        anchor_b: Option<[f64; 2]>,
        /// Place in the world, meters; where `track` moves it, that of the first frame.
        #[schemars(inner(range(min = -1e9, max = 1e9)))]
        target: [f64; 2],
        /// Newtons.
        #[schemars(range(min = 0.0, max = 1e9))]
        max_force: f64,
        /// Of the spring, hertz; 5 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        frequency: Option<f64>,
        /// Of the spring, 0.7 if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0.0, max = 1e9))]
        damping_ratio: Option<f64>,
        /// The first frame that it pulls towards; 1 if absent, from the start on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        from: Option<u32>,
        /// Targets of the frames after the first, one a frame, as a hand moved; then it lets go. If absent it holds on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(inner(range(min = -1e9, max = 1e9))))]
        track: Option<Vec<[f64; 2]>>,
    },
}

impl Joint {
    /// The bodies that it holds, with the fields that name them.
    pub fn bodies(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.a.as_deref().map(|a| ("a", a)).into_iter().chain(Some(("b", self.b.as_str())))
    }

    /// Follows a body to its new name.
    pub fn rename(&mut self, old: &str, new: &str) {
        let names = self.a.as_mut().into_iter().chain(Some(&mut self.b));
        names.filter(|name| *name == old).for_each(|name| new.clone_into(name));
    }
}

impl JointKind {
    /// As files name it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Distance { .. } => "distance",
            Self::Point { .. } => "point",
            Self::Line { .. } => "line",
            Self::Angle { .. } => "angle",
            Self::Motor { .. } => "motor",
            Self::Mouse { .. } => "mouse",
        }
    }

    /// Frequency and damping ratio, where it may be soft.
    pub fn softness(&self) -> Option<(Option<f64>, Option<f64>)> {
        match self {
            Self::Distance { frequency, damping_ratio, .. }
            | Self::Point { frequency, damping_ratio, .. }
            | Self::Line { frequency, damping_ratio, .. }
            | Self::Angle { frequency, damping_ratio, .. }
            | Self::Mouse { frequency, damping_ratio, .. } => Some((*frequency, *damping_ratio)),
            Self::Motor { .. } => None,
        }
    }

    /// Lower and upper limit, where it may have them.
    pub fn limits(&self) -> [Option<f64>; 2] {
        match self {
            Self::Distance { lower, upper, .. }
            | Self::Line { lower, upper, .. }
            | Self::Angle { lower, upper, .. } => [*lower, *upper],
            Self::Point { .. } | Self::Motor { .. } | Self::Mouse { .. } => [None, None],
        }
    }

    /// Where a hand pulls in the solves that lead to a frame, at the start as in the first; `None` while it is off, and of every
    /// other kind.
    pub fn target(&self, frame: usize) -> Option<[f64; 2]> {
        let Self::Mouse { target, from, track, .. } = self else { return None };
        let since = frame.max(1).checked_sub(from.unwrap_or(1) as usize)?;
        match track {
            Some(track) if since > 0 => track.get(since - 1).copied(),
            _ => Some(*target),
        }
    }

    /// The anchors as the file has them; `None` for a kind that has no such point.
    pub fn anchors(&self) -> [Option<Option<[f64; 2]>>; 2] {
        match self {
            Self::Distance { anchor_a, anchor_b, .. }
            | Self::Point { anchor_a, anchor_b, .. }
            | Self::Line { anchor_a, anchor_b, .. } => [Some(*anchor_a), Some(*anchor_b)],
            Self::Mouse { anchor_b, .. } => [None, Some(*anchor_b)],
            Self::Angle { .. } | Self::Motor { .. } => [None, None],
        }
    }
}

/// The schema of a joint is that of what it holds, with name and bodies in each variant. A hand pulls towards a place of the
/// world: it has no first body.
impl schemars::JsonSchema for Joint {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Joint".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = JointKind::json_schema(generator);
        let variants = schema.get_mut("oneOf").and_then(serde_json::Value::as_array_mut);
        let text = |about: &str| serde_json::json!({ "description": about, "type": "string", "minLength": 1, "maxLength": 200 });
        for variant in variants.into_iter().flatten() {
            let pulls = variant["properties"]["type"]["const"] == "mouse";
            variant["properties"]["name"] = text("Unique among the joints of the scene.");
            variant["properties"]["b"] = text("The second body, on which impulses act as they are reported.");
            if !pulls {
                let mut a = text("The first body; the world if absent.");
                a["type"] = serde_json::json!(["string", "null"]);
                variant["properties"]["a"] = a;
            }
            variant["properties"]["collide"] = serde_json::json!({
                "description": "Whether the two bodies touch each other all the same.",
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
