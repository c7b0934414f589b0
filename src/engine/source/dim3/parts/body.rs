//! A body made of parts (convex shapes, meshes, height fields), with its tree of boxes.

use std::sync::{Arc, OnceLock};

use super::error::PartsError;
use super::field::HeightField;
use super::leaf::Leaf;
use super::manifold;
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::support::farthest;
use super::tree::{Bounds, Tree};
use super::triangles::Triangles;

/// Geometry of a part.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A convex shape, which is one part.
    Convex(Shape),
    /// Triangles, each a part of its own.
    Mesh(Triangles),
    /// The triangles of a height field.
    Field(HeightField),
}

impl Piece {
    /// Vertices of a triangle; `None` for a convex shape.
    #[inline]
    fn corners(&self, triangle: u32) -> Option<[Vec3; 3]> {
        match self {
            Self::Convex(_) => None,
            Self::Mesh(mesh) => Some(mesh.corners(triangle)),
            Self::Field(field) => Some(field.corners(triangle)),
        }
    }
}

/// A constituent of a body: its geometry, pose and margin.
#[derive(Clone, Debug)]
pub struct Part {
    /// Geometry in the part's own frame.
    pub piece: Piece,
    /// Pose of the part in the body's frame.
    pub pose: Pose,
    /// Radius of the ball that is added to the part, or to each of its triangles; meters.
    pub margin: Real,
}

impl Part {
    /// A convex shape in the body's frame.
    pub fn convex(shape: Shape) -> Self {
        Self { piece: Piece::Convex(shape), pose: Pose::IDENTITY, margin: 0.0 }
    }

    /// Triangles in the body's frame.
    pub fn mesh(triangles: Triangles) -> Self {
        Self { piece: Piece::Mesh(triangles), pose: Pose::IDENTITY, margin: 0.0 }
    }

    /// A height field in the body's frame.
    pub fn field(field: HeightField) -> Self {
        Self { piece: Piece::Field(field), pose: Pose::IDENTITY, margin: 0.0 }
    }

    /// Number of convex shapes or triangles.
    fn count(&self) -> u32 {
        match &self.piece {
            Piece::Convex(_) => 1,
            Piece::Mesh(triangles) => triangles.count(),
            Piece::Field(field) => field.count(),
        }
    }
}

/// Least number of triangles for which a height field uses the tree of its grid ([`HeightField::tree`]), which is built
/// without sorting. Smaller fields use the tree of all other bodies, which takes little time for them.
const LARGE_FIELD: u32 = 4096;

/// Least number of parts for which a body is rejected: the nodes of the tree, about twice as many, have 32-bit indices.
const MAX_PARTS: u32 = u32::MAX / 4;

/// A body built from at least one [`Part`], its constituents. Queries number its convex shapes and triangles and call
/// each of them a part; the numbers of a mesh's triangles are consecutive.
#[derive(Clone, Debug)]
pub struct Body {
    /// Constituents in the order of their part numbers.
    parts: Vec<Part>,
    /// Number of the first part of each constituent.
    first_parts: Vec<u32>,
    /// Tree of boxes around the parts, in the body's frame.
    pub(super) tree: Tree<3>,
    /// Center of the body's axis-aligned box, in the body's frame.
    middle: Vec3,
    /// Radius of a ball around the body's origin that contains the body, meters.
    radius: Real,
    /// Whether any triangle is one-sided.
    one_sided: bool,
    /// The convex shapes in the form of the contact query, built on demand.
    contact_bodies: Vec<OnceLock<Option<Arc<manifold::Body>>>>,
}

impl Body {
    /// A body of a single convex part.
    pub fn convex(shape: &Shape) -> Self {
        Self::build(vec![Part::convex(shape.clone())], vec![0], 1, || {})
    }

    /// A body of these parts.
    ///
    /// # Errors
    /// If there is no part, if there are too many, or if the position or margin of one is invalid.
    pub fn new(parts: Vec<Part>) -> Result<Self, PartsError> {
        Self::new_with(parts, || {})
    }

    /// A body of these parts; `between` is called after each node of the tree. A caller can unwind from it to cancel
    /// the construction.
    ///
    /// # Errors
    /// As [`Body::new`].
    pub fn new_with(parts: Vec<Part>, between: impl FnMut()) -> Result<Self, PartsError> {
        if parts.is_empty() {
            return Err(PartsError::Empty);
        }
        let largest = rounding::largest();
        let mut first_parts = Vec::with_capacity(parts.len());
        let mut count = 0_u32;
        for (i, part) in parts.iter().enumerate() {
            let position = part.pose.position;
            if !(position.is_finite() && position.abs().max_element() <= largest) {
                return Err(PartsError::Position(i));
            }
            if !(part.margin >= 0.0 && part.margin <= largest) {
                return Err(PartsError::Margin);
            }
            first_parts.push(count);
            let count_with_part = count.checked_add(part.count()).filter(|count| *count < MAX_PARTS);
            count = count_with_part.ok_or(PartsError::TooMany)?;
        }
        Ok(Self::build(parts, first_parts, count, between))
    }

    /// Builds the tree of valid constituents. `first_parts` are the numbers of their first parts, `count` is the number
    /// of all parts.
    fn build(parts: Vec<Part>, first_parts: Vec<u32>, count: u32, between: impl FnMut()) -> Self {
        let one_sided = parts.iter().any(|part| matches!(&part.piece, Piece::Mesh(mesh) if mesh.is_one_sided()));
        let contact_bodies = vec![OnceLock::new(); parts.len()];
        let tree = Tree::default();
        let middle = Vec3::ZERO;
        let radius = 0.0;
        let body = Self { parts, first_parts, tree, middle, radius, one_sided, contact_bodies };
        let tree = match &body.parts[..] {
            [Part { piece: Piece::Field(field), pose, margin }] if count >= LARGE_FIELD && *pose == Pose::IDENTITY => {
                field.tree(*margin, between)
            }
            _ => Tree::new((0..count as usize).map(|part| body.bounds(part as u32)), between),
        };
        let bounds = tree.nodes().first().map_or(Bounds::EMPTY, |root| root.bounds);
        let middle = 0.5 * (Vec3::from(bounds.low) + Vec3::from(bounds.high));
        Self { tree, middle, radius: bounds.distance_bound_from_origin(), ..body }
    }

    /// The body for distance and overlap queries that treat all triangles as two-sided. Rays and casts still skip
    /// triangles from behind.
    pub(in crate::dim3) fn two_sided(&self) -> Self {
        Self { one_sided: false, ..self.clone() }
    }

    /// Number of convex shapes and triangles.
    pub fn count(&self) -> u32 {
        match (self.first_parts.last(), self.parts.last()) {
            (Some(first), Some(last)) => first + last.count(),
            (None, _) | (_, None) => 0,
        }
    }

    /// The constituents that the body was built from.
    pub fn pieces(&self) -> &[Part] {
        &self.parts
    }

    /// The tree of boxes around the parts, in the body's frame.
    pub fn tree(&self) -> &Tree<3> {
        &self.tree
    }

    /// Center of the body's axis-aligned box, in the body's frame.
    pub fn middle(&self) -> Vec3 {
        self.middle
    }

    /// Radius of a ball around the body's origin that contains the body, meters.
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// Whether any triangle is one-sided.
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// Index in [`Body::pieces`] of the constituent of part `number`, and the index of the triangle within a mesh or
    /// height field; `None` for a convex shape.
    #[inline]
    pub fn place(&self, number: u32) -> (usize, Option<u32>) {
        let i = if self.parts.len() == 1 {
            0
        } else {
            self.first_parts.partition_point(|first| *first <= number).saturating_sub(1)
        };
        match &self.parts[i].piece {
            Piece::Convex(_) => (i, None),
            Piece::Mesh(_) | Piece::Field(_) => (i, Some(number - self.first_parts[i])),
        }
    }

    /// The convex shape of part `number`, and its pose in the body's frame.
    #[inline]
    pub fn leaf(&self, number: u32) -> (Leaf, &Pose) {
        let (i, triangle) = self.place(number);
        let part = &self.parts[i];
        // A convex shape has no triangle.
        let triangle = triangle.unwrap_or_default();
        let shape = match &part.piece {
            Piece::Convex(shape) => shape.clone(),
            Piece::Mesh(mesh) => Shape::triangle_of(mesh.corners(triangle)),
            Piece::Field(field) => Shape::triangle_of(field.corners(triangle)),
        };
        (Leaf { shape, ball: part.margin }, &part.pose)
    }

    /// Part `number` as a body of the contact query, with its ball; `None` for a polytope that is too large for it.
    pub fn contact_body(&self, number: u32) -> Option<Arc<manifold::Body>> {
        match self.place(number) {
            (i, None) => self.contact_bodies[i].get_or_init(|| self.manifold_body(number)).clone(),
            (_, Some(_)) => self.manifold_body(number),
        }
    }

    /// Builds part `number` for the contact query.
    fn manifold_body(&self, number: u32) -> Option<Arc<manifold::Body>> {
        let (Leaf { shape, ball }, _) = self.leaf(number);
        let shape = if ball == 0.0 { shape } else { Shape::inflate(shape, ball).ok()? };
        manifold::Body::new(&shape).ok().map(Arc::new)
    }

    /// Vertices of a triangle whose piece has the identity pose, and the radius of its ball; `None` for other parts.
    #[inline]
    pub(super) fn triangle(&self, number: u32) -> Option<([Vec3; 3], Real)> {
        let (i, triangle) = self.place(number);
        let part = &self.parts[i];
        let triangle = triangle?;
        if part.pose != Pose::IDENTITY {
            return None;
        }
        Some((part.piece.corners(triangle)?, part.margin))
    }

    /// Vertices of a triangle in the frame of its piece, and the pose of the piece in the body; `None` for other parts.
    pub(super) fn triangle_and_pose(&self, number: u32) -> Option<([Vec3; 3], &Pose)> {
        let (i, triangle) = self.place(number);
        let part = &self.parts[i];
        Some((part.piece.corners(triangle?)?, &part.pose))
    }

    /// Rounding error of the grid positions of a height field's triangle, meters; 0 for other parts.
    pub(super) fn grid_rounding(&self, number: u32) -> Real {
        let (i, triangle) = self.place(number);
        match &self.parts[i].piece {
            Piece::Field(field) => triangle.map_or(0.0, |triangle| field.rounding(triangle)),
            Piece::Convex(_) | Piece::Mesh(_) => 0.0,
        }
    }

    /// Greatest coordinate of part `number` along a direction of the body's frame, times the direction's length.
    pub fn greatest_along(&self, number: u32, along: Vec3) -> Real {
        if let Some((corners, ball)) = self.triangle(number) {
            let [a, b, c] = corners.map(|corner| along.dot(corner));
            return a.max(b).max(c) + ball * along.length();
        }
        let (leaf, pose) = self.leaf(number);
        let in_part = matrix(pose.rotation).transpose() * along;
        in_part.dot(farthest(&leaf, in_part).point) + along.dot(pose.position)
    }

    /// Whether part `number` is a one-sided triangle and `point`, in the body's frame, is behind it.
    pub fn is_behind(&self, number: u32, point: Vec3) -> bool {
        if !self.one_sided {
            return false;
        }
        let Some((mesh, triangle, pose)) = self.one_sided_triangle(number) else { return false };
        mesh.is_behind(triangle, pose.rotation.conjugate() * (point - pose.position))
    }

    /// Front normal of a one-sided triangle, in the body's frame, of any length; `None` for other parts.
    pub fn one_sided_normal(&self, number: u32) -> Option<Vec3> {
        self.one_sided_triangle(number).map(|(mesh, triangle, pose)| pose.rotation * mesh.normal(triangle))
    }

    /// Mesh, index and pose of a one-sided triangle; `None` for other parts.
    fn one_sided_triangle(&self, number: u32) -> Option<(&Triangles, u32, &Pose)> {
        let (i, triangle) = self.place(number);
        let part = &self.parts[i];
        match (&part.piece, triangle) {
            (Piece::Mesh(mesh), Some(triangle)) if mesh.is_one_sided() => Some((mesh, triangle, &part.pose)),
            (Piece::Mesh(_) | Piece::Convex(_) | Piece::Field(_), _) => None,
        }
    }

    /// Box of part `number`, in the body's frame.
    pub fn bounds(&self, number: u32) -> Bounds<3> {
        if let Some((corners, ball)) = self.triangle(number) {
            let mut bounds = Bounds::EMPTY;
            corners.iter().for_each(|p| bounds.join_point(p.to_array()));
            return bounds.grown(ball);
        }
        let (leaf, pose) = self.leaf(number);
        bounds_of(&leaf, matrix(pose.rotation), pose.position)
    }
}

/// Box of a part, in the frame in which the part has this rotation and its origin this position.
pub(super) fn bounds_of(leaf: &Leaf, rotation: Mat3, position: Vec3) -> Bounds<3> {
    let to_part = rotation.transpose();
    let mut bounds = Bounds::EMPTY;
    for (k, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
        let [below, above] = [-axis, axis].map(|d| d.dot(rotation * farthest(leaf, to_part * d).point));
        bounds.low[k] = position[k] - below;
        bounds.high[k] = position[k] + above;
    }
    bounds
}
