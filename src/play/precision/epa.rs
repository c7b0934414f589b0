//! EPA in space, from the simplex with which GJK ends; the query's cap and tolerances are EPA's.

use std::sync::Arc;

use glam::DVec3;

use super::engine::dim3::epa::{Buffers, Epa, Options};
use super::engine::dim3::gjk::{self, Gjk};
use super::engine::prelude::*;
use super::gjk::{first_guess, normal};
use super::pair::{Bodies, Pair};
use super::{Player, QueryError, Run, misdirected, run};
use crate::lesson::{Lesson, Tape, ToF64, epa, recording};
use crate::scene::model::{Ask, EpaOptions, Query, Scene};

struct Depth {
    bodies: Bodies,
    before: gjk::Options,
    options: Options,
    first: Option<DVec3>,
    warm: bool,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let Ask::Epa { options: asked, .. } = &query.ask else { return Err(misdirected()) };
    let default = Options::default();
    let options = Options {
        relative: asked.relative_tolerance.map_or(default.relative, |x| x as Real),
        absolute: asked.absolute_tolerance.map_or(default.absolute, |x| x as Real),
        max_iterations: asked.max_iterations.unwrap_or(default.max_iterations),
        horizon: asked.horizon,
    };
    let (first, warm) = (asked.direction.map(Into::into), asked.warm_start);
    Ok(run(Depth { bodies: Bodies::new(scene, query)?, before: before(asked), options, first, warm }))
}

/// GJK's, as the query asks, but for the start.
pub(super) fn before(asked: &EpaOptions) -> gjk::Options {
    let relative = asked.relative_tolerance.map_or(gjk::Options::default().relative, |x| x as Real);
    gjk::Options { relative, solver: asked.solver, ..gjk::Options::default() }
}

impl Depth {
    fn started(&self, pair: &Pair<'_>, memory: Option<DVec3>) -> gjk::Options {
        gjk::Options { start: first_guess(pair, memory.or(self.first)), ..self.before }
    }
}

impl Player for Depth {
    /// GJK's normal, world frame.
    type Memory = Option<DVec3>;
    type Record = ();

    fn frames(&self) -> usize {
        self.bodies.frames()
    }

    fn remembers(&self) -> bool {
        self.warm
    }

    fn pass(&self, frame: usize, memory: &Option<DVec3>) -> Result<Option<DVec3>, QueryError> {
        let pair = self.bodies.at(frame)?;
        Ok(normal(&pair, self.started(&pair, *memory)))
    }

    fn lesson(&self, frame: usize, memory: &Option<DVec3>, _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let pair = self.bodies.at(frame)?;
        let before = self.started(&pair, *memory);
        let mut search = Gjk::new(pair.cso(), before);
        search.run();
        let start = Epa::new(pair.cso(), search.corners(), self.options, Buffers::default());
        let mut searched = Vec::new();
        let see = |state: &Epa<_, _>| searched.push(state.closest().map(|face| face.normal.to_f64()));
        let tape = Tape::record_seeing(start, see);
        Ok(Arc::from(epa::lesson(recording(tape), &searched, pair.context(true))))
    }
}
