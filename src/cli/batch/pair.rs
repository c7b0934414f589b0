//! A case built in one precision: compiled twice, against each engine (`super::engine`).

use std::cell::RefCell;
use std::hint::black_box;

use glam::DVec3;

use super::super::reply::{Intersection, Reply};
use super::super::selected::Selected;
use super::super::{Misfit, Picked, Question, Test};
use super::engine;
use super::engine::answer::{Reason, Status};
use super::engine::bracket::Bracket;
use super::engine::dim2;
use super::engine::dim3::distance::{Options, Workspace};
use super::engine::dim3::shape::Shape;
use super::engine::dim3::simplex::Solver;
use super::engine::dim3::support::Cso;
use super::engine::dim3::{boolean_gjk, gjk, isa_gjk, queries};
use super::engine::pose::Pose;
use super::engine::real::{Quat, Real, Vec2, Vec3};
use super::engine::rounding;
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::lesson::ToF64;
use crate::scene::case::{Case, Placed, Rotation};

/// Two shapes in space.
struct Spatial {
    a: Shape,
    b: Shape,
    pose_a: Pose,
    pose_b: Pose,
    options: Options,
    /// Its buffers are kept between repeats, as a program would keep them.
    workspace: RefCell<Workspace>,
}

/// The engine's options for what was picked.
fn options((solver, method): Picked) -> Options {
    let (solver, method) = (solver.unwrap_or_default(), method.unwrap_or_default());
    Options { gjk: gjk::Options { solver, ..gjk::Options::default() }, method, ..Options::default() }
}

/// Two shapes in the plane.
struct Planar {
    a: dim2::shape::Shape,
    b: dim2::shape::Shape,
    pose_a: dim2::support::Pose,
    pose_b: dim2::support::Pose,
    options: dim2::distance::Options,
    /// Kept between repeats as well.
    workspace: RefCell<dim2::distance::Workspace>,
}

/// Builds the shapes of a case.
pub(in super::super) fn pair(case: &Case, picked: Picked) -> Result<Box<dyn Question>, Misfit> {
    let (a, b, options) = (&case.a, &case.b, options(picked));
    if case.dim == 2 {
        let (a_shape, b_shape) = (planar_shape(a, "a")?, planar_shape(b, "b")?);
        let (pose_a, pose_b, workspace) = (planar_pose(a), planar_pose(b), RefCell::default());
        let options = dim2::distance::Options { solver: options.gjk.solver, ..Default::default() };
        return Ok(Box::new(Planar { a: a_shape, b: b_shape, pose_a, pose_b, options, workspace }));
    }
    let (a_shape, b_shape, workspace) = (shape(a, "a")?, shape(b, "b")?, RefCell::default());
    Ok(Box::new(Spatial { a: a_shape, b: b_shape, pose_a: pose(a), pose_b: pose(b), options, workspace }))
}

/// The same, to be asked whether they overlap.
pub(in super::super) fn overlap(case: &Case, test: Test, picked: Picked) -> Result<Box<dyn Question>, Misfit> {
    let (a, b) = (&case.a, &case.b);
    if case.dim == 2 {
        let (a_shape, b_shape) = (planar_shape(a, "a")?, planar_shape(b, "b")?);
        return Ok(Box::new(PlanarTest { a: a_shape, b: b_shape, pose_a: planar_pose(a), pose_b: planar_pose(b) }));
    }
    let (a_shape, b_shape, solver) = (shape(a, "a")?, shape(b, "b")?, options(picked).gjk.solver);
    Ok(Box::new(SpatialTest { a: a_shape, b: b_shape, pose_a: pose(a), pose_b: pose(b), test, solver }))
}

/// Two shapes in space that overlap or not.
struct SpatialTest {
    a: Shape,
    b: Shape,
    pose_a: Pose,
    pose_b: Pose,
    test: Test,
    solver: Solver,
}

impl SpatialTest {
    #[inline]
    fn solve(&self) -> engine::answer::Answer {
        let Self { a, b, pose_a, pose_b, test, solver } = self;
        match test {
            Test::Isa => {
                let options = isa_gjk::Options { solver: *solver, ..isa_gjk::Options::default() };
                queries::isa_gjk([a, b], [pose_a, pose_b], &options)
            }
            Test::Boolean => queries::boolean_gjk([a, b], [pose_a, pose_b], &boolean_gjk::Options::default()),
        }
    }
}

impl Question for SpatialTest {
    fn reply(&self) -> Reply {
        let answer = self.solve();
        let magnitude = Cso::new(&self.a, &self.pose_a, &self.b, &self.pose_b).whole().magnitude();
        let rounding = rounding::bound_rounding(magnitude);
        let axis = answer.normal.map(|normal| spatial(normal).to_array().to_vec());
        overlapping(axis, answer.status, answer.bracket().within(rounding), answer.iterations)
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

/// Two shapes in the plane that overlap or not.
struct PlanarTest {
    a: dim2::shape::Shape,
    b: dim2::shape::Shape,
    pose_a: dim2::support::Pose,
    pose_b: dim2::support::Pose,
}

impl PlanarTest {
    #[inline]
    fn solve(&self) -> dim2::distance::Answer {
        dim2::boolean_gjk::intersect(&self.a, &self.pose_a, &self.b, &self.pose_b, Vec2::X)
    }
}

impl Question for PlanarTest {
    fn reply(&self) -> Reply {
        let answer = self.solve();
        let magnitude = dim2::support::Cso::new(&self.a, &self.pose_a, &self.b, &self.pose_b).magnitude();
        let rounding = rounding::bound_rounding2(magnitude);
        let axis = answer.normal.map(|normal| planar(normal).truncate().to_array().to_vec());
        overlapping(axis, answer.status, answer.bracket().within(rounding), answer.iterations)
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

fn overlapping(normal: Option<Vec<f64>>, status: Status, rounding: Real, iterations: u32) -> Reply {
    let (intersects, axis) = match status {
        Status::Separated => (Some(false), normal),
        Status::Penetrating => (Some(true), None),
        _ => (None, None),
    };
    let (status, reason) = words(status);
    Reply::Intersection(Intersection {
        intersects,
        rounding: rounding.into(),
        axis,
        status: status.name(),
        reason,
        iterations,
    })
}

pub(super) fn shape(placed: &Placed, name: &str) -> Result<Shape, Misfit> {
    let shape = Shape::try_from(&placed.shape)
        .map_err(|error| Misfit::new(format!("{name}.shape.{}", error.field), error.message))?;
    match placed.margin as Real {
        0.0 => Ok(shape),
        margin => {
            Shape::inflate(shape, margin).map_err(|error| Misfit::new(format!("{name}.margin"), error.to_string()))
        }
    }
}

pub(super) fn planar_shape(placed: &Placed, name: &str) -> Result<dim2::shape::Shape, Misfit> {
    let shape = dim2::shape::Shape::try_from(&placed.shape)
        .map_err(|error| Misfit::new(format!("{name}.shape.{}", error.field), error.message))?;
    dim2::shape::Shape::inflate(&shape, placed.margin as Real)
        .map_err(|error| Misfit::new(format!("{name}.margin"), error.to_string()))
}

/// The raw numbers are rounded to this precision first, and normalized in it.
pub(super) fn pose(placed: &Placed) -> Pose {
    let [x, y, z] = placed.position.map(|x| x as Real);
    Pose::new(Vec3::new(x, y, z), Quat::from_array(placed.rotation.quaternion().map(|x| x as Real)))
}

pub(super) fn planar_pose(placed: &Placed) -> dim2::support::Pose {
    let [x, y, _] = placed.position.map(|x| x as Real);
    let [c, s] = match &placed.rotation {
        Rotation::Angle(turn) => *turn,
        // Of a turn about z: the double angle of its half.
        Rotation::Quaternion([_, _, z, w]) => [w * w - z * z, 2.0 * w * z],
        Rotation::Matrix([[c, _, _], [s, _, _], _]) => [*c, *s],
    };
    dim2::support::Pose::new(Vec2::new(x, y), Vec2::new(c as Real, s as Real))
}

impl Spatial {
    #[inline]
    fn solve(&self) -> engine::answer::Answer {
        let (shapes, poses) = ([&self.a, &self.b], [&self.pose_a, &self.pose_b]);
        queries::signed_distance(&mut self.workspace.borrow_mut(), shapes, poses, &self.options)
    }
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let answer = self.solve();
        let [witness_a, witness_b] = [answer.witness_a, answer.witness_b].map(spatial);
        let (status, reason) = words(answer.status);
        let finding = Finding::Distance(PairFinding {
            status,
            signed_distance: answer.signed_distance.map(ToF64::to_f64),
            normal: answer.normal.map(spatial),
            witness_a,
            witness_b,
            proof: proof(answer.bracket()),
        });
        Reply::Selected(Box::new(Selected { finding, planar: false, reason, iterations: answer.iterations }))
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

impl Planar {
    #[inline]
    fn solve(&self) -> dim2::distance::Answer {
        let (shapes, poses) = ([&self.a, &self.b], [&self.pose_a, &self.pose_b]);
        dim2::queries::signed_distance(&mut self.workspace.borrow_mut(), shapes, poses, &self.options)
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let answer = self.solve().in_world(&self.pose_a);
        let [witness_a, witness_b] = [answer.witness_a, answer.witness_b].map(planar);
        let (status, reason) = words(answer.status);
        let finding = Finding::Distance(PairFinding {
            status,
            signed_distance: answer.signed_distance.map(ToF64::to_f64),
            normal: answer.normal.map(planar),
            witness_a,
            witness_b,
            proof: proof(answer.bracket()),
        });
        Reply::Selected(Box::new(Selected { finding, planar: true, reason, iterations: answer.iterations }))
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

pub(super) fn spatial(v: Vec3) -> DVec3 {
    v.to_f64()
}

pub(super) fn planar(v: Vec2) -> DVec3 {
    DVec3::new(v.x.to_f64(), v.y.to_f64(), 0.0)
}

/// A line asks for no width: the answer is as narrow as the engine makes it.
fn proof(bracket: Bracket) -> Proof {
    Proof { lower: bracket.lower.to_f64(), upper: bracket.upper.to_f64(), tolerance: f64::INFINITY }
}

fn words(status: Status) -> (PairStatus, Option<&'static str>) {
    match status {
        Status::Separated => (PairStatus::Separated, None),
        Status::Touching => (PairStatus::Touching, None),
        Status::Penetrating => (PairStatus::Penetrating, None),
        Status::NotConverged(Reason::DepthNotAsked) => (PairStatus::Penetrating, Some("depth not asked")),
        Status::NotConverged(Reason::Contact) => (PairStatus::TouchingOrOverlapping, Some("depth not asked")),
        Status::NotConverged(Reason::IterationLimit) => (PairStatus::NotConverged, Some("iteration limit")),
        Status::NotConverged(Reason::Stalled) => (PairStatus::NotConverged, Some("stalled")),
        Status::NotConverged(Reason::Degenerate) => (PairStatus::NotConverged, Some("degenerate")),
    }
}
