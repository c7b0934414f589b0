//! The scene that is open: where it lies, whether it was changed, and the way back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::{Guard, Stamp};
use super::focus::Focus;
use super::outlook::Outlooks;
use super::question::Second;
use super::recording::Recording;
use super::recovery::Kept;
use crate::scene::model::{Algorithm, Body, Dimension, List, Query, Scene, Shape};

/// How many edits can be taken back.
const UNDO_DEPTH: usize = 200;

/// What has become of the open file since it was read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Disk {
    /// Nothing, as far as is known.
    #[default]
    Same,
    /// Somebody else changed it.
    Changed,
    /// It is not there any more.
    Gone,
    /// It was named when the program was started, and could not be read so far.
    Awaited,
}

/// A scene of before or after an edit, and what the edit changed.
type Past = (String, Arc<Scene>);

/// A scene with its file and its history.
#[derive(Clone, Debug)]
pub struct Document {
    /// As it is now.
    pub scene: Arc<Scene>,
    /// As it was read or written; none when that is not known.
    saved: Option<Arc<Scene>>,
    /// The file; none for a shipped or new scene.
    pub path: Option<PathBuf>,
    /// The capture that is followed, which is no file to save to; none of any other scene.
    pub follows: Option<PathBuf>,
    /// What the file held when it was last read or written; none when it never was.
    pub stamp: Option<Stamp>,
    /// What has become of the file since.
    pub disk: Disk,
    /// Whether `scene` differs from what was saved.
    pub dirty: bool,
    /// Counts the changes of `scene`.
    pub edition: u64,
    /// Its index among the shipped scenes, where it is one of them or was made of one.
    pub shipped: Option<usize>,
    /// The world of which the scene was made, where that was done in this window.
    pub world: Option<Box<Origin>>,
    undo: Vec<Past>,
    redo: Vec<Past>,
    /// The field that is being dragged: one drag is one undo.
    gesture: Option<String>,
    /// What could be done again before that drag.
    put_off: Vec<Past>,
}

impl Document {
    /// A scene just opened.
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
            put_off: Vec::new(),
        }
    }

    /// A scene just read from a file, whose content has this stamp.
    pub fn read(scene: Scene, path: Option<PathBuf>, stamp: Option<Stamp>) -> Self {
        Self { stamp, ..Self::new(scene, path) }
    }

    /// The shipped scene with this index, just opened.
    pub fn of_shipped(scene: Scene, index: usize) -> Self {
        Self { shipped: Some(index), ..Self::new(scene, None) }
    }

    /// Edits that were kept when nobody had saved them.
    pub fn restored(kept: Kept) -> Self {
        let Kept { scene, path, stamp } = kept;
        Self { saved: None, dirty: true, ..Self::read(Arc::unwrap_or_clone(scene), path, stamp) }
    }

    /// No scene yet: the file is opened as soon as it can be read.
    pub fn awaiting(path: PathBuf) -> Self {
        Self { disk: Disk::Awaited, ..Self::new(Self::unread(), Some(path)) }
    }

    /// No scene yet: this capture is shown as soon as there is something in it, and grows.
    pub fn following(path: PathBuf) -> Self {
        Self { disk: Disk::Awaited, follows: Some(path), ..Self::new(Self::unread(), None) }
    }

    /// What is in the capture now. There must be no edits.
    pub fn grow(&mut self, scene: Scene) {
        let edition = self.edition + 1;
        *self = Self { follows: self.follows.take(), edition, ..Self::new(scene, None) };
    }

    /// What is shown while there is no scene: nothing.
    pub fn unread() -> Scene {
        Scene { name: String::new(), bodies: List::new(), queries: Vec::new(), ..Self::blank() }
    }

    /// Whether there is something here that would be lost with the window.
    pub fn unsaved(&self) -> bool {
        self.dirty || self.disk == Disk::Gone
    }

    /// Whether there is no scene here, only the wait for one.
    pub fn awaits(&self) -> bool {
        self.disk == Disk::Awaited && !self.dirty
    }

    /// A scene to begin with: two boxes and one question about them.
    pub fn blank() -> Scene {
        let body = |name: &str, x: f64| Body {
            position: [x, 0.0, 0.0],
            ..Body::new(name, Shape::Box { half_extents: [0.5; 3] })
        };
        let query = Query::new("distance", Algorithm::Gjk.of("box 1", "box 2"));
        let bodies = vec![body("box 1", 0.0), body("box 2", 1.6)];
        Scene { queries: vec![query], ..Scene::new("New scene", Dimension::Three, bodies) }
    }

    /// Changes the scene. Changes with the same `field` up to [`Document::end_gesture`] are one undo, which is called `what`.
    pub fn change(&mut self, field: String, what: String, changed: Scene) {
        if changed == *self.scene {
            return;
        }
        let before = std::mem::replace(&mut self.scene, Arc::new(changed));
        if self.gesture.as_deref() != Some(field.as_str()) {
            self.undo.push((what, before));
            if self.undo.len() > UNDO_DEPTH {
                self.undo.remove(0);
            }
            self.gesture = Some(field);
            self.put_off = std::mem::take(&mut self.redo);
        }
        self.redo.clear();
        self.edition += 1;
        self.dirty = self.saved.as_ref() != Some(&self.scene);
    }

    /// The next change is an undo of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = None;
    }

    /// Whether a drag goes on.
    pub fn in_gesture(&self) -> bool {
        self.gesture.is_some()
    }

    /// All is as it was before the drag, as if there had been none.
    pub fn cancel_gesture(&mut self) {
        if self.gesture.is_some() && self.travel(true).is_some() {
            self.redo = std::mem::take(&mut self.put_off);
        }
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Takes the last change back. Returns what it had changed, if there was one.
    pub fn undo(&mut self) -> Option<String> {
        self.travel(true)
    }

    /// Does the last undone change again. Returns what it changes, if there was one.
    pub fn redo(&mut self) -> Option<String> {
        self.travel(false)
    }

    fn travel(&mut self, back: bool) -> Option<String> {
        let (from, to) = if back { (&mut self.undo, &mut self.redo) } else { (&mut self.redo, &mut self.undo) };
        let (what, scene) = from.pop()?;
        to.push((what.clone(), std::mem::replace(&mut self.scene, scene)));
        self.gesture = None;
        self.edition += 1;
        self.dirty = self.saved.as_ref() != Some(&self.scene);
        Some(what)
    }

    /// The scene is what the file at `path` holds.
    pub fn mark_saved(&mut self, path: PathBuf, stamp: Stamp) {
        self.saved = Some(self.scene.clone());
        (self.path, self.stamp, self.disk, self.dirty) = (Some(path), Some(stamp), Disk::Same, false);
    }

    /// What may be overwritten when the scene is saved to `path`.
    pub fn guard(&self, path: &Path) -> Guard {
        match self.stamp.filter(|_| self.path.as_deref() == Some(path)) {
            Some(stamp) => Guard::Known(stamp),
            None => Guard::Nothing,
        }
    }

    /// What the title bar calls it.
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

/// Where a scene came from that was made of a world: the world, as it was left.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The scene, with its file and its history.
    pub doc: Document,
    /// What was shown of it.
    pub focus: Focus,
    /// The run that was shown.
    pub recording: Option<Arc<Recording>>,
    /// The answer in the other precision.
    pub second: Option<Second>,
    /// Where in time it was.
    pub position: usize,
    /// How it was looked at.
    pub(super) outlooks: Outlooks,
}

impl Origin {
    /// What the way back is called: the world, and its frame, of which 0 is the start.
    pub fn title(&self) -> String {
        format!("{}, frame {}", self.doc.title(), self.focus.frame)
    }
}
