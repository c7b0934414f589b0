//! Separating axes of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use super::super::reply::{AxisOf, Features, Reply, Separation};
use super::super::{Misfit, Question};
use super::engine::dim2;
use super::engine::dim3::queries;
use super::engine::dim3::sat::{Axis, Options, Outcome, Sat, Solid, Tested};
use super::engine::pose::Pose;
use super::engine::real::{Real, Vec2};
use super::pair::{planar, planar_pose, planar_shape, pose, spatial};
use crate::lesson::{ToF64, watch};
use crate::scene::case::{Case, Placed};
use crate::scene::model::Stop;

/// The name of an ending.
fn status(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated | Outcome::SeparatedByCache => "separated",
        Outcome::Touching => "touching",
        Outcome::Overlapping => "overlapping",
        Outcome::Degenerate => "degenerate",
        Outcome::NotFinite => "not finite",
    }
}

/// Two polyhedra.
struct Spatial {
    a: Solid,
    b: Solid,
    pose_a: Pose,
    pose_b: Pose,
    options: Options,
}

/// Two polygons.
struct Planar {
    a: Polygon,
    b: Polygon,
    pose_a: dim2::support::Pose,
    pose_b: dim2::support::Pose,
    options: dim2::sat::Options,
}

/// A polygon, and which of the points of the line each of its corners is.
pub(super) struct Polygon {
    pub shape: dim2::shape::Shape,
    sources: Vec<u32>,
}

/// Builds the bodies of a case.
pub(in super::super) fn separation(case: &Case, stop: Stop) -> Result<Box<dyn Question>, Misfit> {
    let (a, b, first) = (&case.a, &case.b, stop == Stop::First);
    without_margins(case)?;
    if case.dim == 2 {
        let options = dim2::sat::Options { stop_at_first: first, ..Default::default() };
        let (pose_a, pose_b) = (planar_pose(a), planar_pose(b));
        return Ok(Box::new(Planar { a: polygon(a, "a")?, b: polygon(b, "b")?, pose_a, pose_b, options }));
    }
    let options = Options { stop_at_first: first, ..Options::default() };
    Ok(Box::new(Spatial { a: solid(a, "a")?, b: solid(b, "b")?, pose_a: pose(a), pose_b: pose(b), options }))
}

/// Refuses balls around the bodies.
pub(super) fn without_margins(case: &Case) -> Result<(), Misfit> {
    let message = "must be 0: lines are tried of faces and edges, and the ball around them has none";
    let odd = [(&case.a, "a"), (&case.b, "b")].into_iter().find(|(placed, _)| placed.margin != 0.0);
    odd.map_or(Ok(()), |(_, name)| Err(Misfit::new(format!("{name}.margin"), message)))
}

pub(super) fn solid(placed: &Placed, name: &str) -> Result<Solid, Misfit> {
    Solid::try_from(&placed.shape).map_err(|error| Misfit::new(format!("{name}.shape.{}", error.field), error.message))
}

pub(super) fn polygon(placed: &Placed, name: &str) -> Result<Polygon, Misfit> {
    let shape = planar_shape(placed, name)?;
    if shape.margin() != 0.0 {
        let message =
            "is round: it has no sides of which lines could be tried; polygon, rectangle, triangle and segment have";
        return Err(Misfit::new(format!("{name}.shape.type"), message));
    }
    let narrow = |[x, y, _]: [f64; 3]| Vec2::new(x as Real, y as Real);
    let given: Vec<Vec2> = placed.shape.points().into_iter().flatten().map(narrow).collect();
    let place = |corner: &Vec2| given.iter().position(|point| point == corner).unwrap_or(0) as u32;
    let sources = shape.core().iter().map(place).collect();
    Ok(Polygon { shape, sources })
}

impl Spatial {
    #[inline]
    fn solve(&self) -> (Sat<&Solid>, Outcome) {
        queries::sat([&self.a, &self.b], [&self.pose_a, &self.pose_b], self.options, watch::tick)
    }

    /// A line with what it is perpendicular to.
    fn axis_of(&self, sat: &Sat<&Solid>, tested: &Tested) -> AxisOf {
        let of = |body: u8, solid: &Solid| -> Vec<u32> {
            sat.feature(tested, body).into_iter().map(|v| solid.sources[v as usize]).collect()
        };
        let [a, b] = [of(0, &self.a), of(1, &self.b)];
        match tested.axis {
            Axis::FaceA(_) => AxisOf { kind: "face_a", features: Features::One(a) },
            Axis::FaceB(_) => AxisOf { kind: "face_b", features: Features::One(b) },
            Axis::Edges(..) => AxisOf { kind: "edge_edge", features: Features::Two([a, b]) },
            Axis::Side { body, .. } | Axis::Along { body } | Axis::Across { body } => match body {
                0 => AxisOf { kind: "edge_a", features: Features::One(a) },
                _ => AxisOf { kind: "edge_b", features: Features::One(b) },
            },
        }
    }
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let (sat, outcome) = self.solve();
        let answer = sat.answer(outcome).in_world(&self.pose_a);
        Reply::Separation(Box::new(Separation {
            separation: answer.axis.map(|_| answer.separation.to_f64()),
            lower: answer.lower.to_f64(),
            upper: answer.upper.map(ToF64::to_f64),
            normal: answer.axis.map(|_| spatial(answer.normal).to_array().to_vec()),
            axis: sat.found.best.map(|best| self.axis_of(&sat, &best)),
            ties: sat.ties().iter().map(|tie| self.axis_of(&sat, tie)).collect(),
            axes: answer.tested,
            pruned: answer.pruned,
            status: status(outcome),
        }))
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

impl Planar {
    #[inline]
    fn solve(&self) -> (dim2::sat::Sat<&dim2::shape::Shape>, dim2::sat::Outcome) {
        dim2::queries::sat([&self.a.shape, &self.b.shape], [&self.pose_a, &self.pose_b], self.options, watch::tick)
    }

    fn axis_of(&self, sat: &dim2::sat::Sat<&dim2::shape::Shape>, tested: &dim2::sat::Tested) -> AxisOf {
        let of = |body: u8, polygon: &Polygon| -> Features {
            Features::One(sat.feature(tested, body).into_iter().map(|i| polygon.sources[i as usize]).collect())
        };
        match tested.axis {
            dim2::sat::Axis::SideA(_) => AxisOf { kind: "face_a", features: of(0, &self.a) },
            dim2::sat::Axis::SideB(_) => AxisOf { kind: "face_b", features: of(1, &self.b) },
            dim2::sat::Axis::Along { body: 0 } | dim2::sat::Axis::Across { body: 0 } => {
                AxisOf { kind: "edge_a", features: of(0, &self.a) }
            }
            _ => AxisOf { kind: "edge_b", features: of(1, &self.b) },
        }
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let (sat, outcome) = self.solve();
        let answer = sat.answer(outcome);
        let known = answer.axis.is_some() || outcome == Outcome::Degenerate;
        Reply::Separation(Box::new(Separation {
            separation: known.then(|| answer.separation.to_f64()),
            lower: answer.lower.to_f64(),
            upper: answer.upper.map(ToF64::to_f64),
            normal: answer
                .axis
                .map(|_| planar(self.pose_a.rotation.rotate(answer.normal)).truncate().to_array().to_vec()),
            axis: sat.found.best.map(|best| self.axis_of(&sat, &best)),
            ties: sat.ties().iter().map(|tie| self.axis_of(&sat, tie)).collect(),
            axes: answer.tested,
            pruned: 0,
            status: status(outcome),
        }))
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}
