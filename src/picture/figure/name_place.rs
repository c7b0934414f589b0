//! Places of the names of bodies: inside the body, and outside of the other body where they overlap.

use glam::DVec3;

use crate::picture::Solid;

/// Fraction of the distance from the center of a body to a vertex at which its name is, if its center is inside another
/// body.
const TOWARDS_VERTEX: f64 = 0.65;

/// Place of a body's name: its center, or if that is inside of one of `others`, the point towards a vertex that is
/// outside of them and farthest from them.
pub(super) fn name_place<'a>(solid: &Solid, others: impl Iterator<Item = &'a Solid>) -> DVec3 {
    let center = center(solid);
    let covering: Vec<&Solid> = others.filter(|other| is_inside(other, center)).collect();
    if covering.is_empty() {
        return center;
    }
    let places = solid.vertices.iter().map(|vertex| center.lerp(*vertex, TOWARDS_VERTEX));
    let free = places.filter(|place| !covering.iter().any(|other| is_inside(other, *place)));
    free.max_by(|a, b| distance_from(&covering, *a).total_cmp(&distance_from(&covering, *b))).unwrap_or(center)
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

/// Whether a point is inside a convex solid, or in the polygon of a flat one in the plane z = 0.
fn is_inside(solid: &Solid, p: DVec3) -> bool {
    let is_flat = solid.vertices.iter().all(|vertex| vertex.z == 0.0);
    if !is_flat {
        return !solid.faces.is_empty()
            && solid.faces.iter().all(|face| height_over(face.iter().map(|i| vertex(solid, *i)), p) <= 0.0);
    }
    solid.faces.iter().any(|face| {
        let sides = face.iter().zip(face.iter().cycle().skip(1));
        let turns =
            sides.map(|(from, to)| (vertex(solid, *to) - vertex(solid, *from)).cross(p - vertex(solid, *from)).z);
        let (least, most) = turns.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
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
        assert!(name_place(&small, [].into_iter()).distance(center) < 1e-12);
        let place = name_place(&large, [&small].into_iter());
        assert!(is_inside(&large, place) && !is_inside(&small, place), "{place}");
        assert!(name_place(&small, [&large].into_iter()).distance(center) < 1e-12, "no place is outside");
    }
}
