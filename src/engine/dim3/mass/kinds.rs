//! Moments of each kind of shape, with a ball around it.

use super::super::hull::{self, Dimension, Hull};
use super::super::prelude::*;
use super::super::shape::{Affine, Kind, Shape, SolidOfRevolution, box_vertices};
use super::super::signs::Judgment;
use super::MassError;
use super::moments::{Matrix, Moments, Vector, applied};
use super::revolution::Profile;
use super::steiner::{self, Core};
use crate::ask::Axis;
use crate::double_double::{DoubleDouble, unit_scale};

/// A body of uniform density.
pub(super) enum Filled {
    /// A body with volume.
    Solid(Box<Solid>),
    /// A body without volume, and its center if known.
    Flat(Option<Vec3>),
}

/// A body with volume.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    /// Moments around `origin`, in the body's unit.
    pub moments: Moments,
    /// Reference point of the moments in the body's frame, meters.
    pub origin: Vector,
    /// Factor from meters to the lengths of the moments: a power of two.
    pub unit: f64,
}

fn wide(x: Real) -> f64 {
    f64::from(x)
}

fn wide_point(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

/// The body of a shape with a ball of radius `margin` around it.
pub(super) fn filled(shape: &Shape, margin: f64) -> Result<Filled, MassError> {
    if let Some(points) = corners(shape) {
        let (points, ball) = points;
        return Ok(polytope(&points, ball + margin));
    }
    match shape.kind() {
        Kind::Inflate { shape, margin: own } => filled(shape, margin + wide(*own)),
        Kind::Cylinder(solid) => Ok(solid_of_revolution(solid, margin, Profile::cylinder)),
        Kind::Cone(solid) => Ok(solid_of_revolution(solid, margin, Profile::cone)),
        Kind::Ellipsoid { radii } => ellipsoid(wide_point(*radii), margin),
        Kind::Affine(affine) => image(affine, margin),
        // Their cores are polytopes.
        Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } => Err(MassError::NoClosedForm),
        Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) => Err(MassError::NoClosedForm),
    }
}

/// Points whose hull is the core of a shape, and the radius of the ball around them; `None` for a curved core.
fn corners(shape: &Shape) -> Option<(Vec<[f64; 3]>, f64)> {
    Some(match shape.kind() {
        Kind::Sphere { radius } => (vec![[0.0; 3]], wide(*radius)),
        Kind::Capsule(solid) => {
            let end = along(solid.axis, wide(solid.half_height));
            (vec![end.map(|x| -x), end], wide(solid.radius))
        }
        Kind::Box { half_extents } => (box_vertices(wide_point(*half_extents)).into(), 0.0),
        Kind::Segment(ends) => (ends.map(wide_point).into(), 0.0),
        Kind::Triangle(corners) => (corners.map(wide_point).into(), 0.0),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            (vertices.map(|&i| wide_point(polytope.points()[i as usize])).collect(), 0.0)
        }
        Kind::Inflate { shape, margin } => {
            let (points, ball) = corners(shape)?;
            (points, ball + wide(*margin))
        }
        Kind::Affine(affine) => {
            let (points, ball) = corners(affine.shape()).filter(|(_, ball)| *ball == 0.0)?;
            let matrix = matrix(affine);
            let offset = Vector::of(wide_point(affine.offset()));
            let images = points.into_iter().map(|p| applied(&matrix, Vector::of(p)).plus(offset));
            (images.map(|p| p.0.map(DoubleDouble::to_f64)).collect(), ball)
        }
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => return None,
    })
}

fn along(axis: Axis, length: f64) -> [f64; 3] {
    let mut v = [0.0; 3];
    v[match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
    }] = length;
    v
}

/// The power of two that scales the largest of some lengths to about 1.
fn unit_of(lengths: impl IntoIterator<Item = f64>) -> f64 {
    unit_scale(lengths.into_iter().fold(0.0, |most, x| most.max(x.abs())))
}

fn polytope(points: &[[f64; 3]], ball: f64) -> Filled {
    let Ok(hull) = hull::hull_wide(points.to_vec()) else { return Filled::Flat(None) };
    let about = points[hull.vertices[0] as usize];
    let vertices = hull.vertices.iter().map(|&i| Vector::difference(points[i as usize], about));
    let vertices: Vec<Vector> = vertices.collect();
    let unit = unit_of(vertices.iter().flat_map(|v| v.0.map(DoubleDouble::to_f64)).chain([ball]));
    let vertices: Vec<Vector> = vertices.into_iter().map(|v| v.map(|x| x * unit)).collect();
    let core = Core { vertices: &vertices, hull: &hull };
    let moments = match ball > 0.0 {
        true => steiner::rounded(&core, DoubleDouble::from(ball) * unit),
        false => steiner::solid(&core),
    };
    if moments.volume.to_f64() > 0.0 {
        return Filled::Solid(Box::new(Solid { moments, origin: Vector::of(about), unit }));
    }
    let center = Vector::of(about).plus(middle(&core, &hull).map(|x| x / unit));
    Filled::Flat(Some(Vec3::from(center.0.map(|x| x.to_f64() as Real))))
}

/// The center of a flat core.
fn middle(core: &Core<'_>, hull: &Hull) -> Vector {
    match (hull.dimension, hull.faces().next()) {
        (Dimension::Polygon, Some(face)) => steiner::face_moments(core, face).center(),
        (Dimension::Segment, _) => core.vertices[0].plus(core.vertices[1]).map(|x| x * 0.5),
        _ => core.vertices[0],
    }
}

fn solid_of_revolution(solid: &SolidOfRevolution, margin: f64, profile: fn(f64, f64) -> Profile) -> Filled {
    let radius = wide(solid.radius);
    let half = wide(solid.half_height);
    let unit = unit_of([radius, half, margin]);
    let upright = profile(radius * unit, half * unit).turned(margin * unit);
    if !(upright.volume.to_f64() > 0.0) {
        return Filled::Flat(Some(Vec3::ZERO));
    }
    // Rotation from y to the axis: coordinates are permuted as in `along`.
    let shift = match solid.axis {
        Axis::X => 2,
        Axis::Y => 0,
        Axis::Z => 1,
    };
    let upright_axes = [0, 1, 2].map(|k| (k + 3 - shift) % 3);
    let mut moments = Moments::symmetric(upright.volume, upright_axes.map(|k| upright.second[k][k]));
    moments.first = Vector(upright_axes.map(|k| upright.first.0[k]));
    Filled::Solid(Box::new(Solid { moments, origin: Vector::default(), unit }))
}

/// An ellipsoid: volume `4/3 π a b c`, second moments `a²/5` of that along each axis.
fn ellipsoid(radii: [f64; 3], margin: f64) -> Result<Filled, MassError> {
    let round = radii[0] == radii[1] && radii[1] == radii[2];
    if margin > 0.0 {
        return if round { Ok(polytope(&[[0.0; 3]], radii[0] + margin)) } else { Err(MassError::NoClosedForm) };
    }
    if radii.contains(&0.0) {
        return Ok(Filled::Flat(Some(Vec3::ZERO)));
    }
    let unit = unit_of(radii);
    let axes = radii.map(|r| DoubleDouble::from(r * unit));
    let volume = DoubleDouble::PI * axes[0] * axes[1] * axes[2] * 4.0 / 3.0;
    let moments = Moments::symmetric(volume, axes.map(|a| volume * a * a / 5.0));
    Ok(Filled::Solid(Box::new(Solid { moments, origin: Vector::default(), unit })))
}

fn matrix(affine: &Affine) -> Matrix {
    let columns = affine.matrix();
    [columns.row(0), columns.row(1), columns.row(2)].map(|row| Vector::of(wide_point(row)).0)
}

/// Image of a point under an affine map.
fn image_of(matrix: &Matrix, offset: Vector, p: Vector) -> Vec3 {
    Vec3::from(applied(matrix, p).plus(offset).0.map(|x| x.to_f64() as Real))
}

/// The affine image of a body, with a ball around it.
fn image(affine: &Affine, margin: f64) -> Result<Filled, MassError> {
    let inner = match margin > 0.0 {
        true => margin / similarity(&matrix(affine)).ok_or(MassError::NoClosedForm)?,
        false => 0.0,
    };
    let matrix = matrix(affine);
    let offset = Vector::of(wide_point(affine.offset()));
    let rows = matrix.map(|row| row.map(|x| [x.to_f64(), 0.0]));
    let flattens = Judgment::Exact.volume(&rows[0], &rows[1], &rows[2]) == 0;
    let body = filled(affine.shape(), inner)?;
    let body = match body {
        Filled::Solid(body) if !flattens => body,
        Filled::Flat(Some(center)) if !flattens => {
            return Ok(Filled::Flat(Some(image_of(&matrix, offset, Vector::of(wide_point(center))))));
        }
        // The mass over a point of a flat image varies, so its center is known only by symmetry.
        Filled::Solid(body) if is_symmetric(affine.shape()) => {
            let center = body.origin.plus(body.moments.center().map(|x| x / body.unit));
            return Ok(Filled::Flat(Some(image_of(&matrix, offset, center))));
        }
        Filled::Flat(Some(center)) if is_symmetric(affine.shape()) => {
            return Ok(Filled::Flat(Some(image_of(&matrix, offset, Vector::of(wide_point(center))))));
        }
        _ => return Ok(Filled::Flat(None)),
    };
    let size = unit_of(matrix.iter().flatten().map(|x| x.to_f64()));
    let shrunk: Matrix = matrix.map(|row| row.map(|x| x * size));
    let [x, y, z] = shrunk.map(Vector);
    let moments = body.moments.mapped(&shrunk, x.dot(y.cross(z)));
    let origin = applied(&matrix, body.origin).plus(offset);
    Ok(Filled::Solid(Box::new(Solid { moments, origin, unit: body.unit * size })))
}

/// The factor `s` if the matrix is exactly `s` times a rotation or a reflection; `None` otherwise.
fn similarity(matrix: &Matrix) -> Option<f64> {
    let rows = matrix.map(Vector);
    let square = rows[0].dot(rows[0]);
    let same = (1..3).all(|i| rows[i].dot(rows[i]) == square);
    let across = [[0, 1], [1, 2], [0, 2]].iter().all(|&[i, j]| {
        let d = rows[i].dot(rows[j]);
        d.to_f64() == 0.0 && d == DoubleDouble::from(d.to_f64())
    });
    (same && across && square.to_f64() > 0.0).then(|| square.sqrt().to_f64())
}

fn is_symmetric(shape: &Shape) -> bool {
    match shape.kind() {
        Kind::Cone(_) | Kind::Polytope(_) | Kind::Triangle(_) => false,
        Kind::Affine(affine) => is_symmetric(affine.shape()),
        Kind::Inflate { shape, .. } => is_symmetric(shape),
        Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } | Kind::Segment(_) => true,
        Kind::Cylinder(_) | Kind::Ellipsoid { .. } => true,
    }
}
