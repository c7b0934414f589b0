//! Why two bodies of a scene have no contact in a frame: the first reason that applies, with its numbers.

use contact_lens_model::answer::{ContactState, Finding, FindingFacts as _, WorldFinding, number};
use contact_lens_scene::model::{Algorithm, Ask, Motion, Query, Scene};

use super::saved_frames::{pair_in_frame, pair_query};
use crate::{Precision, QueryError, answer};

/// First reason why two bodies have no contact, in the order in which they are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoContact {
    /// The bodies are farther apart than the largest gap of a contact.
    Apart,
    /// Neither body is dynamic.
    NeitherMoves,
    /// A joint connects the bodies and excludes their contacts.
    Joined,
    /// No solve has detected contacts yet: the frame is the start of a world.
    Start,
    /// The proven distance does not decide whether the bodies touch.
    Undecided,
    /// There is a contact, which pushes with no impulse.
    NoImpulse,
    /// There is a contact.
    Contact,
}

/// Reason with a sentence for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactReason {
    /// First reason that applies.
    pub reason: NoContact,
    /// Sentence with the numbers.
    pub sentence: String,
}

/// Answers why two bodies, given by their indices, have no contact in a frame. In a world, the distance is that of the
/// poses at which the solve before this frame detected contacts; in other scenes, that of the frame's poses.
///
/// # Errors
/// The query's errors, or that a body is absent from the frame.
pub fn why_no_contact(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    frame: usize,
    pair: [usize; 2],
) -> Result<ContactReason, QueryError> {
    let [a, b] = pair.map(|index| scene.bodies.get(index).map_or("", |body| body.name.as_str()));
    let distance = distance(precision, scene, query, frame, pair)?;
    let margin = margin(query);
    let world = if query.is_of_a_world() { Some(world(precision, scene, query, frame)?) } else { None };
    let contact = world.as_ref().and_then(|world| contact_of(world, pair));
    let reason = match contact {
        Some(contact) if impulse_of(contact) > 0.0 => NoContact::Contact,
        Some(_) => NoContact::NoImpulse,
        None if distance.lower > margin => NoContact::Apart,
        None if world.is_some() && !has_dynamic_body(scene, pair) => NoContact::NeitherMoves,
        None if world.is_some() && excluding_joint(scene, [a, b]).is_some() => NoContact::Joined,
        None if world.is_some() && frame == 0 => NoContact::Start,
        None if distance.upper <= margin => NoContact::Contact,
        None => NoContact::Undecided,
    };
    let detail = Detail { names: [a, b], distance, margin, contact };
    let joint = excluding_joint(scene, [a, b]);
    Ok(ContactReason { reason, sentence: detail.sentence(reason, joint) })
}

/// Proven bounds of the signed distance of a pair, meters.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: f64,
    upper: f64,
}

impl Bounds {
    /// Text of the signed distance, or of the larger bound of a gap that is known less exactly.
    fn gap_text(self) -> String {
        let width = self.upper - self.lower;
        if width <= 1e-6 * self.lower.abs() {
            number::length(0.5 * (self.lower + self.upper)).text
        } else {
            format!("at least {}", &*number::length(self.lower))
        }
    }
}

/// Numbers of the sentence about a pair.
struct Detail<'a> {
    /// Names of the bodies.
    names: [&'a str; 2],
    distance: Bounds,
    /// Largest gap at which bodies have a contact, meters.
    margin: f64,
    /// Contact of the pair in a world; `None` without one.
    contact: Option<&'a ContactState>,
}

impl Detail<'_> {
    /// Sentence about a reason; `joint` is the name of a joint that excludes contacts.
    fn sentence(&self, reason: NoContact, joint: Option<&str>) -> String {
        let [a, b] = self.names;
        let Self { distance, margin, contact, .. } = self;
        let impulse = contact.map_or(0.0, impulse_of);
        match reason {
            NoContact::Apart if *margin > 0.0 => {
                let margin = number::length(*margin);
                format!(
                    "{a} and {b} are apart by {}, more than the contact distance {}.",
                    distance.gap_text(),
                    &*margin
                )
            }
            NoContact::Apart => format!("{a} and {b} are apart by {}.", distance.gap_text()),
            NoContact::NeitherMoves => {
                format!("Neither {a} nor {b} is dynamic, and only dynamic bodies have contacts.")
            }
            NoContact::Joined => {
                format!("The joint {} connects {a} and {b}, and its field `collide` is off.", joint.unwrap_or_default())
            }
            NoContact::Start => {
                String::from("This frame is the start: contacts are detected on the way to the next frame.")
            }
            NoContact::Undecided => format!(
                "The signed distance of {a} and {b} is between {} and {}, which does not decide whether they touch.",
                &*number::length(distance.lower),
                &*number::length(distance.upper)
            ),
            NoContact::NoImpulse => {
                format!("{a} and {b} have a contact, but its normal impulse is 0: it pushes with no impulse.")
            }
            NoContact::Contact if contact.is_some() => {
                format!("{a} and {b} have a contact, with a normal impulse of {} N s.", number::brief(impulse))
            }
            NoContact::Contact => {
                let depth = number::length(-distance.upper);
                format!("{a} and {b} are in contact: they overlap by at least {}.", &*depth)
            }
        }
    }
}

/// Proven bounds of the distance at the poses at which contacts are detected.
fn distance(
    precision: Precision,
    scene: &Scene,
    query: &Query,
    frame: usize,
    pair: [usize; 2],
) -> Result<Bounds, QueryError> {
    let asked;
    let frame_asked;
    if query.is_of_a_world() {
        asked = pair_in_frame(precision, scene, query, frame, pair, Algorithm::Distance)?;
        frame_asked = 0;
    } else {
        asked = Scene { queries: vec![pair_query(scene, pair, Algorithm::Distance)], ..scene.clone() };
        frame_asked = frame;
    }
    let verdict = answer(precision, &asked, &asked.queries[0], frame_asked)?;
    let [lower, upper] = verdict.finding.bracket().unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    Ok(Bounds { lower, upper })
}

/// Largest gap at which two bodies have a contact, meters.
fn margin(query: &Query) -> f64 {
    match &query.ask {
        Ask::World { options, .. } => options.speculative.unwrap_or(0.0),
        _ => 0.0,
    }
}

/// State of the world in a frame.
fn world(precision: Precision, scene: &Scene, query: &Query, frame: usize) -> Result<WorldFinding, QueryError> {
    match answer(precision, scene, query, frame)?.finding {
        Finding::World(world) => Ok(*world),
        _ => Err(QueryError::new("", "This query is not about a world.")),
    }
}

/// Contact of two bodies, given by their indices.
fn contact_of(world: &WorldFinding, pair: [usize; 2]) -> Option<&ContactState> {
    let mut sorted = pair.map(|index| index as u32);
    sorted.sort_unstable();
    world.contacts.iter().find(|contact| [contact.a, contact.b] == sorted)
}

/// Sum of the normal impulses of a contact, N s.
fn impulse_of(contact: &ContactState) -> f64 {
    contact.points.iter().map(|point| point.normal_impulse).sum()
}

/// Whether one body of a pair is dynamic.
fn has_dynamic_body(scene: &Scene, pair: [usize; 2]) -> bool {
    pair.into_iter().any(|index| scene.bodies.get(index).is_some_and(|body| body.dynamics.motion == Motion::Dynamic))
}

/// Name of a joint that excludes the contacts of two bodies; `None` without one.
fn excluding_joint<'a>(scene: &'a Scene, names: [&str; 2]) -> Option<&'a str> {
    let [a, b] = names;
    let connects = scene.joints.iter().filter(|joint| !joint.collide).find(|joint| {
        let ends = [joint.a.as_deref(), Some(joint.b.as_str())];
        ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)]
    });
    connects.map(|joint| joint.name.as_str())
}
