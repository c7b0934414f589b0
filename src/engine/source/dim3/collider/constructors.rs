//! Constructors of colliders, which check their numbers.

use super::ColliderError;
use super::geometry::Collider;
use super::half_space::HalfSpace;
use super::parts::{Body, HeightField, Part, Piece, Triangles};
use super::pose::Pose;
use super::prelude::*;
use super::shape::{Axis, Shape};

impl Collider {
    /// A ball of this radius around the origin; 0 gives a point.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, ColliderKind};
    /// assert_eq!(Collider::ball(0.5)?.kind(), ColliderKind::Convex);
    /// assert_eq!(Collider::ball(-1.0).unwrap_err().to_string(), "radius must not be negative");
    /// # Ok::<(), contact_lens_engine::double::ColliderError>(())
    /// ```
    ///
    /// # Errors
    /// The radius is not finite, negative, or too large for its square.
    pub fn ball(radius: Real) -> Result<Self, ColliderError> {
        Ok(Shape::sphere(radius)?.into())
    }

    /// A box around the origin whose edges along x, y and z have twice these lengths, meters.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let cuboid = Collider::cuboid(DVec3::new(0.5, 1.0, 2.0))?;
    /// assert_eq!(cuboid.aabb(&Pose::IDENTITY)?.high, [0.5, 1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A length is not finite, negative, or too large for its square.
    pub fn cuboid(half_extents: Vec3) -> Result<Self, ColliderError> {
        Ok(Shape::cuboid(half_extents)?.into())
    }

    /// A segment along `axis` between ± `half_height` with a ball of `radius` added.
    ///
    /// # Errors
    /// A length is not finite, negative, or too large for its square.
    pub fn capsule(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ColliderError> {
        Ok(Shape::capsule(radius, half_height, axis)?.into())
    }

    /// A cylinder along `axis` between ± `half_height`.
    ///
    /// # Errors
    /// A length is not finite, negative, or too large for its square.
    pub fn cylinder(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ColliderError> {
        Ok(Shape::cylinder(radius, half_height, axis)?.into())
    }

    /// A cone along `axis` with its apex at + `half_height` and its base at − `half_height`.
    ///
    /// # Errors
    /// A length is not finite, negative, or too large for its square.
    pub fn cone(radius: Real, half_height: Real, axis: Axis) -> Result<Self, ColliderError> {
        Ok(Shape::cone(radius, half_height, axis)?.into())
    }

    /// An ellipsoid around the origin with these semi-axes along x, y and z, meters.
    ///
    /// # Errors
    /// A length is not finite, negative, or too large for its square.
    pub fn ellipsoid(radii: Vec3) -> Result<Self, ColliderError> {
        Ok(Shape::ellipsoid(radii)?.into())
    }

    /// The segment between two points, which may coincide.
    ///
    /// # Errors
    /// A coordinate is not finite, or too large for its square.
    pub fn segment(ends: [Vec3; 2]) -> Result<Self, ColliderError> {
        Ok(Shape::segment(ends)?.into())
    }

    /// The triangle of three points, which may coincide or be collinear.
    ///
    /// # Errors
    /// A coordinate is not finite, or too large for its square.
    pub fn triangle(vertices: [Vec3; 3]) -> Result<Self, ColliderError> {
        Ok(Shape::triangle(vertices)?.into())
    }

    /// The convex hull of points, which may be few, repeated, inside the hull or all in one plane.
    ///
    /// ```
    /// use contact_lens_engine::double::Collider;
    /// use contact_lens_engine::glam::DVec3;
    /// let hull = Collider::convex_hull(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::splat(0.1)])?;
    /// assert_eq!(hull.mass(6.0)?.mass, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no point, or a coordinate is not finite, or too large for its square.
    pub fn convex_hull(points: &[Vec3]) -> Result<Self, ColliderError> {
        Ok(Shape::polytope(points)?.into())
    }

    /// The points `x` with `normal · x ≤ offset |normal|`; the normal may have any length but 0.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::glam::DVec3;
    /// let ground = Collider::half_space(DVec3::Y, 1.0)?;
    /// assert_eq!(ground.contains(&Pose::IDENTITY, DVec3::new(7.0, 0.5, 3.0)), Some(true));
    /// # Ok::<(), contact_lens_engine::double::ColliderError>(())
    /// ```
    ///
    /// # Errors
    /// The normal is 0, or a number is not finite.
    pub fn half_space(normal: Vec3, offset: Real) -> Result<Self, ColliderError> {
        Ok(Self::of_plane(HalfSpace::new(normal, offset, 0.0)?, normal, offset))
    }

    /// Convex shapes at their poses in the collider's frame. They may overlap.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, ColliderKind, Pose, Shape};
    /// use contact_lens_engine::glam::{DQuat, DVec3};
    /// let left = Pose::new(DVec3::NEG_X, DQuat::IDENTITY);
    /// let right = Pose::new(DVec3::X, DQuat::IDENTITY);
    /// let dumbbell = Collider::compound([(left, Shape::sphere(0.5)?), (right, Shape::sphere(0.5)?)])?;
    /// assert_eq!(dumbbell.kind(), ColliderKind::Compound);
    /// assert_eq!(dumbbell.aabb(&Pose::IDENTITY)?.low, [-1.5, -0.5, -0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no shape, there are too many, or a pose is not finite or too far from the origin.
    pub fn compound(children: impl IntoIterator<Item = (Pose, Shape)>) -> Result<Self, ColliderError> {
        Self::parts(children.into_iter().map(|(pose, shape)| Part { pose, ..Part::convex(shape) }).collect())
    }

    /// Convex shapes, meshes and height fields with poses and margins.
    ///
    /// # Errors
    /// There is no part, there are too many, or the pose or margin of one is not finite or too large.
    pub fn parts(parts: Vec<Part>) -> Result<Self, ColliderError> {
        if let Some(i) = parts.iter().position(|part| !part.pose.rotation().is_finite()) {
            return Err(ColliderError::Rotation(i));
        }
        Ok(Body::new(parts)?.into())
    }

    /// Triangles given by indices into `vertices`, with two sides each.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, ColliderKind};
    /// use contact_lens_engine::glam::DVec3;
    /// let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    /// assert_eq!(Collider::mesh(vertices.clone(), vec![[0, 1, 2]])?.kind(), ColliderKind::Mesh);
    /// assert!(Collider::mesh(vertices, vec![[0, 1, 3]]).is_err(), "there is no vertex 3");
    /// # Ok::<(), contact_lens_engine::double::ColliderError>(())
    /// ```
    ///
    /// # Errors
    /// There is no triangle, there are too many, an index is out of range, or a vertex is not finite or too large.
    pub fn mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, ColliderError> {
        Self::parts(vec![Part::mesh(Triangles::new(vertices, triangles, false)?)])
    }

    /// Triangles given by indices into `vertices`, which run counter-clockwise as seen from the front. Queries of pairs
    /// and rays skip triangles that are approached from behind.
    ///
    /// # Errors
    /// As [`Collider::mesh`], and if a triangle has no area.
    pub fn one_sided_mesh(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, ColliderError> {
        Self::parts(vec![Part::mesh(Triangles::new(vertices, triangles, true)?)])
    }

    /// A grid with the height y = `heights[i][j]` at x = i · `cell[0]`, z = j · `cell[1]`.
    ///
    /// ```
    /// use contact_lens_engine::double::{Collider, Pose};
    /// use contact_lens_engine::double::dim3::ray::Ray;
    /// use contact_lens_engine::glam::DVec3;
    /// let terrain = Collider::height_field(&[vec![0.0, 1.0], vec![0.0, 1.0]], [2.0, 2.0])?;
    /// let down = Ray { origin: DVec3::new(1.0, 5.0, 1.0), direction: -DVec3::Y, t_max: 10.0 };
    /// assert_eq!(terrain.ray(&Pose::IDENTITY, &down)?.answer.t, Some(4.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There are fewer than 2 × 2 heights or too many, rows of different lengths, an edge length of a cell that is not
    /// positive, or a vertex that is not finite or too large.
    pub fn height_field(heights: &[Vec<Real>], cell: [Real; 2]) -> Result<Self, ColliderError> {
        let field = HeightField::new(heights, cell)?;
        Self::parts(vec![Part { piece: Piece::Field(field), pose: Pose::IDENTITY, margin: 0.0 }])
    }
}
