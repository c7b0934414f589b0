//! Section of the panel with tables about the selected body of a world: why its velocity changed in the frame, cause by
//! cause. A click on a cause lists the sub-steps of its rows; a button opens the contact as a scene.

use contact_lens_lesson::{PlanarMotion, VelocityCause, VelocityChanges};
use contact_lens_model::answer::number;
use contact_lens_scene::model::Algorithm;
use egui::{Button, Grid, RichText, Ui};

use crate::command::{Command, ExplanationCommand, WorldCommand};
use crate::panels::section;
use crate::state::State;
use crate::theme::Look;

/// Font size of names and numbers, points.
const TEXT_SIZE: f32 = 11.5;

/// Selected body of a world, and why it moved.
pub(super) struct SelectedBody<'a> {
    /// Name of the body.
    name: &'a str,
    changes: VelocityChanges,
}

impl<'a> SelectedBody<'a> {
    /// The selected body; `None` if it is not a dynamic body of a world, and while answers are hidden.
    pub fn of(state: &'a State) -> Option<Self> {
        if state.hides_answers() {
            return None;
        }
        let body = state.doc.scene.bodies.get(state.focus.body?)?;
        let changes = state.recording.as_ref()?.lesson.velocity_changes(&body.name)?;
        Some(Self { name: &body.name, changes })
    }
}

/// Draws the section about the selected body.
pub(super) fn show(ui: &mut Ui, state: &State, selected: &SelectedBody<'_>, out: &mut Vec<Command>) {
    let SelectedBody { name, changes } = selected;
    let look = Look::get(ui);
    section(ui, &format!("Why {name} moved in this frame"));
    let least = changes.rounding();
    Grid::new("velocity changes").num_columns(4).spacing([14.0, 3.0]).show(ui, |ui| {
        for head in ["cause", "vx, m/s", "vy, m/s", "ω, rad/s"] {
            ui.label(RichText::new(head).size(11.0).color(look.weak));
        }
        ui.end_row();
        draw_row(ui, "velocity before", changes.before, least, look);
        for (index, cause) in changes.causes.iter().enumerate() {
            let earlier = &changes.causes[..index];
            let is_repeated = earlier.iter().any(|earlier| earlier.other_body == cause.other_body);
            ui.horizontal(|ui| {
                draw_cause_name(ui, cause, look, out);
                // Push and friction are of one contact.
                if let Some(other) = cause.other_body.as_deref().filter(|_| !is_repeated) {
                    draw_contact_button(ui, state, [name, other], out);
                }
            });
            draw_numbers(ui, cause.change, least, look);
            ui.end_row();
        }
        draw_row(ui, "sum of the causes", changes.total(), least, look);
        draw_row(ui, "velocity after", changes.after, least, look);
    });
    let [x, y, angle] = changes.correction;
    if changes.correction != [0.0; 3] {
        let text = format!(
            "Position correction moved it by {} and {}, and rotated it by {}°, which is not part of the velocity.",
            &*number::length(x),
            &*number::length(y),
            number::brief(angle.to_degrees())
        );
        ui.add(egui::Label::new(RichText::new(text).size(TEXT_SIZE).color(look.text)).wrap());
    }
    ui.add_space(4.0);
}

/// Draws the three numbers of a motion; those up to `least` as 0.
fn draw_numbers(ui: &mut Ui, motion: PlanarMotion, least: f64, look: Look) {
    for value in motion {
        let text = if value.abs() <= least { String::from("0") } else { number::brief(value) };
        ui.label(RichText::new(text).size(TEXT_SIZE).monospace().color(look.text));
    }
}

/// Draws a row without a cause.
fn draw_row(ui: &mut Ui, name: &str, motion: PlanarMotion, least: f64, look: Look) {
    ui.label(RichText::new(name).size(TEXT_SIZE).color(look.weak));
    draw_numbers(ui, motion, least, look);
    ui.end_row();
}

/// Draws the name of a cause. A click on the name of a contact or joint lists its sub-steps.
fn draw_cause_name(ui: &mut Ui, cause: &VelocityCause, look: Look, out: &mut Vec<Command>) {
    let text = RichText::new(&cause.name).size(TEXT_SIZE).color(look.strong);
    match &cause.key {
        Some(key) => {
            let button = ui.add(Button::new(text).frame_when_inactive(false));
            if button.on_hover_text("List the sub-steps of this cause; a click on one goes there").clicked() {
                out.push(ExplanationCommand::Ask(key.clone()).into());
            }
        }
        None => {
            ui.label(text);
        }
    }
}

/// Draws the button that opens the contact of two bodies, given by their names, as a scene.
fn draw_contact_button(ui: &mut Ui, state: &State, names: [&str; 2], out: &mut Vec<Command>) {
    let Some(bodies) = pair(state, names) else { return };
    let [name, other] = names;
    let button = ui.add(Button::new(RichText::new("contact").size(11.0)).small());
    let button = button.accessible_name(format!("Open the contact with {other}"));
    if button.on_hover_text(format!("Open {name} and {other} in this pose, with a contact query")).clicked() {
        out.push(WorldCommand::OpenPair { bodies, algorithm: Algorithm::Manifold }.into());
    }
}

/// Indices of two bodies of the scene, the first one in the scene first; `None` if a name is unknown.
fn pair(state: &State, names: [&str; 2]) -> Option<[usize; 2]> {
    let bodies = &state.doc.scene.bodies;
    let mut indices = names.map(|name| bodies.iter().position(|body| body.name == name));
    indices.sort_unstable();
    let [a, b] = indices;
    Some([a?, b?])
}
