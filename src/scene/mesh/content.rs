//! What a shape that names a mesh knows of it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::Mesh;

/// The axis of a mesh file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Up {
    /// x: the file's (x, y, z) is the body's (−y, x, z).
    X,
    /// y, as in scenes: the default.
    #[default]
    Y,
    /// z: the file's (x, y, z) is the body's (x, z, −y).
    Z,
}

impl Up {
    /// A point of the file in the axes of scenes.
    pub fn turned(self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        match self {
            Self::X => [-y, x, z],
            Self::Y => [x, y, z],
            Self::Z => [x, z, -y],
        }
    }
}

/// The mesh that a file held when it was read.
#[derive(Clone, Debug, Default)]
pub struct Content(Option<Arc<Kept>>);

#[derive(Debug)]
struct Kept {
    /// None of a mesh that ships inside the program.
    path: Option<PathBuf>,
    mesh: Mesh,
    /// Once somebody has asked.
    hull: OnceLock<HullSize>,
}

/// How large the hull of a mesh is, in cubed units of its file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullSize {
    /// Enclosed.
    pub volume: f64,
    /// By so much more than a convex mesh it may hold, for the corners of this are rounded.
    pub rounding: f64,
}

/// What follows from the mesh is not compared.
impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.mesh) == (&other.path, &other.mesh)
    }
}

/// What is shared is equal without a look at it.
impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (None, None) => true,
            _ => false,
        }
    }
}

impl Content {
    /// A mesh that was read from the file at `path`, all links followed.
    pub(in crate::scene) fn new(path: PathBuf, mesh: Mesh) -> Self {
        Self(Some(Arc::new(Kept { path: Some(path), mesh, hull: OnceLock::new() })))
    }

    /// A mesh that ships inside the program.
    pub(in crate::scene) fn shipped(mesh: Mesh) -> Self {
        Self(Some(Arc::new(Kept { path: None, mesh, hull: OnceLock::new() })))
    }

    /// Why a shape has no vertices.
    pub const UNREAD: &str = "was not read: this scene comes from no folder in which the file could be looked for";

    /// The mesh; none when its file was not read.
    pub fn mesh(&self) -> Option<&Mesh> {
        self.0.as_deref().map(|kept| &kept.mesh)
    }

    /// How large the hull of the mesh is: found out by `measure` once, and kept beside the mesh for all bodies that share it.
    /// None when its file was not read.
    pub fn hull_size(&self, measure: impl FnOnce(&Mesh) -> HullSize) -> Option<HullSize> {
        self.0.as_deref().map(|kept| *kept.hull.get_or_init(|| measure(&kept.mesh)))
    }

    /// The same if somebody has asked before.
    pub fn known_hull_size(&self) -> Option<HullSize> {
        self.0.as_deref()?.hull.get().copied()
    }

    /// The file that it was read from, all links followed; none of one that was not read or ships inside the program.
    pub fn path(&self) -> Option<&PathBuf> {
        self.0.as_deref()?.path.as_ref()
    }

    /// Its vertices in meters and in the axes of scenes; none when its file was not read.
    pub fn placed(&self, scale: f64, up: Up) -> impl Iterator<Item = [f64; 3]> {
        let vertices = self.mesh().map_or(&[][..], |mesh| &mesh.vertices);
        vertices.iter().map(move |point| up.turned(point.map(|x| x * scale)))
    }
}
