//! Plain data of a simplex of at most four vertices and of the search for its point nearest the origin.

use glam::DVec3;

use super::{Snapshot, ToF64};
use crate::step::Comparison;

/// A set of vertices: bit `i` represents vertex `i`.
pub type Subset = u8;

/// Returns the vertex indices in `subset`, ascending.
#[inline]
pub fn members(subset: Subset) -> impl Iterator<Item = usize> + Clone {
    (0..4).filter(move |i| subset >> i & 1 == 1)
}

/// Returns the number of vertices in `subset`.
#[inline]
pub fn size(subset: Subset) -> usize {
    subset.count_ones() as usize
}

/// All subsets of four vertices by ascending size: vertices, edges, faces, the tetrahedron. For fewer vertices, use the
/// subsets within the simplex's own bits.
pub const BY_SIZE: [Subset; 15] = [
    0b0001, 0b0010, 0b0100, 0b1000, // A B C D
    0b0011, 0b0110, 0b0101, 0b1001, 0b1010, 0b1100, // AB BC CA AD BD CD
    0b0111, 0b1011, 0b1110, 0b1101, // ABC ABD BCD ACD
    0b1111,
];

/// Returns the usual name of a subset: `A`, `BC`, `ABCD`.
pub fn name(subset: Subset) -> String {
    // `[Catto10]` names the edges of a triangle in a circle, AB, BC and CA.
    match subset {
        0b0101 => String::from("CA"),
        _ => members(subset).map(|i| ["A", "B", "C", "D"][i]).collect(),
    }
}

/// The point of a simplex nearest the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The smallest face that contains the point.
    pub subset: Subset,
    /// Barycentric coordinates: 0 outside `subset`, positive inside, sum 1 to rounding.
    pub weights: [f64; 4],
    /// Position of the point, meters.
    pub v: DVec3,
}

/// Ending of a search. `N` is the nearest point in the solver's number type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome<N = Nearest> {
    /// A face passed every test, and no vertex contradicts it.
    Passed(N),
    /// Rounding left no face or a wrong one; the result is the nearest point of all faces with positive weights.
    Backup(N, Reason),
}

impl<N> Outcome<N> {
    /// Returns the nearest point of either ending.
    pub fn nearest(self) -> N {
        match self {
            Self::Passed(nearest) | Self::Backup(nearest, _) => nearest,
        }
    }

    /// Converts the nearest point by `convert` and keeps the ending.
    pub fn map<M>(self, convert: impl FnOnce(N) -> M) -> Outcome<M> {
        match self {
            Self::Passed(nearest) => Outcome::Passed(convert(nearest)),
            Self::Backup(nearest, why) => Outcome::Backup(convert(nearest), why),
        }
    }
}

/// Conversion from the engine's number type.
impl<N: ToF64<F64 = Nearest>> From<Outcome<N>> for Outcome {
    fn from(outcome: Outcome<N>) -> Self {
        outcome.map(ToF64::to_f64)
    }
}

/// Cause of the backup search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No face passed its tests.
    NonePassed,
    /// This face passed, but a vertex lies on the origin's side of the plane through the point found.
    Refuted(Subset),
}

/// A face and the result of its tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestedFace {
    /// The vertices of the face.
    pub subset: Subset,
    /// Vertices whose test passed; signed volumes test only the vertices of the face.
    pub passed: Subset,
    /// Whether every test passed.
    pub holds: bool,
}

/// State of a search among the faces of a simplex by any of the three solvers. Tables have one row per subset and one
/// column per vertex; entries that are not yet computed are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// Faces tested so far, in order.
    pub tested_faces: Vec<TestedFace>,
    /// Faces that signed volumes test next; the other solvers test all faces in order.
    pub waiting: Vec<Subset>,
    /// Number of vertices of the largest faces whose rows are filled in. Johnson's algorithm and Voronoi regions fill
    /// in the rows of all faces of one size together. Always 4 for signed volumes, which fill in a row when they test
    /// its face.
    pub filled_size: usize,
    /// Barycentric coordinates of the origin's projection onto each face; 0 where the face is degenerate.
    pub barycentric: [[f64; 4]; 16],
    /// Numbers whose signs are tested. Voronoi regions test the barycentric coordinates; Johnson's algorithm tests
    /// `Δ_{M,i}`, in meters^(2|M|−2). Signed volumes test the coordinates, too, with two exceptions: for a degenerate
    /// face the signed volume itself, and a number that is at most 0 where a coordinate is below rounding error.
    pub sign_tests: [[f64; 4]; 16],
    /// Divisor of each face's `barycentric` numbers, for vertices multiplied by `scale`: the squared length of an edge,
    /// the squared normal of a triangle and six times the volume of a tetrahedron; the sum of `Δ` for Johnson's
    /// algorithm.
    pub divisors: [f64; 16],
    /// Power of two that scales the simplex to a size of about 1.
    pub scale: f64,
    /// Proof at the end that no point is nearer than `v`, meters; `None` where `v` is 0. The left side is the least
    /// distance of a vertex beyond the plane through `v` with normal `v`, negative on the origin's side. The right side
    /// is minus the rounding error of that distance.
    pub proof: Option<Comparison<f64>>,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}
