//! Formats and parses the short texts of the window: numbers, symbols, arithmetic in fields, search.

pub(super) mod arithmetic;
pub(super) mod fuzzy;
pub(super) mod numbers;
pub(super) mod typeset;
