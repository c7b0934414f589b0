//! Finding of a simulation: the state of the world in one frame, with its bodies, contacts, joints, energy and
//! momentum. SI units, world frame; angles in radians, counter-clockwise, not wrapped.

use std::sync::Arc;

use glam::DVec2;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::float::floats;
use super::number::WITHIN_ROUNDING;
use super::{Fact, FindingFacts, Float, ProofExtent, Shown, number};

/// Depth (meters), speed (m/s, rad/s) and joint error below which a number is rounding error; for a component of the
/// momentum, its size relative to the length of the vector.
const ROUNDING: f64 = 1e-12;

/// World in one frame. Bodies and joints are indices into the lists of names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorldFinding {
    /// Names of the bodies.
    pub names: Arc<[String]>,
    /// Names of the joints.
    pub joint_names: Arc<[String]>,
    /// Frame number; 0 is the start.
    pub frame: usize,
    /// Seconds since the start.
    pub time: f64,
    /// States of all bodies, in the order of the scene.
    pub bodies: Vec<BodyState>,
    /// Contacts of the last solve before this frame, sorted by a and b; empty at the start.
    pub contacts: Vec<ContactState>,
    /// States of all joints, in the order of the scene.
    pub joints: Vec<JointState>,
    /// Kinetic energy of all dynamic bodies, joules: `Σ ½ (m v² + I ω²)`.
    pub kinetic: f64,
    /// Potential energy of all dynamic bodies, joules: `−Σ m g · c`.
    pub potential: f64,
    /// Linear momentum of all dynamic bodies, newton seconds.
    pub linear: DVec2,
    /// Angular momentum of all dynamic bodies about the world's origin, newton meter seconds.
    pub angular: f64,
    /// First failure of the run, in this frame or before; all other fields then describe the last valid frame.
    pub diverged: Option<Diverged>,
}

/// Failure of a run: the state of a dynamic body is not finite, a body is faster than 1e6 m/s or 1e6 rad/s, or there
/// are more constraint rows than one solve admits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverged {
    /// Frame of the failure.
    pub frame: usize,
    /// First body that failed; `None` when there were too many rows.
    pub body: Option<u32>,
}

/// Pose and velocity of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BodyState {
    /// Position of the body's origin, meters.
    #[serde(serialize_with = "floats")]
    pub position: DVec2,
    /// Rotation angle of the body, radians.
    #[serde(serialize_with = "floats")]
    pub angle: f64,
    /// Velocity of the center of mass, m/s.
    #[serde(serialize_with = "floats")]
    pub velocity: DVec2,
    /// Angular velocity, rad/s.
    #[serde(serialize_with = "floats")]
    pub angular_velocity: f64,
}

/// Contact of two bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactState {
    /// Body that comes first in the scene.
    #[serde(skip)]
    pub a: u32,
    /// Body that comes second in the scene.
    #[serde(skip)]
    pub b: u32,
    /// Contact normal, a unit vector from a to b.
    #[serde(serialize_with = "floats")]
    pub normal: DVec2,
    /// Coefficient of friction of the pair.
    #[serde(serialize_with = "floats")]
    pub friction: f64,
    /// Contact points, sorted by id.
    pub points: Vec<PointState>,
}

/// Contact point, at the poses before the solve moved the bodies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PointState {
    /// Position of the point, meters.
    #[serde(serialize_with = "floats")]
    pub position: DVec2,
    /// Penetration depth, meters; positive in overlap.
    #[serde(serialize_with = "floats")]
    pub depth: f64,
    /// Name of the pair of edges that makes the point; stable over frames.
    pub id: String,
    /// Impulse on b along the normal, from the last solve, newton seconds; ≥ 0.
    #[serde(serialize_with = "floats")]
    pub normal_impulse: f64,
    /// Impulse on b along the tangent (the normal rotated by 90° counter-clockwise), newton seconds.
    #[serde(serialize_with = "floats")]
    pub tangent_impulse: f64,
}

/// Errors and impulses of a joint, one number per constraint row.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct JointState {
    /// Position error `C` at these poses; for a motor, the velocity error `Ċ` at these velocities.
    #[serde(serialize_with = "floats")]
    pub error: Vec<f64>,
    /// Impulse on b, from the last solve, newton seconds or newton meter seconds.
    #[serde(serialize_with = "floats")]
    pub impulse: Vec<f64>,
    /// Number of rows at the end of [`Self::error`] that are limits, whose errors are violations only below 0.
    #[serde(skip)]
    pub limits: usize,
}

/// Writes bodies and joints by name. A frame after a failure is written as an empty object.
impl Serialize for WorldFinding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut form = serializer.serialize_map(None)?;
        if self.diverged.is_some() {
            return form.end();
        }
        form.serialize_entry("frame", &self.frame)?;
        form.serialize_entry("time", &Float(self.time))?;
        form.serialize_entry("bodies", &named(&self.names, &self.bodies))?;
        let contacts =
            self.contacts.iter().map(|state| NamedContact { a: self.name(state.a), b: self.name(state.b), state });
        form.serialize_entry("contacts", &contacts.collect::<Vec<_>>())?;
        form.serialize_entry("joints", &named(&self.joint_names, &self.joints))?;
        form.serialize_entry("energy", &Energy { kinetic: Float(self.kinetic), potential: Float(self.potential) })?;
        form.serialize_entry("momentum", &Momentum { linear: Float(self.linear), angular: Float(self.angular) })?;
        form.end()
    }
}

/// State with the name of its body or joint.
#[derive(Serialize)]
struct Named<'a, T> {
    name: &'a str,
    #[serde(flatten)]
    state: &'a T,
}

/// States with their names.
fn named<'a, T>(names: &'a [String], states: &'a [T]) -> Vec<Named<'a, T>> {
    names.iter().zip(states).map(|(name, state)| Named { name, state }).collect()
}

/// Contact with the names of its two bodies.
#[derive(Serialize)]
struct NamedContact<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    state: &'a ContactState,
}

/// Energy of all dynamic bodies as programs read it, joules.
#[derive(Serialize)]
struct Energy {
    kinetic: Float,
    potential: Float,
}

/// Momentum of all dynamic bodies as programs read it: linear in newton seconds, angular about the world's origin in
/// newton meter seconds.
#[derive(Serialize)]
struct Momentum {
    linear: Float<DVec2>,
    angular: Float,
}

impl WorldFinding {
    /// Returns the name of a body; empty for an index without a body.
    pub fn name(&self, body: u32) -> &str {
        self.names.get(body as usize).map_or("", String::as_str)
    }

    /// Returns the sum of kinetic and potential energy, joules.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Whether no penetration is deeper than rounding error; true without contacts.
    pub fn only_touches(&self) -> bool {
        self.deepest().is_none_or(|depth| depth < ROUNDING)
    }

    /// Whether all velocities are below rounding error.
    fn is_still(&self) -> bool {
        let mut bodies = self.bodies.iter();
        !bodies.any(|body| body.velocity.length() > ROUNDING || body.angular_velocity.abs() > ROUNDING)
    }

    /// Formats the energy, with its unit; [`WITHIN_ROUNDING`] without potential energy and with velocities below
    /// rounding error.
    pub fn energy_in_words(&self) -> String {
        if self.energy() != 0.0 && self.potential == 0.0 && self.is_still() {
            String::from(WITHIN_ROUNDING)
        } else {
            format!("{} J", number::number(self.energy()).text)
        }
    }

    /// Iterates over all contact points.
    pub fn points(&self) -> impl Iterator<Item = &PointState> {
        self.contacts.iter().flat_map(|contact| &contact.points)
    }

    /// Returns the largest penetration depth, meters; `None` without contact points.
    pub fn deepest(&self) -> Option<f64> {
        self.points().map(|point| point.depth).reduce(f64::max)
    }

    /// Returns the largest violation over the rows of all joints, meters or radians, of motors m/s or rad/s; `None`
    /// without rows.
    pub fn worst_error(&self) -> Option<f64> {
        self.joints.iter().flat_map(JointState::violations).reduce(f64::max)
    }

    /// Returns the name of the joint with the largest violation; `None` if no joint is violated.
    fn worst_joint(&self) -> Option<&str> {
        let joints = self.joints.iter().enumerate().filter(|(_, joint)| joint.worst_error() > 0.0);
        let (worst, _) = joints.max_by(|(_, p), (_, q)| p.worst_error().total_cmp(&q.worst_error()))?;
        self.joint_names.get(worst).map(String::as_str)
    }

    /// Returns the total contact impulse on a body in the last solve, newton seconds.
    pub fn contact_impulse(&self, body: u32) -> DVec2 {
        // The impulse of a contact acts on b, and its opposite on a.
        let contacts = self.contacts.iter();
        contacts.map(|contact| contact.impulse() * (f64::from(contact.b == body) - f64::from(contact.a == body))).sum()
    }
}

impl FindingFacts for WorldFinding {
    fn status(&self) -> &'static str {
        match self.diverged {
            None => "completed",
            Some(Diverged { body: Some(_), .. }) => "diverged",
            Some(_) => "too large",
        }
    }

    fn proof_extent(&self) -> ProofExtent {
        if self.diverged.is_some() { ProofExtent::Open } else { ProofExtent::Proven }
    }

    fn facts(&self) -> Vec<Fact> {
        if let Some(Diverged { frame, body }) = self.diverged {
            let mut facts = vec![Fact::new("stopped in frame", number::count(frame))];
            facts.extend(body.map(|body| Fact::new("body", self.name(body).to_owned())));
            return facts;
        }
        // Once the bodies stand still, their remaining energy and momentum are rounding error.
        let is_still = self.is_still();
        let mut facts = vec![
            fact_of("energy", self.energy(), "J", is_still && self.potential == 0.0),
            fact_of("kinetic energy", self.kinetic, "J", is_still),
            Fact::of("potential energy", self.potential, "J"),
            Fact::new("contact points", number::count(self.points().count())),
        ];
        facts.extend(self.deepest().map(|depth| {
            let shown = number::length(depth);
            let is_rounding = depth != 0.0 && depth.abs() < ROUNDING;
            let text = if is_rounding { String::from(WITHIN_ROUNDING) } else { shown.text.clone() };
            Fact::length("deepest contact", Shown { text, ..shown })
        }));
        facts.extend(self.worst_error().map(|error| fact_of("joint error", error, "m or rad", error < ROUNDING)));
        facts.extend(self.worst_joint().map(|name| Fact::new("worst joint", name.to_owned())));
        facts.push(Fact::of("time", self.time, "s"));
        // A component of the momentum is compared with the length of the vector.
        let rounding = ROUNDING * self.linear.length();
        facts.push(fact_of("momentum x", self.linear.x, "N s", is_still || self.linear.x.abs() <= rounding));
        facts.push(fact_of("momentum y", self.linear.y, "N s", is_still || self.linear.y.abs() <= rounding));
        facts.push(fact_of("angular momentum", self.angular, "N m s", is_still));
        facts
    }
}

impl JointState {
    /// Iterates over the violation of each row, ≥ 0: the absolute error of an equality, the excess over a limit.
    pub fn violations(&self) -> impl Iterator<Item = f64> {
        let equalities = self.error.len().saturating_sub(self.limits);
        let rows = self.error.iter().enumerate();
        rows.map(move |(row, error)| if row < equalities { error.abs() } else { (-error).max(0.0) })
    }

    /// Largest violation of the joint; 0 without one.
    fn worst_error(&self) -> f64 {
        self.violations().fold(0.0, f64::max)
    }
}

impl ContactState {
    /// Returns the total impulse on b, newton seconds.
    pub fn impulse(&self) -> DVec2 {
        let points = self.points.iter();
        points.map(|point| self.normal * point.normal_impulse + self.normal.perp() * point.tangent_impulse).sum()
    }
}

/// Creates a fact from a number and its unit, shown as [`WITHIN_ROUNDING`] when `is_rounding` and nonzero.
fn fact_of(name: &'static str, value: f64, unit: &'static str, is_rounding: bool) -> Fact {
    let fact = Fact::of(name, value, unit);
    if is_rounding && value != 0.0 {
        Fact { value: Shown { text: WITHIN_ROUNDING.into(), ..number::number(value) }, ..fact }
    } else {
        fact
    }
}
