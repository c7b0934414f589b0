//! From a shape to its solid, in the shape's own frame.

use glam::{DMat3, DVec3};

use super::super::shape::{Affine, Axis, Kind, Shape};
use super::{ALL_EDGES, SMOOTH, difference, mesh, tidy};
use crate::lesson::Wide;
use crate::picture::Solid;

/// The solid of a shape, in the shape's own frame.
pub(super) fn of(shape: &Shape) -> Solid {
    match shape.kind() {
        Kind::Sphere { radius } => ellipsoid(DVec3::splat(radius.wide())),
        Kind::Ellipsoid { radii } => ellipsoid(radii.wide()),
        Kind::Box { half_extents } => {
            let half = half_extents.wide();
            unless_flat(mesh::cuboid(half), half.min_element() == 0.0)
        }
        Kind::Cylinder(round) => revolved(mesh::cylinder, round.radius.wide(), round.half_height.wide(), round.axis),
        Kind::Cone(round) => revolved(mesh::cone, round.radius.wide(), round.half_height.wide(), round.axis),
        Kind::Capsule(round) if round.half_height == 0.0 => ellipsoid(DVec3::splat(round.radius.wide())),
        Kind::Capsule(round) => revolved(mesh::capsule, round.radius.wide(), round.half_height.wide(), round.axis),
        Kind::Segment(ends) => tidy::solid(&ends.map(|p| p.wide()), ALL_EDGES),
        Kind::Triangle(corners) => tidy::solid(&corners.map(|p| p.wide()), ALL_EDGES),
        Kind::Polytope(polytope) => {
            let corners = polytope.hull().vertices.iter().map(|&i| polytope.points()[i as usize].wide());
            tidy::solid(&corners.collect::<Vec<_>>(), ALL_EDGES)
        }
        Kind::Affine(affine) => image(affine),
        // A ball is its own mirror image, so taking it away adds it.
        Kind::Inflate { shape, margin } if *margin > 0.0 => {
            difference(&of(shape), &ellipsoid(DVec3::splat(margin.wide())))
        }
        Kind::Inflate { shape, .. } => of(shape),
    }
}

fn ellipsoid(radii: DVec3) -> Solid {
    let mut solid = mesh::ball();
    solid.vertices.iter_mut().for_each(|p| *p *= radii);
    unless_flat(solid, radii.min_element() == 0.0)
}

/// A mesh about y, turned to its axis by a cyclic exchange of coordinates, which keeps the orientation.
fn revolved(mesh: fn(f64, f64) -> Solid, radius: f64, half: f64, axis: Axis) -> Solid {
    let mut solid = mesh(radius, half);
    for p in &mut solid.vertices {
        *p = match axis {
            Axis::X => DVec3::new(p.y, p.z, p.x),
            Axis::Y => *p,
            Axis::Z => DVec3::new(p.z, p.x, p.y),
        };
    }
    unless_flat(solid, radius.min(half) == 0.0)
}

fn image(affine: &Affine) -> Solid {
    let mut solid = of(affine.shape());
    let [x, y, z] = [0, 1, 2].map(|k| affine.matrix().col(k).wide());
    let matrix = DMat3::from_cols(x, y, z);
    let offset = affine.offset().wide();
    solid.vertices.iter_mut().for_each(|p| *p = matrix * *p + offset);
    let volume = matrix.determinant() / (x.length() * y.length() * z.length());
    if volume < 0.0 {
        solid.faces.iter_mut().for_each(|face| face.reverse());
    }
    unless_flat(solid, !volume.is_finite() || volume.abs() < 1e-9)
}

/// The mesh, or when it has no volume, the hull of its vertices: a polygon, a segment or a point.
fn unless_flat(solid: Solid, flat: bool) -> Solid {
    if !flat {
        return solid;
    }
    tidy::solid(&solid.vertices, if solid.round { SMOOTH } else { ALL_EDGES })
}
