//! A question of a scene, and what it is about: found once, when it is opened.

use std::sync::Arc;

use glam::DVec2;

use super::bodies::Bystander;
use super::{QueryError, misdirected};
use crate::scene::Subject;
use crate::scene::model::{Ask, Dimension, Query, Scene};

/// A question that is opened.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub scene: &'a Scene,
    pub query: &'a Query,
    /// Which of the scene's questions it is; 0 for one that the scene does not ask.
    index: usize,
}

impl<'a> Asked<'a> {
    /// Finds it among the questions of the scene.
    pub fn new(scene: &'a Scene, query: &'a Query) -> Self {
        let index = scene.queries.iter().position(|other| other.name == query.name).unwrap_or(0);
        Self { scene, query, index }
    }

    /// What is asked.
    pub fn ask(&self) -> &'a Ask {
        &self.query.ask
    }

    /// Whether the scene lies in the plane: for an algorithm of space its shapes are lifted there.
    pub fn is_planar(&self) -> bool {
        self.scene.dimension == Dimension::Two
    }

    /// Its first direction in the plane, a unit vector; none where it has none there.
    pub fn direction_in_plane(&self) -> Option<DVec2> {
        let d = self.ask().direction().map(|[x, y, _]| DVec2::new(x, y).normalize_or_zero());
        d.filter(|d| *d != DVec2::ZERO)
    }

    /// Where a field of the question is: `queries[2].options.direction`.
    pub fn path(&self, field: &str) -> String {
        format!("queries[{}].{field}", self.index)
    }

    /// What is wrong with a field of the question.
    pub fn wrong(&self, field: &str, message: impl Into<String>) -> QueryError {
        QueryError::new(self.path(field), message)
    }

    /// Bodies A and B of it.
    pub fn pair(&self) -> Result<[Subject<'a>; 2], QueryError> {
        <[Subject<'a>; 2]>::try_from(self.subjects()?).map_err(|_| misdirected())
    }

    /// The body of a question that asks about one.
    pub fn body(&self) -> Result<Subject<'a>, QueryError> {
        self.subjects()?.into_iter().next().ok_or_else(misdirected)
    }

    /// All bodies of it, in its order; where it is about all, in the order of the scene.
    pub fn subjects(&self) -> Result<Vec<Subject<'a>>, QueryError> {
        let subjects = self.scene.subjects(self.query);
        subjects.map_err(|(field, name)| self.wrong(&field, format!("there is no body `{name}`")))
    }

    /// All bodies of the scene but those that it names.
    pub fn bystanders(&self) -> Arc<[Bystander]> {
        let scene = self.scene;
        let named = self.ask().subjects().chosen();
        if scene.bodies.iter().all(|body| named(&body.name)) {
            return Arc::default();
        }
        let bodies = (0..scene.bodies.len()).filter_map(|i| scene.bodies.shared(i)).zip(scene.tracks());
        let all = bodies.filter(|(body, _)| !named(&body.name));
        all.map(|(body, track)| Bystander { body: Arc::clone(body), track }).collect()
    }
}
