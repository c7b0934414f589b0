//! Recorder that collects a scene from a running game or robot. For long runs [`CaptureWriter`](super::CaptureWriter)
//! writes line by line.
//!
//! ```
//! use contact_lens_scene::{Recorder, model::{Axis, Shape}};
//! let wheel = Shape::Cylinder { radius: 0.3, half_height: 0.1, axis: Axis::Z };
//! let kerb = Shape::Box { half_extents: [1.0, 0.1, 1.0] };
//! let mut recorder = Recorder::new("wheel on kerb", [("wheel", wheel), ("kerb", kerb)]);
//! for tick in 0..3 {
//!     let y = 0.5 - 0.1 * f64::from(tick);
//!     recorder.frame(f64::from(tick) / 60.0, [("wheel", [0.0, y, 0.0], [0.0, 0.0, 0.0, 1.0])]);
//! }
//! let text = recorder.to_string()?; // or recorder.save("kerb.scene.json".as_ref())?
//! # assert_eq!(contact_lens_scene::parse("", text.as_bytes())?, *recorder.scene());
//! # Ok::<(), contact_lens_scene::SceneError>(())
//! ```
//!
//! A planar world is recorded with masses, velocities and joints, and simulated from the recorded state on.
//!
//! ```
//! use contact_lens_scene::{Recorder, model::{Body, Joint, JointKind, Motion, Shape}};
//! let half_extents = [0.5, 0.25];
//! let mut bob = Body::new("bob", Shape::Rectangle { half_extents });
//! (bob.position, bob.angle, bob.velocity) = ([1.0, 2.0, 0.0], Some(0.3), Some([0.5, 0.0, 0.0]));
//! bob.dynamics.mass = Some(3.0);
//! bob.dynamics.angular_velocity = Some(-1.0);
//! bob.dynamics.friction = Some(0.4);
//! let mut beam = Body::new("beam", Shape::Rectangle { half_extents: [2.0, 0.1] });
//! (beam.position, beam.dynamics.motion) = ([0.0, 3.0, 0.0], Motion::Static);
//! let kind = JointKind::Point { anchor_a: Some([0.0, 0.0]), anchor_b: None, frequency: None, damping_ratio: None };
//! let hinge = Joint { name: "hinge".into(), a: Some("beam".into()), b: "bob".into(), collide: false, kind };
//! let recorder = Recorder::world("a pendulum", [0.0, -9.81], [beam, bob], [hinge]);
//! let text = recorder.to_string()?;
//! # assert_eq!(contact_lens_scene::parse("", text.as_bytes())?, *recorder.scene());
//! # assert!(recorder.scene().queries[0].is_of_a_world());
//! # Ok::<(), contact_lens_scene::SceneError>(())
//! ```

use std::path::Path;

use super::error::SceneError;
use super::list::List;
use super::model::{
    Algorithm, Ask, Body, CapturedAnswer, Dimension, Frame, FramePose, Joint, Query, Recorded, Scene, Shape,
    WorldExpect, WorldOptions,
};
use super::save;

/// Recorder of bodies and their poses, frame by frame.
#[derive(Clone, Debug)]
pub struct Recorder {
    scene: Scene,
}

impl Recorder {
    /// Starts a recording of these bodies, with a GJK query about the first two; [`Recorder::query`] adds more.
    pub fn new<'a>(name: &str, bodies: impl IntoIterator<Item = (&'a str, Shape)>) -> Self {
        let bodies: List<Body> = bodies.into_iter().map(|(name, shape)| Body::new(name, shape)).collect();
        let mut recorder = Self { scene: Scene::new(name, Dimension::Three, bodies) };
        let bodies = &recorder.scene.bodies;
        if let (Some(a), Some(b)) = (bodies.get(0), bodies.get(1)) {
            let a = a.name.clone();
            let b = b.name.clone();
            recorder.query(Algorithm::Gjk.of(a, b));
        }
        recorder
    }

    /// Starts a recording of a planar world in its current state: gravity in m/s², bodies with poses, velocities (m/s
    /// and rad/s) and masses, and joints. The scene simulates the world with default options. [`Recorder::frame`] adds
    /// recorded poses of later times.
    pub fn world(
        name: &str,
        gravity: [f64; 2],
        bodies: impl IntoIterator<Item = Body>,
        joints: impl IntoIterator<Item = Joint>,
    ) -> Self {
        let mut recorder = Self::new(name, []);
        let scene = &mut recorder.scene;
        scene.dimension = Dimension::Two;
        scene.gravity = gravity;
        scene.bodies = bodies.into_iter().collect();
        scene.joints = joints.into_iter().collect();
        recorder.query(Ask::World { options: WorldOptions::default(), expect: WorldExpect::default() });
        recorder
    }

    /// Adds a query: `Algorithm::Distance.of("wheel", "kerb")`, or an [`Ask`] with options.
    pub fn query(&mut self, ask: Ask) -> &mut Self {
        let name = format!("query {}", self.scene.queries.len() + 1);
        self.scene.queries.push(Query::new(name, ask));
        self
    }

    /// Adds a body. One that is added after a frame is absent from the first frame on, until a frame gives it a pose.
    pub fn body(&mut self, body: Body) -> &mut Self {
        if let Some(first) = self.scene.frames.get_mut(0) {
            first.gone.push(body.name.clone());
        }
        self.scene.bodies.push(body);
        self
    }

    /// Adds a query for the signed distance of two bodies in every frame.
    pub fn distance(&mut self, a: &str, b: &str) -> &mut Self {
        self.query(Algorithm::Distance.of(a, b))
    }

    /// Records a frame: `time` in seconds, and name, position (meters) and rotation (quaternion x, y, z, w) of the
    /// bodies that moved.
    pub fn frame<'a>(
        &mut self,
        time: f64,
        poses: impl IntoIterator<Item = (&'a str, [f64; 3], [f64; 4])>,
    ) -> &mut Self {
        self.scene.frames.push(Frame {
            time: Some(time),
            poses: poses.into_iter().map(FramePose::from).collect(),
            gone: Vec::new(),
        });
        self
    }

    /// Marks bodies as absent from the last recorded frame on, until a later frame gives them a pose; nothing without a
    /// frame.
    pub fn gone<'a>(&mut self, bodies: impl IntoIterator<Item = &'a str>) -> &mut Self {
        let last = self.scene.frames.len().checked_sub(1);
        if let Some(frame) = last.and_then(|last| self.scene.frames.get_mut(last)) {
            frame.gone.extend(bodies.into_iter().map(str::to_owned));
        }
        self
    }

    /// Adds the engine's answer about two bodies in the last recorded frame, to the existing query about the pair or to
    /// a new distance query.
    pub fn theirs(&mut self, a: &str, b: &str, answer: CapturedAnswer) -> &mut Self {
        let frame = self.scene.frames.len().saturating_sub(1) as u32;
        let mut queries = self.scene.queries.iter();
        let existing = queries.position(|query| query.ask.subjects().bodies().map(|(_, name)| name).eq([a, b]));
        let index = existing.unwrap_or_else(|| {
            self.query(Algorithm::Distance.of(a, b));
            self.scene.queries.len() - 1
        });
        self.scene.queries[index].theirs.push(CapturedAnswer { frame, ..answer });
        self
    }

    /// Sets gravity, time step and masses, by which reported impulses are checked.
    pub fn set_recorded(&mut self, recorded: Recorded) -> &mut Self {
        self.scene.recorded = Some(recorded);
        self
    }

    /// The scene recorded so far.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the text of the scene file.
    ///
    /// # Errors
    /// A body, pose or number that a scene cannot hold.
    pub fn to_string(&self) -> Result<String, SceneError> {
        save::to_string(&self.scene)
    }

    /// Writes the scene file; `-` is standard output.
    ///
    /// # Errors
    /// A body, pose or number that a scene cannot hold, or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SceneError> {
        save::to_file(&self.scene, path)
    }
}
