//! A planar pair for the cast of moving and rotating bodies ([`RotatingPair`]), in the plane z = 0 of space.

use glam::{DQuat, DVec3};

use super::{Pose, Shape, Workspace};
use crate::dim2::dim3::cast::rotating::{DistanceAnswer, RotatingPair};
use crate::dim2::distance::{Feature, Options};
use crate::dim2::prelude::*;

/// Bound of the error of a shape's stored radius, relative to the radius, in `EPS`: the radius is a length plus the
/// shape's margin, both rounded. Chosen generously.
const RADIUS_ROUNDING: f64 = 4.0;

/// Pair of bodies in the plane z = 0.
#[derive(Clone, Debug)]
pub struct PairOfShapes {
    /// Shape of body A, in its own frame.
    pub a: Shape,
    /// Shape of body B, in its own frame.
    pub b: Shape,
}

/// Returns the planar pose of a rotation about z and a position in the plane z = 0.
fn planar_pose(rotation: DQuat, position: DVec3) -> Pose {
    let x_axis = rotation * DVec3::X;
    Pose::new(Vec2::new(position.x as Real, position.y as Real), Vec2::new(x_axis.x as Real, x_axis.y as Real))
}

/// Memory of the distance queries of a cast.
#[derive(Clone, Debug, Default)]
pub struct CastMemory {
    /// Buffers of the queries.
    workspace: Workspace,
    /// Nearest feature of the last query, with which the next one starts.
    feature: Option<Feature>,
}

/// Returns a vector of the axes of `pose` in world axes, as a vector of space with z = 0.
fn in_world(pose: &Pose, v: Vec2) -> DVec3 {
    let v = pose.rotation.rotate(v);
    DVec3::new(v.x as f64, v.y as f64, 0.0)
}

impl RotatingPair for PairOfShapes {
    type Memory = CastMemory;
    const PLANAR: bool = true;

    fn radii(&self) -> [f64; 2] {
        [&self.a, &self.b].map(|shape| f64::from(shape.radius()) * (1.0 + RADIUS_ROUNDING * f64::from(EPS)))
    }

    fn extent(&self, body: usize, rotation: DQuat, n: DVec3) -> f64 {
        let shape = [&self.a, &self.b][body];
        // Direction in the frame of the shape.
        let direction = rotation.conjugate() * n;
        let farthest = shape.farthest(Vec2::new(direction.x as Real, direction.y as Real));
        let corner = shape.core()[farthest as usize];
        direction.dot(DVec3::new(corner.x as f64, corner.y as f64, 0.0)) + f64::from(shape.margin())
    }

    fn signed_distance(
        &self,
        rotations: [DQuat; 2],
        between: DVec3,
        _: Option<DVec3>,
        memory: &mut Self::Memory,
    ) -> DistanceAnswer {
        let CastMemory { workspace, feature } = memory;
        let pose_a = planar_pose(rotations[0], DVec3::ZERO);
        let pose_b = planar_pose(rotations[1], between);
        let options = Options::default();
        let answer = match *feature {
            Some(feature) => workspace.resumed(&self.a, &pose_a, &self.b, &pose_b, &options, feature),
            None => workspace.signed_distance(&self.a, &pose_a, &self.b, &pose_b, &options),
        };
        *feature = Some(answer.feature);
        DistanceAnswer {
            d: answer.signed_distance.map(f64::from),
            lower: f64::from(answer.lower),
            upper: f64::from(answer.upper),
            normal: answer.normal.and_then(|n| in_world(&pose_a, n).try_normalize()),
            witness: [answer.witness_a, answer.witness_b].map(|p| in_world(&pose_a, p)),
        }
    }
}
