//! Fields that select the bodies of a query about many bodies: all bodies of the scene, or the checked ones.

use std::collections::HashSet;

use contact_lens_scene::model::{Scene, Selection};
use egui::Ui;

use crate::panels::fields::row;

/// Height of the list, points.
const HEIGHT: f32 = 150.0;

/// Draws the choice between all and some bodies, and for some a list of checkboxes; only visible rows are created.
/// Returns whether a box was changed.
pub(in crate::panels) fn show(ui: &mut Ui, scene: &Scene, bodies: &mut Selection) -> bool {
    let mut all = *bodies == Selection::All;
    let ticked = row(ui, "Bodies", |ui| ui.checkbox(&mut all, "all").accessible_name("all bodies").changed());
    if ticked {
        *bodies = if all {
            Selection::All
        } else {
            Selection::Named(scene.bodies.iter().map(|body| body.name.clone()).collect())
        };
        return true;
    }
    let Selection::Named(names) = bodies else { return false };
    ui.weak(format!("{} of {} bodies", names.len(), scene.bodies.len()));
    let mut toggled_body = None;
    let chosen: HashSet<&str> = names.iter().map(String::as_str).collect();
    let area = egui::ScrollArea::vertical().id_salt("chosen bodies").max_height(HEIGHT).auto_shrink([false, true]);
    area.show_rows(ui, ui.spacing().interact_size.y, scene.bodies.len(), |ui, shown| {
        for body in shown.filter_map(|i| scene.bodies.get(i)) {
            let mut is_included = chosen.contains(body.name.as_str());
            // A query needs at least one body.
            let can_change = !is_included || names.len() > 1;
            let response = ui.add_enabled(can_change, egui::Checkbox::new(&mut is_included, &body.name));
            if response.accessible_name(format!("Include {}", body.name)).changed() {
                toggled_body = Some((body.name.clone(), is_included));
            }
        }
    });
    let Some((name, is_included)) = toggled_body else { return false };
    if is_included {
        names.push(name);
    } else {
        names.retain(|other| *other != name);
    }
    true
}
