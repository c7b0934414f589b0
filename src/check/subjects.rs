//! What a query is about, for the judge: the bodies as the scene says them, where they stand in each frame.

use super::reference_geometry::Placed;
use crate::scene::Track;
use crate::scene::model::{Body, Query, Scene};

/// The bodies that a query names, in its order, over all frames.
#[derive(Debug)]
pub struct Bodies<'a>(Vec<(&'a Body, Track)>);

impl<'a> Bodies<'a> {
    /// Those that `query` names; none where the scene does not have one of them.
    pub fn of(scene: &'a Scene, query: &Query) -> Option<Self> {
        let found = query.ask.subjects().bodies().map(|(_, name)| {
            let (index, body) = scene.body(name)?;
            Some((body, scene.track(index)?))
        });
        found.collect::<Option<_>>().map(Self)
    }

    /// Where they stand in a frame.
    pub fn at(&self, frame: usize) -> Vec<Placed<'a>> {
        self.0.iter().map(|(body, track)| Placed::new(body, track.pose(frame))).collect()
    }
}
