//! Judge of the contacts of a simulated 2D world: verifies the contacts of one frame, and searches for overlapping
//! bodies without a contact.
//!
//! - **Contacts.** Each needs a dynamic body, points near both bodies, and depths that agree with the overlap of the
//!   bodies along the normal. A contact with a half-plane has the half-plane's normal. Bodies that a joint without
//!   contacts connects have none.
//! - **Overlaps.** Each pair with a dynamic body that overlaps by more than [`ACCEPTED_OVERLAP`] needs a contact.
//! - **Limits.** That a depth is not too small is checked only for some contacts of each frame.

use std::collections::HashSet;

use contact_lens_model::answer::{BodyState, ContactState, WorldFinding};
use contact_lens_scene::model::{Body, Motion, Shape};
use glam::{DMat3, DQuat, DVec2, DVec3};

use super::World;
use crate::reference_geometry::{Placed, distance_lower_bound, gap_along};

/// Overlap without a contact that is accepted, as a fraction of the two bodies' sizes.
const ACCEPTED_OVERLAP: f64 = 1e-3;

/// Maximum number of contacts per frame whose depths are measured. Of more contacts, each frame measures others.
const MAX_MEASURED_CONTACTS: usize = 64;

/// Greatest distance from a body that counts as inside, as a fraction of the accepted overlap.
const INSIDE_FRACTION: f64 = 0.1;

/// Shift of the point along the line at which the search for a point inside a body continues when the contact point is
/// outside, as a fraction of the search's length.
const START_SHIFT: f64 = 0.01;

/// Number of bisection steps for the end of a body on a line: to about a tenth of [`ACCEPTED_OVERLAP`].
const BISECTIONS: u32 = 14;

/// Number of directions along which the least overlap is searched: one every 4°.
const DIRECTIONS: u32 = 90;

/// Number of times that the search is repeated around the best direction, each [`REFINEMENT`] times as fine: to about
/// 2 µrad.
const REFINEMENTS: u32 = 5;

/// Ratio of the angles between the directions of one search and of the next.
const REFINEMENT: i32 = 8;

/// Tolerance of unit vectors and, relative to the coordinates, of lengths, in units of the rounding error: some tens of
/// operations lie between the solver's input and a contact.
const ROUNDINGS: f64 = 64.0;

/// Indices of two bodies, the smaller first.
type BodyPair = (usize, usize);

/// Returns the pair of two bodies, given in any order.
fn body_pair(i: usize, j: usize) -> BodyPair {
    (i.min(j), i.max(j))
}

/// Returns a message about a wrong contact of `now`; its contacts were found at the poses of `before`.
pub(super) fn verify(world: &World<'_>, before: &WorldFinding, now: &WorldFinding) -> Option<String> {
    let placed: Vec<Placed<'_>> =
        world.scene.bodies.iter().zip(&before.bodies).map(|(body, state)| placed_at(body, state)).collect();
    let without_contacts = world.joints.iter().filter(|resolved| !resolved.joint.collide);
    let exempt: HashSet<BodyPair> =
        without_contacts.filter_map(|resolved| Some(body_pair(resolved.a?, resolved.b))).collect();
    // Every `stride`-th contact is measured, in each frame beginning with another one.
    let stride = now.contacts.len().div_ceil(MAX_MEASURED_CONTACTS).max(1);
    for (i, contact) in now.contacts.iter().enumerate() {
        let is_measured = (i + now.frame).is_multiple_of(stride);
        if let Some(flaw) = contact_error(world, &placed, contact, is_measured) {
            return Some(format!("the contact between `{}` and `{}` {flaw}", now.name(contact.a), now.name(contact.b)));
        }
        if exempt.contains(&body_pair(contact.a as usize, contact.b as usize)) {
            return Some(format!(
                "`{}` and `{}` have a contact, although a joint without `collide` connects them",
                now.name(contact.a),
                now.name(contact.b)
            ));
        }
    }
    let reported = now.contacts.iter().map(|contact| body_pair(contact.a as usize, contact.b as usize));
    let excluded: HashSet<BodyPair> = exempt.into_iter().chain(reported).collect();
    unreported_overlap(world, &placed, &excluded)
}

/// Returns a message when a contact is not possible for the pair at its poses. With `is_measured`, each depth must also
/// be at least the overlap on the line through its point, to [`ACCEPTED_OVERLAP`].
fn contact_error(
    world: &World<'_>,
    placed: &[Placed<'_>],
    contact: &ContactState,
    is_measured: bool,
) -> Option<String> {
    let [a, b] = [contact.a, contact.b].map(|body| &placed[body as usize]);
    let has_dynamic = [contact.a, contact.b].iter().any(|body| is_dynamic(&world.scene.bodies[*body as usize]));
    if !has_dynamic {
        return Some(String::from("has no dynamic body"));
    }
    let size = a.radius() + b.radius();
    let magnitude = a.position.length() + b.position.length();
    let rounding = ROUNDINGS * world.eps * (size + magnitude);
    for (body, sign) in [(a, 1.0), (b, -1.0)] {
        let Some(half_plane) = HalfPlane::of(body) else { continue };
        let expected = half_plane.normal * sign;
        if !((expected - contact.normal).length() <= ROUNDINGS * world.eps) {
            return Some(format!("has the normal {}; it must be that of the half-plane, {expected}", contact.normal));
        }
    }
    // Overlap along the normal: no point of either body can be deeper in the other.
    let overlap = -gap_along(a, b, contact.normal.extend(0.0));
    for point in &contact.points {
        if point.depth > overlap + rounding {
            return Some(format!(
                "has a depth of {} m, but along its normal the bodies overlap by only {overlap} m",
                point.depth
            ));
        }
        // A point lies between both surfaces. A solver that has rotated a body since it found the point may have moved
        // it sideways, by at most the overlap.
        let gap = point.depth.abs();
        let distances = [a, b].map(|body| body.distance_to(point.position.extend(0.0), rounding));
        if let Some(distance) = distances.into_iter().find(|distance| *distance > gap + rounding) {
            return Some(format!("has a point at least {distance} m away from one of its bodies"));
        }
        if is_measured
            && let Some(depth) = overlap_along_normal(a, b, contact.normal, point.position, rounding)
            && point.depth < depth - rounding - ACCEPTED_OVERLAP * size
        {
            return Some(format!("has a depth of {} m, but measured at its point the depth is {depth} m", point.depth));
        }
    }
    None
}

/// Overlap of two bodies on the line through a point along the normal from A to B, meters: from the entry into B to the
/// exit from A. `None` when no point inside one of them is found on the line.
fn overlap_along_normal(a: &Placed<'_>, b: &Placed<'_>, normal: DVec2, point: DVec2, rounding: f64) -> Option<f64> {
    let search_length = 2.0 * (a.radius() + b.radius());
    let inside_distance = rounding + INSIDE_FRACTION * ACCEPTED_OVERLAP * (a.radius() + b.radius());
    let line = NormalLine { point, normal, search_length, rounding, inside_distance };
    Some(line.end(a, 1.0)? - line.end(b, -1.0)?)
}

/// Line through a contact point along the contact normal.
struct NormalLine {
    /// Contact point, world frame, meters.
    point: DVec2,
    /// Unit normal from A to B, world frame.
    normal: DVec2,
    /// Length of the search in each direction, meters.
    search_length: f64,
    /// Tolerance of distances, meters.
    rounding: f64,
    /// Greatest distance from a body that counts as inside, meters.
    inside_distance: f64,
}

impl NormalLine {
    /// Whether the point of the line at position `t` (meters from the contact point along the normal) is inside a body.
    fn is_inside(&self, body: &Placed<'_>, t: f64) -> bool {
        body.distance_to((self.point + self.normal * t).extend(0.0), self.rounding) <= self.inside_distance
    }

    /// Position (meters) where the line leaves a body along the normal (`sign` 1) or against it (−1), by bisection from
    /// a point inside: a convex body has one end in each direction. `None` when no point inside is found.
    fn end(&self, body: &Placed<'_>, sign: f64) -> Option<f64> {
        let starts = [0.0, -START_SHIFT * self.search_length, START_SHIFT * self.search_length];
        let start = starts.into_iter().find(|t| self.is_inside(body, *t))?;
        let mut inside = start;
        let mut beyond = start + sign * self.search_length;
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + beyond);
            if self.is_inside(body, middle) { inside = middle } else { beyond = middle }
        }
        Some(inside)
    }
}

/// Half-plane that a body fills. World frame.
struct HalfPlane {
    /// Unit normal that points out of the half-plane.
    normal: DVec2,
    /// Position of the boundary along the normal, meters from the world's origin.
    offset: f64,
}

impl HalfPlane {
    /// Half-plane of a body; `None` for any other shape.
    fn of(body: &Placed<'_>) -> Option<Self> {
        let Shape::HalfSpace { normal, offset } = body.shape else { return None };
        let normal = (body.rotation * DVec3::from_array(*normal)).truncate().try_normalize()?;
        Some(Self { normal, offset: normal.dot(body.position.truncate()) + offset + body.margin })
    }

    /// Depth of a body's deepest point below the boundary, meters; negative for a body outside.
    fn depth_of(&self, body: &Placed<'_>) -> f64 {
        let n = self.normal.extend(0.0);
        self.offset - n.dot(body.position + body.farthest(-n, body.position))
    }
}

/// Returns a message about the first dynamic body that overlaps a half-plane without a contact, except for the pairs in
/// `excluded`.
fn unreported_on_half_plane(world: &World<'_>, placed: &[Placed<'_>], excluded: &HashSet<BodyPair>) -> Option<String> {
    for (i, ground) in placed.iter().enumerate() {
        let Some(half_plane) = HalfPlane::of(ground) else { continue };
        let overlapping = placed.iter().enumerate().find(|(j, body)| {
            is_dynamic(&world.scene.bodies[*j])
                && !excluded.contains(&body_pair(i, *j))
                && half_plane.depth_of(body) > ACCEPTED_OVERLAP * body.radius()
        });
        if let Some((j, _)) = overlapping {
            let [first, second] = [i, j].map(|k| &world.scene.bodies[k].name);
            return Some(format!("`{second}` overlaps `{first}`, but the answer has no contact between them"));
        }
    }
    None
}

/// Returns a message about the first overlap without a contact, except for the pairs in `excluded`.
fn unreported_overlap(world: &World<'_>, placed: &[Placed<'_>], excluded: &HashSet<BodyPair>) -> Option<String> {
    if let Some(message) = unreported_on_half_plane(world, placed, excluded) {
        return Some(message);
    }
    // A sweep along x over the bounding spheres of the bodies.
    let least: Vec<f64> = placed.iter().map(|body| body.position.x - body.radius()).collect();
    let greatest: Vec<f64> = placed.iter().map(|body| body.position.x + body.radius()).collect();
    let mut order: Vec<usize> = (0..placed.len()).filter(|i| HalfPlane::of(&placed[*i]).is_none()).collect();
    order.sort_by(|i, j| least[*i].total_cmp(&least[*j]));
    let bodies = &world.scene.bodies;
    for (index, &i) in order.iter().enumerate() {
        for &j in order[index + 1..].iter().take_while(|j| least[**j] <= greatest[i]) {
            let (first, second) = body_pair(i, j);
            let is_checked = !excluded.contains(&(first, second)) && (is_dynamic(&bodies[i]) || is_dynamic(&bodies[j]));
            if is_checked && overlaps(&placed[first], &placed[second]) {
                return Some(format!(
                    "`{}` and `{}` overlap, but the answer has no contact between them",
                    bodies[first].name, bodies[second].name
                ));
            }
        }
    }
    None
}

/// Whether two bodies overlap by more than [`ACCEPTED_OVERLAP`].
fn overlaps(a: &Placed<'_>, b: &Placed<'_>) -> bool {
    let size = a.radius() + b.radius();
    a.position.distance(b.position) <= size
        && distance_lower_bound(a, b, ACCEPTED_OVERLAP * size) == 0.0
        && least_overlap(a, b) > ACCEPTED_OVERLAP * size
}

/// Upper bound of the penetration depth, meters: the least overlap over many directions, refined around the best.
fn least_overlap(a: &Placed<'_>, b: &Placed<'_>) -> f64 {
    let mut step = std::f64::consts::TAU / f64::from(DIRECTIONS);
    let mut best = least_overlap_along(a, b, (0..DIRECTIONS).map(|i| f64::from(i) * step));
    for _ in 0..REFINEMENTS {
        step /= f64::from(REFINEMENT);
        best = least_overlap_along(a, b, (-REFINEMENT..=REFINEMENT).map(|i| best.angle + f64::from(i) * step));
    }
    best.overlap
}

/// Whether a body is dynamic.
fn is_dynamic(body: &Body) -> bool {
    body.dynamics.motion == Motion::Dynamic
}

/// Body at the pose and with the velocities of a state.
fn placed_at<'a>(body: &'a Body, state: &BodyState) -> Placed<'a> {
    Placed {
        shape: &body.shape,
        margin: body.margin,
        rotation: DMat3::from_rotation_z(state.angle),
        quaternion: DQuat::from_rotation_z(state.angle),
        position: state.position.extend(0.0),
        in_plane: true,
        velocity: state.velocity.extend(0.0),
        spin: DVec3::Z * state.angular_velocity,
    }
}

/// Overlap of the projections of two bodies on one direction.
struct ProjectedOverlap {
    /// Overlap, meters; negative when the direction separates the bodies.
    overlap: f64,
    /// Angle of the direction, radians.
    angle: f64,
}

/// Least overlap over directions, as angles in radians; infinite without directions.
fn least_overlap_along(a: &Placed<'_>, b: &Placed<'_>, angles: impl Iterator<Item = f64>) -> ProjectedOverlap {
    let overlaps =
        angles.map(|angle| ProjectedOverlap { overlap: -gap_along(a, b, DVec2::from_angle(angle).extend(0.0)), angle });
    let least = overlaps.min_by(|p, q| p.overlap.total_cmp(&q.overlap));
    least.unwrap_or(ProjectedOverlap { overlap: f64::INFINITY, angle: 0.0 })
}
