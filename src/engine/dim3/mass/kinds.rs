//! Volume and moments of each kind of shape, after the Minkowski sum with a ball of radius `margin`. Frame of the
//! shape.

use super::super::hull::{self, Dimension};
use super::super::prelude::*;
use super::super::shape::{Affine, Kind, Shape, SolidOfRevolution, box_vertices};
use super::super::signs::PointAccuracy;
use super::MassError;
use super::moments::{Matrix, Moments, Vector, apply};
use super::revolution::Profile;
use super::steiner::{self, Core};
use crate::ask::Axis;
use crate::double_double::{DoubleDouble, unit_scale};

/// A body of uniform density.
pub(super) enum UniformBody {
    /// A body with volume.
    Solid(Box<Solid>),
    /// A body without volume, and its center in the body's frame, meters, if known.
    Flat(Option<Vec3>),
}

/// A body with volume.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    /// Moments around `origin`, in the body's unit.
    pub moments: Moments,
    /// Reference point of the moments in the body's frame, meters.
    pub origin: Vector,
    /// Factor from meters to the lengths of the moments: a power of two, so that scaling is exact.
    pub unit: f64,
}

/// Converts a number to `f64`.
fn to_f64(x: Real) -> f64 {
    f64::from(x)
}

/// Converts a point to `f64`.
fn point_to_f64(p: Vec3) -> [f64; 3] {
    p.to_array().map(f64::from)
}

/// Volume and moments of a shape with a ball of radius `margin`, meters, around it.
///
/// # Errors
/// The body has no closed form.
pub(super) fn body_of(shape: &Shape, margin: f64) -> Result<UniformBody, MassError> {
    if let Some((points, ball)) = core_points(shape) {
        return Ok(polytope(&points, ball + margin));
    }
    match shape.kind() {
        Kind::Inflate { shape, margin: own } => body_of(shape, margin + to_f64(*own)),
        Kind::Cylinder(solid) => Ok(solid_of_revolution(solid, margin, Profile::cylinder)),
        Kind::Cone(solid) => Ok(solid_of_revolution(solid, margin, Profile::cone)),
        Kind::Ellipsoid { radii } => ellipsoid(point_to_f64(*radii), margin),
        Kind::Affine(affine) => affine_image(affine, margin),
        // Shapes with core points, handled above.
        Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } => Err(MassError::NoClosedForm),
        Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) => Err(MassError::NoClosedForm),
    }
}

/// Points whose hull is the core of a shape, and the radius of the ball around them; `None` for a curved core.
fn core_points(shape: &Shape) -> Option<(Vec<[f64; 3]>, f64)> {
    Some(match shape.kind() {
        Kind::Sphere { radius } => (vec![[0.0; 3]], to_f64(*radius)),
        Kind::Capsule(solid) => {
            let end = along(solid.axis, to_f64(solid.half_height));
            (vec![end.map(|x| -x), end], to_f64(solid.radius))
        }
        Kind::Box { half_extents } => (box_vertices(point_to_f64(*half_extents)).into(), 0.0),
        Kind::Segment(ends) => (ends.map(point_to_f64).into(), 0.0),
        Kind::Triangle(corners) => (corners.map(point_to_f64).into(), 0.0),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            (vertices.map(|&i| point_to_f64(polytope.points()[i as usize])).collect(), 0.0)
        }
        Kind::Inflate { shape, margin } => {
            let (points, ball) = core_points(shape)?;
            (points, ball + to_f64(*margin))
        }
        Kind::Affine(affine) => {
            // The image of a ball is no ball.
            let (points, ball) = core_points(affine.shape()).filter(|(_, ball)| *ball == 0.0)?;
            let matrix = matrix_of(affine);
            let offset = Vector::of(point_to_f64(affine.offset()));
            let images = points.into_iter().map(|p| apply(&matrix, Vector::of(p)).plus(offset));
            (images.map(|p| p.0.map(DoubleDouble::to_f64)).collect(), ball)
        }
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => return None,
    })
}

/// Vector of this length along an axis.
fn along(axis: Axis, length: f64) -> [f64; 3] {
    let mut v = [0.0; 3];
    v[match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
    }] = length;
    v
}

/// The power of two that scales the largest absolute value of some lengths to at least 1 and below 2.
fn unit_of(lengths: impl IntoIterator<Item = f64>) -> f64 {
    unit_scale(lengths.into_iter().fold(0.0, |largest, x| largest.max(x.abs())))
}

/// Volume and moments of the hull of points with a ball of radius `ball`, meters, around it.
fn polytope(points: &[[f64; 3]], ball: f64) -> UniformBody {
    let Ok(hull) = hull::hull_f64(points.to_vec()) else { return UniformBody::Flat(None) };
    let origin = points[hull.vertices[0] as usize];
    let vertices = hull.vertices.iter().map(|&i| Vector::difference(points[i as usize], origin));
    let vertices: Vec<Vector> = vertices.collect();
    let unit = unit_of(vertices.iter().flat_map(|v| v.0.map(DoubleDouble::to_f64)).chain([ball]));
    let vertices: Vec<Vector> = vertices.into_iter().map(|v| v.map(|x| x * unit)).collect();
    let core = Core { vertices: &vertices, hull: &hull };
    let moments = if ball > 0.0 {
        steiner::moments_with_ball(&core, DoubleDouble::from(ball) * unit)
    } else {
        steiner::core_moments(&core)
    };
    if moments.volume.to_f64() > 0.0 {
        return UniformBody::Solid(Box::new(Solid { moments, origin: Vector::of(origin), unit }));
    }
    let center = Vector::of(origin).plus(center_of_flat(&core).map(|x| x / unit));
    UniformBody::Flat(Some(Vec3::from(center.0.map(|x| x.to_f64() as Real))))
}

/// The center of a flat core, in its unit.
fn center_of_flat(core: &Core<'_>) -> Vector {
    match (core.hull.dimension, core.hull.faces().next()) {
        (Dimension::Polygon, Some(face)) => steiner::face_moments(core, face).center(),
        (Dimension::Segment, _) => core.vertices[0].plus(core.vertices[1]).map(|x| x * 0.5),
        _ => core.vertices[0],
    }
}

/// The body of a solid of revolution with a ball around it; `profile` makes its half profile from the radius and the
/// half height.
fn solid_of_revolution(solid: &SolidOfRevolution, margin: f64, profile: fn(f64, f64) -> Profile) -> UniformBody {
    let radius = to_f64(solid.radius);
    let half = to_f64(solid.half_height);
    let unit = unit_of([radius, half, margin]);
    let upright = profile(radius * unit, half * unit).moments_with_ball(margin * unit);
    if !(upright.volume.to_f64() > 0.0) {
        return UniformBody::Flat(Some(Vec3::ZERO));
    }
    // Rotation from y to the axis: a cyclic permutation. Coordinate `k` is coordinate `upright_axes[k]` of the upright
    // solid.
    let shift = match solid.axis {
        Axis::X => 2,
        Axis::Y => 0,
        Axis::Z => 1,
    };
    let upright_axes = [0, 1, 2].map(|k| (k + 3 - shift) % 3);
    let mut moments = Moments::symmetric(upright.volume, upright_axes.map(|k| upright.second[k][k]));
    moments.first = Vector(upright_axes.map(|k| upright.first.0[k]));
    UniformBody::Solid(Box::new(Solid { moments, origin: Vector::default(), unit }))
}

/// An ellipsoid: volume `V = 4/3 π a b c`, second moments `∫ x² = V a²/5` along each axis.
///
/// # Errors
/// With a ball around it there is no closed form, unless it is a sphere.
fn ellipsoid(radii: [f64; 3], margin: f64) -> Result<UniformBody, MassError> {
    let is_sphere = radii[0] == radii[1] && radii[1] == radii[2];
    if margin > 0.0 {
        return if is_sphere { Ok(polytope(&[[0.0; 3]], radii[0] + margin)) } else { Err(MassError::NoClosedForm) };
    }
    if radii.contains(&0.0) {
        return Ok(UniformBody::Flat(Some(Vec3::ZERO)));
    }
    let unit = unit_of(radii);
    let axes = radii.map(|r| DoubleDouble::from(r * unit));
    let volume = DoubleDouble::PI * axes[0] * axes[1] * axes[2] * 4.0 / 3.0;
    let moments = Moments::symmetric(volume, axes.map(|a| volume * a * a / 5.0));
    Ok(UniformBody::Solid(Box::new(Solid { moments, origin: Vector::default(), unit })))
}

/// Matrix of an affine shape.
fn matrix_of(affine: &Affine) -> Matrix {
    let columns = affine.matrix();
    [columns.row(0), columns.row(1), columns.row(2)].map(|row| Vector::of(point_to_f64(row)).0)
}

/// Image of a point under an affine map.
fn image_of(matrix: &Matrix, offset: Vector, p: Vector) -> Vec3 {
    Vec3::from(apply(matrix, p).plus(offset).0.map(|x| x.to_f64() as Real))
}

/// The affine image of a body, with a ball around it.
///
/// # Errors
/// With a ball around it there is no closed form, unless the matrix is a multiple of a rotation or reflection: the ball
/// is then the image of another ball.
fn affine_image(affine: &Affine, margin: f64) -> Result<UniformBody, MassError> {
    let matrix = matrix_of(affine);
    let inner_margin =
        if margin > 0.0 { margin / scale_of_similarity(&matrix).ok_or(MassError::NoClosedForm)? } else { 0.0 };
    let offset = Vector::of(point_to_f64(affine.offset()));
    let rows = matrix.map(|row| row.map(|x| [x.to_f64(), 0.0]));
    let flattens = PointAccuracy::Exact.volume(&rows[0], &rows[1], &rows[2]) == 0;
    // The mass over a point of a flat image varies, so its center is known only by symmetry.
    let keeps_center = !flattens || is_symmetric(affine.shape());
    let body = match body_of(affine.shape(), inner_margin)? {
        UniformBody::Solid(body) if !flattens => body,
        UniformBody::Solid(body) if keeps_center => {
            let center = body.origin.plus(body.moments.center().map(|x| x / body.unit));
            return Ok(UniformBody::Flat(Some(image_of(&matrix, offset, center))));
        }
        UniformBody::Flat(Some(center)) if keeps_center => {
            return Ok(UniformBody::Flat(Some(image_of(&matrix, offset, Vector::of(point_to_f64(center))))));
        }
        UniformBody::Solid(_) | UniformBody::Flat(_) => return Ok(UniformBody::Flat(None)),
    };
    // The matrix is scaled to a size of about 1, exactly, and the unit with it.
    let scale = unit_of(matrix.iter().flatten().map(|x| x.to_f64()));
    let scaled_matrix: Matrix = matrix.map(|row| row.map(|x| x * scale));
    let [x, y, z] = scaled_matrix.map(Vector);
    let moments = body.moments.mapped(&scaled_matrix, x.dot(y.cross(z)));
    let origin = apply(&matrix, body.origin).plus(offset);
    Ok(UniformBody::Solid(Box::new(Solid { moments, origin, unit: body.unit * scale })))
}

/// The factor `s` if the matrix is exactly `s` times a rotation or a reflection; `None` otherwise.
fn scale_of_similarity(matrix: &Matrix) -> Option<f64> {
    let rows = matrix.map(Vector);
    let square = rows[0].dot(rows[0]);
    let rows_are_equally_long = (1..3).all(|i| rows[i].dot(rows[i]) == square);
    let rows_are_orthogonal = [[0, 1], [1, 2], [0, 2]].iter().all(|&[i, j]| {
        // Both halves of the number must be 0.
        let product = rows[i].dot(rows[j]);
        product.to_f64() == 0.0 && product == DoubleDouble::from(product.to_f64())
    });
    (rows_are_equally_long && rows_are_orthogonal && square.to_f64() > 0.0).then(|| square.sqrt().to_f64())
}

/// Whether the shape has a center of symmetry because of its kind.
fn is_symmetric(shape: &Shape) -> bool {
    match shape.kind() {
        Kind::Cone(_) | Kind::Polytope(_) | Kind::Triangle(_) => false,
        Kind::Affine(affine) => is_symmetric(affine.shape()),
        Kind::Inflate { shape, .. } => is_symmetric(shape),
        Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } | Kind::Segment(_) => true,
        Kind::Cylinder(_) | Kind::Ellipsoid { .. } => true,
    }
}
