//! The fields of the query shown: algorithm, bodies, options.

use egui::Ui;

use super::body::optional;
use super::fields::{Kind, choice, fold, pick, pick_where, row, vector_row};
use super::selection;
use crate::app::command::Command;
use crate::app::edit::{Edit, handed_to};
use crate::app::state::State;
use crate::play;
use crate::scene::model::{
    Ask, CastOptions, ContactReference, Dimension, ManifoldOptions, Query, SatOptions, SubjectKind, SubjectsMut,
};

/// The fields; nothing when the scene asks nothing.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(before) = state.query() else { return Vec::new() };
    let mut out = Vec::new();
    let mut query = before.clone();
    let mut done = false;
    ui.add_space(2.0);
    done |= who(ui, state, &mut query);
    let id = ui.make_persistent_id("query options");
    fold(ui, id, "Options", |ui| done |= options(ui, state.doc.scene.dimension, &mut query.ask));
    if query != *before {
        out.push(Command::Edit(Edit::Query(state.focus.query, Box::new(query))));
    }
    if done {
        out.push(Command::EndGesture);
    }
    out
}

/// The algorithm and what it is asked about. Returns whether a body was ticked.
fn who(ui: &mut Ui, state: &State, query: &mut Query) -> bool {
    let scene = &state.doc.scene;
    let now = query.ask.algorithm();
    let all = play::lessons(scene.dimension);
    let lessons: Vec<(Ask, &str)> =
        all.filter_map(|(algorithm, name)| Some((handed_to(scene, &query.ask, algorithm)?, name))).collect();
    let name = lessons.iter().find(|(ask, _)| ask.algorithm() == now).map_or(now.id(), |(_, name)| name);
    row(ui, "Algorithm", |ui| {
        let chosen = choice(ui, "Algorithm", name, lessons.iter().map(|(_, name)| *name));
        if let Some((ask, _)) = lessons.iter().find(|(_, name)| Some(*name) == chosen) {
            query.ask = ask.clone();
        }
    });
    if let Ask::Cull { frustum, .. } = &mut query.ask {
        row(ui, "Frustum", |ui| {
            let names = || scene.frusta.iter().map(|frustum| frustum.name.as_str());
            let now = names().find(|name| name == frustum).or(names().next()).unwrap_or_default();
            if let Some(chosen) = choice(ui, "Frustum", now, names()) {
                chosen.clone_into(frustum);
            }
        });
    }
    if let SubjectsMut::Crowd(bodies) = query.ask.subjects_mut() {
        return selection::show(ui, scene, bodies);
    }
    let labels: &[&str] = match query.ask.algorithm().subject() {
        SubjectKind::Pair => &["Body A", "Body B"],
        SubjectKind::Body => &["Body"],
        SubjectKind::Crowd | SubjectKind::World => {
            row(ui, "Bodies", |ui| ui.label(query.ask.subjects().list()));
            &[]
        }
    };
    for (label, slot) in labels.iter().zip(query.ask.names_mut()) {
        row(ui, label, |ui| {
            let names = scene.bodies.iter().map(|body| body.name.as_str());
            if let Some(chosen) = choice(ui, label, &slot.clone(), names) {
                chosen.clone_into(slot);
            }
        });
    }
    false
}

/// The options that the query's algorithm has. Returns whether a field was let go.
fn options(ui: &mut Ui, dimension: Dimension, ask: &mut Ask) -> bool {
    let spatial = dimension == Dimension::Three;
    match ask {
        Ask::Support { options, .. } => own_direction(ui, &mut options.direction),
        Ask::Gjk { options, .. } => {
            let mut done = widths(ui, &mut options.relative_tolerance, &mut options.absolute_tolerance);
            done |= cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &mut options.solver);
            done |= pick(ui, "Search", &mut options.search);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::Distance { options, .. } => {
            let mut done = widths(ui, &mut options.relative_tolerance, &mut options.absolute_tolerance);
            done |= cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &mut options.solver);
            done |= spatial && pick(ui, "Method", &mut options.method);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::Epa { options, .. } => {
            let mut done = widths(ui, &mut options.relative_tolerance, &mut options.absolute_tolerance);
            done |= cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &mut options.solver);
            done |= spatial && pick(ui, "Horizon", &mut options.horizon);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::IsaGjk { options, .. } => {
            let mut done = cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &mut options.solver);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::BooleanGjk { options, .. } => {
            cap(ui, &mut options.max_iterations) | own_direction(ui, &mut options.direction)
        }
        Ask::Cast { options, .. } => of_cast(ui, options),
        Ask::Hierarchy { options, .. } => own_direction(ui, &mut options.direction),
        Ask::Cull { options, .. } => {
            warm_start(ui, &mut options.warm_start);
            false
        }
        Ask::Manifold { options, .. } => of_manifold(ui, spatial, options),
        Ask::Sat { options, .. } => of_sat(ui, spatial, options),
        Ask::World { options, .. } => super::world::options(ui, options),
        other => {
            let none = other.algorithm().options().is_empty();
            ui.weak(if none { "This algorithm has none." } else { "Its options are set in the scene file." });
            false
        }
    }
}

fn of_sat(ui: &mut Ui, spatial: bool, options: &mut SatOptions) -> bool {
    let mut done = pick(ui, "Stop", &mut options.stop);
    done |= spatial && pick(ui, "Edge pairs", &mut options.pairs);
    warm_start(ui, &mut options.warm_start);
    done
}

fn of_manifold(ui: &mut Ui, spatial: bool, options: &mut ManifoldOptions) -> bool {
    let mut done = optional(ui, "Margin", &mut options.margin, 0.01).done;
    done |= most(ui, "Most points", &mut options.max_points, 4.0);
    done |= pick_where(
        ui,
        "Reference",
        |reference| spatial || reference != ContactReference::EdgePair,
        &mut options.reference,
    );
    warm_start(ui, &mut options.warm_start);
    done
}

fn of_cast(ui: &mut Ui, options: &mut CastOptions) -> bool {
    let mut done = pick(ui, "Method", &mut options.method);
    done |= optional(ui, "Until", &mut options.t_max, 1.0).done;
    done |= cap(ui, &mut options.max_iterations);
    done
}

/// How wide the bracket may be. Returns whether a field was let go.
fn widths(ui: &mut Ui, relative: &mut Option<f64>, absolute: &mut Option<f64>) -> bool {
    optional(ui, "Relative", relative, 1e-6).done | optional(ui, "Absolute", absolute, 1e-6).done
}

fn warm_start(ui: &mut Ui, on: &mut bool) {
    row(ui, "Frames", |ui| ui.checkbox(on, "warm start"));
}

/// The cap on iterations. Returns whether the field was let go.
fn cap(ui: &mut Ui, cap: &mut Option<u32>) -> bool {
    most(ui, "Most iterations", cap, 64.0)
}

/// How many there may be at most. Returns whether the field was let go.
fn most(ui: &mut Ui, label: &'static str, most: &mut Option<u32>, first: f64) -> bool {
    let mut cap = most.map(f64::from);
    let touched = super::fields::optional_row(ui, label, &mut cap, first, Kind::COUNT);
    if touched.changed {
        *most = cap.map(|cap| cap.round() as u32);
    }
    touched.done
}

/// A first direction of the query's own. Returns whether a field was let go.
fn own_direction(ui: &mut Ui, direction: &mut Option<[f64; 3]>) -> bool {
    let mut own = direction.is_some();
    row(ui, "Direction", |ui| {
        if ui.checkbox(&mut own, "own").accessible_name("own direction").changed() {
            *direction = own.then_some([1.0, 0.0, 0.0]);
        }
    });
    direction.as_mut().is_some_and(|direction| vector_row(ui, "", direction, Kind::COORDINATE).done)
}
