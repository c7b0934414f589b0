//! What contact manifolds of the plane and of space have in common: how they are asked for, how they end, what a point is
//! and how it is named. `V` is a vector of the space.

use super::prelude::*;
pub use crate::ask::ContactReference;
pub use crate::snapshot::manifold::{Feature, Kind, Outcome, Reference, Why, spelled};

/// Names of points, as many as a reduced manifold has at most in practice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Names {
    ids: [u64; 8],
    count: u8,
}

impl Names {
    /// The first eight of these.
    pub fn of(ids: impl IntoIterator<Item = u64>) -> Self {
        let mut names = Self::default();
        for (slot, id) in names.ids.iter_mut().zip(ids) {
            *slot = id;
            names.count += 1;
        }
        names
    }

    /// Whether a name is among them.
    pub fn has(&self, id: u64) -> bool {
        self.ids[..usize::from(self.count)].contains(&id)
    }
}

/// How a manifold is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Points up to this far apart are told too, in the pair's length unit; not negative.
    pub margin: Real,
    /// At most so many points; 0 for all there are.
    pub max_points: u32,
    /// The reference face of the answer before: it stays as long as it is worse by no more than [`band`].
    pub previous: Option<Reference>,
    /// Points of the answer before: where some have to be given up, one of these stays while another would be better by no
    /// more than [`SHARE`].
    pub known: Names,
    /// What makes the contact.
    pub reference: ContactReference,
}

impl Default for Options {
    /// All touching and overlapping points.
    fn default() -> Self {
        Self { margin: 0.0, max_points: 0, previous: None, known: Names::default(), reference: ContactReference::Auto }
    }
}

/// What is as good as the best: a twentieth of the depth (or of the gap), and never less than eight roundings. Smaller: the
/// reference flickers between faces that are nearly as deep. Larger: bodies are pushed farther than they have to be.
pub const SHARE: Real = 0.05;

/// How much worse than the best a face may be and still be taken, where the best gap is `gap`, in its unit.
#[inline]
pub fn band(gap: Real, rounding: Real) -> Real {
    (SHARE * gap.abs()).max(8.0 * rounding)
}

/// The name that is spelled so, of a point of which the first part is of the first body; `None` of other text.
pub fn read(spelled: &str) -> Option<u64> {
    let part = |text: &str| {
        let kind = ["v", "e", "f"].iter().position(|kind| text.starts_with(kind))? as u64;
        let index: u64 = text.get(1..)?.parse().ok()?;
        (index <= 0x1fff_ffff).then_some(kind << 29 | index)
    };
    let (first, second) = spelled.split_once('-')?;
    Some(part(first)? << 32 | 1 << 31 | part(second)?)
}

/// The name of a point of a pair whose first body, in the order that does not ask which is a, is `first`: two parts of the bodies.
pub(crate) fn name(features: [Feature; 2], first: u8) -> u64 {
    let [p, q] = features.map(|feature| code(feature, first));
    p << 32 | q
}

/// A part of a body in 32 bits, with the body told as first or second.
fn code(feature: Feature, first: u8) -> u64 {
    let kind = match feature.kind {
        Kind::Vertex => 0,
        Kind::Edge => 1,
        Kind::Face => 2,
    };
    u64::from(feature.body != first) << 31 | kind << 29 | u64::from(feature.index & 0x1fff_ffff)
}

/// A point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    /// On the surface of a.
    pub on_a: V,
    /// On the surface of b: `on_b − on_a = −depth · normal`.
    pub on_b: V,
    /// How deep the bodies overlap here, along the normal; negative apart. In the pair's length unit.
    pub depth: Real,
    /// The point's name: unique in its manifold, made of what it lies on, and the same in a later manifold of these bodies
    /// whatever the reference is, whether it was cut or not, and with a and b exchanged.
    pub id: u64,
    /// What it lies on, with whose it is.
    pub features: [Feature; 2],
    /// How it came to be.
    pub why: Why,
}

impl<V: Default> Point<V> {
    /// A place for a point.
    pub(super) fn none() -> Self {
        let features = [Feature::new(0, Kind::Vertex, 0); 2];
        Self { on_a: V::default(), on_b: V::default(), depth: 0.0, id: 0, features, why: Why::Closest }
    }
}

impl<V> Point<V> {
    /// The same with a and b exchanged.
    #[inline]
    pub(super) fn exchanged(self) -> Self {
        let features = self.features.map(|feature| Feature { body: 1 - feature.body, ..feature });
        Self { on_a: self.on_b, on_b: self.on_a, features, ..self }
    }
}

impl Options {
    /// The same with a and b exchanged.
    #[inline]
    pub fn exchanged(self) -> Self {
        Self { previous: self.previous.map(Reference::exchanged), reference: self.reference.swapped(), ..self }
    }
}

/// Along this direction of the world the body that lies behind comes first of two equal ones. No face of a usual scene is
/// parallel to it or perpendicular, so that bodies at rest keep their order.
pub(super) const ORDER: [Real; 3] = [0.528_137_9, 0.771_461_2, 0.354_792_3];
