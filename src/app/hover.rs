//! Which marks belong together: what lights up with what the pointer is over.

use crate::picture::Key;

/// Whether a mark belongs to the body of that name: the name, or the name and a slash, begins its key.
pub(super) fn is_of(key: &Key, name: &str) -> bool {
    let rest = kin(key).strip_prefix("body/").and_then(|text| text.strip_prefix(name));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What a key is about: the id of a view and the letters of partners are left out, so that a vertex `w/3` of the CSO, its
/// points `a/3` and `b/3` on the bodies, and the edges between them share it.
pub(super) fn kin(key: &Key) -> &str {
    let text = key.0.as_ref();
    let sides = ["world/", "cso/", "w/", "a/", "b/", "edge/"];
    sides.iter().find_map(|side| text.strip_prefix(side)).unwrap_or(text)
}

/// Whether a mark or row lights together with what the pointer is over.
pub(super) fn lit(hover: Option<&Key>, key: &Key) -> bool {
    hover.is_some_and(|hover| kin(hover) == kin(key))
}
