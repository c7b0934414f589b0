//! Context menus of a world. The menu of a contact opens the two bodies, in their current poses, as a scene of their
//! own; the menu of a body shows its motion and the contacts and constraints that act on it.

use contact_lens_model::answer::{Finding, WorldFinding};
use contact_lens_picture::{Camera, Lens};
use contact_lens_play as play;
use contact_lens_scene::model::{Algorithm, SubjectKind};
use egui::{Response, Ui};
use glam::DVec2;

use super::pane_point::to_pane_point;
use super::{body_menu, pane_size};
use crate::command::{Command, WorldCommand};
use crate::state::State;

/// Tolerance of the pointer around a contact point, points.
const TOLERANCE: f64 = 14.0;

/// Algorithms that explain a contact best; the menu lists them first.
const LISTED_FIRST: [Algorithm; 4] = [Algorithm::Gjk, Algorithm::Epa, Algorithm::Sat, Algorithm::Manifold];

/// Bodies under the pointer when the menu was opened, by index.
#[derive(Clone, Copy, Debug, Default)]
struct Clicked {
    /// Bodies of the contact under the pointer; `None` if there is none.
    pair: Option<[usize; 2]>,
    /// Body under the pointer; `None` if there is none.
    body: Option<usize>,
}

impl Clicked {
    /// Bodies of the world `found` under the pointer, in the pane of `response`.
    fn under_pointer(response: &Response, state: &State, found: &WorldFinding, camera: &Camera) -> Self {
        let body = state.hover.as_ref().and_then(|key| body_menu::body_of(found, key));
        let pair = response.interact_pointer_pos().and_then(|pointer| {
            let position = to_pane_point(response.rect, pointer);
            pair_under(found, camera, pane_size(response.rect), position)
        });
        Self { pair, body }
    }
}

/// Draws the context menu, while it is open: that of the contact that was clicked, else that of the body. Returns the
/// commands of its entries.
pub(super) fn show(ui: &Ui, response: &Response, state: &State, camera: &Camera) -> Vec<Command> {
    let mut out = Vec::new();
    let Some(found) = world_finding(state) else { return out };
    let memory = ui.scope_id().with("contact under the pointer");
    if response.secondary_clicked() {
        let clicked = Clicked::under_pointer(response, state, found, camera);
        ui.data_mut(|data| data.insert_temp(memory, clicked));
    }
    let clicked: Clicked = ui.data(|data| data.get_temp(memory)).unwrap_or_default();
    // The menu stays open while the scene changes, so a clicked body may no longer exist.
    let body_count = found.names.len();
    let Some(pair) = clicked.pair.filter(|pair| pair.iter().all(|body| *body < body_count)) else {
        if let Some(body) = clicked.body.filter(|body| *body < body_count) {
            response.context_menu(|ui| body_menu::show_entries(ui, state, found, body, &mut out));
        }
        return out;
    };
    response.context_menu(|ui| show_pair_entries(ui, state, found, pair, &mut out));
    out
}

/// Draws the entries of the menu of a contact between the bodies with the indices `pair`.
fn show_pair_entries(ui: &mut Ui, state: &State, found: &WorldFinding, pair: [usize; 2], out: &mut Vec<Command>) {
    for body in pair {
        ui.menu_button(format!("About {}", found.names[body]), |ui| {
            body_menu::show_entries(ui, state, found, body, out);
        });
    }
    ui.separator();
    let [a, b] = pair.map(|body| &found.names[body]);
    ui.label(format!("{a} and {b}, in this pose"));
    ui.weak("Open this pair as a new scene. Algorithm of the query:");
    let (first, others): (Vec<OfferedLesson>, Vec<OfferedLesson>) =
        offered_lessons(state).partition(|lesson| LISTED_FIRST.contains(&lesson.algorithm));
    draw_lessons(ui, first, pair, out);
    ui.separator();
    draw_lessons(ui, others, pair, out);
}

/// Draws a button for each lesson, which opens the pair as a scene with a query of its algorithm.
fn draw_lessons(ui: &mut Ui, lessons: Vec<OfferedLesson>, bodies: [usize; 2], out: &mut Vec<Command>) {
    for OfferedLesson { algorithm, title } in lessons {
        if ui.add(egui::Button::new(title).frame_when_inactive(false)).clicked() {
            out.push(WorldCommand::OpenPair { bodies, algorithm }.into());
            ui.close();
        }
    }
}

/// Finding about a world in the recording; `None` for other lessons.
fn world_finding(state: &State) -> Option<&WorldFinding> {
    let Finding::World(found) = &state.verdict()?.finding else { return None };
    Some(found)
}

/// An algorithm for a pair of bodies.
struct OfferedLesson {
    algorithm: Algorithm,
    /// Title of the algorithm's lesson.
    title: String,
}

/// Lessons about a pair of bodies in this scene.
fn offered_lessons(state: &State) -> impl Iterator<Item = OfferedLesson> {
    let lessons = play::lessons(state.doc.scene.dimension);
    // Algorithms on a simplex and a point have no bodies.
    let pairs = lessons.filter(|(algorithm, _)| algorithm.subject() == SubjectKind::Pair && !algorithm.is_simplex());
    // Worlds are 2D, so the titles need not say it.
    pairs.map(|(algorithm, title)| {
        let title = title.replace(" in the plane", "").replace(", 2D", "");
        OfferedLesson { algorithm, title }
    })
}

/// Bodies, by index, of the contact point that is drawn nearest to `position`, in points from the upper left corner of
/// a pane of `size` points; `None` if no contact point is within [`TOLERANCE`].
fn pair_under(found: &WorldFinding, camera: &Camera, size: DVec2, position: DVec2) -> Option<[usize; 2]> {
    let lens: Lens = camera.lens();
    let mut nearest_pair = None;
    let mut nearest_distance = f64::INFINITY;
    for contact in &found.contacts {
        for point in &contact.points {
            let Some(projected) = lens.project(point.position.extend(0.0), size) else { continue };
            let distance = (projected - position).length();
            if distance <= TOLERANCE && distance < nearest_distance {
                nearest_distance = distance;
                nearest_pair = Some([contact.a as usize, contact.b as usize]);
            }
        }
    }
    nearest_pair
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_model::answer::{ContactState, PointState};

    #[test]
    fn the_pair_of_the_nearest_contact_point_within_the_tolerance_is_found() {
        let found = WorldFinding { contacts: vec![contact(0, 1, -1.0), contact(1, 2, 1.0)], ..WorldFinding::default() };
        let camera = Camera::flat();
        let size = DVec2::new(400.0, 400.0);
        let [left, right, middle] =
            [-0.95, 1.05, 0.0].map(|x| camera.lens().project(DVec2::new(x, 0.0).extend(0.0), size).expect("in view"));
        assert_eq!(pair_under(&found, &camera, size, left), Some([0, 1]));
        assert_eq!(pair_under(&found, &camera, size, right), Some([1, 2]));
        assert_eq!(pair_under(&found, &camera, size, middle + DVec2::new(0.0, 100.0)), None);
    }

    fn contact(a: u32, b: u32, x: f64) -> ContactState {
        ContactState { a, b, normal: DVec2::Y, friction: 0.5, points: vec![point(x), point(x + 0.1)] }
    }

    fn point(x: f64) -> PointState {
        PointState {
            position: DVec2::new(x, 0.0),
            depth: 0.0,
            id: String::from("0"),
            normal_impulse: 1.0,
            tangent_impulse: 0.0,
        }
    }
}
