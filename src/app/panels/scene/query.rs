//! Fields of the scene panel for the query shown: name, algorithm, bodies, options and expectations.

use contact_lens_play as play;
use contact_lens_scene::model::{Algorithm, Ask, Dimension, Query, Scene, SubjectKind, SubjectsMut};
use egui::Ui;

use super::{expectations, selection};
use crate::command::{Command, SceneCommand};
use crate::files::edit::{Edit, convert_to_algorithm};
use crate::panels::fields::{choice, collapsible, row};
use crate::state::State;

/// Draws the fields; nothing when the scene has no query. Returns the edit of this frame of the window, the end of an
/// entry, and the commands of the expectations.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(original) = state.query() else { return Vec::new() };
    let mut out = Vec::new();
    let mut query = original.clone();
    let mut has_ended = false;
    ui.add_space(2.0);
    // A shipped scene is read more often than changed: its query is one line until a click opens it.
    if state.doc.shipped.is_some() && !state.doc.dirty {
        let id = ui.make_persistent_id("query in one line");
        let line = format!("{} of {}", algorithm_name(state, query.ask.algorithm()), query.ask.subjects().list());
        collapsible(ui, id, &line, |ui| has_ended |= draw_definition(ui, state, &mut query));
    } else {
        has_ended |= draw_definition(ui, state, &mut query);
    }
    let id = ui.make_persistent_id("query options");
    collapsible(ui, id, "Options", |ui| has_ended |= draw_options(ui, state.doc.scene.dimension, &mut query.ask));
    let id = ui.make_persistent_id("query expectations");
    collapsible(ui, id, "Expected", |ui| {
        has_ended |= expectations::show(ui, state, &mut query, &mut out);
    });
    if query != *original {
        out.push(SceneCommand::Edit(Edit::Query(state.focus.query, Box::new(query))).into());
    }
    if has_ended {
        out.push(SceneCommand::EndGesture.into());
    }
    out
}

/// Draws the fields that define the query: name, algorithm, frustum and bodies. Returns whether an entry ended.
fn draw_definition(ui: &mut Ui, state: &State, query: &mut Query) -> bool {
    let has_named = draw_name(ui, state, query);
    draw_algorithm(ui, state, query);
    if let Ask::Cull { frustum, .. } = &mut query.ask {
        draw_frustum_choice(ui, &state.doc.scene, frustum);
    }
    let has_chosen = draw_bodies(ui, &state.doc.scene, &mut query.ask);
    has_named || has_chosen
}

/// Draws the name, unique among the queries. Returns whether the entry ended.
fn draw_name(ui: &mut Ui, state: &State, query: &mut Query) -> bool {
    row(ui, "Name", |ui| {
        let mut name = query.name.clone();
        // Wraps to several lines; Enter ends the entry.
        let field = egui::TextEdit::multiline(&mut name).desired_rows(1).desired_width(f32::INFINITY).return_key(None);
        let response = ui.add(field).accessible_name("Query name");
        if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
            response.surrender_focus();
        }
        let name = name.replace(['\n', '\r'], " ");
        let is_taken = state.doc.scene.queries.iter().any(|other| other.name == name && other.name != query.name);
        if response.changed() && !name.trim().is_empty() && !is_taken {
            query.name = name;
        }
        response.lost_focus()
    })
}

/// Method in a lesson's title, with a capital: “GJK ray cast” in “Moving objects: GJK ray cast”. The whole title if it
/// has no colon.
fn method_in_title(title: &str) -> String {
    let Some((_, method)) = title.split_once(": ") else { return title.to_owned() };
    let mut characters = method.chars();
    let Some(first) = characters.next() else { return String::new() };
    first.to_uppercase().chain(characters).collect()
}

/// Name of the query's algorithm in the choice: the method of the recorded run, for algorithms with several methods;
/// without a recording, the title of the lesson.
fn algorithm_name(state: &State, algorithm: Algorithm) -> String {
    if let Some(recording) = &state.recording {
        let card = recording.lesson.card();
        if card.id == algorithm.id() {
            return method_in_title(card.title);
        }
    }
    let mut lessons = play::lessons(state.doc.scene.dimension);
    let lesson = lessons.find(|(candidate, _)| *candidate == algorithm);
    lesson.map_or(algorithm.id(), |(_, title)| title).to_owned()
}

/// Draws the choice of the algorithm, among those to which the query can be converted; another choice converts it.
fn draw_algorithm(ui: &mut Ui, state: &State, query: &mut Query) {
    let scene = &state.doc.scene;
    let current = query.ask.algorithm();
    let current_name = algorithm_name(state, current);
    // The iterator is used only while the list is open.
    let lessons = play::lessons(scene.dimension);
    let possible = lessons.filter(|(algorithm, _)| convert_to_algorithm(scene, &query.ask, *algorithm).is_some());
    let names = possible.map(|(algorithm, name)| if algorithm == current { current_name.as_str() } else { name });
    let chosen = row(ui, "Algorithm", |ui| choice(ui, "Algorithm", &current_name, names));
    let chosen = play::lessons(scene.dimension).find(|(_, name)| Some(*name) == chosen);
    if let Some(ask) = chosen.and_then(|(algorithm, _)| convert_to_algorithm(scene, &query.ask, algorithm)) {
        query.ask = ask;
    }
}

/// Draws the choice of the frustum called `chosen_name`. A query without a name of a frustum uses the first one.
fn draw_frustum_choice(ui: &mut Ui, scene: &Scene, chosen_name: &mut String) {
    row(ui, "Frustum", |ui| {
        let names: Vec<&str> = scene.frusta.iter().map(|frustum| frustum.name.as_str()).collect();
        let named = names.iter().find(|name| *name == chosen_name);
        let current = named.or(names.first()).copied().unwrap_or_default();
        if let Some(name) = choice(ui, "Frustum", current, names.into_iter()) {
            name.clone_into(chosen_name);
        }
    });
}

/// Draws the choice of the query's bodies. Returns whether the checkbox of a body was changed, which ends an entry.
fn draw_bodies(ui: &mut Ui, scene: &Scene, ask: &mut Ask) -> bool {
    if let SubjectsMut::Bodies(bodies) = ask.subjects_mut() {
        return selection::show(ui, scene, bodies);
    }
    let labels: &[&str] = match ask.algorithm().subject() {
        SubjectKind::Pair => &["Body A", "Body B"],
        SubjectKind::Body => &["Body"],
        SubjectKind::Bodies | SubjectKind::World => {
            row(ui, "Bodies", |ui| ui.label(ask.subjects().list()));
            &[]
        }
    };
    for (label, body_name) in labels.iter().zip(ask.names_mut()) {
        row(ui, label, |ui| {
            let names = scene.bodies.iter().map(|body| body.name.as_str());
            if let Some(chosen) = choice(ui, label, &body_name.clone(), names) {
                chosen.clone_into(body_name);
            }
        });
    }
    false
}

/// Draws the options of the query's algorithm. Returns whether an entry ended.
fn draw_options(ui: &mut Ui, dimension: Dimension, ask: &mut Ask) -> bool {
    match ask.options_mut() {
        Some(options) => super::options::show(ui, dimension, options),
        None => {
            ui.weak("This algorithm has no options.");
            false
        }
    }
}
