//! Shapes, poses and points in program text: constructors of many physics libraries, in any language.
//!
//! **Method.** The text is split into tokens (`token`) and parsed into statements (`statements`, `parser`). Evaluation
//! (`eval`) covers numbers, vectors, rotations and poses; it fills a [`Store`] of *things*: shapes, bodies and
//! definitions of bodies. A `dictionary` has the types of each library and the meaning of their arguments. The declared
//! type with its namespace selects the library. If several libraries have a type with different meanings, the text or
//! the caller must name one of them.
//!
//! **Other syntax.** JSX, A-Frame, Godot, Unity, VRML, X3D, MoveIt and OpenSCAD have readers that fill the same store.
//!
//! **Poses** are joined to shapes (`join`) by argument, by variable, or in order if there are as many poses as shapes.
//! A shape without a pose in a text that has poses is an error.
//!
//! **Cost.** One pass over the text; brackets and expressions are bounded in depth.

mod aether;
mod aframe;
mod angles;
mod arrays;
mod asides;
mod bepu;
mod between;
mod bindings;
mod bodies;
mod brackets;
mod build;
mod callbacks;
mod called;
mod calls;
mod choices;
mod clouds;
mod comment_shapes;
mod components;
mod conditions;
mod constants;
mod control;
mod copies;
mod cores;
mod definitions;
mod derived;
mod dictionary;
mod directions;
mod drawings;
mod eigen;
mod elements;
mod eval;
mod evaluation;
mod factories;
mod fallbacks;
mod fields;
mod flows;
mod for_each;
mod foreign_bodies;
mod freecad;
mod functions;
mod further_calls;
mod godot;
mod harmless;
mod hc;
mod headers;
mod hull_fields;
mod indices;
mod interpreter;
mod invocations;
mod iterators;
mod join;
mod jsx;
mod lengths;
mod library;
mod library_calls;
mod library_members;
pub(super) mod limits;
mod lists;
mod lookahead;
mod loops;
mod lua;
mod marks;
mod matrices;
mod matter;
mod messages;
mod models;
mod motions;
mod multibodies;
mod nodes;
mod numpy;
mod objects;
mod openscad;
mod orders;
mod origin;
mod own;
mod parser;
mod pattern_parser;
mod patterns;
mod placements;
mod plane;
mod pose_changes;
mod pose_comments;
mod pose_functions;
mod pose_names;
mod pose_records;
mod pose_remarks;
mod povray;
mod preprocessor;
mod probes;
mod product;
mod prose_poses;
mod quaternions;
mod queries;
mod query_poses;
mod raylib;
mod reader;
mod registered;
mod regular;
mod remarks;
mod reshapes;
mod resolve;
mod rotations;
mod scales;
mod setters;
mod shape_arrays;
mod shapely;
mod sizes;
mod slices;
mod statements;
mod strict;
mod svg;
mod syntax;
mod things;
mod token;
mod unity;
mod unjoined;
mod unpacking;
mod unreal;
mod value;
mod wrappers;
mod written;

use std::ops::Range;

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::{Quote, Source, text_of, unread, wrong_at};
use crate::scene::SceneError;
use crate::scene::model::Shape;
use derived::Selected;
use evaluation::evaluate;
use join::FoundBody;
use marks::take;
use plane::{in_plane, remove_layer, uses_layers};
use token::Kind;
pub(super) use value::euler;
use written::written;

/// First sentence of the note of a scene whose text gives no poses.
pub(crate) const ASSUMED: &str = "The text gives no poses: all bodies are at the origin.";

/// Whether the dictionary has a library of this name.
pub(super) fn is_library(name: &str) -> bool {
    library::is_library(name)
}

/// Returns the libraries that a text names.
pub(super) fn named_libraries(text: &str) -> std::collections::BTreeSet<&'static str> {
    library::mentioned(text)
}

/// Whether the quaternions of these libraries begin with w.
pub(super) fn is_w_first(libraries: &std::collections::BTreeSet<&'static str>) -> bool {
    rotations::order(libraries) == Some(value::Order::First)
}

/// Whether the quaternions of these libraries end with w.
pub(super) fn is_w_last(libraries: &std::collections::BTreeSet<&'static str>) -> bool {
    rotations::order(libraries) == Some(value::Order::Last)
}

/// Returns the names of all libraries in the dictionary.
pub(crate) fn libraries() -> Vec<&'static str> {
    library::LIBRARIES.iter().map(|(own, _)| *own).collect()
}

/// Maximum size of a text that is read as code, bytes.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Whether a text has shapes or lists of points that are written as code.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // FCL prints its reproductions with matrices: they are read as printed shapes.
    if text.len() > MAX_TEXT_BYTES || text.contains("X_FS1") || super::records::is_debugger(text) {
        return false;
    }
    let tokens = token::tokens(text);
    if !tokens.all.iter().any(|token| matches!(token.kind, Kind::Name | Kind::Number(_))) {
        return false;
    }
    let (store, statements) = evaluate(text, &tokens, None);
    store.things.iter().any(|thing| thing.is_shape && written(text, thing))
        || derived::find(&store, &statements).is_found() && !super::dump::has_shapes(text)
}

/// Reads the shapes of a text as bodies; in a text without shapes, its lists of points.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let tokens = token::tokens(text);
    let chosen = draft.options.library.clone();
    let (store, statements) = evaluate(text, &tokens, chosen.as_deref());
    if !store.things.iter().any(|thing| thing.is_shape) {
        let Selected { clouds, aside, refusal } = derived::find(&store, &statements);
        if let Some((at, why)) = refusal {
            return Err(wrong_at(&ledger, source, at, why));
        }
        if let Some(at) = derived::pose_offset(&store, &clouds).filter(|_| !clouds.is_empty()) {
            let why = "the text gives a pose here, which is not applied to its points; write the points in their final places";
            return Err(wrong_at(&ledger, source, at, why));
        }
        let used = unread::check_named(text, clouds.len())
            .and_then(|()| pose_comments::check_points(text, &tokens.comments))
            .and_then(|()| lengths::add_points(&store, clouds, text, draft));
        let used = used.map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
        take(&mut ledger, draft, text, &tokens, &statements, &used);
        let aside = [tokens.comments, store.judged, aside, asides::read_only(&statements)].concat();
        return close(ledger, source, text, &aside);
    }
    strict::check(&store, &statements, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let (found, given) = join::bodies(&store, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let plane = in_plane(&found, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    draft.plane = plane;
    let used: Vec<Range<usize>> = found.iter().flat_map(|body| body.used.iter().cloned()).collect();
    if !given && !found.is_empty() {
        draft.notes.insert(0, ASSUMED.to_owned());
    }
    draft.notes.extend(limits::Limits::sentence(&store, text));
    for sentence in found.iter().flat_map(|body| &body.parts).filter_map(|(built, _)| built.note) {
        draft.add_note(sentence);
    }
    let has_layers = plane && uses_layers(&store);
    let unit = lengths::unit(&store, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let first = draft.bodies.len();
    for (k, mut body) in found.into_iter().enumerate() {
        if has_layers {
            remove_layer(&mut body);
        }
        add(body, k, plane, draft);
    }
    lengths::apply(draft, first, unit).map_err(|why| source.error(why))?;
    take(&mut ledger, draft, text, &tokens, &statements, &used);
    store.read.iter().for_each(|range| ledger.take(range.clone()));
    let scenery = unjoined::spawned_scenery(text);
    close(ledger, source, text, &[tokens.comments, store.judged, scenery, asides::read_only(&statements)].concat())
}

/// Returns the quotes of the parts that are not read. `aside` has the ranges whose numbers describe no body.
///
/// # Errors
/// Fails if a number outside of `aside` seems to describe a body and is not read.
fn close(ledger: Ledger<'_>, source: &Source, text: &str, aside: &[Range<usize>]) -> Result<Vec<Quote>, SceneError> {
    match unread::find(&ledger, &unread::Text::code(text, aside)) {
        Some((at, why)) => Err(wrong_at(&ledger, source, at, why)),
        None => Ok(ledger.close()),
    }
}

/// Adds the body with the index `k` to the scene; `plane` states that the scene is 2D.
fn add(body: FoundBody, k: usize, plane: bool, draft: &mut Draft) {
    let name = if body.name.is_empty() { format!("shape {}", k + 1) } else { body.name };
    let rigid = draft.bodies.len() + 1;
    let pose = body.pose.unwrap_or_default();
    let mut pieces = Vec::with_capacity(body.parts.len());
    for (built, pose) in body.parts {
        let shape = match built.shape {
            Shape::Sphere { radius } if plane => Shape::Circle { radius },
            shape => shape,
        };
        pieces.push(Piece { name: None, shape, pose });
    }
    if pieces.len() > 1 && pieces.iter().any(|piece| piece.shape.is_half_space()) {
        draft.add_rigid_body(&name, pieces, pose, rigid);
    } else {
        draft.add_compound(&name, pieces, pose, rigid);
    }
}
