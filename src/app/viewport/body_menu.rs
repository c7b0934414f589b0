//! Context menu of a body of a world: its motion, its contacts, and the solver rows that act on it.

use contact_lens_model::answer::WorldFinding;
use contact_lens_model::answer::number::{length, number};
use contact_lens_picture::Key;
use contact_lens_scene::model::{Algorithm, Motion};
use egui::{Button, RichText, Ui};

use crate::command::{Command, ExplanationCommand, SelectCommand, WorldCommand};
use crate::state::State;
use crate::theme::Look;
use crate::view::hover::belongs_to_body;

/// Maximum width of the menu, points.
const MAX_WIDTH: f32 = 340.0;

/// Maximum number of contacts listed, and of solver rows.
const MAX_ENTRIES: usize = 8;

/// Index in the world `found` of the body that a mark belongs to; `None` for a mark of no body.
pub(super) fn body_of(found: &WorldFinding, key: &Key) -> Option<usize> {
    found.names.iter().position(|name| belongs_to_body(key, name))
}

/// Sentence about the current motion of the body with this index, and about what determines that motion.
pub(super) fn motion_sentence(state: &State, found: &WorldFinding, index: usize) -> String {
    let motion = state.doc.scene.bodies.get(index).map_or(Motion::Static, |body| body.dynamics.motion);
    let Some(body) = found.bodies.get(index) else { return String::from("Absent in this frame.") };
    let speed = body.velocity.length();
    let angular_velocity = body.angular_velocity;
    let moving = if angular_velocity != 0.0 {
        format!("Moves at {} m/s and rotates at {} rad/s.", &*number(speed), &*number(angular_velocity))
    } else if speed != 0.0 {
        format!("Moves at {} m/s.", &*number(speed))
    } else {
        String::from("At rest.")
    };
    match motion {
        Motion::Static => String::from("Static: the body never moves."),
        Motion::Kinematic => format!("{moving} Kinematic: only the scene determines the motion."),
        Motion::Dynamic => format!("{moving} Dynamic: gravity, contacts and joints act on the body."),
    }
}

/// Draws the entries of the menu of the body with this index. Appends the commands of clicks to `out`.
pub(super) fn show_entries(ui: &mut Ui, state: &State, found: &WorldFinding, index: usize, out: &mut Vec<Command>) {
    let look = Look::get(ui);
    let name = &found.names[index];
    ui.set_max_width(MAX_WIDTH);
    ui.label(RichText::new(name).size(14.0).color(look.strong));
    ui.add(egui::Label::new(RichText::new(motion_sentence(state, found, index)).color(look.weak)).wrap());
    let explain = Command::Explanation(ExplanationCommand::Ask(format!("body/{name}").into()));
    draw_entry(
        ui,
        "List the sub-steps that change this body",
        "A click on a sub-step of the list goes there",
        explain,
        out,
    );
    let select = Command::Select(SelectCommand::SelectBody(Some(index)));
    let tip =
        "Selects the body: the tables show the causes of its change of velocity, the scene panel its mass and pose";
    draw_entry(ui, "Why did this body move?", tip, select, out);
    ui.separator();
    show_contacts(ui, found, index, out);
    show_constraints(ui, state, name, out);
}

/// Draws an entry for each contact of the body with this index, up to [`MAX_ENTRIES`]: the other body, the largest
/// depth and the sum of the normal impulses.
fn show_contacts(ui: &mut Ui, found: &WorldFinding, index: usize, out: &mut Vec<Command>) {
    let contacts: Vec<_> = found.contacts.iter().filter(|c| [c.a, c.b].contains(&(index as u32))).collect();
    ui.weak(if contacts.is_empty() { "No contacts in this frame" } else { "Bodies in contact" });
    for contact in contacts.into_iter().take(MAX_ENTRIES) {
        let [a, b] = [contact.a, contact.b].map(|body| body as usize);
        let other = found.names.get(if a == index { b } else { a }).map_or("", String::as_str);
        let depth = contact.points.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max);
        let impulse: f64 = contact.points.iter().map(|point| point.normal_impulse).sum();
        let title = format!("{other}: {}, {} N s", depth_or_gap(depth), &*number(impulse));
        let open = Command::World(WorldCommand::OpenPair { bodies: [a, b], algorithm: Algorithm::Manifold });
        draw_entry(ui, &title, "Open the two bodies in this pose as a new scene, with a contact query", open, out);
    }
    show_bodies_without_contact(ui, found, index, out);
}

/// Draws a submenu with the bodies that have no contact with the body with this index, the nearest first, up to
/// [`MAX_ENTRIES`]. A click says why.
fn show_bodies_without_contact(ui: &mut Ui, found: &WorldFinding, index: usize, out: &mut Vec<Command>) {
    let here = found.bodies[index].position;
    let mut others: Vec<usize> = (0..found.bodies.len()).filter(|other| *other != index).collect();
    others.retain(|other| {
        let pair = [index.min(*other) as u32, index.max(*other) as u32];
        !found.contacts.iter().any(|contact| [contact.a, contact.b] == pair)
    });
    if others.is_empty() {
        return;
    }
    others.sort_by(|a, b| {
        let distances = [a, b].map(|other| found.bodies[*other].position.distance_squared(here));
        distances[0].total_cmp(&distances[1])
    });
    ui.menu_button("Why is there no contact with …", |ui| {
        for other in others.into_iter().take(MAX_ENTRIES) {
            let ask = Command::World(WorldCommand::WhyNoContact([index, other]));
            draw_entry(ui, &found.names[other], "Say the first reason, with its number", ask, out);
        }
    });
}

/// Row of a table about a constraint of the solver.
struct ConstraintRow {
    /// Text of the first cell.
    title: String,
    /// Id of the row.
    key: Key,
}

/// Draws an entry for each row of the beat's tables that names the body `name` and is not about the body itself, up to
/// [`MAX_ENTRIES`]. These are the rows of the solver's constraints. A row about a body whose name contains `name` is
/// listed too.
fn show_constraints(ui: &mut Ui, state: &State, name: &str, out: &mut Vec<Command>) {
    // Rows name their bodies in the first cell.
    let tables = state.beat().into_iter().flat_map(|beat| &beat.tables);
    let mut rows: Vec<ConstraintRow> = Vec::new();
    for row in tables.flat_map(|table| &table.rows) {
        if let Some(title) = row.texts().next()
            && let Some(key) = &row.key
            && title.contains(name)
            && !belongs_to_body(key, name)
        {
            rows.push(ConstraintRow { title: title.to_owned(), key: key.clone() });
        }
    }
    if !rows.is_empty() {
        ui.separator();
        ui.weak("Constraints on this body");
    }
    for ConstraintRow { title, key } in rows.into_iter().take(MAX_ENTRIES) {
        let explain = Command::Explanation(ExplanationCommand::Ask(key));
        draw_entry(
            ui,
            &title,
            "List the sub-steps that change this constraint; a click on one goes there",
            explain,
            out,
        );
    }
}

/// Draws an entry that sends a command.
fn draw_entry(ui: &mut Ui, title: &str, tip: &str, command: Command, out: &mut Vec<Command>) {
    if ui.add(Button::new(title).frame_when_inactive(false)).on_hover_text(tip).clicked() {
        out.push(command);
        ui.close();
    }
}

/// Text about the penetration depth of two bodies, meters; about their separation if it is negative.
fn depth_or_gap(depth: f64) -> String {
    if depth > 0.0 { format!("{} deep", &*length(depth)) } else { format!("{} apart", &*length(-depth)) }
}
