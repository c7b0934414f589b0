//! Judge of the closest pair of parts of two bodies. The judge splits both bodies into parts itself, verifies the
//! reported pair as two convex bodies, and bounds the distance of every other pair.
//!
//! - **Method.** Boxes around two other parts often prove them farther apart than the answer's lower bound. Otherwise
//!   the judge bounds their signed distance from above, by points of both or by a polytope inside their difference, and
//!   rejects the answer if that bound is below the answer's lower bound.
//! - **Limits.** A depth that is too small by less than the polytope's error is accepted: rounding for polytopes, up to
//!   a hundredth for curved parts.

use glam::{DMat3, DQuat, DVec3};

mod cast;
mod touches;

pub use cast::verify as verify_cast;
pub use touches::verify as verify_touches;

use super::{Claim, Violation, pair, text};
use crate::answer::{Found as _, PairFinding, PartsFinding};
use crate::check::reference_geometry::{Placed, depth_between, distance_between};
use crate::scene::model::Shape;

/// A body as its convex parts.
pub(super) struct Parts {
    /// All parts, with their shapes in their own frames and their poses in the world.
    pub(super) parts: Vec<Part>,
    /// Center of the box around all parts along the body's axes, world frame.
    middle: DVec3,
    margin: f64,
}

/// A convex part of a body: a child shape, a triangle or a cell.
pub(super) struct Part {
    /// Shape in the part's own frame.
    shape: Shape,
    /// Position in the world, meters.
    position: DVec3,
    /// Rotation in the world.
    turn: DQuat,
    /// Position in the body's frame.
    local_position: DVec3,
    /// Rotation in the body's frame.
    local_turn: DQuat,
    /// Indices of the nested shapes that lead to the part.
    pub(super) path: Vec<u32>,
    in_plane: bool,
    /// Unit normal of a one-sided triangle and one of its vertices, world frame.
    pub(super) front: Option<[DVec3; 2]>,
    /// Lower corner of the part's bounding box, world frame.
    low: DVec3,
    /// Upper corner of the part's bounding box, world frame.
    high: DVec3,
}

impl Parts {
    /// Splits a body into its parts.
    pub(super) fn of(body: &Placed<'_>) -> Self {
        let turn = body.quaternion.normalize();
        let mut parts = Vec::new();
        for piece in body.shape.pieces() {
            let position = body.position + turn * piece.position;
            let rotation = turn * piece.rotation;
            let one_sided = matches!(piece.shape, Shape::TriangleMesh { one_sided: true, .. });
            match piece.shape.surface() {
                None => {
                    let part = Part::new(piece.shape.clone(), position, rotation, piece.path, body);
                    parts.push(Part { local_position: piece.position, local_turn: piece.rotation, ..part });
                }
                Some((vertices, triangles)) => {
                    for (i, corners) in triangles.iter().enumerate() {
                        let points = corners.map(|corner| vertices[corner as usize]);
                        let path = piece.path.iter().copied().chain([i as u32]).collect();
                        let mut part = Part::new(Shape::Triangle { points }, position, rotation, path, body);
                        let [a, b, c] = points.map(|p| position + rotation * DVec3::from_array(p));
                        part.local_position = piece.position;
                        part.local_turn = piece.rotation;
                        part.front = one_sided.then(|| [(b - a).cross(c - a).normalize_or_zero(), a]);
                        parts.push(part);
                    }
                }
            }
        }
        let back = turn.conjugate();
        let middle = DVec3::from(DVec3::AXES.map(|axis| {
            let [up, down] = [axis, -axis].map(|axis| {
                let farthest = parts.iter().map(|part| {
                    let placed = part.placed(body.margin);
                    (back * placed.farthest(turn * axis, body.position)).dot(axis)
                });
                farthest.fold(f64::NEG_INFINITY, f64::max)
            });
            0.5 * (up - down)
        }));
        Self { middle: body.position + turn * middle, margin: body.margin, parts }
    }
}

impl Part {
    /// Part with its bounding box, in the body's frame itself.
    fn new(shape: Shape, position: DVec3, turn: DQuat, path: Vec<u32>, body: &Placed<'_>) -> Self {
        let margin = body.margin;
        let mut part = Self {
            shape,
            position,
            turn,
            local_position: DVec3::ZERO,
            local_turn: DQuat::IDENTITY,
            path,
            in_plane: body.in_plane,
            front: None,
            low: DVec3::ZERO,
            high: DVec3::ZERO,
        };
        part.high = DVec3::from(DVec3::AXES.map(|axis| part.height(axis, margin)));
        part.low = DVec3::from(DVec3::AXES.map(|axis| -part.height(-axis, margin)));
        part
    }

    /// Greatest height along `axis`, with a margin.
    fn height(&self, axis: DVec3, margin: f64) -> f64 {
        self.placed(margin).farthest(axis, DVec3::ZERO).dot(axis)
    }

    /// The part as a body that does not move.
    pub(super) fn placed(&self, margin: f64) -> Placed<'_> {
        Placed {
            shape: &self.shape,
            margin,
            rotation: DMat3::from_quat(self.turn),
            quaternion: self.turn,
            position: self.position,
            in_plane: self.in_plane,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
        }
    }

    /// Places the part on the body at the body's current pose.
    fn at_pose(&self, body: &Placed<'_>) -> Placed<'_> {
        let turn = body.quaternion.normalize();
        let position = body.position + turn * self.local_position;
        let turn = turn * self.local_turn;
        Placed { rotation: DMat3::from_quat(turn), quaternion: turn, position, ..self.placed(body.margin) }
    }

    /// Returns the part's shape: in the body's frame if the body rotates, else in its own.
    fn shape_in_motion(&self, body: &Placed<'_>) -> Shape {
        if body.spin == DVec3::ZERO || self.local_position == DVec3::ZERO && self.local_turn == DQuat::IDENTITY {
            return self.shape.clone();
        }
        let matrix = DMat3::from_quat(self.local_turn).transpose().to_cols_array_2d();
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

    /// Signed distance of a point behind the front of a one-sided triangle; `None` for any other part.
    fn behind(&self, point: DVec3) -> Option<f64> {
        self.front.map(|[normal, corner]| normal.dot(corner - point))
    }
}

/// Lower bound of the signed distance of two parts: the signed distance of their axis-aligned boxes.
fn box_distance(a: &Part, b: &Part) -> f64 {
    let gap = (b.low - a.high).max(a.low - b.high);
    if gap.max_element() > 0.0 { gap.max(DVec3::ZERO).length() } else { gap.max_element() }
}

/// Returns every claim of `found` about two bodies that does not hold.
pub fn verify(a: &Placed<'_>, b: &Placed<'_>, found: &PartsFinding, eps: f64) -> Vec<Violation> {
    let of_a = Parts::of(a);
    let of_b = Parts::of(b);
    let judge = match Judge::new([a, b], [&of_a, &of_b], found.pairs, eps) {
        Ok(judge) => judge,
        Err(violations) => return violations,
    };
    let Some(found_pair) = &found.pair else { return judge.none_met(found).map_or_else(Vec::new, broken_parts) };
    let (Some(i), Some(j)) = (place(&of_a, &found.part_a), place(&of_b, &found.part_b)) else {
        let named = text::named_parts(found.part_a.as_deref(), found.part_b.as_deref());
        return broken_parts(format!("the answer names {named} as the closest, which do not exist"));
    };
    if judge.is_left_out([i, j]) == Some(true) {
        return broken_parts(String::from(
            "the reported pair has a one-sided triangle seen from behind, which must be skipped",
        ));
    }
    let [own_a, own_b] = [of_a.parts[i].placed(a.margin), of_b.parts[j].placed(b.margin)];
    let mut violations = pair::verify_distance(&own_a, &own_b, found_pair, eps);
    violations.extend(judge.closer_pair(found_pair, [i, j]).map(|message| Violation { claim: Claim::Parts, message }));
    violations
}

/// Violation of the claim about parts.
fn broken_parts(message: String) -> Vec<Violation> {
    vec![Violation { claim: Claim::Parts, message }]
}

/// Returns the index of the part with this path.
pub(super) fn place(parts: &Parts, path: &Option<Vec<u32>>) -> Option<usize> {
    parts.parts.iter().position(|part| Some(&part.path) == path.as_ref())
}

/// Whether two parts provably overlap by more than rounding error.
fn overlap(judge: &Judge<'_>, [i, j]: [usize; 2]) -> bool {
    let [a, b] = [judge.a.parts[i].placed(judge.a.margin), judge.b.parts[j].placed(judge.b.margin)];
    let enough = 4.0 * judge.rounding;
    depth_between(&a, &b, Some(enough))[0] > enough
}

/// Returns the least proven upper bound of the signed distance, from points of both bodies or from a polytope inside
/// their difference. The search ends once the bound is below `enough`, or cannot get there.
fn proven_upper_bound(a: &Placed<'_>, b: &Placed<'_>, enough: f64, rounding: f64) -> f64 {
    let [_, upper] = distance_between(a, b, rounding);
    if upper < enough || enough > 0.0 || upper > rounding {
        return upper;
    }
    let [depth, _] = depth_between(a, b, Some(-enough));
    if depth > 0.0 { -depth } else { upper }
}

struct Judge<'a> {
    a: &'a Parts,
    b: &'a Parts,
    /// Rounding error of the answer's lengths, meters.
    rounding: f64,
}

impl<'a> Judge<'a> {
    /// Fails when the answer reports a wrong number of pairs.
    fn new(
        [a, b]: [&Placed<'_>; 2],
        [of_a, of_b]: [&'a Parts; 2],
        pairs: u64,
        eps: f64,
    ) -> Result<Self, Vec<Violation>> {
        let expected = of_a.parts.len() as u64 * of_b.parts.len() as u64;
        if pairs != expected {
            return Err(broken_parts(format!("the answer counts {pairs} pairs of parts; the bodies have {expected}")));
        }
        let rounding = 256.0 * eps * (a.radius() + b.radius() + a.position.distance(b.position));
        Ok(Self { a: of_a, b: of_b, rounding })
    }

    /// Whether a pair is skipped because the center of the other body is behind one of its one-sided triangles; `None`
    /// when rounding error leaves this ambiguous.
    fn is_left_out(&self, [i, j]: [usize; 2]) -> Option<bool> {
        let sides = [self.a.parts[i].behind(self.b.middle), self.b.parts[j].behind(self.a.middle)];
        let sides = sides.into_iter().flatten();
        let mut is_left_out = false;
        for side in sides {
            if !(side.abs() > self.rounding) {
                return None;
            }
            is_left_out |= side > 0.0;
        }
        Some(is_left_out)
    }

    /// Returns a message about a pair that is not approached from behind, though the answer has no pair.
    fn none_met(&self, found: &PartsFinding) -> Option<String> {
        for i in 0..self.a.parts.len() {
            if let Some(j) = (0..self.b.parts.len()).find(|j| self.is_left_out([i, *j]) == Some(false)) {
                return Some(format!(
                    "the answer is `{}`, which skips all pairs of parts, but {} face each other at the front",
                    found.status(),
                    text::parts(&self.a.parts[i].path, &self.b.parts[j].path)
                ));
            }
        }
        None
    }

    /// Returns a message about a pair that is closer than the reported lower bound.
    fn closer_pair(&self, found_pair: &PairFinding, decided: [usize; 2]) -> Option<String> {
        let lower = found_pair.proof.lower;
        for (i, a) in self.a.parts.iter().enumerate() {
            for (j, b) in self.b.parts.iter().enumerate() {
                let may_be_closer = box_distance(a, b) < lower - self.rounding;
                if [i, j] == decided || !may_be_closer || self.is_left_out([i, j]) != Some(false) {
                    continue;
                }
                let placed_a = a.placed(self.a.margin);
                let placed_b = b.placed(self.b.margin);
                let enough = lower - self.rounding;
                let distance = proven_upper_bound(&placed_a, &placed_b, enough, self.rounding);
                if distance < enough {
                    return Some(format!(
                        "the signed distance of {} is at most {distance:e} m, below the lower bound {lower:e} m",
                        text::parts(&a.path, &b.path)
                    ));
                }
            }
        }
        None
    }
}
