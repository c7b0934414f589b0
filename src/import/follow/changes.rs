//! Blocking wait for a file to change, by the events of the operating system. [`Changes::wait`] runs on a thread of its
//! own, and each return is an occasion to read the file.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

/// Watcher of one file: writes, creation and removal.
pub struct Changes {
    /// One message per change.
    events: Receiver<()>,
    /// Source of the events, which end when it is dropped.
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Watches this file, which may not exist yet; its folder must exist.
    ///
    /// # Errors
    /// Fails when the system cannot watch the folder.
    pub fn of(path: &Path) -> Result<Self, String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().map(ToOwned::to_owned);
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.as_ref().is_ok_and(|event| changes_file(event, name.as_deref())) {
                // Sending fails only when the file is no longer followed.
                sender.send(()).ok();
            }
        });
        let watched = watcher.and_then(|mut watcher| {
            watcher.watch(folder, RecursiveMode::NonRecursive)?;
            Ok(watcher)
        });
        let watcher = watched.map_err(|error| format!("{} cannot be watched: {error}", folder.display()))?;
        Ok(Self { events, _watcher: watcher })
    }

    /// Sleeps until the file changes, then for `settling_time`, so that further writes are included. Returns false when
    /// no more events can arrive.
    pub fn wait(&self, settling_time: Duration) -> bool {
        let changed = self.events.recv().is_ok();
        std::thread::sleep(settling_time);
        while self.events.try_recv().is_ok() {}
        changed
    }
}

/// Whether an event changes a file with this name.
fn changes_file(event: &notify::Event, name: Option<&OsStr>) -> bool {
    !event.kind.is_access() && event.paths.iter().any(|changed| changed.file_name() == name)
}
