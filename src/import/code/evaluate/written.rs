//! Distinction of shapes in code, `Cuboid::new(…)`, from the records of shapes that programs and debuggers print,
//! `Cuboid { half_extents: … }`, which another reader of the importer reads.

use crate::code::join::store::Entity;
use crate::names::normalized;

/// Whether an entity is written in code, rather than printed as a record.
pub fn written(text: &str, entity: &Entity) -> bool {
    let constructor = text.get(entity.at..).unwrap_or_default();
    let name = entity.path.last().map_or("", String::as_str);
    let after_name = constructor.strip_prefix(name).map_or("", |rest| rest.trim_start_matches(' '));
    if begins_with_size(after_name) {
        return false;
    }
    let has_braces = after_name.starts_with('{');
    // A debugger's cast: `(BoxShape) {mHalfExtents = …}`.
    let is_cast = constructor.starts_with('(') && entity.arguments.iter().all(|(key, _)| key.is_some());
    if !has_braces && !is_cast {
        return true;
    }
    // Initializers of structures of Box2D, Bullet and PhysX: `b2Circle{ center, radius }`.
    name.starts_with(['b', 'P']) && !has_printed_fields(constructor)
}

/// Whether a text begins with the field of a printed shape, not with a variable: `half_extents=[…]` after `Cuboid`.
fn begins_with_size(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    is_size(&text[..end]) && text[end..].trim_start_matches(' ').starts_with('=')
}

/// Sizes in printed shapes, in lower case without underscores.
const SIZES: [&str; 7] = ["halfextents", "halfextent", "extents", "size", "radius", "halfheight", "height"];

/// Whether a name is the field of a size in a printed shape: `half_extents`, `mRadius`.
fn is_size(name: &str) -> bool {
    let name = normalized(name);
    SIZES.contains(&name.as_str()) || name.strip_prefix('m').is_some_and(|name| SIZES.contains(&name))
}

/// Whether the first field in braces is `name=value`, as debuggers print it, rather than `name: value`.
fn has_printed_fields(constructor: &str) -> bool {
    let fields = constructor.split_once('{').map_or("", |(_, fields)| fields.trim_start());
    let after_name = fields.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    after_name.len() < fields.len() && after_name.trim_start_matches(' ').starts_with('=')
}
