//! Support mappings.

use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::support::Mapping;
use super::pair::Bodies;
use super::{Player, QueryError, Run, run};
use crate::lesson::{Lesson, record, support};
use crate::scene::model::{Query, Scene};

struct Support {
    bodies: Bodies,
    direction: Option<DVec3>,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let direction = query.ask.direction().map(Into::into);
    Ok(run(Support { bodies: Bodies::new(scene, query)?, direction }))
}

impl Player for Support {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let d = self.direction.unwrap_or_else(|| pair.between());
        let recording = record(Mapping::new(pair.cso(), pair.direction(d)));
        Ok(Arc::from(support::lesson(recording, pair.context(false))))
    }
}
