//! Handles [`PredictionCommand`]s: enters and leaves prediction mode, answers its questions, opens exercises, writes
//! the score.

use std::path::PathBuf;

use contact_lens_lesson::Pictures;
use contact_lens_lesson::recorded::score::{Answered, Score, why};
use contact_lens_play::ScoreReport;
use contact_lens_scene::model::Scene;

use super::banner::show_banner;
use super::current_beat::seek;
use super::engine;
use super::files::{file_stem, show_document};
use super::prediction_stops::{begin, first_unanswered};
use crate::background::effect::Effect;
use crate::banner::{Cause, Severity};
use crate::command::PredictionCommand;
use crate::files::document::Document;
use crate::run::prediction::{LastAnswer, Prediction, candidate_marks};
use crate::state::State;

/// Applies a command about prediction mode, and returns its effects.
pub(super) fn handle(state: &mut State, command: PredictionCommand) -> Vec<Effect> {
    match command {
        PredictionCommand::Toggle => toggle(state),
        PredictionCommand::Answer(candidate) => answer(state, Some(candidate)),
        PredictionCommand::Reveal => answer(state, None),
        PredictionCommand::Another => {
            let last_seed = state.prediction.as_ref().and_then(|prediction| prediction.seed);
            let seed = last_seed.map_or(1, |seed| seed.wrapping_add(1));
            let question = engine::question_about_frame(state);
            return question.map(|question| Effect::Exercise(question, seed)).into_iter().collect();
        }
        PredictionCommand::Exercise { scene, seed } => return open_exercise(state, *scene, seed),
        PredictionCommand::AskScore => return vec![Effect::PickScore(format!("{}-score.json", file_stem(state)))],
        PredictionCommand::WriteScore { path, overwrite } => return write_score(state, path, overwrite),
    }
    Vec::new()
}

/// Enters prediction mode at the start of the run, or leaves it and reports the score.
fn toggle(state: &mut State) {
    state.revision += 1;
    match state.prediction.take() {
        None => {
            state.prediction = Some(Prediction::default());
            begin(state);
            let has_question = state.prediction.as_ref().is_some_and(|prediction| prediction.open.is_some());
            if !has_question && state.recording.is_some() && first_unanswered(state, 0..=usize::MAX).is_none() {
                let text = "No step of this run makes a choice to predict.";
                show_banner(state, Severity::Note, Cause::Time, text.to_owned());
            }
        }
        Some(prediction) if prediction.score.asked > 0 => {
            let Score { asked, right, .. } = prediction.score;
            show_banner(state, Severity::Note, Cause::Time, format!("{right} of {asked} right in this run."));
        }
        Some(_) => {}
    }
}

/// Answers the open question with the candidate of this index, or reveals the answer (`None`), and moves to the beat
/// that shows the answer.
fn answer(state: &mut State, candidate: Option<usize>) {
    let Some(recording) = state.recording.clone() else { return };
    let Some(prediction) = &mut state.prediction else { return };
    let Some(question) = prediction.open.take() else { return };
    if candidate.is_some_and(|candidate| candidate >= question.choice.candidates.len()) {
        // Not a candidate: the question stays open.
        prediction.open = Some(question);
        return;
    }
    let reason = why(&*recording.lesson, question.step, &question.choice);
    let answered = Answered::new(question.step, &question.choice, candidate, reason);
    prediction.score.add(answered.clone());
    let marks = if answered.correct { Pictures::default() } else { candidate_marks(&question.choice) };
    prediction.last = Some(LastAnswer { position: question.position, answered, marks });
    state.revision += 1;
    seek(state, question.position);
}

/// Opens an exercise made from a seed, in prediction mode.
fn open_exercise(state: &mut State, scene: Scene, seed: u64) -> Vec<Effect> {
    state.prediction = Some(Prediction::default());
    let effects = show_document(state, Document::new(scene, None));
    // Set afterwards, since `show_document` clears the seed of the previous scene.
    if let Some(prediction) = &mut state.prediction {
        prediction.seed = Some(seed);
    }
    effects
}

/// Returns the effect that writes the score of this run as JSON; reports an error.
fn write_score(state: &mut State, path: PathBuf, overwrite: bool) -> Vec<Effect> {
    state.path_dialog = None;
    let (Some(query), Some(prediction)) = (state.query(), &state.prediction) else { return Vec::new() };
    let precision = state.focus.precision;
    let frame = state.frame_shown();
    let report =
        ScoreReport::new(&state.doc.scene, query, precision, frame, prediction.seed).with_answers(&prediction.score);
    match report.json() {
        Ok(text) => vec![Effect::WriteText { path, text: text + "\n", overwrite }],
        Err(error) => {
            show_banner(state, Severity::Error, Cause::Export, format!("{}: {error}", path.display()));
            Vec::new()
        }
    }
}
