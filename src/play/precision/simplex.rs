//! Queries for the point of a simplex nearest to a query point, by one of three solvers: Voronoi regions, Johnson's
//! algorithm or signed volumes. Body A is the simplex with its vertices in the order of the file, body B the query
//! point.

use std::sync::Arc;

use contact_lens_lesson::simplex::{SimplexQuery, johnson, signed, voronoi};
use contact_lens_lesson::{Lesson, Recording, ToF64, Verdict};
use contact_lens_model::snapshot::Snapshots;
use contact_lens_model::snapshot::simplex::{Outcome, Search};
use contact_lens_scene::model::{Algorithm, Body, Shape};
use contact_lens_scene::{Subject, Track};
use glam::DVec3;

use super::convert::dim3::{narrow, too_small};
use super::engine::dim3::simplex::johnson::{Johnson, Products};
use super::engine::dim3::simplex::signed::Signed;
use super::engine::dim3::simplex::voronoi::Voronoi;
use super::engine::prelude::*;
use super::engine::rounding;
use super::{Ended, LessonResult, Method, QueryError, Run, SceneQuery, States, misdirected, pose_in_frame, run};

/// Points of a body in the order of the file, body frame.
struct BodyPoints {
    name: String,
    /// Index of the body in the scene.
    index: usize,
    /// Points in the body frame, meters.
    points: Vec<DVec3>,
    /// Poses in all frames.
    track: Track,
}

/// Constructor of a lesson from the states of a search, the simplex with the query point, and the verdict.
type MakeLesson = fn(Box<dyn Recording<Search>>, SimplexQuery, Verdict) -> Box<dyn Lesson>;

/// An algorithm that finds the nearest point of a simplex.
struct SimplexSolver<R> {
    /// State before the first step, from four slots with the vertices relative to the query point and the set of the
    /// slots that are filled, one bit each.
    start: fn(&[Vec3; 4], u8) -> R,
    /// Verdict about a simplex and a query point after this number of iterations with this outcome.
    verdict: fn(&SimplexQuery, usize, Outcome) -> Verdict,
    /// Constructor of the lesson.
    lesson: MakeLesson,
}

/// A simplex and a query point over all frames.
struct NearestPointQuery<R> {
    solver: SimplexSolver<R>,
    /// The simplex: 1 to 4 points.
    a: BodyPoints,
    /// The query point: 1 point.
    b: BodyPoints,
}

/// Opens a query of one of the three solvers.
pub(super) fn open(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    match query.ask().algorithm() {
        Algorithm::SignedVolumes => open_with_solver(
            query,
            SimplexSolver { start: Signed::new, verdict: signed::verdict, lesson: signed::lesson },
        ),
        Algorithm::Johnson => {
            let start = |points: &[Vec3; 4], filled| Johnson::new(&Products::of(points, filled), None);
            open_with_solver(query, SimplexSolver { start, verdict: johnson::verdict, lesson: johnson::lesson })
        }
        Algorithm::Voronoi => open_with_solver(
            query,
            SimplexSolver { start: Voronoi::new, verdict: voronoi::verdict, lesson: voronoi::lesson },
        ),
        _ => Err(misdirected()),
    }
}

/// Opens a query of one solver.
///
/// # Errors
/// Body A has more than four points, or B more than one, or a body is not given by points.
fn open_with_solver<R>(query: &SceneQuery<'_>, solver: SimplexSolver<R>) -> Result<Arc<dyn Run>, QueryError>
where
    R: Snapshots<Snapshot = Search> + Clone + Send + Sync + 'static,
{
    let [a, b] = query.pair()?.map(points);
    let a = a?;
    let b = b?;
    if a.points.len() > 4 {
        return Err(a.error_at(format!("has {} points, but a simplex has 1 to 4", a.points.len())));
    }
    if b.points.len() != 1 {
        return Err(b.error_at("must be a single point: the query point"));
    }
    Ok(run(query, NearestPointQuery { solver, a, b }))
}

impl BodyPoints {
    /// Error about the shape of the body.
    fn error_at(&self, message: impl Into<String>) -> QueryError {
        QueryError::new(format!("bodies[{}].shape", self.index), message)
    }

    /// Points in the world frame.
    fn world_points(&self, frame: usize) -> Result<Vec<DVec3>, QueryError> {
        let (position, rotation) = pose_in_frame(&self.track, frame)?;
        Ok(self.points.iter().map(|p| position + rotation * *p).collect())
    }
}

impl<R> NearestPointQuery<R> {
    /// The simplex and the query point in a frame, world frame.
    ///
    /// # Errors
    /// A pose is invalid, or the points are so close to the query point that squares of lengths vanish.
    fn setting(&self, frame: usize) -> Result<SimplexQuery, QueryError> {
        let a = self.a.world_points(frame)?;
        let b = self.b.world_points(frame)?;
        let q = b.first().copied().unwrap_or_default();
        // The solvers work relative to the query point.
        let size = a.iter().map(|p| (*p - q).abs().max_element()).fold(0.0, f64::max);
        if rounding::is_tiny(size as Real) || size > 0.0 && size as Real == 0.0 {
            return Err(self.a.error_at(too_small(&self.b.name, rounding::SMALLEST_MAGNITUDE)));
        }
        Ok(SimplexQuery::new(&a, q, [self.a.name.clone(), self.b.name.clone()], EPS.to_f64()))
    }
}

impl<R: Snapshots<Snapshot = Search> + Clone + Send + Sync + 'static> Method for NearestPointQuery<R> {
    type Run = R;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<R, QueryError> {
        let setting = self.setting(frame)?;
        Ok((self.solver.start)(&setting.points.map(narrow), setting.simplex))
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        Ok((self.solver.verdict)(&self.setting(ended.frame)?, ended.steps, ended.outcome.into()))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        Ok((self.solver.lesson)(states, self.setting(ended.frame)?, verdict))
    }
}

/// Points of a body.
///
/// # Errors
/// The shape is not given by points, or a point is not finite.
fn points(Subject { index, body, track }: Subject<'_>) -> Result<BodyPoints, QueryError> {
    let points = vertices(body).unwrap_or_default();
    let points = BodyPoints { name: body.name.clone(), index, points, track };
    if points.points.is_empty() {
        return Err(points.error_at("must be a segment, a triangle or a polytope of at most four points"));
    }
    if !points.points.iter().all(|p| p.is_finite()) {
        return Err(points.error_at("must have finite points"));
    }
    Ok(points)
}

/// Vertices of a body, body frame; `None` unless the shape is given by points.
fn vertices(body: &Body) -> Option<Vec<DVec3>> {
    match &body.shape {
        Shape::Segment { points } => Some(points.iter().copied().map(DVec3::from).collect()),
        Shape::Triangle { points } => Some(points.iter().copied().map(DVec3::from).collect()),
        Shape::Polytope { points } => Some(points.iter().copied().map(DVec3::from).collect()),
        Shape::Polygon { points } => Some(points.iter().map(|p| DVec3::new(p[0], p[1], 0.0)).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::dim3::simplex::{Solver, nearest};
    use super::super::engine::random::Random;
    use super::*;
    use contact_lens_lesson::simplex::certificate::Certificate;

    /// A simplex of `n` vertices about the origin, so that each kind of feature is nearest in many of them.
    fn ordinary(random: &mut Random, n: usize) -> Vec<Vec3> {
        let offset = random.vector() * 0.3;
        (0..n).map(|_| random.vector() + offset).collect()
    }

    /// A simplex that is degenerate, exactly or nearly so, or is far away, or large, or small.
    fn hostile(random: &mut Random, kind: usize) -> Vec<Vec3> {
        let n = 2 + random.below(3) as usize;
        let mut points = ordinary(random, n);
        let ten = |power: i32| (10.0 as Real).powi(power);
        let thin = ten(-(random.below(8) as i32));
        match kind {
            // Two vertices coincide.
            0 => points[n - 1] = points[random.below(n as u32 - 1) as usize],
            // All vertices coincide.
            1 => points = vec![points[0]; n],
            // Nearly or exactly in the plane z = 0.
            2 => points.iter_mut().for_each(|p| p.z *= thin),
            // Nearly or exactly on the x axis.
            3 => points.iter_mut().for_each(|p| *p = Vec3::new(p.x, p.y * thin, p.z * thin)),
            // Far from the origin.
            4 => {
                let far = random.vector() * ten(random.below(5) as i32);
                points.iter_mut().for_each(|p| *p += far);
            }
            // Vertices on a grid, so that some coincide and some are collinear.
            5 => points.iter_mut().for_each(|p| *p = (*p * 2.0).round()),
            // All vertices on one line, to rounding.
            6 => {
                let a = points[0];
                let b = points[1];
                points.iter_mut().for_each(|p| *p = a + (b - a) * random.unit());
            }
            // A tetrahedron in one plane, to rounding.
            7 if n == 4 => {
                let [x, y] = [random.unit(), random.unit()];
                points[3] = points[0] + (points[1] - points[0]) * x + (points[2] - points[0]) * y;
            }
            // The origin on a vertex, an edge or a face, to rounding.
            8 => {
                let parts = 1 + random.below(n as u32) as usize;
                let weights: Vec<Real> = (0..parts).map(|_| random.unit() + 0.01).collect();
                let sum: Real = weights.iter().sum();
                let inside: Vec3 = weights.iter().zip(&points).map(|(w, p)| *p * (*w / sum)).sum();
                points.iter_mut().for_each(|p| *p -= inside);
            }
            // Large or small.
            _ => {
                let scale = ten(random.below(13) as i32 - 6);
                points.iter_mut().for_each(|p| *p *= scale);
            }
        }
        points
    }

    #[test]
    fn right_answers_are_proven_to_rounding_and_wrong_ones_are_not() {
        let mut random = Random(12);
        let mut apart = 0;
        let mut tight = 0;
        let mut wrong = 0;
        for round in 0..4000 {
            let points = match round % 2 {
                0 => ordinary(&mut random, 1 + round / 2 % 4),
                _ => hostile(&mut random, round / 2 % 10),
            };
            let filled = ((1u16 << points.len()) - 1) as u8;
            let mut slots = [Vec3::ZERO; 4];
            slots[..points.len()].copy_from_slice(&points);
            let answer = nearest(Solver::default(), &slots, filled);
            let certificate =
                |weights: &[f64; 4]| Certificate::new(&slots.map(ToF64::to_f64), filled, weights, EPS.to_f64());
            let proof = certificate(&answer.weights.map(ToF64::to_f64));
            let distance = answer.v.to_f64().length();
            // The origin is inside the tetrahedron, or its distance is zero to rounding.
            if answer.subset == 15 || distance <= proof.rounding {
                continue;
            }
            apart += 1;
            assert!(proof.lower <= proof.upper + proof.rounding, "{points:?}: {} {}", proof.lower, proof.upper);
            let error = (proof.upper - distance).abs();
            let width = proof.upper - proof.lower;
            let is_proven = error <= proof.rounding && width <= proof.rounding;
            assert!(is_proven || round % 2 == 1, "{points:?}: {error:e} {width:e} {:e}", proof.rounding);
            tight += u32::from(is_proven);
            let first_vertex = certificate(&[1.0, 0.0, 0.0, 0.0]);
            wrong += u32::from(first_vertex.upper - first_vertex.lower > 3.0 * first_vertex.rounding);
        }
        assert!(apart > 1000 && wrong > 500, "{apart} apart, {wrong} of them not nearest at their first corner");
        assert!(tight * 100 >= apart * 99, "{tight} of {apart} are proven");
    }
}
