//! Memory of queries, and the queries of pairs as functions that do without it.

use super::answer::{FirstContact, PairDistance, PartContacts, Velocity};
use super::geometry::Collider;
use super::pose::Pose;
use super::prelude::*;
use super::{NoAnswer, distances, manifold, parts, tree};

/// Memory that is reused between queries. Once its lists have grown, queries of distances and overlaps allocate
/// nothing.
///
/// ```
/// use contact_lens_engine::double::dim3::collider::Workspace;
/// use contact_lens_engine::double::{Collider, Pose};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let ball = Collider::ball(0.5)?;
/// let ground = Collider::half_space(DVec3::Y, 0.0)?;
/// let mut workspace = Workspace::default();
/// for height in [3.0, 2.0, 1.0] {
///     let above = Pose::new(DVec3::new(0.0, height, 0.0), DQuat::IDENTITY);
///     let found = workspace.distance(&ground, &Pose::IDENTITY, &ball, &above)?;
///     assert_eq!(found.signed_distance, height - 0.5);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    /// Memory of distance queries of convex shapes.
    pub(super) distance: distances::Workspace,
    /// Memory of distance and overlap queries of bodies of parts.
    pub(super) parts: parts::Workspace,
    /// Memory of contact queries of convex shapes.
    pub(super) manifold: manifold::Workspace,
    /// Memory of the other searches of pairs of parts.
    pub(super) buffers: tree::Buffers,
    /// Memory of ray casts: entry times and nodes.
    pub(super) ray_stack: Vec<(Real, u32)>,
    /// Contacts of the last contact query; only the first `contact_count` are valid.
    pub(super) contacts: Vec<PartContacts>,
    /// Number of valid contacts in the list.
    pub(super) contact_count: usize,
}

/// Returns the signed distance of two placed colliders, with normal, closest points and proof.
///
/// ```
/// use contact_lens_engine::double::{Collider, Pose, collider};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let cube = Collider::cuboid(DVec3::ONE)?;
/// let ball = Collider::ball(0.5)?;
/// let at = Pose::new(DVec3::new(1.25, 0.0, 0.0), DQuat::IDENTITY);
/// let found = collider::distance(&cube, &Pose::IDENTITY, &ball, &at)?;
/// assert_eq!((found.signed_distance, found.normal), (-0.25, Some(DVec3::X)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A pose is not finite, lengths are out of range, two half-spaces overlap without limit, or all triangles are
/// approached from behind.
pub fn distance(a: &Collider, pose_a: &Pose, b: &Collider, pose_b: &Pose) -> Result<PairDistance, NoAnswer> {
    Workspace::default().distance(a, pose_a, b, pose_b)
}

/// Returns whether two placed colliders overlap; `None` if they touch to rounding, or if a pose is not usable. Faster
/// than [`distance`].
///
/// ```
/// use contact_lens_engine::double::{Collider, Pose, collider};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let cube = Collider::cuboid(DVec3::ONE)?;
/// let at = Pose::new(DVec3::new(2.5, 0.0, 0.0), DQuat::IDENTITY);
/// assert_eq!(collider::intersects(&cube, &Pose::IDENTITY, &cube, &at), Some(false));
/// let lost = Pose::new(DVec3::NAN, DQuat::IDENTITY);
/// assert_eq!(collider::intersects(&cube, &Pose::IDENTITY, &cube, &lost), None);
/// # Ok::<(), contact_lens_engine::double::ColliderError>(())
/// ```
pub fn intersects(a: &Collider, pose_a: &Pose, b: &Collider, pose_b: &Pose) -> Option<bool> {
    Workspace::default().intersects(a, pose_a, b, pose_b)
}

/// Returns the contacts of two placed colliders: for each pair of parts within `margin`, a normal and points with
/// depths. Two convex shapes have at most one entry. `margin` is the largest gap at which a point counts as contact,
/// meters: the prediction distance of a solver.
///
/// ```
/// use contact_lens_engine::double::{Collider, Pose, collider};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let cube = Collider::cuboid(DVec3::ONE)?;
/// let above = Pose::new(DVec3::new(0.5, 1.75, 0.0), DQuat::IDENTITY);
/// let found = collider::contacts(&cube, &Pose::IDENTITY, &cube, &above, 0.01)?;
/// assert_eq!((found.len(), found[0].manifold.normal), (1, Some(DVec3::Y)));
/// assert!(found[0].manifold.points.iter().all(|point| point.depth == 0.25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A pose is not finite, the margin is negative, lengths are out of range, a convex shape has too many vertices, or two
/// half-spaces touch.
pub fn contacts(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    margin: Real,
) -> Result<Vec<PartContacts>, NoAnswer> {
    let mut workspace = Workspace::default();
    workspace.contacts(a, pose_a, b, pose_b, margin)?;
    Ok(workspace.contacts)
}

/// Returns the first contact of two colliders that move with constant `velocities` and do not rotate, from the given
/// poses for `t_max` seconds, which may be infinite. A motion that approaches all triangles of a one-sided mesh from
/// behind is a miss.
///
/// ```
/// use contact_lens_engine::double::{Collider, Pose, collider};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let ball = Collider::ball(0.5)?;
/// let ground = Collider::half_space(DVec3::Y, 0.0)?;
/// let above = Pose::new(DVec3::new(0.0, 2.5, 0.0), DQuat::IDENTITY);
/// let velocities = [DVec3::ZERO, DVec3::new(3.0, -4.0, 0.0)];
/// let found = collider::cast(&ground, &Pose::IDENTITY, &ball, &above, velocities, 1.0)?;
/// assert_eq!((found.outcome.hit(), found.time, found.normal), (Some(true), Some(0.5), Some(DVec3::Y)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A pose or velocity is not finite, `t_max` is negative, or lengths are out of range.
pub fn cast(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    velocities: [Vec3; 2],
    t_max: Real,
) -> Result<FirstContact, NoAnswer> {
    Workspace::default().cast(a, pose_a, b, pose_b, velocities, t_max)
}

/// Returns the first contact of two colliders that move and rotate around their origins with constant `velocities`,
/// from the given poses for `t_max` seconds.
///
/// ```
/// use contact_lens_engine::double::dim3::collider::Velocity;
/// use contact_lens_engine::double::{Collider, Pose, collider};
/// use contact_lens_engine::glam::{DQuat, DVec3};
/// let rod = Collider::cuboid(DVec3::new(2.0, 0.1, 0.1))?;
/// let ground = Collider::half_space(DVec3::Y, -1.0)?;
/// let spin = Velocity { linear: DVec3::ZERO, angular: DVec3::Z };
/// let still = Velocity::default();
/// let found = collider::cast_rotating(&ground, &Pose::IDENTITY, &rod, &Pose::IDENTITY, [still, spin], 1.0)?;
/// // A vertex at the radius r and the angle α reaches the height −1 after the time t, with r sin(α + t) = 1.
/// let time = (1.0 / 2.0_f64.hypot(0.1)).asin() - 0.1_f64.atan2(2.0);
/// assert!(found.time.is_some_and(|t| (t - time).abs() < 1.0e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`cast`], and if a half-space rotates.
pub fn cast_rotating(
    a: &Collider,
    pose_a: &Pose,
    b: &Collider,
    pose_b: &Pose,
    velocities: [Velocity; 2],
    t_max: Real,
) -> Result<FirstContact, NoAnswer> {
    Workspace::default().cast_rotating(a, pose_a, b, pose_b, velocities, t_max)
}
