//! What a batch answers, by kind, as JSON has it: world frame, `f64` (every `f32` is one), signs as everywhere.

use serde::Serialize;

use super::selected::Selected;
use crate::answer::{HullFinding, WorldFinding};
use crate::play::Broken;

/// What was asked for.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Reply {
    Selected(Box<Selected>),
    Intersection(Intersection),
    Separation(Box<Separation>),
    Hull(HullFinding),
    Pairs(Pairs),
    Classes(Classes),
    Support(Support),
    Minkowski(Minkowski),
    Nearest(NearestPoint),
    World(World),
    Mass(Mass),
    Ray(Ray),
    TestOfParts(TestOfParts),
    Manifolds(Manifolds),
    WithParts(WithParts),
}

/// Whether two bodies of parts overlap.
#[derive(Debug, Serialize)]
pub(super) struct TestOfParts {
    /// `None` where rounding decides.
    pub intersects: Option<bool>,
    pub rounding: f64,
    /// Bodies of parts may be apart though no axis parts them.
    pub axis: Option<Vec<f64>>,
    pub part_a: Option<Vec<u32>>,
    pub part_b: Option<Vec<u32>>,
    pub status: &'static str,
    pub iterations: u32,
}

/// The contacts of bodies of parts, a manifold a pair of parts.
#[derive(Debug, Serialize)]
pub(super) struct Manifolds {
    pub parts: Vec<WithParts>,
}

/// What was found of a pair of parts, which it names.
#[derive(Debug, Serialize)]
pub(super) struct WithParts {
    #[serde(flatten)]
    pub found: Box<Selected>,
    pub part_a: Option<Vec<u32>>,
    pub part_b: Option<Vec<u32>>,
}

/// Frames of a world.
#[derive(Debug, Serialize)]
pub(super) struct World {
    /// `None` from where on there are none.
    pub frames: Vec<Option<WorldFinding>>,
    pub status: WorldStatus,
}

/// How a world ended, as far as it was asked for.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub(super) enum WorldStatus {
    Completed,
    #[serde(untagged)]
    Broken(Broken),
}

/// Which boxes overlap, by index, smaller first, in order: a list a frame.
#[derive(Debug, Default, Serialize)]
pub(super) struct Pairs {
    pub pairs: Vec<Vec<[u32; 2]>>,
    /// Those that the frame before did not have.
    pub began: Vec<Vec<[u32; 2]>>,
    /// Those that only the frame before had.
    pub ended: Vec<Vec<[u32; 2]>>,
    /// Swaps of neighbors over all axes: the inversions of the order of the frame before.
    pub swaps: Vec<u64>,
}

/// Where bodies are before a camera, in the order of the line.
#[derive(Debug, Default, Serialize)]
pub(super) struct Classes {
    /// By planes: `outside`, `crossing` or `inside`.
    pub classes: Vec<&'static str>,
    /// The first plane that rejects each.
    pub planes: Vec<Option<&'static str>>,
    /// The same by the exact test: crossing unless proven to be outside.
    pub exact: Vec<&'static str>,
    /// Those that cross planes, and are outside.
    pub false_positives: Vec<usize>,
}

/// The farthest points, one a direction.
#[derive(Debug, Default, Serialize)]
pub(super) struct Support {
    /// By their place in the line; of equally far points any.
    pub indices: Vec<u32>,
    /// How far they lie along the direction as it is given.
    pub values: Vec<f64>,
    /// How many points were weighed.
    pub visited: Vec<u32>,
}

/// The nearest point of a simplex.
#[derive(Debug, Serialize)]
pub(super) struct NearestPoint {
    pub closest: Vec<f64>,
    /// Of each point of the line.
    pub barycentric: Vec<f64>,
    /// The points that carry weight, by their place in the line.
    pub feature: Vec<usize>,
    pub distance: f64,
}

/// What a body weighs, in its own frame.
#[derive(Debug, Serialize)]
pub(super) struct Mass {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// In the plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    pub mass: f64,
    pub center: Option<Vec<f64>>,
    /// About the center; `None` of a flat body.
    pub inertia: Option<InertiaOf>,
    /// `None` in the plane.
    pub principal: Option<Principal>,
    /// `solid` or `flat`; `overlapping` of parts that overlap, and count twice.
    pub status: &'static str,
}

/// Where a ray meets a body.
#[derive(Debug, Serialize)]
pub(super) struct Ray {
    /// `None` where rounding decides.
    pub hit: Option<bool>,
    pub t: Option<f64>,
    /// Proven: nothing before; `t_max` on a miss.
    pub lower: f64,
    /// Proven: contact by then.
    pub upper: Option<f64>,
    pub point: Option<Vec<f64>>,
    /// Of the body, towards the ray.
    pub normal: Option<Vec<f64>>,
    /// Where it leaves the body.
    pub exit: Option<f64>,
    /// The part of the body that was met: a convex body has none.
    pub part: Vec<u32>,
    pub status: &'static str,
}

/// In the plane a number, in space three rows.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum InertiaOf {
    Plane(f64),
    Space([[f64; 3]; 3]),
}

/// Principal axes of inertia.
#[derive(Debug, Serialize)]
pub(super) struct Principal {
    pub moments: [f64; 3],
    /// Quaternion x, y, z, w from the principal axes to the body's frame.
    pub rotation: [f64; 4],
}

/// The line on which two bodies part most.
#[derive(Debug, Serialize)]
pub(super) struct Separation {
    /// The gap on it: minus the depth in overlap; `None` where no line could be tried.
    pub separation: Option<f64>,
    pub lower: f64,
    /// `None` where the bodies are apart: lines have no witness points.
    pub upper: Option<f64>,
    /// Unit vector from A towards B, world frame.
    pub normal: Option<Vec<f64>>,
    pub axis: Option<AxisOf>,
    /// The other lines whose gap is the same within rounding.
    pub ties: Vec<AxisOf>,
    /// How many lines were tried.
    pub axes: u32,
    /// How many pairs of edges were skipped, since they make no face of `A − B`.
    pub pruned: u32,
    pub status: &'static str,
}

/// Which line: what it is perpendicular to.
#[derive(Debug, Serialize)]
pub(super) struct AxisOf {
    pub kind: &'static str,
    pub features: Features,
}

/// Points as the line lists them, by number; corners of a box by the signs of their coordinates, x in bit 0, y in bit 1 and
/// z in bit 2, and of a rectangle counter-clockwise from the corner where both are negative.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Features {
    /// Those of the one body that makes it.
    One(Vec<u32>),
    /// Those of A and of B.
    Two([Vec<u32>; 2]),
}

/// The difference of all points of A and B.
#[derive(Debug, Serialize)]
pub(super) struct Minkowski {
    pub vertices: Vec<Vec<f64>>,
    /// A point of A and a point of B for each vertex.
    pub pairs: Vec<[u32; 2]>,
    pub faces: Vec<DifferenceFace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// In the plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// A face of the difference, in the plane an edge.
#[derive(Debug, Serialize)]
pub(super) struct DifferenceFace {
    /// `face_a`, `face_b`, `face_face` or `edge_edge`; in the plane `edge_a`, `edge_b`, or `edge_edge` of parallel ones.
    pub kind: &'static str,
    pub features: Features,
    /// As indices of `vertices`, counter-clockwise from outside.
    pub vertices: Vec<u32>,
}

/// Whether the bodies overlap.
#[derive(Debug, Serialize)]
pub(super) struct Intersection {
    /// `None` where rounding does not tell, as when they touch.
    pub intersects: Option<bool>,
    /// Meters: the distance, or depth, is within this where `intersects` is `None`; `None` of an overlap without a bound.
    pub rounding: Option<f64>,
    /// Unit vector from A towards B, world frame: the bodies are apart along it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub iterations: u32,
}
