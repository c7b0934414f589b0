//! Commands that the first screen accepts while it is open.

use super::{ClipboardCommand, Command, RunCommand, SelectCommand, WindowCommand};

/// Whether the first screen stays open after a command. It does for commands about files, pasting, dialogs and the
/// window's look. All other commands are about the scene behind it, so the screen closes.
pub(crate) fn stays_on_first_screen(command: &Command) -> bool {
    match command {
        Command::File(_) | Command::Save(_) | Command::Recovery(_) => true,
        Command::Clipboard(clipboard) => matches!(clipboard, ClipboardCommand::AskPaste | ClipboardCommand::Paste(_)),
        Command::Run(run) => matches!(run, RunCommand::Cancel),
        // The pointer has left the marks of the scene.
        Command::Select(select) => matches!(select, SelectCommand::Hover(_)),
        Command::Window(window) => is_about_window(window),
        Command::Figure(_)
        | Command::World(_)
        | Command::BodyDrag(_)
        | Command::Scene(_)
        | Command::Prediction(_)
        | Command::Expectation(_)
        | Command::Explanation(_)
        | Command::Comparison(_)
        | Command::Time(_)
        | Command::Break(_)
        | Command::View(_) => false,
    }
}

/// Whether a command is about the whole window, and not about the panes of the scene.
fn is_about_window(command: &WindowCommand) -> bool {
    match command {
        WindowCommand::Failed(..)
        | WindowCommand::Note(..)
        | WindowCommand::Discard
        | WindowCommand::Quit
        | WindowCommand::ToggleTheme
        | WindowCommand::SizeType(_)
        | WindowCommand::TogglePalette
        | WindowCommand::ToggleBrowser
        | WindowCommand::ToggleFirstScreen
        | WindowCommand::ToggleStartPage
        | WindowCommand::ToggleHelp(_)
        | WindowCommand::Dismiss
        | WindowCommand::DismissBanner(_)
        | WindowCommand::ResetLayout => true,
        WindowCommand::ToggleLabels
        | WindowCommand::ToggleInsets
        | WindowCommand::ToggleLegend
        | WindowCommand::ToggleAllViews
        | WindowCommand::ToggleCode
        | WindowCommand::ToggleFilled(_)
        | WindowCommand::TogglePresentation
        | WindowCommand::Reveal(_)
        | WindowCommand::ToggleGoTo => false,
    }
}
