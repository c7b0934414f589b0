//! What is written of a prediction for who grades: which query was asked, its questions, and how they were answered.

use serde::Serialize;

use super::Precision;
use crate::lesson::Choice;
use crate::lesson::score::Score;
use crate::scene::model::{Query, Scene};

/// What is written of a prediction.
#[derive(Serialize)]
pub struct ScoreReport<'a> {
    scene: &'a str,
    query: &'a str,
    algorithm: &'static str,
    precision: &'static str,
    frame: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<Vec<Asked<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<&'a Score>,
}

impl<'a> ScoreReport<'a> {
    /// Of a query of a scene, in this frame; an exercise has a seed.
    pub fn new(scene: &'a Scene, query: &'a Query, precision: Precision, frame: usize, seed: Option<u64>) -> Self {
        let algorithm = query.ask.algorithm().id();
        let precision = precision.name();
        let scene = scene.name.as_str();
        let query = query.name.as_str();
        Self { scene, query, algorithm, precision, frame, seed, questions: None, score: None }
    }

    /// With the questions alone, each with the step that makes the choice, which counts from 0.
    #[must_use]
    pub fn asked(self, questions: &'a [(usize, Choice)]) -> Self {
        Self { questions: Some(questions.iter().map(Asked::new).collect()), ..self }
    }

    /// With the answers.
    #[must_use]
    pub fn answered(self, score: &'a Score) -> Self {
        Self { score: Some(score), ..self }
    }

    /// As JSON.
    ///
    /// # Errors
    /// As `serde_json` has them; none are known.
    pub fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

/// A question without its answer.
#[derive(Serialize)]
struct Asked<'a> {
    step: usize,
    beat: usize,
    kind: &'static str,
    question: &'a str,
    candidates: Vec<&'a str>,
    several: bool,
}

impl<'a> Asked<'a> {
    fn new((step, choice): &'a (usize, Choice)) -> Self {
        Self {
            step: step + 1,
            beat: choice.beat + 1,
            kind: choice.kind,
            question: &choice.asks,
            candidates: choice.candidates.iter().map(|candidate| candidate.name.as_str()).collect(),
            several: choice.has_several(),
        }
    }
}
