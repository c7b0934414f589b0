//! Two half-spaces: a gap where they face each other, and else an overlap without a bound.

use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use glam::{DQuat, DVec3};

use super::endless::{half_space, surface};
use super::engine::dim3::half_space::{Facing, HalfSpace};
use super::engine::prelude::*;
use super::outline::put;
use super::pair;
use super::standing::{Standing, as_written};
use super::{Asked, Bystander, Ended, LessonResult, Method, Prepared, QueryError, States};
use crate::lesson::half_space::facing::{self as lesson, Question};
use crate::lesson::{Backdrop, PairContext, Pictures, Space as Frame, Verdict};
use crate::picture::{Form, Picture, Role};
use crate::scene::Track;
use crate::scene::model::Ask;

/// Two half-spaces over all frames.
pub(super) struct Both<S: Standing> {
    names: [String; 2],
    tracks: [Track; 2],
    half_spaces: [HalfSpace; 2],
    question: Question,
    bystanders: Arc<[Bystander]>,
    as_written: Option<[S::Pose; 2]>,
    space: PhantomData<S>,
}

impl<S: Standing> Both<S> {
    pub(super) fn new(asked: &Asked<'_>) -> Result<Self, QueryError> {
        let pair = asked.pair()?;
        let at = |which: usize| {
            let index = pair[which].index;
            move |field: &str| format!("bodies[{index}].{field}")
        };
        let question = match asked.ask() {
            Ask::Distance { .. } => Question::Distance,
            Ask::IsaGjk { .. } => Question::IsaGjk,
            Ask::BooleanGjk { .. } => Question::BooleanGjk,
            _ => return Err(QueryError::new(at(1)("shape.type"), NO_END)),
        };
        let of = |which: usize| half_space(pair[which].body, S::PLANAR, &at(which));
        let half_spaces = [of(0)?, of(1)?];
        let as_written = as_written::<S>(asked, &pair);
        let names = pair.each_ref().map(|member| member.body.name.clone());
        let tracks = pair.map(|member| member.track);
        let bystanders = asked.bystanders();
        Ok(Self { names, tracks, half_spaces, question, bystanders, as_written, space: PhantomData })
    }

    fn places(&self, frame: usize) -> Result<[S::Place; 2], QueryError> {
        let [a, b] = &self.tracks;
        Ok([S::place(a, frame)?, S::place(b, frame)?])
    }

    fn facing(&self, frame: usize) -> Result<Facing, QueryError> {
        let poses = match self.as_written {
            Some(poses) => poses,
            None => {
                let places = self.places(frame)?;
                places.map(|place| S::pose(place, places[0]))
            }
        };
        Ok(Facing::new(self.half_spaces, poses.map(S::stand)))
    }

    fn played(&self, frame: usize) -> Result<PairContext, QueryError> {
        if self.as_written.is_some() {
            return Ok(PairContext::unseen(self.names.clone()));
        }
        let stands = self.places(frame)?.map(S::in_space);
        let size = self.size(stands);
        let half_spaces = self.half_spaces;
        let names = self.names.clone();
        let all = Arc::clone(&self.bystanders);
        let backdrop = move || {
            let mut world = Picture::default();
            let near = around(stands, 0.25 * size, S::PLANAR);
            for (i, role) in [Role::ShapeA, Role::ShapeB].into_iter().enumerate() {
                let form = surface(&half_spaces[i], stands[i], &near, S::PLANAR);
                world.add(role, format!("body/{}", names[i]), form);
            }
            for (name, solid) in pair::standing::<S>(frame, Arc::clone(&all)) {
                put(&mut world, Role::Bystander, format!("body/{name}"), solid);
            }
            // Others without an end would hide both.
            world.add(Role::Grid, "room", Form::Room(around(stands, 0.85 * size, S::PLANAR)));
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        };
        Ok(PairContext {
            space: Frame { position: stands[0].0, rotation: DQuat::IDENTITY },
            names: self.names.clone(),
            radii: [0.5 * size; 2],
            single: super::IS_SINGLE,
            scenery: LazyLock::new(Box::new(backdrop)),
        })
    }

    /// How much of them is drawn: what lies between their surfaces and their origins.
    fn size(&self, stands: [(DVec3, DQuat); 2]) -> f64 {
        let between = (stands[1].0 - stands[0].0).length();
        let offsets = self.half_spaces.iter().map(|own| own.offset.abs()).sum::<f64>();
        let size = between + offsets;
        if size > 0.0 && size.is_finite() { size } else { 1.0 }
    }
}

/// Points so far from the middle between both origins.
fn around(stands: [(DVec3, DQuat); 2], far: f64, planar: bool) -> Vec<DVec3> {
    let middle = stands[0].0.midpoint(stands[1].0);
    let axes: &[DVec3] = if planar { &[DVec3::X, DVec3::Y] } else { &DVec3::AXES };
    axes.iter().flat_map(|axis| [middle - *axis * far, middle + *axis * far]).collect()
}

/// Of two bodies without an end, of which something else is asked.
const NO_END: &str = "both bodies are half-spaces, which have no end: one of the two must be another shape";

impl<S: Standing> Method for Both<S> {
    type Run = Facing;
    type Seen = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<Facing, QueryError> {
        self.facing(frame)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let context = self.played(ended.frame)?;
        Ok(lesson::verdict(self.question, ended.run.answer().as_ref(), ended.outcome, &context))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let start = self.facing(frame)?;
        Ok(Box::new(move || {
            let mut run = black_box(&start).clone();
            run.run();
            black_box(&run);
        }))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let context = self.played(ended.frame)?;
        Ok(lesson::lesson(self.question, S::PLANAR, states, context, verdict))
    }
}
