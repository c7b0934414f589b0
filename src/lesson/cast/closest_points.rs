//! Closest points of two moving polytopes that do not meet. The answer of the cast has the distance and the normal of
//! closest approach; the points follow from the farthest vertices along that normal.

use contact_lens_model::answer::ContactFinding;
use contact_lens_model::answer::number::length;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::CastContext;
use super::cso::ClippingPlane;
use super::world::body_center;
use crate::{Pictures, WORLD};

/// Distance from a supporting plane up to which a vertex lies in it, as a fraction of the pair's size.
const IN_PLANE: f64 = 1e-6;

/// Speed along the normal up to which the motion is perpendicular to it, as a fraction of the relative speed.
const PERPENDICULAR: f64 = 1e-6;

/// Largest difference between the distance of the points and the proven distance, as a fraction of the latter.
const MAX_DIFFERENCE: f64 = 0.02;

/// Number of directions in the plane of a face in which [`is_in_face`] compares a point with the face.
const DIRECTIONS: usize = 32;

/// Closest points at the time of closest approach.
struct ClosestPoints {
    /// Time of closest approach, seconds.
    t: f64,
    /// Points of A and B at that time, world.
    points: [DVec3; 2],
}

/// Interval of the points' projections on the vector `along`, in meters times the length of `along`.
pub(super) fn projection_interval(points: &[DVec3], along: DVec3) -> [f64; 2] {
    let projections = points.iter().map(|p| p.dot(along));
    [projections.clone().fold(f64::INFINITY, f64::min), projections.fold(f64::NEG_INFINITY, f64::max)]
}

/// Points whose projection on the unit vector `along` is the largest, or less than it by at most `tolerance`, meters.
fn farthest_points(points: &[DVec3], along: DVec3, tolerance: f64) -> Vec<DVec3> {
    let [_, most] = projection_interval(points, along);
    points.iter().copied().filter(|p| p.dot(along) >= most - tolerance).collect()
}

/// Point of the face `a` from which the direction `n`, the unit normal of both faces, leads to a point of the face `b`:
/// the middle of the overlap of their extents. `None` if that is outside of a face by more than `tolerance`, meters.
fn common_point(a: &[DVec3], b: &[DVec3], n: DVec3, tolerance: f64) -> Option<DVec3> {
    let u = (*a.get(1)? - a[0]).reject_from_normalized(n).try_normalize()?;
    let v = n.cross(u);
    let foot = n * a[0].dot(n) + middle_of_overlap(a, b, u) + middle_of_overlap(a, b, v);
    let is_common = is_in_face(foot, a, [u, v], tolerance) && is_in_face(foot, b, [u, v], tolerance);
    is_common.then_some(foot)
}

/// Middle of the overlap of two faces' extents along a unit vector, as a vector along it.
fn middle_of_overlap(a: &[DVec3], b: &[DVec3], along: DVec3) -> DVec3 {
    let [a0, a1] = projection_interval(a, along);
    let [b0, b1] = projection_interval(b, along);
    along * (0.5 * (a0.max(b0) + a1.min(b1)))
}

/// Whether a point is in a convex face, or outside of it by at most `tolerance`, meters. The point is in the plane of
/// the face, which the unit vectors `u` and `v` span.
fn is_in_face(point: DVec3, face: &[DVec3], [u, v]: [DVec3; 2], tolerance: f64) -> bool {
    (0..DIRECTIONS).all(|k| {
        let angle = std::f64::consts::TAU * k as f64 / DIRECTIONS as f64;
        let along = u * angle.cos() + v * angle.sin();
        point.dot(along) <= projection_interval(face, along)[1] + tolerance
    })
}

impl CastContext {
    /// Vertices of A (0) or B (1) at the start, world, meters; `None` for a body with curved surfaces.
    pub(super) fn vertices(&self, which: usize) -> Option<Vec<DVec3>> {
        let marks = self.body(which);
        body_center(&marks)?;
        match &marks.first()?.form {
            Form::Solid(solid) if solid.round || solid.sampled.is_some() => None,
            Form::Solid(solid) => Some(solid.vertices.clone()),
            Form::Point(p) => Some(vec![*p]),
            Form::Segment(ends) => Some(ends.to_vec()),
            _ => None,
        }
    }

    /// Time of closest approach on a miss with the unit normal `n`, seconds; `a` and `b` are the points of A and B at
    /// the start that are farthest along `n` and against it. Infinite if the bodies approach each other forever. `None`
    /// if the points never face each other.
    fn time_of_closest_approach(&self, n: DVec3, a: &[DVec3], b: &[DVec3]) -> Option<f64> {
        let r = self.r();
        let speed = r.length();
        let opening_speed = n.dot(r);
        if opening_speed < -PERPENDICULAR * speed {
            return Some(self.duration);
        }
        if opening_speed > PERPENDICULAR * speed || speed == 0.0 {
            return Some(0.0);
        }
        // The points face each other from the time at which B's front end reaches A's near end until B's rear end
        // passes A's far end.
        let [a0, a1] = projection_interval(a, r / speed);
        let [b0, b1] = projection_interval(b, r / speed);
        let from = ((a0 - b1) / speed).max(0.0);
        let to = ((a1 - b0) / speed).min(self.duration);
        (from <= to).then_some(0.5 * (from + to))
    }

    /// Closest points of polytopes on the miss `contact`; `None` for curved bodies, and where the normal and the
    /// vertices do not determine the points.
    fn closest_points(&self, contact: &ContactFinding) -> Option<ClosestPoints> {
        let n = contact.normal?;
        let gap = contact.gap.filter(|gap| *gap > 0.0)?;
        let tolerance = IN_PLANE * self.pair.bounding_radius();
        let a = farthest_points(&self.vertices(0)?, n, tolerance);
        let b = farthest_points(&self.vertices(1)?, -n, tolerance);
        let t = self.time_of_closest_approach(n, &a, &b)?;
        let a: Vec<DVec3> = a.into_iter().map(|p| p + self.velocities[0] * t).collect();
        let b: Vec<DVec3> = b.into_iter().map(|p| p + self.velocities[1] * t).collect();
        // A single vertex is the closest point of its body; faces and edges share the middle of their overlap.
        let points = match (&a[..], &b[..]) {
            (_, [b]) => [*b - n * gap, *b],
            ([a], _) => [*a, *a + n * gap],
            _ if self.path.is_planar => {
                let along = DVec3::new(-n.y, n.x, 0.0);
                let foot = n * a[0].dot(n) + middle_of_overlap(&a, &b, along);
                [foot, foot + n * gap]
            }
            _ => {
                let foot = common_point(&a, &b, n, tolerance)?;
                [foot, foot + n * gap]
            }
        };
        let distance = b[0].dot(n) - a[0].dot(n);
        let is_proven = (distance - gap).abs() <= MAX_DIFFERENCE * gap + tolerance;
        (is_proven && t.is_finite()).then_some(ClosestPoints { t, points })
    }

    /// Point of the origin's path that is closest to `A − B` on a miss with the normal `n`, configuration space; `None`
    /// if it is at infinity.
    fn closest_on_ray(&self, n: DVec3) -> Option<DVec3> {
        let end = if n.dot(self.r()) < 0.0 { self.duration } else { 0.0 };
        Some(self.r() * end).filter(|x| x.is_finite())
    }

    /// On a miss, adds the gap to the configuration space, between the origin's path and the plane that supports `A −
    /// B`; and to the world, between the bodies at closest approach, if the closest points are known.
    pub(super) fn add_closest_approach(&self, pictures: &mut Pictures, contact: &ContactFinding) {
        let Some(n) = contact.normal else { return };
        let Some(gap) = contact.gap.filter(|gap| *gap > 0.0) else { return };
        let nearest = self.closest_points(contact);
        let x = match &nearest {
            Some(nearest) => Some(self.r() * nearest.t),
            None => self.closest_on_ray(n),
        };
        if let Some(x) = x {
            let cso = pictures.edit("cso");
            let foot = x - n * gap;
            let shown_point = if self.path.is_planar { foot } else { self.patch_center(n, foot) };
            self.add_clipping_plane(cso, "plane", ClippingPlane { normal: n, point: shown_point });
            self.draw_gap(cso, [foot, x], gap);
            // The `x` that the beat has already drawn is at another time.
            cso.marks.retain(|mark| mark.key.0 != "x");
            self.add_x(cso, x, "x");
        }
        if let Some(ClosestPoints { t, points: [a, b] }) = nearest {
            let world = pictures.edit(WORLD);
            self.add_bodies_at(world, t);
            self.draw_gap(world, [a, b], a.distance(b));
        }
    }

    /// Adds the segment of a gap with its length `gap`, meters, and an inset on it if it is small.
    fn draw_gap(&self, picture: &mut Picture, [from, to]: [DVec3; 2], gap: f64) {
        self.pair.magnify(picture, [from, to]);
        picture.segment(Role::Witness, "gap", from, to);
        picture.label(Role::Witness, "gap", from.midpoint(to), length(gap).text);
    }
}
