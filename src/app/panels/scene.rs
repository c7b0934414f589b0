//! Scene panel: name, note, queries, bodies, frusta and joints, and the fields of the selected ones.

pub(crate) mod body;
pub(super) mod compound;
pub(super) mod expectations;
pub(super) mod frustum;
pub(super) mod options;
pub(crate) mod query;
pub(super) mod selection;
pub(super) mod world;

use contact_lens_picture::Role;
use contact_lens_play as play;
use contact_lens_scene::ignored_point;
use contact_lens_scene::model::{Dimension, Scene};
use egui::{Sense, Ui, vec2};

use super::fields::Touched;
use super::icons::Icon;
use super::list::{draw_rows, list_heading, list_row, small_button};
use crate::command::{Command, SceneCommand, SelectCommand};
use crate::files::edit::{Edit, shape_kind};
use crate::state::State;
use crate::theme::Look;

/// Maximum number of bodies whose polygons are searched for ignored points. The search runs in every frame of the
/// window.
const MAX_SEARCHED_BODIES: usize = 256;

/// Font size of the note, points.
const NOTE_SIZE: f32 = 13.5;

/// Draws the panel, which scrolls.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(2.0);
        draw_heading(ui, state, &mut out);
        draw_queries(ui, state, &mut out);
        out.extend(query::show(ui, state));
        // Empty lists, which only offer an addition, are below the others.
        let has_frusta = !state.doc.scene.frusta.is_empty();
        if has_frusta {
            draw_frusta(ui, state, &mut out);
        }
        draw_bodies(ui, state, &mut out);
        out.extend(body::show(ui, state));
        if !has_frusta && state.doc.scene.dimension == Dimension::Three {
            draw_frusta(ui, state, &mut out);
        }
        out.extend(world::show(ui, state));
        ui.add_space(8.0);
    });
    out
}

/// Draws the title and the note of the scene, a badge if an import assumed the poses, and points that no shape uses.
fn draw_heading(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let mut name = state.doc.scene.name.clone();
    // Wraps to several lines; Enter ends the entry.
    let field = egui::TextEdit::multiline(&mut name).font(egui::FontId::proportional(14.5)).frame(egui::Frame::NONE);
    let field = field.desired_rows(1).desired_width(f32::INFINITY).return_key(None).text_color(look.strong);
    let response = ui.add(field).accessible_name("Scene name");
    if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        response.surrender_focus();
    }
    let name = name.replace(['\n', '\r'], " ");
    if response.changed() && !name.is_empty() {
        out.push(SceneCommand::Edit(Edit::Name(name)).into());
    }
    if response.lost_focus() {
        out.push(SceneCommand::EndGesture.into());
    }
    if state.doc.scene.note.starts_with(contact_lens_import::ASSUMED) {
        let badge = ui.label(egui::RichText::new("Poses assumed").size(12.0).color(look.warn));
        badge.on_hover_text(contact_lens_import::ASSUMED);
    }
    out.extend(draw_note(ui, &state.doc.scene.note, look));
    draw_ignored_points(ui, &state.doc.scene, look);
}

/// Draws a sentence about each polygon with a point inside the convex hull of its points, which is its shape.
fn draw_ignored_points(ui: &mut Ui, scene: &Scene, look: Look) {
    if scene.bodies.len() > MAX_SEARCHED_BODIES {
        return;
    }
    for body in &scene.bodies {
        if let Some(text) = ignored_point(body) {
            ui.label(egui::RichText::new(text).size(12.0).color(look.weak));
        }
    }
}

/// Draws the note; a field while it is edited.
fn draw_note(ui: &mut Ui, text: &str, look: Look) -> Vec<Command> {
    let memory = ui.scope_id().with("edited note");
    let is_edited: bool = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    if is_edited {
        let mut text = text.to_owned();
        let field = egui::TextEdit::multiline(&mut text).desired_width(f32::INFINITY).desired_rows(3);
        let response = ui.add(field).accessible_name("Note");
        if response.lost_focus() {
            ui.data_mut(|data| data.remove::<bool>(memory));
            return vec![SceneCommand::EndGesture.into()];
        }
        if !response.has_focus() {
            response.request_focus();
        }
        return if response.changed() { vec![SceneCommand::Edit(Edit::Note(text)).into()] } else { Vec::new() };
    }
    let starts_edit = if text.is_empty() {
        ui.add(egui::Button::new(egui::RichText::new("Add a note").size(12.0).color(look.weak)).frame(false)).clicked()
    } else {
        let mut clicked = false;
        draw_note_text(ui, text, look).context_menu(|ui| {
            if ui.button("Edit the note").clicked() {
                clicked = true;
                ui.close();
            }
        });
        clicked
    };
    if starts_edit {
        ui.data_mut(|data| data.insert_temp(memory, true));
    }
    Vec::new()
}

/// Draws the note as text, in full: it is the best explanation of the scene.
fn draw_note_text(ui: &mut Ui, text: &str, look: Look) -> egui::Response {
    let font = egui::FontId::proportional(NOTE_SIZE);
    let job = egui::text::LayoutJob::simple(text.to_owned(), font, look.text, ui.available_width());
    ui.add(egui::Label::new(job).sense(Sense::click()))
}

/// Draws the list of queries.
fn draw_queries(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let selected = state.focus.query;
    let list = &state.doc.scene.queries;
    list_heading(ui, "Queries", |ui| {
        if small_button(ui, Icon::Plus, "Add a query", !state.doc.scene.bodies.is_empty()) {
            out.push(SceneCommand::Edit(Edit::AddQuery((!list.is_empty()).then_some(selected))).into());
        }
        if small_button(ui, Icon::Minus, "Remove this query", !list.is_empty()) {
            out.push(SceneCommand::Edit(Edit::RemoveQuery(selected)).into());
        }
    });
    // Space for results, if any query has expectations, so that the names do not move when the results arrive.
    let has_results = list.iter().any(|query| query.ask.expectation().count() > 0);
    draw_rows(ui, "queries", list.len(), Some(selected), &mut |ui, index| {
        let query = &list[index];
        let chosen = index == selected;
        let clicked = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if has_results {
                expectations::draw_sign(ui, expectations::passes(state, index), &query.name);
            }
            list_row(ui, &query.name, &query.ask.subjects().list(), chosen, None).clicked()
        });
        if clicked.inner && !chosen {
            out.push(SelectCommand::SelectQuery(index).into());
        }
    });
    if list.is_empty() {
        ui.weak("No query: add one with +.");
    }
}

/// Draws the list of bodies.
fn draw_bodies(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let scene = &state.doc.scene;
    let selected = state.focus.body;
    list_heading(ui, "Bodies", |ui| {
        if small_button(ui, Icon::Plus, "Add a body", true) {
            out.push(SceneCommand::Edit(Edit::AddBody(selected)).into());
        }
        if small_button(ui, Icon::Minus, "Remove this body", selected.is_some() && scene.bodies.len() > 1) {
            out.extend(selected.map(|index| Command::Scene(SceneCommand::Edit(Edit::RemoveBody(index)))));
        }
    });
    draw_rows(ui, "bodies", scene.bodies.len(), selected, &mut |ui, index| {
        let Some(body) = scene.bodies.get(index) else { return };
        let role = state.query().map_or(Role::Bystander, |query| play::role_of(&query.ask, &body.name));
        let hidden = state.focus.hidden.contains(&body.name);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if draw_eye(ui, !hidden, &body.name).clicked() {
                out.push(SelectCommand::ToggleBody(index).into());
            }
            let chosen = selected == Some(index);
            // Queries about such a mesh use its convex hull instead.
            let is_hull = matches!(play::compare_with_hull(&body.shape), Some(play::MeshAndHull::Added(_)));
            let kind = if is_hull { "hull of mesh" } else { shape_kind(&body.shape) };
            if list_row(ui, &body.name, kind, chosen, Some(role)).clicked() {
                out.push(SelectCommand::SelectBody((!chosen).then_some(index)).into());
            }
        });
    });
}

/// Draws the list of frusta, and the fields of the selected one.
fn draw_frusta(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let list = &state.doc.scene.frusta;
    let selected = state.focus.frustum;
    list_heading(ui, "Frusta", |ui| {
        if small_button(ui, Icon::Plus, "Add a frustum", true) {
            out.push(SceneCommand::Edit(Edit::AddFrustum(selected)).into());
        }
        if small_button(ui, Icon::Minus, "Remove this frustum", selected.is_some()) {
            out.extend(selected.map(|index| Command::Scene(SceneCommand::Edit(Edit::RemoveFrustum(index)))));
        }
    });
    draw_rows(ui, "frusta", list.len(), selected, &mut |ui, index| {
        let chosen = selected == Some(index);
        let kind = frustum::FrustumKind::of(&list[index].form).name();
        if list_row(ui, &list[index].name, kind, chosen, None).clicked() {
            out.push(SelectCommand::SelectFrustum((!chosen).then_some(index)).into());
        }
    });
    out.extend(frustum::show(ui, state));
}

/// Adds the edit of a field that was changed, and the end of the gesture when the entry ended.
fn push_edit(touched: Touched, edit: Edit, out: &mut Vec<Command>) {
    if touched.changed {
        out.push(SceneCommand::Edit(edit).into());
    }
    if touched.done {
        out.push(SceneCommand::EndGesture.into());
    }
}

/// Draws the button that hides or shows the body `name`: an eye, crossed out while the body is hidden.
fn draw_eye(ui: &mut Ui, is_visible: bool, name: &str) -> egui::Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(18.0, 22.0), Sense::click());
    let ink = if response.hovered() { look.strong } else { look.weak };
    ui.painter().line(eyelid(rect.center(), -1.0), egui::Stroke::new(1.2, ink));
    ui.painter().line(eyelid(rect.center(), 1.0), egui::Stroke::new(1.2, ink));
    if is_visible {
        ui.painter().circle_filled(rect.center(), 1.9, ink);
    } else {
        let across = [rect.center() + vec2(-5.0, 5.0), rect.center() + vec2(5.0, -5.0)];
        ui.painter().line_segment(across, egui::Stroke::new(1.2, ink));
    }
    let say = format!("{} {name}", if is_visible { "Hide" } else { "Show" });
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &say));
    response.on_hover_text(say)
}

/// Points of a parabola across an eye, the upper one for `bend` −1 and the lower one for 1.
fn eyelid(center: egui::Pos2, bend: f32) -> Vec<egui::Pos2> {
    let xs = (-6..=6).map(|i| i as f32 / 6.0);
    xs.map(|x| center + vec2(x * 6.0, bend * (1.0 - x * x) * 4.0)).collect()
}
