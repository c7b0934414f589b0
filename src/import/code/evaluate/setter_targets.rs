//! Fields that the paths of setters mean: `position` with the coordinate x for `body.position.x`, `quaternion` for
//! `mesh.quaternion.setFromEuler`.

use crate::code::join::store::{Slot, slot};
use crate::code::pose::changes;
use crate::names::normalized;

/// Methods after the name of the field that they set, in lower case without underscores: `position.set(…)`.
const METHODS_OF_FIELDS: [&str; 5] = ["set", "copy", "fromarray", "value", "setvalue"];

/// Part of a shape or body that the path of a setter means.
pub struct SetterTarget<'n> {
    /// Index of the coordinate, as in `position.x`.
    pub component: Option<usize>,
    /// Whether the last name is a coordinate or a method of the field before it.
    pub is_part_of_field: bool,
    /// Name of the field, without a coordinate or method after it.
    pub field: Option<&'n str>,
    /// Part of the pose that the last name or the field is.
    pub slot: Option<Slot>,
}

impl<'n> SetterTarget<'n> {
    /// Finds the target of the setter with the path `names`.
    pub fn of(names: &[&'n str]) -> Self {
        let last = names.last().copied().unwrap_or_default();
        let method = normalized(last);
        let component = changes::component(names);
        let is_part_of_field = component.is_some() || last == "w" || METHODS_OF_FIELDS.contains(&method.as_str());
        // `quaternion.setFromEuler(…)`.
        let follows_field = is_part_of_field || method.starts_with("setfrom");
        let field = names.iter().rev().nth(usize::from(follows_field)).copied();
        let slot = slot(last).or_else(|| field.and_then(slot));
        Self { component, is_part_of_field, field, slot }
    }
}
