//! Import of shapes, poses and points from program text: constructors of many physics libraries, in any language.
//! `world.add(Sphere(0.5), Vec3(0, 1, 0))` becomes a sphere with the radius 0.5 m at (0, 1, 0).
//!
//! - **Method.** [`parser`] splits the text into tokens and parses statements. [`evaluate`] runs them: numbers,
//!   vectors, variables, loops and functions; it fills a [`Store`] of *entities*: shapes, bodies and definitions of
//!   bodies.
//! - **Shapes.** [`shape`] has a dictionary with the types of each library and the meaning of their arguments. The
//!   declared type with its namespace selects the library. If several libraries have a type with different meanings,
//!   the text or the caller must name one of them.
//! - **Libraries.** [`libraries`] finds the libraries that a text names, and has the calls of single libraries;
//!   [`pose`] has their conventions of rotations, [`matrix`] the functions of NumPy and Eigen.
//! - **Other syntax.** [`formats`] reads JSX, A-Frame, Godot, Unity, VRML, X3D, MoveIt, OpenSCAD, POV-Ray and SVG into
//!   the same store.
//! - **Poses** are joined to shapes ([`join`]) by argument, by variable, by the words of a sentence or comment, or in
//!   order if there are as many poses as shapes. A shape without a pose in a text that has poses is an error.
//! - **Checks.** A text is refused if a part that concerns a body is not in the scene ([`checks`]).
//! - **Cost.** One pass over the text; brackets and expressions are bounded in depth.

pub(super) use checks::limits;

mod checks;
mod evaluate;
mod formats;
mod join;
mod libraries;
mod matrix;
mod parser;
mod pose;
mod shape;

use std::ops::Range;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::{Quote, Source, text_of, unread, wrong_at};
use checks::marks::mark_read;
use checks::selected_points::Selected;
use evaluate::readers::evaluate;
pub(super) use evaluate::value::euler;
use evaluate::written::written;
use join::found_bodies::FoundBody;
use join::store::Store;
use parser::syntax::Statement;
use parser::token::{Kind, Tokens};
use shape::plane::{in_plane, remove_layer, uses_layers};

/// First sentence of the note of a scene whose text gives no poses.
pub const ASSUMED: &str = "The text gives no poses: all bodies are at the origin.";

/// Whether the dictionary has a library of this name.
pub(super) fn is_library(name: &str) -> bool {
    libraries::detection::is_library(name)
}

/// Returns the libraries that a text names.
pub(super) fn named_libraries(text: &str) -> std::collections::BTreeSet<&'static str> {
    libraries::detection::mentioned(text)
}

/// Whether the quaternions of these libraries begin with w.
pub(super) fn is_w_first(libraries: &std::collections::BTreeSet<&'static str>) -> bool {
    pose::rotations::order(libraries) == Some(evaluate::value::Order::First)
}

/// Whether the quaternions of these libraries end with w.
pub(super) fn is_w_last(libraries: &std::collections::BTreeSet<&'static str>) -> bool {
    pose::rotations::order(libraries) == Some(evaluate::value::Order::Last)
}

/// Returns the names of all libraries in the dictionary.
pub fn libraries() -> Vec<&'static str> {
    libraries::detection::LIBRARIES.iter().map(|(name, _)| *name).collect()
}

/// Maximum size of a text that is read as code, 16 MiB: larger files are data.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Whether a text has shapes or lists of points that are written as code.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // FCL prints its reproductions with matrices: they are read as printed shapes.
    if text.len() > MAX_TEXT_BYTES || text.contains("X_FS1") || super::records::is_debugger(text) {
        return false;
    }
    let tokens = parser::token::tokens(text);
    if !tokens.all.iter().any(|token| matches!(token.kind, Kind::Name | Kind::Number(_))) {
        return false;
    }
    let (store, statements) = evaluate(text, &tokens, None);
    if store.entities.iter().any(|entity| entity.is_shape && written(text, entity)) {
        return true;
    }
    let has_points = checks::selected_points::find(&store, &statements).is_found();
    has_points && !super::dump::has_shapes(text)
}

/// Reads the shapes of a text as bodies; in a text without shapes, its lists of points. Returns the quotes of the parts
/// of the text that are not read.
///
/// # Errors
/// Fails if a part of the text that concerns a body is not understood.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let tokens = parser::token::tokens(text);
    let chosen = draft.options.library.clone();
    let (store, statements) = evaluate(text, &tokens, chosen.as_deref());
    let evaluated = Evaluated { text, tokens, store, statements };
    if evaluated.store.entities.iter().any(|entity| entity.is_shape) {
        read_shapes(source, draft, evaluated)
    } else {
        read_points(source, draft, evaluated)
    }
}

/// Text with its tokens, its statements, and the store that they fill.
struct Evaluated<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    store: Store,
    statements: Vec<Statement<'a>>,
}

/// Reads the lists of points of a text without shapes, each as the hull of a body.
fn read_points(source: &Source, draft: &mut Draft, evaluated: Evaluated<'_>) -> Result<Vec<Quote>, SceneError> {
    let Evaluated { text, tokens, store, statements } = evaluated;
    let mut ledger = Ledger::new(&source.name, text);
    let Selected { clouds, aside, refusal } = checks::selected_points::find(&store, &statements);
    if let Some((at, why)) = refusal {
        return Err(wrong_at(&ledger, source, at, why));
    }
    if !clouds.is_empty()
        && let Some(at) = checks::selected_points::pose_offset(&store, &clouds)
    {
        let why =
            "the text gives a pose here, which is not applied to its points; write the points in their final places";
        return Err(wrong_at(&ledger, source, at, why));
    }
    let used = unread::check_named(text, clouds.len())
        .and_then(|()| join::pose_comments::check_points(text, &tokens.comments))
        .and_then(|()| shape::lengths::add_points(&store, clouds, text, draft));
    let used = used.map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    mark_read(&mut ledger, draft, text, &tokens, &statements, &used);
    let aside = [tokens.comments, store.judged, aside, checks::asides::read_only(&statements)].concat();
    close(ledger, source, text, &aside)
}

/// Joins the shapes of a text to their poses and adds them as bodies.
fn read_shapes(source: &Source, draft: &mut Draft, evaluated: Evaluated<'_>) -> Result<Vec<Quote>, SceneError> {
    let Evaluated { text, tokens, store, statements } = evaluated;
    let mut ledger = Ledger::new(&source.name, text);
    checks::unread_parts::check(&store, &statements, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let (found, has_poses) =
        join::found_bodies::bodies(&store, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let plane = in_plane(&found, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    draft.plane = plane;
    let used: Vec<Range<usize>> = found.iter().flat_map(|body| body.used.iter().cloned()).collect();
    if !has_poses && !found.is_empty() {
        draft.notes.insert(0, ASSUMED.to_owned());
    }
    draft.notes.extend(checks::limits::Limits::sentence(&store, text));
    for sentence in found.iter().flat_map(|body| &body.parts).filter_map(|(built, _)| built.note) {
        draft.add_note(sentence);
    }
    let has_layers = plane && uses_layers(&store);
    let unit = shape::lengths::unit(&store, text).map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    let first_body = draft.bodies.len();
    for (k, mut body) in found.into_iter().enumerate() {
        if has_layers {
            remove_layer(&mut body);
        }
        add(body, k, plane, draft);
    }
    shape::lengths::apply(draft, first_body, unit).map_err(|why| source.error(why))?;
    mark_read(&mut ledger, draft, text, &tokens, &statements, &used);
    for range in &store.read {
        ledger.take(range.clone());
    }
    let scenery = checks::unjoined_poses::spawned_scenery(text);
    let aside = [tokens.comments, store.judged, scenery, checks::asides::read_only(&statements)].concat();
    close(ledger, source, text, &aside)
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
