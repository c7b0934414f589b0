//! A body of a step: placed colliders, pose, velocities and inertia in world axes.

use contact_lens_engine::double::{Collider, ColliderKind, Pose};
use contact_lens_engine::glam::{DMat3, DQuat, DVec3};

use crate::capture::{Body, CaptureError, Direction, Inertia, Kind, State};
use crate::dense::abs_matrix;
use crate::system::BodyInertia;

/// A shape of a body.
#[derive(Clone, Debug)]
pub struct Part {
    /// Shape as a collider.
    pub collider: Collider,
    /// Pose in the body's frame.
    pub local: Pose,
    /// Pose in the world before the step; `None` without a captured pose.
    pub world: Option<Pose>,
    /// Name in the capture.
    pub name: Option<String>,
    /// Radius of a ball around the center of mass that contains the shape, meters; infinite for half-spaces.
    pub radius: f64,
}

/// Velocity of the center of mass and angular velocity, world frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Velocity of the center of mass, m/s.
    pub linear: DVec3,
    /// Angular velocity, rad/s.
    pub angular: DVec3,
}

/// A body with everything that the laws read.
#[derive(Clone, Debug)]
pub struct BodyModel {
    /// Kind of the body's motion.
    pub kind: Kind,
    /// Shapes of the body.
    pub parts: Vec<Part>,
    /// Pose before the step; `None` if it is not captured.
    pub pose: Option<Pose>,
    /// Center of mass before the step, world.
    pub center: DVec3,
    /// Velocity before the step.
    pub before: Option<Motion>,
    /// Velocity after the step.
    pub after: Option<Motion>,
    /// Mass and inertia in world axes; `None` if they are needed and not given, or are not positive.
    pub inertia: Option<BodyInertia>,
    /// Inertia in the body's frame.
    pub body_inertia: Option<DMat3>,
    /// Rotation before the step.
    pub rotation: DMat3,
    /// Radius of a ball around the center of mass that contains the body; infinite for half-spaces.
    pub radius: f64,
    /// Sum of the absolute coordinates and the radius: the size of numbers from which points of the body are computed.
    pub extent: f64,
}

impl BodyModel {
    /// Resolves a body.
    ///
    /// # Errors
    /// A shape is not valid.
    pub fn new(index: usize, body: &Body) -> Result<Self, CaptureError> {
        let center_of_mass = DVec3::from(body.center_of_mass);
        let pose = body.before.as_ref().map(pose_of);
        let rotation = pose.map_or(DMat3::IDENTITY, |pose| DMat3::from_quat(pose.rotation()));
        let mut parts = Vec::new();
        for (k, placed) in body.shapes.iter().enumerate() {
            let collider = placed.shape.collider(placed.margin);
            let collider =
                collider.map_err(|error| CaptureError::new(format!("bodies[{index}].shapes[{k}].shape"), error))?;
            let local = Pose::new(DVec3::from(placed.position), DQuat::from_array(placed.rotation));
            let radius = radius_around(&collider, &local, center_of_mass);
            parts.push(Part {
                collider,
                local,
                world: pose.map(|pose| pose * local),
                name: placed.name.clone(),
                radius,
            });
        }
        let radius = parts.iter().map(|part| part.radius).fold(0.0, f64::max);
        let finite_radius = parts.iter().map(|part| part.radius).filter(|r| r.is_finite()).fold(0.0, f64::max);
        let position = pose.map_or(DVec3::ZERO, |pose| pose.position);
        let body_inertia = body.inertia.as_ref().map(matrix_of);
        Ok(Self {
            kind: body.kind,
            parts,
            pose,
            center: pose.map_or(center_of_mass, |pose| pose.point(center_of_mass)),
            before: body.before.as_ref().and_then(motion_of),
            after: body.after.as_ref().and_then(motion_of),
            inertia: inertia_of(body, body_inertia, pose.map(|_| rotation)),
            body_inertia,
            rotation,
            radius,
            extent: position.abs().element_sum() + finite_radius + center_of_mass.abs().element_sum(),
        })
    }

    /// Whether impulses move the body.
    pub fn is_dynamic(&self) -> bool {
        self.kind == Kind::Dynamic
    }
}

/// Pose of a state, with a unit rotation.
pub fn pose_of(state: &State) -> Pose {
    Pose::new(DVec3::from(state.position), DQuat::from_array(state.rotation))
}

/// Velocity of a state; `None` if a part is not captured.
fn motion_of(state: &State) -> Option<Motion> {
    Some(Motion { linear: DVec3::from(state.velocity?), angular: DVec3::from(state.angular_velocity?) })
}

/// Inertia as a matrix in the body's frame.
fn matrix_of(inertia: &Inertia) -> DMat3 {
    match inertia {
        Inertia::Principal(moments) => DMat3::from_diagonal(DVec3::from(*moments)),
        Inertia::Matrix(rows) => DMat3::from_cols_array_2d(rows).transpose(),
    }
}

/// Inertia in world axes; zeros for bodies that impulses do not move, `None` if numbers are missing or not positive.
fn inertia_of(body: &Body, body_inertia: Option<DMat3>, rotation: Option<DMat3>) -> Option<BodyInertia> {
    if body.kind != Kind::Dynamic || body.sleeping {
        return Some(BodyInertia::default());
    }
    let mass = body.mass?;
    let own = body_inertia?;
    let rotation = rotation?;
    if !(own.determinant() > 0.0) {
        return None;
    }
    let inverse = own.inverse();
    let size = abs_matrix(rotation) * abs_matrix(inverse) * abs_matrix(rotation.transpose());
    let mut inertia = BodyInertia {
        mass: DVec3::splat(mass),
        inverse_mass: DVec3::splat(1.0 / mass),
        inertia: rotation * own * rotation.transpose(),
        inverse_inertia: rotation * inverse * rotation.transpose(),
        size,
    };
    for direction in &body.locked {
        lock(&mut inertia, *direction);
    }
    Some(inertia)
}

/// Removes a direction from the inverse of the mass and of the inertia.
fn lock(inertia: &mut BodyInertia, direction: Direction) {
    let axis = match direction {
        Direction::X | Direction::AngularX => 0,
        Direction::Y | Direction::AngularY => 1,
        Direction::Z | Direction::AngularZ => 2,
    };
    match direction {
        Direction::X | Direction::Y | Direction::Z => {
            inertia.inverse_mass[axis] = 0.0;
            inertia.mass[axis] = 0.0;
        }
        Direction::AngularX | Direction::AngularY | Direction::AngularZ => {
            for matrix in [&mut inertia.inverse_inertia, &mut inertia.size] {
                for k in 0..3 {
                    matrix.col_mut(k)[axis] = 0.0;
                    matrix.col_mut(axis)[k] = 0.0;
                }
            }
        }
    }
}

/// Radius of a ball around a point of the body's frame that contains the placed collider; infinite for half-spaces.
fn radius_around(collider: &Collider, local: &Pose, point: DVec3) -> f64 {
    if collider.kind() == ColliderKind::HalfSpace {
        return f64::INFINITY;
    }
    // The center of the box is the center of a ball whose radius is at most that around the box.
    let Ok(own) = collider.aabb(&Pose::IDENTITY) else { return f64::INFINITY };
    let low = DVec3::from(own.low);
    let high = DVec3::from(own.high);
    let middle = 0.5 * (low + high);
    let ball = collider.shape().map_or(f64::INFINITY, |shape| middle.length() + shape.radius());
    let around_middle = (0.5 * (high - low)).length().min(ball);
    (local.point(middle) - point).length() + around_middle
}
