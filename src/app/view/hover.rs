//! Relations of mark ids: which marks and rows are highlighted with the one under the pointer, and which marks belong
//! to a body.

use contact_lens_picture::Key;

/// Whether a mark belongs to the body `name`: its id, without the view, is `body/name`, alone or followed by a slash.
pub(crate) fn belongs_to_body(key: &Key, name: &str) -> bool {
    let after_name = related_id(key).strip_prefix("body/").and_then(|text| text.strip_prefix(name));
    after_name.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('/'))
}

/// Part of a mark id that related marks share: the id without the prefix of its view, body or kind. A vertex `w/3` of
/// the CSO (the Minkowski difference A − B) and its points `a/3` and `b/3` on the bodies have the related id `3`.
pub(crate) fn related_id(key: &Key) -> &str {
    let text = key.0.as_ref();
    // Views of the world and of the CSO; vertices of the CSO; points on the bodies A and B; edges.
    let prefixes = ["world/", "cso/", "w/", "a/", "b/", "edge/"];
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text)
}

/// Whether a mark or row is highlighted with the one under the pointer.
pub(crate) fn is_highlighted(hover: Option<&Key>, key: &Key) -> bool {
    hover.is_some_and(|hover| related_id(hover) == related_id(key))
}
