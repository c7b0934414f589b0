//! Writing scenes: pretty, stable, and such that loading gives back every float to the last bit.
//!
//! A point stays on one line and a list of points has one a line, so that scenes read and diff well.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use super::error::SceneError;
use super::json::{self, Source};
use super::model::Scene;
use super::parse::Document;
use super::replace::replace;
use super::tree::{Kind, Node};
use super::{meshes, plain_io};

/// Characters of a line; whatever fits is not broken.
const WIDTH: usize = 100;

/// The text of a scene file. Refuses, with the message that loading would give, what could not be loaded again.
pub fn to_string(scene: &Scene) -> Result<String, SceneError> {
    const FILE: &str = "(unsaved scene)";
    let refuse = |message: String| SceneError::whole(FILE, message);
    let compact = serde_json::to_string(scene).map_err(|error| refuse(error.to_string()))?;
    let root = json::read(&compact, Source::File).map_err(|fault| refuse(fault.message))?;
    let mut text = String::new();
    pretty(&root, &compact, 0, &mut text);
    text.push('\n');
    Document::parse(FILE, text.as_bytes())?;
    Ok(text)
}

/// The scene as it is to be written to `path`: meshes are named by their paths from there.
///
/// # Errors
/// A mesh that lies outside of that folder.
pub fn for_file<'a>(scene: &'a Scene, path: &Path) -> Result<Cow<'a, Scene>, SceneError> {
    let rebased = meshes::rebased(scene, path.parent().unwrap_or(Path::new("")));
    let rebased = rebased.map_err(|(field, message)| {
        let file = path.display().to_string();
        SceneError { path: field, ..SceneError::whole(&file, message) }
    })?;
    Ok(rebased.map_or(Cow::Borrowed(scene), Cow::Owned))
}

/// Writes a scene file: beside the old one first, then in its place, so that a crash loses nothing; and beside it the meshes
/// that ship inside the program. `-` is standard output.
pub fn to_file(scene: &Scene, path: &Path) -> Result<(), SceneError> {
    let text = to_string(&*for_file(scene, path)?)?;
    let file = path.display().to_string();
    if file != "-" {
        meshes::unpack(scene, path.parent().unwrap_or(Path::new("")))
            .map_err(|(field, message)| SceneError { path: field, ..SceneError::whole(&file, message) })?;
    }
    let result = match path.as_os_str() == "-" {
        true => std::io::stdout().lock().write_all(text.as_bytes()),
        false => replace(path, text.as_bytes()),
    };
    result.map_err(|error| SceneError::whole(&file, format!("cannot be written: {}", plain_io(&error))))
}

/// `node` of the compact text `source`, appended to `out` at `indent` spaces.
fn pretty(node: &Node, source: &str, indent: usize, out: &mut String) {
    let line_start = out.rfind('\n').map_or(0, |newline| newline + 1);
    let room = WIDTH.saturating_sub(out.len() - line_start);
    let compact = &source[node.at..node.end];
    let (open, close) = match &node.kind {
        Kind::Array(items) if !items.is_empty() => ('[', ']'),
        Kind::Object(fields) if !fields.is_empty() => ('{', '}'),
        _ => return out.push_str(compact),
    };
    if fits(node, compact, room) {
        return inline(node, source, out);
    }
    out.push(open);
    let mut comma = "";
    let mut begin = |out: &mut String| {
        out.push_str(comma);
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent + 2));
        comma = ",";
    };
    match &node.kind {
        Kind::Array(items) => items.iter().for_each(|item| {
            begin(out);
            pretty(item, source, indent + 2, out);
        }),
        Kind::Object(fields) => fields.iter().for_each(|field| {
            begin(out);
            out.push_str(&format!("\"{}\": ", field.name));
            pretty(&field.value, source, indent + 2, out);
        }),
        _ => {}
    }
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    out.push(close);
}

/// Whether a value stands on one line: three numbers always; other things only when short and without lists of lists.
fn fits(node: &Node, compact: &str, room: usize) -> bool {
    let plain = |node: &Node| !matches!(node.kind, Kind::Array(_) | Kind::Object(_));
    match &node.kind {
        Kind::Array(items) if items.iter().all(plain) => true,
        Kind::Object(fields) => {
            let flat = |value: &Node| match &value.kind {
                Kind::Array(items) => items.iter().all(plain),
                Kind::Object(_) => false,
                _ => true,
            };
            compact.len() + 3 * fields.len() < room && fields.iter().all(|field| flat(&field.value))
        }
        _ => false,
    }
}

fn inline(node: &Node, source: &str, out: &mut String) {
    let mut comma = "";
    match &node.kind {
        Kind::Array(items) => {
            out.push('[');
            for item in items {
                out.push_str(comma);
                inline(item, source, out);
                comma = ", ";
            }
            out.push(']');
        }
        Kind::Object(fields) => {
            out.push_str("{ ");
            for field in fields {
                out.push_str(&format!("{comma}\"{}\": ", field.name));
                inline(&field.value, source, out);
                comma = ", ";
            }
            out.push_str(" }");
        }
        _ => out.push_str(&source[node.at..node.end]),
    }
}
