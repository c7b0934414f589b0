//! What a figure shows, taken at the moment in which it is asked for: time runs on while a dialog is open.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use egui::ColorImage;

use super::recording::Recording;
use super::state::{State, is_of};
use crate::lesson::Beat;
use crate::picture::{Camera, Figure, Key, Pane, Picture, Role, Theme, ground_of};
use crate::play;

/// Pixels a point of a figure that is written or copied as pixels.
const SCALE: f32 = 2.0;

/// One beat through the window's cameras.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    recording: Arc<Recording>,
    /// Step and beat, from 0.
    at: (usize, usize),
    beat: Beat,
    /// One a view.
    cameras: Vec<Camera>,
    hidden: BTreeSet<String>,
    dark: bool,
    scene: String,
    /// Names of the query, of A and of B.
    query: String,
    /// What the legend calls roles.
    names: Vec<(Role, String)>,
    precision: &'static str,
}

impl Shot {
    /// What the window shows now; none when it shows no run.
    pub fn take(state: &State) -> Option<Self> {
        let query = state.query()?;
        let recording = state.recording.clone()?;
        let names = play::role_names(&query.ask, recording.lesson.as_ref());
        Some(Self {
            recording,
            at: state.now(),
            beat: state.beat()?.clone(),
            cameras: state.views().iter().map(|view| *state.camera(view.id)).collect(),
            hidden: state.focus.hidden.clone(),
            dark: state.prefs.dark,
            scene: state.doc.scene.name.clone(),
            query: query.name.clone(),
            names,
            precision: state.focus.precision.name(),
        })
    }

    /// Step and beat, from 0.
    pub fn at(&self) -> (usize, usize) {
        self.at
    }

    /// Writes a figure of all views; the ending says which kind.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let wrong = |error: String| format!("{}: {error}", path.display());
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let bytes = match ending.as_str() {
            "svg" => self.figure().svg().into_bytes(),
            "png" => self.figure().png(SCALE).map_err(|error| wrong(error.to_string()))?,
            _ => return Err(wrong(String::from("a figure ends in .png or .svg"))),
        };
        std::fs::write(path, bytes).map_err(|error| wrong(crate::scene::plain_io(&error)))
    }

    /// The figure's pixels.
    pub(super) fn image(&self) -> Result<ColorImage, String> {
        let bytes = self.figure().png(SCALE).map_err(|error| error.to_string())?;
        let picture = image::load_from_memory(&bytes).map_err(|error| error.to_string())?.to_rgba8();
        let size = [picture.width() as usize, picture.height() as usize];
        Ok(ColorImage::from_rgba_unmultiplied(size, picture.as_raw()))
    }

    fn figure(&self) -> Figure {
        let backdrop = self.recording.lesson.backdrop();
        let beat = &self.beat;
        let views = self.recording.lesson.card().views;
        let panes = views.iter().zip(&self.cameras).map(|(view, camera)| {
            let (still, moving) = (backdrop.pictures.of(view.id), beat.pictures.of(view.id));
            let [shown, changing] = [still, moving].map(|picture| self.without_hidden(picture));
            let pane = Pane::of_kind(view.kind, view.title, &shown, &changing, *camera);
            // The ground lies below all bodies, hidden ones too, as in the window.
            Pane { ground: pane.ground.map(|_| ground_of(still)), ..pane }
        });
        let (step, number) = self.at;
        let card = self.recording.lesson.card();
        let of = |n: usize, all: usize| format!("{} of {all}", n + 1);
        let metadata = [
            ("Software", format!("Contact Lens {}", env!("CARGO_PKG_VERSION"))),
            ("Scene", self.scene.clone()),
            ("Query", self.query.clone()),
            ("Precision", self.precision.to_owned()),
            ("Step", format!("{}.{}", step + 1, number + 1)),
        ];
        Figure {
            title: self.scene.clone(),
            step: format!(
                "{}, step {}, {}",
                card.title,
                of(step, self.recording.steps()),
                of(number, self.recording.beats_of(step))
            ),
            caption: beat.say.clone(),
            numbers: beat.values.iter().map(Into::into).collect(),
            panes: panes.collect(),
            names: self.names.clone(),
            theme: if self.dark { Theme::Dark } else { Theme::Light },
            metadata: metadata.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..Figure::default()
        }
    }

    fn without_hidden(&self, picture: &Picture) -> Picture {
        let shown = |key: &Key| !self.hidden.iter().any(|name| is_of(key, name));
        Picture { marks: picture.marks.iter().filter(|mark| shown(&mark.key)).cloned().collect() }
    }
}
