//! Distinction of shapes in code from the records of shapes that programs print.

use crate::import::code::join::store::Entity;
use crate::import::code::pose::rotations::normalized;

/// Whether an entity is written in code, rather than printed by `Debug` as a record: `Cuboid { half_extents: … }`.
pub fn written(text: &str, entity: &Entity) -> bool {
    let after = text.get(entity.at..).unwrap_or_default();
    let name = entity.path.last().map_or("", String::as_str);
    let rest = after.strip_prefix(name).map_or("", |rest| rest.trim_start_matches(' '));
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    // `Cuboid half_extents=[…]`: a field of a printed shape, not a variable.
    if rest[end..].trim_start_matches(' ').starts_with('=') && is_size(&rest[..end]) {
        return false;
    }
    let record = after.strip_prefix(name).is_some_and(|rest| rest.trim_start_matches(' ').starts_with('{'))
        // A debugger's cast: `(BoxShape) {mHalfExtents = …}`.
        || after.starts_with('(') && entity.arguments.iter().all(|(key, _)| key.is_some());
    !record || name.starts_with(['b', 'P']) && !has_printed_fields(after)
}

/// Whether a name is the field of a size in a printed shape: `half_extents`, `mRadius`.
fn is_size(name: &str) -> bool {
    let name = normalized(name);
    let names = ["halfextents", "halfextent", "extents", "size", "radius", "halfheight", "height"];
    names.contains(&name.strip_prefix('m').filter(|rest| names.contains(rest)).unwrap_or(&name))
}

/// Whether the first field in braces is `name=value`, as debuggers print it, rather than `name: value`.
fn has_printed_fields(after: &str) -> bool {
    let inner = after.split_once('{').map_or("", |(_, inner)| inner.trim_start());
    let name = inner.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    name.len() < inner.len() && name.trim_start_matches(' ').starts_with('=')
}
