//! What a query is about, for the judge: the bodies as the scene says them, where they stand in each frame.

use super::reference_geometry::Placed;
use crate::scene::Track;
use crate::scene::model::{Body, Query, Scene};

/// Bodies A and B of a query over all frames.
#[derive(Debug)]
pub struct Bodies<'a>([(&'a Body, Track); 2]);

impl<'a> Bodies<'a> {
    /// Those that `query` names; none where the scene does not have them.
    pub fn of(scene: &'a Scene, query: &Query) -> Option<Self> {
        let mut found = query.ask.subjects().bodies().map(|(_, name)| {
            let (index, body) = scene.body(name)?;
            Some((body, scene.track(index)?))
        });
        Some(Self([found.next()??, found.next()??]))
    }

    /// Where they stand in a frame.
    pub fn at(&self, frame: usize) -> [Placed<'a>; 2] {
        self.0.each_ref().map(|(body, track)| Placed::new(body, track.pose(frame)))
    }
}
