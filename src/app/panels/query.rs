//! The fields of the query shown: algorithm, bodies, options.

use egui::Ui;

use super::body::optional;
use super::fields::{Kind, choice, row, vector_row};
use crate::app::command::Command;
use crate::app::edit::Edit;
use crate::app::state::State;
use crate::scene::model::{Algorithm, Method, Query, Rim, Search, Solver};

/// The fields; nothing when the scene asks nothing.
pub(in crate::app) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some(before) = state.query() else { return Vec::new() };
    let mut out = Vec::new();
    let mut query = before.clone();
    let mut done = false;
    ui.add_space(2.0);
    who(ui, state, &mut query);
    let id = ui.make_persistent_id("query options");
    let head = egui::collapsing_header::CollapsingState::load_with_default_open(ui.ctx(), id, false);
    head.show_header(ui, |ui| ui.weak("Options")).body_unindented(|ui| {
        done = options(ui, &mut query);
    });
    if query != *before {
        out.push(Command::Edit(Edit::Query(state.focus.query, Box::new(query))));
    }
    if done {
        out.push(Command::EndGesture);
    }
    out
}

fn who(ui: &mut Ui, state: &State, query: &mut Query) {
    let algorithms = [
        (Algorithm::Gjk, "GJK distance"),
        (Algorithm::Penetration, "Penetration"),
        (Algorithm::Epa, "EPA depth"),
        (Algorithm::Support, "Support mapping"),
        (Algorithm::Isa, "ISA-GJK"),
        (Algorithm::Direction, "Direction-driven"),
        (Algorithm::Voronoi, "Simplex: Voronoi"),
        (Algorithm::Johnson, "Simplex: Johnson"),
        (Algorithm::SignedVolumes, "Simplex: volumes"),
        (Algorithm::Gjk2, "GJK in the plane"),
        (Algorithm::Epa2, "EPA in the plane"),
        (Algorithm::Direction2, "Direction, plane"),
    ];
    let name = |algorithm| algorithms.iter().find(|(a, _)| *a == algorithm).map_or("", |(_, name)| name);
    row(ui, "Ask", |ui| {
        if let Some(chosen) = choice(ui, "Algorithm", name(query.algorithm), algorithms.iter().map(|(_, name)| *name)) {
            query.algorithm = algorithms.iter().find(|(_, name)| *name == chosen).map_or(query.algorithm, |(a, _)| *a);
        }
    });
    for (label, slot) in [("Body A", &mut query.a), ("Body B", &mut query.b)] {
        row(ui, label, |ui| {
            let names = state.doc.scene.bodies.iter().map(|body| body.name.as_str());
            if let Some(chosen) = choice(ui, label, &slot.clone(), names) {
                chosen.clone_into(slot);
            }
        });
    }
}

/// The options that the query's algorithm honors. Returns whether a field was let go.
fn options(ui: &mut Ui, query: &mut Query) -> bool {
    let options = &mut query.options;
    let honored = |name| query.algorithm.honors().contains(&name);
    let mut done = false;
    if honored("relative_tolerance") {
        done |= optional(ui, "Relative", &mut options.relative_tolerance, 1e-6).done;
    }
    if honored("absolute_tolerance") {
        done |= optional(ui, "Absolute", &mut options.absolute_tolerance, 1e-6).done;
    }
    if honored("max_iterations") {
        done |= cap(ui, &mut options.max_iterations);
    }
    if honored("solver") {
        done |= pick(ui, "Solver", &SOLVERS, &mut options.solver);
    }
    if honored("search") {
        done |= pick(ui, "Search", &SEARCHES, &mut options.search);
    }
    if honored("rim") {
        done |= pick(ui, "Rim", &RIMS, &mut options.rim);
    }
    if honored("method") {
        done |= pick(ui, "Method", &METHODS, &mut options.method);
    }
    if honored("direction") {
        done |= own_direction(ui, &mut options.direction);
    }
    if honored("warm_start") {
        row(ui, "Frames", |ui| ui.checkbox(&mut options.warm_start, "warm start"));
    }
    if query.algorithm.honors().is_empty() {
        ui.weak("This algorithm has none.");
    }
    done
}

const SOLVERS: [(Solver, &str); 3] =
    [(Solver::SignedVolumes, "signed volumes"), (Solver::Johnson, "Johnson"), (Solver::Voronoi, "Voronoi regions")];
const SEARCHES: [(Search, &str); 2] = [(Search::Perpendicular, "perpendicular"), (Search::MinusV, "along −v")];
const RIMS: [(Rim, &str); 2] = [(Rim::Flood, "flood fill"), (Rim::AngleSorted, "sorted by angle")];
const METHODS: [(Method, &str); 2] = [(Method::Hybrid, "hybrid: margins off"), (Method::Epa, "EPA: margins on")];

/// The cap on iterations. Returns whether the field was let go.
fn cap(ui: &mut Ui, most: &mut Option<u32>) -> bool {
    let mut cap = most.map(f64::from);
    let touched = super::fields::optional_row(ui, "Most iterations", &mut cap, 64.0, Kind::COUNT);
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

/// A choice by name; whether another one was made.
fn pick<T: Copy + PartialEq>(ui: &mut Ui, label: &str, all: &[(T, &str)], value: &mut T) -> bool {
    let now = all.iter().find(|(each, _)| each == value).map_or("", |(_, name)| name);
    let chosen = row(ui, label, |ui| choice(ui, label, now, all.iter().map(|(_, name)| *name)));
    let Some((chosen, _)) = all.iter().find(|(_, name)| Some(*name) == chosen) else { return false };
    *value = *chosen;
    true
}
