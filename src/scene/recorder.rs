//! Collects a scene from a running game or robot; for long runs, [`CaptureWriter`](super::CaptureWriter) writes line by line.
//!
//! ```
//! use contact_lens::scene::{Recorder, model::{Axis, Shape}};
//! let wheel = Shape::Cylinder { radius: 0.3, half_height: 0.1, axis: Axis::Z };
//! let mut recorder = Recorder::new("wheel on kerb", [("wheel", wheel), ("kerb", Shape::Box { half_extents: [1.0, 0.1, 1.0] })]);
//! for tick in 0..3 {
//!     let y = 0.5 - 0.1 * f64::from(tick);
//!     recorder.frame(f64::from(tick) / 60.0, [("wheel", [0.0, y, 0.0], [0.0, 0.0, 0.0, 1.0])]);
//! }
//! let text = recorder.to_string()?; // or recorder.save("kerb.scene.json".as_ref())?
//! # assert_eq!(contact_lens::scene::parse("", text.as_bytes())?, *recorder.scene());
//! # Ok::<(), contact_lens::scene::SceneError>(())
//! ```
//!
//! A world of the plane, with what its bodies weigh, how they move and what joins them: the scene is played by the engine
//! here, from the moment that was recorded.
//!
//! ```
//! use contact_lens::scene::{Recorder, model::{Body, Dynamics, Joint, JointKind, Motion, Shape}};
//! let half_extents = [0.5, 0.25];
//! let mut bob = Body::new("bob", Shape::Rectangle { half_extents });
//! (bob.position, bob.angle, bob.velocity) = ([1.0, 2.0, 0.0], Some(0.3), Some([0.5, 0.0, 0.0]));
//! bob.dynamics = Dynamics { mass: Some(3.0), angular_velocity: Some(-1.0), friction: Some(0.4), ..Dynamics::default() };
//! let mut beam = Body::new("beam", Shape::Rectangle { half_extents: [2.0, 0.1] });
//! (beam.position, beam.dynamics.motion) = ([0.0, 3.0, 0.0], Motion::Static);
//! let kind = JointKind::Point { anchor_a: Some([0.0, 0.0]), anchor_b: None, frequency: None, damping_ratio: None };
//! let hinge = Joint { name: "hinge".into(), a: Some("beam".into()), b: "bob".into(), collide: false, kind };
//! let recorder = Recorder::world("a pendulum", [0.0, -9.81], [beam, bob], [hinge]);
//! let text = recorder.to_string()?;
//! # assert_eq!(contact_lens::scene::parse("", text.as_bytes())?, *recorder.scene());
//! # assert!(recorder.scene().queries[0].is_of_a_world());
//! # Ok::<(), contact_lens::scene::SceneError>(())
//! ```

use std::path::Path;

use super::error::SceneError;
use super::list::List;
use super::model::{
    Algorithm, Ask, Body, Dimension, Frame, FramePose, Joint, Query, Recorded, Scene, Shape, Theirs, WorldExpect,
    WorldOptions,
};
use super::save;

/// Collects the bodies and their poses, frame by frame.
#[derive(Clone, Debug)]
pub struct Recorder {
    scene: Scene,
}

impl Recorder {
    /// Starts a recording of these bodies. The first two are queried with GJK; add more with [`Recorder::query`].
    pub fn new<'a>(name: &str, bodies: impl IntoIterator<Item = (&'a str, Shape)>) -> Self {
        let body = |(name, shape): (&str, Shape)| Body::new(name, shape);
        let bodies: List<Body> = bodies.into_iter().map(body).collect();
        let mut recorder = Self { scene: Scene::new(name, Dimension::Three, bodies) };
        let bodies = &recorder.scene.bodies;
        if let (Some(a), Some(b)) = (bodies.get(0), bodies.get(1)) {
            let a = a.name.clone();
            let b = b.name.clone();
            recorder.query(Algorithm::Gjk.of(a, b));
        }
        recorder
    }

    /// Starts a recording of a world of the plane as it is now: gravity in m/s², bodies with their places, velocities (m/s and
    /// rad/s), masses and what else [`Body::dynamics`](Body) holds, and what joins them. It is asked how the world goes on, with
    /// the options that a scene has where it says nothing. Poses of later moments can be added with [`Recorder::frame`].
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

    /// Asks a question: `Algorithm::Distance.of("wheel", "kerb")`, or an [`Ask`] with options.
    pub fn query(&mut self, ask: Ask) -> &mut Self {
        let name = format!("query {}", self.scene.queries.len() + 1);
        self.scene.queries.push(Query::new(name, ask));
        self
    }

    /// Adds a body. One that comes after frames is absent in them, and needs a pose in the next one.
    pub fn body(&mut self, body: Body) -> &mut Self {
        if let Some(first) = self.scene.frames.get_mut(0) {
            first.gone.push(body.name.clone());
        }
        self.scene.bodies.push(body);
        self
    }

    /// Asks for the signed distance of two bodies in every frame.
    pub fn distance(&mut self, a: &str, b: &str) -> &mut Self {
        self.query(Algorithm::Distance.of(a, b))
    }

    /// Records one moment: `time` in seconds, and name, position (meters) and rotation (quaternion x, y, z, w) of the
    /// bodies that moved.
    pub fn frame<'a>(
        &mut self,
        time: f64,
        poses: impl IntoIterator<Item = (&'a str, [f64; 3], [f64; 4])>,
    ) -> &mut Self {
        let pose = |(body, position, rotation): (&str, _, _)| FramePose { body: body.to_owned(), position, rotation };
        self.scene.frames.push(Frame {
            time: Some(time),
            poses: poses.into_iter().map(pose).collect(),
            gone: Vec::new(),
        });
        self
    }

    /// Says of bodies that they are not there from the moment on that was recorded last, until a later one gives them a pose.
    /// Of a body that comes later it is said in the first.
    pub fn gone<'a>(&mut self, bodies: impl IntoIterator<Item = &'a str>) -> &mut Self {
        let last = self.scene.frames.len().wrapping_sub(1);
        if let Some(frame) = self.scene.frames.get_mut(last) {
            frame.gone.extend(bodies.into_iter().map(str::to_owned));
        }
        self
    }

    /// What the engine answered about two bodies in the moment that was recorded last. The pair is asked here too: by the
    /// question that there is about it, else for its distance.
    pub fn theirs(&mut self, a: &str, b: &str, answer: Theirs) -> &mut Self {
        let frame = self.scene.frames.len().saturating_sub(1) as u32;
        let about = |query: &Query| {
            let names: Vec<String> = query.ask.clone().names_mut().map(|name| name.clone()).collect();
            names == [a, b]
        };
        let known = self.scene.queries.iter().position(about);
        let at = known.unwrap_or_else(|| {
            self.query(Algorithm::Distance.of(a, b));
            self.scene.queries.len() - 1
        });
        self.scene.queries[at].theirs.push(Theirs { frame, ..answer });
        self
    }

    /// What the engine knows of the bodies: with it the impulses that it reports are audited.
    pub fn knows(&mut self, recorded: Recorded) -> &mut Self {
        self.scene.recorded = Some(recorded);
        self
    }

    /// What was recorded so far.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The text of the scene file; an error names the body, pose or number that no scene can hold.
    pub fn to_string(&self) -> Result<String, SceneError> {
        save::to_string(&self.scene)
    }

    /// Writes the scene file.
    pub fn save(&self, path: &Path) -> Result<(), SceneError> {
        save::to_file(&self.scene, path)
    }
}
