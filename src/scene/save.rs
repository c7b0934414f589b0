//! Writer of scene files. The text is formatted, the same for equal scenes, and exact to the last bit of every number.
//!
//! A point stays on one line and a list of points has one line per point, so that scenes are readable and diffs are
//! short.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use super::atomic_write::replace;
use super::error::SceneError;
use super::json::{self, Source};
use super::model::Scene;
use super::parse::Document;
use super::tree::{Kind, Node};
use super::{io_message, meshes};

/// Line width in bytes below which an object without nested objects is written on one line.
const WIDTH: usize = 100;

/// Returns the text of a scene file. The text is parsed again, so that no file is written that could not be loaded.
///
/// # Errors
/// The parser's error about the text.
pub fn to_string(scene: &Scene) -> Result<String, SceneError> {
    const FILE: &str = "(unsaved scene)";
    let compact = serde_json::to_string(scene).map_err(|error| SceneError::whole(FILE, error.to_string()))?;
    let root = json::read(&compact, Source::File).map_err(|fault| SceneError::whole(FILE, fault.message))?;
    let mut text = String::new();
    write_pretty(&root, &compact, 0, &mut text);
    text.push('\n');
    Document::parse(FILE, text.as_bytes())?;
    Ok(text)
}

/// Returns the scene for writing to `path`: mesh paths are made relative to the folder of `path`.
///
/// # Errors
/// A mesh outside of that folder.
pub fn for_file<'a>(scene: &'a Scene, path: &Path) -> Result<Cow<'a, Scene>, SceneError> {
    let rebased = meshes::rebased(scene, path.parent().unwrap_or(Path::new("")));
    let rebased = rebased.map_err(|error| SceneError::of_field(&path.display().to_string(), error))?;
    Ok(rebased.map_or(Cow::Borrowed(scene), Cow::Owned))
}

/// Writes a scene file and, next to it, the shipped meshes that the scene refers to. The file is replaced atomically,
/// so a crash keeps the old one. `-` is standard output, without the meshes.
///
/// # Errors
/// A scene that could not be loaded again, a mesh outside of the folder, or a file that cannot be written.
pub fn to_file(scene: &Scene, path: &Path) -> Result<(), SceneError> {
    let text = to_string(&*for_file(scene, path)?)?;
    let file = path.display().to_string();
    let result = if file == "-" {
        std::io::stdout().lock().write_all(text.as_bytes())
    } else {
        meshes::unpack(scene, path.parent().unwrap_or(Path::new("")))
            .map_err(|error| SceneError::of_field(&file, error))?;
        replace(path, text.as_bytes())
    };
    result.map_err(|error| SceneError::whole(&file, format!("cannot be written: {}", io_message(&error))))
}

/// Appends a value to `out`. `node` is the value in the tree of the compact text `source`; its lines after the first
/// are indented by `indent` spaces or more.
fn write_pretty(node: &Node, source: &str, indent: usize, out: &mut String) {
    let line_start = out.rfind('\n').map_or(0, |newline| newline + 1);
    let space = WIDTH.saturating_sub(out.len() - line_start);
    let compact = &source[node.start..node.end];
    let (open, close) = match &node.kind {
        Kind::Array(items) if !items.is_empty() => ('[', ']'),
        Kind::Object(fields) if !fields.is_empty() => ('{', '}'),
        _ => return out.push_str(compact),
    };
    if fits_on_line(node, compact, space) {
        return write_inline(node, source, out);
    }
    out.push(open);
    let mut comma = "";
    match &node.kind {
        Kind::Array(items) => {
            for item in items {
                begin_line(comma, indent + 2, out);
                write_pretty(item, source, indent + 2, out);
                comma = ",";
            }
        }
        Kind::Object(fields) => {
            for field in fields {
                begin_line(comma, indent + 2, out);
                out.push_str(&format!("\"{}\": ", field.name));
                write_pretty(&field.value, source, indent + 2, out);
                comma = ",";
            }
        }
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => {}
    }
    begin_line("", indent, out);
    out.push(close);
}

/// Ends a line with `end` and begins the next one at `indent` spaces.
fn begin_line(end: &str, indent: usize, out: &mut String) {
    out.push_str(end);
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Whether a value is written on one line: a list of plain values always, another list never; an object only if it is
/// shorter than `space` bytes and its fields are plain values or lists of these.
fn fits_on_line(node: &Node, compact: &str, space: usize) -> bool {
    match &node.kind {
        Kind::Array(items) => items.iter().all(is_plain),
        Kind::Object(fields) => {
            // On one line, the braces, colons and commas add at most three spaces per field.
            compact.len() + 3 * fields.len() < space && fields.iter().all(|field| is_flat(&field.value))
        }
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => false,
    }
}

/// Whether a value is neither a list nor an object.
fn is_plain(node: &Node) -> bool {
    !matches!(node.kind, Kind::Array(_) | Kind::Object(_))
}

/// Whether a value is plain or a list of plain values.
fn is_flat(node: &Node) -> bool {
    match &node.kind {
        Kind::Array(items) => items.iter().all(is_plain),
        Kind::Object(_) => false,
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => true,
    }
}

/// Appends a value on one line.
fn write_inline(node: &Node, source: &str, out: &mut String) {
    let mut comma = "";
    match &node.kind {
        Kind::Array(items) => {
            out.push('[');
            for item in items {
                out.push_str(comma);
                write_inline(item, source, out);
                comma = ", ";
            }
            out.push(']');
        }
        Kind::Object(fields) => {
            out.push_str("{ ");
            for field in fields {
                out.push_str(&format!("{comma}\"{}\": ", field.name));
                write_inline(&field.value, source, out);
                comma = ", ";
            }
            out.push_str(" }");
        }
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => out.push_str(&source[node.start..node.end]),
    }
}
