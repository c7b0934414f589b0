//! Camera of a search along a direction.

use glam::DVec3;

use crate::picture::Camera;

/// Length of the part along a flat body's normal that is added to the direction of a camera that sees it edge-on.
const ASLANT: f64 = 0.4;

/// Distance from a plane, in sizes of the body, up to which points count as flat.
const LEVEL: f64 = 1e-9;

/// Camera with `d` in the picture plane. A flat body with the unit normal `across` that would look like a line is seen
/// from a little above, so that `d` is then only nearly in the picture plane.
pub(super) fn camera(d: DVec3, across: Option<DVec3>) -> Camera {
    let back = side(d);
    let edge_on = across.filter(|n| n.dot(back).abs() < ASLANT);
    Camera::straight(edge_on.map_or(back, |n| back + n * ASLANT.copysign(n.y)))
}

/// Unit normal of the plane through all points; `None` if they are off it by more than rounding error, or collinear.
pub(super) fn flat(points: &[DVec3]) -> Option<DVec3> {
    let start = *points.first()?;
    let along = points.iter().map(|p| *p - start).fold(DVec3::ZERO, longer);
    let normal = points.iter().map(|p| (*p - start).cross(along)).fold(DVec3::ZERO, longer);
    let size = along.length();
    if normal.length() <= LEVEL * size * size {
        return None;
    }
    let normal = normal.normalize();
    points.iter().all(|p| (*p - start).dot(normal).abs() <= LEVEL * size).then_some(normal)
}

fn longer(a: DVec3, b: DVec3) -> DVec3 {
    if b.length() > a.length() { b } else { a }
}

/// Direction from the body to the camera: horizontal, perpendicular to `d`.
pub(super) fn side(d: DVec3) -> DVec3 {
    let across = d.cross(DVec3::Y);
    let back = if across.length() > 1e-3 { across.normalize() } else { DVec3::new(0.4, 0.0, 1.0).normalize() };
    if back.z < 0.0 { -back } else { back }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_body_is_seen_aslant_and_d_across() {
        let square = [DVec3::ZERO, DVec3::Y, DVec3::Z, DVec3::Y + DVec3::Z];
        let n = flat(&square).unwrap();
        assert_eq!(n.abs(), DVec3::X);
        for d in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.6, 0.8, 0.0)] {
            let back = camera(d, Some(n)).axes().back;
            assert!(n.dot(back).abs() > 0.3 && d.dot(back).abs() < 0.5, "{d} from {back}");
        }
        assert_eq!(flat(&square[..2]), None, "a segment has no plane");
        assert_eq!(flat(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]), None, "a solid has none either");
    }
}
