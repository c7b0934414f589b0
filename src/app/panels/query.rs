//! The fields of the query shown: algorithm, bodies, options.

use egui::Ui;

use super::body::optional;
use super::fields::{Kind, choice, fold, row, vector_row};
use super::selection;
use crate::app::command::Command;
use crate::app::edit::{Edit, handed_to};
use crate::app::state::State;
use crate::play;
use crate::scene::model::{
    Ask, CastMethod, CastOptions, ContactReference, Dimension, EdgePairs, Horizon, ManifoldOptions, Method, Query,
    SatOptions, Search, Solver, Stop, SubjectKind, SubjectsMut,
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
            done |= pick(ui, "Solver", &SOLVERS, &mut options.solver);
            done |= pick(ui, "Search", &SEARCHES, &mut options.search);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::Distance { options, .. } => {
            let mut done = widths(ui, &mut options.relative_tolerance, &mut options.absolute_tolerance);
            done |= cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &SOLVERS, &mut options.solver);
            done |= spatial && pick(ui, "Method", &METHODS, &mut options.method);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::Epa { options, .. } => {
            let mut done = widths(ui, &mut options.relative_tolerance, &mut options.absolute_tolerance);
            done |= cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &SOLVERS, &mut options.solver);
            done |= spatial && pick(ui, "Horizon", &HORIZONS, &mut options.horizon);
            done |= own_direction(ui, &mut options.direction);
            warm_start(ui, &mut options.warm_start);
            done
        }
        Ask::IsaGjk { options, .. } => {
            let mut done = cap(ui, &mut options.max_iterations);
            done |= pick(ui, "Solver", &SOLVERS, &mut options.solver);
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
    let mut done = pick(ui, "Stop", &STOPS, &mut options.stop);
    done |= spatial && pick(ui, "Edge pairs", &EDGE_PAIRS, &mut options.pairs);
    warm_start(ui, &mut options.warm_start);
    done
}

fn of_manifold(ui: &mut Ui, spatial: bool, options: &mut ManifoldOptions) -> bool {
    let mut done = optional(ui, "Margin", &mut options.margin, 0.01).done;
    done |= most(ui, "Most points", &mut options.max_points, 4.0);
    let references = if spatial { &REFERENCES[..] } else { &REFERENCES[..3] };
    done |= pick(ui, "Reference", references, &mut options.reference);
    warm_start(ui, &mut options.warm_start);
    done
}

fn of_cast(ui: &mut Ui, options: &mut CastOptions) -> bool {
    let mut done = pick(ui, "Method", &CAST_METHODS, &mut options.method);
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

const SOLVERS: [(Solver, &str); 3] =
    [(Solver::SignedVolumes, "signed volumes"), (Solver::Johnson, "Johnson"), (Solver::Voronoi, "Voronoi regions")];
const SEARCHES: [(Search, &str); 2] = [(Search::Perpendicular, "perpendicular"), (Search::MinusV, "along −v")];
const HORIZONS: [(Horizon, &str); 2] = [(Horizon::Flood, "flood fill"), (Horizon::AngleSorted, "sorted by angle")];
const STOPS: [(Stop, &str); 2] = [(Stop::All, "after all lines"), (Stop::First, "at the first gap")];
const EDGE_PAIRS: [(EdgePairs, &str); 4] = [
    (EdgePairs::Crossing, "whose arcs cross"),
    (EdgePairs::Walk, "found by a walk"),
    (EdgePairs::Bounded, "that may be better"),
    (EdgePairs::All, "all"),
];
const REFERENCES: [(ContactReference, &str); 4] = [
    (ContactReference::Auto, "least depth"),
    (ContactReference::FaceA, "face of A"),
    (ContactReference::FaceB, "face of B"),
    (ContactReference::EdgePair, "pair of edges"),
];
const CAST_METHODS: [(CastMethod, &str); 3] = [
    (CastMethod::Raycast, "GJK ray cast"),
    (CastMethod::Sat, "separating axes"),
    (CastMethod::Advance, "conservative advancement"),
];
const METHODS: [(Method, &str); 2] = [(Method::Hybrid, "hybrid: margins off"), (Method::Epa, "EPA: margins on")];

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

/// A choice by name; whether another one was made.
fn pick<T: Copy + PartialEq>(ui: &mut Ui, label: &str, all: &[(T, &str)], value: &mut T) -> bool {
    let now = all.iter().find(|(each, _)| each == value).map_or("", |(_, name)| name);
    let chosen = row(ui, label, |ui| choice(ui, label, now, all.iter().map(|(_, name)| *name)));
    let Some((chosen, _)) = all.iter().find(|(_, name)| Some(*name) == chosen) else { return false };
    *value = *chosen;
    true
}
