//! A simplex of at most four vertices, and a search for its point nearest the origin, as plain data.

use glam::DVec3;

use super::Snapshot;
use crate::step::Comparison;

/// A set of vertices: bit `i` stands for vertex `i`.
pub type Subset = u8;

/// The vertices of `subset`, in order.
#[inline]
pub fn members(subset: Subset) -> impl Iterator<Item = usize> + Clone {
    (0..4).filter(move |i| subset >> i & 1 == 1)
}

/// How many vertices.
#[inline]
pub fn size(subset: Subset) -> usize {
    subset.count_ones() as usize
}

/// All subsets of four vertices, small ones first: vertices, edges, faces, the whole. A simplex of fewer vertices
/// uses those within its own bits.
pub const BY_SIZE: [Subset; 15] = [
    0b0001, 0b0010, 0b0100, 0b1000, // A B C D
    0b0011, 0b0110, 0b0101, 0b1001, 0b1010, 0b1100, // AB BC CA DA DB DC
    0b0111, 0b1011, 0b1110, 0b1101, // ABC ABD BCD ACD
    0b1111,
];

/// `A`, `BC`, `ABCD`: how people call a subset.
pub fn name(subset: Subset) -> String {
    // `[Catto10]` walks round the triangle: its third edge is CA, not AC.
    match subset {
        0b0101 => String::from("CA"),
        _ => members(subset).map(|i| ["A", "B", "C", "D"][i]).collect(),
    }
}

/// The point of a simplex nearest the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The smallest face that holds it.
    pub subset: Subset,
    /// Barycentric coordinates: 0 outside of `subset`, above 0 inside, sum 1 within rounding.
    pub weights: [f64; 4],
    /// The point itself, meters.
    pub v: DVec3,
}

/// How a search ended. `N` is the nearest point in the numbers of whoever searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome<N = Nearest> {
    /// A face passed every test, and no vertex contradicts.
    Held(N),
    /// Rounding has left no face, or a wrong one: the nearest point of all faces with positive weights instead.
    Backup(N, Reason),
}

impl<N> Outcome<N> {
    /// The answer, however it was found.
    pub fn nearest(self) -> N {
        match self {
            Self::Held(nearest) | Self::Backup(nearest, _) => nearest,
        }
    }

    /// The same with another answer.
    pub fn map<M>(self, other: impl FnOnce(N) -> M) -> Outcome<M> {
        match self {
            Self::Held(nearest) => Outcome::Held(other(nearest)),
            Self::Backup(nearest, why) => Outcome::Backup(other(nearest), why),
        }
    }
}

/// Why the backup ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No face passed its tests.
    NoneHeld,
    /// This one did, but a vertex lies on the origin's side of the plane through the point found.
    Refuted(Subset),
}

/// A face that was weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// The face.
    pub subset: Subset,
    /// The vertices whose test passed; of signed volumes only the face's own are tested.
    pub passed: Subset,
    /// Whether every test passed.
    pub holds: bool,
}

/// The state of a search among the faces of a simplex, whichever of the three solvers makes it. Tables have a row a
/// subset and a column a vertex; what was not measured yet is 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The faces weighed so far, in this order.
    pub weighed: Vec<Weighed>,
    /// The faces that signed volumes will weigh next; the other solvers go through all in order.
    pub waiting: Vec<Subset>,
    /// Faces of up to this many vertices have been measured.
    pub measured: usize,
    /// Barycentric coordinates of the origin's foot in each face; 0 where the face is flat.
    pub shares: [[f64; 4]; 16],
    /// The numbers whose signs are tested: shares, but of Johnson's algorithm `Δ_{M,i}`, in meters^(2|M|−2), and of signed
    /// volumes the part itself where the face has no size.
    pub tested: [[f64; 4]; 16],
    /// What the shares are shares of, of vertices times `scale`: lengths, areas and volumes as each solver measures them.
    pub whole: [f64; 16],
    /// The power of two that brings the simplex to a size of about 1.
    pub scale: f64,
    /// At the end, the proof that nothing is nearer than `v`: how far the vertex nearest to the origin's side lies beyond the
    /// plane through `v` with normal `v`, against what rounding may do to these products. Both over `|v|`, meters; none
    /// where `v` is 0.
    pub proof: Option<Comparison<f64>>,
}

impl Snapshot for Search {
    type Outcome = Outcome;
}
