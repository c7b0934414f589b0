//! Reader of prims of USD in pasted text, such as `def Cube "box" { double size = 2 }`, without the layer around them.
//! Each prim with a shape becomes a body.
//!
//! `prims` parses the prims to the nodes of `tree`; `stage` places their shapes. Refused are unknown kinds of prims,
//! fields that hide, animate or compose a prim, and any `xformOp` that is not supported. All other fields are ignored.

mod prims;
mod stage;
mod tree;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Shape;

use super::draft::{Draft, Piece};
use super::ledger::Ledger;
use super::number::Precision;
use super::pose::Pose;
use super::{Quote, Source, text_of, wrong_at};

/// Body made from the shape of a prim.
struct PrimBody {
    /// Name of the prim; empty without one.
    name: String,
    shape: Shape,
    /// Pose in the world.
    pose: Pose,
}

/// Whether a text has a prim of a shape: `def Cube "…"`, `Sphere`, `Cylinder`, `Capsule` or `Cone`.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| prims::start(text).is_some())
}

/// Reads the shapes of the prims in a text; each becomes a body. Returns quotes of the text around the prims.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let mut ledger = Ledger::new(&source.name, text);
    let nodes = prims::parse(text).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    let bodies = stage::bodies(&nodes).map_err(|(offset, why)| wrong_at(&ledger, source, offset, why))?;
    let mut precision = Precision::default();
    for node in &nodes {
        ledger.take(node.range.clone());
        node.numbers(&mut |number| precision.add(number));
    }
    for (index, PrimBody { name, shape, pose }) in bodies.into_iter().enumerate() {
        draft.shape_counts.count_found(["shape", "shapes"]);
        let name = if name.is_empty() { format!("shape {}", index + 1) } else { name };
        // Each shape is a rigid body of its own.
        let rigid = draft.bodies.len() + 1;
        draft.add_compound(&name, vec![Piece { name: None, shape, pose: Pose::default() }], pose, rigid);
    }
    draft.notes.extend(precision.sentence());
    Ok(ledger.close())
}
