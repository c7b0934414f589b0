//! Places of the names of bodies in a picture: points inside the named body that no other body contains or hides from
//! the camera.

use glam::DVec3;

use crate::{Camera, Solid};

/// Fraction of the distance from the center of a body to a vertex at which its name is, if its center is inside another
/// body.
const TOWARDS_VERTEX: f64 = 0.65;

/// Place of a body's name, meters, in the picture's frame: its center, unless one of `others` contains or hides it;
/// then the point towards one of its vertices that none of them contains or hides, farthest from their centers. A place
/// behind another body is better than one inside it.
pub(super) fn name_place<'a>(solid: &Solid, others: impl Iterator<Item = &'a Solid>, camera: &Camera) -> DVec3 {
    let center = center(solid);
    let others: Vec<&Solid> = others.collect();
    if !is_covered(&others, center, camera) {
        return center;
    }
    let places: Vec<DVec3> = solid.vertices.iter().map(|vertex| center.lerp(*vertex, TOWARDS_VERTEX)).collect();
    // Best is a place that no other body contains or hides, then one that none contains.
    let visible = places.iter().copied().filter(|place| !is_covered(&others, *place, camera));
    if let Some(place) = farthest_place(&others, visible) {
        return place;
    }
    if !is_inside_any(&others, center) {
        return center;
    }
    let outside = places.into_iter().filter(|place| !is_inside_any(&others, *place));
    farthest_place(&others, outside).unwrap_or(center)
}

/// Whether one of some bodies contains a point or hides it.
fn is_covered(bodies: &[&Solid], place: DVec3, camera: &Camera) -> bool {
    bodies.iter().any(|body| hides(body, place, camera))
}

/// Whether one of some bodies contains a point.
fn is_inside_any(bodies: &[&Solid], place: DVec3) -> bool {
    bodies.iter().any(|body| is_inside(body, place))
}

/// Place whose nearest body center is farthest away; `None` without places.
fn farthest_place(bodies: &[&Solid], places: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    places.max_by(|a, b| distance_from(bodies, *a).total_cmp(&distance_from(bodies, *b)))
}

/// Whether a convex solid contains a point, or is between the point and the camera's eye.
fn hides(solid: &Solid, place: DVec3, camera: &Camera) -> bool {
    if is_flat(solid) || solid.faces.is_empty() {
        return is_inside(solid, place);
    }
    let to_eye = if camera.orthographic { camera.axes().back * camera.distance } else { camera.eye() - place };
    // Part of the line of sight inside all planes of faces, as fractions of the way to the eye.
    let mut inside = [0.0_f64, 1.0];
    for face in &solid.faces {
        let height = height_over(face.iter().map(|i| vertex(solid, *i)), place);
        let height_at_eye = height_over(face.iter().map(|i| vertex(solid, *i)), place + to_eye);
        let crossing = height / (height - height_at_eye);
        match (height <= 0.0, height_at_eye <= 0.0) {
            (true, true) => {}
            (true, false) => inside[1] = inside[1].min(crossing),
            (false, true) => inside[0] = inside[0].max(crossing),
            (false, false) => return false,
        }
    }
    inside[0] <= inside[1]
}

/// Distance of a point from the nearest center of bodies.
fn distance_from(bodies: &[&Solid], place: DVec3) -> f64 {
    bodies.iter().map(|body| place.distance(center(body))).fold(f64::INFINITY, f64::min)
}

/// Position of the vertex `i` of a solid; the origin if there is none.
fn vertex(solid: &Solid, i: u32) -> DVec3 {
    solid.vertices.get(i as usize).copied().unwrap_or_default()
}

/// Mean of the vertices of a solid; the origin without vertices.
fn center(solid: &Solid) -> DVec3 {
    solid.vertices.iter().sum::<DVec3>() / solid.vertices.len().max(1) as f64
}

/// Whether a solid is in the plane z = 0.
fn is_flat(solid: &Solid) -> bool {
    solid.vertices.iter().all(|vertex| vertex.z == 0.0)
}

/// Whether a point is inside a convex solid, or in the polygon of a flat one in the plane z = 0.
fn is_inside(solid: &Solid, p: DVec3) -> bool {
    if !is_flat(solid) {
        return !solid.faces.is_empty()
            && solid.faces.iter().all(|face| height_over(face.iter().map(|i| vertex(solid, *i)), p) <= 0.0);
    }
    solid.faces.iter().any(|face| {
        let sides = face.iter().zip(face.iter().cycle().skip(1));
        let turns =
            sides.map(|(from, to)| (vertex(solid, *to) - vertex(solid, *from)).cross(p - vertex(solid, *from)).z);
        let turns: Vec<f64> = turns.collect();
        let least = turns.iter().copied().fold(f64::INFINITY, f64::min);
        let most = turns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // The point is on the same side of all edges, whatever the polygon's orientation.
        face.len() > 2 && (least >= 0.0 || most <= 0.0)
    })
}

/// Height of a point above the plane of a face, times twice the area of the triangle of its first three vertices;
/// infinite for a face with fewer vertices.
fn height_over(mut vertices: impl Iterator<Item = DVec3>, p: DVec3) -> f64 {
    let [Some(a), Some(b), Some(c)] = [vertices.next(), vertices.next(), vertices.next()] else { return f64::INFINITY };
    (b - a).cross(c - a).dot(p - a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(middle: DVec3, half: f64) -> Solid {
        let vertices = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let vertices = vertices.map(|[x, y]| middle + DVec3::new(x, y, 0.0) * half).to_vec();
        Solid { vertices, faces: vec![vec![0, 1, 2, 3]], ..Solid::default() }
    }

    #[test]
    fn a_name_avoids_the_body_that_covers_its_center() {
        let large = square(DVec3::ZERO, 2.0);
        let small = square(DVec3::new(0.2, 0.2, 0.0), 0.5);
        let center = DVec3::new(0.2, 0.2, 0.0);
        let camera = Camera::default();
        assert!(name_place(&small, [].into_iter(), &camera).distance(center) < 1e-12);
        let place = name_place(&large, [&small].into_iter(), &camera);
        assert!(is_inside(&large, place) && !is_inside(&small, place), "{place}");
        assert!(name_place(&small, [&large].into_iter(), &camera).distance(center) < 1e-12, "no place is outside");
    }
    /// A box with outward faces around `middle`.
    fn cuboid(middle: DVec3, half: DVec3) -> Solid {
        let vertices: Vec<DVec3> = (0..8)
            .map(|i| {
                let signs = [0, 1, 2].map(|bit| if i >> bit & 1 == 1 { 1.0 } else { -1.0 });
                middle + half * DVec3::from(signs)
            })
            .collect();
        let faces =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]].map(|f| f.to_vec());
        Solid { vertices, faces: faces.to_vec(), ..Solid::default() }
    }

    #[test]
    fn a_name_avoids_the_body_in_front_of_its_center() {
        let camera = Camera { azimuth: 0.0, elevation: 0.0, target: DVec3::ZERO, ..Camera::default() };
        let wall = cuboid(DVec3::new(0.0, 0.0, -1.0), DVec3::new(2.0, 2.0, 0.1));
        let crate_in_front = cuboid(DVec3::new(0.0, 0.0, 1.0), DVec3::splat(0.4));
        let place = name_place(&wall, [&crate_in_front].into_iter(), &camera);
        assert!(place.distance(DVec3::new(0.0, 0.0, -1.0)) > 1.0, "{place}");
        assert!(!hides(&crate_in_front, place, &camera));
        let place = name_place(&crate_in_front, [&wall].into_iter(), &camera);
        assert!(place.distance(DVec3::new(0.0, 0.0, 1.0)) < 1e-12, "the wall is behind the crate: {place}");
    }
}
