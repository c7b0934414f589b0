//! Bodies that a query names, placed at their poses in a frame: the input of the judges, taken from the scene.

use contact_lens_scene::Track;
use contact_lens_scene::model::{Body, Dimension, FrustumForm, Query, Scene};

use super::reference_geometry::Placed;

/// Query with the bodies that it names, in its order, over all frames.
#[derive(Debug)]
pub struct Bodies<'a> {
    /// Query that names the bodies.
    pub query: &'a Query,
    scene: &'a Scene,
    /// Each body with its poses over the frames.
    bodies: Vec<(&'a Body, Track)>,
}

impl<'a> Bodies<'a> {
    /// Finds the bodies that `query` names; `None` when the scene lacks one of them.
    pub fn of(scene: &'a Scene, query: &'a Query) -> Option<Self> {
        let found = scene.subjects(query).ok()?;
        let bodies = found.into_iter().map(|subject| (subject.body, subject.track)).collect();
        Some(Self { query, scene, bodies })
    }

    /// Returns the bodies at their poses in a frame.
    pub fn placed_in(&self, frame: usize) -> Vec<Placed<'a>> {
        let in_plane = self.in_plane();
        let bodies = self.bodies.iter();
        bodies.map(|(body, track)| Placed { in_plane, ..Placed::new(body, track.pose(frame)) }).collect()
    }

    /// Whether each body is absent in a frame.
    pub fn absences(&self, frame: usize) -> Vec<bool> {
        self.bodies.iter().map(|(_, track)| track.absence(frame).is_some()).collect()
    }

    /// Whether the scene is planar.
    pub fn in_plane(&self) -> bool {
        self.scene.dimension == Dimension::Two
    }

    /// Returns the names of the bodies.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.bodies.iter().map(|(body, _)| body.name.as_str())
    }

    /// Returns the frustum of a culling query; `None` for other queries, and when the scene lacks the frustum. A query
    /// that names no frustum uses the scene's first one.
    pub fn frustum(&self) -> Option<&'a FrustumForm> {
        let name = self.query.ask.frustum()?;
        let frusta = &self.scene.frusta;
        let named = if name.is_empty() { frusta.first() } else { frusta.iter().find(|other| other.name == name) };
        named.map(|frustum| &frustum.form)
    }
}
