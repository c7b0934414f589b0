//! Types of contact manifolds that 2D and 3D share: options, points and their ids. `V` is the vector type of the
//! dimension.

use super::prelude::*;
pub use contact_lens_model::ask::ContactReference;
pub use contact_lens_model::snapshot::manifold::{Feature, Kind, Outcome, PointOrigin, Reference, point_id_text};

/// Ids of up to eight contact points, stored without an allocation; a reduced manifold rarely has more than four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointIds {
    /// The ids; only the first `count` are valid.
    ids: [u64; 8],
    /// Number of ids in the list.
    count: u8,
}

impl PointIds {
    /// Creates the list from the first eight ids.
    pub fn from_ids(ids: impl IntoIterator<Item = u64>) -> Self {
        let mut list = Self::default();
        for (slot, id) in list.ids.iter_mut().zip(ids) {
            *slot = id;
            list.count += 1;
        }
        list
    }

    /// Returns whether the list contains an id.
    pub fn contains(&self, id: u64) -> bool {
        self.ids[..usize::from(self.count)].contains(&id)
    }
}

/// Options of a contact query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Largest gap between the bodies at a point that still counts as contact, in the pair's length unit; not negative.
    pub margin: Real,
    /// Largest number of points; 0 for all.
    pub max_points: u32,
    /// Reference face of the previous manifold, which is kept while its gap is within [`reference_band`] of the best;
    /// `None` without a previous manifold.
    pub previous: Option<Reference>,
    /// Ids of the previous manifold's points: when points are removed, one of these is kept unless another is better by
    /// more than [`HYSTERESIS`].
    pub previous_ids: PointIds,
    /// Method that chooses the feature that makes the contact.
    pub reference: ContactReference,
}

impl Default for Options {
    /// Options that return all touching and overlapping points.
    fn default() -> Self {
        Self {
            margin: 0.0,
            max_points: 0,
            previous: None,
            previous_ids: PointIds::default(),
            reference: ContactReference::Auto,
        }
    }
}

impl Options {
    /// Returns the options with a and b exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        Self { previous: self.previous.map(Reference::exchanged), reference: self.reference.swapped(), ..self }
    }
}

/// World direction that orders two bodies of equal shape: the body with the smaller coordinate along it is first. In a
/// usual scene, bodies are offset along an axis or along a face; this direction is perpendicular to no such offset, so
/// that bodies at rest keep their order. Its length is about 1; only the order of coordinates along it matters.
pub(super) const ORDER_DIRECTION: [Real; 3] = [0.528_137_9, 0.771_461_2, 0.354_792_3];

/// Relative difference up to which a reference face or a point of the previous manifold is kept although another is
/// better, and up to which candidates count as equal. A smaller value lets the reference face alternate between faces
/// of almost equal depth; a larger one pushes bodies farther than necessary.
pub const HYSTERESIS: Real = 0.05;

/// Least difference of gaps that counts as a difference, in rounding errors of a gap.
const MIN_BAND: Real = 8.0;

/// Returns the largest difference from the best gap, `gap`, at which a face may still become the reference, in the unit
/// of `gap`. `rounding` bounds the rounding error of a gap.
#[inline]
pub fn reference_band(gap: Real, rounding: Real) -> Real {
    (HYSTERESIS * gap.abs()).max(MIN_BAND * rounding)
}

/// Number of bits of a feature's index in an id; above it are two bits for the kind and one for the body.
const INDEX_BITS: u32 = 29;

/// Largest index of a feature in an id.
const MAX_INDEX: u64 = (1 << INDEX_BITS) - 1;

/// Position of a feature's bit for its body in an id: 0 for the first body, 1 for the second.
const BODY_BIT: u32 = 31;

/// Number of bits of a feature in an id, which has one feature of each body.
const FEATURE_BITS: u32 = 32;

/// Returns the id with this readable form, as in "v7-f2", for a point whose first feature belongs to the first body;
/// `None` for other text.
pub fn parse_id(text: &str) -> Option<u64> {
    let (first, second) = text.split_once('-')?;
    Some(parse_feature(first)? << FEATURE_BITS | 1 << BODY_BIT | parse_feature(second)?)
}

/// Returns the code of a feature from its letter (v, e or f) and index, as in "v7", without the bit of the body; `None`
/// for other text.
fn parse_feature(text: &str) -> Option<u64> {
    let kind = ["v", "e", "f"].iter().position(|kind| text.starts_with(kind))? as u64;
    let index: u64 = text.get(1..)?.parse().ok()?;
    (index <= MAX_INDEX).then_some(kind << INDEX_BITS | index)
}

/// Returns the id of a point from a feature of each body, in the order of `features`. `first` is the body, 0 for a or 1
/// for b, that comes first in an order that does not depend on which body is called a.
pub(crate) fn point_id(features: [Feature; 2], first: u8) -> u64 {
    let [high, low] = features.map(|feature| feature_code(feature, first));
    high << FEATURE_BITS | low
}

/// Returns the code of a feature in 32 bits: one for the body (0 for `first`), two for the kind, [`INDEX_BITS`] for the
/// index.
fn feature_code(feature: Feature, first: u8) -> u64 {
    let kind = match feature.kind {
        Kind::Vertex => 0,
        Kind::Edge => 1,
        Kind::Face => 2,
    };
    u64::from(feature.body != first) << BODY_BIT | kind << INDEX_BITS | (u64::from(feature.index) & MAX_INDEX)
}

/// A contact point of two bodies, with a position on each of them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Point<V> {
    /// Position on the surface of a, in the frame of the manifold, in the pair's length unit.
    pub on_a: V,
    /// Position on the surface of b, in the same frame and unit. To rounding, `on_b − on_a = −depth · normal`.
    pub on_b: V,
    /// Penetration depth along the normal at this point, in the pair's length unit; negative where the bodies are
    /// separate.
    pub depth: Real,
    /// Id of the point: unique in its manifold, derived from the features, and equal in a later manifold of these
    /// bodies, whatever the reference face, whether the point was clipped or not, and with a and b exchanged.
    pub id: u64,
    /// Feature of a and feature of b that the point lies on.
    pub features: [Feature; 2],
    /// Feature or construction that the point comes from.
    pub origin: PointOrigin,
}

impl<V: Default> Point<V> {
    /// Returns a placeholder for a list with a fixed number of points.
    pub(super) fn none() -> Self {
        let features = [Feature::new(0, Kind::Vertex, 0); 2];
        Self { on_a: V::default(), on_b: V::default(), depth: 0.0, id: 0, features, origin: PointOrigin::Closest }
    }
}

impl<V> Point<V> {
    /// Returns the point with a and b exchanged.
    #[inline]
    pub(super) fn exchanged(self) -> Self {
        let features = self.features.map(|feature| Feature { body: 1 - feature.body, ..feature });
        Self { on_a: self.on_b, on_b: self.on_a, features, ..self }
    }
}
