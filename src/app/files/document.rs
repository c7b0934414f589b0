//! The open scene with its file, its saved state and its undo history.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contact_lens_scene::model::{Algorithm, Body, Dimension, List, Query, Scene, Shape};

use super::disk::{Guard, Stamp};
use super::recovery::StoredEdits;
use crate::run::question::OtherPrecisionAnswer;
use crate::run::recording::Recording;
use crate::view::selection::Focus;
use crate::view::view_camera::ViewCameras;

/// Maximum number of edits that can be undone.
const UNDO_DEPTH: usize = 200;

/// State of the open file on disk, compared with the last read or write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disk {
    /// Unchanged, as far as is known.
    #[default]
    Same,
    /// Changed by another program.
    Changed,
    Gone,
    /// Named on the command line and not readable yet.
    Awaited,
}

/// An edit in the undo or redo history.
#[derive(Clone, Debug)]
struct HistoryEntry {
    /// Name of the edit, for menu entries and messages.
    name: String,
    /// Scene before the edit (undo) or after it (redo).
    scene: Arc<Scene>,
}

/// A scene with its file and its history.
#[derive(Clone, Debug)]
pub struct Document {
    pub scene: Arc<Scene>,
    /// Scene as read or written last; `None` when unknown.
    saved: Option<Arc<Scene>>,
    /// Path of the file; `None` for shipped, new, imported and pasted scenes and for captures.
    pub path: Option<PathBuf>,
    /// Path of the followed capture, which cannot be saved to; `None` for other scenes.
    pub follows: Option<PathBuf>,
    /// Stamp of the file's content when last read or written; `None` before, and without a file.
    pub stamp: Option<Stamp>,
    /// State of the file on disk.
    pub disk: Disk,
    /// Whether `scene` differs from the saved scene.
    pub dirty: bool,
    /// Number of changes of `scene`. Results for another edition are outdated.
    pub edition: u64,
    /// Index of the shipped scene that this one is or was made from; `None` for another scene.
    pub shipped: Option<usize>,
    /// World that the scene was made from in this window; `None` for other scenes.
    pub world: Option<Box<KeptWorld>>,
    undo: Vec<HistoryEntry>,
    redo: Vec<HistoryEntry>,
    /// Key of the field whose changes are being merged into one undo entry, during a drag or while it is edited.
    gesture: Option<String>,
    /// Redo history from before the changes of the gesture, which canceling the gesture restores.
    redo_before_gesture: Vec<HistoryEntry>,
}

impl Document {
    /// Document of a scene just opened.
    pub fn new(scene: Scene, path: Option<PathBuf>) -> Self {
        let scene = Arc::new(scene);
        Self {
            saved: Some(scene.clone()),
            scene,
            path,
            follows: None,
            stamp: None,
            disk: Disk::Same,
            dirty: false,
            edition: 0,
            shipped: None,
            world: None,
            undo: Vec::new(),
            redo: Vec::new(),
            gesture: None,
            redo_before_gesture: Vec::new(),
        }
    }

    /// Document of a scene just read from a file with this stamp.
    pub fn of_file(scene: Scene, path: Option<PathBuf>, stamp: Option<Stamp>) -> Self {
        Self { stamp, ..Self::new(scene, path) }
    }

    /// Document of the shipped scene with this index.
    pub fn of_shipped(scene: Scene, index: usize) -> Self {
        Self { shipped: Some(index), ..Self::new(scene, None) }
    }

    /// Document of recovered edits.
    pub fn restored(edits: StoredEdits) -> Self {
        let StoredEdits { scene, path, stamp } = edits;
        Self { saved: None, dirty: true, ..Self::of_file(Arc::unwrap_or_clone(scene), path, stamp) }
    }

    /// Empty document that waits for a file.
    pub fn awaiting(path: PathBuf) -> Self {
        Self { disk: Disk::Awaited, ..Self::new(Self::empty_scene(), Some(path)) }
    }

    /// Empty document that waits for the first content of a capture and follows it.
    pub fn following(path: PathBuf) -> Self {
        Self { disk: Disk::Awaited, follows: Some(path), ..Self::new(Self::empty_scene(), None) }
    }

    /// Replaces the scene with the new content of the followed capture, and discards the history. There must be no
    /// unsaved edits.
    pub fn grow(&mut self, scene: Scene) {
        let edition = self.edition + 1;
        *self = Self { follows: self.follows.take(), edition, ..Self::new(scene, None) };
    }

    /// Empty scene, shown until a file can be read.
    pub fn empty_scene() -> Scene {
        Scene { name: String::new(), bodies: List::new(), queries: Vec::new(), ..Self::blank() }
    }

    /// Whether closing the window would lose data.
    pub fn unsaved(&self) -> bool {
        self.dirty || self.disk == Disk::Gone
    }

    /// Whether the document still waits for its file.
    pub fn awaits(&self) -> bool {
        self.disk == Disk::Awaited && !self.dirty
    }

    /// New scene: two boxes and one GJK query.
    pub fn blank() -> Scene {
        let query = Query::new("distance", Algorithm::Gjk.of("box 1", "box 2"));
        let bodies = vec![unit_box("box 1", 0.0), unit_box("box 2", 1.6)];
        Scene { queries: vec![query], ..Scene::new("New scene", Dimension::Three, bodies) }
    }

    /// Changes the scene. Consecutive changes with the same `field` up to [`Document::end_gesture`] are one undo entry,
    /// called `name`.
    pub fn change(&mut self, field: String, name: String, changed: Scene) {
        if changed == *self.scene {
            return;
        }
        let before = std::mem::replace(&mut self.scene, Arc::new(changed));
        if self.gesture.as_deref() != Some(field.as_str()) {
            self.undo.push(HistoryEntry { name, scene: before });
            if self.undo.len() > UNDO_DEPTH {
                self.undo.remove(0);
            }
            self.gesture = Some(field);
            self.redo_before_gesture = std::mem::take(&mut self.redo);
        }
        self.redo.clear();
        self.edition += 1;
        self.dirty = self.saved.as_ref() != Some(&self.scene);
    }

    /// Ends the merging of changes: the next change is an undo entry of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Whether a change of the field last changed would be merged, as during a drag.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// Cancels the drag: restores the scene and the redo history from before it.
    pub fn cancel_gesture(&mut self) {
        if self.gesture.is_some() && self.undo().is_some() {
            self.redo = std::mem::take(&mut self.redo_before_gesture);
        }
    }

    /// Whether an edit can be undone.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether an edit can be redone.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Undoes the last edit. Returns its name, `None` when there is none.
    pub fn undo(&mut self) -> Option<String> {
        let undone = self.undo.pop()?;
        let name = undone.name.clone();
        let redo_entry = self.restore(undone);
        self.redo.push(redo_entry);
        Some(name)
    }

    /// Redoes the last undone edit. Returns its name, `None` when there is none.
    pub fn redo(&mut self) -> Option<String> {
        let redone = self.redo.pop()?;
        let name = redone.name.clone();
        let undo_entry = self.restore(redone);
        self.undo.push(undo_entry);
        Some(name)
    }

    /// Sets the scene of an entry of the history. Returns the entry that reverts this, for the opposite history.
    fn restore(&mut self, HistoryEntry { name, scene }: HistoryEntry) -> HistoryEntry {
        let replaced = std::mem::replace(&mut self.scene, scene);
        self.gesture = None;
        self.edition += 1;
        self.dirty = self.saved.as_ref() != Some(&self.scene);
        HistoryEntry { name, scene: replaced }
    }

    /// Records that the file at `path` holds the scene.
    pub fn mark_saved(&mut self, path: PathBuf, stamp: Stamp) {
        self.saved = Some(self.scene.clone());
        self.path = Some(path);
        self.stamp = Some(stamp);
        self.disk = Disk::Same;
        self.dirty = false;
    }

    /// Condition for overwriting the file at `path`.
    pub fn guard(&self, path: &Path) -> Guard {
        match self.stamp.filter(|_| self.path.as_deref() == Some(path)) {
            Some(stamp) => Guard::Known(stamp),
            None => Guard::Nothing,
        }
    }

    /// Title of the window: the name of the file or of the followed capture, else that of the scene.
    pub fn title(&self) -> String {
        let file = self
            .path
            .as_ref()
            .or(self.follows.as_ref())
            .and_then(|path| path.file_name())
            .map(|name| name.to_string_lossy().into_owned());
        file.unwrap_or_else(|| self.scene.name.clone())
    }
}

/// A cube with sides of one meter, centered at `x` on the x axis.
fn unit_box(name: &str, x: f64) -> Body {
    Body { position: [x, 0.0, 0.0], ..Body::new(name, Shape::Box { half_extents: [0.5; 3] }) }
}

/// World that the open scene was made from, with the window's state when it was left. The user can return to it.
#[derive(Clone, Debug)]
pub struct KeptWorld {
    /// Document of the world.
    pub doc: Document,
    /// Selection when the world was left.
    pub focus: Focus,
    /// Recording that was shown; `None` without one.
    pub recording: Option<Arc<Recording>>,
    /// Answer in the other precision; `None` without one.
    pub other_precision: Option<OtherPrecisionAnswer>,
    /// Position among all beats of the run.
    pub position: usize,
    /// Cameras of the views.
    pub(crate) view_cameras: ViewCameras,
}

impl KeptWorld {
    /// Title of the link back to the world: its name and its frame, from 0.
    pub fn title(&self) -> String {
        format!("{}, frame {}", self.doc.title(), self.focus.frame)
    }
}
