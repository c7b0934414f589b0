//! Drawing of half-spaces: a patch of the surface with hatch lines towards the inside, as technical drawings show that
//! a material continues.

use glam::DVec3;

use super::curve_points::{links, plane_patch};

/// Number of hatch lines per side of a patch in space.
const LINES_PER_SIDE: usize = 18;

/// Number of hatch lines of a half-plane, which extends far beyond the view.
const LINES_PER_HALF_PLANE: usize = 360;

/// Length of hatch lines, relative to their spacing.
const RELATIVE_HATCH_LENGTH: f64 = 1.25;

/// Slant of the hatch lines of a half-plane: distance along the side per distance towards the inside. Those in space
/// are not slanted, so that they are parallel on all sides.
const SLANT: f64 = 0.7;

/// Drawn patch of a half-space.
pub(crate) struct Patch {
    /// Vertices of the surface; for a half-plane the whole drawn area.
    pub face: Vec<DVec3>,
    /// Short lines towards the inside.
    pub hatch: Vec<[DVec3; 2]>,
}

/// Patch of the half-space below the plane through `point` with an outward normal of any length; a half-plane of z = 0
/// if `flat`. `half_size` is half the side of the patch, meters. `None` where it is not finite or has no normal.
pub(crate) fn half_space_patch(point: DVec3, normal: DVec3, half_size: f64, flat: bool) -> Option<Patch> {
    let n = normal.try_normalize()?;
    let corners = plane_patch(point, n, half_size)?;
    if !flat {
        let hatch = links(&corners, true).flat_map(|side| hatch_along(side, n, 0.0, LINES_PER_SIDE)).collect();
        return Some(Patch { face: corners, hatch });
    }
    let along = DVec3::Z.cross(n).try_normalize()? * half_size;
    let ends = [point + along, point - along];
    let deep = n * half_size;
    let face = vec![ends[0], ends[1], ends[1] - deep, ends[0] - deep];
    Some(Patch { face, hatch: hatch_along(ends, n, SLANT, LINES_PER_HALF_PLANE).collect() })
}

/// Evenly spaced lines from a segment towards the inside, against the outward unit normal. `slant` is the distance
/// along the segment per distance towards the inside.
fn hatch_along([from, to]: [DVec3; 2], normal: DVec3, slant: f64, count: usize) -> impl Iterator<Item = [DVec3; 2]> {
    let step = (to - from) / count as f64;
    let line = (step * slant - normal * step.length()) * RELATIVE_HATCH_LENGTH / slant.hypot(1.0);
    (0..count).map(move |k| {
        let at = from + step * (k as f64 + 0.5);
        [at, at + line]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hatch_lines_are_inside_and_the_face_is_on_the_plane() {
        let point = DVec3::new(1.0, 2.0, 3.0);
        let normal = DVec3::new(1.0, 2.0, -2.0) / 3.0;
        let space = half_space_patch(point, normal, 2.0, false).unwrap();
        assert!(space.face.iter().all(|p| normal.dot(*p - point).abs() < 1e-12));
        for [from, to] in &space.hatch {
            assert!(normal.dot(*from - point).abs() < 1e-12 && normal.dot(*to - point) < -0.1);
        }
        let plane = half_space_patch(DVec3::X, DVec3::Y, 2.0, true).unwrap();
        assert!(plane.face.iter().all(|p| p.z == 0.0 && p.y <= 0.0), "all of it lies below, in the plane");
        assert!(plane.hatch.iter().flatten().all(|p| p.z == 0.0 && p.y <= 0.0));
        assert!(
            half_space_patch(point, DVec3::ZERO, 2.0, false).is_none()
                && half_space_patch(DVec3::NAN, normal, 2.0, true).is_none()
        );
    }
}
