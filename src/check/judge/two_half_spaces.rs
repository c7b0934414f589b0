//! Judge of answers about two half-spaces. If their outward normals are opposite, the gap or depth is a difference of
//! offsets; otherwise the overlap has no bound.

use contact_lens_model::answer::{Finding, PairFinding, PairStatus, UnboundedFinding};
use contact_lens_scene::model::{Ask, Shape};
use glam::DVec3;

use super::failed_claim::{FirstFailure, as_violations, check, check_all};
use super::widest_gap::SAFETY_FACTOR;
use super::{Claim, Violation, text};
use crate::reference_geometry::Placed;

/// Largest error of a direction, and of a length relative to the lengths that enter it, in roundings of the engine that
/// answered.
const DIRECTION_ROUNDINGS: f64 = 64.0;

/// Tilt of two half-spaces, in roundings of the engine that answered, above which an answer without a bound is
/// accepted. Between 2 and 64 roundings both answers are accepted: the engine cannot decide whether the normals are
/// opposite.
const OPPOSITE_ROUNDINGS: f64 = 2.0;

/// Surface of a half-space.
#[derive(Clone, Copy)]
struct Surface {
    /// Outward unit normal, world frame.
    normal: DVec3,
    /// Offset of the surface, with the margin, along the normal from the body's origin, meters.
    offset: f64,
}

/// Two half-spaces at their poses.
struct Judge<'a> {
    /// Half-spaces A and B.
    pair: [&'a Placed<'a>; 2],
    /// Surfaces of A and of B.
    surfaces: [Surface; 2],
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

/// Returns the first claim that does not hold in an answer about two half-spaces, or none.
pub(super) fn verify(pair: [&Placed<'_>; 2], ask: &Ask, finding: &Finding, eps: f64) -> Vec<Violation> {
    let Some(judge) = Judge::new(pair, eps) else { return Vec::new() };
    let violation = match (finding, ask) {
        (Finding::Unbounded(finding), _) => judge.check_unbounded(*finding, ask),
        (Finding::Distance(finding), Ask::Distance { .. }) => judge.check_distance(finding),
        (Finding::Overlap(finding), Ask::IsaGjk { .. } | Ask::BooleanGjk { .. }) => judge.check_overlap(finding),
        _ => Some((Claim::Form, String::from("the kind of the answer does not fit a query about two half-spaces"))),
    };
    as_violations(violation)
}

/// Whether the bracket has the sign of the status, and contains the distance, if one is reported.
pub(super) fn proves_its_status(finding: &PairFinding) -> bool {
    let lower = finding.proof.lower;
    let upper = finding.proof.upper;
    let has_sign = match finding.status {
        PairStatus::Separated => lower > 0.0,
        PairStatus::Penetrating => upper < 0.0,
        PairStatus::Touching => lower <= 0.0 && upper >= 0.0,
        _ => false,
    };
    has_sign && finding.signed_distance.is_none_or(|distance| lower <= distance && distance <= upper)
}

impl Surface {
    /// Surface of a half-space; `None` for other shapes.
    fn of(body: &Placed<'_>) -> Option<Self> {
        let Shape::HalfSpace { normal, offset } = body.shape else { return None };
        let normal = DVec3::from_array(*normal);
        // Scaled first, so that no square overflows or underflows.
        let unit = (normal / normal.abs().max_element()).normalize();
        Some(Self { normal: body.rotation * unit, offset: offset + body.margin })
    }
}

impl<'a> Judge<'a> {
    /// Returns the judge of a pair; `None` unless both bodies are half-spaces.
    fn new(pair: [&'a Placed<'a>; 2], eps: f64) -> Option<Self> {
        let a = Surface::of(pair[0])?;
        let b = Surface::of(pair[1])?;
        let origin_distance = (pair[1].position - pair[0].position).length();
        let origin_magnitude = pair[0].position.length().max(pair[1].position.length());
        let rounding =
            DIRECTION_ROUNDINGS * eps * (origin_distance + a.offset.abs() + b.offset.abs() + origin_magnitude);
        Some(Self { pair, surfaces: [a, b], eps, rounding })
    }

    /// Magnitude of the sum of the normals: 0 when they are opposite.
    fn tilt(&self) -> f64 {
        (self.surfaces[0].normal + self.surfaces[1].normal).length()
    }

    /// Signed height of a point in the world above the surface of half-space A (0) or B (1), meters.
    fn height(&self, body: usize, point: DVec3) -> f64 {
        let Surface { normal, offset } = self.surfaces[body];
        normal.dot(point - self.pair[body].position) - offset
    }

    /// Signed gap between the surfaces, meters, negative if the half-spaces overlap; measured at the foot of B's origin
    /// on B's surface.
    fn gap(&self) -> f64 {
        let Surface { normal, offset } = self.surfaces[1];
        self.height(0, self.pair[1].position + normal * offset)
    }

    /// Checks an overlap without a bound against the query and the normals.
    fn check_unbounded(&self, finding: UnboundedFinding, ask: &Ask) -> FirstFailure {
        let fits_query = matches!(ask, Ask::Distance { .. }) == finding.distance_requested;
        check(fits_query, Claim::Form, || {
            let kinds = ["a distance query", "an overlap test"];
            let [answer, query] = if finding.distance_requested { kinds } else { [kinds[1], kinds[0]] };
            format!("the answer is to {answer}, but the query is {query}")
        })
        .or_else(|| check(finding.intersects, Claim::Form, || String::from("an unbounded answer must be an overlap")))
        .or_else(|| {
            check(self.tilt() > OPPOSITE_ROUNDINGS * self.eps, Claim::Overlap, || {
                String::from("the half-spaces face each other, so the overlap is not unbounded")
            })
        })
    }

    /// Checks an answer to a distance query.
    fn check_distance(&self, finding: &PairFinding) -> FirstFailure {
        let has_distance = finding.signed_distance.is_some();
        check(has_distance, Claim::Form, || String::from("the answer to a distance query has no signed distance"))
            .or_else(|| self.check_bracket(finding))
            .or_else(|| self.check_witness_points(finding))
    }

    /// Checks the answer of a yes-or-no test.
    fn check_overlap(&self, finding: &PairFinding) -> FirstFailure {
        let is_within_tolerance = finding.proof.lower.abs().max(finding.proof.upper.abs()) <= finding.proof.tolerance;
        let holds = finding.status != PairStatus::Touching || is_within_tolerance;
        check(finding.signed_distance.is_none(), Claim::Form, || {
            let distance = text::quantity(finding.signed_distance, "m");
            format!("an overlap test must not report a signed distance, but the answer reports {distance}")
        })
        .or_else(|| self.check_bracket(finding))
        .or_else(|| check(holds, Claim::Bracket, || text::touching_bounds(finding)))
    }

    /// Checks that the normals of the half-spaces are opposite, and checks the bracket and the normal of the answer.
    fn check_bracket(&self, finding: &PairFinding) -> FirstFailure {
        let d = self.gap();
        let proof = &finding.proof;
        let is_near_gap = (proof.lower - d).abs().max((proof.upper - d).abs()) <= SAFETY_FACTOR * self.rounding;
        let exceeds_tolerance = finding.signed_distance.is_some() && proof.width() > proof.tolerance + self.rounding;
        let claims = [
            (proves_its_status(finding) && !exceeds_tolerance && proof.tolerance >= 0.0, Claim::Bracket),
            (proof.lower <= d + self.rounding, Claim::Lower),
            (proof.upper >= d - self.rounding, Claim::Upper),
            (is_near_gap, Claim::Bracket),
        ];
        let expected = self.surfaces[0].normal;
        let deviation = finding.normal.map_or(f64::INFINITY, |normal| (normal - expected).length());
        check(self.tilt() <= DIRECTION_ROUNDINGS * self.eps, Claim::Form, || {
            let why = "the half-spaces do not face each other, so their overlap is unbounded";
            format!("{why} and the answer must not bracket it")
        })
        .or_else(|| check_all(&claims, || text::bracket(finding, d)))
        .or_else(|| {
            check(deviation <= DIRECTION_ROUNDINGS * self.eps, Claim::Form, || {
                let expected = text::vector(Some(expected));
                format!("the normal is {}; it must be that of half-space A, {expected}", text::vector(finding.normal))
            })
        })
    }

    /// Checks that the witness points lie on the surfaces, and that their difference is the gap along the normal.
    fn check_witness_points(&self, finding: &PairFinding) -> FirstFailure {
        let a = finding.witness_a;
        let b = finding.witness_b;
        let deviations = [self.height(0, a).abs(), self.height(1, b).abs()];
        let (point, deviation) =
            if deviations[0] >= deviations[1] { ("A", deviations[0]) } else { ("B", deviations[1]) };
        let gap_deviation = (b - a - self.surfaces[0].normal * self.gap()).length();
        // One error for each of the two points.
        let allowed = 2.0 * self.rounding;
        check(deviation <= allowed, Claim::Witness, || {
            format!("the witness point on {point} is {deviation:.1e} m away from the surface of its half-space")
        })
        .or_else(|| {
            check(gap_deviation <= allowed, Claim::Witness, || {
                format!(
                    "the vector between the witness points is off by {gap_deviation:e} m; it must be {:e} m along the \
                     normal",
                    self.gap()
                )
            })
        })
    }
}
