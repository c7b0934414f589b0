//! Minkowski differences of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use super::super::reply::{DifferenceFace, Features, Minkowski, Reply};
use super::super::{Misfit, Question};
use super::engine::dim2::minkowski::{self as planar, Edge};
use super::engine::dim2::support::Pose as PlanarPose;
use super::engine::dim3::hull::HullError;
use super::engine::dim3::minkowski::{self as spatial, FacetOrigin, MinkowskiError};
use super::engine::pose::Pose;
use super::engine::real::{Real, Vec2, Vec3};
use super::hull::refused;
use super::pair::{planar_pose, pose};
use crate::lesson::watch;
use crate::scene::case::{Case, Placed};
use crate::step::Stepper as _;

struct Spatial {
    points: [Vec<Vec3>; 2],
    poses: [Pose; 2],
    /// The answer, which is found out when the question is built: only that tells whether there is one.
    found: spatial::Difference,
}

struct Planar {
    points: [Vec<Vec2>; 2],
    poses: [PlanarPose; 2],
    /// The answer, which is found out when the question is built.
    found: planar::Polygon,
}

/// Builds the bodies of a case, and finds out whether there is a difference.
pub(in super::super) fn minkowski(case: &Case) -> Result<Box<dyn Question>, Misfit> {
    let (a, b) = (&case.a, &case.b);
    let of = |placed: &Placed, name: &str| {
        if placed.margin != 0.0 {
            return Err(Misfit::new(format!("{name}.margin"), "must be 0: the difference is made of faces and edges"));
        }
        let message = "is round: the difference is made of faces and edges, and it has none";
        placed.shape.points().ok_or_else(|| Misfit::new(format!("{name}.shape.type"), message))
    };
    let given = [of(a, "a")?, of(b, "b")?];
    let wrong = |body: u8, error: HullError| {
        let Misfit { path, message } = refused(error);
        Misfit::new(format!("{}.shape.{path}", ["a", "b"][usize::from(body)]), message)
    };
    if case.dim == 2 {
        let points = given.map(|list| list.iter().map(|p| Vec2::new(p[0] as Real, p[1] as Real)).collect::<Vec<_>>());
        let poses = [planar_pose(a), planar_pose(b)];
        let found = planar::difference_of(&points[0], &poses[0], &points[1], &poses[1]);
        let found = found.map_err(|(body, error)| wrong(body, error))?;
        return Ok(Box::new(Planar { points, poses, found }));
    }
    let points = given.map(|list| list.iter().map(|p| Vec3::from(p.map(|x| x as Real))).collect::<Vec<_>>());
    let poses = [pose(a), pose(b)];
    let found = solve(&points, &poses).map_err(|error| match error {
        MinkowskiError::Body { body, error } => wrong(body, error),
        error => Misfit::new("a.shape", error.to_string()),
    })?;
    Ok(Box::new(Spatial { points, poses, found }))
}

/// The difference of points in space.
fn solve(points: &[Vec<Vec3>; 2], poses: &[Pose; 2]) -> Result<spatial::Difference, MinkowskiError> {
    let (bodies, poses) = (points.each_ref().map(|list| &list[..]), poses.each_ref());
    let mut overlay = spatial::Overlay::new(bodies[0], poses[0], bodies[1], poses[1])?;
    overlay.run_with(watch::tick);
    Ok(overlay.difference(bodies, poses))
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let face = |face: &spatial::Facet| {
            let (kind, features) = match &face.origin {
                FacetOrigin::FaceA(corners) => ("face_a", Features::One(corners.clone())),
                FacetOrigin::FaceB(corners) => ("face_b", Features::One(corners.clone())),
                FacetOrigin::FaceFace(both) => ("face_face", Features::Two(both.clone())),
                FacetOrigin::EdgeEdge(ends) => ("edge_edge", Features::Two(ends.map(|ends| ends.to_vec()))),
            };
            DifferenceFace { kind, features, vertices: face.corners.clone() }
        };
        let found = &self.found;
        let faces = found.faces.iter().map(face).collect();
        let vertices = found.points.iter().map(|p| p.to_vec()).collect();
        Reply::Minkowski(Minkowski {
            vertices,
            pairs: found.pairs.clone(),
            faces,
            volume: Some(found.volume),
            area: None,
        })
    }

    fn ask(&self) {
        _ = black_box(solve(black_box(&self.points), &self.poses));
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let found = &self.found;
        let count = found.points.len() as u32;
        let face = |(k, edge): (u32, &Edge)| {
            let (kind, features) = match edge {
                Edge::A(ends) => ("edge_a", Features::One(ends.to_vec())),
                Edge::B(ends) => ("edge_b", Features::One(ends.to_vec())),
                Edge::Both(ends) => ("edge_edge", Features::Two(ends.map(|ends| ends.to_vec()))),
            };
            DifferenceFace { kind, features, vertices: vec![k, (k + 1) % count] }
        };
        let faces = (0..).zip(&found.edges).map(face).collect();
        let vertices = found.points.iter().map(|p| p.to_vec()).collect();
        Reply::Minkowski(Minkowski {
            vertices,
            pairs: found.pairs.clone(),
            faces,
            volume: None,
            area: Some(found.area),
        })
    }

    fn ask(&self) {
        let ([a, b], [pose_a, pose_b]) = (black_box(&self.points), &self.poses);
        _ = black_box(planar::difference_of(a, pose_a, b, pose_b));
    }
}
