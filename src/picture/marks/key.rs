//! Keys: the identities of marks over the steps of a lesson.

use std::borrow::Cow;

/// Identity of a mark over steps, such as `simplex/2`, for hover, selection, animation and comparison. Marks in several
/// panes and table rows with one key are highlighted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub Cow<'static, str>);

impl Key {
    /// Whether `part` is this key, or a part of it: `simplex` contains `simplex/2`.
    pub fn contains(&self, part: &Self) -> bool {
        part.0.strip_prefix(&*self.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl From<&'static str> for Key {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}
