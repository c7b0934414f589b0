//! Registry of the user's commands, from which the menus, the palette, the keys, the tooltips and the list of shortcuts
//! are made.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::command::{
    BreakCommand, ClipboardCommand, Command, ComparisonCommand, ExpectationCommand, FigureCommand, FileCommand, Jump,
    PredictionCommand, RunCommand, SaveCommand, SceneCommand, SelectCommand, Slot, TimeCommand, Tool, ViewCommand,
    WindowCommand, WorldCommand,
};
use crate::app::files::path_dialog::ExportFormat;
use crate::app::help::HelpPage;
use crate::app::run::breakpoint::Condition;
use crate::app::state::State;
use crate::picture::ViewFrom;
use crate::play;
use crate::scene::model::{Algorithm, Query};

/// Menu of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    File,
    /// Undo and selection.
    Edit,
    /// Steps, frames and playback.
    Run,
    /// Jumps to events, lines and failures.
    Go,
    Learn,
    View,
    Help,
}

impl Menu {
    /// All menus, in order.
    pub const ALL: [Self; 7] = [Self::File, Self::Edit, Self::Run, Self::Go, Self::Learn, Self::View, Self::Help];

    /// Title in the menu bar.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::Go => "Go",
            Self::Learn => "Learn",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// A command of the user.
pub struct Action {
    /// Menu that lists it.
    pub menu: Menu,
    /// Title in menu, palette and tooltip.
    pub title: &'static str,
    /// Description in a few words.
    pub tip: &'static str,
    /// Shortcuts; the first one is displayed.
    pub chords: &'static [KeyboardShortcut],
    /// Constructor of the command.
    pub command: fn() -> Command,
    /// Whether the command is available.
    pub enabled: fn(&State) -> bool,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn with(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

fn always(_: &State) -> bool {
    true
}

fn played(state: &State) -> bool {
    state.recording.is_some()
}

fn not_at_start(state: &State) -> bool {
    state.head.position > 0
}

fn not_at_end(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| state.head.position + 1 < recording.beats())
}

fn grouped(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| !recording.lesson.levels().is_empty())
}

fn nested(state: &State) -> bool {
    state.recording.as_ref().is_some_and(|recording| recording.lesson.levels().len() > 1)
}

fn can_undo(state: &State) -> bool {
    state.doc.can_undo()
}

fn can_redo(state: &State) -> bool {
    state.doc.can_redo()
}

fn moving(state: &State) -> bool {
    state.frames() > 1
}

fn runs_a_world(state: &State) -> bool {
    state.query().is_some_and(Query::is_of_a_world)
}

fn is_about_parts(state: &State) -> bool {
    let Some(query) = state.query() else { return false };
    matches!(query.ask.algorithm(), Algorithm::Distance | Algorithm::Cast | Algorithm::Manifold)
        && play::is_about_parts(&state.doc.scene, query)
}

fn of_a_world(state: &State) -> bool {
    state.doc.world.is_some()
}

fn draws(state: &State) -> bool {
    state.drawing.is_some()
}

fn layers_off(state: &State) -> bool {
    state.focus.layers.any_off()
}

fn working(state: &State) -> bool {
    state.working.is_some() || state.underway.is_some()
}

fn asks(state: &State) -> bool {
    state.query().is_some()
}

fn breaks(state: &State) -> bool {
    !state.breaks.is_empty()
}

fn open_question(state: &State) -> bool {
    state.prediction.as_ref().is_some_and(|predict| predict.open.is_some())
}

fn scored(state: &State) -> bool {
    state.prediction.as_ref().is_some_and(|predict| predict.score.asked > 0)
}

fn parts(state: &State) -> bool {
    state.divergence_position().is_some()
}

fn compares(state: &State) -> bool {
    played(state) && state.prediction.is_none()
}

fn has_scene(state: &State) -> bool {
    !state.doc.awaits()
}

fn selected(state: &State) -> bool {
    state.focus.body.is_some() || state.focus.frustum.is_some()
}

fn has_values(state: &State) -> bool {
    state.beat().is_some_and(|beat| !beat.values.is_empty())
}

fn has_tables(state: &State) -> bool {
    state.beat().is_some_and(|beat| !beat.tables.is_empty())
}

fn has_file(state: &State) -> bool {
    state.doc.path.is_some()
}

macro_rules! actions {
    ($($menu:ident $title:literal $tip:literal [$($chord:expr),*] $enabled:ident => $command:expr;)*) => {
        &[$(Action {
            menu: Menu::$menu, title: $title, tip: $tip, chords: &[$($chord),*], enabled: $enabled, command: || Command::from($command),
        }),*]
    };
}

/// All commands of the user.
#[rustfmt::skip]
pub const ACTIONS: &[Action] = actions! {
    File "New" "Two boxes and a question, to begin with" [with(CTRL, Key::N)] always => FileCommand::New;
    File "Open…" "Open a scene file" [with(CTRL, Key::O)] always => FileCommand::AskOpen;
    File "Scenes…" "Browse the course and all shipped scenes" [with(CTRL, Key::B), key(Key::F2)] always => WindowCommand::ToggleBrowser;
    File "Next scene" "The next shipped scene" [with(CTRL, Key::PageDown)] always => FileCommand::OpenNeighbor(1);
    File "Previous scene" "The shipped scene before" [with(CTRL, Key::PageUp)] always => FileCommand::OpenNeighbor(-1);
    File "Reload" "Read the file again, at the same step" [with(CTRL, Key::R)] has_file => FileCommand::Reload;
    File "Save" "Write the scene" [with(CTRL, Key::S)] has_scene => SaveCommand::Save;
    File "Save as…" "Write the scene to another file" [with(CTRL_SHIFT, Key::S)] has_scene => SaveCommand::AskSaveAs;
    File "Export PNG…" "A picture of all views at this beat" [with(CTRL, Key::E)] played => FigureCommand::AskExport(ExportFormat::Png);
    File "Export SVG…" "A drawing of all views at this beat" [with(CTRL_SHIFT, Key::E)] played => FigureCommand::AskExport(ExportFormat::Svg);
    File "Export GIF…" "Frames or steps as an animation, a GIF or an APNG" [with(CTRL_SHIFT, Key::G)] played => FigureCommand::AskAnimation;
    File "Cancel the animation" "End the animation that is being written" [] draws => FigureCommand::CancelDrawing;
    File "Record the run" "The run of this world as a scene with frames, for other questions" [] runs_a_world => WorldCommand::RecordRun;
    File "Quit" "Close the window" [with(CTRL, Key::Q)] always => WindowCommand::Quit;

    Edit "Undo" "Take the last edit back" [with(CTRL, Key::Z)] can_undo => SceneCommand::Undo;
    Edit "Redo" "Do the undone edit again" [with(CTRL_SHIFT, Key::Z), with(CTRL, Key::Y)] can_redo => SceneCommand::Redo;
    Edit "Duplicate" "Another body or frustum like the selected one" [with(CTRL, Key::D)] selected => SceneCommand::DuplicateSelected;
    Edit "Delete" "The selected body or frustum, with the queries that ask about it" [key(Key::Delete)] selected => SceneCommand::DeleteSelected;
    View "Side by side" "Another run beside this one: the other precision, another option, another query" [with(SHIFT, Key::X)] compares => ComparisonCommand::Toggle;
    Edit "Switch precision" "Compute in f32 or in f64" [key(Key::X)] always => RunCommand::TogglePrecision;
    Edit "Copy the answer" "The answer with all its digits" [with(CTRL, Key::C)] played => ClipboardCommand::CopyAnswer;
    Edit "Copy the values" "The numbers of this beat, one a line" [] has_values => ClipboardCommand::CopyValues;
    Edit "Copy the tables" "What is weighed in this beat, for a spreadsheet" [with(CTRL_SHIFT, Key::T)] has_tables => ClipboardCommand::CopyTables;
    Edit "Copy the picture" "All views at this beat, as an image" [with(CTRL_SHIFT, Key::C)] played => ClipboardCommand::CopyPicture;
    Edit "Copy the command" "What opens the window at this very beat, for a terminal" [with(CTRL_SHIFT, Key::K)] played => ClipboardCommand::CopyCommand;
    Edit "Copy the query" "The query and its bodies, as the text of a scene" [with(CTRL_SHIFT, Key::J)] asks => ClipboardCommand::CopyQuery;
    Edit "Paste" "Open a scene, a path or a batch line from the clipboard" [with(CTRL, Key::V)] always => ClipboardCommand::AskPaste;
    Edit "Move" "Arrows on the selected body" [key(Key::W)] always => SelectCommand::SetTool(Tool::Move);
    Edit "Turn" "Rings on the selected body" [key(Key::E)] always => SelectCommand::SetTool(Tool::Turn);
    Edit "Scale" "A knob on the selected body" [key(Key::R)] always => SelectCommand::SetTool(Tool::Scale);

    Run "Play or pause" "Let the frames run, or the beats where there is one frame" [key(Key::Space)] played => TimeCommand::ToggleTime;
    Run "Play or pause beats" "Let the beats run" [key(Key::K)] played => TimeCommand::TogglePlay;
    Run "Next beat" "The next thing worth seeing" [key(Key::ArrowRight), key(Key::Period)] not_at_end => TimeCommand::Jump(Jump::Next);
    Run "Previous beat" "The thing before" [key(Key::ArrowLeft), key(Key::Comma)] not_at_start => TimeCommand::Jump(Jump::Back);
    Run "Next step" "The next step of the timeline: an iteration of the outer loop, mostly" [key(Key::ArrowDown), key(Key::F10)] not_at_end => TimeCommand::Jump(Jump::NextStep);
    Run "Previous step" "The step before" [key(Key::ArrowUp), with(SHIFT, Key::F10)] not_at_start => TimeCommand::Jump(Jump::BackStep);
    Run "Next group" "The next group of steps: the bands above the timeline" [with(SHIFT, Key::ArrowDown)] grouped => TimeCommand::Jump(Jump::NextGroup);
    Run "Previous group" "The start of this group of steps, or the one before" [with(SHIFT, Key::ArrowUp)] grouped => TimeCommand::Jump(Jump::BackGroup);
    Run "Next part" "The next group of the highest band" [with(CTRL, Key::ArrowDown)] nested => TimeCommand::Jump(Jump::NextPart);
    Run "Previous part" "The start of this group of the highest band, or the one before" [with(CTRL, Key::ArrowUp)] nested => TimeCommand::Jump(Jump::BackPart);
    Run "Next event" "The next mark on the timeline" [with(SHIFT, Key::ArrowRight)] not_at_end => TimeCommand::Jump(Jump::NextEvent);
    Run "Previous event" "The mark before" [with(SHIFT, Key::ArrowLeft)] not_at_start => TimeCommand::Jump(Jump::BackEvent);
    Run "First beat" "To the start" [key(Key::Home)] not_at_start => TimeCommand::Jump(Jump::First);
    Run "Last beat" "To the answer" [key(Key::End)] not_at_end => TimeCommand::Jump(Jump::Last);
    Go "Go to…" "A step, a beat or a frame, by its number" [with(CTRL, Key::G)] played => WindowCommand::ToggleGoTo;
    Go "Run to breakpoint" "The next beat at which a breakpoint holds" [key(Key::F5)] played => TimeCommand::Jump(Jump::NextBreak);
    Go "Run back to breakpoint" "The last beat before this one at which a breakpoint holds" [with(SHIFT, Key::F5)] played => TimeCommand::Jump(Jump::BackBreak);
    Go "Break at this line" "Stop whenever the line lit now runs, or no longer" [key(Key::F9)] played => BreakCommand::BreakHere(None);
    Go "Breakpoints" "Show the list of conditions to stop at" [key(Key::B)] always => WindowCommand::Reveal(Slot::Breakpoints);
    Go "Clear breakpoints" "Forget all of them" [with(CTRL_SHIFT, Key::F9)] breaks => BreakCommand::ClearBreaks;
    Go "Run to dropped vertex" "Where the simplex next loses a corner" [key(Key::D)] played => TimeCommand::RunTo(Condition::Dropped);
    Go "Run to divergence" "Where f32 and f64 part" [with(SHIFT, Key::D)] parts => TimeCommand::RunTo(Condition::Parted);
    Go "Run to crossed bounds" "Where the lower bound lies above the upper one" [with(SHIFT, Key::B)] played => TimeCommand::RunTo(Condition::Crossed);
    Go "Next change" "The next frame that goes another way: a contact begins or ends, pairs change" [with(SHIFT, Key::PageDown)] moving => TimeCommand::ToChange(true);
    Go "Previous change" "The last frame before this one that goes another way" [with(SHIFT, Key::PageUp)] moving => TimeCommand::ToChange(false);
    Go "Run to deepest contact" "The frame with the least signed distance" [] moving => TimeCommand::ToDeepest;
    Go "Closest parts alone" "The two parts that decide this answer, in the lesson of a pair" [] is_about_parts => WorldCommand::ClosestParts;
    Go "Run to largest impulse" "The frame of a world with the largest push at a contact" [] runs_a_world => TimeCommand::ToLargestImpulse;
    Run "Faster" "Twice the speed" [key(Key::L)] always => TimeCommand::TurnSpeed(1);
    Run "Slower" "Half the speed" [key(Key::J)] always => TimeCommand::TurnSpeed(-1);
    Run "Run again" "Ask the engine once more" [with(CTRL, Key::Enter)] asks => RunCommand::Rerun;
    Run "Cancel the run" "End a run that takes long, or the wait for a file" [with(CTRL, Key::Period)] working => RunCommand::Cancel;
    Run "Back to the world" "What this scene was made of, at the same frame and step" [key(Key::Backspace)] of_a_world => WorldCommand::BackToWorld;
    Run "Play or pause frames" "Let a moving scene move" [with(SHIFT, Key::Space)] moving => TimeCommand::TogglePlayFrames;
    Run "Next frame" "Of a scene that moves" [key(Key::PageDown)] moving => TimeCommand::StepFrames(1);
    Run "Previous frame" "Of a scene that moves" [key(Key::PageUp)] moving => TimeCommand::StepFrames(-1);

    Learn "Predict" "Before each step: what will it choose? Asked from the start of the run, or no longer" [key(Key::Q)] played => PredictionCommand::Toggle;
    Learn "Show the answer" "Give the open question up: it does not count as right" [key(Key::A)] open_question => PredictionCommand::Reveal;
    Learn "Another one like this" "The same question about other sizes and poses, made from the next seed" [with(SHIFT, Key::Q)] asks => PredictionCommand::Another;
    Learn "Save the score…" "What was asked and answered in this run, as JSON for who grades" [] scored => PredictionCommand::AskScore;

    Learn "All answers" "What every query of the scene shows, against what it expects, in one table" [key(Key::I)] asks => ExpectationCommand::Toggle;
    Learn "Accept this answer" "It is what this query expects from now on" [with(CTRL, Key::I)] played => ExpectationCommand::Accept;

    View "Frame selection" "Bring what is under the pointer, or this beat, into view" [key(Key::F)] played => ViewCommand::FrameSelection;
    View "Frame all" "Bring everything into view, in all views" [with(SHIFT, Key::F)] played => ViewCommand::FrameAll;
    View "Front" "Look along −z" [key(Key::Num1)] always => ViewCommand::View(ViewFrom::Front);
    View "Back" "Look along z" [key(Key::Num2)] always => ViewCommand::View(ViewFrom::Back);
    View "Right" "Look along −x" [key(Key::Num3)] always => ViewCommand::View(ViewFrom::Right);
    View "Left" "Look along x" [key(Key::Num4)] always => ViewCommand::View(ViewFrom::Left);
    View "Top" "Look along −y" [key(Key::Num5)] always => ViewCommand::View(ViewFrom::Top);
    View "Bottom" "Look along y" [key(Key::Num6)] always => ViewCommand::View(ViewFrom::Bottom);
    View "Isometric" "Look from a corner" [key(Key::Num7)] always => ViewCommand::View(ViewFrom::Isometric);
    View "Parallel projection" "Perspective or parallel" [key(Key::P)] always => ViewCommand::ToggleProjection;
    View "Fill the window" "The view that keys act on takes all the room, or goes back; a double click on any tab does so too" [key(Key::M)] always => WindowCommand::ToggleFilled(None);
    View "Presentation" "Full screen in large type: views, sentence, listing. Page up and Page down step, as on a clicker" [key(Key::F11)] always => WindowCommand::TogglePresentation;
    View "Larger type" "In the whole window; Ctrl and the wheel do so too" [with(CTRL, Key::Plus), with(CTRL, Key::Equals)] always => WindowCommand::SizeType(1);
    View "Smaller type" "In the whole window; Ctrl and the wheel do so too" [with(CTRL, Key::Minus)] always => WindowCommand::SizeType(-1);
    View "Usual type" "As large as on the first day" [with(CTRL, Key::Num0)] always => WindowCommand::SizeType(0);
    View "Labels" "Words in the views" [key(Key::T)] always => WindowCommand::ToggleLabels;
    View "Legend" "What the colors mean" [key(Key::G)] always => WindowCommand::ToggleLegend;
    View "Show all layers" "Those that were switched off in legends, in all views" [with(SHIFT, Key::G)] layers_off => ViewCommand::ShowLayers;
    View "All views" "Those too that a lesson shows on demand alone, such as the directions that GJK searched" [] always => WindowCommand::ToggleAllViews;
    View "Code" "The real code beside the listing" [key(Key::C)] always => WindowCommand::ToggleCode;
    View "Dark or light" "The other theme" [with(CTRL, Key::T)] always => WindowCommand::ToggleTheme;
    View "Reset layout" "Panels as on the first day" [] always => WindowCommand::ResetLayout;

    Help "Command palette" "Find a command by its name" [with(CTRL, Key::P), with(CTRL, Key::K)] always => WindowCommand::TogglePalette;
    Help "Keys and mouse" "Every key, and all that the mouse does" [key(Key::F1), key(Key::Questionmark)] always => WindowCommand::ToggleHelp(HelpPage::Keys);
    Help "Options of this query" "What can be chosen about the query: meaning, limits, default" [with(SHIFT, Key::F1)] always => WindowCommand::ToggleHelp(HelpPage::Options);
    Help "Dismiss" "Close what lies on top" [key(Key::Escape)] always => WindowCommand::Dismiss;
};

/// Action of this command.
pub(in crate::app) fn action_of(command: &Command) -> Option<&'static Action> {
    ACTIONS.iter().find(|action| (action.command)() == *command)
}

/// Tooltip of a command: its description and its shortcut.
pub(in crate::app) fn tooltip(ctx: &egui::Context, command: &Command) -> String {
    let Some(action) = action_of(command) else { return String::new() };
    match action.chords.first() {
        Some(chord) => format!("{}  ({})", action.tip, chord_text(ctx, chord)),
        None => action.tip.to_owned(),
    }
}

/// Text of a shortcut, such as `Ctrl+Shift+→`.
pub(in crate::app) fn chord_text(ctx: &egui::Context, chord: &KeyboardShortcut) -> String {
    let mut text = ctx.format_modifiers(chord.modifiers);
    if !text.is_empty() {
        text.push('+');
    }
    let key = match chord.logical_key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Questionmark => "?",
        Key::Escape => "Esc",
        Key::Period => ".",
        Key::Comma => ",",
        Key::PageUp => "Page up",
        Key::PageDown => "Page down",
        key => key.name(),
    };
    text + key
}
