//! Record of all comparisons of a search by signed volumes.

use super::super::prelude::*;
use super::inside::weights_of_origin;
use super::signed_volumes::{Areas, Lengths, SimplexVertex, Volumes, nearest, needle};
use super::subset::{Nearest, Subset, in_order, members, size};

/// Sine of a triangle's angle up to which the triangle has no normal. Chosen with a margin.
const MIN_SINE: Real = 2.0 * EPS;

/// Record of all comparisons of a search. [`explain`] computes it with the same functions as [`super::nearest`], which
/// keeps no record.
#[derive(Clone, Debug, PartialEq)]
pub struct SignedVolumes {
    /// Searched simplices in order: the simplex itself, then every searched face, each before its own faces.
    pub branches: Vec<Branch>,
    /// Nearest point of the whole simplex.
    pub nearest: Nearest,
}

/// A searched simplex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Slots of its vertices.
    pub subset: Subset,
    /// The signed volume (times 6), squared area (times 4) or squared length of the simplex.
    pub whole: Real,
    /// Part of `whole` that the origin's projection spans with the face opposite to each slot; 0 for slots outside
    /// `subset`.
    pub parts: [Real; 4],
    /// Result of the comparison of signs.
    pub signs: SignComparison,
    /// The nearest point of this simplex to the origin.
    pub nearest: Nearest,
}

/// Result of a comparison of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignComparison {
    /// All signs agree: the origin or its projection lies inside.
    Inside,
    /// The signs of some parts differ from the whole's: the faces opposite to these slots are searched.
    Faces(Subset),
    /// A single vertex: nothing to compare.
    Vertex,
}

/// Returns the record of the comparisons.
pub fn explain(points: &[Vec3; 4], filled: Subset) -> SignedVolumes {
    let mut branches = Vec::new();
    record(points, filled, &mut branches);
    SignedVolumes { branches, nearest: nearest(points, filled) }
}

/// Returns the signed size of a simplex, the part that the origin spans with the face opposite to each slot, and the
/// slots whose part does not certainly have the simplex's sign: the faces opposite to them are searched.
pub(super) fn judge(points: &[Vec3; 4], subset: Subset) -> (Real, [Real; 4], Subset) {
    let mut parts = [0.0; 4];
    let mut whole = 0.0;
    let mut search = 0;
    let slots = in_order(subset);
    match slots[..size(subset)] {
        [i, j] => {
            let lengths = Lengths::of(points[i], points[j]);
            whole = lengths.edge.length_squared();
            for (slot, part) in [i, j].into_iter().zip(lengths.parts) {
                parts[slot] = part;
                search |= u8::from(part <= 0.0) << slot;
            }
        }
        [i, j, k] => {
            let areas = Areas::of([i, j, k].map(|slot| points[slot]));
            whole = areas.parts.iter().sum();
            if areas.is_thin() && !is_flat(&areas) {
                let found = Nearest::from(needle([i, j, k].map(|slot| SimplexVertex::of(points, slot))));
                return (areas.square, found.weights.map(|weight| weight * areas.square), subset & !found.subset);
            }
            for (place, slot) in [i, j, k].into_iter().enumerate() {
                parts[slot] = areas.parts[place];
                search |= u8::from(is_flat(&areas) || areas.search(place)) << slot;
            }
        }
        [..] if subset == 15 => {
            let volumes = Volumes::of(*points).with_base(*points);
            whole = volumes.whole;
            parts = volumes.parts;
            search = (0..4).map(|i| u8::from(volumes.search(i)) << i).sum();
            if let Some(weights) = weights_of_origin(points).filter(|_| search != 0) {
                // Exact, unlike the parts, whose signs are below rounding error.
                let size = whole.abs().max(Real::MIN_POSITIVE / EPS);
                return (size, weights.map(|weight| weight * size), 0);
            }
        }
        _ => {}
    }
    (whole, parts, search)
}

/// Whether the triangle has no normal.
fn is_flat(areas: &Areas) -> bool {
    let [da, db] = areas.edges.map(Vec3::length_squared);
    areas.square <= MIN_SINE * MIN_SINE * da * db
}

fn record(points: &[Vec3; 4], subset: Subset, branches: &mut Vec<Branch>) {
    let (whole, parts, search) = judge(points, subset);
    let signs = match (size(subset), search) {
        (..=1, _) => SignComparison::Vertex,
        (_, 0) => SignComparison::Inside,
        _ => SignComparison::Faces(search),
    };
    branches.push(Branch { subset, whole, parts, signs, nearest: nearest(points, subset) });
    if size(subset) > 1 {
        members(search).for_each(|slot| record(points, subset & !(1 << slot), branches));
    }
}
