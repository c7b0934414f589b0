//! How the toy is asked: one option, in which everything that reads options finds its row.

use contact_lens_engine::option_row as row;

use crate::ask::{Field, Options, Range};

/// Options of the toy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToyOptions {
    /// The line on which the gap is taken.
    pub along: Option<[f64; 3]>,
}

contact_lens_engine::options_in_files!(ToyOptions);

impl Options for ToyOptions {
    const FIELDS: &'static [Field<Self>] =
        &[row!(along, "Along", "World frame; any length but 0. Absent: from A's origin to B's.")
            .number(Range::POSITIVE, 1.0)];
}
