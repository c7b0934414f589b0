//! Contact manifolds of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::cell::RefCell;
use std::hint::black_box;

use super::super::reply::{ContactPoint, Manifold, ReferenceFace, Reply};
use super::super::{Misfit, Question};
use super::engine::contact::{Names, Options, Outcome, Point, Reference, read, spelled};
use super::engine::dim2;
use super::engine::dim3::manifold::{Body, Workspace};
use super::engine::pose::Pose;
use super::engine::real::Real;
use super::pair::{planar, planar_pose, planar_shape, pose, shape, spatial};
use crate::lesson::{ToF64, watch};
use crate::scene::case::{ManifoldLine, Placed, Previous};

/// Two bodies in space.
struct Spatial {
    bodies: [Body; 2],
    poses: [Pose; 2],
    options: Options,
    before: Option<Vec<String>>,
    /// Its buffers are kept between repeats, as a program would keep them.
    workspace: RefCell<Workspace>,
}

/// Two bodies in the plane.
struct Planar {
    shapes: [dim2::shape::Shape; 2],
    poses: [dim2::support::Pose; 2],
    options: Options,
    before: Option<Vec<String>>,
}

/// Builds the bodies of a line.
pub(in super::super) fn manifold(line: &ManifoldLine) -> Result<Box<dyn Question>, Misfit> {
    let previous = line.previous.as_ref().and_then(|previous: &Previous| previous.reference);
    let options = Options {
        margin: line.options.margin() as Real,
        max_points: line.options.max_points(line.case.dimension()),
        previous: previous.map(|(body, face)| Reference { body, face }),
        known: Names::of(line.previous.iter().flat_map(|previous| &previous.ids).filter_map(|id| read(id))),
        ..Options::default()
    };
    let before = line.previous.as_ref().map(|previous| previous.ids.clone());
    let (a, b) = (&line.case.a, &line.case.b);
    if line.case.dim == 2 {
        let shapes = [planar_shape(a, "a")?, planar_shape(b, "b")?];
        return Ok(Box::new(Planar { shapes, poses: [planar_pose(a), planar_pose(b)], options, before }));
    }
    let bodies = [body(a, "a")?, body(b, "b")?];
    Ok(Box::new(Spatial { bodies, poses: [pose(a), pose(b)], options, before, workspace: RefCell::default() }))
}

fn body(placed: &Placed, name: &str) -> Result<Body, Misfit> {
    Body::new(&shape(placed, name)?).map_err(|error| Misfit::new(format!("{name}.shape"), error.to_string()))
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let [a, b] = &self.bodies;
        let mut workspace = self.workspace.borrow_mut();
        let found = workspace.manifold_with([a, b], self.poses.each_ref(), &self.options, watch::tick);
        let normal = found.normal.map(spatial);
        told(normal, &found.points, found.reference, found.outcome, self.before.as_deref(), spatial)
    }

    fn ask(&self) {
        let [a, b] = &self.bodies;
        let mut workspace = self.workspace.borrow_mut();
        let options = black_box(&self.options);
        black_box(workspace.manifold_with([a, b], self.poses.each_ref(), options, watch::tick));
    }
}

impl Planar {
    fn solve(&self) -> dim2::manifold::Answer {
        dim2::manifold::manifold(&self.shapes[0], &self.poses[0], &self.shapes[1], &self.poses[1], &self.options)
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let found = self.solve();
        let normal = found.normal.map(planar);
        told(normal, &found.points, found.reference, found.outcome, self.before.as_deref(), planar)
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

fn told<V: Copy>(
    normal: Option<Vec<f64>>,
    points: &[Point<V>],
    reference: Option<Reference>,
    outcome: Outcome,
    before: Option<&[String]>,
    list: impl Fn(V) -> Vec<f64>,
) -> Reply {
    let points: Vec<ContactPoint> = points
        .iter()
        .map(|point| ContactPoint {
            on_a: list(point.on_a),
            on_b: list(point.on_b),
            depth: point.depth.to_f64(),
            id: spelled(point.id),
            why: point.why.words(),
        })
        .collect();
    let names = || points.iter().map(|point| &point.id);
    let kept = before.map(|before| names().filter(|id| before.contains(id)).cloned().collect());
    let added = before.map(|before| names().filter(|id| !before.contains(id)).cloned().collect());
    let dropped = before.map(|before| before.iter().filter(|old| !names().any(|id| id == *old)).cloned().collect());
    let face = |reference: Reference| ReferenceFace {
        body: if reference.body == 0 { "a" } else { "b" },
        face: reference.face,
    };
    let reference = reference.map(face);
    Reply::Manifold(Box::new(Manifold { normal, points, reference, status: outcome.words(), kept, dropped, added }))
}
