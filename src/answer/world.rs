//! What a world has come to in a frame: bodies, contacts, joints, energy and momentum. SI units, world frame, radians; angles
//! counter-clockwise and not wrapped.

use std::sync::Arc;

use glam::DVec2;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::float::floats;
use super::number::WITHIN_ROUNDING;
use super::{Fact, Float, Found, Shown, Standing, number};

/// A world in one frame. Bodies and joints are numbers: places in the lists of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldFinding {
    /// What people call the bodies.
    pub names: Arc<[String]>,
    /// What people call the joints.
    pub joint_names: Arc<[String]>,
    /// From 0, the start.
    pub frame: usize,
    /// Seconds since the start.
    pub time: f64,
    /// All bodies, in the order of the scene.
    pub bodies: Vec<BodyState>,
    /// Those of the last solve that led here, by a, b and id; none at the start.
    pub contacts: Vec<ContactState>,
    /// All joints, in the order of the scene.
    pub joints: Vec<JointState>,
    /// Of all dynamic bodies, joules: `Σ ½ (m v² + I ω²)`.
    pub kinetic: f64,
    /// Of all dynamic bodies, joules: `−Σ m g · c`.
    pub potential: f64,
    /// Of all dynamic bodies, newton seconds.
    pub linear: DVec2,
    /// The same about the world's origin, newton meter seconds.
    pub angular: f64,
    /// Where it broke down, if it did before this frame or in it; then all else is the last frame that is known.
    pub diverged: Option<Diverged>,
}

/// A run that broke down: a dynamic body's state is not finite, or it is faster than 1e6 m/s or rad/s; or there were more rows than
/// are solved at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverged {
    /// In which frame.
    pub frame: usize,
    /// The first such body; none where there were too many rows.
    pub body: Option<u32>,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BodyState {
    /// Of its origin, meters.
    #[serde(serialize_with = "floats")]
    pub position: DVec2,
    /// Radians.
    #[serde(serialize_with = "floats")]
    pub angle: f64,
    /// Of its center of mass, meters a second.
    #[serde(serialize_with = "floats")]
    pub velocity: DVec2,
    /// Radians a second.
    #[serde(serialize_with = "floats")]
    pub angular_velocity: f64,
}

/// Two bodies that touch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactState {
    /// The body that stands first in the scene.
    #[serde(skip)]
    pub a: u32,
    /// The other.
    #[serde(skip)]
    pub b: u32,
    /// Unit vector from a to b.
    #[serde(serialize_with = "floats")]
    pub normal: DVec2,
    /// Coefficient of friction of the pair.
    #[serde(serialize_with = "floats")]
    pub friction: f64,
    /// Where they touch, by id.
    pub points: Vec<PointState>,
}

/// A point where two bodies touch, at the poses before the solve moved them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointState {
    /// Meters.
    #[serde(serialize_with = "floats")]
    pub position: DVec2,
    /// Meters; positive where they overlap.
    #[serde(serialize_with = "floats")]
    pub depth: f64,
    /// The edges that made it; the same from frame to frame.
    pub id: String,
    /// Along the normal on b, of that one solve, newton seconds; ≥ 0.
    #[serde(serialize_with = "floats")]
    pub normal_impulse: f64,
    /// Along the normal turned by a quarter, counter-clockwise.
    #[serde(serialize_with = "floats")]
    pub tangent_impulse: f64,
}

/// What a joint does, a number a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JointState {
    /// `C` at these poses; a motor's `Ċ` at these velocities.
    #[serde(serialize_with = "floats")]
    pub error: Vec<f64>,
    /// On b, of the last solve, newton seconds or newton meter seconds.
    #[serde(serialize_with = "floats")]
    pub impulse: Vec<f64>,
    /// How many of its last rows are limits: these are wrong below 0 alone.
    #[serde(skip)]
    pub limits: usize,
}

/// Bodies and joints with their names. Of a frame that is not there nothing can be told.
impl Serialize for WorldFinding {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut form = to.serialize_map(None)?;
        if self.diverged.is_some() {
            return form.end();
        }
        form.serialize_entry("frame", &self.frame)?;
        form.serialize_entry("time", &Float(self.time))?;
        form.serialize_entry("bodies", &named(&self.names, &self.bodies))?;
        let contacts =
            self.contacts.iter().map(|state| Touching { a: self.name(state.a), b: self.name(state.b), state });
        form.serialize_entry("contacts", &contacts.collect::<Vec<_>>())?;
        form.serialize_entry("joints", &named(&self.joint_names, &self.joints))?;
        form.serialize_entry("energy", &Energy { kinetic: Float(self.kinetic), potential: Float(self.potential) })?;
        form.serialize_entry("momentum", &Momentum { linear: Float(self.linear), angular: Float(self.angular) })?;
        form.end()
    }
}

/// What has a name, and its state.
#[derive(Serialize)]
struct Named<'a, T> {
    name: &'a str,
    #[serde(flatten)]
    state: &'a T,
}

fn named<'a, T>(names: &'a [String], states: &'a [T]) -> Vec<Named<'a, T>> {
    names.iter().zip(states).map(|(name, state)| Named { name, state }).collect()
}

/// Two bodies that touch, by name.
#[derive(Serialize)]
struct Touching<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    state: &'a ContactState,
}

#[derive(Serialize)]
struct Energy {
    kinetic: Float,
    potential: Float,
}

#[derive(Serialize)]
struct Momentum {
    linear: Float<DVec2>,
    angular: Float,
}

impl WorldFinding {
    /// What people call a body.
    pub fn name(&self, body: u32) -> &str {
        self.names.get(body as usize).map_or("", String::as_str)
    }

    /// Kinetic and potential energy, joules.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Whether no overlap is deeper than rounding.
    pub fn only_touches(&self) -> bool {
        self.deepest().is_none_or(|depth| depth < ROUNDING)
    }

    /// Whether no body moves faster than rounding does.
    fn is_still(&self) -> bool {
        let moves = |body: &BodyState| body.velocity.length() > ROUNDING || body.angular_velocity.abs() > ROUNDING;
        !self.bodies.iter().any(moves)
    }

    /// The energy in words: of bodies that move no faster than rounding does, and weigh nothing, it is 0.
    pub fn energy_in_words(&self) -> String {
        if self.energy() != 0.0 && self.potential == 0.0 && self.is_still() {
            String::from(WITHIN_ROUNDING)
        } else {
            format!("{} J", number::number(self.energy()).text)
        }
    }

    /// All points where bodies touch.
    pub fn points(&self) -> impl Iterator<Item = &PointState> {
        self.contacts.iter().flat_map(|contact| &contact.points)
    }

    /// The deepest overlap, meters; `None` where no point is.
    pub fn deepest(&self) -> Option<f64> {
        self.points().map(|point| point.depth).reduce(f64::max)
    }

    /// The largest error of a row of a joint, without its sign; `None` where no joint is.
    pub fn worst_error(&self) -> Option<f64> {
        self.joints.iter().flat_map(JointState::wrong).reduce(f64::max)
    }

    /// What all contacts do to a body in the last solve, newton seconds.
    pub fn contact_impulse(&self, body: u32) -> DVec2 {
        let sign = |contact: &ContactState| f64::from(contact.b == body) - f64::from(contact.a == body);
        self.contacts.iter().map(|contact| contact.impulse() * sign(contact)).sum()
    }
}

/// A depth below this is rounding, meters, and so is a speed, meters or radians a second.
const ROUNDING: f64 = 1e-12;

impl Found for WorldFinding {
    fn status(&self) -> &'static str {
        match self.diverged {
            None => "completed",
            Some(Diverged { body: Some(_), .. }) => "diverged",
            Some(_) => "too large",
        }
    }

    fn standing(&self) -> Standing {
        if self.diverged.is_some() { Standing::Open } else { Standing::Proven }
    }

    fn facts(&self) -> Vec<Fact> {
        let count = |name, count: usize| Fact::new(name, number::count(count));
        if let Some(Diverged { frame, body }) = self.diverged {
            let body = body.map(|body| Fact::new("body", self.name(body).to_owned()));
            return std::iter::once(count("broke down in frame", frame)).chain(body).collect();
        }
        // What is left of a motion that has ended is rounding.
        let of = |name, value: f64, unit, is_rounding: bool| match is_rounding && value != 0.0 {
            true => Fact {
                value: Shown { text: WITHIN_ROUNDING.into(), ..number::number(value) },
                ..Fact::of(name, value, unit)
            },
            false => Fact::of(name, value, unit),
        };
        let still = self.is_still();
        let mut facts = vec![
            of("energy", self.energy(), "J", still && self.potential == 0.0),
            of("kinetic", self.kinetic, "J", still),
            Fact::of("potential", self.potential, "J"),
            count("contacts", self.points().count()),
        ];
        facts.extend(self.deepest().map(|depth| {
            let shown = number::length(depth);
            let is_none = depth != 0.0 && depth.abs() < ROUNDING;
            let text = if is_none { String::from(WITHIN_ROUNDING) } else { shown.text.clone() };
            Fact::length("deepest", Shown { text, ..shown })
        }));
        facts.extend(self.worst_error().map(|error| of("joint error", error, "m or rad", error < ROUNDING)));
        facts.push(Fact::of("time", self.time, "s"));
        // Beside the other component.
        let is_none = |part: f64| part.abs() <= ROUNDING * self.linear.length();
        facts.push(of("momentum x", self.linear.x, "N s", still || is_none(self.linear.x)));
        facts.push(of("momentum y", self.linear.y, "N s", still || is_none(self.linear.y)));
        facts.push(of("about origin", self.angular, "N m s", still));
        facts
    }
}

impl JointState {
    /// By how much each row is wrong, without a sign.
    pub fn wrong(&self) -> impl Iterator<Item = f64> {
        let equalities = self.error.len().saturating_sub(self.limits);
        let wrong = move |(row, error): (usize, &f64)| if row < equalities { error.abs() } else { (-error).max(0.0) };
        self.error.iter().enumerate().map(wrong)
    }
}

impl ContactState {
    /// On b, newton seconds.
    pub fn impulse(&self) -> DVec2 {
        let on = |point: &PointState| self.normal * point.normal_impulse + self.normal.perp() * point.tangent_impulse;
        self.points.iter().map(on).sum()
    }
}
