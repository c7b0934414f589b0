//! Judges answers about two half-spaces. If their outward normals are opposite, the gap or depth is a difference of
//! offsets; otherwise the overlap has no bound.

use glam::DVec3;

use super::failed_claim::{FirstFailure, check, check_all};
use super::widest_gap::SAFETY_FACTOR;
use super::{Claim, Violation, text};
use crate::answer::{Finding, PairFinding, PairStatus};
use crate::check::reference_geometry::Placed;
use crate::scene::model::{Ask, Shape};

/// Largest error of a direction, and of a length relative to the lengths that enter it, in roundings of the engine that
/// answered.
const DIRECTION_ROUNDINGS: f64 = 64.0;

/// Tilt of two half-spaces, in roundings of the engine that answered, above which an answer without a bound is
/// accepted. Between 2 and 64 roundings both answers are accepted: the engine cannot decide whether the normals are
/// opposite.
const OPPOSITE_ROUNDINGS: f64 = 2.0;

/// Two half-spaces at their poses.
struct Judge<'a> {
    /// A and B.
    pair: [&'a Placed<'a>; 2],
    /// Outward unit normals, world frame.
    normals: [DVec3; 2],
    /// Offsets of the surfaces, with the margins, along the normals from the bodies' origins, meters.
    offsets: [f64; 2],
    /// Relative rounding unit of the engine that answered.
    eps: f64,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

/// Returns the first claim that does not hold in an answer about two half-spaces, or none.
pub(super) fn verify(pair: [&Placed<'_>; 2], ask: &Ask, finding: &Finding, eps: f64) -> Vec<Violation> {
    let Some(judge) = Judge::new(pair, eps) else { return Vec::new() };
    let violation = match (finding, ask) {
        (Finding::Unbounded(found), _) => {
            let fits_query = matches!(ask, Ask::Distance { .. }) == found.distance_requested;
            check(fits_query, Claim::Form, || {
                let kinds = ["a distance query", "an overlap test"];
                let [answer, query] = if found.distance_requested { kinds } else { [kinds[1], kinds[0]] };
                format!("the answer is to {answer}, but the query is {query}")
            })
            .or_else(|| check(found.intersects, Claim::Form, || String::from("an unbounded answer must be an overlap")))
            .or_else(|| {
                check(judge.tilt() > OPPOSITE_ROUNDINGS * eps, Claim::Overlap, || {
                    String::from("the half-spaces face each other, so the overlap is not unbounded")
                })
            })
        }
        (Finding::Distance(found), Ask::Distance { .. }) => {
            let holds = found.signed_distance.is_some();
            check(holds, Claim::Form, || String::from("the answer to a distance query has no signed distance"))
                .or_else(|| judge.check_bracket(found))
                .or_else(|| judge.check_witness_points(found))
        }
        (Finding::Overlap(found), Ask::IsaGjk { .. } | Ask::BooleanGjk { .. }) => {
            let distance = text::quantity(found.signed_distance, "m");
            let reports_no_distance = found.signed_distance.is_none();
            let is_within_tolerance = found.proof.lower.abs().max(found.proof.upper.abs()) <= found.proof.tolerance;
            check(reports_no_distance, Claim::Form, || {
                format!("an overlap test must not report a signed distance, but the answer reports {distance}")
            })
            .or_else(|| judge.check_bracket(found))
            .or_else(|| {
                let holds = found.status != PairStatus::Touching || is_within_tolerance;
                check(holds, Claim::Bracket, || text::touching_bounds(found))
            })
        }
        _ => Some((Claim::Form, String::from("the kind of the answer does not fit a query about two half-spaces"))),
    };
    violation.map(|(claim, message)| Violation { claim, message }).into_iter().collect()
}

/// Whether the bracket has the sign of the status, and contains the distance, if one is reported.
pub(super) fn proves_its_status(found: &PairFinding) -> bool {
    let lower = found.proof.lower;
    let upper = found.proof.upper;
    let side = match found.status {
        PairStatus::Separated => lower > 0.0,
        PairStatus::Penetrating => upper < 0.0,
        PairStatus::Touching => lower <= 0.0 && upper >= 0.0,
        _ => false,
    };
    side && found.signed_distance.is_none_or(|s| lower <= s && s <= upper)
}

/// Returns the outward unit normal of a half-space in the world, and the offset of its surface along it from the body's
/// origin, with the margin, meters; `None` for other shapes.
fn plane_of(body: &Placed<'_>) -> Option<(DVec3, f64)> {
    let Shape::HalfSpace { normal, offset } = body.shape else { return None };
    let normal = DVec3::from_array(*normal);
    // Scaled first, so that no square overflows or underflows.
    let unit = (normal / normal.abs().max_element()).normalize();
    Some((body.rotation * unit, offset + body.margin))
}

impl<'a> Judge<'a> {
    /// Returns the judge of a pair; `None` unless both bodies are half-spaces.
    fn new(pair: [&'a Placed<'a>; 2], eps: f64) -> Option<Self> {
        let (normal_a, offset_a) = plane_of(pair[0])?;
        let (normal_b, offset_b) = plane_of(pair[1])?;
        let origin_distance = (pair[1].position - pair[0].position).length();
        let origin_magnitude = pair[0].position.length().max(pair[1].position.length());
        let rounding =
            DIRECTION_ROUNDINGS * eps * (origin_distance + offset_a.abs() + offset_b.abs() + origin_magnitude);
        Some(Self { pair, normals: [normal_a, normal_b], offsets: [offset_a, offset_b], eps, rounding })
    }

    /// Magnitude of the sum of the normals: 0 when they are opposite.
    fn tilt(&self) -> f64 {
        (self.normals[0] + self.normals[1]).length()
    }

    /// Signed height of a point in the world above the surface of half-space A (0) or B (1), meters.
    fn height(&self, which: usize, p: DVec3) -> f64 {
        self.normals[which].dot(p - self.pair[which].position) - self.offsets[which]
    }

    /// Signed gap between the surfaces, meters, negative if the half-spaces overlap; measured at the foot of B's origin
    /// on B's surface.
    fn gap(&self) -> f64 {
        self.height(0, self.pair[1].position + self.normals[1] * self.offsets[1])
    }

    /// Checks that the normals of the half-spaces are opposite, and checks the bracket and the normal of the answer.
    fn check_bracket(&self, found: &PairFinding) -> FirstFailure {
        let d = self.gap();
        let proof = &found.proof;
        let is_near_gap = (proof.lower - d).abs().max((proof.upper - d).abs()) <= SAFETY_FACTOR * self.rounding;
        let exceeds_tolerance = found.signed_distance.is_some() && proof.width() > proof.tolerance + self.rounding;
        let claims = [
            (proves_its_status(found) && !exceeds_tolerance && proof.tolerance >= 0.0, Claim::Bracket),
            (proof.lower <= d + self.rounding, Claim::Lower),
            (proof.upper >= d - self.rounding, Claim::Upper),
            (is_near_gap, Claim::Bracket),
        ];
        let deviation = found.normal.map_or(f64::INFINITY, |normal| (normal - self.normals[0]).length());
        check(self.tilt() <= DIRECTION_ROUNDINGS * self.eps, Claim::Form, || {
            let why = "the half-spaces do not face each other, so their overlap is unbounded";
            format!("{why} and the answer must not bracket it")
        })
        .or_else(|| check_all(&claims, || text::bracket(found, d)))
        .or_else(|| {
            check(deviation <= DIRECTION_ROUNDINGS * self.eps, Claim::Form, || {
                let expected = text::vector(Some(self.normals[0]));
                format!("the normal is {}; it must be that of half-space A, {expected}", text::vector(found.normal))
            })
        })
    }

    /// Checks that the witness points lie on the surfaces, and that their difference is the gap along the normal.
    fn check_witness_points(&self, found: &PairFinding) -> FirstFailure {
        let a = found.witness_a;
        let b = found.witness_b;
        let deviation = self.height(0, a).abs().max(self.height(1, b).abs());
        let across = (b - a - self.normals[0] * self.gap()).length();
        // One error for each of the two points.
        let allowed = 2.0 * self.rounding;
        check(deviation <= allowed, Claim::Witness, || {
            format!("a witness point is {deviation:e} m away from the surface of its half-space")
        })
        .or_else(|| {
            check(across <= allowed, Claim::Witness, || {
                format!(
                    "the vector between the witness points is off by {across:e} m; it must be {:e} m along the normal",
                    self.gap()
                )
            })
        })
    }
}
