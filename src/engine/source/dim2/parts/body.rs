//! A planar compound: a body of convex child shapes, with the tree of boxes in which searches find the child shapes.

use std::fmt;

use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::shape::Shape;
use super::tree::{Bounds, Tree};

/// Error of a compound's construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsError {
    /// There is no child shape.
    Empty,
    /// There are too many child shapes: the tree around them needs more indices than `u32` has.
    TooMany,
    /// The position of the child shape with this index is not finite, or too large for its square.
    Position(usize),
}

impl fmt::Display for PartsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "a compound needs at least one part"),
            Self::TooMany => write!(out, "there are too many parts: their tree needs more indices than 32 bits have"),
            Self::Position(i) => write!(out, "part {i} must be at a finite position, small enough for its square"),
        }
    }
}

impl std::error::Error for PartsError {}

/// A compound: a body of one or more convex child shapes.
#[derive(Clone, Debug)]
pub struct Body {
    /// Child shapes, each with its pose in the body.
    parts: Vec<(Shape, Pose)>,
    /// Tree of boxes around the child shapes, body frame.
    tree: Tree<2>,
    /// Radius around the body's origin that encloses the body, meters; not the smallest one.
    radius: Real,
}

impl Body {
    /// Creates a body of a single convex shape.
    pub fn convex(shape: &Shape) -> Self {
        Self::build(vec![(shape.clone(), Pose::IDENTITY)])
    }

    /// Creates a body of these shapes, each with its pose in the body.
    ///
    /// # Errors
    /// If there is no shape or too many, or if the position of one is not finite or too large.
    pub fn new(parts: Vec<(Shape, Pose)>) -> Result<Self, PartsError> {
        if parts.is_empty() {
            return Err(PartsError::Empty);
        }
        // The nodes of the tree, at most two per child shape, need indices, too; the limit is half of that.
        if parts.len() > (u32::MAX / 4) as usize {
            return Err(PartsError::TooMany);
        }
        let invalid = parts.iter().position(|(_, pose)| {
            let is_valid = pose.position.is_finite() && pose.position.abs().max_element() <= rounding::largest();
            !is_valid
        });
        match invalid {
            Some(i) => Err(PartsError::Position(i)),
            None => Ok(Self::build(parts)),
        }
    }

    /// Builds a body of these shapes, whose positions are valid.
    fn build(parts: Vec<(Shape, Pose)>) -> Self {
        let boxes = parts.iter().map(|(shape, pose)| bounding_box(shape, pose.rotation, pose.position));
        let tree = Tree::new(boxes, || {});
        let radius = tree.nodes().first().map_or(0.0, |root| root.bounds.distance_bound_from_origin());
        Self { parts, tree, radius }
    }

    /// Returns the number of child shapes.
    pub fn count(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Returns the tree of boxes around the child shapes, in the body's frame.
    pub fn tree(&self) -> &Tree<2> {
        &self.tree
    }

    /// Returns a radius around the body's own origin that encloses the body, meters.
    pub fn radius(&self) -> Real {
        self.radius
    }

    /// Returns the largest coordinate of a child shape along a vector of the body's frame, margin included, times the
    /// vector's length.
    pub fn extent(&self, number: u32, along: Vec2) -> Real {
        let (shape, pose) = self.part(number);
        let corners = shape.core().iter().map(|corner| along.dot(pose.point(*corner)));
        corners.fold(Real::NEG_INFINITY, Real::max) + shape.margin() * along.length()
    }

    /// Returns a child shape and its pose in the body, by its index, which must be below [`Body::count`].
    #[inline]
    pub fn part(&self, number: u32) -> &(Shape, Pose) {
        &self.parts[number as usize]
    }
}

/// Returns the box of a shape with this rotation `(cos, sin)` and position, margin included.
pub(super) fn bounding_box(shape: &Shape, rotation: Vec2, position: Vec2) -> Bounds<2> {
    let mut bounds = Bounds::EMPTY;
    for corner in shape.core() {
        bounds.join_point((rotation.rotate(*corner) + position).to_array());
    }
    bounds.grown(shape.margin())
}
