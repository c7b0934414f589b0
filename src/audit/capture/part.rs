//! Fields of a capture that may have one of two forms.

use serde::{Deserialize, Serialize};

/// Serde default of quaternions.
pub(super) fn identity() -> [f64; 4] {
    [0.0, 0.0, 0.0, 1.0]
}

/// Part of a contact or joint, or a shape of a body: a name or a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// Number of the part, from 0.
    Number(usize),
    /// Name, such as `friction 1`.
    Name(String),
}

/// Coefficients of friction of a contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Coefficients {
    /// The coefficient of both directions.
    One(f64),
    /// Coefficients of both directions, torsion and both rolling directions, as far as they exist.
    Several(Vec<f64>),
}

impl Coefficients {
    /// The coefficient of a direction, from 0; the last one if there are fewer.
    pub fn at(&self, direction: usize) -> Option<f64> {
        match self {
            Self::One(coefficient) => Some(*coefficient),
            Self::Several(list) => list.get(direction).copied(),
        }
    }
}

/// Inertia in the body's frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Inertia {
    /// Moments around the body's axes.
    Principal([f64; 3]),
    /// Full matrix, by rows.
    Matrix([[f64; 3]; 3]),
}

/// A pair that may not touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Excluded {
    /// Names of both bodies.
    Pair([String; 2]),
    /// Names of both bodies, with the reason.
    Reason {
        /// Name of the first body.
        a: String,
        /// Name of the second body.
        b: String,
        /// Reason of the exclusion.
        #[serde(default)]
        why: Option<String>,
    },
    /// Names of both bodies as a pair, with the reason.
    PairReason {
        /// Names of both bodies.
        pair: [String; 2],
        /// Reason of the exclusion.
        #[serde(default)]
        why: Option<String>,
    },
}

impl Excluded {
    /// Names of both bodies.
    pub fn names(&self) -> [&str; 2] {
        match self {
            Self::Pair([a, b]) | Self::Reason { a, b, .. } | Self::PairReason { pair: [a, b], .. } => [a, b],
        }
    }

    /// Reason of the exclusion; `None` if the capture has none.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Pair(_) => None,
            Self::Reason { why, .. } | Self::PairReason { why, .. } => why.as_deref(),
        }
    }
}

/// Square matrix: all rows, or the entries that are not 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MassMatrix {
    /// All rows of the matrix.
    Dense(Vec<Vec<f64>>),
    /// Entries on and below the diagonal of a symmetric matrix.
    Sparse(Vec<MatrixEntry>),
}

/// Entry of a sparse matrix.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatrixEntry {
    /// Row of the entry.
    pub i: usize,
    /// Column of the entry.
    pub j: usize,
    /// Value of the entry.
    pub v: f64,
}

/// World direction of a locked degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Translation along x of the world.
    #[serde(alias = "linear_x")]
    X,
    /// Translation along y of the world.
    #[serde(alias = "linear_y")]
    Y,
    /// Translation along z of the world.
    #[serde(alias = "linear_z")]
    Z,
    /// Rotation around x of the world.
    #[serde(alias = "rx")]
    AngularX,
    /// Rotation around y of the world.
    #[serde(alias = "ry")]
    AngularY,
    /// Rotation around z of the world.
    #[serde(alias = "rz")]
    AngularZ,
}
