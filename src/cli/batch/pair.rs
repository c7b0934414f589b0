//! A case built in one precision: compiled twice, against each engine (`super::engine`).

use std::cell::RefCell;
use std::hint::black_box;

use super::super::reply::{Answer, Intersection, Reply};
use super::super::{Misfit, Picked, Question, Test};
use super::engine;
use super::engine::answer::{Reason, Status};
use super::engine::bracket::Bracket;
use super::engine::dim2;
use super::engine::dim3::distance::{Options, Workspace};
use super::engine::dim3::shape::Shape;
use super::engine::dim3::simplex::Solver;
use super::engine::dim3::support::Cso;
use super::engine::dim3::{boolean_gjk, gjk, isa_gjk};
use super::engine::pose::Pose;
use super::engine::real::{Quat, Real, Vec2, Vec3};
use super::engine::rounding;
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
                isa_gjk::intersect(a, pose_a, b, pose_b, &options, &mut isa_gjk::Cache::default())
            }
            Test::Boolean => boolean_gjk::intersect(a, pose_a, b, pose_b, &boolean_gjk::Options::default()),
        }
    }
}

impl Question for SpatialTest {
    fn reply(&self) -> Reply {
        let answer = self.solve();
        let magnitude = Cso::new(&self.a, &self.pose_a, &self.b, &self.pose_b).whole().magnitude();
        let rounding = rounding::bound_rounding(magnitude);
        overlapping(answer.normal.map(spatial), answer.status, answer.bracket().within(rounding), answer.iterations)
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
        overlapping(answer.normal.map(planar), answer.status, answer.bracket().within(rounding), answer.iterations)
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
    Reply::Intersection(Intersection { intersects, rounding: rounding.into(), axis, status, reason, iterations })
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
        self.workspace.borrow_mut().signed_distance(&self.a, &self.pose_a, &self.b, &self.pose_b, &self.options)
    }
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let answer = self.solve();
        Reply::Distance(Answer {
            signed_distance: answer.signed_distance.map(ToF64::to_f64),
            normal: answer.normal.map(spatial),
            witness_a: spatial(answer.witness_a),
            witness_b: spatial(answer.witness_b),
            ..told(answer.bracket(), answer.status, answer.iterations)
        })
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

impl Planar {
    #[inline]
    fn solve(&self) -> dim2::distance::Answer {
        self.workspace.borrow_mut().signed_distance(&self.a, &self.pose_a, &self.b, &self.pose_b, &self.options)
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let answer = self.solve().in_world(&self.pose_a);
        Reply::Distance(Answer {
            signed_distance: answer.signed_distance.map(ToF64::to_f64),
            normal: answer.normal.map(planar),
            witness_a: planar(answer.witness_a),
            witness_b: planar(answer.witness_b),
            ..told(answer.bracket(), answer.status, answer.iterations)
        })
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

pub(super) fn spatial(v: Vec3) -> Vec<f64> {
    v.to_f64().to_array().to_vec()
}

pub(super) fn planar(v: Vec2) -> Vec<f64> {
    vec![v.x.to_f64(), v.y.to_f64()]
}

/// What an answer tells in both dimensions alike.
fn told(bracket: Bracket, status: Status, iterations: u32) -> Answer {
    let (lower, upper) = (bracket.lower.to_f64(), bracket.upper.to_f64());
    let (status, reason) = words(status);
    let (witness_a, witness_b) = (Vec::new(), Vec::new());
    Answer { signed_distance: None, normal: None, witness_a, witness_b, lower, upper, status, reason, iterations }
}

fn words(status: Status) -> (&'static str, Option<&'static str>) {
    match status {
        Status::Separated => ("separated", None),
        Status::Touching => ("touching", None),
        Status::Penetrating => ("penetrating", None),
        Status::NotConverged(Reason::DepthNotAsked) => ("penetrating", Some("depth not asked")),
        Status::NotConverged(Reason::Contact) => ("touching or overlapping", Some("depth not asked")),
        Status::NotConverged(Reason::IterationLimit) => ("not converged", Some("iteration limit")),
        Status::NotConverged(Reason::Stalled) => ("not converged", Some("stalled")),
        Status::NotConverged(Reason::Degenerate) => ("not converged", Some("degenerate")),
    }
}
