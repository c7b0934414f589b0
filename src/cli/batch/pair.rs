//! A case built in one precision: compiled twice, against each engine (`super::engine`).

use glam::{DMat3, DQuat};

use super::super::case::{Case, Placed, Rotation};
use super::super::{Answer, Pair, Unanswered};
use super::engine::answer::{Reason, Status};
use super::engine::gjk;
use super::engine::pose::Pose;
use super::engine::real::{Quat, Real, Vec3};
use super::engine::shape::Shape;
use super::engine::simplex::Solver;
use crate::cli::args;
use crate::lesson::Wide;

/// Two shapes in space.
struct Spatial {
    a: Shape,
    b: Shape,
    pose_a: Pose,
    pose_b: Pose,
    options: gjk::Options,
}

impl From<args::Solver> for Solver {
    fn from(solver: args::Solver) -> Self {
        match solver {
            args::Solver::SignedVolumes => Self::SignedVolumes,
            args::Solver::Johnson => Self::Johnson,
            args::Solver::Voronoi => Self::Voronoi,
        }
    }
}

/// Builds the shapes of a case.
pub(in super::super) fn pair(case: &Case, solver: args::Solver) -> Result<Box<dyn Pair>, Unanswered> {
    if case.dim != 3 {
        return Err(Unanswered::Unsupported);
    }
    Ok(Box::new(Spatial {
        a: shape(&case.a, "a")?,
        b: shape(&case.b, "b")?,
        pose_a: pose(&case.a),
        pose_b: pose(&case.b),
        options: gjk::Options { solver: solver.into(), ..gjk::Options::default() },
    }))
}

fn shape(placed: &Placed, name: &str) -> Result<Shape, Unanswered> {
    Shape::try_from(&placed.shape)
        .map_err(|error| Unanswered::Wrong(format!("{name}.shape.{}: {}", error.field, error.message)))
}

/// The raw numbers are rounded to this precision first, and normalised in it.
fn pose(placed: &Placed) -> Pose {
    let [x, y, z] = placed.position.map(|x| x as Real);
    let rotation = match &placed.rotation {
        Rotation::Quaternion(q) => Quat::from_array(q.map(|x| x as Real)),
        Rotation::Angle([c, s]) => half_angle(*c as Real, *s as Real),
        Rotation::Matrix(rows) => {
            let exact = DQuat::from_mat3(&DMat3::from_cols_array_2d(rows).transpose());
            Quat::from_array(exact.to_array().map(|x| x as Real))
        }
    };
    Pose::new(Vec3::new(x, y, z), rotation)
}

/// The quaternion about z of the rotation by the angle with this cosine and sine.
fn half_angle(c: Real, s: Real) -> Quat {
    let (half_sin, half_cos) = (0.5 * s.atan2(c)).sin_cos();
    Quat::from_xyzw(0.0, 0.0, half_sin, half_cos)
}

impl Pair for Spatial {
    fn answer(&self) -> Answer {
        let answer = gjk::distance(&self.a, &self.pose_a, &self.b, &self.pose_b, &self.options);
        let vector = |v: Vec3| v.wide().to_array().to_vec();
        let (status, reason) = words(answer.status);
        let known = answer.status != Status::NotConverged(Reason::DepthNotAsked);
        Answer {
            id: serde_json::Value::Null,
            signed_distance: known.then(|| answer.signed_distance.wide()),
            normal: vector(answer.normal),
            witness_a: vector(answer.witness_a),
            witness_b: vector(answer.witness_b),
            lower: answer.lower.wide(),
            upper: answer.upper.wide(),
            status,
            reason,
            iterations: answer.iterations,
            ns: None,
        }
    }

    fn ask(&self) {
        let pair = std::hint::black_box(self);
        std::hint::black_box(gjk::distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &pair.options));
    }
}

fn words(status: Status) -> (&'static str, Option<&'static str>) {
    match status {
        Status::Separated => ("separated", None),
        Status::Touching => ("touching", None),
        Status::Penetrating => ("penetrating", None),
        Status::NotConverged(Reason::DepthNotAsked) => ("penetrating", Some("depth not asked")),
        Status::NotConverged(Reason::IterationLimit) => ("not converged", Some("iteration limit")),
        Status::NotConverged(Reason::Stalled) => ("not converged", Some("stalled")),
        Status::NotConverged(Reason::Degenerate) => ("not converged", Some("degenerate")),
    }
}
