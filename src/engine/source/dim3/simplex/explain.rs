//! Record of all comparisons of a nearest-point search by signed volumes, for display: the search itself
//! (`signed_volumes.rs`) keeps no record.

use super::inside::weights_of_origin;
use super::signed_volumes::{Areas, Lengths, SimplexVertex, nearest, nearest_on_needle};
use super::subset::{Nearest, Subset, in_order, members, size};
use super::volumes::Volumes;
use crate::dim3::prelude::*;

/// Sine of the angle at a triangle's first vertex up to which the computed normal may be nothing but rounding error.
/// Chosen with a margin.
const MIN_SINE: Real = 2.0 * EPS;

/// Least size reported for a tetrahedron that contains the origin and whose computed volume may be 0: its product with
/// a positive weight down to about `EPS` is a normal number.
const MIN_VOLUME: Real = Real::MIN_POSITIVE / EPS;

/// Record of all comparisons of a search, computed by [`explain`] with the same functions as [`super::nearest`].
#[derive(Clone, Debug, PartialEq)]
pub struct SignedVolumes {
    /// Searched simplices in order: the simplex itself, then every searched face, each before its own faces.
    pub branches: Vec<Branch>,
    /// Nearest point of the whole simplex.
    pub nearest: Nearest,
}

/// A searched simplex, and the comparison of its signs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch {
    /// Slots of its vertices.
    pub subset: Subset,
    /// Size of the simplex: signed volume (times 6), squared area (times 4) or squared length; 0 for a vertex.
    pub size: Real,
    /// Part of `size` that the origin's projection spans with the face opposite to each slot; 0 for slots that are not
    /// in `subset`.
    pub parts: [Real; 4],
    /// Result of the comparison of signs.
    pub signs: SignComparison,
    /// Point of this simplex nearest the origin.
    pub nearest: Nearest,
}

/// Result of a comparison of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignComparison {
    /// All signs agree: the origin or its projection is inside.
    Inside,
    /// The parts of these slots do not certainly have the sign of the size: the faces opposite to them are searched.
    Faces(Subset),
    /// A single vertex: nothing to compare.
    Vertex,
}

/// Searches the point of the hull of the filled slots nearest the origin, and records all comparisons.
pub fn explain(points: &[Vec3; 4], filled: Subset) -> SignedVolumes {
    let mut branches = Vec::new();
    record(points, filled, &mut branches);
    SignedVolumes { branches, nearest: nearest(points, filled) }
}

/// Signed sizes of a simplex and its parts, which decide which of its faces are searched.
#[derive(Clone, Copy, Default)]
pub(super) struct SignTest {
    /// Signed size of the simplex, as in [`Branch::size`].
    pub size: Real,
    /// Part of the size by slot, as in [`Branch::parts`].
    pub parts: [Real; 4],
    /// Slots whose part does not certainly have the sign of the size: the faces opposite to them are searched.
    pub searched: Subset,
}

/// Compares the sign of a simplex's size with the signs of its parts. All 0 for a vertex.
pub(super) fn compare_signs(points: &[Vec3; 4], subset: Subset) -> SignTest {
    match in_order(subset)[..size(subset)] {
        [i, j] => compare_lengths(points, [i, j]),
        [i, j, k] => compare_areas(points, [i, j, k]),
        [..] if subset == 15 => compare_volumes(points),
        _ => SignTest::default(),
    }
}

/// Compares the length of a segment with its parts on both sides of the origin's projection.
fn compare_lengths(points: &[Vec3; 4], [i, j]: [usize; 2]) -> SignTest {
    let lengths = Lengths::of(points[i], points[j]);
    let mut test = SignTest { size: lengths.edge.length_squared(), ..SignTest::default() };
    for (slot, part) in [i, j].into_iter().zip(lengths.parts) {
        test.parts[slot] = part;
        test.searched |= u8::from(part <= 0.0) << slot;
    }
    test
}

/// Compares the area of a triangle with the parts that the origin's projection spans with its edges.
fn compare_areas(points: &[Vec3; 4], slots: [usize; 3]) -> SignTest {
    let areas = Areas::of(slots.map(|slot| points[slot]));
    // The areas of a thin triangle have too large rounding errors; its parts follow from the weights of its nearest
    // point.
    if areas.is_thin() && !is_flat(&areas) {
        let [i, j, k] = slots;
        let nearest = Nearest::from(nearest_on_needle(slots.map(|slot| SimplexVertex::of(points, slot))));
        return SignTest {
            size: areas.square,
            parts: nearest.weights.map(|weight| weight * areas.square),
            searched: (1 << i | 1 << j | 1 << k) & !nearest.subset,
        };
    }
    let mut test = SignTest { size: areas.parts.iter().sum(), ..SignTest::default() };
    for (across, slot) in slots.into_iter().enumerate() {
        test.parts[slot] = areas.parts[across];
        test.searched |= u8::from(is_flat(&areas) || areas.is_beyond_edge(across)) << slot;
    }
    test
}

/// Compares the volume of a tetrahedron with the parts that the origin spans with its faces.
fn compare_volumes(points: &[Vec3; 4]) -> SignTest {
    let volumes = Volumes::of(*points).with_base(*points);
    let searched: Subset = (0..4).map(|across| u8::from(volumes.may_be_beyond_face(across)) << across).sum();
    if searched != 0
        && let Some(weights) = weights_of_origin(points)
    {
        // The tetrahedron contains the origin. Its weights are accurate, unlike the parts, whose signs are uncertain.
        let size = volumes.whole.abs().max(MIN_VOLUME);
        return SignTest { size, parts: weights.map(|weight| weight * size), searched: 0 };
    }
    SignTest { size: volumes.whole, parts: volumes.parts, searched }
}

/// Whether a triangle is a segment or a point to rounding, and has no normal.
fn is_flat(areas: &Areas) -> bool {
    let [da, db] = areas.edges.map(Vec3::length_squared);
    areas.square <= MIN_SINE * MIN_SINE * da * db
}

/// Adds the record of a simplex, then those of the faces of it that are searched.
fn record(points: &[Vec3; 4], subset: Subset, branches: &mut Vec<Branch>) {
    let test = compare_signs(points, subset);
    let signs = match (size(subset), test.searched) {
        (..=1, _) => SignComparison::Vertex,
        (_, 0) => SignComparison::Inside,
        _ => SignComparison::Faces(test.searched),
    };
    branches.push(Branch { subset, size: test.size, parts: test.parts, signs, nearest: nearest(points, subset) });
    if size(subset) > 1 {
        for slot in members(test.searched) {
            record(points, subset & !(1 << slot), branches);
        }
    }
}
