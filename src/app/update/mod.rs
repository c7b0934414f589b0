//! Applies commands to the [`State`] of the window. No other code writes the state once the window is open. Updates
//! need no window, clock, disk or engine: what they request from these is returned as [`Effect`]s.

mod banner;
mod body_drag;
mod breakpoints;
mod cameras;
mod captured_agreement;
mod clipboard;
mod comparison;
mod current_beat;
mod engine;
mod expectation_results;
mod explanation;
mod files;
mod focus_camera;
mod follow;
mod frames;
pub(super) mod framing;
mod go_to;
mod pane_layout;
mod prediction;
mod prediction_stops;
mod recovery;
mod scene;
mod survey;
mod time;
mod world_scenes;

use contact_lens_play::IMPULSE;

use super::background::effect::Effect;
use super::banner::{Cause, Severity};
use super::command::{
    Command, FileCommand, PredictionCommand, RecoveryCommand, RunCommand, TimeCommand, WindowCommand, WorldCommand,
};
use super::pane_layout::PaneLayout;
use super::state::State;
use crate::run::captured_agreement::DisagreementJump;

/// Applies a command to the state and returns its effects. Since any command may change the inputs of the run, the
/// check of the expectations, the comparison or the recovery file, their requests follow every command.
pub fn update(state: &mut State, command: impl Into<Command>) -> Vec<Effect> {
    let mut effects = confirm_or_handle(state, command.into());
    effects.extend(recovery::store_or_delete(state));
    effects.extend(engine::request_run(state));
    effects.extend(expectation_results::request_check(state));
    effects.extend(captured_agreement::request(state));
    expectation_results::compare_answer_shown(state);
    effects.extend(comparison::update_second_run(state));
    effects
}

/// Handles a command; if it would discard unsaved edits, opens a confirmation instead. Also protects the edits of a
/// world that is kept while a scene made from its run is open.
fn confirm_or_handle(state: &mut State, command: Command) -> Vec<Effect> {
    if closes_scene(&command) && state.doc.unsaved() {
        state.path_dialog = None;
        state.after_save = None;
        state.conflict = None;
        state.pending_command = Some(Box::new(command));
        return Vec::new();
    }
    handle_or_return_to_world(state, command)
}

/// Handles a command. If it would discard the unsaved edits of a kept world, returns to that world instead.
fn handle_or_return_to_world(state: &mut State, command: Command) -> Vec<Effect> {
    match world_scenes::return_to_unsaved_world(state, command) {
        Ok(effects) => effects,
        Err(command) => handle_command(state, command),
    }
}

/// Whether the command replaces or closes the open scene. All commands that are not listed here keep it.
fn closes_scene(command: &Command) -> bool {
    use FileCommand::{New, Open, OpenNeighbor, OpenShipped, Reload, Show};
    match command {
        Command::File(file) => matches!(file, New | Open(_) | OpenShipped(_) | OpenNeighbor(_) | Show(_) | Reload),
        Command::Recovery(RecoveryCommand::Restore(_))
        | Command::Window(WindowCommand::Quit)
        | Command::Prediction(PredictionCommand::Another)
        | Command::World(WorldCommand::BackToWorld) => true,
        _ => false,
    }
}

/// Passes a command to its handler. There is no wildcard arm, so that a variant without a handler does not compile.
fn handle_command(state: &mut State, command: Command) -> Vec<Effect> {
    match command {
        Command::File(command) => return files::handle(state, command),
        Command::Save(command) => return files::handle_saving(state, command),
        Command::Figure(command) => return files::handle_figures(state, command),
        Command::Clipboard(command) => return clipboard::handle(state, command),
        Command::Recovery(command) => return recovery::handle(state, command),
        Command::World(command) => return world_scenes::handle(state, command),
        Command::Run(command) => return handle_run(state, command),
        Command::Prediction(command) => return prediction::handle(state, command),
        Command::Explanation(command) => return explanation::handle(state, command),
        Command::Window(command) => return handle_window(state, command),
        Command::BodyDrag(command) => body_drag::handle(state, command),
        Command::Expectation(command) => expectation_results::handle(state, command),
        Command::Comparison(command) => comparison::handle(state, command),
        Command::Scene(command) => scene::handle(state, command),
        Command::Select(command) => scene::handle_selection(state, command),
        Command::Time(TimeCommand::Survey) => return survey::request(state),
        Command::Time(TimeCommand::ToLargestImpulse) => return survey::go_to_largest(state, IMPULSE),
        Command::Time(TimeCommand::AgreementMeasured { edition, queries }) => {
            captured_agreement::show_result(state, edition, queries);
        }
        Command::Time(TimeCommand::ToWorstDisagreement) => {
            captured_agreement::go_to(state, DisagreementJump::Worst);
        }
        Command::Time(TimeCommand::ToNextDisagreement) => {
            captured_agreement::go_to(state, DisagreementJump::Next);
        }
        Command::Time(command) => time::handle(state, command),
        Command::Break(command) => breakpoints::handle(state, command),
        Command::View(command) => cameras::handle(state, command),
    }
    Vec::new()
}

/// Handles [`RunCommand`]s: answers, progress, canceling, and the precision.
fn handle_run(state: &mut State, command: RunCommand) -> Vec<Effect> {
    match command {
        RunCommand::Answered(answer) => engine::show_answer(state, *answer),
        RunCommand::Progress(progress) => state.run_progress = Some(progress),
        RunCommand::Compared => engine::show_frame_table(state),
        RunCommand::Reading(progress) => state.reading_progress = progress,
        RunCommand::FileRead { command, edition } => return handle_read_file(state, command, edition),
        RunCommand::Cancel if state.reading_progress.is_some() => {
            state.reading_progress = None;
            return vec![Effect::CancelReading];
        }
        RunCommand::Cancel => return engine::cancel(state),
        RunCommand::Rerun => engine::rerun(state),
        RunCommand::SetPrecision(precision) => state.focus.precision = precision,
        RunCommand::TogglePrecision => state.focus.precision = state.focus.precision.other(),
    }
    Vec::new()
}

/// Handles the result of reading a file. Edits made meanwhile are not discarded without a confirmation.
fn handle_read_file(state: &mut State, command: Box<Command>, edition: u64) -> Vec<Effect> {
    state.reading_progress = None;
    let replaces_scene = matches!(*command, Command::File(FileCommand::Loaded { .. }));
    if replaces_scene && state.doc.edition != edition && state.doc.unsaved() {
        state.pending_command = Some(command);
        return Vec::new();
    }
    handle_command(state, *command)
}

/// Handles [`WindowCommand`]s: messages, panels, dialogs and preferences.
fn handle_window(state: &mut State, command: WindowCommand) -> Vec<Effect> {
    match command {
        WindowCommand::Failed(cause, text) => report_outcome(state, Severity::Error, cause, text),
        WindowCommand::Note(cause, text) => report_outcome(state, Severity::Note, cause, text),
        // The edits stay until the command has opened another scene, which may fail.
        WindowCommand::Discard => {
            let Some(command) = state.pending_command.take() else { return Vec::new() };
            return handle_or_return_to_world(state, *command);
        }
        WindowCommand::Quit => return vec![Effect::Quit],
        WindowCommand::ResetLayout => return vec![Effect::ResetLayout],
        WindowCommand::Reveal(slot) => return pane_layout::reveal(state, slot),
        WindowCommand::ToggleFilled(slot) => pane_layout::toggle_filled(state, slot),
        WindowCommand::TogglePresentation => return pane_layout::toggle_presentation(state),
        WindowCommand::SizeType(steps) => pane_layout::change_type_size(state, steps),
        WindowCommand::ToggleTheme => state.prefs.dark = !state.prefs.dark,
        WindowCommand::ToggleLabels => state.prefs.labels = !state.prefs.labels,
        WindowCommand::ToggleInsets => state.prefs.insets = !state.prefs.insets,
        WindowCommand::ToggleLegend => state.prefs.legend = !state.prefs.legend,
        WindowCommand::ToggleAllViews => {
            state.prefs.all_views = !state.prefs.all_views;
            engine::show_lesson_views(state);
        }
        WindowCommand::ToggleCode => state.prefs.code = !state.prefs.code,
        WindowCommand::TogglePalette => {
            state.is_palette_open = !state.is_palette_open;
            state.help_page = None;
            state.is_browser_open = false;
        }
        WindowCommand::ToggleHelp(page) => {
            state.help_page = (state.help_page != Some(page)).then_some(page);
            state.is_palette_open = false;
            state.is_browser_open = false;
        }
        WindowCommand::ToggleBrowser => {
            state.is_browser_open = !state.is_browser_open;
            state.help_page = None;
            state.is_palette_open = false;
        }
        WindowCommand::ToggleFirstScreen => {
            state.is_first_screen_open = !state.is_first_screen_open;
            state.is_browser_open = false;
            state.is_palette_open = false;
            state.help_page = None;
        }
        WindowCommand::ToggleGoTo => state.is_go_to_open = !state.is_go_to_open && state.recording.is_some(),
        WindowCommand::ToggleStartPage => state.prefs.start_page = !state.prefs.start_page,
        WindowCommand::Dismiss => return dismiss(state),
        WindowCommand::DismissBanner(id) => state.banners.retain(|banner| banner.id != id),
    }
    Vec::new()
}

/// Reports the result of an operation outside of the window, such as writing a file.
fn report_outcome(state: &mut State, severity: Severity, cause: Cause, text: String) {
    if cause == Cause::Export {
        state.animation_progress = None;
    }
    banner::show_banner(state, severity, cause, text);
}

/// Closes the first of these that is open: the palette, the help, the browser and all dialogs (together); the last
/// message; the first screen; the comparison; a filled pane; presentation mode. While a pane is filled or in
/// presentation mode, messages are skipped if none is an error. The field “Go to…”, the table of answers and
/// explanations read Esc themselves.
fn dismiss(state: &mut State) -> Vec<Effect> {
    if state.is_palette_open || state.help_page.is_some() || state.is_browser_open || state.has_open_dialog() {
        state.is_palette_open = false;
        state.help_page = None;
        state.is_browser_open = false;
        state.path_dialog = None;
        state.pending_command = None;
        state.after_save = None;
        state.conflict = None;
        state.pending_figure = None;
        state.animation_dialog = None;
        state.found_edits = Vec::new();
    } else if state.is_first_screen_open && !state.has_errors() {
        state.is_first_screen_open = false;
    } else if state.has_errors() || (state.pane_layout == PaneLayout::default() && !state.banners.is_empty()) {
        state.banners.pop();
    } else if state.comparison.is_some() {
        state.comparison = None;
    } else if state.pane_layout.filled.is_some() {
        state.pane_layout.filled = None;
    } else if state.pane_layout.is_presenting {
        return pane_layout::toggle_presentation(state);
    }
    Vec::new()
}
