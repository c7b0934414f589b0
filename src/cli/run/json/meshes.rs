//! JSON form of a body that is the convex hull of a mesh.

use contact_lens_model::answer::Float;
use contact_lens_play::{AddedVolume, HullOfMesh};
use serde::Serialize;

/// Volumes of a body's mesh and of its hull; `null` where they cannot be compared.
#[derive(Serialize)]
pub(super) struct HullRecord<'a> {
    /// Name of the body.
    body: &'a str,
    /// Path of the mesh file.
    file: &'a str,
    /// Index of the mesh in its file; absent when all meshes of the file make the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    /// Volume that the mesh encloses, m³.
    mesh_volume: Option<Float>,
    /// Volume of the hull, m³.
    hull_volume: Option<Float>,
    /// Volume of the hull divided by that of the mesh.
    ratio: Option<Float>,
    /// Sentence about the volumes, or about the reason why they cannot be compared.
    say: String,
}

impl<'a> HullRecord<'a> {
    /// Converts the comparison of a mesh with its hull.
    pub(super) fn of(hull: &'a HullOfMesh) -> Self {
        let HullOfMesh { body, file, part, added } = hull;
        let [mesh_volume, hull_volume] = match added {
            AddedVolume::Volume { mesh, hull } => [Some(Float(*mesh)), Some(Float(*hull))],
            AddedVolume::Open { .. } | AddedVolume::Cloud | AddedVolume::Flat | AddedVolume::Tangled => [None, None],
        };
        let part = *part;
        let ratio = added.ratio().map(Float);
        let say = hull.say();
        Self { body, file, part, mesh_volume, hull_volume, ratio, say }
    }
}
