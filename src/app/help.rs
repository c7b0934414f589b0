//! The pages of the help.

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// Every key, and all that the mouse does.
    Keys,
    /// What can be chosen about the question that is shown.
    Options,
}

impl HelpPage {
    /// As they stand beside each other.
    pub const ALL: [Self; 2] = [Self::Keys, Self::Options];

    /// Over the page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Keys => "Keys and mouse",
            Self::Options => "Options of this query",
        }
    }
}
