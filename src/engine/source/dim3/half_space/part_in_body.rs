//! A part of a body as a support mapping in the body's frame, for queries against a half-space.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::manifold;
use super::numbers::narrow;
use super::parts::{Body, Leaf};
use super::pose::Pose;
use super::prelude::*;
use super::support::{Feature, Support, SupportPoint};
use super::{HalfSpaceBody, shape};
use contact_lens_model::snapshot::ToF64 as _;

/// Factor on the bounding radius of a part that has a pose of its own. Errors of support points are bounded in
/// proportion to the radius: eight rounding errors, and six more for the rotations by the part's pose.
const RADIUS_FACTOR: Real = 2.0;

/// A part of a body, in the body's frame.
#[derive(Clone, Debug)]
pub(super) struct PartInBody {
    /// The part, in its own frame.
    leaf: Leaf,
    /// Position of the part's origin in the body's frame, meters.
    position: DVec3,
    /// Rotation from the part's axes to the body's.
    rotation: DQuat,
    /// Whether the part's frame is that of the body.
    has_body_frame: bool,
    /// The part with the features of its surface; `None` if they are not needed, or too many.
    features: Option<Arc<manifold::Body>>,
}

impl PartInBody {
    /// Part `number` of a body.
    pub(super) fn new(body: &Body, number: u32) -> Self {
        let (leaf, pose) = body.leaf(number);
        Self {
            leaf,
            position: pose.position.to_f64(),
            rotation: pose.rotation.to_f64().normalize(),
            has_body_frame: *pose == Pose::IDENTITY,
            features: None,
        }
    }

    /// Part `number` of a body with the features of its surface, for a contact query.
    pub(super) fn with_features(body: &Body, number: u32) -> Self {
        Self { features: body.contact_body(number), ..Self::new(body, number) }
    }

    /// Converts a direction to the part's frame.
    fn direction_in_part(&self, d: Vec3) -> Vec3 {
        if self.has_body_frame { d } else { narrow(self.rotation.conjugate() * d.to_f64()) }
    }

    /// Converts a point to the body's frame.
    fn point_in_body(&self, point: Vec3) -> Vec3 {
        if self.has_body_frame { point } else { narrow(self.rotation * point.to_f64() + self.position) }
    }

    /// Converts a support point to the body's frame.
    fn placed(&self, SupportPoint { point, feature }: SupportPoint) -> SupportPoint {
        SupportPoint { point: self.point_in_body(point), feature }
    }
}

impl Support for PartInBody {
    fn support(&self, d: Vec3) -> SupportPoint {
        self.placed(self.leaf.support(self.direction_in_part(d)))
    }

    fn bounding_radius(&self) -> Real {
        if self.has_body_frame {
            return self.leaf.bounding_radius();
        }
        RADIUS_FACTOR * (self.leaf.bounding_radius() + self.position.length() as Real)
    }

    fn margin(&self) -> Real {
        self.leaf.margin()
    }

    fn support_near(&self, d: Vec3, hint: Feature) -> SupportPoint {
        self.placed(self.leaf.support_near(self.direction_in_part(d), hint))
    }
}

impl HalfSpaceBody for PartInBody {
    fn has_exact_vertices(&self) -> bool {
        self.has_body_frame && <shape::Shape as HalfSpaceBody>::has_exact_vertices(&self.leaf.shape)
    }

    fn vertices_along(&self, d: Vec3) -> Vec<(u32, Vec3)> {
        let Some(features) = &self.features else { return Vec::new() };
        let mut vertices = features.feature_along(self.direction_in_part(d));
        for (_, point) in &mut vertices {
            *point = self.point_in_body(*point);
        }
        vertices
    }
}
