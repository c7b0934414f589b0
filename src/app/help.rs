//! Pages of the help. The panel `panels::help` draws them.

/// A page of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpPage {
    /// Keys and mouse actions.
    Keys,
    /// Options of the query shown.
    Options,
}

impl HelpPage {
    /// All pages, in order.
    pub const ALL: [Self; 2] = [Self::Keys, Self::Options];

    /// Title of the page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Keys => "Keys and mouse",
            Self::Options => "Options of this query",
        }
    }
}
