//! What the pictures of a beat show.

use super::{Exact, Record};
use crate::snapshot::frustum::{BesideSum, Found, PlaneTest, Sum};

/// What the pictures of a beat show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shows<'a> {
    /// The body at hand.
    pub record: &'a Record,
    /// The same, with where it ends along normals.
    pub found: &'a Found,
    /// So many of its planes have been tested.
    pub tested: usize,
    /// Whether its class is known.
    pub known: bool,
    /// Whether the exact test is shown.
    pub exact: bool,
}

impl Shows<'_> {
    /// The plane that this beat is about.
    pub fn lit(&self) -> Option<&PlaneTest> {
        if self.known { None } else { self.record.tests.get(self.tested.checked_sub(1)?)?.as_ref() }
    }

    /// The sum of planes that parts the body from the frustum, where it is shown, and the body beside it.
    pub fn sum(&self) -> Option<(Sum, BesideSum)> {
        match (self.record.exact, self.found.beside_sum) {
            (Some(Exact::Outside(sum)), Some(beside)) if self.exact => Some((sum, beside)),
            _ => None,
        }
    }
}
