//! Report of a prediction for graders: the query, its questions, and the user's answers with the score.

use contact_lens_lesson::Choice;
use contact_lens_lesson::recorded::score::Score;
use contact_lens_scene::model::{Query, Scene};
use serde::Serialize;

use super::Precision;

/// Report of a prediction, serialized as JSON.
#[derive(Serialize)]
pub struct ScoreReport<'a> {
    /// Title of the scene.
    scene: &'a str,
    /// Name of the query.
    query: &'a str,
    /// Identifier of the algorithm, as in scene files.
    algorithm: &'static str,
    /// Scalar type of the engine, `f32` or `f64`.
    precision: &'static str,
    /// Frame of a moving scene, from 0.
    frame: usize,
    /// Seed of an exercise; `None` for a scene as given.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Questions without answers; `None` in a report of answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<Vec<OpenQuestion<'a>>>,
    /// The user's answers; `None` in a report of questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'a Score>,
}

impl<'a> ScoreReport<'a> {
    /// Starts a report about a query of a scene in `frame`; `seed` is that of an exercise.
    pub fn new(scene: &'a Scene, query: &'a Query, precision: Precision, frame: usize, seed: Option<u64>) -> Self {
        let algorithm = query.ask.algorithm().id();
        let precision = precision.name();
        let scene = scene.name.as_str();
        let query = query.name.as_str();
        Self { scene, query, algorithm, precision, frame, seed, questions: None, score: None }
    }

    /// Adds the questions without answers, each with the index of the step that makes the choice, from 0.
    #[must_use]
    pub fn with_questions(self, questions: &'a [(usize, Choice)]) -> Self {
        Self { questions: Some(questions.iter().map(OpenQuestion::new).collect()), ..self }
    }

    /// Adds the answers and the score.
    #[must_use]
    pub fn with_answers(self, score: &'a Score) -> Self {
        Self { score: Some(score), ..self }
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// Those of `serde_json`; none are known.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

/// A question without its answer; steps and sub-steps are numbered from 1.
#[derive(Serialize)]
struct OpenQuestion<'a> {
    /// Step that makes the choice, from 1.
    step: usize,
    /// Sub-step within the step, from 1.
    beat: usize,
    /// Kind of the choice, the same for all questions of this kind.
    kind: &'static str,
    /// The question as text.
    question: &'a str,
    /// Names of the possible answers.
    candidates: Vec<&'a str>,
    /// Whether several candidates are right.
    several: bool,
}

impl<'a> OpenQuestion<'a> {
    /// The question about a choice of the step with this index, from 0.
    fn new((step, choice): &'a (usize, Choice)) -> Self {
        Self {
            step: step + 1,
            beat: choice.beat + 1,
            kind: choice.kind,
            question: &choice.question,
            candidates: choice.candidates.iter().map(|candidate| candidate.name.as_str()).collect(),
            several: choice.has_several_answers(),
        }
    }
}
