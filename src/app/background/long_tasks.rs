//! Workers off the UI thread, one for each kind of long computation.

use egui::Context;

use super::effect::Effect;
use super::long_task::{LongTask, judged, parted, surveyed, told};
use crate::app::command::Command;

/// Workers, one for each kind of long computation.
#[derive(Default)]
pub(in crate::app) struct LongTasks {
    judging: LongTask,
    surveying: LongTask,
    parting: LongTask,
    searching: LongTask,
}

impl LongTasks {
    /// Starts the effect on its worker; returns effects that have none.
    pub fn begin(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Judge(scene, edition) => self.judging.begin(move || judged(&scene, edition)),
            Effect::Survey(asked) => self.surveying.begin(move || surveyed(&asked)),
            Effect::Part(runs) => self.parting.begin(move || parted(runs)),
            Effect::Explanation(run, key, now) => self.searching.begin(move || told(run, key, now)),
            effect => return Some(effect),
        }
        None
    }

    /// Results of all computations that have ended.
    pub fn news(&mut self, ctx: &Context) -> Vec<Command> {
        let all = [&mut self.judging, &mut self.surveying, &mut self.parting, &mut self.searching];
        all.into_iter().filter_map(|referee| referee.news(ctx)).collect()
    }
}
