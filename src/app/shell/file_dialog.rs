//! File dialogs of the desktop for opening, saving and exporting, with a field in the window as the fallback.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use contact_lens_scene::mesh;
use rfd::FileDialog;

use crate::command::{Command, SaveCommand};
use crate::files::path_dialog::{ExportFormat, PathPurpose};

/// Shortest time in which a user can cancel a dialog. A dialog that returns without a path even sooner was never shown,
/// because the desktop has none.
const FASTEST_CANCEL: Duration = Duration::from_millis(500);

/// Opens a dialog in `folder` with the suggested file name `name` and waits until it is closed. Returns the command for
/// the picked path. On a desktop without dialogs, the command opens a field for the path in the window.
pub(super) fn pick_path(purpose: PathPurpose, folder: Option<&Path>, name: &str) -> Command {
    let opened = Instant::now();
    let mut dialog = FileDialog::new().set_file_name(name);
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    let picked = run_dialog(dialog, purpose);
    let has_no_dialogs = picked.is_none() && opened.elapsed() < FASTEST_CANCEL;
    match picked {
        Some(path) => Command::picked(purpose, path),
        None if has_no_dialogs => {
            let suggestion = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
            Command::Save(SaveCommand::AskPath(purpose, suggestion.display().to_string()))
        }
        None => Command::Save(SaveCommand::Unanswered),
    }
}

/// Shows the dialog with the file types of `purpose`. Returns the picked path; `None` when the dialog was canceled.
fn run_dialog(dialog: FileDialog, purpose: PathPurpose) -> Option<PathBuf> {
    match purpose {
        PathPurpose::Open => {
            let mut extensions = vec!["json"];
            extensions.extend(mesh::EXTENSIONS);
            dialog.add_filter("Scenes and meshes", &extensions).pick_file()
        }
        PathPurpose::Save => dialog.add_filter("Scenes", &["json"]).save_file(),
        PathPurpose::Score => dialog.add_filter("Scores", &["json"]).save_file(),
        PathPurpose::Export(ExportFormat::Gif) => dialog.add_filter("Animations", &["gif", "apng"]).save_file(),
        PathPurpose::Export(format) => dialog.add_filter("Figures", &[format.extension()]).save_file(),
    }
}
