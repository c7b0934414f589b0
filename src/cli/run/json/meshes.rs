//! JSON form of a body that is the hull of a mesh.

use serde::Serialize;

use crate::answer::Float;
use crate::play::{AddedVolume, HullOfMesh};

/// Volumes of a body's mesh and its hull, cubic meters; `null` where they cannot be compared.
#[derive(Serialize)]
pub(super) struct Hulled<'a> {
    body: &'a str,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    mesh_volume: Option<Float>,
    hull_volume: Option<Float>,
    /// Volume of the hull divided by that of the mesh.
    ratio: Option<Float>,
    say: String,
}

impl<'a> Hulled<'a> {
    pub(super) fn of(found: &'a HullOfMesh) -> Self {
        let HullOfMesh { body, file, part, added } = found;
        let [mesh_volume, hull_volume] = match added {
            AddedVolume::Volume { mesh, hull } => [Some(Float(*mesh)), Some(Float(*hull))],
            _ => [None, None],
        };
        let part = *part;
        let ratio = added.ratio().map(Float);
        let say = found.say();
        Self { body, file, part, mesh_volume, hull_volume, ratio, say }
    }
}
