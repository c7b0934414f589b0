//! JSON replies of a batch by kind: world frame, numbers in `f64` (which represents every `f32`). Signed distances are
//! positive apart, negative in overlap.

use serde::Serialize;

use super::reply_fields::Selected;
use crate::answer::{HullFinding, WorldFinding};
use crate::play::RunEnd;

/// Reply to one query, by kind.
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

/// Overlap test of two bodies made of parts.
#[derive(Debug, Serialize)]
pub(super) struct TestOfParts {
    /// Whether the bodies overlap; `None` when it cannot be decided.
    pub intersects: Option<bool>,
    /// Bound of the distance or depth when `intersects` is `None`, meters.
    pub rounding: f64,
    /// Separating axis; always `None`, since bodies made of parts may be apart without one.
    pub axis: Option<Vec<f64>>,
    pub part_a: Option<Vec<u32>>,
    pub part_b: Option<Vec<u32>>,
    pub status: &'static str,
    pub iterations: u32,
}

/// Contacts of bodies made of parts, a manifold per pair of parts.
#[derive(Debug, Serialize)]
pub(super) struct Manifolds {
    pub parts: Vec<WithParts>,
}

/// Result for a pair of parts, with their paths.
#[derive(Debug, Serialize)]
pub(super) struct WithParts {
    #[serde(flatten)]
    pub found: Box<Selected>,
    pub part_a: Option<Vec<u32>>,
    pub part_b: Option<Vec<u32>>,
}

/// Frames of a simulated world.
#[derive(Debug, Serialize)]
pub(super) struct World {
    /// Requested frames; `None` after the end of a failed run.
    pub frames: Vec<Option<WorldFinding>>,
    pub status: WorldStatus,
}

/// Ending of a simulation, up to the last requested frame.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub(super) enum WorldStatus {
    Completed,
    #[serde(untagged)]
    Broken(RunEnd),
}

/// Overlapping pairs of boxes by index, smaller first, sorted: a list per frame.
#[derive(Debug, Default, Serialize)]
pub(super) struct Pairs {
    pub pairs: Vec<Vec<[u32; 2]>>,
    /// Pairs that did not overlap in the previous frame.
    pub began: Vec<Vec<[u32; 2]>>,
    /// Pairs that overlapped only in the previous frame.
    pub ended: Vec<Vec<[u32; 2]>>,
    /// Swaps of neighbors over all axes: the number of inversions of the previous order.
    pub swaps: Vec<u64>,
}

/// Frustum classes of bodies, in the order of the line.
#[derive(Debug, Default, Serialize)]
pub(super) struct Classes {
    /// Class by planes alone: `outside`, `crossing` or `inside`.
    pub classes: Vec<&'static str>,
    /// First plane that rejects each body.
    pub planes: Vec<Option<&'static str>>,
    /// Class by the exact test: crossing unless proven to be outside.
    pub exact: Vec<&'static str>,
    /// Indices of the bodies that cross planes but are outside.
    pub false_positives: Vec<usize>,
}

/// Farthest points, one per direction.
#[derive(Debug, Default, Serialize)]
pub(super) struct Support {
    /// Indices of the points in the line; any of several equally far points.
    pub indices: Vec<u32>,
    /// Coordinates of the points along the direction as given.
    pub values: Vec<f64>,
    /// Number of points that the search compared.
    pub visited: Vec<u32>,
}

/// Nearest point of a simplex to the query point.
#[derive(Debug, Serialize)]
pub(super) struct NearestPoint {
    /// Position of the nearest point, meters.
    pub closest: Vec<f64>,
    /// Barycentric weight of each point of the line.
    pub barycentric: Vec<f64>,
    /// Indices of the points with positive weights.
    pub feature: Vec<usize>,
    /// Distance from the query point, meters.
    pub distance: f64,
}

/// Mass properties of a body, in its own frame.
#[derive(Debug, Serialize)]
pub(super) struct Mass {
    /// Volume, m³; only in space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Area, m²; only in the plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    /// Mass at the given density, kg.
    pub mass: f64,
    /// Center of mass, meters; `None` for a flat affine image of a body without a center of symmetry.
    pub center: Option<Vec<f64>>,
    /// Moment or tensor of inertia about the center of mass, kg m²; `None` for a flat body.
    pub inertia: Option<InertiaOf>,
    /// Principal axes; `None` in the plane and for a flat body.
    pub principal: Option<Principal>,
    /// `solid` or `flat`; `overlapping` when parts overlap, which count twice there.
    pub status: &'static str,
}

/// Intersection of a ray with a body. Parameters are multiples of the ray's direction.
#[derive(Debug, Serialize)]
pub(super) struct Ray {
    /// Whether the ray hits; `None` when it cannot be decided.
    pub hit: Option<bool>,
    /// Parameter of the first contact.
    pub t: Option<f64>,
    /// Proven lower bound: no contact before; `t_max` on a miss.
    pub lower: f64,
    /// Proven upper bound: contact at this parameter or before.
    pub upper: Option<f64>,
    /// Position of the first contact, meters.
    pub point: Option<Vec<f64>>,
    /// Outward normal of the body, towards the ray.
    pub normal: Option<Vec<f64>>,
    /// Parameter at which the ray leaves the body.
    pub exit: Option<f64>,
    /// Path to the part that was hit; empty for a convex body.
    pub part: Vec<u32>,
    pub status: &'static str,
}

/// Inertia: a number in the plane, three rows in space.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum InertiaOf {
    Plane(f64),
    Space([[f64; 3]; 3]),
}

/// Principal moments of inertia and their axes.
#[derive(Debug, Serialize)]
pub(super) struct Principal {
    /// Moments about the axes, kg m².
    pub moments: [f64; 3],
    /// Quaternion x, y, z, w from the principal axes to the body's frame.
    pub rotation: [f64; 4],
}

/// Axis with the largest gap between two bodies.
#[derive(Debug, Serialize)]
pub(super) struct Separation {
    /// Gap on the axis, meters, negative in overlap; `None` when no axis could be tested.
    pub separation: Option<f64>,
    pub lower: f64,
    /// Upper bound; `None` when the bodies are apart: axes have no witness points.
    pub upper: Option<f64>,
    /// Unit vector from A towards B, world frame.
    pub normal: Option<Vec<f64>>,
    pub axis: Option<AxisOf>,
    /// Other axes whose gap is equal to rounding.
    pub ties: Vec<AxisOf>,
    /// Number of axes that were tested.
    pub axes: u32,
    /// Number of edge pairs that were skipped because they make no face of `A − B`.
    pub pruned: u32,
    pub status: &'static str,
}

/// Axis, by the features that it is perpendicular to.
#[derive(Debug, Serialize)]
pub(super) struct AxisOf {
    pub kind: &'static str,
    pub features: Features,
}

/// Indices of points in the line. The vertices of a box are numbered by the signs of their coordinates (x in bit 0, y
/// in bit 1, z in bit 2), those of a rectangle counter-clockwise from the vertex where both are negative.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Features {
    /// Points of the only body that contributes.
    One(Vec<u32>),
    /// Points of A and of B.
    Two([Vec<u32>; 2]),
}

/// Minkowski difference of the points of A and B.
#[derive(Debug, Serialize)]
pub(super) struct Minkowski {
    pub vertices: Vec<Vec<f64>>,
    /// Point of A and point of B for each vertex.
    pub pairs: Vec<[u32; 2]>,
    pub faces: Vec<DifferenceFace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Area; only in the plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
}

/// Face of the difference, in the plane an edge.
#[derive(Debug, Serialize)]
pub(super) struct DifferenceFace {
    /// `face_a`, `face_b`, `face_face` or `edge_edge`; in the plane `edge_a`, `edge_b`, or `edge_edge` if parallel.
    pub kind: &'static str,
    pub features: Features,
    /// Indices into `vertices`, counter-clockwise from outside.
    pub vertices: Vec<u32>,
}

/// Overlap test of two bodies.
#[derive(Debug, Serialize)]
pub(super) struct Intersection {
    /// Whether the bodies overlap; `None` when it cannot be decided, as for touching bodies.
    pub intersects: Option<bool>,
    /// Bound of the distance or depth when `intersects` is `None`, meters; `None` for an unbounded overlap.
    pub rounding: Option<f64>,
    /// Separating axis: a unit vector from A towards B, world frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Vec<f64>>,
    pub status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub iterations: u32,
}
