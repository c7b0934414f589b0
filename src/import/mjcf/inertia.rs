//! Inertial frames of bodies, which MuJoCo uses as the frames of bodies with an aligned free joint, and the principal
//! axes of meshes.
//!
//! - **Source**: `mjCBody::InertiaFromGeom` and `mjuu_eig3` of MuJoCo. A single geom contributes its own frame; several
//!   are summed about their center of mass, and the axes are those of the Jacobi iteration, sorted by decreasing
//!   inertia.
//! - **Convergence**: the iteration continues to rounding, as in MuJoCo 4; earlier versions stopped at angles of 1e-6.
//! - **Departures**: the inertia of meshes and of shells is not computed. The caller gets the reason.

use contact_lens_scene::model::Shape;
use glam::{DMat3, DQuat, DVec3};

use crate::pose::{Pose, unit};

/// Differences that the Jacobi eigenvalue iteration neglects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// Off-diagonal element that counts as 0, relative to the largest element.
    pub(super) off_diagonal: f64,
    /// Difference below which moments are not sorted, relative to the largest element.
    pub(super) order: f64,
}

/// Tolerance for the axes of bodies, measured with MuJoCo 4.0.
const BODY_TOLERANCE: Tolerance = Tolerance { off_diagonal: 4e-15, order: 1e-12 };

/// Maximum number of Jacobi iterations; they converge quadratically, so that few are needed.
const MAX_ITERATIONS: usize = 50;

/// Mass below which a geom does not count, kilograms.
const MIN_MASS: f64 = 1e-14;

/// Geom with mass, in the frame of its body.
#[derive(Clone, Debug)]
pub(super) struct MassiveGeom {
    /// Mass of the geom, kilograms.
    mass: f64,
    /// Moments of inertia about the geom's center along its own axes, kg m².
    inertia: [f64; 3],
    /// Pose in the frame of the body.
    pose: Pose,
}

/// Mass of a geom, as the model states it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Weight {
    /// Mass of the geom, kilograms.
    Mass(f64),
    /// Density of the geom, kg/m³.
    Density(f64),
}

/// Returns the mass and inertia of a solid at a pose in its body, or the reason why they are unknown.
pub(super) fn massive_geom(shape: &Shape, pose: Pose, weight: Weight) -> Result<MassiveGeom, String> {
    let volume = volume(shape)?;
    let mass = match weight {
        Weight::Mass(mass) => mass,
        Weight::Density(density) => density * volume,
    };
    let inertia = inertia_per_mass(shape)?.map(|moment| mass * moment);
    Ok(MassiveGeom { mass, inertia, pose })
}

/// Returns the reason why the inertia of a shape is unknown.
fn no_inertia(shape: &Shape) -> String {
    format!(
        "the inertia of its {} is not computed",
        if matches!(shape, Shape::HalfSpace { .. }) { "plane" } else { "mesh" }
    )
}

/// Volume of a solid, m³, or the reason why it is unknown.
fn volume(shape: &Shape) -> Result<f64, String> {
    use std::f64::consts::PI;
    Ok(match shape {
        Shape::Sphere { radius } => 4.0 / 3.0 * PI * radius.powi(3),
        Shape::Ellipsoid { radii: [a, b, c] } => 4.0 / 3.0 * PI * a * b * c,
        Shape::Box { half_extents: [a, b, c] } => 8.0 * a * b * c,
        Shape::Cylinder { radius, half_height, .. } => 2.0 * half_height * PI * radius * radius,
        Shape::Capsule { radius, half_height, .. } => {
            PI * (radius * radius * 2.0 * half_height + 4.0 / 3.0 * radius.powi(3))
        }
        // Planes have no mass in MuJoCo.
        Shape::HalfSpace { .. } => 0.0,
        other => return Err(no_inertia(other)),
    })
}

/// Moments of inertia of a solid per kilogram about its center, along its own axes, m², or the reason why they are
/// unknown. Round shapes have the axis z.
fn inertia_per_mass(shape: &Shape) -> Result<[f64; 3], String> {
    Ok(match shape {
        Shape::Sphere { radius } => [0.4 * radius * radius; 3],
        Shape::Ellipsoid { radii: [a, b, c] } => [b * b + c * c, a * a + c * c, a * a + b * b].map(|sum| sum / 5.0),
        Shape::Box { half_extents: [a, b, c] } => [b * b + c * c, a * a + c * c, a * a + b * b].map(|sum| sum / 3.0),
        Shape::Cylinder { radius, half_height, .. } => {
            let r = *radius;
            let h = 2.0 * half_height;
            let across = (3.0 * r * r + h * h) / 12.0;
            [across, across, 0.5 * r * r]
        }
        Shape::Capsule { radius, half_height, .. } => {
            let r = *radius;
            let h = 2.0 * half_height;
            // Fractions of the mass in the two caps, a ball together, and in the cylinder between them.
            let caps = 4.0 * r / (4.0 * r + 3.0 * h);
            let cylinder = 1.0 - caps;
            let ball = 0.4 * caps * r * r;
            let across = cylinder * (3.0 * r * r + h * h) / 12.0 + ball + caps * h * (3.0 * r + 2.0 * h) / 8.0;
            [across, across, cylinder * 0.5 * r * r + ball]
        }
        Shape::HalfSpace { .. } => [0.0; 3],
        other => return Err(no_inertia(other)),
    })
}

/// Returns the inertial frame of a body in the frame of the body: at the center of mass, along the principal axes of
/// inertia; `None` without mass. A single geom contributes its own frame.
pub(super) fn frame(geoms: &[MassiveGeom]) -> Option<Pose> {
    let geoms: Vec<&MassiveGeom> = geoms.iter().filter(|geom| geom.mass > MIN_MASS).collect();
    if let [only] = geoms.as_slice() {
        return Some(only.pose);
    }
    let mass = geoms.iter().map(|geom| geom.mass).sum::<f64>();
    if !(mass > MIN_MASS && mass.is_finite()) {
        return None;
    }
    let center = geoms.iter().map(|geom| DVec3::from(geom.pose.position) * geom.mass).sum::<DVec3>() / mass;
    let mut sum = DMat3::ZERO;
    for geom in geoms {
        let rotation = DMat3::from_quat(DQuat::from_array(unit(geom.pose.rotation)));
        let about_geom = rotation * DMat3::from_diagonal(DVec3::from(geom.inertia)) * rotation.transpose();
        let arm = DVec3::from(geom.pose.position) - center;
        let outer_product = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        // Parallel axis theorem.
        sum += about_geom + (DMat3::IDENTITY * arm.length_squared() - outer_product) * geom.mass;
    }
    Some(Pose { position: center.to_array(), rotation: axes(sum) })
}

/// Returns the rotation from the principal axes of a body's inertia, sorted by decreasing moment, to the frame of the
/// matrix, as a quaternion x, y, z, w.
pub(super) fn axes(matrix: DMat3) -> [f64; 4] {
    axes_within(matrix, BODY_TOLERANCE)
}

/// Returns the rotation from the principal axes of a symmetric matrix, sorted by decreasing moment, to the frame of the
/// matrix, as a quaternion x, y, z, w.
pub(super) fn axes_within(matrix: DMat3, tolerance: Tolerance) -> [f64; 4] {
    // Rotation from the current axes to the frame of the matrix.
    let mut quat = DQuat::IDENTITY;
    let mut moments = [0.0; 3];
    let size = matrix.to_cols_array().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    for _ in 0..MAX_ITERATIONS {
        let rotation = DMat3::from_quat(quat);
        let rows = (rotation.transpose() * matrix * rotation).transpose().to_cols_array_2d();
        moments = [rows[0][0], rows[1][1], rows[2][2]];
        let LargestProduct { row, column, axis } = LargestProduct::find(&rows);
        let off_diagonal = rows[row][column];
        if off_diagonal.abs() <= tolerance.off_diagonal * size {
            break;
        }
        // Jacobi rotation about `axis` by the angle with this tangent, that makes the largest off-diagonal element 0.
        let tau = (rows[column][column] - rows[row][row]) / (2.0 * off_diagonal);
        let root = (1.0 + tau * tau).sqrt();
        let tangent = if tau >= 0.0 { 1.0 / (tau + root) } else { -1.0 / (root - tau) };
        let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
        // Sine of half the angle, without the cancellation of 1 − cos.
        let half = tangent.abs() * cosine / (2.0 + 2.0 * cosine).sqrt();
        let half_sine = if (tau >= 0.0) == (axis == 1) { half } else { -half };
        let mut step = [0.0, 0.0, 0.0, (1.0 - half_sine * half_sine).sqrt()];
        step[axis] = half_sine;
        quat = (quat * DQuat::from_array(step).normalize()).normalize();
    }
    sort_axes(quat, moments, tolerance.order * size)
}

/// Largest product of inertia of a symmetric matrix, an element above the diagonal.
struct LargestProduct {
    row: usize,
    column: usize,
    /// Index of the remaining axis, about which a rotation makes the element 0.
    axis: usize,
}

impl LargestProduct {
    /// Finds the element with the largest magnitude; of equal ones the later, as MuJoCo does.
    fn find(rows: &[[f64; 3]; 3]) -> Self {
        let xy = rows[0][1].abs();
        let xz = rows[0][2].abs();
        let yz = rows[1][2].abs();
        if xy > xz && xy > yz {
            Self { row: 0, column: 1, axis: 2 }
        } else if xz > yz {
            Self { row: 0, column: 2, axis: 1 }
        } else {
            Self { row: 1, column: 2, axis: 0 }
        }
    }
}

/// Rotates axes by 90° until no moment is larger than the one before it by more than `tolerance`.
fn sort_axes(mut quat: DQuat, mut moments: [f64; 3], tolerance: f64) -> [f64; 4] {
    // Bubble sort of three moments: the pairs (0, 1), (1, 2) and (0, 1).
    for comparison in 0..3 {
        let first = comparison % 2;
        if moments[first] + tolerance < moments[first + 1] {
            moments.swap(first, first + 1);
            let mut step = [0.0, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2];
            step[(first + 2) % 3] = std::f64::consts::FRAC_1_SQRT_2;
            quat = (quat * DQuat::from_array(step)).normalize();
        }
    }
    quat.to_array()
}
