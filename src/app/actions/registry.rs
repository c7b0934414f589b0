//! Registry of the user's commands. The menus, the palette, the shortcuts, the tooltips and the list of keys in the
//! help are all made from it.

use contact_lens_picture::ViewFrom;
use egui::{Key, KeyboardShortcut, Modifiers};

use super::availability::{
    always, can_compare, can_go_back, can_go_forward, can_redo, can_undo, has_breakpoints, has_captured_answers,
    has_child_shapes, has_divergence, has_file, has_groups, has_hidden_layers, has_nested_groups, has_open_question,
    has_origin_world, has_query, has_recording, has_scene, has_score, has_selection, has_several_frames, has_tables,
    has_values, has_world_query, is_busy, is_writing_animation,
};
use crate::command::{
    BreakCommand, ClipboardCommand, Command, ComparisonCommand, ExpectationCommand, FigureCommand, FileCommand, Jump,
    PredictionCommand, RunCommand, SaveCommand, SceneCommand, SelectCommand, Slot, TimeCommand, Tool, ViewCommand,
    WindowCommand, WorldCommand,
};
use crate::files::path_dialog::ExportFormat;
use crate::help::HelpPage;
use crate::run::breakpoint::Condition;
use crate::state::State;

/// Menu of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    File,
    /// Undo, copy and paste, precision, and the tools for the selected body.
    Edit,
    /// Moves by one step or frame, and playback.
    Run,
    /// Breakpoints, and jumps to remarkable steps and frames.
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
    /// Menu that lists the command.
    pub menu: Menu,
    /// Title in menu, palette and tooltip.
    pub title: &'static str,
    /// Description in one line, for tooltip and palette.
    pub tip: &'static str,
    /// Shortcuts; the first one is displayed.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Constructor of the command.
    pub command: fn() -> Command,
    /// Whether the command is available.
    pub enabled: fn(&State) -> bool,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Shortcut of a key without modifiers.
const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

/// Shortcut of a key with modifiers.
const fn chord(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

/// Makes a slice of actions from rows `Menu "title" "tip" [shortcuts] condition => command;`. The condition is a
/// function of [`availability`](super::availability).
macro_rules! actions {
    ($($menu:ident $title:literal $tip:literal [$($shortcut:expr),*] $enabled:ident => $command:expr;)*) => {
        &[$(Action {
            menu: Menu::$menu,
            title: $title,
            tip: $tip,
            shortcuts: &[$($shortcut),*],
            enabled: $enabled,
            command: || Command::from($command),
        }),*]
    };
}

/// All commands of the user, in the order of the palette and of each menu.
#[rustfmt::skip]
pub const ACTIONS: &[Action] = actions! {
    File "New" "Create a scene of two boxes with one query"
        [chord(CTRL, Key::N)] always => FileCommand::New;
    File "Open…" "Open a scene file"
        [chord(CTRL, Key::O)] always => FileCommand::AskOpen;
    File "Scenes…" "Browse the course and all shipped scenes"
        [chord(CTRL, Key::B), key(Key::F2)] always => WindowCommand::ToggleBrowser;
    File "First screen" "Show the three ways to begin: a contact that went wrong, lessons, and cases of engines"
        [chord(SHIFT, Key::F2)] always => WindowCommand::ToggleFirstScreen;
    File "Next scene" "Open the next shipped scene"
        [chord(CTRL, Key::PageDown)] always => FileCommand::OpenNeighbor(1);
    File "Previous scene" "Open the previous shipped scene"
        [chord(CTRL, Key::PageUp)] always => FileCommand::OpenNeighbor(-1);
    File "Reload" "Read the file again and stay at this step"
        [chord(CTRL, Key::R)] has_file => FileCommand::Reload;
    File "Save" "Save the scene to its file"
        [chord(CTRL, Key::S)] has_scene => SaveCommand::Save;
    File "Save as…" "Save the scene to another file"
        [chord(CTRL_SHIFT, Key::S)] has_scene => SaveCommand::AskSaveAs;
    File "Export PNG…" "Write a picture of all views at this sub-step"
        [chord(CTRL, Key::E)] has_recording => FigureCommand::AskExport(ExportFormat::Png);
    File "Export SVG…" "Write a vector drawing of all views at this sub-step"
        [chord(CTRL_SHIFT, Key::E)] has_recording => FigureCommand::AskExport(ExportFormat::Svg);
    File "Export GIF…" "Write the frames or steps as a GIF or APNG animation"
        [chord(CTRL_SHIFT, Key::G)] has_recording => FigureCommand::AskAnimation;
    File "Export page…" "Write the run as one web page: every sub-step, with keys, questions and a printout"
        [] has_recording => FigureCommand::AskExport(ExportFormat::Page);
    File "Cancel export" "Stop writing the animation; no file is left"
        [] is_writing_animation => FigureCommand::CancelDrawing;
    File "Record the run" "Turn the simulated frames of this world into a new scene, to run other queries on them"
        [] has_world_query => WorldCommand::RecordRun;
    File "Quit" "Close the window"
        [chord(CTRL, Key::Q)] always => WindowCommand::Quit;

    Edit "Undo" "Undo the last edit"
        [chord(CTRL, Key::Z)] can_undo => SceneCommand::Undo;
    Edit "Redo" "Redo the edit that was undone"
        [chord(CTRL_SHIFT, Key::Z), chord(CTRL, Key::Y)] can_redo => SceneCommand::Redo;
    Edit "Duplicate" "Add a copy of the selected body or frustum"
        [chord(CTRL, Key::D)] has_selection => SceneCommand::DuplicateSelected;
    Edit "Delete" "Delete the selected body or frustum and its queries"
        [key(Key::Delete)] has_selection => SceneCommand::DeleteSelected;
    // Listed with the precision in the palette, since it compares both precisions.
    View "Side by side" "Compare this run with a run in the other precision, with another option, or of another query"
        [chord(SHIFT, Key::X)] can_compare => ComparisonCommand::Toggle;
    Edit "Switch precision" "Switch between single precision (f32) and double precision (f64)"
        [key(Key::X)] always => RunCommand::TogglePrecision;
    Edit "Copy the answer" "Copy the answer with all its digits"
        [chord(CTRL, Key::C)] has_recording => ClipboardCommand::CopyAnswer;
    Edit "Copy the values" "Copy the values of this sub-step, one per line"
        [] has_values => ClipboardCommand::CopyValues;
    Edit "Copy the tables" "Copy the tables of this sub-step, to paste into a spreadsheet"
        [chord(CTRL_SHIFT, Key::T)] has_tables => ClipboardCommand::CopyTables;
    Edit "Copy the picture" "Copy all views at this sub-step as an image"
        [chord(CTRL_SHIFT, Key::C)] has_recording => ClipboardCommand::CopyPicture;
    Edit "Copy the command" "Copy a shell command that opens this scene at this sub-step"
        [chord(CTRL_SHIFT, Key::K)] has_recording => ClipboardCommand::CopyCommand;
    Edit "Copy the query" "Copy the query and its bodies as the text of a scene"
        [chord(CTRL_SHIFT, Key::J)] has_query => ClipboardCommand::CopyQuery;
    Edit "Paste"
        "Open the text in the clipboard: a scene, the path of a scene, a batch line, or text in a format that `import` reads"
        [chord(CTRL, Key::V)] always => ClipboardCommand::AskPaste;
    Edit "Move" "Show arrows that move the selected body or frustum"
        [key(Key::W)] always => SelectCommand::SetTool(Tool::Move);
    Edit "Rotate" "Show rings that rotate the selected body or frustum"
        [key(Key::E)] always => SelectCommand::SetTool(Tool::Rotate);
    Edit "Scale" "Show handles that resize the selected body or change the angle of view of a frustum"
        [key(Key::R)] always => SelectCommand::SetTool(Tool::Scale);

    Run "Play or pause" "Play the frames, or the sub-steps when there is only one frame"
        [key(Key::Space)] has_recording => TimeCommand::ToggleTime;
    Run "Play or pause sub-steps" "Play the sub-steps; each stays long enough to read its sentence"
        [key(Key::K)] has_recording => TimeCommand::TogglePlay;
    Run "Next sub-step" "Go to the next sub-step"
        [key(Key::ArrowRight), key(Key::Period)] can_go_forward => TimeCommand::Jump(Jump::Next);
    Run "Previous sub-step" "Go to the previous sub-step"
        [key(Key::ArrowLeft), key(Key::Comma)] can_go_back => TimeCommand::Jump(Jump::Previous);
    Run "Next step" "Go to the next step, usually one iteration of the algorithm's main loop"
        [key(Key::ArrowDown), key(Key::F10)] can_go_forward => TimeCommand::Jump(Jump::NextStep);
    Run "Previous step" "Go to the previous step"
        [key(Key::ArrowUp), chord(SHIFT, Key::F10)] can_go_back => TimeCommand::Jump(Jump::PreviousStep);
    Run "Next group" "Go to the next group of steps, shown as bands above the timeline"
        [chord(SHIFT, Key::ArrowDown)] has_groups => TimeCommand::Jump(Jump::NextGroup);
    Run "Previous group" "Go to the start of this group of steps; from there, to the previous group"
        [chord(SHIFT, Key::ArrowUp)] has_groups => TimeCommand::Jump(Jump::PreviousGroup);
    Run "Next outer group" "Go to the next group in the top band above the timeline"
        [chord(CTRL, Key::ArrowDown)] has_nested_groups => TimeCommand::Jump(Jump::NextOuterGroup);
    Run "Previous outer group" "Go to the start of this group in the top band, or to the previous group"
        [chord(CTRL, Key::ArrowUp)] has_nested_groups => TimeCommand::Jump(Jump::PreviousOuterGroup);
    Run "Next event" "Go to the next event marked on the timeline"
        [chord(SHIFT, Key::ArrowRight)] can_go_forward => TimeCommand::Jump(Jump::NextEvent);
    Run "Previous event" "Go to the previous event marked on the timeline"
        [chord(SHIFT, Key::ArrowLeft)] can_go_back => TimeCommand::Jump(Jump::PreviousEvent);
    Run "First sub-step" "Go to the start of the run"
        [key(Key::Home)] can_go_back => TimeCommand::Jump(Jump::First);
    Run "Last sub-step" "Go to the answer"
        [key(Key::End)] can_go_forward => TimeCommand::Jump(Jump::Last);
    Go "Go to…" "Go to a step, a sub-step or a frame by its number"
        [chord(CTRL, Key::G)] has_recording => WindowCommand::ToggleGoTo;
    Go "Run to breakpoint" "Go to the next sub-step at which a breakpoint matches"
        [key(Key::F5)] has_recording => TimeCommand::Jump(Jump::NextBreak);
    Go "Run back to breakpoint" "Go to the previous sub-step at which a breakpoint matches"
        [chord(SHIFT, Key::F5)] has_recording => TimeCommand::Jump(Jump::PreviousBreak);
    Go "Break at this line" "Set or remove a breakpoint at the highlighted line of the algorithm"
        [key(Key::F9)] has_recording => BreakCommand::BreakHere(None);
    Go "Breakpoints" "Show the list of breakpoints"
        [key(Key::B)] always => WindowCommand::Reveal(Slot::Breakpoints);
    Go "Clear breakpoints" "Remove all breakpoints"
        [chord(CTRL_SHIFT, Key::F9)] has_breakpoints => BreakCommand::ClearBreaks;
    Go "Run to dropped vertex" "Go to the next sub-step at which the simplex loses a vertex"
        [key(Key::D)] has_recording => TimeCommand::RunTo(Condition::VertexRemoved);
    Go "Run to divergence" "Go to the sub-step at which the runs in f32 and f64 begin to differ"
        [chord(SHIFT, Key::D)] has_divergence => TimeCommand::RunTo(Condition::Diverged);
    Go "Run to crossed bounds"
        "Go to the next sub-step at which the lower bound exceeds the upper bound: one of the two is wrong"
        [chord(SHIFT, Key::B)] has_recording => TimeCommand::RunTo(Condition::BoundsCrossed);
    Go "Next change" "Go to the next frame with another result: a contact begins or ends, or overlapping pairs change"
        [chord(SHIFT, Key::PageDown)] has_several_frames => TimeCommand::ToNextChange;
    Go "Previous change" "Go to the nearest earlier frame with another result"
        [chord(SHIFT, Key::PageUp)] has_several_frames => TimeCommand::ToPreviousChange;
    Go "Run to deepest contact"
        "Go to the frame in which the bodies overlap most; if none overlap, in which they are closest"
        [] has_several_frames => TimeCommand::ToDeepest;
    Go "Isolate closest child shapes" "Open the two child shapes that decide this answer as a scene of their own"
        [] has_child_shapes => WorldCommand::ClosestParts;
    Go "Run to largest impulse" "Go to the frame of a world with the largest contact impulse"
        [] has_world_query => TimeCommand::ToLargestImpulse;
    Go "Next disagreement" "Go to the next captured answer that does not agree with the proven one"
        [chord(CTRL_SHIFT, Key::D)] has_captured_answers => TimeCommand::ToNextDisagreement;
    Go "Worst disagreement" "Go to the captured answer that is farthest from the proven one"
        [] has_captured_answers => TimeCommand::ToWorstDisagreement;
    Run "Faster" "Double the playback speed"
        [key(Key::L)] always => TimeCommand::ChangeSpeed(1);
    Run "Slower" "Halve the playback speed"
        [key(Key::J)] always => TimeCommand::ChangeSpeed(-1);
    Run "Run again" "Compute this query again"
        [chord(CTRL, Key::Enter)] has_query => RunCommand::Rerun;
    Run "Cancel the run" "Cancel the running query, or stop waiting for a file"
        [chord(CTRL, Key::Period)] is_busy => RunCommand::Cancel;
    Run "Back to the world" "Return to the world that this scene was made from, at the same frame and step"
        [key(Key::Backspace)] has_origin_world => WorldCommand::BackToWorld;
    Run "Play or pause frames" "Play or pause the frames of a moving scene"
        [chord(SHIFT, Key::Space)] has_several_frames => TimeCommand::TogglePlayFrames;
    Run "Next frame" "Go to the next frame of a moving scene"
        [key(Key::PageDown)] has_several_frames => TimeCommand::StepFrames(1);
    Run "Previous frame" "Go to the previous frame of a moving scene"
        [key(Key::PageUp)] has_several_frames => TimeCommand::StepFrames(-1);

    Learn "Predict" "Restart the run and predict each choice of the algorithm before you see it, or stop predicting"
        [key(Key::Q)] has_recording => PredictionCommand::Toggle;
    Learn "Show the answer" "Show the answer to the current question, which then counts as missed"
        [key(Key::A)] has_open_question => PredictionCommand::Reveal;
    Learn "Similar exercise" "Open a new scene with the same query and other sizes and poses"
        [chord(SHIFT, Key::Q)] has_query => PredictionCommand::Another;
    Learn "Save the score…" "Save your answers to the questions of this run as a JSON file, for grading"
        [] has_score => PredictionCommand::AskScore;

    Learn "All answers" "List all queries of the scene with their answers and expected answers"
        [key(Key::I)] has_query => ExpectationCommand::Toggle;
    Learn "Accept this answer" "Store this answer in the scene as the expected one, for later checks"
        [chord(CTRL, Key::I)] has_recording => ExpectationCommand::Accept;

    View "Frame selection"
        "Zoom to the mark under the pointer, else to the selected body, else to the marks of this sub-step"
        [key(Key::F)] has_recording => ViewCommand::FrameSelection;
    View "Frame all" "Zoom all views so that everything is visible"
        [chord(SHIFT, Key::F)] has_recording => ViewCommand::FrameAll;
    View "Front" "Look from the front: along −z, or along +y if z is up"
        [key(Key::Num1)] always => ViewCommand::View(ViewFrom::Front);
    View "Back" "Look from the back: along +z, or along −y if z is up"
        [key(Key::Num2)] always => ViewCommand::View(ViewFrom::Back);
    View "Right" "Look from the right, along −x"
        [key(Key::Num3)] always => ViewCommand::View(ViewFrom::Right);
    View "Left" "Look from the left, along +x"
        [key(Key::Num4)] always => ViewCommand::View(ViewFrom::Left);
    View "Top" "Look from above: along −y, or along −z if z is up"
        [key(Key::Num5)] always => ViewCommand::View(ViewFrom::Top);
    View "Bottom" "Look from below: along +y, or along +z if z is up"
        [key(Key::Num6)] always => ViewCommand::View(ViewFrom::Bottom);
    View "Isometric" "Look from the front, the right and above"
        [key(Key::Num7)] always => ViewCommand::View(ViewFrom::Isometric);
    View "Parallel projection" "Switch between perspective and parallel projection"
        [key(Key::P)] always => ViewCommand::ToggleProjection;
    View "Fill the window"
        "Enlarge the active view to the whole window, or restore it; a double click on a tab does the same"
        [key(Key::M)] always => WindowCommand::ToggleFilled(None);
    View "Presentation"
        "Fill the screen with views, sentence and pseudocode in large type; Page Up and Page Down change the sub-step"
        [key(Key::F11)] always => WindowCommand::TogglePresentation;
    View "Larger type" "Enlarge all text of the window, also with Ctrl and the mouse wheel"
        [chord(CTRL, Key::Plus), chord(CTRL, Key::Equals)] always => WindowCommand::SizeType(1);
    View "Smaller type" "Shrink all text of the window, also with Ctrl and the mouse wheel"
        [chord(CTRL, Key::Minus)] always => WindowCommand::SizeType(-1);
    View "Default type size" "Restore the default size of all text"
        [chord(CTRL, Key::Num0)] always => WindowCommand::SizeType(0);
    View "Labels" "Show or hide the labels in the views"
        [key(Key::T)] always => WindowCommand::ToggleLabels;
    View "Insets" "Show or hide the insets that magnify details too small to see"
        [key(Key::Z)] always => WindowCommand::ToggleInsets;
    View "Legend" "Show or hide the legend of the colors"
        [key(Key::G)] always => WindowCommand::ToggleLegend;
    View "Show all layers" "Show everything that was hidden by a click in a legend"
        [chord(SHIFT, Key::G)] has_hidden_layers => ViewCommand::ShowLayers;
    View "All views" "Show or hide the optional views of a lesson, such as the directions that GJK searched"
        [] always => WindowCommand::ToggleAllViews;
    View "Code" "Show or hide the engine's source code next to the pseudocode"
        [key(Key::C)] always => WindowCommand::ToggleCode;
    View "Dark or light theme" "Switch between the dark and the light theme"
        [chord(CTRL, Key::T)] always => WindowCommand::ToggleTheme;
    View "Reset layout" "Put all panels back to their default places"
        [] always => WindowCommand::ResetLayout;

    Help "Command palette" "Find a command by its name"
        [chord(CTRL, Key::P), chord(CTRL, Key::K)] always => WindowCommand::TogglePalette;
    Help "Keys and mouse" "List all keys and mouse actions"
        [key(Key::F1), key(Key::Questionmark)] always => WindowCommand::ToggleHelp(HelpPage::Keys);
    Help "Options of this query" "List the options of this query with their meaning, range and default"
        [chord(SHIFT, Key::F1)] always => WindowCommand::ToggleHelp(HelpPage::Options);
    Help "Dismiss" "Close the topmost dialog or message"
        [key(Key::Escape)] always => WindowCommand::Dismiss;
};

/// Action of a command; `None` for commands that the registry does not list.
pub(crate) fn action_of(command: &Command) -> Option<&'static Action> {
    ACTIONS.iter().find(|action| (action.command)() == *command)
}

/// Tooltip of a command: its description and its first shortcut; empty for commands that the registry does not list.
pub(crate) fn tooltip(ctx: &egui::Context, command: &Command) -> String {
    let Some(action) = action_of(command) else { return String::new() };
    match action.shortcuts.first() {
        Some(shortcut) => format!("{}  ({})", action.tip, shortcut_text(ctx, shortcut)),
        None => action.tip.to_owned(),
    }
}

/// Text of the first shortcut of a command; empty for a command without one.
pub(crate) fn shortcut_of(ctx: &egui::Context, command: &Command) -> String {
    let shortcut = action_of(command).and_then(|action| action.shortcuts.first());
    shortcut.map(|shortcut| shortcut_text(ctx, shortcut)).unwrap_or_default()
}

/// Text of a shortcut, such as `Ctrl+Shift+→`.
pub(crate) fn shortcut_text(ctx: &egui::Context, shortcut: &KeyboardShortcut) -> String {
    let mut text = ctx.format_modifiers(shortcut.modifiers);
    if !text.is_empty() {
        text.push('+');
    }
    let key = match shortcut.logical_key {
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
