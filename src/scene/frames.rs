//! Moving scenes: where a body is in a frame.

use std::borrow::Cow;
use std::collections::HashMap;

use super::model::{Ask, Body, Joint, Motion, Query, Scene, Subjects};

/// A body's poses over the frames of a scene, found once, so that a frame costs no search through those before it.
#[derive(Clone, Debug)]
pub struct Track {
    /// The body's index and name.
    body: usize,
    name: String,
    own: ([f64; 3], [f64; 4]),
    /// Where the file records a pose: the frame, the place in its list, position and rotation; in order of frames.
    recorded: Vec<(usize, usize, [f64; 3], [f64; 4])>,
    /// The frames from which on it is gone, with the place in their lists, in order.
    gone: Vec<(usize, usize)>,
}

impl Track {
    /// That of a body of which no frame says anything.
    fn still(body: usize, own: &Body) -> Self {
        let pose = (own.position, own.orientation());
        Self { body, name: own.name.clone(), own: pose, recorded: Vec::new(), gone: Vec::new() }
    }

    /// Position and (not normalized) rotation in frame `frame`: the last pose recorded up to that frame, or the body's
    /// own. World frame, meters.
    pub fn pose(&self, frame: usize) -> ([f64; 3], [f64; 4]) {
        self.last(frame).map_or(self.own, |(_, _, position, rotation)| (*position, *rotation))
    }

    /// Who is not there in a frame, and where the file says so: `frames[3].gone[0]`. None of a body that is there.
    pub fn absence(&self, frame: usize) -> Option<(&str, String)> {
        let (i, j) = self.gone.get(self.gone.partition_point(|(gone, _)| *gone <= frame).checked_sub(1)?)?;
        // A frame says of a body where it is or that it is gone, and not both.
        let back = self.last(frame).is_some_and(|(recorded, ..)| recorded > i);
        (!back).then(|| (self.name.as_str(), format!("frames[{i}].gone[{j}]")))
    }

    /// Where the file says that pose: `frames[3].poses[0]`, or `bodies[1]` where no frame up to that one has it.
    pub fn path(&self, frame: usize) -> String {
        match self.last(frame) {
            Some((i, j, ..)) => format!("frames[{i}].poses[{j}]"),
            None => format!("bodies[{}]", self.body),
        }
    }

    fn last(&self, frame: usize) -> Option<&(usize, usize, [f64; 3], [f64; 4])> {
        let upto = |at: usize| self.recorded.get(at).filter(|(recorded, ..)| *recorded <= frame);
        // A recording has a pose of every moving body in every frame: no search is needed to find it.
        if let (Some(there), None) = (upto(frame), upto(frame + 1)) {
            return Some(there);
        }
        let after = self.recorded.partition_point(|(recorded, ..)| *recorded <= frame);
        self.recorded.get(after.checked_sub(1)?)
    }
}

/// A body that a question is about.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// Its index in the scene.
    pub index: usize,
    /// As the scene says it.
    pub body: &'a Body,
    /// Where it is over all frames.
    pub track: Track,
}

impl Subject<'_> {
    /// The path of a field of the body.
    pub fn path(&self, field: &str) -> String {
        format!("bodies[{}].{field}", self.index)
    }
}

/// The field that names a body and the name, of a body that a scene does not have.
pub type Missing<'a> = (Cow<'static, str>, &'a str);

impl Scene {
    /// Number of moments that can be shown: 1 for a scene that stands still.
    pub fn frame_count(&self) -> usize {
        self.frames.len().max(1)
    }

    /// Number of moments that a question can be asked about: of a world the start and every frame that it runs, of anything else
    /// those that the scene has.
    pub fn frames_of(&self, query: Option<&Query>) -> usize {
        match query.map(|query| &query.ask) {
            Some(Ask::World { options, .. }) => options.steps() as usize + 1,
            _ => self.frame_count(),
        }
    }

    /// When a frame is, seconds: as recorded, or as a world runs.
    pub fn time_of(&self, query: Option<&Query>, frame: usize) -> Option<f64> {
        match query.map(|query| &query.ask) {
            Some(Ask::World { options, .. }) => Some(frame as f64 * options.time_step()),
            _ => self.frames.get(frame)?.time,
        }
    }

    /// Where the body of this index is over all frames.
    pub fn track(&self, body: usize) -> Option<Track> {
        let own = self.bodies.get(body)?;
        let mut track = Track::still(body, own);
        for (i, frame) in self.frames.iter().enumerate() {
            let pose = frame.poses.iter().enumerate().find(|(_, pose)| pose.body == own.name);
            track.recorded.extend(pose.map(|(j, pose)| (i, j, pose.position, pose.rotation)));
            track.gone.extend(frame.gone.iter().position(|gone| *gone == own.name).map(|j| (i, j)));
        }
        Some(track)
    }

    /// The same of all bodies, in one pass through the frames.
    pub fn tracks(&self) -> Vec<Track> {
        let mut tracks: Vec<Track> =
            self.bodies.iter().enumerate().map(|(body, own)| Track::still(body, own)).collect();
        let index: HashMap<&str, usize> =
            self.bodies.iter().enumerate().map(|(i, body)| (body.name.as_str(), i)).collect();
        for (i, frame) in self.frames.iter().enumerate() {
            for (j, pose) in frame.poses.iter().enumerate() {
                if let Some(track) = index.get(pose.body.as_str()).and_then(|body| tracks.get_mut(*body)) {
                    track.recorded.push((i, j, pose.position, pose.rotation));
                }
            }
            for (j, gone) in frame.gone.iter().enumerate() {
                if let Some(track) = index.get(gone.as_str()).and_then(|body| tracks.get_mut(*body)) {
                    track.gone.push((i, j));
                }
            }
        }
        tracks
    }

    /// Position and (not normalized) rotation of body `body` in frame `frame`. For many frames see [`Scene::track`].
    pub fn pose(&self, body: &Body, frame: usize) -> ([f64; 3], [f64; 4]) {
        let past = self.frames.iter().take(frame + 1).rev();
        let last = past.flat_map(|frame| &frame.poses).find(|pose| pose.body == body.name);
        last.map_or((body.position, body.orientation()), |pose| (pose.position, pose.rotation))
    }

    /// The bodies that a question is about, in its order (all are in the order of the scene), with their indices and
    /// tracks; or the field and the name of one that is not there. Quick for many bodies and long lists.
    pub fn subjects<'a>(&'a self, query: &'a Query) -> Result<Vec<Subject<'a>>, Missing<'a>> {
        let subjects = query.ask.subjects();
        if !matches!(subjects, Subjects::Crowd(_) | Subjects::World) {
            let found = |name| self.body(name).and_then(|(index, body)| Some((index, body, self.track(index)?)));
            let one = |(field, name)| match found(name) {
                Some((index, body, track)) => Ok(Subject { index, body, track }),
                None => Err((field, name)),
            };
            return subjects.bodies().map(one).collect();
        }
        let all = self.bodies.iter().zip(self.tracks()).enumerate();
        let all = all.map(|(index, (body, track))| Subject { index, body, track });
        if subjects.is_everybody() {
            return Ok(all.collect());
        }
        let chosen = subjects.chosen();
        let mut found: HashMap<&str, Subject<'a>> =
            all.filter(|each| chosen(&each.body.name)).map(|each| (each.body.name.as_str(), each)).collect();
        subjects.bodies().map(|(field, name)| found.remove(name).ok_or((field, name))).collect()
    }

    /// Whether a joint's bodies are there, are two, and at least one of them is dynamic.
    pub fn can_join(&self, joint: &Joint) -> bool {
        let found = |name: &str| self.body(name).map(|(_, body)| body.dynamics.motion == Motion::Dynamic);
        let a = joint.a.as_deref().map(found);
        let b = found(&joint.b);
        joint.a.as_ref() != Some(&joint.b)
            && a != Some(None)
            && b.is_some()
            && (b == Some(true) || a == Some(Some(true)))
    }

    /// Whether body `body` is gone in frame `frame`. For many frames see [`Track::absence`].
    pub fn is_gone(&self, body: &Body, frame: usize) -> bool {
        let past = self.frames.iter().take(frame + 1).rev();
        let mut said = past.filter_map(|frame| {
            let is_gone = frame.gone.contains(&body.name);
            (is_gone || frame.poses.iter().any(|pose| pose.body == body.name)).then_some(is_gone)
        });
        said.next() == Some(true)
    }

    /// The body called `name`, with its index.
    pub fn body(&self, name: &str) -> Option<(usize, &Body)> {
        self.bodies.iter().enumerate().find(|(_, body)| body.name == name)
    }
}
