//! Writes a scene file from a running game or robot.
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

use std::path::Path;

use super::error::SceneError;
use super::list::List;
use super::model::{Algorithm, Ask, Body, Dimension, Frame, FramePose, Query, Scene, Shape};
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
        let mut recorder = Self {
            scene: Scene {
                schema: None,
                version: 1,
                name: name.to_owned(),
                note: String::new(),
                dimension: Dimension::Three,
                bodies: bodies.into_iter().map(body).collect(),
                frusta: Vec::new(),
                gravity: [0.0; 2],
                joints: Vec::new(),
                queries: Vec::new(),
                frames: List::new(),
                cameras: None,
            },
        };
        let bodies = &recorder.scene.bodies;
        if let (Some(a), Some(b)) = (bodies.get(0), bodies.get(1)) {
            let (a, b) = (a.name.clone(), b.name.clone());
            recorder.query(Algorithm::Gjk.of(a, b));
        }
        recorder
    }

    /// Asks a question: `Algorithm::Distance.of("wheel", "kerb")`, or an [`Ask`] with options.
    pub fn query(&mut self, ask: Ask) -> &mut Self {
        let name = format!("query {}", self.scene.queries.len() + 1);
        self.scene.queries.push(Query { name, ask });
        self
    }

    /// Records one moment: `time` in seconds, and name, position (meters) and rotation (quaternion x, y, z, w) of the
    /// bodies that moved.
    pub fn frame<'a>(
        &mut self,
        time: f64,
        poses: impl IntoIterator<Item = (&'a str, [f64; 3], [f64; 4])>,
    ) -> &mut Self {
        let pose = |(body, position, rotation): (&str, _, _)| FramePose { body: body.to_owned(), position, rotation };
        self.scene.frames.push(Frame { time: Some(time), poses: poses.into_iter().map(pose).collect() });
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
