//! The judges: for each kind of finding one that verifies its proof by an independent hand.

mod agreement;
mod broken;
pub mod classes;
pub mod contact;
pub mod difference;
mod facing;
mod farthest;
mod gap;
pub mod half_space;
pub mod hull;
pub mod manifold;
mod on_plane;
pub mod pair;
pub mod pairs;
pub mod parts;
pub mod separation;
mod text;
mod touching;
#[cfg(test)]
#[path = "../../../tests/unit/toy/judge.rs"]
mod toy;
pub mod turning;
pub mod world;

use glam::DVec3;

use super::reference_geometry::Placed;
use super::subjects::Bodies;
use crate::answer::Finding;
use crate::play::Precision;
pub use agreement::contradiction;

/// The claims of an answer that can be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Every number is finite, the normal has length 1, and the answer is about what was asked.
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
    /// Bodies that are said to share a point, or to be near, are.
    Overlap,
    /// What is said to touch, to be apart or to overlap does so in exact numbers.
    Touching,
    /// No point of a body lies farther along the direction than its support point.
    Support,
    /// The points of a hull span as many dimensions as is said.
    Dimension,
    /// Corners of a hull are points, and none of them can be left out.
    Corners,
    /// No point lies outside of a hull.
    Containment,
    /// The faces of a hull are flat and close up to one surface.
    Surface,
    /// Volume, area and perimeter are those of the hull.
    Size,
    /// The pairs that began and ended are those in which two frames differ.
    Changes,
    /// There are as many swaps as inversions of the order before.
    Swaps,
    /// A body is where a camera is said to see it.
    Class,
    /// Energy is that of the bodies, and in free flight falls as it must.
    Energy,
    /// Momentum is that of the bodies.
    Momentum,
    /// A joint is off by what is told.
    Joint,
    /// Impulses push, friction stays in its cone, motors and hands within their strength.
    Bounds,
    /// Poses follow from velocities.
    Motion,
    /// Velocities follow from impulses.
    Impulse,
    /// Contacts are points of both bodies, and none is missing.
    Contact,
    /// No pair of parts is closer than the one that is told, and what is left out is met from behind.
    Parts,
    /// The same world gives the same bits.
    Repeat,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Which.
    pub claim: Claim,
    /// One sentence with the numbers.
    pub message: String,
}

/// Every claim of an answer about a frame that does not hold.
pub fn verify(about: &Bodies<'_>, frame: usize, precision: Precision, finding: &Finding) -> Vec<Violation> {
    verify_placed(about, frame, &about.at(frame), precision, finding)
}

/// The same, of bodies that have been placed already as they stand in that frame.
pub(super) fn verify_placed(
    about: &Bodies<'_>,
    frame: usize,
    placed: &[Placed<'_>],
    precision: Precision,
    finding: &Finding,
) -> Vec<Violation> {
    let (eps, query) = (precision.eps(), about.query);
    if let (Finding::FirstContact(found), [a, b]) = (finding, placed)
        && let Some(violations) = turning::verify(a, b, found, query, eps)
    {
        return violations;
    }
    if let Some(violations) = on_plane::verify(about, placed, finding, eps) {
        return violations;
    }
    if half_space::is_about(placed) {
        return half_space::verify(about, placed, finding, eps);
    }
    match (finding, placed) {
        (Finding::Distance(found), [a, b]) => pair::verify_distance(a, b, found, eps),
        (Finding::Parts(found), [a, b]) => parts::verify(a, b, found, eps),
        (Finding::PartsInFlight(found), [a, b]) => parts::verify_flight(a, b, found, query, eps),
        (Finding::PartsInContact(found), [a, b]) => parts::verify_touches(about, a, b, found, eps),
        (Finding::Overlap(found), [a, b]) => pair::verify_overlap(a, b, found, eps),
        (Finding::Support(found), [a, b]) => {
            let direction = query.ask.direction().map_or(b.position - a.position, Into::into);
            let mut violations = pair::verify(a, b, found, eps);
            violations.extend(pair::verify_support(a, b, found, direction, eps));
            violations.extend(pair::verify_direction(a, b, found, direction, eps));
            violations
        }
        (Finding::Difference(found), [a, b]) => difference::verify(a, b, found, precision),
        (Finding::Separation(found), [a, b]) => separation::verify(a, b, found, eps),
        (Finding::FirstContact(found), [a, b]) => contact::verify(a, b, found, query, eps),
        (Finding::Manifold(found), [_, _]) => manifold::verify(about, frame, found, eps),
        // Judged over its frames, with the scene: `check::verify_world`.
        (Finding::World(_), _) => Vec::new(),
        (Finding::Pairs(found), _) => pairs::verify(about, frame, found, eps),
        (Finding::Classes(found), _) => classes::verify(about, frame, found, eps),
        #[cfg(test)]
        (Finding::Gap(found), [a, b]) => toy::verify(a, b, found, eps),
        (Finding::Hull(found), [body]) => hull::verify(body, found, precision),
        (Finding::Farthest(found), [body]) => farthest::verify(body, found, query.ask.direction(), precision),
        (_, bodies) => {
            let message = format!("the answer cannot be about {} bodies", bodies.len());
            vec![Violation { claim: Claim::Form, message }]
        }
    }
}

/// What is wrong with a normal from A to B, if anything: its length, or that it leaves the plane of the bodies.
fn normal_is_off(normal: DVec3, [a, b]: [&Placed<'_>; 2], eps: f64) -> Option<String> {
    if normal.z != 0.0 && (a.is_planar() || b.is_planar()) {
        return Some(String::from("the normal leaves the plane of the bodies"));
    }
    let length = normal.length();
    (!((length - 1.0).abs() <= 16.0 * eps)).then(|| format!("the normal has length {length}, not 1"))
}
