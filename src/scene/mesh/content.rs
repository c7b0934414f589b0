//! Content of a mesh file, read once and shared by all shapes that refer to the file.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::Mesh;

/// Axis of a mesh file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Up {
    /// Axis x: the file's (x, y, z) is the body's (−y, x, z).
    X,
    /// Axis y, as in scenes; the default.
    #[default]
    Y,
    /// Axis z: the file's (x, y, z) is the body's (x, z, −y).
    Z,
}

impl Up {
    /// Converts a point of the file to the axes of scenes.
    pub fn to_scene_axes(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match self {
            Self::X => [-y, x, z],
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
        }
    }
}

/// The mesh of a file, shared by copies; empty if the file was not read.
#[derive(Clone, Debug, Default)]
pub struct Content(Option<Arc<Loaded>>);

/// Mesh that was read, with data derived from it.
#[derive(Debug)]
struct Loaded {
    /// File, all links followed; `None` for a mesh that ships inside the program.
    path: Option<PathBuf>,
    mesh: Mesh,
    /// Size of the hull, once a query has computed it.
    hull: OnceLock<HullSize>,
}

/// Volume of a mesh's hull, and its error, in cubed units of the mesh's file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullSize {
    /// Volume of the hull.
    pub volume: f64,
    /// Largest amount by which rounding of the hull's vertices may lift its volume above that of a convex mesh.
    pub rounding: f64,
}

/// Compares paths and meshes; data derived from the mesh is not compared.
impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.mesh) == (&other.path, &other.mesh)
    }
}

/// Shared content is equal without comparison.
impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl Content {
    /// Creates the content read from the file at `path`, all links followed.
    pub(crate) fn new(path: PathBuf, mesh: Mesh) -> Self {
        Self(Some(Arc::new(Loaded { path: Some(path), mesh, hull: OnceLock::new() })))
    }

    /// Creates the content of a mesh that ships inside the program.
    pub(crate) fn shipped(mesh: Mesh) -> Self {
        Self(Some(Arc::new(Loaded { path: None, mesh, hull: OnceLock::new() })))
    }

    /// Error about a shape whose file was not read.
    pub const UNREAD: &str = "was not read: this scene has no folder in which to search for the file";

    /// Returns the mesh; `None` if its file was not read.
    pub fn mesh(&self) -> Option<&Mesh> {
        self.0.as_deref().map(|loaded| &loaded.mesh)
    }

    /// Returns the size of the mesh's hull, computed once by `measure` and shared by all bodies with the mesh. `None`
    /// if its file was not read.
    pub fn hull_size(&self, measure: impl FnOnce(&Mesh) -> HullSize) -> Option<HullSize> {
        self.0.as_deref().map(|loaded| *loaded.hull.get_or_init(|| measure(&loaded.mesh)))
    }

    /// Returns the size of the mesh's hull; `None` if it was not computed before.
    pub fn known_hull_size(&self) -> Option<HullSize> {
        self.0.as_deref()?.hull.get().copied()
    }

    /// Returns the file that the mesh was read from, all links followed; `None` if it was not read or ships inside the
    /// program.
    pub fn path(&self) -> Option<&PathBuf> {
        self.0.as_deref()?.path.as_ref()
    }

    /// Returns the vertices in meters and in the axes of scenes; empty if the file was not read.
    pub fn placed(&self, scale: f64, up: Up) -> impl Iterator<Item = [f64; 3]> {
        let vertices = self.mesh().map_or(&[][..], |mesh| &mesh.vertices);
        vertices.iter().map(move |point| up.to_scene_axes(point.map(|x| x * scale)))
    }
}
