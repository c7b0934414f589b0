//! Judges: for each kind of answer, a separate verifier of its proof. [`verify`] selects the judge and returns the
//! claims of the answer that do not hold.
//!
//! A judge uses the numbers of the answer, the scene, and the judges' own geometry (`check/reference_geometry`), but no
//! code of the engine. Its functions `check_…` return a message about a claim that does not hold; `None` if all hold.

mod agreement;
pub mod audit;
mod cast_status;
pub mod contact;
pub mod culling;
pub mod difference;
mod exact_contact;
mod failed_claim;
mod farthest;
pub mod half_space;
mod half_space_and_parts;
pub mod hull;
pub mod manifold;
pub mod pair;
pub mod pairs;
pub mod parts;
mod ray;
pub mod rotating_cast;
pub mod separation;
mod text;
mod two_half_spaces;
mod widest_gap;
pub mod world;

use contact_lens_model::answer::Finding;
use contact_lens_play::Precision;
use contact_lens_scene::model::Ask;
use glam::DVec3;

use super::reference_geometry::Placed;
use super::subjects::Bodies;
pub use agreement::contradiction;

/// Error of the length of a unit vector, in roundings of the engine that answered.
const UNIT_ROUNDINGS: f64 = 16.0;

/// Claims of an answer that can be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// All numbers are finite, the normal has length 1, the answer has the fields of its status, and is about the
    /// query.
    Form,
    /// `lower ≤ signed distance ≤ upper`, and the bracket is as narrow as the status says.
    Bracket,
    /// The gap along the normal reaches `lower`.
    Lower,
    /// The witness points are points of the bodies.
    Witness,
    /// The witness points' distance is inside the bracket.
    Upper,
    /// No direction separates the bodies better than `upper` allows.
    Depth,
    /// Bodies that the answer says share a point, or are near, do so.
    Overlap,
    /// Bodies touch, are apart or overlap in exact arithmetic as the answer says.
    Touching,
    /// No point of a body lies farther along the direction than its support point.
    Support,
    /// The affine dimension of a hull's points is the reported one.
    Dimension,
    /// Vertices of a hull are points, and none is redundant.
    Corners,
    /// No point lies outside a hull.
    Containment,
    /// The faces of a hull are flat and form a closed surface.
    Surface,
    /// Volume, area and perimeter are those of the hull.
    Size,
    /// The pairs that began and ended are the differences of two frames.
    Changes,
    /// The number of swaps is the number of inversions of the previous order.
    Swaps,
    /// A body is inside, outside or across the camera's frustum as reported.
    Class,
    /// The reported energy is that of the bodies, and changes in free motion as the integrator prescribes.
    Energy,
    /// The reported momentum is that of the bodies.
    Momentum,
    /// A joint has the reported error.
    Joint,
    /// Contact impulses push, friction stays in its cone, limits of joints push, and motors and mouse joints stay
    /// within their maximum.
    Bounds,
    /// Poses follow from velocities.
    Motion,
    /// Velocities follow from impulses.
    Impulse,
    /// Contacts of a world are points near both bodies, and none is missing.
    Contact,
    /// The reported parts exist, no other pair of parts is closer or touches without a contact, and pairs are skipped
    /// only where a triangle is approached from behind.
    Parts,
    /// Repeating a world gives the same bits.
    Repeat,
}

/// Claim that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Claim that is broken.
    pub claim: Claim,
    /// Clause with the numbers: `the normal has length 2, not 1`.
    pub message: String,
}

/// Returns the claims that do not hold: those with a message.
fn broken_claims(claims: impl IntoIterator<Item = (Claim, Option<String>)>) -> Vec<Violation> {
    claims.into_iter().filter_map(|(claim, message)| Some(Violation { claim, message: message? })).collect()
}

/// Returns a list of one violation.
fn one_violation(claim: Claim, message: String) -> Vec<Violation> {
    vec![Violation { claim, message }]
}

/// Returns every claim that does not hold in an answer to a query about `subjects` in a frame. Worlds are verified by
/// [`verify_world`](super::verify_world) instead.
pub fn verify(subjects: &Bodies<'_>, frame: usize, precision: Precision, finding: &Finding) -> Vec<Violation> {
    verify_placed(subjects, frame, &subjects.placed_in(frame), precision, finding)
}

/// Same as [`verify`], for bodies already placed at their poses in that frame.
pub(super) fn verify_placed(
    subjects: &Bodies<'_>,
    frame: usize,
    placed: &[Placed<'_>],
    precision: Precision,
    finding: &Finding,
) -> Vec<Violation> {
    let eps = precision.eps();
    let query = subjects.query;
    // A captured step has its own bodies.
    if let Finding::Audit(finding) = finding {
        return audit::verify(finding);
    }
    if let (Finding::FirstContact(finding), [a, b]) = (finding, placed)
        && let Some(violations) = rotating_cast::verify(a, b, finding, query, eps)
    {
        return violations;
    }
    if let Some(violations) = half_space_and_parts::verify(subjects, placed, finding, eps) {
        return violations;
    }
    if let (Finding::Ray(finding), Ask::Ray { options, .. }, [body]) = (finding, &query.ask, placed) {
        return ray::verify(body, finding, options, eps);
    }
    if half_space::has_half_space(placed) {
        return half_space::verify(subjects, placed, finding, eps);
    }
    match (finding, placed) {
        (Finding::Distance(finding), [a, b]) => pair::verify_distance(a, b, finding, eps),
        (Finding::Parts(finding), [a, b]) => parts::verify(a, b, finding, eps),
        (Finding::PartsInFlight(finding), [a, b]) => parts::verify_cast(a, b, finding, query, eps),
        (Finding::PartsInContact(finding), [a, b]) => parts::verify_touches(subjects, a, b, finding, eps),
        (Finding::Overlap(finding), [a, b]) => pair::verify_overlap(a, b, finding, eps),
        (Finding::Support(finding), [a, b]) => {
            let direction = query.ask.direction().map_or(b.position - a.position, Into::into);
            let mut violations = pair::verify(a, b, finding, eps);
            violations.extend(pair::verify_support(a, b, finding, direction, eps));
            violations.extend(pair::verify_direction(a, b, finding, direction, eps));
            violations
        }
        (Finding::Difference(finding), [a, b]) => difference::verify(a, b, finding, precision),
        (Finding::Separation(finding), [a, b]) => separation::verify(a, b, finding, eps),
        (Finding::FirstContact(finding), [a, b]) => contact::verify(a, b, finding, query, eps),
        (Finding::Manifold(finding), [_, _]) => manifold::verify(subjects, frame, finding, eps),
        // Worlds are verified over all frames, with the scene, by `check::verify_world`.
        (Finding::World(_), _) => Vec::new(),
        (Finding::Pairs(finding), _) => pairs::verify(subjects, frame, finding, eps),
        (Finding::Classes(finding), _) => culling::verify(subjects, frame, finding, eps),
        (Finding::Hull(finding), [body]) => hull::verify(body, finding, precision),
        (Finding::Farthest(finding), [body]) => farthest::verify(body, finding, query.ask.direction(), precision),
        (_, bodies) => {
            let bodies = text::counted(bodies.len(), "body", "bodies");
            one_violation(Claim::Form, format!("the kind of the answer does not fit a query about {bodies}"))
        }
    }
}

/// Returns a message about a normal from A to B that has the wrong length, or leaves the plane of the bodies.
fn normal_error(normal: DVec3, [a, b]: [&Placed<'_>; 2], eps: f64) -> Option<String> {
    if normal.z != 0.0 && (a.is_planar() || b.is_planar()) {
        return Some(format!("the z component of the normal is {}, but the bodies are in the plane z = 0", normal.z));
    }
    let length = normal.length();
    (!((length - 1.0).abs() <= UNIT_ROUNDINGS * eps)).then(|| format!("the normal has length {length}, not 1"))
}
