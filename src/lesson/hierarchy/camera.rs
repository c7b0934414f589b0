//! Camera of the hierarchy search: a level look across the search direction d, so that distances along d appear in
//! their true length; the camera is tilted where a flat body would look like a line.

use contact_lens_picture::Camera;
use glam::DVec3;

/// Smallest sine of the angle between the line of sight and the plane of a flat body: 23.6°.
const MIN_VIEW_SINE: f64 = 0.4;

/// Distance from a plane, in sizes of the body, up to which its points count as coplanar.
const COPLANAR_TOLERANCE: f64 = 1e-9;

/// Length up to which a component of a unit vector counts as zero.
const ZERO_COMPONENT: f64 = 1e-9;

/// Length of `d × Y` up to which the unit vector `d` counts as vertical.
const VERTICAL_TOLERANCE: f64 = 1e-3;

/// Horizontal view direction for a vertical `d`, not normalized: any would do; this one is slightly from the right.
const SLIGHTLY_FROM_RIGHT: DVec3 = DVec3::new(0.4, 0.0, 1.0);

/// Camera with the unit vector `d` in the picture plane. `body_normal` is the unit normal of a flat body, which is seen
/// at [`MIN_VIEW_SINE`] or more; where no such direction is perpendicular to `d`, because the normal is almost along
/// `d`, the camera tilts toward `d` by the smallest angle that suffices, at most 23.6°.
pub(super) fn camera(d: DVec3, body_normal: Option<DVec3>) -> Camera {
    let level = level_view_direction(d);
    Camera::straight(body_normal.map_or(level, |normal| view_direction_of_flat_body(d, normal, level)))
}

/// Direction from a flat body with the unit normal `normal` to the camera, unit vector: the unit vector `level` if the
/// body does not look like a line from there.
fn view_direction_of_flat_body(d: DVec3, normal: DVec3, level: DVec3) -> DVec3 {
    if normal.dot(level).abs() >= MIN_VIEW_SINE {
        return level;
    }
    let in_view_plane = normal.reject_from_normalized(d);
    let largest_sine = in_view_plane.length();
    if largest_sine >= MIN_VIEW_SINE {
        // The direction is perpendicular to `d` and has the smallest sine that suffices.
        let toward_normal = in_view_plane / largest_sine;
        let cos = MIN_VIEW_SINE / largest_sine;
        let perpendicular = level.reject_from_normalized(toward_normal).normalize_or_zero() * (1.0 - cos * cos).sqrt();
        return more_from_above(perpendicular + toward_normal * cos, perpendicular - toward_normal * cos);
    }
    let tilt = MIN_VIEW_SINE.asin() - largest_sine.asin();
    let toward_d = d * tilt.sin();
    if largest_sine <= ZERO_COMPONENT {
        return more_from_above(level * tilt.cos() + toward_d, level * tilt.cos() - toward_d);
    }
    let tilted = in_view_plane / largest_sine * tilt.cos() + toward_d * normal.dot(d).signum();
    more_from_above(tilted, -tilted)
}

/// Returns the view direction that looks more from above; at equal height, the one more from the front.
fn more_from_above(first: DVec3, second: DVec3) -> DVec3 {
    let rise = first.y - second.y;
    let is_first_better = if rise.abs() > ZERO_COMPONENT { rise > 0.0 } else { first.z >= second.z };
    if is_first_better { first } else { second }
}

/// Unit normal of the plane through all points; `None` if they are off it by more than rounding error, or collinear.
pub(super) fn common_plane_normal(points: &[DVec3]) -> Option<DVec3> {
    let start = *points.first()?;
    let along = points.iter().map(|p| *p - start).fold(DVec3::ZERO, longer);
    let normal = points.iter().map(|p| (*p - start).cross(along)).fold(DVec3::ZERO, longer);
    let size = along.length();
    if normal.length() <= COPLANAR_TOLERANCE * size * size {
        return None;
    }
    let normal = normal.normalize();
    points.iter().all(|p| (*p - start).dot(normal).abs() <= COPLANAR_TOLERANCE * size).then_some(normal)
}

/// Returns the longer of two vectors; the first of equally long ones.
fn longer(a: DVec3, b: DVec3) -> DVec3 {
    if b.length() > a.length() { b } else { a }
}

/// Direction from the body to a camera that looks level: horizontal unit vector, perpendicular to `d`, up to
/// [`VERTICAL_TOLERANCE`] where `d` is nearly vertical.
pub(super) fn level_view_direction(d: DVec3) -> DVec3 {
    let horizontal = d.cross(DVec3::Y);
    let has_level_direction = horizontal.length() > VERTICAL_TOLERANCE;
    let view = if has_level_direction { horizontal.normalize() } else { SLIGHTLY_FROM_RIGHT.normalize() };
    if view.z < 0.0 { -view } else { view }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sine of the angle at which the body is seen, and |d · view direction|.
    fn seen(d: DVec3, normal: DVec3) -> [f64; 2] {
        let back = camera(d, Some(normal)).axes().back;
        assert!(back.y > -1e-9, "from below: {back}");
        [normal.dot(back).abs(), d.dot(back).abs()]
    }

    #[test]
    fn a_normal_that_leans_away_from_the_camera_keeps_the_angle() {
        let normal = DVec3::new(0.0, 0.92, -0.39).normalize();
        let [sine, out_of_picture] = seen(DVec3::X, normal);
        assert!((sine - MIN_VIEW_SINE).abs() < 1e-12, "{sine}");
        assert!(out_of_picture < 1e-12, "{out_of_picture}");
    }

    #[test]
    fn every_flat_body_is_seen_at_the_smallest_angle_or_more() {
        let steps = -3..=3;
        let all = steps.clone().flat_map(|x| steps.clone().map(move |y| [x, y]));
        let vectors = all.flat_map(|[x, y]| steps.clone().map(move |z| DVec3::new(x.into(), y.into(), z.into())));
        let directions: Vec<DVec3> = vectors.filter_map(DVec3::try_normalize).collect();
        for &d in &directions {
            for &normal in &directions {
                let [sine, out_of_picture] = seen(d, normal);
                assert!(sine > MIN_VIEW_SINE - 1e-9, "d {d}, normal {normal}: {sine}");
                let can_stay = normal.reject_from_normalized(d).length() >= MIN_VIEW_SINE;
                let limit = if can_stay { 1e-9 } else { MIN_VIEW_SINE + 1e-9 };
                assert!(out_of_picture <= limit, "d {d}, normal {normal}: {out_of_picture}");
            }
        }
    }

    #[test]
    fn only_points_of_one_plane_have_a_normal() {
        let square = [DVec3::ZERO, DVec3::Y, DVec3::Z, DVec3::Y + DVec3::Z];
        assert_eq!(common_plane_normal(&square).map(DVec3::abs), Some(DVec3::X));
        assert_eq!(common_plane_normal(&square[..2]), None, "a segment");
        assert_eq!(common_plane_normal(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]), None, "a tetrahedron");
    }
}
