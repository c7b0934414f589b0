//! The window as one function of egui, [`Window::ui`]: bars above and below, docked panels between. eframe, the
//! offscreen renderer and the tests call it.

mod bars;
mod effects;
mod frame_clock;
pub(super) mod layout;
pub(super) mod second_run;
pub(super) mod side_by_side;

use std::collections::VecDeque;
use std::time::Duration;

use egui::{CentralPanel, Context, Frame, Ui, ViewportCommand};

use self::frame_clock::FrameClock;
use self::layout::{Dock, Layout};
use self::second_run::SecondRun;
use super::actions::keys;
use super::background::animation_writer::AnimationWriter;
use super::background::effect::Effect;
use super::background::file_reader::Reader;
use super::background::long_tasks::LongTasks;
use super::banner::Cause;
use super::command::{
    Command, MAX_VIEWS, RecoveryCommand, RunCommand, SelectCommand, TimeCommand, WindowCommand, stays_on_first_screen,
};
use super::figures::gallery::Gallery;
use super::figures::shot::Shot;
use super::files::recovery::RecoveryFolder;
use super::pane_layout;
use super::panels::run::{answers, derivation, explanation, go_to, prediction, presentation};
use super::panels::{browser, dialogs, draggable_value, first_screen, help, overlay, palette};
use super::run::progress::RunProgress;
use super::run::worker::Worker;
use super::state::State;
use super::theme::Look;
use super::update::update;
use super::viewport::Viewport;

/// Interval at which the progress of a long run or file is updated, seconds.
const PROGRESS_INTERVAL: f64 = 0.25;

/// Height of the menu bar, points.
const MENU_HEIGHT: f32 = 36.0;

/// State of the window, with everything kept between frames for drawing it.
pub struct Window {
    /// State of the window as plain data.
    pub state: State,
    layout: Layout,
    viewports: [Viewport; MAX_VIEWS],
    worker: Worker,
    animation_writer: AnimationWriter,
    reader: Reader,
    long_tasks: LongTasks,
    second_run: SecondRun,
    gallery: Gallery,
    /// Longest time that a frame waits for a thread's result; `None` for no limit.
    timeout: Option<Duration>,
    /// Rotation of the mouse wheel beyond whole notches while Ctrl was held, in notches.
    wheel_remainder: f32,
    /// Time that passes between frames.
    clock: FrameClock,
    /// Storage of unsaved edits; `None` when there is no folder for it.
    recovery_folder: Option<RecoveryFolder>,
    /// Effects for the shell: dialogs, watching, quitting.
    outbox: Vec<Effect>,
    /// Commands that wait for the one that is being handled.
    queue: VecDeque<Command>,
    /// Whether a command is being handled.
    is_sending: bool,
}

impl Window {
    /// Window on a state, with the default layout. Frames wait for the engine without a limit.
    pub fn new(state: State) -> Self {
        Self {
            worker: Worker::new(state.open_query),
            animation_writer: AnimationWriter::default(),
            reader: Reader::default(),
            long_tasks: LongTasks::default(),
            second_run: SecondRun::new(state.open_query),
            gallery: Gallery::default(),
            state,
            layout: Layout::default(),
            viewports: std::array::from_fn(Viewport::new),
            timeout: None,
            wheel_remainder: 0.0,
            clock: FrameClock::default(),
            recovery_folder: None,
            outbox: Vec::new(),
            queue: VecDeque::new(),
            is_sending: false,
        }
    }

    /// Sets the longest time that a frame waits for the engine or a file.
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Restores a stored layout, or the default one if that is absent or of another version.
    pub fn with_layout(mut self, layout: Option<Layout>) -> Self {
        self.layout = layout.filter(Layout::is_sound).unwrap_or_default();
        self
    }

    /// Sets the storage of unsaved edits and offers those found there.
    pub fn with_recovery_folder(mut self, recovery_folder: RecoveryFolder) -> Self {
        let found_edits = recovery_folder.find_edits();
        self.recovery_folder = Some(recovery_folder);
        self.send(RecoveryCommand::Found(found_edits));
        self
    }

    /// Keeps thumbnails of scenes in the user's cache.
    pub fn with_thumbnail_cache(mut self) -> Self {
        self.gallery = Gallery::with_cache();
        self
    }

    /// Whether visible thumbnails are still being drawn.
    pub fn waits_for_thumbnails(&self) -> bool {
        (self.state.is_browser_open || self.state.is_first_screen_open) && self.gallery.is_drawing()
    }

    /// Current layout of the panels.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Runs a command with its effects. A command that an effect sends is queued until all effects of the current
    /// command are done. Without the queue, a file that is read at once would start its run before the effect that
    /// cancels the run of the previous scene.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.queue.push_back(command.into());
        if std::mem::replace(&mut self.is_sending, true) {
            return;
        }
        while let Some(command) = self.queue.pop_front() {
            for effect in update(&mut self.state, command) {
                // Without a time limit, long computations run on this thread.
                let effect = if self.timeout.is_some() { self.long_tasks.begin(effect) } else { Some(effect) };
                if let Some(effect) = effect {
                    self.run_effect(effect);
                }
            }
        }
        self.is_sending = false;
    }

    /// Receives the engine's answer if it arrives in time, else its progress.
    fn receive_answer(&mut self, timeout: Option<Duration>) {
        if let Some(answer) = self.worker.answer(timeout) {
            self.send(RunCommand::Answered(Box::new(answer)));
        }
        if self.worker.take_comparison_result(timeout) {
            self.send(RunCommand::Compared);
        }
        if let Some(progress) = self.worker.progress().filter(|_| timeout.is_some()) {
            self.send(RunCommand::Progress(progress));
        }
    }

    /// Receives the engine's answer for the second run, if it arrives in time.
    fn receive_second_run(&mut self, timeout: Option<Duration>) {
        if let Some(answered) = self.second_run.answer(timeout) {
            self.send(answered);
        }
    }

    /// Receives the result of reading a file if it arrives in time, else its progress.
    fn receive_file(&mut self, timeout: Option<Duration>) {
        while let Some((command, edition)) = self.reader.take_result(timeout) {
            self.send(RunCommand::FileRead { command: Box::new(command), edition });
        }
        let progress = self.reader.progress().filter(|_| timeout.is_some());
        if progress.is_some() {
            self.send(RunCommand::Reading(progress));
        }
    }

    /// Waits until all requested files are read.
    pub fn finish_reading(&mut self) {
        self.receive_file(None);
    }

    /// Takes the effects that only the shell can run.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.outbox)
    }

    /// Frees all GPU resources. The GL context must be current.
    pub fn destroy(&self) {
        self.viewports.iter().chain(&self.second_run.viewports).for_each(Viewport::destroy);
    }

    /// Error message of the GPU; `None` while the views of the run shown can be drawn.
    pub fn gpu_error(&self) -> Option<String> {
        self.viewports.iter().find_map(Viewport::gpu_error)
    }

    /// Draws the window and runs the commands of this frame.
    pub fn ui(&mut self, ui: &mut Ui) {
        let look = Look::of(self.state.prefs.dark);
        look.apply(ui.ctx());
        pane_layout::apply_type_size(ui.ctx(), self.state.prefs.type_size, self.state.pane_layout);
        // The question of a run that was dropped is sent again, as in the first frame.
        if self.state.request.inputs.is_none() {
            self.send(RunCommand::Rerun);
        }
        self.take_results(ui);
        let mut commands = keys::commands_of_pressed_keys(ui.ctx(), &self.state, &prediction::command_of_digit_key);
        commands.extend(overlay::command_of_dropped_files(ui));
        let notches = pane_layout::take_wheel_notches(ui.ctx(), &mut self.wheel_remainder);
        if notches != 0 {
            commands.push(WindowCommand::SizeType(notches).into());
        }
        if self.state.pane_layout.is_presenting {
            commands.extend(presentation::show(ui, &self.state));
        } else {
            bars::show(ui, &self.state, look, &mut commands);
        }
        commands.extend(overlay::draw_banners(ui, &self.state));
        if self.state.is_first_screen_open {
            commands.extend(first_screen::show(ui, &self.state, &mut self.gallery));
        } else {
            self.show_dock(ui, look, &mut commands);
        }
        commands.extend(draggable_value::continue_drag(ui, &self.state));
        commands.extend(explanation::show(ui, &self.state));
        commands.extend(derivation::show(ui, &self.state));
        overlay::draw_notes(ui, &self.state);
        commands.extend(overlay::animation_progress(ui, &self.state));
        commands.extend(browser::show(ui, &self.state, &mut self.gallery));
        commands.extend(answers::show(ui, &self.state));
        commands.extend(go_to::show(ui, &self.state));
        commands.extend(palette::show(ui, &self.state));
        commands.extend(help::show(ui, &self.state));
        commands.extend(dialogs::show(ui, &self.state));
        overlay::drop_hint(ui);
        self.run_commands(ui, commands);
        self.run_egui_effects(ui.ctx());
        self.schedule_repaint(ui);
    }

    /// Draws the docked panels, or two runs side by side.
    fn show_dock(&mut self, ui: &mut Ui, look: Look, commands: &mut Vec<Command>) {
        let dock = CentralPanel::no_frame().frame(Frame::new().fill(look.gap));
        dock.show(ui, |ui| {
            if let Some(comparison) = &self.state.comparison {
                let viewports = [&mut self.viewports, &mut self.second_run.viewports];
                commands.extend(side_by_side::show(ui, &self.state, comparison, viewports));
                return;
            }
            let mut docked = Dock { state: &self.state, viewports: &mut self.viewports, out: Vec::new(), look };
            self.layout.show(ui, &mut docked);
            commands.extend(docked.out);
        });
    }

    /// Receives the results of all threads since the last frame.
    fn take_results(&mut self, ui: &Ui) {
        self.worker.set_wake_up(ui.ctx());
        self.reader.set_wake_up(ui.ctx());
        self.second_run.set_wake_up(ui.ctx());
        if self.state.comparison.is_some() {
            self.receive_second_run(Some(Duration::ZERO));
        }
        if self.state.reading_progress.is_some() {
            self.receive_file(Some(Duration::ZERO));
        }
        if self.state.run_progress.is_some() || self.worker.is_comparing_frames() {
            self.receive_answer(Some(Duration::ZERO));
        }
        self.pass_time(ui);
        let animation = self.animation_writer.take_result(ui.ctx());
        let tasks = self.long_tasks.take_results(ui.ctx());
        for command in animation.into_iter().chain(tasks) {
            self.send(command);
        }
    }

    /// Runs the commands of this frame, and requests another frame if there are any. If several marks are under the
    /// pointer, the last one counts; without one, the pointer is over no mark. A command about the scene closes the
    /// first screen.
    fn run_commands(&mut self, ui: &Ui, commands: Vec<Command>) {
        let mut hover = None;
        let mut others = Vec::new();
        for command in commands {
            match command {
                Command::Select(SelectCommand::Hover(key)) => hover = key,
                command => others.push(command),
            }
        }
        if hover != self.state.hover {
            others.push(SelectCommand::Hover(hover).into());
        }
        if self.state.is_first_screen_open && !others.iter().all(stays_on_first_screen) {
            others.insert(0, WindowCommand::ToggleFirstScreen.into());
        }
        if !others.is_empty() {
            ui.ctx().request_repaint();
        }
        for command in others {
            self.send(command);
        }
    }

    /// Advances time before anything is drawn, so that due changes appear in this frame.
    fn pass_time(&mut self, ui: &Ui) {
        let now = ui.input(|input| input.time);
        if let Some(seconds) = self.clock.take_passed_time(now) {
            self.send(TimeCommand::Tick(seconds));
        }
    }

    /// Requests a repaint for the next change that time causes. At rest nothing is drawn.
    fn schedule_repaint(&mut self, ui: &Ui) {
        let due = self.state.seconds_until_due();
        self.clock.start(ui.input(|input| input.time), due);
        // The answer of a long run wakes the window itself; these repaints update the iteration count.
        let run = self.state.run_progress.map(|progress| {
            let until_shown = RunProgress::SHORT - progress.seconds;
            if until_shown > 0.0 { until_shown } else { PROGRESS_INTERVAL }
        });
        let reading = self.state.reading_progress.as_ref().map(|_| PROGRESS_INTERVAL);
        if let Some(wait) = [due, run, reading].into_iter().flatten().min_by(f64::total_cmp) {
            // One millisecond more, so that it is due in that frame.
            ui.ctx().request_repaint_after(Duration::from_secs_f64(wait + 1e-3));
        }
    }

    /// Runs egui's effects: writes and reads the clipboard, sets full screen.
    fn run_egui_effects(&mut self, ctx: &Context) {
        for effect in std::mem::take(&mut self.outbox) {
            match effect {
                Effect::Copy(text) => ctx.copy_text(text),
                Effect::CopyPicture(shot) => self.copy_picture(ctx, &shot),
                Effect::FullScreen(on) => ctx.send_viewport_cmd(ViewportCommand::Fullscreen(on)),
                Effect::AskPaste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
                effect => self.outbox.push(effect),
            }
        }
    }

    /// Copies a figure as an image.
    fn copy_picture(&mut self, ctx: &Context, shot: &Shot) {
        let outcome = match shot.image() {
            Ok(image) => {
                ctx.copy_image(image);
                WindowCommand::Note(Cause::Clipboard, String::from("Copied the picture of all views."))
            }
            Err(error) => WindowCommand::Failed(Cause::Clipboard, error),
        };
        self.send(outcome);
    }
}
