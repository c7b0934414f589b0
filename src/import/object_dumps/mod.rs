//! Dumps of objects: what debuggers, consoles and logs print about bodies, as pairs of an expression and its value.
//!
//! - **Method**: the text is divided into entries (`entries`) with parsed values (`value`). Their fields are stored in
//!   records of one body each (`collect`, `mujoco_arrays`) by a table of names (`fields`). Shapes (`shape`) and poses
//!   (`pose`) are built from the records (`bodies`).
//! - **Libraries**: the types and fields of a dump name the library whose conventions apply (`kinds`).
//! - **Strict**: every line has the form of a dump, and every field is used or known to have no meaning for shapes and
//!   poses; else other readers try the text.

mod bodies;
mod checks;
mod collect;
mod entries;
mod expression;
mod fields;
mod kinds;
mod mujoco_arrays;
mod pose;
mod record;
mod shape;
pub(super) mod value;

use contact_lens_scene::SceneError;

use super::draft::Draft;
use super::ledger::Ledger;
use super::{Quote, Source, code, text_of, wrong_at};

/// Name of the format.
pub(super) const FORMAT: &str = "object dumps";

/// Maximum size of a text that is read as a dump, bytes.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Words of dumps that name no library otherwise, with the library that prints them.
const MARKS: [(&str, &str); 17] = [
    ("m_LocalPosition", "unity"),
    ("BoxShape3D", "godot"),
    ("m.geom(", "mujoco"),
    ("RigidTransform", "drake"),
    ("pydrake", "drake"),
    ("matrixWorld", "three"),
    ("widthSegments", "three"),
    ("radialSegments", "three"),
    ("final_posr", "ode"),
    ("dxBox", "ode"),
    ("dxCylinder", "ode"),
    ("getCollisionShapeData", "pybullet"),
    ("geom_xpos", "mujoco"),
    ("coal::", "coal"),
    ("fcl::", "fcl"),
    ("hpp::fcl", "hppfcl"),
    ("BoxGeometry", "three"),
];

/// Signs and words; every dump with a shape and numbers has at least one of them.
const SIGNS: [&str; 8] = [": ", "\":", " = ", "=(", "=[", "  ", ">>>", "=V"];

/// Whether a text may be a dump of objects.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    if bytes.len() > MAX_TEXT_BYTES {
        return false;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let is_other = text.trim_start().starts_with('<') || text.contains("\"version\"");
    !is_other && (is_output(text) || SIGNS.iter().any(|sign| text.contains(sign)) && entries::entries(text).is_ok())
}

/// Reads the bodies of a dump.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let ledger = Ledger::new(&source.name, text);
    let mut libraries = code::named_libraries(text);
    libraries.extend(MARKS.iter().filter(|(mark, _)| text.contains(mark)).map(|(_, library)| *library));
    let found = entries::entries(text).map_err(|at| (at, String::from("this line has no form of a dump")));
    let added = found
        .and_then(|found| mujoco_arrays::records(&found).unwrap_or_else(|| collect::records(&found)))
        .and_then(|records| bodies::add(records, &libraries, draft));
    added.map_err(|(at, why)| wrong_at(&ledger, source, at, why))?;
    // Every line is understood.
    Ok(Vec::new())
}

/// Beginnings of lines with commands, whose values follow.
const PROMPTS: [&str; 4] = [">>> ", "In [", "(gdb)", "(lldb)"];

/// Parts of the output of objects that other readers would read without their owners.
const OUTPUTS: [&str; 6] =
    ["matrixWorld.elements:", "mTuple = {", "final_posr->", "\"fixtures\":[", "\"fixtures\": [", "Shape3D#"];

/// Whether no other reader may try a dump after this error: every command of a session printed a value, the text is
/// the output of an object of a library that no other reader knows, or the names of poses contradict their order.
pub(super) fn is_decisive(text: &str, error: &str) -> bool {
    // `info locals` lists variables with their names, which the reader of printed shapes joins.
    let has_prompt = text.lines().any(|line| {
        let command = PROMPTS.iter().find_map(|prompt| line.strip_prefix(prompt));
        command.is_some_and(|command| !command.trim_start().starts_with("info "))
    });
    let is_printed_shape = super::records::is_debugger(text);
    error == bodies::CROSSED || has_prompt && !is_printed_shape || is_output(text)
}

/// Whether a text has the output of an object of a library that no other reader knows.
fn is_output(text: &str) -> bool {
    let is_json = text.trim_start().starts_with(['{', '[']) && text.contains("\"vertices\"");
    let has_pose =
        ["\"position\"", "\"angle\"", "\"quaternion\"", "\"rotation\""].iter().any(|name| text.contains(name));
    is_json && has_pose || OUTPUTS.iter().any(|part| text.contains(part))
}
