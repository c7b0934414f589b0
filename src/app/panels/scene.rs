//! The scene panel: name and note, queries, bodies, and the fields of the ones that are selected.

use egui::{Sense, Ui, vec2};

use super::icons::{self, Icon};
use super::{body, frustum, query, section, world};
use crate::app::command::Command;
use crate::app::edit::{Edit, shape_kind};
use crate::app::state::State;
use crate::app::theme::Look;
use crate::picture::Role;
use crate::play;
use crate::scene::model::Dimension;

/// The whole panel.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let mut out = Vec::new();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(2.0);
        heading(ui, state, &mut out);
        queries(ui, state, &mut out);
        out.extend(query::show(ui, state));
        // A list that is empty is there to be added to, below those that are not.
        let asked = !state.doc.scene.frusta.is_empty();
        if asked {
            frusta(ui, state, &mut out);
        }
        bodies(ui, state, &mut out);
        out.extend(body::show(ui, state));
        if !asked && state.doc.scene.dimension == Dimension::Three {
            frusta(ui, state, &mut out);
        }
        out.extend(world::show(ui, state));
        ui.add_space(8.0);
    });
    out
}

fn heading(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let mut name = state.doc.scene.name.clone();
    // As many lines as the name takes; Enter ends the edit as in a field of one line.
    let field = egui::TextEdit::multiline(&mut name).font(egui::FontId::proportional(14.5)).frame(egui::Frame::NONE);
    let field = field.desired_rows(1).desired_width(f32::INFINITY).return_key(None).text_color(look.strong);
    let response = ui.add(field).accessible_name("Scene name");
    if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
        response.surrender_focus();
    }
    let name = name.replace(['\n', '\r'], " ");
    if response.changed() && !name.is_empty() {
        out.push(Command::Edit(Edit::Name(name)));
    }
    if response.lost_focus() {
        out.push(Command::EndGesture);
    }
    if !state.doc.scene.note.is_empty() {
        note(ui, &state.doc.scene.note, look);
    }
}

/// The note, four lines of it until it is clicked.
fn note(ui: &mut Ui, text: &str, look: Look) {
    let memory = ui.scope_id().with("whole note");
    let whole: bool = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    let mut job = egui::text::LayoutJob::simple(
        text.to_owned(),
        egui::FontId::proportional(12.0),
        look.weak,
        ui.available_width(),
    );
    job.wrap.max_rows = if whole { usize::MAX } else { 4 };
    let response = ui.add(egui::Label::new(job).sense(Sense::click()));
    if response.on_hover_text(text).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        ui.data_mut(|data| data.insert_temp(memory, !whole));
    }
}

/// A title with buttons at its right.
pub(super) fn list_heading(ui: &mut Ui, title: &str, buttons: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        section(ui, title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), buttons);
    });
}

pub(super) fn small_button(ui: &mut Ui, icon: Icon, name: &str, enabled: bool) -> bool {
    icons::button(ui, icon, name, vec2(22.0, 20.0), enabled, false).on_hover_text(name).clicked()
}

fn queries(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let now = state.focus.query;
    let list = &state.doc.scene.queries;
    list_heading(ui, "Queries", |ui| {
        if small_button(ui, Icon::Plus, "Add a query", !state.doc.scene.bodies.is_empty()) {
            out.push(Command::Edit(Edit::AddQuery((!list.is_empty()).then_some(now))));
        }
        if small_button(ui, Icon::Minus, "Remove this query", !list.is_empty()) {
            out.push(Command::Edit(Edit::RemoveQuery(now)));
        }
    });
    rows(ui, "queries", list.len(), Some(now), &mut |ui, index| {
        let (query, chosen) = (&list[index], index == now);
        if list_row(ui, &query.name, &query.ask.subjects().list(), chosen, None).clicked() && !chosen {
            out.push(Command::SelectQuery(index));
        }
    });
    if list.is_empty() {
        ui.weak("No query: add one with +.");
    }
}

fn bodies(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let (scene, now) = (&state.doc.scene, state.focus.body);
    list_heading(ui, "Bodies", |ui| {
        if small_button(ui, Icon::Plus, "Add a body", true) {
            out.push(Command::Edit(Edit::AddBody(now)));
        }
        if small_button(ui, Icon::Minus, "Remove this body", now.is_some() && scene.bodies.len() > 1) {
            out.extend(now.map(|index| Command::Edit(Edit::RemoveBody(index))));
        }
    });
    let mut row = |ui: &mut Ui, index: usize| {
        let Some(body) = scene.bodies.get(index) else { return };
        let role = state.query().map_or(Role::Bystander, |query| play::role_of(&query.ask, &body.name));
        let hidden = state.focus.hidden.contains(&body.name);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            if eye(ui, !hidden, &body.name).clicked() {
                out.push(Command::ToggleBody(index));
            }
            let chosen = now == Some(index);
            // Of a mesh that is not convex, or may not be, the hull is what is asked about.
            let hulled = matches!(play::added_at_once(&body.shape), Some(Some(_)));
            let kind = if hulled { "hull of mesh" } else { shape_kind(&body.shape) };
            if list_row(ui, &body.name, kind, chosen, Some(role)).clicked() {
                out.push(Command::SelectBody((!chosen).then_some(index)));
            }
        });
    };
    rows(ui, "bodies", scene.bodies.len(), now, &mut row);
}

fn frusta(ui: &mut Ui, state: &State, out: &mut Vec<Command>) {
    let (list, now) = (&state.doc.scene.frusta, state.focus.frustum);
    list_heading(ui, "Frusta", |ui| {
        if small_button(ui, Icon::Plus, "Add a frustum", true) {
            out.push(Command::Edit(Edit::AddFrustum(now)));
        }
        if small_button(ui, Icon::Minus, "Remove this frustum", now.is_some()) {
            out.extend(now.map(|index| Command::Edit(Edit::RemoveFrustum(index))));
        }
    });
    rows(ui, "frusta", list.len(), now, &mut |ui, index| {
        let chosen = now == Some(index);
        if list_row(ui, &list[index].name, frustum::kind(&list[index].form), chosen, None).clicked() {
            out.push(Command::SelectFrustum((!chosen).then_some(index)));
        }
    });
    out.extend(frustum::show(ui, state));
}

/// Height of a row of a list, points.
const ROW: f32 = 22.0;

/// A list with more rows has a scroll bar of its own, so that what stands below it is not out of reach.
const MANY: usize = 40;

/// Rows of such a list that are in view.
const IN_VIEW: f32 = 14.0;

/// The rows of a list; of a long one only those that are in view are made. `now` is brought into view when it changes.
fn rows(ui: &mut Ui, salt: &str, count: usize, now: Option<usize>, row: &mut dyn FnMut(&mut Ui, usize)) {
    if count <= MANY {
        return (0..count).for_each(|index| row(ui, index));
    }
    let pace = ROW + ui.spacing().item_spacing.y;
    let mut area = egui::ScrollArea::vertical().id_salt(salt).max_height(pace * IN_VIEW).auto_shrink([false, true]);
    let memory = ui.scope_id().with(("chosen in", salt));
    let before: Option<usize> = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    if now != before {
        ui.data_mut(|data| data.insert_temp(memory, now));
        if let Some(index) = now {
            area = area.vertical_scroll_offset((pace * (index as f32 - 0.5 * IN_VIEW)).max(0.0));
        }
    }
    area.show_rows(ui, ROW, count, |ui, shown| shown.for_each(|index| row(ui, index)));
}

/// A disc that is filled while the body is drawn.
fn eye(ui: &mut Ui, open: bool, name: &str) -> egui::Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(18.0, 22.0), Sense::click());
    let ink = if response.hovered() { look.strong } else { look.weak };
    let points = |bend: f32| -> Vec<egui::Pos2> {
        let curve = |i: i32| {
            let x = i as f32 / 6.0;
            rect.center() + vec2(x * 6.0, bend * (1.0 - x * x) * 4.0)
        };
        (-6..=6).map(curve).collect()
    };
    ui.painter().line(points(-1.0), egui::Stroke::new(1.2, ink));
    ui.painter().line(points(1.0), egui::Stroke::new(1.2, ink));
    if open {
        ui.painter().circle_filled(rect.center(), 1.9, ink);
    } else {
        let across = [rect.center() + vec2(-5.0, 5.0), rect.center() + vec2(5.0, -5.0)];
        ui.painter().line_segment(across, egui::Stroke::new(1.2, ink));
    }
    let say = format!("{} {name}", if open { "Hide" } else { "Show" });
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &say));
    response.on_hover_text(say)
}

/// A row of a list: swatch, name, and a lesser word at the right.
pub(super) fn list_row(ui: &mut Ui, name: &str, word: &str, chosen: bool, role: Option<Role>) -> egui::Response {
    let look = Look::get(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let fill = match (chosen, response.hovered()) {
        (true, _) => look.accent_fill,
        (false, true) => look.raised,
        _ => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    let mut left = rect.left() + 6.0;
    if let Some(role) = role {
        let swatch = egui::Rect::from_center_size(egui::pos2(left + 5.0, rect.center().y), vec2(10.0, 10.0));
        ui.painter().rect_filled(swatch, 2.5, look.ink(role));
        left += 17.0;
    }
    let color = if chosen { look.strong } else { look.text };
    let words = ui.painter().layout_no_wrap(word.to_owned(), egui::FontId::proportional(11.5), look.weak);
    let whole = rect.right() - left - 6.0;
    let shows_word = whole - words.size().x > 68.0;
    let room = if shows_word { whole - words.size().x - 8.0 } else { whole };
    let job = egui::text::LayoutJob::simple_singleline(name.to_owned(), egui::FontId::proportional(13.0), color);
    let mut job = job;
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(30.0));
    let galley = ui.painter().layout_job(job);
    ui.painter().galley(egui::pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
    if shows_word {
        let at = egui::pos2(rect.right() - 6.0 - words.size().x, rect.center().y - words.size().y / 2.0);
        ui.painter().galley(at, words, look.weak);
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, name));
    response
}
