//! Judge of distance queries between bodies made of convex parts (compounds, triangle meshes, height fields). The judge
//! splits both bodies into parts by its own code, counts the pairs and those to skip, verifies the reported closest
//! pair as two convex bodies, and bounds the distance of every other pair.
//!
//! - **Method.** Boxes around two other parts often prove them farther apart than the answer's lower bound. Otherwise
//!   the judge bounds their signed distance from above, by points of both or by a polytope inside their difference, and
//!   rejects the answer if that bound is below the answer's lower bound.
//! - **Limits.** A depth that is too small by less than the polytope's error is accepted: rounding for polytopes, up to
//!   a hundredth for curved parts. A pair for which rounding leaves ambiguous whether a triangle is approached from
//!   behind is not compared.

mod cast;
mod touches;

use contact_lens_model::answer::{FindingFacts as _, PairFinding, PartsFinding};
use contact_lens_scene::model::Shape;
use glam::{DMat3, DQuat, DVec3};

use super::widest_gap::SAFETY_FACTOR;
use super::{Claim, Violation, pair, text};
use crate::reference_geometry::{Placed, depth_between, distance_between};
pub use cast::verify as verify_cast;
pub use touches::verify as verify_touches;

/// Rounding error of a length, in roundings of the size of the bodies and their distance.
const ROUNDINGS: f64 = 256.0;

/// A body as its convex parts.
pub(super) struct Parts {
    /// All parts, with their shapes in their own frames and their poses in the world.
    pub(super) parts: Vec<Part>,
    /// Center of the box around all parts, whose sides are along the body's axes; world frame.
    middle: DVec3,
    /// Radius of the ball added to the body, meters.
    margin: f64,
}

/// A convex part of a body: a child shape, or a triangle of a mesh or height field.
pub(super) struct Part {
    /// Shape in the part's own frame.
    shape: Shape,
    /// Position in the world, meters.
    position: DVec3,
    /// Unit quaternion from the part's frame to the world.
    rotation: DQuat,
    /// Position in the body's frame, meters.
    local_position: DVec3,
    /// Unit quaternion from the part's frame to the body's.
    local_rotation: DQuat,
    /// Indices of the nested shapes that lead to the part, outermost first; the last one of a triangle is its own.
    pub(super) path: Vec<u32>,
    /// Whether the body belongs to a 2D scene.
    in_plane: bool,
    /// Plane of a one-sided triangle; `None` for any other part.
    pub(super) front: Option<FrontPlane>,
    /// Lower corner of the part's bounding box with the margin, along the world's axes.
    low: DVec3,
    /// Upper corner of the part's bounding box with the margin, along the world's axes.
    high: DVec3,
}

/// Plane of a one-sided triangle. World frame.
#[derive(Clone, Copy)]
pub(super) struct FrontPlane {
    /// Unit normal on the solid's outside.
    pub(super) normal: DVec3,
    /// Vertex of the triangle, meters.
    corner: DVec3,
}

impl Parts {
    /// Splits a body into its parts.
    pub(super) fn of(body: &Placed<'_>) -> Self {
        let body_rotation = body.quaternion.normalize();
        let mut parts = Vec::new();
        for piece in body.shape.pieces() {
            let position = body.position + body_rotation * piece.position;
            let rotation = body_rotation * piece.rotation;
            let one_sided = matches!(piece.shape, Shape::TriangleMesh { one_sided: true, .. });
            match piece.shape.surface() {
                None => {
                    let part = Part::new(piece.shape.clone(), position, rotation, piece.path, body);
                    parts.push(Part { local_position: piece.position, local_rotation: piece.rotation, ..part });
                }
                Some((vertices, triangles)) => {
                    for (i, corners) in triangles.iter().enumerate() {
                        let points = corners.map(|corner| vertices[corner as usize]);
                        let path = piece.path.iter().copied().chain([i as u32]).collect();
                        let mut part = Part::new(Shape::Triangle { points }, position, rotation, path, body);
                        let [a, b, c] = points.map(|p| position + rotation * DVec3::from_array(p));
                        part.local_position = piece.position;
                        part.local_rotation = piece.rotation;
                        part.front = one_sided
                            .then(|| FrontPlane { normal: (b - a).cross(c - a).normalize_or_zero(), corner: a });
                        parts.push(part);
                    }
                }
            }
        }
        let middle = DVec3::from(DVec3::AXES.map(|axis| center_along(body_rotation * axis, &parts, body)));
        Self { middle: body.position + body_rotation * middle, margin: body.margin, parts }
    }
}

/// Center of the range of all parts along a world direction, measured from the body's origin, meters.
fn center_along(direction: DVec3, parts: &[Part], body: &Placed<'_>) -> f64 {
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for placed in parts.iter().map(|part| part.placed(body.margin)) {
        high = high.max(placed.farthest(direction, body.position).dot(direction));
        low = low.min(placed.farthest(-direction, body.position).dot(direction));
    }
    0.5 * (low + high)
}

impl Part {
    /// Creates a part with its bounding box. The part's pose in the body is left as the identity.
    fn new(shape: Shape, position: DVec3, rotation: DQuat, path: Vec<u32>, body: &Placed<'_>) -> Self {
        let margin = body.margin;
        let mut part = Self {
            shape,
            position,
            rotation,
            local_position: DVec3::ZERO,
            local_rotation: DQuat::IDENTITY,
            path,
            in_plane: body.in_plane,
            front: None,
            low: DVec3::ZERO,
            high: DVec3::ZERO,
        };
        part.high = DVec3::from(DVec3::AXES.map(|axis| part.greatest_coordinate(axis, margin)));
        part.low = DVec3::from(DVec3::AXES.map(|axis| -part.greatest_coordinate(-axis, margin)));
        part
    }

    /// Greatest coordinate of the part with a margin along the world direction `axis`, meters.
    fn greatest_coordinate(&self, axis: DVec3, margin: f64) -> f64 {
        self.placed(margin).farthest(axis, DVec3::ZERO).dot(axis)
    }

    /// The part as a body that does not move.
    pub(super) fn placed(&self, margin: f64) -> Placed<'_> {
        Placed {
            margin,
            rotation: DMat3::from_quat(self.rotation),
            quaternion: self.rotation,
            position: self.position,
            in_plane: self.in_plane,
            ..Placed::of_shape(&self.shape)
        }
    }

    /// Places the part on the body at the body's current pose.
    fn at_pose(&self, body: &Placed<'_>) -> Placed<'_> {
        let body_rotation = body.quaternion.normalize();
        let position = body.position + body_rotation * self.local_position;
        let quaternion = body_rotation * self.local_rotation;
        Placed { rotation: DMat3::from_quat(quaternion), quaternion, position, ..self.placed(body.margin) }
    }

    /// Returns the part's shape: in the body's frame if the body rotates, else in its own.
    fn shape_in_motion(&self, body: &Placed<'_>) -> Shape {
        let has_body_frame = self.local_position == DVec3::ZERO && self.local_rotation == DQuat::IDENTITY;
        if body.spin == DVec3::ZERO || has_body_frame {
            return self.shape.clone();
        }
        // By rows, as an affine shape states it; a transposed matrix has its rows as columns.
        let matrix = DMat3::from_quat(self.local_rotation).transpose().to_cols_array_2d();
        Shape::Affine { matrix, offset: self.local_position.to_array(), shape: Box::new(self.shape.clone()) }
    }

    /// Returns the part as a moving body of its own, with the shape from [`Self::shape_in_motion`].
    fn in_motion<'s>(&self, body: &Placed<'_>, shape: &'s Shape) -> Placed<'s> {
        let start = if body.spin == DVec3::ZERO { self.at_pose(body) } else { body.clone() };
        let Placed { rotation, quaternion, position, .. } = start;
        let margin = body.margin;
        let in_plane = self.in_plane;
        let velocity = body.velocity;
        let spin = body.spin;
        Placed { shape, margin, rotation, quaternion, position, in_plane, velocity, spin }
    }

    /// Signed distance by which a point is behind the plane of a one-sided triangle, meters; `None` for any other part.
    fn behind(&self, point: DVec3) -> Option<f64> {
        self.front.map(|FrontPlane { normal, corner }| normal.dot(corner - point))
    }
}

/// Lower bound of the signed distance of two parts: the signed distance of their axis-aligned boxes.
fn box_distance(a: &Part, b: &Part) -> f64 {
    let gap = (b.low - a.high).max(a.low - b.high);
    if gap.max_element() > 0.0 { gap.max(DVec3::ZERO).length() } else { gap.max_element() }
}

/// Returns the claims of `finding` about two bodies that do not hold. A claim that makes the others meaningless, such
/// as a wrong number of pairs, is returned alone; of several closer pairs only one is reported. `eps` is the machine
/// epsilon of the engine that answered.
pub fn verify(a: &Placed<'_>, b: &Placed<'_>, finding: &PartsFinding, eps: f64) -> Vec<Violation> {
    let of_a = Parts::of(a);
    let of_b = Parts::of(b);
    let judge = match Judge::new([a, b], [&of_a, &of_b], finding.pairs, eps) {
        Ok(judge) => judge,
        Err(violations) => return violations,
    };
    let Some(found_pair) = &finding.pair else {
        return judge.unskipped_pair(finding).map_or_else(Vec::new, broken_parts);
    };
    let indices = [index_of(&of_a, finding.part_a.as_ref()), index_of(&of_b, finding.part_b.as_ref())];
    let [Some(i), Some(j)] = indices else {
        let named = text::named_parts(finding.part_a.as_deref(), finding.part_b.as_deref());
        return broken_parts(format!("the answer names {named} as the closest; there is no such pair of parts"));
    };
    if judge.is_skipped([i, j]) == Some(true) {
        return broken_parts(String::from(
            "in the reported pair, a one-sided triangle is approached from behind; such pairs must be skipped",
        ));
    }
    let [part_a, part_b] = [of_a.parts[i].placed(a.margin), of_b.parts[j].placed(b.margin)];
    let mut violations = pair::verify_distance(&part_a, &part_b, found_pair, eps);
    violations.extend(judge.closer_pair(found_pair, [i, j]).map(|message| Violation { claim: Claim::Parts, message }));
    violations
}

/// Violation of the claim about parts.
fn broken_parts(message: String) -> Vec<Violation> {
    vec![Violation { claim: Claim::Parts, message }]
}

/// Returns the index of the part with this path; `None` without a path or such a part.
pub(super) fn index_of(parts: &Parts, path: Option<&Vec<u32>>) -> Option<usize> {
    parts.parts.iter().position(|part| Some(&part.path) == path)
}

/// Whether a pair of parts provably overlaps by more than [`SAFETY_FACTOR`] times the rounding error.
fn overlaps(judge: &Judge<'_>, [i, j]: [usize; 2]) -> bool {
    let [a, b] = [judge.a.parts[i].placed(judge.a.margin), judge.b.parts[j].placed(judge.b.margin)];
    let least_depth = SAFETY_FACTOR * judge.rounding;
    let [proven_depth, _] = depth_between(&a, &b, Some(least_depth));
    proven_depth > least_depth
}

/// Returns a proven upper bound of the signed distance, meters: from points of both bodies, or, if they overlap, from a
/// polytope inside their difference. The search ends once the bound is below `enough` (meters, signed), or it is clear
/// that the bound cannot be.
fn proven_upper_bound(a: &Placed<'_>, b: &Placed<'_>, enough: f64, rounding: f64) -> f64 {
    let [_, upper] = distance_between(a, b, rounding);
    // Only overlapping bodies have a negative signed distance.
    if upper < enough || enough > 0.0 || upper > rounding {
        return upper;
    }
    let [depth, _] = depth_between(a, b, Some(-enough));
    if depth > 0.0 { -depth } else { upper }
}

/// Judge of the pairs of parts of two bodies.
struct Judge<'a> {
    /// Parts of body A.
    a: &'a Parts,
    /// Parts of body B.
    b: &'a Parts,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

impl<'a> Judge<'a> {
    /// Creates a judge; fails when the answer reports a wrong number of pairs.
    fn new(
        [a, b]: [&Placed<'_>; 2],
        [of_a, of_b]: [&'a Parts; 2],
        pairs: u64,
        eps: f64,
    ) -> Result<Self, Vec<Violation>> {
        let expected = of_a.parts.len() as u64 * of_b.parts.len() as u64;
        if pairs != expected {
            let message = format!("the number of pairs of parts is reported as {pairs}; the bodies have {expected}");
            return Err(broken_parts(message));
        }
        let rounding = ROUNDINGS * eps * (a.radius() + b.radius() + a.position.distance(b.position));
        Ok(Self { a: of_a, b: of_b, rounding })
    }

    /// Whether a pair is skipped because the center of the other body's box is behind one of its one-sided triangles;
    /// `None` if the distance of that center from the plane of either triangle is below rounding error.
    fn is_skipped(&self, [i, j]: [usize; 2]) -> Option<bool> {
        let distances = [self.a.parts[i].behind(self.b.middle), self.b.parts[j].behind(self.a.middle)];
        let mut is_skipped = false;
        for distance in distances.into_iter().flatten() {
            if !(distance.abs() > self.rounding) {
                return None;
            }
            is_skipped |= distance > 0.0;
        }
        Some(is_skipped)
    }

    /// Returns a message about a pair that must not be skipped, though the answer skips all pairs; `None` if every pair
    /// may be skipped.
    fn unskipped_pair(&self, finding: &PartsFinding) -> Option<String> {
        for i in 0..self.a.parts.len() {
            if let Some(j) = (0..self.b.parts.len()).find(|j| self.is_skipped([i, *j]) == Some(false)) {
                return Some(format!(
                    "the answer is `{}`, which skips all pairs of parts, but {} are not approached from behind",
                    finding.status(),
                    text::parts(&self.a.parts[i].path, &self.b.parts[j].path)
                ));
            }
        }
        None
    }

    /// Returns a message about a pair other than `reported` that is proven closer than the answer's lower bound.
    fn closer_pair(&self, found_pair: &PairFinding, reported: [usize; 2]) -> Option<String> {
        let lower = found_pair.proof.lower;
        for (i, a) in self.a.parts.iter().enumerate() {
            for (j, b) in self.b.parts.iter().enumerate() {
                let may_be_closer = box_distance(a, b) < lower - self.rounding;
                if [i, j] == reported || !may_be_closer || self.is_skipped([i, j]) != Some(false) {
                    continue;
                }
                let placed_a = a.placed(self.a.margin);
                let placed_b = b.placed(self.b.margin);
                let enough = lower - self.rounding;
                let distance = proven_upper_bound(&placed_a, &placed_b, enough, self.rounding);
                if distance < enough {
                    return Some(format!(
                        "the signed distance between {} is at most {distance:e} m, below the lower bound {lower:e} m",
                        text::parts(&a.path, &b.path)
                    ));
                }
            }
        }
        None
    }
}
