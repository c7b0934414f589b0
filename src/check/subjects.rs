//! What a query is about, for the judge: the bodies as the scene says them, where they stand in each frame.

use super::reference_geometry::Placed;
use crate::scene::Track;
use crate::scene::model::{Body, Dimension, Query, Scene};

/// The bodies that a query names, in its order, over all frames.
#[derive(Debug)]
pub struct Bodies<'a> {
    bodies: Vec<(&'a Body, Track)>,
    in_plane: bool,
}

impl<'a> Bodies<'a> {
    /// Those that `query` names; none where the scene does not have one of them.
    pub fn of(scene: &'a Scene, query: &'a Query) -> Option<Self> {
        let found = scene.subjects(query).ok()?;
        let bodies = found.into_iter().map(|subject| (subject.body, subject.track)).collect();
        Some(Self { bodies, in_plane: scene.dimension == Dimension::Two })
    }

    /// Where they stand in a frame.
    pub fn at(&self, frame: usize) -> Vec<Placed<'a>> {
        let placed = |(body, track): &(&'a Body, Track)| Placed {
            in_plane: self.in_plane,
            ..Placed::new(body, track.pose(frame))
        };
        self.bodies.iter().map(placed).collect()
    }
}
