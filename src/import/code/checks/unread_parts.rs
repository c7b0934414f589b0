//! Check for parts of a text that concern a shape or a body and are not evaluated: a text with one is refused, and the
//! error names the part.

use std::ops::Range;

use crate::import::code::evaluate::value::ErrorAt;
use crate::import::code::join::store::Store;
use crate::import::code::parser::preprocessor;
use crate::import::code::parser::syntax::{Argument, Node, Statement, flatten};
use crate::import::code::parser::token;
use crate::import::code::shape::dictionary;
use crate::import::code::shape::resolve::shown;

/// Checks that every part of a text that concerns a shape is evaluated.
///
/// # Errors
/// Fails at the first such part.
pub fn check(store: &Store, statements: &[Statement<'_>], text: &str) -> Result<(), ErrorAt> {
    if let Some((at, why)) = store.refusals.iter().min_by_key(|(at, _)| *at) {
        return Err((*at, format!("{why}: `{}`", shown(text, &(*at..*at)))));
    }
    for range in preprocessor::undecided(text) {
        if store.entities.iter().any(|entity| entity.is_shape && range.contains(&entity.at)) {
            let line = shown(text, &range);
            return Err((range.start, format!("whether `{line}` holds is not known; give only the lines that run")));
        }
    }
    for statement in flatten(statements) {
        for expr in statement.statement.expressions() {
            let mut found = None;
            let mut file = None;
            let mut meshed = None;
            expr.visit(&mut |part| match &part.node {
                Node::Path(path) | Node::Call(path, _) if meshed.is_none() && makes_from_mesh(&path.names) => {
                    meshed = Some(part.at.start);
                }
                Node::Unknown if found.is_none() => found = constructor_in(text, &part.at),
                Node::Call(path, arguments) | Node::Method(_, path, arguments) if file.is_none() => {
                    file = arguments.iter().find(|one| loads(path.last(), one)).map(|_| part.at.start);
                }
                _ => {}
            });
            if let Some(at) = meshed {
                let why =
                    "this collider is made of a mesh that is not in the text; remove the line, or write its shapes out";
                return Err((at, format!("{why}: `{}`", shown(text, &(at..at)))));
            }
            if let Some(at) = file {
                let why = "the shapes of this file are not given; remove the line, or write its shapes out";
                return Err((at, format!("{why}: `{}`", shown(text, &(at..at)))));
            }
            if let Some(at) = found {
                return Err((at, format!("this shape is not evaluated; write it out: `{}`", shown(text, &(at..at)))));
            }
        }
    }
    Ok(())
}

/// Whether a path is one of Bevy's components that make colliders of meshes after the start of the program.
fn makes_from_mesh(names: &[&str]) -> bool {
    let types = [
        "ColliderConstructor",
        "ColliderConstructorHierarchy",
        "AsyncCollider",
        "AsyncSceneCollider",
        "ComputedCollider",
    ];
    names.iter().any(|name| types.contains(name)) && dictionary::rows(names).is_empty()
}

/// File name extensions of formats that contain bodies.
const BODY_FILES: [&str; 6] = [".urdf", ".sdf", ".glb", ".gltf", ".usd", ".mjcf"];

/// Whether a call loads bodies from a file.
fn loads(function: &str, argument: &Argument<'_>) -> bool {
    let Node::Text(name) = argument.value.node else { return false };
    let lower = function.to_lowercase();
    (lower.contains("load") || lower.contains("import")) && BODY_FILES.iter().any(|ending| name.ends_with(ending))
}

/// Returns the offset of the first constructor of a known shape in a part of the text.
fn constructor_in(text: &str, range: &Range<usize>) -> Option<usize> {
    let part = text.get(range.clone())?;
    let tokens = token::tokens(part).all;
    for k in 0..tokens.len().saturating_sub(2) {
        if !tokens[k + 1].is("(") || tokens[k + 2].is(")") || tokens[k].kind != token::Kind::Name {
            continue;
        }
        let name = tokens[k].text;
        let path: Vec<&str> = match k.checked_sub(2).map(|owner| &tokens[owner]) {
            Some(owner) if tokens[k - 1].is(".") || tokens[k - 1].is("::") => vec![owner.text, name],
            _ => vec![name],
        };
        if name.starts_with(|c: char| c.is_uppercase()) && !dictionary::rows(&path).is_empty() {
            return Some(range.start + tokens[k].start);
        }
    }
    None
}
