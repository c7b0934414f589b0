//! Layout that all figures of a sequence share: bounds for the cameras, and space for texts. Because of it, nothing
//! moves from one figure to the next.

use contact_lens_picture::{Bounds, Reserve};

/// Bounds for cameras, and space for texts and legends, that all figures of a sequence share.
#[derive(Default)]
pub struct CommonLayout {
    /// Bounds for the camera of each view, in the order of the views.
    pub(super) bounds: Vec<Bounds>,
    /// Space outside the panes.
    pub(super) reserve: Reserve,
    /// Whether each view has content in any figure of an animation; empty where this is not known.
    pub(super) has_content: Vec<bool>,
}

impl CommonLayout {
    /// Extends the bounds and the space so that they suffice for the figures of `other` too.
    pub fn join(&mut self, other: Self) {
        self.reserve.join(other.reserve);
        self.bounds.resize_with(other.bounds.len(), Bounds::default);
        self.bounds.iter_mut().zip(other.bounds).for_each(|(common, added)| common.join(added));
        self.join_content(other.has_content.into_iter());
    }

    /// Returns the layout without space for the texts outside the panes and the legend.
    #[must_use]
    pub fn with_legend_only(self) -> Self {
        let Reserve { samples, legend_rows, .. } = self.reserve;
        Self { reserve: Reserve { samples, legend_rows, ..Reserve::default() }, ..self }
    }

    /// Records which panes of another figure have content, in the order of the views.
    pub(super) fn join_content(&mut self, panes: impl ExactSizeIterator<Item = bool>) {
        self.has_content.resize(self.has_content.len().max(panes.len()), false);
        self.has_content.iter_mut().zip(panes).for_each(|(common, added)| *common |= added);
    }
}
