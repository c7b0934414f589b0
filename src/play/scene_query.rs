//! A query of a scene that is being opened: its index, its bodies, and errors about its fields.

pub(super) mod body_pose;

use std::sync::Arc;

use contact_lens_scene::Subject;
use contact_lens_scene::model::{Ask, Dimension, Query, Scene};
use glam::DVec2;

use self::body_pose::Bystander;
use super::{QueryError, misdirected};

/// A query of a scene that is being opened.
#[derive(Clone, Copy)]
pub struct SceneQuery<'a> {
    /// The scene with all its bodies.
    pub scene: &'a Scene,
    /// The query to be opened.
    pub query: &'a Query,
    /// Index among the scene's queries; 0 for a query that is not in the scene.
    index: usize,
}

impl<'a> SceneQuery<'a> {
    /// Finds the query's index among the queries of the scene.
    pub fn new(scene: &'a Scene, query: &'a Query) -> Self {
        let index = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        Self { scene, query, index }
    }

    /// Kind of the query with its parameters.
    pub fn ask(&self) -> &'a Ask {
        &self.query.ask
    }

    /// Whether the scene is 2D: for 3D algorithms its shapes are lifted into the plane z = 0.
    pub fn is_planar(&self) -> bool {
        self.scene.dimension == Dimension::Two
    }

    /// First direction of the query projected onto the plane, a unit vector; `None` if it has none there.
    pub fn direction_in_plane(&self) -> Option<DVec2> {
        let d = self.ask().direction().map(|[x, y, _]| DVec2::new(x, y).normalize_or_zero());
        d.filter(|d| *d != DVec2::ZERO)
    }

    /// Path of a field of the query in the scene file, for example `queries[2].options.direction`.
    pub fn path(&self, field: &str) -> String {
        format!("queries[{}].{field}", self.index)
    }

    /// Error about a field of the query.
    pub fn error_at(&self, field: &str, message: impl Into<String>) -> QueryError {
        QueryError::new(self.path(field), message)
    }

    /// Bodies A and B of the query. Fails if the scene lacks one of them, or if the query is not about two bodies.
    pub fn pair(&self) -> Result<[Subject<'a>; 2], QueryError> {
        <[Subject<'a>; 2]>::try_from(self.subjects()?).map_err(|_| misdirected())
    }

    /// The body of a query about a single body. Fails if the scene lacks a body of the query, or if the query has none.
    pub fn body(&self) -> Result<Subject<'a>, QueryError> {
        self.subjects()?.into_iter().next().ok_or_else(misdirected)
    }

    /// All bodies of the query, in its order; for a query about all bodies, in the order of the scene. Fails if the
    /// scene lacks one of them.
    pub fn subjects(&self) -> Result<Vec<Subject<'a>>, QueryError> {
        let subjects = self.scene.subjects(self.query);
        subjects.map_err(|missing| self.error_at(&missing.field, format!("there is no body `{}`", missing.name)))
    }

    /// All bodies of the scene that the query does not name.
    pub fn bystanders(&self) -> Arc<[Bystander]> {
        let scene = self.scene;
        let named = self.ask().subjects().membership_test();
        if scene.bodies.iter().all(|body| named(&body.name)) {
            return Arc::default();
        }
        let bodies = (0..scene.bodies.len()).filter_map(|i| scene.bodies.shared(i)).zip(scene.tracks());
        let bystanders = bodies.filter(|(body, _)| !named(&body.name));
        bystanders.map(|(body, track)| Bystander { body: Arc::clone(body), track }).collect()
    }
}
