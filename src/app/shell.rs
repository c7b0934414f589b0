//! Desktop shell of the window. Runs the window in eframe, opens file dialogs on threads, watches the open file,
//! follows growing captures, and stores the preferences.

mod file_dialog;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Duration;

use contact_lens_import::follow::{Changes, Follower};
use contact_lens_lesson::BeatIndex;
use contact_lens_play::WindowStart;
use contact_lens_scene::{self as scene, meshes, model::Scene};
use eframe::egui_glow::GlowConfiguration;
use egui::{Context, Ui, ViewportBuilder, ViewportCommand};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::background::effect::{Effect, shipped};
use super::banner::Cause;
use super::command::{Command, FileCommand, Jump, SelectCommand, TimeCommand, WindowCommand};
use super::files::document::Document;
use super::files::path_dialog::PathPurpose;
use super::files::recovery::RecoveryFolder;
use super::prefs::Prefs;
use super::run::query_opener::open_in_engine;
use super::state::State;
use super::window::Window;
use super::window::layout::Layout;

/// Longest time that a frame waits for the engine's answer before it is drawn without one; less than the duration of a
/// frame at 60 Hz.
const ENGINE_TIMEOUT: Duration = Duration::from_millis(12);

/// Delay before a changed file is read, so that its writer can finish.
const SETTLING_TIME: Duration = Duration::from_millis(200);

/// Longest wait for changes of a growing capture, after which its thread tests whether it should end.
const CAPTURE_TIMEOUT: Duration = Duration::from_millis(200);

/// Opens the window, and returns when it is closed. `opening` names the scene, query and step to show first.
///
/// # Errors
/// One sentence, when there is no display or no OpenGL. A bad scene is no error: the window shows its message.
pub fn run(opening: WindowStart) -> Result<(), String> {
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Contact Lens")
            .with_app_id("contact-lens")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([820.0, 520.0])
            .with_drag_and_drop(true),
        renderer: eframe::Renderer::Glow,
        glow_options: GlowConfiguration::default(),
        ..Default::default()
    };
    let creator: eframe::AppCreator<'_> = Box::new(move |cc| Ok(Box::new(Shell::new(cc, opening)?)));
    // Code below eframe panics if libxkbcommon-x11 is missing. The panic becomes an error, and its own message is
    // suppressed.
    let run = std::panic::AssertUnwindSafe(|| eframe::run_native("contact-lens", options, creator));
    let previous_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !panic_text(info.payload()).contains("could not be loaded") {
            previous_hook(info);
        }
    }));
    let ended = std::panic::catch_unwind(run);
    // The window is closed and the program ends, so the default hook is enough from here on.
    drop(std::panic::take_hook());
    match ended {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(format!("The window cannot be opened: {}.", one_line(&error.to_string()))),
        Err(panic) => Err(format!("The window cannot be opened: {}", one_line(&panic_text(panic.as_ref())))),
    }
}

/// Message of a panic; empty where the payload is no text.
fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<String>() {
        return text.clone();
    }
    payload.downcast_ref::<&str>().map(|text| (*text).to_owned()).unwrap_or_default()
}

/// Joins the lines of a text with spaces, without its final period.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ").trim_end_matches('.').to_owned()
}

/// The window and its connections to the desktop.
struct Shell {
    window: Window,
    /// Commands from other threads: dialogs, the file watcher, a followed capture.
    inbox: Receiver<Command>,
    /// Sender that those threads clone.
    sender: Sender<Command>,
    /// Watcher of the open file and its meshes; `None` if no file is watched.
    watcher: Option<RecommendedWatcher>,
    /// Token of the thread that follows a capture; the thread ends when the token is dropped. `None` without such a
    /// thread.
    capture_token: Option<Arc<()>>,
    /// Title that the desktop shows.
    title: String,
    /// Whether the user has confirmed closing the window.
    is_closing: bool,
    /// Whether the first frame of the window was drawn.
    has_drawn_a_frame: bool,
}

/// Preferences and layout stored between sessions.
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredSession {
    prefs: Prefs,
    layout: Layout,
}

impl Shell {
    /// Restores the preferences and the layout, opens what the command line names, and offers unsaved edits of earlier
    /// windows.
    fn new(cc: &eframe::CreationContext<'_>, opening: WindowStart) -> Result<Self, String> {
        let stored: Option<StoredSession> = cc.storage.and_then(|storage| eframe::get_value(storage, eframe::APP_KEY));
        let prefs = stored.as_ref().map(|session| session.prefs.clone()).unwrap_or_default();
        let layout = stored.map(|session| session.layout);
        let scene = first_scene(opening.scene.as_deref())?;
        let (sender, inbox) = channel();
        let mut state = State::new(scene, None, prefs, open_in_engine);
        state.focus.precision = opening.precision;
        state.is_first_screen_open = opening.scene.is_none() && state.prefs.start_page;
        state.doc.shipped = opening.scene.as_deref().map_or(Some(0), shipped_index);
        let mut window = Window::new(state).with_layout(layout).with_timeout(ENGINE_TIMEOUT).with_thumbnail_cache();
        open_requested_scene(&mut window, opening);
        match RecoveryFolder::default_folder().map(RecoveryFolder::open) {
            Some(Ok(recovery_folder)) => window = window.with_recovery_folder(recovery_folder),
            Some(Err(error)) => {
                let text = format!("Unsaved edits cannot be stored for recovery: {error}");
                window.send(WindowCommand::Failed(Cause::Recovery, text));
            }
            None => {}
        }
        Ok(Self {
            window,
            inbox,
            sender,
            watcher: None,
            capture_token: None,
            title: String::new(),
            is_closing: false,
            has_drawn_a_frame: false,
        })
    }

    /// Runs an effect that needs the desktop: opens a dialog, watches a file, or ends the program.
    fn perform(&mut self, ctx: &Context, effect: Effect) {
        match effect {
            Effect::PickOpen => self.open_dialog(ctx, PathPurpose::Open, String::new()),
            Effect::PickSave(name) => self.open_dialog(ctx, PathPurpose::Save, name),
            Effect::PickScore(name) => self.open_dialog(ctx, PathPurpose::Score, name),
            Effect::PickExport(name, format) => self.open_dialog(ctx, PathPurpose::Export(format), name),
            Effect::Watch(path) => self.watch(ctx, path),
            Effect::Follow(path) => self.follow(ctx, path),
            Effect::Quit => {
                self.is_closing = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            // The window runs these itself. They are listed so that a new effect has to be assigned here.
            Effect::Read { .. }
            | Effect::Import(_)
            | Effect::Write { .. }
            | Effect::Figure { .. }
            | Effect::WriteText { .. }
            | Effect::Exercise(..)
            | Effect::CheckExpectations(..)
            | Effect::MeasureAgreement(..)
            | Effect::Survey(_)
            | Effect::Copy(_)
            | Effect::CopyPicture(_)
            | Effect::AskPaste
            | Effect::StoreEdits(_)
            | Effect::DeleteStoredEdits
            | Effect::DeleteFoundEdits(_)
            | Effect::Ask(_)
            | Effect::AskSecondRun(_)
            | Effect::FindDivergence(_)
            | Effect::Derive(..)
            | Effect::Explain(..)
            | Effect::RecordRun(_)
            | Effect::ClosestParts(_)
            | Effect::OpenPair { .. }
            | Effect::WhyNoContact { .. }
            | Effect::Cancel
            | Effect::CancelDrawing
            | Effect::CancelReading
            | Effect::Reveal(_)
            | Effect::FullScreen(_)
            | Effect::ResetLayout => {}
        }
    }

    /// Opens a file dialog on its own thread, since dialogs may take long or never answer. `name` is the suggested
    /// name.
    fn open_dialog(&self, ctx: &Context, purpose: PathPurpose, name: String) {
        let folder = self.window.state.doc.path.as_ref().and_then(|path| path.parent()).map(Path::to_owned);
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            let command = file_dialog::pick_path(purpose, folder.as_deref(), &name);
            send(&sender, &ctx, command);
        });
    }

    /// Watches the folders of the file and of its meshes. Editors replace files instead of writing into them, and files
    /// may appear later.
    fn watch(&mut self, ctx: &Context, path: Option<PathBuf>) {
        self.watcher = None;
        self.capture_token = None;
        let Some(path) = path.and_then(|path| absolute_path(&path)) else { return };
        // Referenced meshes belong to the scene.
        let meshes = meshes::files(&self.window.state.doc.scene);
        let files: BTreeSet<PathBuf> = meshes.into_iter().chain([path]).collect();
        let folders: BTreeSet<PathBuf> = files.iter().filter_map(|file| file.parent()).map(Path::to_owned).collect();
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| changes_any(&event, &files)) {
                // The writer may not have finished.
                std::thread::sleep(SETTLING_TIME);
                send(&sender, &ctx, FileCommand::CheckFile);
            }
        });
        let Ok(mut watcher) = watcher else { return };
        for folder in folders {
            // A folder that cannot be watched is skipped.
            watcher.watch(&folder, RecursiveMode::NonRecursive).ok();
        }
        self.watcher = Some(watcher);
    }

    /// Follows a capture on its own thread until another file is watched. The thread sleeps while nothing is written.
    fn follow(&mut self, ctx: &Context, path: PathBuf) {
        let token = Arc::new(());
        let sender = self.sender.clone();
        let ctx = ctx.clone();
        let alive = Arc::downgrade(&token);
        self.watcher = None;
        self.capture_token = Some(token);
        std::thread::spawn(move || follow_capture(path, &alive, &sender, &ctx));
    }

    /// Shows the scene's title, after a dot if there are unsaved edits, as the title of the window.
    fn update_title(&mut self, ctx: &Context) {
        let state = &self.window.state;
        let title = state.doc.title();
        let title = if state.is_first_screen_open || title.is_empty() {
            String::from("Contact Lens")
        } else {
            format!("{}{title} – Contact Lens", if state.doc.unsaved() { "• " } else { "" })
        };
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

/// Opens the scene that the command line names, and goes to its query, frame, step and sub-step.
fn open_requested_scene(window: &mut Window, opening: WindowStart) {
    if opening.follow {
        if let Some(path) = opening.scene {
            window.send(FileCommand::Follow(path));
        }
    } else if let Some(path) = opening.scene.filter(|path| shipped_index(path).is_none()) {
        window.send(FileCommand::Launch(path));
        if opening.query.is_some() || opening.frame.is_some() || opening.step.is_some() {
            window.finish_reading();
        }
    }
    if let Some(name) = opening.query.filter(|_| !window.state.doc.awaits()) {
        match window.state.doc.scene.queries.iter().position(|query| query.name == name) {
            Some(index) => window.send(SelectCommand::SelectQuery(index)),
            None => window.send(WindowCommand::Failed(Cause::Open, format!("The scene has no query called “{name}”."))),
        }
    }
    if let Some(frame) = opening.frame {
        window.send(TimeCommand::SetFrame(frame));
    }
    if let Some(step) = opening.step {
        window.send(TimeCommand::Jump(Jump::Beat(BeatIndex { step, beat: opening.beat.unwrap_or(0) })));
    }
}

/// Sends a command to the window and requests a repaint. Returns whether the window still receives.
fn send(sender: &Sender<Command>, ctx: &Context, command: impl Into<Command>) -> bool {
    let is_received = sender.send(command.into()).is_ok();
    ctx.request_repaint();
    is_received
}

/// Whether an event changes one of these files. Only file names are compared, not folders.
fn changes_any(event: &notify::Event, files: &BTreeSet<PathBuf>) -> bool {
    let mut names = event.paths.iter().map(|path| path.file_name());
    !event.kind.is_access() && names.any(|name| files.iter().any(|file| file.file_name() == name))
}

/// Sends the content of a growing capture to the window until `token` is dropped or the window closes.
fn follow_capture(path: PathBuf, token: &Weak<()>, sender: &Sender<Command>, ctx: &Context) {
    let changes = match Changes::of(&path) {
        Ok(changes) => changes,
        Err(why) => {
            send(sender, ctx, WindowCommand::Failed(Cause::Open, why));
            return;
        }
    };
    let mut follower = Follower::new(path);
    while token.strong_count() > 0 {
        let continues = match follower.poll() {
            Ok(Some(grown)) => send(sender, ctx, FileCommand::Grown(Box::new(grown))),
            Ok(None) => changes.wait(CAPTURE_TIMEOUT),
            Err(why) => {
                send(sender, ctx, WindowCommand::Failed(Cause::Open, why));
                changes.wait(CAPTURE_TIMEOUT)
            }
        };
        if !continues {
            break;
        }
    }
}

/// Shipped scene with the name `path`; `None` when a file has that name, or no shipped scene has it.
fn shipped_scene(path: &Path) -> Option<Result<Scene, String>> {
    shipped(shipped_index(path)?)
}

/// Index of the shipped scene with the name `path`; `None` when a file has that name, or no shipped scene has it.
fn shipped_index(path: &Path) -> Option<usize> {
    path.to_str().filter(|_| !path.exists()).and_then(scene::index_of)
}

/// Canonical path; for a missing file, the canonical folder with the file's name. `None` where that folder is missing
/// too.
fn absolute_path(path: &Path) -> Option<PathBuf> {
    if let Ok(absolute) = path.canonicalize() {
        return Some(absolute);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// Scene that the window shows first, when the command line names `path`: a shipped scene of that name, or an empty
/// scene until the file is read; without a `path`, the welcome scene.
fn first_scene(path: Option<&Path>) -> Result<Scene, String> {
    match path {
        Some(path) => shipped_scene(path).unwrap_or_else(|| Ok(Document::empty_scene())),
        None => welcome_scene(),
    }
}

/// Shipped scene that the window shows when the command line names none.
fn welcome_scene() -> Result<Scene, String> {
    shipped(0).unwrap_or_else(|| Err(String::from("no scene was shipped")))
}

impl eframe::App for Shell {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        while let Ok(command) = self.inbox.try_recv() {
            self.window.send(command);
        }
        // eframe restores full screen if the last window was closed in presentation mode, but the new window is not in
        // presentation mode.
        if !std::mem::replace(&mut self.has_drawn_a_frame, true)
            && ui.input(|input| input.viewport().fullscreen == Some(true))
        {
            ui.ctx().send_viewport_cmd(ViewportCommand::Fullscreen(false));
        }
        let closing = ui.input(|input| input.viewport().close_requested());
        if closing && !self.is_closing && self.window.state.doc.unsaved() {
            ui.ctx().send_viewport_cmd(ViewportCommand::CancelClose);
            self.window.send(WindowCommand::Quit);
        }
        self.window.ui(ui);
        for effect in self.window.take_effects() {
            self.perform(ui.ctx(), effect);
        }
        self.update_title(ui.ctx());
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        let session = StoredSession { prefs: self.window.state.prefs.clone(), layout: self.window.layout().clone() };
        eframe::set_value(storage, eframe::APP_KEY, &session);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.window.destroy();
    }
}
