//! Signs on the faces of a body whose faces are distinguished: their positions in a pane.

use glam::{DVec2, DVec3};

use crate::marks::surface::polygon_normal;
use crate::{Camera, Lens, Part, Solid};

/// Least distance from a sign to the sides of its face, points.
const MIN_CLEARANCE: f64 = 9.0;

/// Parts of those faces of a solid that face the viewer and have space for their signs, each with the position of its
/// sign, the centroid of the face in a pane of `size` points, y down.
pub fn signs<'a>(solid: &'a Solid, camera: &Camera, size: DVec2) -> Vec<(&'a Part, DVec2)> {
    if solid.parts.is_empty() {
        return Vec::new();
    }
    let lens = camera.lens();
    solid.faces.iter().enumerate().filter_map(|(f, face)| sign(solid, f, face, &lens, size)).collect()
}

/// Part of the face number `f`, with the vertices `face`, and the position of its sign; `None` where it has none.
fn sign<'a>(solid: &'a Solid, f: usize, face: &[u32], lens: &Lens, size: DVec2) -> Option<(&'a Part, DVec2)> {
    let part = solid.part(f).filter(|part| !part.sign.is_empty())?;
    let corners: Option<Vec<DVec3>> = face.iter().map(|&i| solid.vertices.get(i as usize).copied()).collect();
    let corners = corners?;
    let normal = polygon_normal(&corners)?;
    let camera = lens.camera();
    let to_eye = if camera.orthographic { camera.axes().back } else { camera.eye() - corners[0] };
    if normal.dot(to_eye) <= 0.0 {
        return None;
    }
    let flat: Option<Vec<DVec2>> = corners.iter().map(|p| lens.project(*p, size)).collect();
    let flat = flat?;
    let middle = centroid(&flat)?;
    let sides = flat.iter().zip(flat.iter().cycle().skip(1));
    let distances = sides.map(|(a, b)| (*b - *a).normalize_or_zero().perp_dot(middle - *a).abs());
    let clearance = distances.fold(f64::INFINITY, f64::min);
    if clearance >= MIN_CLEARANCE { Some((part, middle)) } else { None }
}

/// Centroid of a polygon's area; `None` without an area.
fn centroid(corners: &[DVec2]) -> Option<DVec2> {
    let first = *corners.first()?;
    let mut sum = DVec2::ZERO;
    // Twice the area of the polygon.
    let mut area = 0.0;
    for pair in corners[1..].windows(2) {
        let a = pair[0] - first;
        let b = pair[1] - first;
        // Twice the signed area of the triangle with the vertices `first`, `pair[0]` and `pair[1]`.
        let doubled_area = a.perp_dot(b);
        sum += (a + b) * doubled_area;
        area += doubled_area;
    }
    let middle = first + sum / (3.0 * area);
    middle.is_finite().then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Role;

    #[test]
    fn faces_towards_the_viewer_have_signs_in_their_middles() {
        let part = |role| Part { role, key: "face".into(), sign: "A", hatched: &[] };
        let solid = Solid {
            vertices: (0..8u32).map(|k| [0, 1, 2].map(|axis| f64::from(k >> axis & 1) - 0.5).into()).collect(),
            faces: vec![vec![4, 5, 7, 6], vec![0, 2, 3, 1]],
            parts: vec![part(Role::ShapeA), part(Role::ShapeB)],
            ..Solid::default()
        };
        let camera = Camera { orthographic: true, ..Camera::flat() };
        let found = signs(&solid, &camera, DVec2::splat(400.0));
        assert_eq!(found.len(), 1);
        assert!(found[0].0.role == Role::ShapeA && found[0].1.distance(DVec2::splat(200.0)) < 1.0, "{found:?}");
        assert!(signs(&solid, &camera, DVec2::splat(20.0)).is_empty(), "too small");
        assert!(signs(&Solid { parts: Vec::new(), ..solid }, &camera, DVec2::splat(400.0)).is_empty());
    }
}
