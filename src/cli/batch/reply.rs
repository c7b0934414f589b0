//! JSON replies of `contact-lens batch`, one type per kind of query. Positions and directions are in the world frame,
//! and numbers are `f64`, which represents every `f32`. Signed distances are positive for separated bodies and negative
//! for overlapping ones.

use contact_lens_model::answer::{HullFinding, WorldFinding};
use contact_lens_play::RunEnd;
use serde::Serialize;

use super::reply_fields::SelectedFields;

/// Reply to one query, by kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Reply {
    /// Fields of a finding that `run --json` also prints.
    SelectedFields(Box<SelectedFields>),
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
    PairOfParts(PairOfParts),
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
    /// Path to the part of A that determines the answer; `None` if no parts overlap.
    pub part_a: Option<Vec<u32>>,
    /// Path to the part of B that determines the answer; `None` if no parts overlap.
    pub part_b: Option<Vec<u32>>,
    /// `penetrating`, `separated` or `touching`.
    pub status: &'static str,
    /// Number of pairs of parts that were tested.
    pub iterations: u32,
}

/// Contacts of two bodies made of parts: a manifold for each pair of parts with a contact.
#[derive(Debug, Serialize)]
pub(super) struct Manifolds {
    pub parts: Vec<PairOfParts>,
}

/// Result for a pair of parts. A path has the index of a child shape at each level, the outermost first.
#[derive(Debug, Serialize)]
pub(super) struct PairOfParts {
    /// Fields of the finding about the pair.
    #[serde(flatten)]
    pub selected: Box<SelectedFields>,
    /// Path to the part of A; `None` if the bodies do not meet.
    pub part_a: Option<Vec<u32>>,
    /// Path to the part of B; `None` if the bodies do not meet.
    pub part_b: Option<Vec<u32>>,
}

/// Frames of a simulated world.
#[derive(Debug, Serialize)]
pub(super) struct World {
    /// Requested frames, in order; `None` for frames after the end of a failed run.
    pub frames: Vec<Option<WorldFinding>>,
    pub status: WorldStatus,
}

/// Ending of a simulation, up to the last requested frame.
#[derive(Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub(super) enum WorldStatus {
    /// All requested frames were simulated.
    Completed,
    /// The simulation failed before the last requested frame.
    #[serde(untagged)]
    Broken(RunEnd),
}

/// Pairs of boxes, one list per frame. A pair has the indices of its boxes, the smaller one first; lists are sorted.
#[derive(Debug, Default, Serialize)]
pub(super) struct Pairs {
    /// Pairs that overlap in the frame.
    pub pairs: Vec<Vec<[u32; 2]>>,
    /// Pairs that did not overlap in the previous frame.
    pub began: Vec<Vec<[u32; 2]>>,
    /// Pairs that overlapped only in the previous frame.
    pub ended: Vec<Vec<[u32; 2]>>,
    /// Number of swaps of neighbors on all axes, which is the number of inversions of the previous order.
    pub swaps: Vec<u64>,
}

/// Frustum classes of bodies, in the order of the line.
#[derive(Debug, Default, Serialize)]
pub(super) struct Classes {
    /// Class by planes alone: `outside`, `crossing` or `inside`.
    pub classes: Vec<&'static str>,
    /// Name of the first plane that each body is outside of; `None` for a body that no plane rejects.
    pub planes: Vec<Option<&'static str>>,
    /// Class by the exact test: a body that crosses planes is `outside` if that is proven, otherwise `crossing`.
    pub exact: Vec<&'static str>,
    /// Indices of the bodies that cross planes but are outside.
    pub false_positives: Vec<usize>,
}

/// Farthest points, one per direction.
#[derive(Debug, Default, Serialize)]
pub(super) struct Support {
    /// Indices of the points in the line; any of several equally far points.
    pub indices: Vec<u32>,
    /// Dot product of each point and its direction, which need not have unit length.
    pub values: Vec<f64>,
    /// Number of points that the search evaluated, each as often as it was evaluated, but at most the number of points.
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
    pub inertia: Option<InertiaReply>,
    /// PrincipalAxes axes; `None` in the plane and for a flat body.
    pub principal: Option<PrincipalAxes>,
    /// `solid` or `flat`; `overlapping` when parts overlap, whose common volume counts for each of them.
    pub status: &'static str,
}

/// Intersection of a ray with a body. Parameters are multiples of the ray's direction.
#[derive(Debug, Serialize)]
pub(super) struct Ray {
    /// Whether the ray hits; `None` when it cannot be decided.
    pub hit: Option<bool>,
    /// Parameter of the first contact; `None` without a contact.
    pub t: Option<f64>,
    /// Proven lower bound: there is no contact before this parameter; `t_max` on a miss.
    pub lower: f64,
    /// Proven upper bound: there is a contact at this parameter or before; `None` without a contact.
    pub upper: Option<f64>,
    /// Position of the first contact, meters.
    pub point: Option<Vec<f64>>,
    /// Unit normal of the surface at that position, towards the ray's origin; `None` for a ray that starts inside.
    pub normal: Option<Vec<f64>>,
    /// Parameter at which the ray leaves the body; `None` if that is not known.
    pub exit: Option<f64>,
    /// Path to the part that was hit; empty for a convex body.
    pub part: Vec<u32>,
    pub status: &'static str,
}

/// Inertia: a number in the plane, three rows in space.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum InertiaReply {
    Plane(f64),
    Space([[f64; 3]; 3]),
}

/// PrincipalAxes moments of inertia and their axes.
#[derive(Debug, Serialize)]
pub(super) struct PrincipalAxes {
    /// Moments about the axes, kg m².
    pub moments: [f64; 3],
    /// Quaternion x, y, z, w from the principal axes to the body's frame.
    pub rotation: [f64; 4],
}

/// Axis with the largest gap between two bodies.
#[derive(Debug, Serialize)]
pub(super) struct Separation {
    /// Gap on the axis, meters, negative in overlap; `None` when no axis could be tested, and in space also when the
    /// gap is only a bound, without an axis.
    pub separation: Option<f64>,
    /// Proven lower bound of the signed distance, meters.
    pub lower: f64,
    /// Proven upper bound, meters; `None` when the bodies are apart, since axes have no witness points.
    pub upper: Option<f64>,
    /// Unit vector from A towards B, world frame.
    pub normal: Option<Vec<f64>>,
    /// Features that define the axis.
    pub axis: Option<AxisReply>,
    /// Other axes whose gaps are equal to rounding.
    pub ties: Vec<AxisReply>,
    /// Number of axes that were tested.
    pub axes: u32,
    /// Number of edge pairs that were skipped because they make no face of `A − B`.
    pub pruned: u32,
    pub status: &'static str,
}

/// Axis, described by the faces or edges that it is perpendicular to.
#[derive(Debug, Serialize)]
pub(super) struct AxisReply {
    /// `face_a`, `face_b`, `edge_a`, `edge_b` or `edge_edge`.
    pub kind: &'static str,
    pub features: Features,
}

/// Indices of points of the bodies' shapes in the line. The vertices of a box are numbered by the signs of their
/// coordinates (x in bit 0, y in bit 1, z in bit 2), those of a rectangle counter-clockwise from the vertex where both
/// are negative.
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
    /// Vertices of the difference, meters.
    pub vertices: Vec<Vec<f64>>,
    /// Index of the point of A and of the point of B for each vertex.
    pub pairs: Vec<[u32; 2]>,
    pub faces: Vec<DifferenceFace>,
    /// Volume, m³; only in space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume: Option<f64>,
    /// Area, m²; only in the plane.
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
    /// Reason why the answer is incomplete; `None` for a complete answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    pub iterations: u32,
}
