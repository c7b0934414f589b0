//! Shapes, poses and points in program text: constructors of many libraries, in whatever language.
//!
//! **Method.** The text is split into tokens and statements; expressions are evaluated as far as they are numbers,
//! vectors, rotations and poses. A dictionary says what the arguments of each type mean. The declared type with its
//! namespace decides; a type that several libraries have with different meanings is read only where the text, or the
//! caller, names the library.
//!
//! **Poses** are joined to shapes by argument, by variable, or in order where there are as many of both. A shape
//! without a pose in a text that has poses is an error.
//!
//! **Cost.** One pass over the text; brackets and expressions are bounded in depth.

mod aframe;
mod bodies;
mod brackets;
mod build;
mod calls;
mod clouds;
mod components;
mod constants;
mod definitions;
mod dictionary;
mod elements;
mod eval;
mod godot;
mod join;
mod jsx;
mod library;
mod parser;
mod queries;
mod reader;
mod resolve;
mod rotations;
mod setters;
mod statements;
mod syntax;
mod things;
mod token;
mod unity;
mod value;
mod wrappers;

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::number::Precision;
use super::{Quote, Source, text_of, wrong_at};
use crate::scene::SceneError;
use crate::scene::model::Shape;
use join::Found;
use library::Named;
use things::Store;
use token::{Kind, Tokens};

/// First sentence of the note of a scene whose text gives no poses.
pub(crate) const ASSUMED: &str = "The text gives no poses: all bodies are at the origin.";

/// Whether a library is one of the dictionary.
pub(super) fn is_library(name: &str) -> bool {
    library::is_library(name)
}

/// Names of the libraries of the dictionary.
pub(crate) fn libraries() -> Vec<&'static str> {
    library::LIBRARIES.iter().map(|(own, _)| *own).collect()
}

/// Largest text that is read as code.
const MOST: usize = 16 << 20;

/// Evaluates a text.
fn evaluate<'a>(text: &'a str, tokens: &Tokens<'a>, chosen: Option<&str>) -> (Store, Vec<syntax::Statement<'a>>) {
    let named = Named::read(text, tokens, chosen);
    let known = |names: &[&str]| is_type(names);
    let tags = jsx::tags(text);
    let outside: Vec<token::Token<'a>> =
        tokens.all.iter().filter(|token| !jsx::is_inside(&tags, token.start)).copied().collect();
    let sections = godot::sections(text);
    let in_section = |at: usize| {
        let k = sections.partition_point(|section| section.at.start <= at);
        k.checked_sub(1).is_some_and(|k| sections[k].at.contains(&at))
    };
    let elements = aframe::tags(text);
    let blocks = unity::blocks(text);
    let areas: Vec<std::ops::Range<usize>> = elements.iter().map(|tag| tag.at.clone()).collect();
    let files: Vec<std::ops::Range<usize>> = blocks.iter().map(|block| block.at.clone()).collect();
    let aside = |at: usize| in_section(at) || is_in(&areas, at) || is_in(&files, at);
    let outside: Vec<token::Token<'a>> = outside.into_iter().filter(|token| !aside(token.start)).collect();
    let statements = statements::statements(&outside, &known);
    let mut store = Store { named, ..Store::default() };
    for statement in &statements {
        eval::run(&mut store, statement);
    }
    jsx::run(&mut store, text, &tags, tokens);
    godot::run(&mut store, &sections);
    aframe::run(&mut store, &elements);
    unity::run(&mut store, &blocks);
    (store, statements)
}

/// Whether a place is in one of these ranges, which are in order.
fn is_in(ranges: &[std::ops::Range<usize>], at: usize) -> bool {
    let k = ranges.partition_point(|range| range.start <= at);
    k.checked_sub(1).is_some_and(|k| ranges[k].contains(&at))
}

/// Whether a path names a type whose braces or parentheses hold values.
fn is_type(names: &[&str]) -> bool {
    let Some(last) = names.last() else { return false };
    let lower = last.to_lowercase();
    let capital = last.starts_with(|c: char| c.is_uppercase())
        || lower.starts_with("bt")
        || lower.starts_with("px")
        || lower.starts_with('b');
    !dictionary::rows(names).is_empty()
        || constants::is_vector(last) && capital
        || rotations::is_rotation(&lower) && capital
        || rotations::is_pose(&lower) && capital
        || things::is_body(&[last]) && capital
}

/// Whether a text has shapes or lists of points that are written as code.
pub(super) fn looks(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // FCL prints its reproductions with matrices: they are read as printed shapes.
    if text.len() > MOST || text.contains("X_FS1") {
        return false;
    }
    let tokens = token::tokens(text);
    let (store, statements) = evaluate(text, &tokens, None);
    let made = |thing: &&things::Thing| thing.geometry && written(text, thing);
    store.things.iter().any(|thing| made(&thing))
        || !super::dump::has_shapes(text) && !clouds::find(&store, &statements).is_empty()
}

/// Whether a thing is written in code, and is no record of fields as `Debug` prints it: `Cuboid { half_extents: … }`.
fn written(text: &str, thing: &things::Thing) -> bool {
    let after = text.get(thing.at..).unwrap_or_default();
    let name = thing.path.last().map_or("", String::as_str);
    let record = after.strip_prefix(name).is_some_and(|rest| rest.trim_start_matches(' ').starts_with('{'))
        // A debugger's cast: `(BoxShape) {mHalfExtents = …}`.
        || after.starts_with('(') && thing.given.iter().all(|(key, _)| key.is_some());
    !record || name.starts_with(['b', 'P'])
}

pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let tokens = token::tokens(text);
    let chosen = draft.options.library.clone();
    let (store, statements) = evaluate(text, &tokens, chosen.as_deref());
    let wrong = |(at, why)| wrong_at(&Ledger::new(&source.name, text), source, at, why);
    if !store.things.iter().any(|thing| thing.geometry) {
        let clouds = clouds::find(&store, &statements);
        if let Some(at) = clouds::posed(&store).filter(|_| !clouds.is_empty()) {
            let why = "the text gives a pose here, but none is read for its points; give the points where they are";
            return Err(wrong((at, String::from(why))));
        }
        let used = clouds::add(clouds, text, draft).map_err(wrong)?;
        take(&mut ledger, draft, text, &tokens, &statements, &used);
        return Ok(ledger.close());
    }
    let (found, given) = join::bodies(&store, text).map_err(wrong)?;
    let plane = in_plane(&found, text).map_err(wrong)?;
    draft.plane = plane;
    let used: Vec<std::ops::Range<usize>> = found.iter().flat_map(|body| body.used.iter().cloned()).collect();
    if !given && !found.is_empty() {
        draft.said.insert(0, ASSUMED.to_owned());
    }
    for sentence in found.iter().flat_map(|body| &body.parts).filter_map(|(built, _)| built.said) {
        draft.say(sentence);
    }
    for (k, body) in found.into_iter().enumerate() {
        add(body, k, plane, draft);
    }
    take(&mut ledger, draft, text, &tokens, &statements, &used);
    Ok(ledger.close())
}

/// Whether the bodies are of the plane; some of the plane and some of space are an error.
fn in_plane(found: &[Found], text: &str) -> Result<bool, value::Wrong> {
    let solid = |shape: &Shape| {
        matches!(
            shape,
            Shape::Box { .. }
                | Shape::Cylinder { .. }
                | Shape::Cone { .. }
                | Shape::Ellipsoid { .. }
                | Shape::Polytope { .. }
        )
    };
    let named = ["rapier2d", "parry2d", "avian2d", "xpbd_2d"].iter().any(|name| text.contains(name));
    let plane =
        named && !text.contains("3d") || found.iter().any(|body| body.parts.iter().any(|(built, _)| built.plane));
    let other = found.iter().find(|body| body.parts.iter().any(|(built, _)| solid(&built.shape)));
    match other.filter(|_| plane) {
        Some(body) => Err((body.at, String::from("a shape of space among shapes of the plane"))),
        None => Ok(plane),
    }
}

/// Adds a body to the scene.
fn add(body: Found, k: usize, plane: bool, draft: &mut Draft) {
    let name = if body.name.is_empty() { format!("shape {}", k + 1) } else { body.name };
    let rigid = draft.parts.len() + 1;
    let flat = |shape: Shape| match shape {
        Shape::Sphere { radius } if plane => Shape::Circle { radius },
        shape => shape,
    };
    let pose = body.pose.unwrap_or_default();
    let pieces: Vec<Piece> =
        body.parts.into_iter().map(|(built, pose)| Piece { name: None, shape: flat(built.shape), pose }).collect();
    if pieces.len() > 1 && pieces.iter().any(|piece| piece.shape.is_half_space()) {
        draft.stand(&name, pieces, pose, rigid);
    } else {
        draft.add_all(&name, pieces, pose, rigid);
    }
}

/// Marks in the ledger what the bodies are made of: statements that have a part in them, but for numbers that have
/// none.
fn take(
    ledger: &mut Ledger<'_>,
    draft: &mut Draft,
    text: &str,
    tokens: &Tokens<'_>,
    statements: &[syntax::Statement<'_>],
    used: &[std::ops::Range<usize>],
) {
    let mut precision = Precision::default();
    let mut marks = vec![false; text.len() + 1];
    used.iter().for_each(|place| marks[place.start.min(text.len())..place.end.min(text.len())].fill(true));
    for statement in statements {
        let from = statement.at.start;
        let to = statement.at.end.min(text.len());
        if !marks.get(from..to).is_some_and(|part| part.contains(&true)) {
            continue;
        }
        let first = tokens.all.partition_point(|token| token.start < from);
        for token in tokens.all[first..].iter().take_while(|token| token.end <= to) {
            let number = matches!(token.kind, Kind::Number(_));
            if !number || marks[token.start] {
                ledger.take(token.start..token.end);
            }
            if let (Kind::Number(number), true) = (token.kind, marks[token.start]) {
                precision.saw(number);
            }
        }
        let back = text[..from].rfind('\n').map_or(0, |k| k + 1);
        let before = text[back..from].trim();
        if ["let", "const", "var", "auto", "static", "let mut", "static const", "final"].contains(&before) {
            ledger.take(back..from);
        }
    }
    for comment in &tokens.comments {
        let words = text.get(comment.clone()).unwrap_or_default();
        if !words.bytes().any(|byte| byte.is_ascii_digit()) {
            ledger.take(comment.clone());
        }
    }
    draft.said.extend(precision.say());
}
