//! Starts the long computations of the window on threads and collects their results. Only the latest computation of
//! each kind delivers a result.

use egui::Context;

use super::effect::Effect;
use super::long_task::{
    LongTask, check_expectations, derive_value, explain, find_divergence, measure_agreement, survey_frames,
};
use crate::command::Command;

/// The latest long computation of each kind.
#[derive(Default)]
pub(crate) struct LongTasks {
    expectations: LongTask,
    agreement: LongTask,
    survey: LongTask,
    divergence: LongTask,
    explanation: LongTask,
}

impl LongTasks {
    /// Starts the computation that an effect requests; returns the effect if it requests none.
    pub fn begin(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::CheckExpectations(scene, edition) => {
                self.expectations.begin(move || check_expectations(&scene, edition))
            }
            Effect::MeasureAgreement(scene, edition) => {
                self.agreement.begin(move || measure_agreement(&scene, edition));
            }
            Effect::Survey(question) => self.survey.begin(move || survey_frames(&question)),
            Effect::FindDivergence(runs) => self.divergence.begin(move || find_divergence(runs)),
            Effect::Derive(run, value, now) => self.explanation.begin(move || derive_value(run, value, now)),
            Effect::Explain(run, key, now) => self.explanation.begin(move || explain(run, key, now)),
            effect => return Some(effect),
        }
        None
    }

    /// Results of all computations that have ended since the last call.
    pub fn take_results(&mut self, ctx: &Context) -> Vec<Command> {
        let all = [
            &mut self.expectations,
            &mut self.agreement,
            &mut self.survey,
            &mut self.divergence,
            &mut self.explanation,
        ];
        all.into_iter().filter_map(|task| task.take_result(ctx)).collect()
    }
}
