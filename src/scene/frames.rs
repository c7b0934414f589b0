//! Poses and absence of bodies over the frames of a scene, and the bodies that a query is about. A frame lists the
//! poses of the bodies that move and the bodies that are absent from it on; a [`Track`] collects these entries for one
//! body.

use std::borrow::Cow;
use std::collections::HashMap;

use super::model::{Ask, Body, FramePose, Query, Scene, Subjects};

/// Pose as a recording states it: position, meters, and rotation as a quaternion x, y, z, w from the body's frame to
/// the world, not normalized.
pub type RecordedPlacement = ([f64; 3], [f64; 4]);

/// Poses and removals of one body over the frames of a scene, collected once, so that a query of a frame needs no
/// search through earlier frames.
#[derive(Clone, Debug)]
pub struct Track {
    /// Index of the body in the scene.
    body: usize,
    /// Name of the body.
    name: String,
    /// Pose that the body has before its first recorded pose.
    initial: RecordedPlacement,
    /// Recorded poses, in order of frames.
    recorded: Vec<RecordedPose>,
    /// Frames that remove the body, in order.
    removals: Vec<Removal>,
}

/// Removal of a body by a frame.
#[derive(Clone, Copy, Debug)]
struct Removal {
    /// Index of the frame.
    frame: usize,
    /// Index of the body in the frame's list `gone`.
    index: usize,
}

/// Pose of a body that a frame records.
#[derive(Clone, Copy, Debug)]
struct RecordedPose {
    /// Index of the frame.
    frame: usize,
    /// Index in the frame's list of poses.
    index: usize,
    /// Position and rotation of the body.
    placement: RecordedPlacement,
}

impl RecordedPose {
    /// Copies `pose`, the item `index` of the poses of frame `frame`.
    fn new(frame: usize, index: usize, pose: &FramePose) -> Self {
        Self { frame, index, placement: (pose.position, pose.rotation) }
    }
}

impl Track {
    /// Creates the track of a body that no frame mentions.
    fn without_frames(index: usize, body: &Body) -> Self {
        let initial = (body.position, body.orientation());
        Self { body: index, name: body.name.clone(), initial, recorded: Vec::new(), removals: Vec::new() }
    }

    /// Returns the pose in frame `frame`: the last one recorded up to that frame, or the body's initial one.
    pub fn pose(&self, frame: usize) -> RecordedPlacement {
        self.last_recorded(frame).map_or(self.initial, |recorded| recorded.placement)
    }

    /// Returns the body's name and the path by which the file removes it (`frames[3].gone[0]`), if it is absent in a
    /// frame; otherwise `None`.
    pub fn absence(&self, frame: usize) -> Option<(&str, String)> {
        let removal_count = self.removals.partition_point(|removal| removal.frame <= frame);
        let removal = self.removals.get(removal_count.checked_sub(1)?)?;
        // A frame gives a body a pose or removes it, never both.
        let has_returned = self.last_recorded(frame).is_some_and(|recorded| recorded.frame > removal.frame);
        (!has_returned).then(|| (self.name.as_str(), format!("frames[{}].gone[{}]", removal.frame, removal.index)))
    }

    /// Returns the path, in the scene's file, of the pose that [`Track::pose`] returns for frame `frame`:
    /// `frames[3].poses[0]`, or `bodies[1]` for the initial one.
    pub fn path(&self, frame: usize) -> String {
        match self.last_recorded(frame) {
            Some(RecordedPose { frame, index, .. }) => format!("frames[{frame}].poses[{index}]"),
            None => format!("bodies[{}]", self.body),
        }
    }

    /// Returns the last pose recorded up to a frame; `None` before the first.
    fn last_recorded(&self, frame: usize) -> Option<&RecordedPose> {
        // A body with a pose in every frame needs no search: the pose of frame i is item i.
        let expected = self.recorded.get(frame).filter(|recorded| recorded.frame <= frame);
        let successor = self.recorded.get(frame + 1).filter(|recorded| recorded.frame <= frame);
        if expected.is_some() && successor.is_none() {
            return expected;
        }
        let past_count = self.recorded.partition_point(|recorded| recorded.frame <= frame);
        self.recorded.get(past_count.checked_sub(1)?)
    }
}

/// Body that a query is about, with its poses.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Index of the body in the scene.
    pub index: usize,
    /// The body as the scene defines it.
    pub body: &'a Body,
    /// Poses of the body over all frames.
    pub track: Track,
}

impl Subject<'_> {
    /// Returns the path of a field of the body.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }
}

/// Body that a query names and the scene lacks.
#[derive(Clone, Debug)]
pub struct MissingBody<'a> {
    /// Path of the field that names the body, within the query: `a`, `bodies[2]`.
    pub field: Cow<'static, str>,
    /// Name of the body.
    pub name: &'a str,
}

impl Scene {
    /// Returns the number of frames that can be shown: 1 for a static scene.
    pub fn frame_count(&self) -> usize {
        self.frames.len().max(1)
    }

    /// Returns the number of frames that a query can be evaluated in: for a world the start and every simulated frame,
    /// for the audit of a captured step 1, for other queries the frames of the scene.
    pub fn frames_of(&self, query: Option<&Query>) -> usize {
        match query.map(|query| &query.ask) {
            Some(Ask::World { options, .. }) => options.steps() as usize + 1,
            // A captured step has its own poses.
            Some(Ask::Audit { .. }) => 1,
            _ => self.frame_count(),
        }
    }

    /// Returns the time of a frame, seconds: recorded, or the simulated time of a world; `None` if unknown.
    pub fn time_of(&self, query: Option<&Query>, frame: usize) -> Option<f64> {
        match query.map(|query| &query.ask) {
            Some(Ask::World { options, .. }) => Some(frame as f64 * options.time_step()),
            Some(Ask::Audit { .. }) => None,
            _ => self.frames.get(frame)?.time,
        }
    }

    /// Returns the poses of the body with this index over all frames; `None` without such a body.
    pub fn track(&self, body: usize) -> Option<Track> {
        let scene_body = self.bodies.get(body)?;
        let mut track = Track::without_frames(body, scene_body);
        for (frame_index, frame) in self.frames.iter().enumerate() {
            // A frame gives a body at most one pose.
            let pose = frame.poses.iter().enumerate().find(|(_, pose)| pose.body == scene_body.name);
            track.recorded.extend(pose.map(|(index, pose)| RecordedPose::new(frame_index, index, pose)));
            let removed = frame.gone.iter().position(|name| *name == scene_body.name);
            track.removals.extend(removed.map(|index| Removal { frame: frame_index, index }));
        }
        Some(track)
    }

    /// Returns the poses of all bodies over all frames, in one pass through the frames.
    pub fn tracks(&self) -> Vec<Track> {
        let mut tracks: Vec<Track> =
            self.bodies.iter().enumerate().map(|(index, body)| Track::without_frames(index, body)).collect();
        let body_indices: HashMap<&str, usize> =
            self.bodies.iter().enumerate().map(|(index, body)| (body.name.as_str(), index)).collect();
        for (frame_index, frame) in self.frames.iter().enumerate() {
            for (index, pose) in frame.poses.iter().enumerate() {
                if let Some(track) = body_indices.get(pose.body.as_str()).and_then(|body| tracks.get_mut(*body)) {
                    track.recorded.push(RecordedPose::new(frame_index, index, pose));
                }
            }
            for (index, name) in frame.gone.iter().enumerate() {
                if let Some(track) = body_indices.get(name.as_str()).and_then(|body| tracks.get_mut(*body)) {
                    track.removals.push(Removal { frame: frame_index, index });
                }
            }
        }
        tracks
    }

    /// Returns the pose of body `body` in frame `frame`, by a search back through the frames. For many frames use
    /// [`Scene::track`].
    pub fn pose(&self, body: &Body, frame: usize) -> RecordedPlacement {
        let past = self.frames.iter().take(frame + 1).rev();
        let last = past.flat_map(|frame| &frame.poses).find(|pose| pose.body == body.name);
        last.map_or((body.position, body.orientation()), |pose| (pose.position, pose.rotation))
    }

    /// Whether body `body` is absent in frame `frame`, by a search back through the frames. For many frames use
    /// [`Track::absence`].
    pub fn is_gone(&self, body: &Body, frame: usize) -> bool {
        let past = self.frames.iter().take(frame + 1).rev();
        // The last frame that mentions the body decides: it removes the body or gives it a pose.
        let mut mentions = past.filter_map(|frame| {
            let is_removed = frame.gone.contains(&body.name);
            (is_removed || frame.poses.iter().any(|pose| pose.body == body.name)).then_some(is_removed)
        });
        mentions.next() == Some(true)
    }

    /// Returns the bodies of a query with their indices and tracks, in the query's order (all bodies in the scene's
    /// order), or the field and name of a missing body. Linear in the number of bodies and names.
    pub fn subjects<'a>(&'a self, query: &'a Query) -> Result<Vec<Subject<'a>>, MissingBody<'a>> {
        let subjects = query.ask.subjects();
        if !matches!(subjects, Subjects::Bodies(_) | Subjects::World) {
            // One body or two: their own tracks.
            let named = subjects.bodies();
            return named.map(|(field, name)| self.subject(name).ok_or(MissingBody { field, name })).collect();
        }
        // A list of bodies: one pass over the frames for all of them.
        let bodies = self.bodies.iter().zip(self.tracks()).enumerate();
        let all_subjects = bodies.map(|(index, (body, track))| Subject { index, body, track });
        if subjects.includes_all_bodies() {
            return Ok(all_subjects.collect());
        }
        let is_named = subjects.membership_test();
        let mut subject_of_name: HashMap<&str, Subject<'a>> = all_subjects
            .filter(|subject| is_named(&subject.body.name))
            .map(|subject| (subject.body.name.as_str(), subject))
            .collect();
        // Each subject is moved out: no list names a body twice.
        let named = subjects.bodies();
        named.map(|(field, name)| subject_of_name.remove(name).ok_or(MissingBody { field, name })).collect()
    }

    /// Returns the body called `name` with its index and track; `None` if there is none.
    fn subject(&self, name: &str) -> Option<Subject<'_>> {
        let (index, body) = self.body(name)?;
        Some(Subject { index, body, track: self.track(index)? })
    }

    /// Returns the body called `name`, with its index; `None` if there is none.
    pub fn body(&self, name: &str) -> Option<(usize, &Body)> {
        self.bodies.iter().enumerate().find(|(_, body)| body.name == name)
    }
}
