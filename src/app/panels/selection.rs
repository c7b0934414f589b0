//! Which bodies a question about many is about: all of them, or those that are ticked.

use std::collections::HashSet;

use egui::Ui;

use super::fields::row;
use crate::scene::model::{Scene, Selection};

/// Height of the list, points.
const HEIGHT: f32 = 150.0;

/// A row with the choice between all and some; of some a list to tick, of which only the rows in view are made. Returns
/// whether something was ticked.
pub(super) fn show(ui: &mut Ui, scene: &Scene, bodies: &mut Selection) -> bool {
    let mut all = *bodies == Selection::All;
    let ticked = row(ui, "Bodies", |ui| ui.checkbox(&mut all, "all").accessible_name("all bodies").changed());
    if ticked {
        *bodies = match all {
            true => Selection::All,
            false => Selection::Named(scene.bodies.iter().map(|body| body.name.clone()).collect()),
        };
        return true;
    }
    let Selection::Named(names) = bodies else { return false };
    ui.weak(format!("{} of {} bodies", names.len(), scene.bodies.len()));
    let mut turned = None;
    let chosen: HashSet<&str> = names.iter().map(String::as_str).collect();
    let area = egui::ScrollArea::vertical().id_salt("chosen bodies").max_height(HEIGHT).auto_shrink([false, true]);
    area.show_rows(ui, ui.spacing().interact_size.y, scene.bodies.len(), |ui, shown| {
        for body in shown.filter_map(|i| scene.bodies.get(i)) {
            let mut on = chosen.contains(body.name.as_str());
            // A question about nobody is none.
            let response = ui.add_enabled(!on || names.len() > 1, egui::Checkbox::new(&mut on, &body.name));
            if response.accessible_name(format!("ask about {}", body.name)).changed() {
                turned = Some((body.name.clone(), on));
            }
        }
    });
    let Some((name, on)) = turned else { return false };
    if on {
        names.push(name)
    } else {
        names.retain(|other| *other != name)
    }
    true
}
