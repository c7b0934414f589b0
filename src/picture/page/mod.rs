//! Elements of a figure's page: layout of panes, captions, labels, insets, strips of frames and of key numbers, and the
//! SVG that they are drawn to.

pub(super) mod backing;
pub(super) mod caption;
pub(super) mod columns;
pub(super) mod frame_cells;
pub mod inset;
pub(super) mod key_numbers;
pub mod label;
pub(super) mod measures;
pub(super) mod svg;
