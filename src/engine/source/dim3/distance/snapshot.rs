//! Snapshot of the distance solver's state as plain data in `f64`.

use super::{ClosedForm, Closest, Deep, Distance, FacetProof, Formula, InscribedBalls, Refined, Segments};
use crate::dim3::prelude::*;
use crate::dim3::support::Support;
use contact_lens_model::snapshot::{Snapshots, ToF64, distance};

impl<A: Support + Clone, B: Support + Clone> Snapshots for Distance<A, B> {
    type Snapshot = distance::Distance;

    fn snapshot(&self) -> distance::Distance {
        let gjk = &self.gjk;
        let [a, b] = self.closest.map_or_else(|| gjk.witness(), |closest| [closest.a, closest.b]);
        let answer = self.answer();
        distance::Distance {
            phase: self.phase,
            gjk: gjk.snapshot(),
            gjk_outcome: self.gjk_outcome,
            n: gjk.n.to_f64(),
            rounding: gjk.rounding().to_f64(),
            curved: self.curved,
            margins: [gjk.cso.a.margin().to_f64(), gjk.cso.b.margin().to_f64()],
            margin: gjk.margin.to_f64(),
            gap: self.closest.map_or(gjk.mu, |closest| closest.gap).to_f64(),
            nearest: [a.to_f64(), b.to_f64()],
            v: (a - b).to_f64(),
            no_gap: self.no_gap().map(ToF64::to_f64),
            margins_overlap: self.margins_overlap().map(ToF64::to_f64),
            closed_form: self.closed_form.map(|found| self.closed_form(&found)),
            newton: self.newton_points.map(|points| self.closest_points(&points)),
            closest: self.closest.map(|points| self.closest_points(&points)),
            deep: self.deep.as_ref().map(Deep::snapshot),
            bracket: bracket(answer.lower, answer.upper),
            answer: answer.snapshot(self.tolerance(&answer)),
        }
    }
}

impl<A: Support + Clone, B: Support + Clone> Distance<A, B> {
    /// Result of a formula with the tests that its points have to pass.
    fn closed_form(&self, found: &ClosedForm) -> distance::ClosedForm {
        distance::ClosedForm { formula: found.formula.snapshot(), points: self.closest_points(&found.points) }
    }

    /// Closest points with the tests that they have to pass.
    fn closest_points(&self, points: &Closest) -> distance::Closest {
        distance::Closest {
            normal: points.normal.to_f64(),
            gap: points.gap.to_f64(),
            a: points.a.to_f64(),
            b: points.b.to_f64(),
            v: (points.a - points.b).to_f64(),
            steps: points.steps,
            closes: self.closes(points, false).map(ToF64::to_f64),
            closes_at_kink: self.closes(points, true).map(ToF64::to_f64),
            within_limit: self.by_limit(points).map(ToF64::to_f64),
        }
    }
}

impl Formula {
    /// The formula and its intermediate results as plain data.
    fn snapshot(&self) -> distance::Formula {
        match *self {
            Self::Points => distance::Formula::Points,
            Self::Segments(segments) => distance::Formula::Segments(segments.snapshot()),
            Self::PointAndTriangle { of_a, corners, region } => {
                distance::Formula::PointAndTriangle { of_a, corners: corners.map(ToF64::to_f64), region }
            }
            Self::PointAndBox { of_a, point, half_extents } => {
                distance::Formula::PointAndBox { of_a, point: point.to_f64(), half_extents: half_extents.to_f64() }
            }
        }
    }
}

impl Segments {
    /// The intermediate results as plain data.
    fn snapshot(&self) -> distance::Segments {
        distance::Segments {
            ends: self.ends.map(|ends| ends.map(ToF64::to_f64)),
            s_a_of_lines: self.s_a_of_lines.map(ToF64::to_f64),
            s_a_first: self.s_a_first.to_f64(),
            s_b_of_foot: self.s_b_of_foot.to_f64(),
            s_b: self.s_b.to_f64(),
            s_a_of_foot: self.s_a_of_foot.map(ToF64::to_f64),
            s_a: self.s_a.to_f64(),
        }
    }
}

impl<A: Support, B: Support> Deep<A, B> {
    /// The state of the depth search as plain data.
    fn snapshot(&self) -> distance::Deep {
        distance::Deep {
            epa: self.epa.snapshot(),
            epa_outcome: self.epa_outcome,
            trial: self.trial.map(|trial| distance::Trial { purpose: trial.purpose, face: trial.face }),
            is_accepted: self.accepted,
            over_rim: self.over_rim.is_some(),
            shallower: self.is_shallower(),
            refined: self.refined.as_ref().map(Refined::snapshot),
            balls: self.balls.as_ref().map(|balls| self.inscribed_balls(balls)),
            proven: self.proven,
            next_in_a: self.facet.map(|facet| facet.in_a),
            facet_proof: self.facet_proof.map(|proof| proof.snapshot(self.epa.rounding())),
            curved: self.curved,
        }
    }

    /// Snapshot of both balls, their Minkowski difference and the test of the depth that they prove.
    fn inscribed_balls(&self, balls: &InscribedBalls) -> distance::InscribedBalls {
        let InscribedBalls { a, b } = balls;
        distance::InscribedBalls {
            a: ball(a.center, a.radius),
            b: ball(b.center, b.radius),
            difference: ball(a.center - b.center, a.radius + b.radius),
            depth: balls.depth().to_f64(),
            test: self.balls_test(balls).map(ToF64::to_f64),
        }
    }
}

/// A ball as plain data.
fn ball(center: Vec3, radius: Real) -> distance::Ball {
    distance::Ball { center: center.to_f64(), radius: radius.to_f64() }
}

impl Refined {
    /// The local minimum as plain data.
    fn snapshot(&self) -> distance::Refined {
        let carriers = self.carriers.iter().zip(self.weights).take(self.count);
        distance::Refined {
            carriers: carriers.map(|(vertex, weight)| (vertex.snapshot(), weight.to_f64())).collect(),
            steps: self.steps,
        }
    }
}

impl FacetProof {
    /// The proof as plain data; `rounding` is that of its test, meters.
    fn snapshot(&self, rounding: Real) -> distance::FacetProof {
        distance::FacetProof {
            in_a: self.in_a,
            point: self.point.to_f64(),
            normal: self.normal.to_f64(),
            height: self.height.to_f64(),
            clearance: self.clearance.to_f64(),
            proven: self.proven,
            test: self.test(rounding).map(ToF64::to_f64),
        }
    }
}

/// Snapshot of a bracket; a bound is `None` where it is unknown, which the engine writes as `∓Real::MAX`.
fn bracket(lower: Real, upper: Real) -> distance::Bracket {
    let [low, high] = [lower, upper].map(|bound| Some(bound).filter(|bound| bound.abs() < Real::MAX));
    distance::Bracket {
        lower: low.map(ToF64::to_f64),
        upper: high.map(ToF64::to_f64),
        width: low.zip(high).map(|(low, high)| (high - low).to_f64()),
    }
}
