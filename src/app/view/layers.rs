//! Layers of a picture, which legends hide and show as a whole. All marks of one role form a layer; the groups of
//! colors ([`Role::Group`]) form one layer together. The layers stay hidden from step to step.

use std::collections::BTreeSet;

use contact_lens_picture::{Form, Mark, Role};

/// Hidden layers, by view and role. Bodies that the query does not name are hidden by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// View and role of the layers that are not in their default state.
    toggled: BTreeSet<(&'static str, Role)>,
}

/// Whether a layer is hidden by default: that of the bodies that the query does not name.
fn is_off_by_default(layer: Role) -> bool {
    layer == Role::Bystander
}

/// Role of the layer that a mark belongs to; all groups share one.
fn layer_of(role: Role) -> Role {
    if matches!(role, Role::Group(_)) { Role::Group(0) } else { role }
}

/// All layers that a legend may name.
fn legend_layers() -> impl Iterator<Item = Role> {
    Role::ALL.into_iter().map(layer_of).filter(|role| !matches!(role, Role::Grid | Role::Text))
}

/// Whether a mark determines the layout of a flat view and therefore stays visible.
fn determines_layout(form: &Form) -> bool {
    matches!(
        form,
        Form::Lane { .. } | Form::Axis { .. } | Form::Scale { .. } | Form::Tile { .. } | Form::Columns { .. }
    )
}

impl Layers {
    /// Whether the layer of this role is hidden in the view.
    pub fn is_off(&self, view: &'static str, role: Role) -> bool {
        self.is_layer_off(view, layer_of(role))
    }

    /// Whether a mark of this view is drawn.
    pub fn shows(&self, view: &str, mark: &Mark) -> bool {
        determines_layout(&mark.form) || !self.is_layer_off(view, layer_of(mark.role))
    }

    /// Whether a layer of this view is hidden, by the user or by default.
    fn is_layer_off(&self, view: &str, layer: Role) -> bool {
        let is_toggled = self.toggled.iter().any(|(other, role)| *other == view && *role == layer);
        is_toggled != is_off_by_default(layer)
    }

    /// Whether the user has hidden a layer of any view.
    pub fn any_off(&self) -> bool {
        self.toggled.iter().any(|(_, layer)| !is_off_by_default(*layer))
    }

    /// Whether the user has hidden a layer of this view.
    pub fn any_off_in(&self, view: &str) -> bool {
        self.toggled.iter().any(|(other, layer)| *other == view && !is_off_by_default(*layer))
    }

    /// Hides the layer of this role in the view if it is shown; shows it if it is hidden.
    pub fn toggle(&mut self, view: &'static str, role: Role) {
        let layer = (view, layer_of(role));
        if !self.toggled.remove(&layer) {
            self.toggled.insert(layer);
        }
    }

    /// Shows only this layer of a view; if it is the only one already, shows the layers that are shown by default.
    pub fn show_only(&mut self, view: &'static str, role: Role) {
        let layer = layer_of(role);
        let was_alone = legend_layers().all(|other| other == layer || self.is_layer_off(view, other));
        // All layers of the view are in their default state now.
        self.toggled.retain(|(other, _)| *other != view);
        if was_alone {
            return;
        }
        for other in legend_layers() {
            let is_off = other != layer;
            if is_off != is_off_by_default(other) {
                self.toggled.insert((view, other));
            }
        }
    }

    /// Shows all layers of all views that are shown by default.
    pub fn show_all(&mut self) {
        self.toggled.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_shown_alone_in_its_view_and_then_all_are_shown() {
        let mut layers = Layers::default();
        layers.show_only("world", Role::ShapeA);
        assert!(!layers.is_off("world", Role::ShapeA) && layers.is_off("world", Role::ShapeB));
        assert!(!layers.is_off("cso", Role::ShapeB), "another view keeps its own");
        layers.toggle("world", Role::ShapeA);
        layers.show_only("world", Role::ShapeA);
        assert!(!layers.any_off());
    }

    #[test]
    fn bodies_outside_of_the_query_are_hidden_until_their_layer_is_switched_on() {
        let mut layers = Layers::default();
        assert!(layers.is_off("world", Role::Bystander) && !layers.any_off(), "nothing that the user has hidden");
        layers.toggle("world", Role::Bystander);
        assert!(!layers.is_off("world", Role::Bystander) && !layers.any_off());
        layers.show_only("world", Role::ShapeA);
        assert!(layers.is_off("world", Role::Bystander), "another layer is alone");
        layers.show_only("world", Role::Bystander);
        assert!(!layers.is_off("world", Role::Bystander) && layers.is_off("world", Role::ShapeA));
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
