//! Elements of a page: captions, labels, insets, rows of key numbers, and SVG.

pub(super) mod backing;
pub(super) mod caption;
pub(super) mod columns;
pub(super) mod frame_cells;
pub mod inset;
pub(super) mod key_numbers;
pub mod label;
pub(super) mod measures;
pub(super) mod svg;
