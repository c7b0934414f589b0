//! Volume and moments of each kind of shape with a ball of radius `margin` around it (the Minkowski sum of both), in
//! the frame of the shape.

use super::MassError;
use super::moments::{Matrix, Moments, Vector, apply};
use super::revolution::Profile;
use super::steiner::{self, Core};
use crate::dim3::hull::{self, Dimension};
use crate::dim3::prelude::*;
use crate::dim3::shape::{Affine, Kind, Shape, SolidOfRevolution, box_vertices};
use crate::dim3::signs::PointAccuracy;
use crate::double_double::{DoubleDouble, unit_scale};
use contact_lens_model::ask::Axis;

/// A body of uniform density.
pub(super) enum UniformBody {
    /// A body with volume.
    Solid(Box<Solid>),
    /// A body without volume, and its center in the body's frame, meters; `None` if the center is not known.
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
/// The body has no closed form ([`MassError::NoClosedForm`]).
pub(super) fn body_of(shape: &Shape, margin: f64) -> Result<UniformBody, MassError> {
    if let Some(CorePoints { points, ball }) = core_points(shape) {
        return Ok(polytope(&points, ball + margin));
    }
    match shape.kind() {
        Kind::Inflate { shape, margin: added_margin } => body_of(shape, margin + to_f64(*added_margin)),
        Kind::Cylinder(solid) => Ok(solid_of_revolution(solid, margin, Profile::cylinder)),
        Kind::Cone(solid) => Ok(solid_of_revolution(solid, margin, Profile::cone)),
        Kind::Ellipsoid { radii } => ellipsoid(point_to_f64(*radii), margin),
        Kind::Affine(affine) => affine_image(affine, margin),
        // Shapes with core points, handled above.
        Kind::Sphere { .. } | Kind::Capsule(_) | Kind::Box { .. } => Err(MassError::NoClosedForm),
        Kind::Segment(_) | Kind::Triangle(_) | Kind::Polytope(_) => Err(MassError::NoClosedForm),
    }
}

/// A core that is the hull of points, and the ball around it. Frame of the shape, meters.
struct CorePoints {
    /// Points whose hull is the core.
    points: Vec<[f64; 3]>,
    /// Radius of the ball; 0 without one.
    ball: f64,
}

impl CorePoints {
    /// A core without a ball.
    fn without_ball(points: Vec<[f64; 3]>) -> Self {
        Self { points, ball: 0.0 }
    }
}

/// Core and ball of a shape; `None` for a curved core.
fn core_points(shape: &Shape) -> Option<CorePoints> {
    Some(match shape.kind() {
        Kind::Sphere { radius } => CorePoints { points: vec![[0.0; 3]], ball: to_f64(*radius) },
        Kind::Capsule(solid) => {
            let end = along(solid.axis, to_f64(solid.half_height));
            CorePoints { points: vec![end.map(|x| -x), end], ball: to_f64(solid.radius) }
        }
        Kind::Box { half_extents } => CorePoints::without_ball(box_vertices(point_to_f64(*half_extents)).into()),
        Kind::Segment(ends) => CorePoints::without_ball(ends.map(point_to_f64).into()),
        Kind::Triangle(vertices) => CorePoints::without_ball(vertices.map(point_to_f64).into()),
        Kind::Polytope(polytope) => {
            let vertices = polytope.hull().vertices.iter();
            CorePoints::without_ball(vertices.map(|&i| point_to_f64(polytope.points()[i as usize])).collect())
        }
        Kind::Inflate { shape, margin } => {
            let CorePoints { points, ball } = core_points(shape)?;
            CorePoints { points, ball: ball + to_f64(*margin) }
        }
        Kind::Affine(affine) => {
            let CorePoints { points, ball } = core_points(affine.shape())?;
            // The image of a ball is no ball.
            if ball != 0.0 {
                return None;
            }
            let matrix = matrix_of(affine);
            let offset = Vector::of(point_to_f64(affine.offset()));
            let images = points.into_iter().map(|p| apply(&matrix, Vector::of(p)).plus(offset));
            CorePoints::without_ball(images.map(|p| p.0.map(DoubleDouble::to_f64)).collect())
        }
        Kind::Cylinder(_) | Kind::Cone(_) | Kind::Ellipsoid { .. } => return None,
    })
}

/// Vector of this length along an axis.
fn along(axis: Axis, length: f64) -> [f64; 3] {
    match axis {
        Axis::X => [length, 0.0, 0.0],
        Axis::Y => [0.0, length, 0.0],
        Axis::Z => [0.0, 0.0, length],
    }
}

/// The power of two that scales the largest absolute value of some lengths to at least 1 and below 2.
fn unit_of(lengths: impl IntoIterator<Item = f64>) -> f64 {
    unit_scale(lengths.into_iter().fold(0.0, |largest, x| largest.max(x.abs())))
}

/// Volume and moments of the hull of points with a ball of radius `ball`, meters, around it.
fn polytope(points: &[[f64; 3]], ball: f64) -> UniformBody {
    let Ok(hull) = hull::hull_f64(points.to_vec()) else { return UniformBody::Flat(None) };
    let origin = points[hull.vertices[0] as usize];
    let in_meters = hull.vertices.iter().map(|&i| Vector::difference(points[i as usize], origin));
    let in_meters: Vec<Vector> = in_meters.collect();
    let unit = unit_of(in_meters.iter().flat_map(|v| v.0.map(DoubleDouble::to_f64)).chain([ball]));
    let vertices: Vec<Vector> = in_meters.into_iter().map(|v| v.map(|x| x * unit)).collect();
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
    let first = core.vertices[0];
    match core.hull.dimension {
        Dimension::Polygon => {
            let front = core.hull.faces().next();
            front.map_or(first, |front| steiner::face_moments(core, front).center())
        }
        Dimension::Segment => first.plus(core.vertices[1]).map(|x| x * 0.5),
        Dimension::Point | Dimension::Solid => first,
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
    let body = body_of(affine.shape(), inner_margin)?;
    let is_singular = has_zero_determinant(&matrix);
    if let UniformBody::Solid(body) = &body
        && !is_singular
    {
        // The matrix is scaled to a size of about 1, exactly, and the unit with it.
        let scale = unit_of(matrix.iter().flatten().map(|x| x.to_f64()));
        let scaled_matrix: Matrix = matrix.map(|row| row.map(|x| x * scale));
        let [x, y, z] = scaled_matrix.map(Vector);
        let moments = body.moments.mapped(&scaled_matrix, x.dot(y.cross(z)));
        let origin = apply(&matrix, body.origin).plus(offset);
        return Ok(UniformBody::Solid(Box::new(Solid { moments, origin, unit: body.unit * scale })));
    }
    // The image is flat. The mass over a point of the image of a solid varies, so that its center is known only by
    // symmetry.
    if is_singular && !is_symmetric(affine.shape()) {
        return Ok(UniformBody::Flat(None));
    }
    let center = match body {
        UniformBody::Solid(body) => Some(body.origin.plus(body.moments.center().map(|x| x / body.unit))),
        UniformBody::Flat(center) => center.map(|center| Vector::of(point_to_f64(center))),
    };
    Ok(UniformBody::Flat(center.map(|center| image_of(&matrix, offset, center))))
}

/// Whether the determinant of a matrix is exactly 0, so that its images are flat.
fn has_zero_determinant(matrix: &Matrix) -> bool {
    let rows = matrix.map(|row| row.map(|x| [x.to_f64(), 0.0]));
    PointAccuracy::Exact.volume(&rows[0], &rows[1], &rows[2]) == 0
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
    let is_similarity = rows_are_equally_long && rows_are_orthogonal && square.to_f64() > 0.0;
    is_similarity.then(|| square.sqrt().to_f64())
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
