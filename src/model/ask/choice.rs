//! Enums whose variants have names in files and on screens.

/// A variant with its names.
#[derive(Clone, Copy, Debug)]
pub struct Named<C> {
    /// Name in scene files and batch lines.
    pub name: &'static str,
    /// Label shown on screens.
    pub label: &'static str,
    /// The variant that the names refer to.
    pub variant: C,
}

/// An enum of a few named variants.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// All variants in display order. Panels and help take the first one for the default of an option.
    const NAMED: &'static [Named<Self>];

    /// Returns the name of the variant in files; empty for a variant missing from [`Self::NAMED`].
    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|named| named.variant == self).map_or("", |named| named.name)
    }

    /// Returns the variant of this name; `None` for unknown names.
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|named| named.name == name).map(|named| named.variant)
    }
}
