//! Conversion of the commands of a PhysX recording into a draft: actors become bodies, and every frame that changes
//! something becomes a frame with poses and contacts.
//!
//! PhysX finds contacts before it moves bodies, and writes both into one frame. In the draft, the contacts belong to
//! the previous frame, at whose poses they were found.

use std::collections::{BTreeMap, BTreeSet};

use contact_lens_scene::model::{Frame, FramePose, Recorded, Upward};

use super::contacts::{self, BodiesOfActors, ReportedPairs};
use super::objects::{self, ObjectTable, quote};
use super::shape;
use super::stream::Command;
use crate::Quote;
use crate::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS};
use crate::pose::Pose;

/// Classes of rigid actors, which become bodies.
const ACTORS: [&str; 3] = ["PxRigidStatic", "PxRigidDynamic", "PxArticulationLink"];

/// Upper bound of the time steps that are read, seconds; greater ones are errors of the stream.
const MAX_STEP: f64 = 1e6;

/// Upper bound of the masses that are read, kilograms; greater ones mark bodies that do not move.
const MAX_MASS: f64 = 1e12;

/// Largest magnitude of a component of gravity that is read, m/s².
const MAX_GRAVITY: f64 = 1e9;

/// Bit of `shapeFlags` of shapes that take part in collisions; PhysX's `eSIMULATION_SHAPE`.
const SIMULATION_SHAPE: u8 = 1;
/// Bit of `shapeFlags` of triggers, which report overlaps but do not collide; PhysX's `eTRIGGER_SHAPE`.
const TRIGGER_SHAPE: u8 = 4;

/// State of the conversion between two commands. An actor is identified by its index in the table of objects.
pub(super) struct StreamReader<'d> {
    /// Name of the file in quotes.
    file: &'d str,
    draft: &'d mut Draft,
    objects: ObjectTable,
    /// Actors that are not yet bodies of the draft, since more commands about their shapes may follow.
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
    /// Quotes of the parts of the recording that the scene lacks.
    quotes: Vec<Quote>,
    /// Contacts that PhysX reported, by pairs of bodies.
    pairs: ReportedPairs,
    /// Number of changes of shapes and geometries after they were read, which the scene does not show.
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
        if *command == Command::Stop {
            self.end_frame();
        }
        // Other commands without a known object only register names, or cannot be assigned.
        let Some(object) = object else { return };
        match command {
            Command::Create { .. } => {
                if self.objects.is_of_class(object, &ACTORS) {
                    self.pending.push(object);
                }
            }
            Command::Destroy { .. } => self.destroy(object),
            Command::Set { attribute, .. } => self.note_set_attribute(object, *attribute),
            Command::Add { attribute, .. } | Command::Remove { attribute, .. } => {
                let is_of_shapes = self.objects.attribute_name(*attribute) == "shapes";
                self.late_changes += usize::from(is_of_shapes && self.bodies_of_actors.contains_key(&object));
            }
            Command::Class { .. }
            | Command::Attribute { .. }
            | Command::Start
            | Command::Stop
            | Command::Message { .. } => {}
        }
    }

    /// Marks a destroyed actor, which the next frame no longer shows.
    fn destroy(&mut self, object: usize) {
        self.add_pending_actors();
        if self.bodies_of_actors.contains_key(&object) && self.destroyed.insert(object) {
            self.moved.remove(&object);
            self.still_shown.push(object);
        }
    }

    /// Records the meaning of a set attribute for the current frame: a moved actor, reported contacts, a step of a
    /// scene, or a late change of a shape.
    fn note_set_attribute(&mut self, object: usize, attribute: u32) {
        match self.objects.attribute_name(attribute) {
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

    /// Ends a frame of the stream; adds a frame to the draft if anything moved, stepped or touched in it.
    fn end_frame(&mut self) {
        self.add_pending_actors();
        let is_unchanged = self.moved.is_empty() && self.reported.is_empty() && self.stepped.is_empty();
        if is_unchanged || self.bodies_of_actors.is_empty() {
            return;
        }
        if self.draft.frames.is_empty() {
            self.draft.frames.push(Frame { time: None, poses: Vec::new(), gone: Vec::new() });
        }
        self.show_arrived_actors();
        let previous_frame = (self.draft.frames.len() - 1) as u32;
        let reported = std::mem::take(&mut self.reported);
        for scene in reported {
            contacts::read(&self.objects, scene, previous_frame, &self.bodies_of_actors, &mut self.pairs);
        }
        self.advance_time();
        let poses = self.moved_poses(previous_frame + 1);
        let hidden = std::mem::take(&mut self.still_shown);
        let gone = hidden.into_iter().flat_map(|actor| self.bodies(actor)).map(|(name, _)| name).collect();
        self.draft.frames.push(Frame { time: self.time, poses, gone });
    }

    /// Adds the step of this frame to the time; the longest step counts if several scenes state one.
    fn advance_time(&mut self) {
        let steps = std::mem::take(&mut self.stepped);
        let step = steps.iter().filter_map(|scene| self.objects.number(*scene, "elapsedTime")).fold(0.0, f64::max);
        if step > 0.0 && step < MAX_STEP {
            self.step = self.step.or(Some(step));
            self.time = Some(self.time.unwrap_or_default() + step);
            let first = &mut self.draft.frames[0];
            first.time = first.time.or(Some(0.0));
        }
    }

    /// Returns the poses of the bodies of the actors that moved; `frame` is the number of the frame in quotes.
    fn moved_poses(&mut self, frame: u32) -> Vec<FramePose> {
        let mut poses = Vec::new();
        for actor in std::mem::take(&mut self.moved) {
            match shape::pose(&self.objects, actor, "globalPose") {
                Ok(pose) => {
                    let bodies = self.bodies_of_actors.get(&actor).into_iter().flatten();
                    for (body, local) in bodies {
                        poses.push(frame_pose(&self.draft.bodies[*body].body.name, pose.then(*local)));
                    }
                }
                Err(why) => {
                    let name = self.name(actor);
                    self.report_skipped(format!("{name} in frame {frame}"), &why);
                }
            }
        }
        poses
    }

    /// Returns the names and initial poses of an actor's bodies.
    fn bodies(&self, actor: usize) -> Vec<(String, Pose)> {
        let mut bodies = Vec::new();
        for (index, _) in self.bodies_of_actors.get(&actor).into_iter().flatten() {
            let body = &self.draft.bodies[*index].body;
            bodies.push((body.name.clone(), Pose { position: body.position, rotation: body.rotation }));
        }
        bodies
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

    /// Returns the name of an actor, or its class without the prefix `Px`.
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
            let is_moving = self.objects.class(actor) != "PxRigidStatic";
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
                self.draft.bodies[*part].collision_bits = if is_moving { MOVING_BITS } else { STATIC_BITS };
            }
            if !bodies.is_empty() {
                self.bodies_of_actors.insert(actor, bodies);
                if !self.draft.frames.is_empty() {
                    self.arrived.push(actor);
                }
            }
        }
    }

    /// Returns the shapes of an actor that take part in collisions; `name` is the actor in quotes.
    fn pieces(&mut self, actor: usize, name: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for handle in self.objects.integers(actor, "shapes").unwrap_or_default() {
            let Some(shape_object) = self.objects.object(handle) else {
                self.report_skipped(name.to_owned(), "one of its shapes is not in the file");
                continue;
            };
            // Marks the shape as used.
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
            let piece = geometry.and_then(|geometry| self.piece(shape_object, geometry));
            match piece {
                Ok(piece) => pieces.push(piece),
                Err(why) => self.report_skipped(name.to_owned(), &why),
            }
        }
        pieces
    }

    /// Builds a shape of an actor from its geometry; the error is the reason for skipping the shape.
    fn piece(&mut self, shape_object: usize, geometry: usize) -> Result<Piece, String> {
        let shape = shape::build(&self.objects, geometry, self.draft)?;
        let pose = shape::pose(&self.objects, shape_object, "localPose")?;
        Ok(Piece { name: self.objects.name(shape_object), shape, pose })
    }

    /// Completes the draft, and returns quotes of the parts that it lacks. `is_complete` states whether the last frame
    /// of the stream is complete; an incomplete one is skipped.
    pub(super) fn finish(mut self, is_complete: bool) -> Vec<Quote> {
        if is_complete {
            self.end_frame();
        }
        self.add_pending_actors();
        self.show_arrived_actors();
        self.exclude_joined_pairs();
        let masses = self.masses();
        let scenes = self.objects.objects_of_class("PxScene");
        let gravity = scenes.iter().find_map(|scene| self.objects.exactly::<3>(*scene, "gravity"));
        if let Some([x, y, z]) = gravity.filter(|gravity| gravity.iter().all(|x| x.abs() <= MAX_GRAVITY)) {
            // Gravity along y or x: scenes have no up axis x.
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

    /// Returns the masses of moving bodies by name, kilograms.
    fn masses(&self) -> BTreeMap<String, f64> {
        let mut masses = BTreeMap::new();
        for (actor, bodies) in &self.bodies_of_actors {
            let Some(mass) = self.objects.number(*actor, "mass") else { continue };
            let is_moving = mass > 0.0 && mass < MAX_MASS;
            if let Some((body, _)) = bodies.first()
                && is_moving
            {
                masses.insert(self.draft.bodies[*body].body.name.clone(), mass);
            }
        }
        masses
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
        // Attributes of the joints of articulations, then of other joints.
        for [first_attribute, second_attribute] in [["parentLink", "childLink"], ["actor0", "actor1"]] {
            for joint in self.objects.with_attribute(first_attribute) {
                let first = self.objects.referenced_object(joint, first_attribute);
                let second = self.objects.referenced_object(joint, second_attribute);
                if let (Some(first), Some(second)) = (first, second) {
                    // Rigid bodies are numbered from 1; 0 is the world.
                    self.draft.exclude_pair(first + 1, second + 1);
                }
            }
        }
    }
}

/// Pose of a body in a frame.
fn frame_pose(body: &str, pose: Pose) -> FramePose {
    FramePose { body: body.to_owned(), position: pose.position, rotation: pose.rotation }
}
