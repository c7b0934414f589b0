//! Check for parts of a program text that concern a shape or a body and are not evaluated, such as `load("robot.urdf")`
//! or the constructor of a sphere in an expression that is not understood. A text with one is refused, and the error
//! names the part.

use std::ops::Range;

use crate::code::evaluate::value::ErrorAt;
use crate::code::join::store::Store;
use crate::code::parser::preprocessor;
use crate::code::parser::syntax::{Argument, Expr, Node, Statement, flatten};
use crate::code::parser::token;
use crate::code::shape::dictionary;
use crate::code::shape::resolve::shown;

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
            check_expression(expr, text)?;
        }
    }
    Ok(())
}

/// Checks that an expression has no shape of a mesh, of a file, or in a part that is not understood, in this order.
///
/// # Errors
/// Fails at the first such part of the first kind that is found.
fn check_expression(expr: &Expr<'_>, text: &str) -> Result<(), ErrorAt> {
    let mut mesh_at = None;
    let mut file_at = None;
    let mut unread_at = None;
    expr.visit(&mut |part| match &part.node {
        Node::Path(path) | Node::Call(path, _) if mesh_at.is_none() && makes_from_mesh(&path.names) => {
            mesh_at = Some(part.at.start);
        }
        Node::Unknown if unread_at.is_none() => unread_at = constructor_in(text, &part.at),
        Node::Call(path, arguments) | Node::Method(_, path, arguments) if file_at.is_none() => {
            let loads_file = arguments.iter().any(|argument| loads(path.last(), argument));
            file_at = loads_file.then_some(part.at.start);
        }
        _ => {}
    });
    if let Some(at) = mesh_at {
        let why = "this collider is made of a mesh that is not in the text; remove the line, or write its shapes out";
        return Err((at, format!("{why}: `{}`", shown(text, &(at..at)))));
    }
    if let Some(at) = file_at {
        let why = "the shapes of this file are not given; remove the line, or write its shapes out";
        return Err((at, format!("{why}: `{}`", shown(text, &(at..at)))));
    }
    if let Some(at) = unread_at {
        return Err((at, format!("this shape is not evaluated; write it out: `{}`", shown(text, &(at..at)))));
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

/// Whether a function loads bodies from the file that an argument names, such as `loadURDF("robot.urdf")`.
fn loads(function: &str, argument: &Argument<'_>) -> bool {
    let Node::Text(name) = argument.value.node else { return false };
    let lower = function.to_lowercase();
    (lower.contains("load") || lower.contains("import")) && BODY_FILES.iter().any(|ending| name.ends_with(ending))
}

/// Returns the offset of the first constructor of a known shape in a range of the text, bytes: a capitalized name with
/// arguments, such as `Sphere(0.5)`. `None` if none is there.
fn constructor_in(text: &str, range: &Range<usize>) -> Option<usize> {
    let part = text.get(range.clone())?;
    let tokens = token::tokens(part).all;
    for (k, three) in tokens.windows(3).enumerate() {
        let [name, open, first] = three else { continue };
        let is_call_with_arguments = name.kind == token::Kind::Name && open.is("(") && !first.is(")");
        if !is_call_with_arguments || !name.text.starts_with(|c: char| c.is_uppercase()) {
            continue;
        }
        let mut path = vec![name.text];
        if k >= 2 && (tokens[k - 1].is(".") || tokens[k - 1].is("::")) {
            path.insert(0, tokens[k - 2].text);
        }
        if !dictionary::rows(&path).is_empty() {
            return Some(range.start + name.start);
        }
    }
    None
}
