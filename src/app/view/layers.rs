//! Layers of a picture, one per entry of a legend, hidden and shown as a whole. Steps do not change them.

use std::collections::BTreeSet;

use crate::picture::{Form, Mark, Role};

/// Hidden layers, by view and role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    off: BTreeSet<(&'static str, Role)>,
}

/// Role of the layer that a mark belongs to; all groups share one.
fn layer_of(role: Role) -> Role {
    if matches!(role, Role::Group(_)) { Role::Group(0) } else { role }
}

/// All layers that a legend may name.
fn all() -> impl Iterator<Item = Role> {
    Role::ALL.into_iter().map(layer_of).filter(|role| !matches!(role, Role::Grid | Role::Text))
}

/// Whether a mark determines the layout of a flat view and therefore stays visible.
fn holds_places(form: &Form) -> bool {
    matches!(
        form,
        Form::Lane { .. }
            | Form::Axis { .. }
            | Form::Scale { .. }
            | Form::Tile { .. }
            | Form::Magnifier { .. }
            | Form::ReservedSpace(_)
            | Form::Columns { .. }
    )
}

impl Layers {
    /// Whether the layer of this role is hidden in the view.
    pub fn is_off(&self, view: &'static str, role: Role) -> bool {
        self.off.contains(&(view, layer_of(role)))
    }

    /// Whether a mark of this view is drawn.
    pub fn shows(&self, view: &str, mark: &Mark) -> bool {
        let layer = layer_of(mark.role);
        holds_places(&mark.form) || !self.off.iter().any(|(other, role)| *other == view && *role == layer)
    }

    /// Whether any layer is hidden in any view.
    pub fn any_off(&self) -> bool {
        !self.off.is_empty()
    }

    /// Whether any layer of this view is hidden.
    pub fn any_off_in(&self, view: &str) -> bool {
        self.off.iter().any(|(other, _)| *other == view)
    }

    /// Hides a layer, or shows it.
    pub fn toggle(&mut self, view: &'static str, role: Role) {
        let layer = (view, layer_of(role));
        if !self.off.remove(&layer) {
            self.off.insert(layer);
        }
    }

    /// Shows only this layer of a view; when it is alone already, all.
    pub fn alone(&mut self, view: &'static str, role: Role) {
        let others: BTreeSet<_> = all().filter(|other| *other != layer_of(role)).map(|other| (view, other)).collect();
        let was_alone = others.is_subset(&self.off);
        self.off.retain(|(other, _)| *other != view);
        if !was_alone {
            self.off.extend(others);
        }
    }

    /// Shows all layers of all views.
    pub fn show_all(&mut self) {
        self.off.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_alone_in_its_view_and_then_all_are_there_again() {
        let mut layers = Layers::default();
        layers.alone("world", Role::ShapeA);
        assert!(!layers.is_off("world", Role::ShapeA) && layers.is_off("world", Role::ShapeB));
        assert!(!layers.is_off("cso", Role::ShapeB), "another view keeps its own");
        layers.toggle("world", Role::ShapeA);
        layers.alone("world", Role::ShapeA);
        assert!(!layers.any_off());
    }

    #[test]
    fn groups_are_one_layer() {
        let mut layers = Layers::default();
        layers.toggle("world", Role::Group(2));
        assert!(layers.is_off("world", Role::Group(5)));
        layers.toggle("world", Role::Group(0));
        assert!(!layers.any_off());
    }
}
