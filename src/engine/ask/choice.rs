//! What all choices have in common.

/// One of the things that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Named<C> {
    /// In scene files and lines of a batch.
    pub name: &'static str,
    /// In words, on screens.
    pub label: &'static str,
    /// What is chosen.
    pub choice: C,
}

/// A choice among a few, each with a name.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// All of them, in the order in which they are listed: the default, where there is one, first.
    const NAMED: &'static [Named<Self>];

    /// Its name.
    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|named| named.choice == self).map_or("", |named| named.name)
    }

    /// The choice of this name.
    fn of(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|named| named.name == name).map(|named| named.choice)
    }
}
