//! The body of a collider: a convex shape, a half-space, or parts with a tree.

use std::sync::{Arc, OnceLock};

use super::half_space::HalfSpace;
use super::masses;
use super::numbers::narrow;
use super::parts::{Body, Part, Piece};
use super::prelude::*;
use super::shape::Shape;

/// A valid body of any kind in its own frame. Cheap to clone.
///
/// Queries of pairs and rays take meshes and height fields as surfaces. [`Collider::contains`], [`Collider::project`]
/// and [`Collider::mass`] take a closed mesh as a solid.
#[derive(Clone, Debug)]
pub struct Collider {
    /// Body of one of the kinds.
    pub(super) geometry: Geometry,
}

/// The body of a collider.
#[derive(Clone, Debug)]
pub(super) enum Geometry {
    /// A convex shape, alone.
    Convex(Arc<ConvexBody>),
    /// The points below a plane.
    HalfSpace(Plane),
    /// Convex shapes and triangles.
    Parts(Arc<PartsBody>),
}

/// A half-space, and its plane as the caller gave it, for the exact bounds of rays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// The half-space with a unit normal.
    pub half_space: HalfSpace,
    /// Outward normal of any length but 0.
    pub normal: Vec3,
    /// Coordinate of the surface along the unit normal, meters.
    pub offset: Real,
}

/// A convex shape, and the same shape as a body of one part for pairs with a body of parts.
#[derive(Debug)]
pub(super) struct ConvexBody {
    /// The shape, in its own frame.
    pub shape: Shape,
    /// Body whose only part is the shape.
    pub body: Body,
}

/// A body of parts, with properties that are computed on demand.
#[derive(Debug)]
pub(super) struct PartsBody {
    /// Kind of the collider.
    kind: ColliderKind,
    /// The parts with their tree.
    pub body: Body,
    /// The body with all triangles two-sided, if any is one-sided.
    two_sided: OnceLock<Body>,
    /// Whether each constituent is a closed mesh.
    closed: OnceLock<Vec<bool>>,
    /// Whether the contact query accepts all convex parts.
    has_features: OnceLock<bool>,
}

/// Kind of a collider's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColliderKind {
    /// A single convex shape.
    Convex,
    /// All points below a plane.
    HalfSpace,
    /// Several convex shapes, meshes or height fields.
    Compound,
    /// Triangles with shared vertices.
    Mesh,
    /// A grid of heights.
    HeightField,
}

impl PartsBody {
    /// A body of parts without computed properties.
    fn new(body: Body) -> Self {
        let kind = match body.pieces() {
            [Part { piece: Piece::Mesh(_), .. }] => ColliderKind::Mesh,
            [Part { piece: Piece::Field(_), .. }] => ColliderKind::HeightField,
            [] | [_, ..] => ColliderKind::Compound,
        };
        Self { kind, body, two_sided: OnceLock::new(), closed: OnceLock::new(), has_features: OnceLock::new() }
    }

    /// The body with all triangles two-sided.
    pub fn two_sided(&self) -> &Body {
        if !self.body.is_one_sided() {
            return &self.body;
        }
        self.two_sided.get_or_init(|| self.body.two_sided())
    }

    /// Constituents that are closed meshes.
    pub fn closed_meshes(&self) -> impl Iterator<Item = &Part> {
        let closed = self.closed.get_or_init(|| self.body.pieces().iter().map(|part| is_closed(&part.piece)).collect());
        self.body.pieces().iter().zip(closed).filter(|(_, is_closed)| **is_closed).map(|(part, _)| part)
    }

    /// Whether the contact query accepts all convex parts: none has too many vertices.
    pub fn has_features(&self) -> bool {
        *self.has_features.get_or_init(|| {
            (0..self.body.count())
                .all(|part| self.body.place(part).1.is_some() || self.body.contact_body(part).is_some())
        })
    }
}

/// Whether a constituent is a mesh whose triangles enclose a volume.
fn is_closed(piece: &Piece) -> bool {
    match piece {
        Piece::Mesh(mesh) => masses::is_closed(mesh.vertices(), mesh.triangles()),
        Piece::Convex(_) | Piece::Field(_) => false,
    }
}

impl Collider {
    /// A half-space, which `normal` and `offset` describe too.
    pub(super) fn of_plane(half_space: HalfSpace, normal: Vec3, offset: Real) -> Self {
        Self { geometry: Geometry::HalfSpace(Plane { half_space, normal, offset }) }
    }

    /// Returns the kind of the collider.
    pub fn kind(&self) -> ColliderKind {
        match &self.geometry {
            Geometry::Convex(_) => ColliderKind::Convex,
            Geometry::HalfSpace(_) => ColliderKind::HalfSpace,
            Geometry::Parts(parts) => parts.kind,
        }
    }

    /// Returns the convex shape, for the functions and steppers of single algorithms; `None` for other kinds.
    pub fn shape(&self) -> Option<&Shape> {
        match &self.geometry {
            Geometry::Convex(convex) => Some(&convex.shape),
            Geometry::HalfSpace(_) | Geometry::Parts(_) => None,
        }
    }

    /// Returns the half-space; `None` for other kinds.
    pub fn as_half_space(&self) -> Option<&HalfSpace> {
        match &self.geometry {
            Geometry::HalfSpace(plane) => Some(&plane.half_space),
            Geometry::Convex(_) | Geometry::Parts(_) => None,
        }
    }

    /// Returns the parts with their tree; a convex shape is a body of one part. `None` for a half-space.
    ///
    /// Answers number the parts of a collider: [`Body::place`] finds the child shape and the triangle of a number.
    pub fn body(&self) -> Option<&Body> {
        match &self.geometry {
            Geometry::Convex(convex) => Some(&convex.body),
            Geometry::HalfSpace(_) => None,
            Geometry::Parts(parts) => Some(&parts.body),
        }
    }
}

impl From<Shape> for Collider {
    fn from(shape: Shape) -> Self {
        let body = Body::convex(&shape);
        Self { geometry: Geometry::Convex(Arc::new(ConvexBody { shape, body })) }
    }
}

impl From<HalfSpace> for Collider {
    fn from(half_space: HalfSpace) -> Self {
        Self::of_plane(half_space, narrow(half_space.normal), half_space.offset as Real)
    }
}

impl From<Body> for Collider {
    fn from(body: Body) -> Self {
        Self { geometry: Geometry::Parts(Arc::new(PartsBody::new(body))) }
    }
}
