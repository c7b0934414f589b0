//! Judge of a ray cast: compares the answer with distances of points of the ray from the body, and with the depth of
//! the ray's parts before the hit, by the judges' own geometry.
//!
//! - **Parts.** A body is split into its convex parts by the judge's own code, and every part is compared: no part may
//!   be hit before the proven lower bound.
//! - **Limits.** A part that the ray enters by less than rounding error before the lower bound is accepted. A ray that
//!   is reported as grazing is compared only up to its lower bound.

use contact_lens_model::answer::RayFinding;
use contact_lens_scene::model::{RayOptions, Shape};
use glam::DVec3;

use super::parts::Parts;
use super::widest_gap::{SAFETY_FACTOR, widest_gap};
use super::{Claim, Violation, broken_claims, normal_error, one_violation};
use crate::reference_geometry::{Placed, depth_between, distance_between, gap_along};

/// Rounding error of a length, in roundings of the size of the body and of the ray's origin.
const ROUNDINGS: f64 = 256.0;

/// Largest angle between the reported normal and the direction of the gap before the hit, as a cosine: the judge's own
/// direction is exact to half a degree only.
const NORMAL_REACH: f64 = 1e-3;

/// Largest width of the bracket of a hit, in roots of the rounding unit of the body's size: that of a GJK ray cast.
const BRACKET_ROOTS: f64 = 16.0;

/// Error of the search for the depth of planar bodies, as a fraction of their size.
const PLANAR_SEARCH_ERROR: f64 = 1e-8;

/// Error of the comparison of a normal with the surface, as a fraction of the body's size.
const NORMAL_ERROR: f64 = 1e-5;

/// Returns every claim that does not hold. `eps` is the relative rounding unit of the engine that answered.
pub fn verify(body: &Placed<'_>, finding: &RayFinding, options: &RayOptions, eps: f64) -> Vec<Violation> {
    let origin = DVec3::from(options.origin());
    let direction = options.direction.map_or(body.position - origin, DVec3::from);
    let size = origin.distance(body.position) + body.radius();
    let farthest = origin.length().max(body.position.length());
    let rounding = ROUNDINGS * eps * (size + farthest);
    let judge = Judge { body, finding, origin, direction, rounding, size, eps };
    if let Some(message) = judge.check_form(options) {
        return one_violation(Claim::Form, message);
    }
    let claims = if body.shape.is_half_space() {
        let exit = judge.check_exit_of(body);
        if finding.part.as_ref().is_some_and(|part| !part.is_empty()) {
            return one_violation(Claim::Parts, String::from("the answer names a part of a half-space"));
        }
        [
            (Claim::Upper, judge.check_point_of(body)),
            (Claim::Lower, judge.check_heights()),
            (Claim::Depth, judge.check_normal_of(body)),
            (Claim::Bracket, judge.check_width()),
            (Claim::Overlap, exit),
        ]
    } else {
        let parts = Parts::of(body);
        [
            (Claim::Upper, judge.check_part(&parts)),
            (Claim::Lower, judge.check_before_hit(&parts)),
            (Claim::Depth, judge.of_reported(&parts, |judge, part| judge.check_normal_of(part))),
            (Claim::Bracket, judge.check_width()),
            (Claim::Overlap, judge.of_reported(&parts, |judge, part| judge.check_exit_of(part))),
        ]
    };
    broken_claims(claims)
}

/// Answer of a ray cast, with the ray and the body.
struct Judge<'a> {
    body: &'a Placed<'a>,
    finding: &'a RayFinding,
    /// Origin of the ray, world, meters.
    origin: DVec3,
    /// Direction of the ray, world.
    direction: DVec3,
    /// Rounding error of lengths, meters.
    rounding: f64,
    /// Distance of the ray's origin from the body's, plus the body's radius, meters.
    size: f64,
    /// Relative rounding unit of the engine that answered.
    eps: f64,
}

impl Judge<'_> {
    /// Point of the ray at `t`.
    fn at(&self, t: f64) -> DVec3 {
        self.origin + self.direction * t
    }

    /// Checks that numbers are finite and in order, and that the answer has the fields of its ending.
    fn check_form(&self, options: &RayOptions) -> Option<String> {
        let RayFinding { hit, status, t, lower, upper, t_max, point, normal, exit, part, queries: _ } = self.finding;
        let requested = options.t_max();
        if !((t_max - requested).abs() <= self.eps * requested) {
            return Some(format!("the ray ends at t = {t_max:e} in the answer, but at {requested:e} in the query"));
        }
        let numbers = [Some(*lower), *t, *upper, *exit];
        let vectors = [*point, *normal];
        let is_finite =
            numbers.into_iter().flatten().all(f64::is_finite) && vectors.into_iter().flatten().all(DVec3::is_finite);
        if !is_finite || *lower < 0.0 {
            return Some(format!("a number of the answer is not finite, or the lower bound {lower:e} is negative"));
        }
        let expected_status = match hit {
            Some(true) if self.finding.starts_inside() => "starts inside",
            Some(true) => "hit",
            Some(false) => "miss",
            None => "grazing",
        };
        let hit_fields = [t.is_some(), upper.is_some(), point.is_some(), part.is_some()];
        let is_complete = match hit {
            Some(true) => hit_fields == [true; 4] && (normal.is_none() || *upper > Some(0.0)),
            Some(false) | None => hit_fields == [false; 4] && normal.is_none() && exit.is_none(),
        };
        // The rounded end of the ray.
        let end = requested * (1.0 + self.eps);
        let is_ordered = match (t, upper) {
            (Some(t), Some(upper)) => lower <= t && t <= upper && *upper <= end && exit.is_none_or(|exit| *t <= exit),
            _ => *lower <= end && (*hit != Some(false) || *lower >= requested * (1.0 - self.eps)),
        };
        if !is_complete || !is_ordered || *status != expected_status {
            return Some(format!(
                "the fields do not fit the status `{status}`: t {t:?}, bounds {lower:e} and {upper:?}, exit {exit:?}"
            ));
        }
        let unit = normal.and_then(|normal| normal_error(normal, [self.body, self.body], self.eps));
        unit.or_else(|| {
            let deviation = (*point)?.distance(self.at((*t)?));
            let message = format!("the hit point is {deviation:e} m away from the ray's point at t");
            (deviation > self.rounding).then_some(message)
        })
    }

    /// Width of the proven bracket of the hit, meters.
    fn width(&self) -> f64 {
        let upper = self.finding.upper.unwrap_or(self.finding.lower);
        (upper - self.finding.lower) * self.direction.length()
    }

    /// Checks that the hit point and the ray's point at the upper bound are points of a part.
    fn check_point_of(&self, part: &Placed<'_>) -> Option<String> {
        let upper = self.finding.upper?;
        let points = [self.finding.point?, self.at(upper)];
        let allowed = self.rounding + self.width();
        let deviation = points.map(|p| part.distance_to(p, self.rounding)).into_iter().fold(0.0, f64::max);
        (deviation > allowed).then(|| format!("the hit at t = {upper:e} is {deviation:e} m outside of the body"))
    }

    /// Checks that the reported part exists and contains the hit.
    fn check_part(&self, parts: &Parts) -> Option<String> {
        let path = self.finding.part.as_ref()?;
        let Some(part) = parts.parts.iter().find(|part| part.path == *path) else {
            return Some(format!("the body has no part {path:?}"));
        };
        self.check_point_of(&part.placed(self.body.margin))
    }

    /// End of the ray for which the answer claims that nothing is hit before; beyond the body for a longer ray.
    fn free_end(&self) -> f64 {
        let reach = 2.0 * self.size / self.direction.length();
        self.finding.lower.min(reach)
    }

    /// Checks that a half-space contains no point of the ray before the lower bound.
    fn check_heights(&self) -> Option<String> {
        let Shape::HalfSpace { normal, offset } = self.body.shape else { return None };
        let n = self.body.rotation * DVec3::from_array(*normal).normalize();
        let [start, end] = [0.0, self.free_end()].map(|t| n.dot(self.at(t) - self.body.position));
        let depth = offset + self.body.margin - start.min(end);
        let is_free = depth <= self.rounding || self.finding.starts_inside();
        (!is_free).then(|| format!("the ray is {depth:e} m inside the half-space before its lower bound"))
    }

    /// Checks that no part contains a point of the ray before the lower bound.
    fn check_before_hit(&self, parts: &Parts) -> Option<String> {
        let end = self.free_end();
        if end == 0.0 {
            return None;
        }
        let shape = Shape::Segment { points: [[0.0; 3], (self.direction * end).to_array()] };
        let segment = self.placed_segment(&shape);
        let allowed = SAFETY_FACTOR * self.rounding;
        parts.parts.iter().find_map(|part| {
            let approaches_from_behind =
                part.front.is_some_and(|front| front.normal.dot(self.direction) > -self.rounding);
            if approaches_from_behind {
                return None;
            }
            let placed = part.placed(self.body.margin);
            let depth = depth_of_segment(&segment, &placed, allowed);
            (depth > allowed).then(|| {
                format!("the ray enters the part {:?} by {depth:e} m before the lower bound t = {end:e}", part.path)
            })
        })
    }

    /// A segment that starts at the ray's origin, in the world.
    fn placed_segment<'b>(&self, shape: &'b Shape) -> Placed<'b> {
        Placed { position: self.origin, in_plane: self.body.in_plane, ..Placed::of_shape(shape) }
    }

    /// Applies a check to the reported part; `None` without one.
    fn of_reported(&self, parts: &Parts, check: impl Fn(&Self, &Placed<'_>) -> Option<String>) -> Option<String> {
        let path = self.finding.part.as_ref()?;
        let part = parts.parts.iter().find(|part| part.path == *path)?;
        check(self, &part.placed(self.body.margin))
    }

    /// Checks that the bracket of a hit is narrow.
    fn check_width(&self) -> Option<String> {
        let width = self.width();
        let is_narrow = self.finding.upper.is_none() || width <= BRACKET_ROOTS * self.eps.sqrt() * self.size;
        (!is_narrow).then(|| format!("the bounds of the hit are {width:e} m apart"))
    }

    /// Checks that the ray is in a part at the exit and not after it, or without an exit at its end.
    fn check_exit_of(&self, part: &Placed<'_>) -> Option<String> {
        if self.finding.hit != Some(true) {
            return None;
        }
        let allowed = SAFETY_FACTOR * self.rounding + self.width();
        let last = self.finding.exit.unwrap_or(self.finding.t_max);
        let deviation = part.distance_to(self.at(last), self.rounding);
        if deviation > allowed {
            return Some(format!("at its last point in the body, t = {last:e}, the ray is {deviation:e} m outside"));
        }
        let exit = self.finding.exit?;
        let end = self.finding.t_max.min(exit + 2.0 * self.size / self.direction.length());
        let depth = if let Shape::HalfSpace { normal, offset } = part.shape {
            let n = part.rotation * DVec3::from_array(*normal).normalize();
            offset + part.margin - n.dot(self.at(end) - part.position)
        } else {
            let from_origin = (self.direction * exit).to_array();
            let shape = Shape::Segment { points: [from_origin, (self.direction * end).to_array()] };
            depth_of_segment(&self.placed_segment(&shape), part, allowed)
        };
        (depth > allowed).then(|| format!("after the exit at t = {exit:e} the ray is still {depth:e} m inside"))
    }

    /// Checks that the normal faces the ray, and that the part does not extend beyond the plane through the hit point.
    fn check_normal_of(&self, part: &Placed<'_>) -> Option<String> {
        let is_entered = self.finding.hit == Some(true) && !self.finding.starts_inside();
        // A single point has no normal.
        if is_entered && self.finding.normal.is_none() && part.radius() > self.rounding {
            return Some(String::from("a ray that enters the body must have a normal"));
        }
        let normal = self.finding.normal?;
        let point = self.finding.point?;
        let facing = normal.dot(self.direction) / self.direction.length();
        if facing > NORMAL_REACH {
            return Some(format!("the normal points along the ray: the cosine of their angle is {facing:e}"));
        }
        if let Shape::HalfSpace { normal: own, .. } = part.shape {
            let own = part.rotation * DVec3::from_array(*own).normalize();
            let deviation = own.distance(normal);
            let is_own = deviation <= NORMAL_ERROR.max(self.eps.sqrt());
            return (!is_own).then(|| format!("the normal differs from that of the half-space by {deviation:e}"));
        }
        let beyond = normal.dot(part.farthest(normal, point));
        // Near a rounded edge a rounding of the point rotates the normal.
        let allowed =
            SAFETY_FACTOR * (self.rounding + self.width()) + NORMAL_ERROR.max(self.eps.sqrt()) * self.body.radius();
        (beyond > allowed).then(|| format!("the body extends {beyond:e} m beyond the plane of the normal at the hit"))
    }
}

/// Depth of a segment in a part, meters; 0 if they are apart. It is a lower bound in space, exact enough only above
/// `enough`, and an upper bound in the plane.
fn depth_of_segment(segment: &Placed<'_>, part: &Placed<'_>, enough: f64) -> f64 {
    let axes = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    let is_apart_along_axis = axes.into_iter().any(|axis| gap_along(segment, part, axis) > 0.0);
    if is_apart_along_axis || distance_between(segment, part, enough)[1] > enough {
        return 0.0;
    }
    if segment.is_planar() {
        // In space, flat bodies have no depth.
        let error = PLANAR_SEARCH_ERROR * (segment.radius() + part.radius());
        return (-widest_gap(segment, part, None).gap - error).max(0.0);
    }
    let [depth, _] = depth_between(segment, part, Some(enough));
    depth
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit() -> RayFinding {
        RayFinding {
            hit: Some(true),
            status: "hit",
            t: Some(2.0),
            lower: 2.0,
            upper: Some(2.0),
            t_max: 10.0,
            point: Some(DVec3::NEG_X),
            normal: Some(DVec3::NEG_X),
            exit: Some(4.0),
            part: Some(Vec::new()),
            queries: 0,
        }
    }

    #[test]
    fn each_false_claim_about_a_ray_is_found() {
        let shape = Shape::Box { half_extents: [1.0; 3] };
        let options =
            RayOptions { origin: Some([-3.0, 0.0, 0.0]), direction: Some([1.0, 0.0, 0.0]), t_max: Some(10.0) };
        assert_eq!(verify(&Placed::of_shape(&shape), &hit(), &options, f64::EPSILON), []);
        let late = DVec3::new(-0.5, 0.0, 0.0);
        let early = DVec3::new(-1.5, 0.0, 0.0);
        let false_answers = [
            (Claim::Lower, RayFinding { t: Some(2.5), lower: 2.5, upper: Some(2.5), point: Some(late), ..hit() }),
            (Claim::Upper, RayFinding { t: Some(1.5), lower: 1.5, upper: Some(1.5), point: Some(early), ..hit() }),
            (Claim::Bracket, RayFinding { lower: 1.0, ..hit() }),
            (Claim::Depth, RayFinding { normal: Some(DVec3::NEG_Y), ..hit() }),
            (Claim::Overlap, RayFinding { exit: Some(3.0), ..hit() }),
            (Claim::Overlap, RayFinding { exit: None, ..hit() }),
            (Claim::Upper, RayFinding { part: Some(vec![1]), ..hit() }),
            (Claim::Form, RayFinding { normal: Some(DVec3::NEG_X * 2.0), ..hit() }),
            (Claim::Form, RayFinding { status: "miss", ..hit() }),
            (
                Claim::Lower,
                RayFinding {
                    hit: Some(false),
                    status: "miss",
                    t: None,
                    lower: 10.0,
                    upper: None,
                    point: None,
                    normal: None,
                    exit: None,
                    part: None,
                    ..hit()
                },
            ),
        ];
        for (claim, answer) in false_answers {
            let violations = verify(&Placed::of_shape(&shape), &answer, &options, f64::EPSILON);
            assert!(violations.iter().any(|violation| violation.claim == claim), "{claim:?} {violations:?}");
        }
    }
}
