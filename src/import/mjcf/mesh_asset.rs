//! One mesh that an MJCF model declares: its convex hull for collisions, and the surface from which MuJoCo computes the
//! inertia of the mesh. The inertia matters only where a geom is fitted to the mesh.

use std::cell::Cell;
use std::path::Path;

use contact_lens_scene::mesh::Mesh;
use contact_lens_scene::model::Shape;

use crate::pose::Pose;

/// Part of a mesh that has mass, as MJCF names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MeshInertia {
    /// Inertia of the solid convex hull.
    Convex,
    /// Inertia of the solid that the triangles enclose.
    Exact,
    /// Inertia of pyramids from a center to the triangles, all with positive volume.
    #[default]
    Legacy,
    /// Inertia of the triangles, with mass per area.
    Shell,
}

impl MeshInertia {
    /// Returns the kind that a word of MJCF names; `None` for an unknown word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "convex" => Self::Convex,
            "exact" => Self::Exact,
            "legacy" => Self::Legacy,
            "shell" => Self::Shell,
            _ => return None,
        })
    }
}

/// Vertices and triangles of a mesh, meters.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    pub(super) vertices: Vec<[f64; 3]>,
    /// Triangles by indices of `vertices`; empty if they are those of the convex hull.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Whether MuJoCo uses other triangles than `triangles`, which this program does not compute.
    pub(super) has_unknown_triangles: bool,
}

/// Transform of a mesh's vertices for its geoms: into the frame `reference`, then scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexTransform {
    /// Factors along the axes of `reference`; negative ones mirror.
    pub(super) scale: [f64; 3],
    /// Frame of the mesh in the coordinates of the vertices, meters.
    pub(super) reference: Pose,
}

impl VertexTransform {
    /// Moves a vertex into the frame of the mesh, and scales it.
    pub(super) fn point(self, point: [f64; 3]) -> [f64; 3] {
        let Self { scale, reference } = self;
        let local = if reference == Pose::default() { point } else { reference.inverse().point(point) };
        [0, 1, 2].map(|axis| scale[axis] * local[axis])
    }
}

/// Mesh that a model declares.
pub(super) struct MeshAsset {
    /// Convex hull of the transformed vertices.
    pub(super) shape: Shape,
    /// Surface that the model lists or generates, before `transform`; `None` if it is in a file.
    pub(super) declared: Option<Surface>,
    /// Transform of the vertices, also of those in a file.
    pub(super) transform: VertexTransform,
    pub(super) inertia: MeshInertia,
    /// Whether the model limits the number of vertices of the hull.
    pub(super) has_limited_hull: bool,
    /// Whether a geom was fitted to the mesh, so that its triangles and inertia were used.
    pub(super) is_fitted: Cell<bool>,
}

impl MeshAsset {
    /// Returns the transformed surface, with vertices in single precision before the transform as in MuJoCo; or the
    /// reason why it is not the one that MuJoCo uses.
    pub(super) fn surface(&self) -> Result<Surface, String> {
        self.is_fitted.set(true);
        let mut surface = match &self.declared {
            Some(declared) => declared.clone(),
            None => self.file_surface()?,
        };
        if self.has_limited_hull && (self.inertia == MeshInertia::Convex || surface.triangles.is_empty()) {
            return Err(String::from("limits on the vertices of a hull (`maxhullvert`) are not supported"));
        }
        if surface.has_unknown_triangles && self.inertia != MeshInertia::Convex {
            return Err(String::from("the triangles of built-in shells (dimension 2) are not supported"));
        }
        for vertex in &mut surface.vertices {
            *vertex = self.transform.point(vertex.map(|x| f64::from(x as f32)));
        }
        // Triangles of a mirrored mesh are reversed, so that they keep facing outward, as in MuJoCo.
        if self.transform.scale.into_iter().product::<f64>() < 0.0 {
            surface.triangles.iter_mut().for_each(|vertex_indices| vertex_indices.swap(1, 2));
        }
        Ok(surface)
    }

    /// Returns the surface of the mesh's file, or the reason why it is not the one that MuJoCo uses.
    fn file_surface(&self) -> Result<Surface, String> {
        let shape = match &self.shape {
            Shape::Affine { shape, .. } => shape,
            other => other,
        };
        let Shape::Mesh { content, .. } = shape else { return Err(String::from("its mesh has no surface")) };
        let Some(Mesh { vertices, triangles, .. }) = content.mesh() else {
            return Err(String::from("its mesh was not loaded"));
        };
        // MuJoCo takes the convex hull of all groups, but the triangles of the first one.
        let uses_triangles = self.inertia != MeshInertia::Convex;
        let obj_file = content.path().filter(|path| uses_triangles && has_obj_ending(path));
        if let Some(path) = obj_file {
            let text = std::fs::read(path).map_err(|error| contact_lens_scene::io_message(&error))?;
            if has_several_groups(&text) {
                return Err(String::from("MuJoCo uses only the first object or group of the mesh's OBJ file"));
            }
        }
        Ok(Surface { vertices: vertices.clone(), triangles: triangles.clone(), ..Surface::default() })
    }
}

/// Whether a file's name ends in `.obj`, in any case.
fn has_obj_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("obj"))
}

/// Whether the faces of an OBJ are in more than one object or group.
fn has_several_groups(text: &[u8]) -> bool {
    let mut has_faces = false;
    let mut is_in_next_group = false;
    for line in text.split(|byte| *byte == b'\n') {
        match line.trim_ascii().split(u8::is_ascii_whitespace).next() {
            Some(b"o" | b"g") => is_in_next_group = has_faces,
            Some(b"f") if is_in_next_group => return true,
            Some(b"f") => has_faces = true,
            _ => {}
        }
    }
    false
}
