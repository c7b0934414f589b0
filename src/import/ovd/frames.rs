//! Conversion of a stream into bodies and their poses by frame.
//!
//! PhysX finds contacts before it moves bodies, and writes both into one frame: here the contacts belong to the
//! previous frame, at whose poses they were found.

use std::collections::{BTreeMap, BTreeSet};

use super::contacts::{self, BodiesOfActors, ReportedPairs};
use super::objects::{self, ObjectTable, quote};
use super::shape;
use super::stream::Command;
use crate::import::Quote;
use crate::import::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS};
use crate::import::pose::Pose;
use crate::scene::model::{Frame, FramePose, Recorded, Upward};

/// Classes of actors with a shape.
const ACTORS: [&str; 3] = ["PxRigidStatic", "PxRigidDynamic", "PxArticulationLink"];

/// Largest step that is read, seconds.
const MAX_STEP: f64 = 1e6;

/// Largest mass that is read, kilograms; larger ones mark bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Largest coordinate of gravity that is read, m/s².
const MAX_GRAVITY: f64 = 1e9;

/// Shape flag: takes part in collisions.
const SIMULATION_SHAPE: u8 = 1;
/// Shape flag: is a trigger.
const TRIGGER_SHAPE: u8 = 4;

/// Reader of a stream: the bodies, frames and contacts that its commands describe.
pub(super) struct StreamReader<'d> {
    file: &'d str,
    draft: &'d mut Draft,
    objects: ObjectTable,
    /// Actors that are not yet bodies.
    pending: Vec<usize>,
    /// Indices in the draft of each actor's bodies.
    bodies_of_actors: BodiesOfActors,
    /// Actors that moved since the last frame.
    moved: BTreeSet<usize>,
    /// Scenes whose contacts were written since the last frame.
    reported: BTreeSet<usize>,
    /// Scenes whose step was written since the last frame.
    stepped: BTreeSet<usize>,
    /// Time since the start, seconds; `None` when the stream does not state the steps.
    time: Option<f64>,
    /// Duration of the first step, seconds.
    step: Option<f64>,
    quotes: Vec<Quote>,
    pairs: ReportedPairs,
    /// Number of changes of shapes and geometries after they were read.
    late_changes: usize,
    /// Actors added since the last frame, in a recording that has frames.
    arrived: Vec<usize>,
    /// Actors that the stream has destroyed.
    destroyed: BTreeSet<usize>,
    /// Destroyed actors that are still in the last frame.
    still_shown: Vec<usize>,
}

impl<'d> StreamReader<'d> {
    /// Creates a reader that fills a draft.
    pub(super) fn new(file: &'d str, draft: &'d mut Draft) -> Self {
        Self {
            file,
            draft,
            objects: ObjectTable::default(),
            pending: Vec::new(),
            bodies_of_actors: BodiesOfActors::new(),
            moved: BTreeSet::new(),
            reported: BTreeSet::new(),
            stepped: BTreeSet::new(),
            time: None,
            step: None,
            quotes: Vec::new(),
            pairs: ReportedPairs::default(),
            late_changes: 0,
            arrived: Vec::new(),
            destroyed: BTreeSet::new(),
            still_shown: Vec::new(),
        }
    }

    /// Applies one command of the stream.
    pub(super) fn apply(&mut self, command: &Command<'_>) {
        let object = self.objects.apply(command);
        match (command, object) {
            (Command::Stop, _) => self.end_frame(),
            (Command::Create { .. }, Some(object)) if self.objects.is_of_class(object, &ACTORS) => {
                self.pending.push(object)
            }
            (Command::Destroy { .. }, Some(object)) => {
                self.add_pending_actors();
                if self.bodies_of_actors.contains_key(&object) && self.destroyed.insert(object) {
                    self.moved.remove(&object);
                    self.still_shown.push(object);
                }
            }
            (Command::Set { attribute, .. }, Some(object)) => {
                let name = self.objects.attribute_name(*attribute);
                match name {
                    "globalPose" | "translation" | "rotation"
                        if self.bodies_of_actors.contains_key(&object) && !self.destroyed.contains(&object) =>
                    {
                        self.moved.insert(object);
                    }
                    "pairsContactCounts" => {
                        self.reported.insert(object);
                    }
                    "elapsedTime" => {
                        // Actors made before the step get their initial poses, not those after the step.
                        self.add_pending_actors();
                        self.stepped.insert(object);
                    }
                    "halfExtents" | "radius" | "halfHeight" | "scale" | "geom" | "localPose" | "verts" => {
                        self.late_changes += usize::from(self.objects.is_used(object));
                    }
                    _ => {}
                }
            }
            (Command::Add { attribute, .. } | Command::Remove { attribute, .. }, Some(object)) => {
                let of_shapes = self.objects.attribute_name(*attribute) == "shapes";
                self.late_changes += usize::from(of_shapes && self.bodies_of_actors.contains_key(&object));
            }
            _ => {}
        }
    }

    /// Ends a frame of the stream; adds a frame to the draft if anything moved, stepped or touched in it.
    fn end_frame(&mut self) {
        self.add_pending_actors();
        if self.moved.is_empty() && self.reported.is_empty() && self.stepped.is_empty()
            || self.bodies_of_actors.is_empty()
        {
            return;
        }
        if self.draft.frames.is_empty() {
            self.draft.frames.push(Frame { time: None, poses: Vec::new(), gone: Vec::new() });
        }
        self.show_arrived_actors();
        let before = (self.draft.frames.len() - 1) as u32;
        let reported = std::mem::take(&mut self.reported);
        for scene in reported {
            contacts::read(&self.objects, scene, before, &self.bodies_of_actors, &mut self.pairs);
        }
        let steps = std::mem::take(&mut self.stepped);
        let step = steps.iter().filter_map(|scene| self.objects.number(*scene, "elapsedTime")).fold(0.0, f64::max);
        if step > 0.0 && step < MAX_STEP {
            self.step = self.step.or(Some(step));
            self.time = Some(self.time.unwrap_or_default() + step);
            let first = &mut self.draft.frames[0];
            first.time = first.time.or(Some(0.0));
        }
        let mut poses = Vec::new();
        for actor in std::mem::take(&mut self.moved) {
            match shape::pose(&self.objects, actor, "globalPose") {
                Ok(pose) => {
                    let bodies = self.bodies_of_actors.get(&actor).into_iter().flatten();
                    poses.extend(
                        bodies.map(|(body, local)| frame_pose(&self.draft.bodies[*body].body.name, pose.then(*local))),
                    );
                }
                Err(why) => {
                    let name = self.name(actor);
                    self.report_skipped(format!("{name} in frame {}", before + 1), &why);
                }
            }
        }
        let hidden = std::mem::take(&mut self.still_shown);
        let gone = hidden.into_iter().flat_map(|actor| self.bodies(actor)).map(|(name, _)| name).collect();
        self.draft.frames.push(Frame { time: self.time, poses, gone });
    }

    /// Returns the names and initial poses of an actor's bodies.
    fn bodies(&self, actor: usize) -> Vec<(String, Pose)> {
        let bodies =
            self.bodies_of_actors.get(&actor).into_iter().flatten().map(|(index, _)| &self.draft.bodies[*index].body);
        bodies.map(|body| (body.name.clone(), Pose { position: body.position, rotation: body.rotation })).collect()
    }

    /// Makes actors that were added after the first frame present from the last frame on, at their poses before the
    /// step.
    fn show_arrived_actors(&mut self) {
        for actor in std::mem::take(&mut self.arrived) {
            let bodies = self.bodies(actor);
            if let [first, .., last] = self.draft.frames.as_mut_slice() {
                first.gone.extend(bodies.iter().map(|(name, _)| name.clone()));
                last.poses.extend(bodies.iter().map(|(name, pose)| frame_pose(name, *pose)));
            }
        }
    }

    /// Returns the name of an actor, or its class.
    fn name(&self, actor: usize) -> String {
        self.objects.name(actor).map_or_else(
            || self.objects.class(actor).trim_start_matches("Px").to_owned(),
            |name| objects::text(name.as_bytes()),
        )
    }

    /// Quotes something that is not read, once per reason.
    fn report_skipped(&mut self, what: String, why: &str) {
        if !self.quotes.iter().any(|quote| quote.why == why) {
            self.quotes.push(quote(self.file, what, why));
        }
    }

    /// Makes bodies of the pending actors, whose shapes are complete at this point.
    fn add_pending_actors(&mut self) {
        for actor in std::mem::take(&mut self.pending) {
            let name = self.name(actor);
            let moving = self.objects.class(actor) != "PxRigidStatic";
            let pose = match shape::pose(&self.objects, actor, "globalPose") {
                Ok(pose) => pose,
                Err(why) => {
                    self.report_skipped(name, &why);
                    continue;
                }
            };
            let pieces = self.pieces(actor, &name);
            let bodies = self.draft.add_rigid_body(&name, pieces, pose, actor + 1);
            for (part, _) in &bodies {
                self.draft.bodies[*part].collision_bits = if moving { MOVING_BITS } else { STATIC_BITS };
            }
            if !bodies.is_empty() {
                self.bodies_of_actors.insert(actor, bodies);
                if !self.draft.frames.is_empty() {
                    self.arrived.push(actor);
                }
            }
        }
    }

    /// Returns the shapes of an actor that take part in collisions.
    fn pieces(&mut self, actor: usize, name: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for handle in self.objects.integers(actor, "shapes").unwrap_or_default() {
            let Some(shape_object) = self.objects.object(handle) else {
                self.report_skipped(name.to_owned(), "one of its shapes is not in the file");
                continue;
            };
            self.objects.class(shape_object);
            let flags = self.objects.flags(shape_object, "shapeFlags").unwrap_or(SIMULATION_SHAPE);
            if flags & TRIGGER_SHAPE != 0 || flags & SIMULATION_SHAPE == 0 {
                self.report_skipped(
                    name.to_owned(),
                    "one of its shapes does not collide: it is a trigger, or only for scene queries",
                );
                continue;
            }
            let geometry = self
                .objects
                .referenced_object(shape_object, "geom")
                .ok_or_else(|| String::from("the geometry of one of its shapes is not in the file"));
            let shape = geometry.and_then(|geometry| shape::of(&self.objects, geometry, self.draft));
            match shape.and_then(|shape| Ok((shape, shape::pose(&self.objects, shape_object, "localPose")?))) {
                Ok((shape, pose)) => pieces.push(Piece { name: self.objects.name(shape_object), shape, pose }),
                Err(why) => self.report_skipped(name.to_owned(), &why),
            }
        }
        pieces
    }

    /// Ends the stream; `is_complete` states whether its last frame is complete.
    pub(super) fn close(mut self, is_complete: bool) -> Vec<Quote> {
        if is_complete {
            self.end_frame();
        }
        self.add_pending_actors();
        self.show_arrived_actors();
        self.exclude_joined_pairs();
        let bodies = self.bodies_of_actors.iter().filter_map(|(actor, bodies)| {
            let mass = self.objects.number(*actor, "mass").filter(|mass| *mass > 0.0 && *mass < MAX_MASS)?;
            Some((self.draft.bodies[bodies.first()?.0].body.name.clone(), mass))
        });
        let masses: BTreeMap<String, f64> = bodies.collect();
        let scenes = self.objects.objects_of_class("PxScene");
        let gravity = scenes.iter().find_map(|scene| self.objects.exactly::<3>(*scene, "gravity"));
        if let Some([x, y, z]) = gravity.filter(|gravity| gravity.iter().all(|x| x.abs() <= MAX_GRAVITY)) {
            self.draft.up = if z.abs() > x.abs().max(y.abs()) { Upward::Z } else { Upward::Y };
            self.draft.recorded = Some(Recorded { gravity: [x, y, z], step: self.step, masses });
        }
        if scenes.len() > 1 {
            self.draft.add_note("The recording has several PhysX scenes; here they are merged into one.");
        }
        self.draft.add_note("Numbers have single precision, as in PhysX; run with f32 to get the same bits.");
        if self.draft.frames.len() > 1 {
            self.draft.add_note(
                "A frame has the poses before a step and the contacts that PhysX found at them; the impulses are those \
                 of the step that follows.",
            );
        }
        let engine = self.engine();
        self.pairs.close(&engine, self.draft, self.file, &mut self.quotes);
        if self.late_changes > 0 {
            let why = "a body keeps the shapes that it has in its first frame";
            let plural = if self.late_changes == 1 { "" } else { "s" };
            self.quotes.push(quote(self.file, format!("{} later change{plural} of shapes", self.late_changes), why));
        }
        if self.draft.frames.iter().any(|frame| !frame.gone.is_empty()) {
            self.draft.add_note(
                "Actors that are created or destroyed during the recording exist only in the frames between.",
            );
        }
        let mut quotes = self.quotes;
        quotes.extend(self.objects.quotes(self.file));
        quotes
    }

    /// Returns the name of the engine, with the version that the stream states.
    fn engine(&self) -> String {
        let about = self.objects.objects_of_class("PxOmniPvdMetaData").first().copied();
        let version = ["physxVersionMajor", "physxVersionMinor", "physxVersionBugfix"]
            .map(|name| self.objects.integers(about?, name)?.first().copied());
        match version {
            [Some(major), Some(minor), Some(fix)] => format!("PhysX {major}.{minor}.{fix}"),
            _ => String::from("PhysX"),
        }
    }

    /// Excludes pairs of actors that a joint connects.
    fn exclude_joined_pairs(&mut self) {
        for (a, b) in [("parentLink", "childLink"), ("actor0", "actor1")] {
            for joint in self.objects.with_attribute(a) {
                if let (Some(a), Some(b)) =
                    (self.objects.referenced_object(joint, a), self.objects.referenced_object(joint, b))
                {
                    self.draft.exclude_pair(a + 1, b + 1);
                }
            }
        }
    }
}

/// Pose of a body in a frame.
fn frame_pose(body: &str, pose: Pose) -> FramePose {
    FramePose { body: body.to_owned(), position: pose.position, rotation: pose.rotation }
}
