//! Thumbnails of shipped scenes: drawn on a thread of their own, those asked for last first, and kept in the user's cache.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::player::Player;
use super::thumbnail::{draw, pixels};
use crate::scene::{SHIPPED, Shipped};

/// A scene by its index among the shipped ones, in the dark or the light theme.
type Wanted = (usize, bool);

/// Counts the ways in which thumbnails have been drawn: those of an older one are drawn again.
const EDITION: u32 = 1;

/// The thumbnails that are there, and who draws those that are not.
#[derive(Default)]
pub(super) struct Gallery {
    /// Where they are kept from session to session; none keeps them nowhere.
    folder: Option<PathBuf>,
    textures: HashMap<Wanted, TextureHandle>,
    /// Everything that was asked for, drawn or not.
    asked: HashSet<Wanted>,
    /// How many of them cannot be drawn.
    failed: usize,
    painter: Option<Painter>,
}

/// A thread that draws.
struct Painter {
    orders: Sender<Wanted>,
    drawn: Receiver<(Wanted, Option<ColorImage>)>,
}

impl Gallery {
    /// One that keeps its pictures in the user's cache.
    pub(super) fn kept() -> Self {
        let folders = directories::ProjectDirs::from("", "", "contact-lens");
        Self { folder: folders.map(|folders| folders.cache_dir().join("thumbnails")), ..Self::default() }
    }

    /// The thumbnail of a scene, if it is there; otherwise it is drawn, and the window painted again when it is.
    pub(super) fn texture(&mut self, ctx: &Context, wanted: Wanted, player: Player) -> Option<&TextureHandle> {
        if self.asked.insert(wanted) {
            let folder = &self.folder;
            let painter = self.painter.get_or_insert_with(|| Painter::begin(ctx.clone(), player, folder.clone()));
            // A thread that is gone draws nothing: the place stays empty.
            painter.orders.send(wanted).ok();
        }
        self.textures.get(&wanted)
    }

    /// Whether something that was asked for is not there yet.
    pub(super) fn waits(&self) -> bool {
        self.textures.len() + self.failed < self.asked.len()
    }

    /// Takes what was drawn since.
    pub(super) fn collect(&mut self, ctx: &Context) {
        let Some(painter) = &self.painter else { return };
        for (wanted, image) in painter.drawn.try_iter() {
            let Some(image) = image else {
                self.failed += 1;
                continue;
            };
            let name = format!("thumbnail {} {}", wanted.0, wanted.1);
            self.textures.insert(wanted, ctx.load_texture(name, image, TextureOptions::LINEAR));
        }
    }
}

impl Painter {
    fn begin(ctx: Context, player: Player, folder: Option<PathBuf>) -> Self {
        let (orders, todo) = channel();
        let (done, drawn) = channel();
        let work = move || {
            let mut waiting: Vec<Wanted> = Vec::new();
            loop {
                // Those asked for together in their order, what came into view last before all others.
                let asked: Vec<Wanted> = todo.try_iter().collect();
                waiting.extend(asked.into_iter().rev());
                let Some(wanted) = waiting.pop().or_else(|| todo.recv().ok()) else { return };
                if done.send((wanted, thumbnail(wanted, player, folder.as_deref()))).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        // Without a thread nothing is drawn, and the places stay empty.
        std::thread::Builder::new().name(String::from("gallery")).spawn(work).ok();
        Self { orders, drawn }
    }
}

/// From the cache, or drawn and put there; none of a scene that cannot be drawn.
fn thumbnail((index, dark): Wanted, player: Player, folder: Option<&Path>) -> Option<ColorImage> {
    let shipped = SHIPPED.get(index)?;
    let file = folder.map(|folder| folder.join(file_name(shipped, dark)));
    let cached = file.as_ref().and_then(|file| pixels(&std::fs::read(file).ok()?).ok());
    cached.or_else(|| {
        let png = draw(shipped, dark, player).ok()?;
        if let Some(file) = file {
            // A cache that cannot be written costs time at the next start, nothing else.
            file.parent().map(std::fs::create_dir_all);
            std::fs::write(file, &png).ok();
        }
        pixels(&png).ok()
    })
}

/// What the thumbnail of a scene is called: another text of the scene, or another version of the program, has another file.
fn file_name(shipped: &Shipped, dark: bool) -> String {
    let mut hasher = DefaultHasher::new();
    (shipped.text, env!("CARGO_PKG_VERSION"), EDITION).hash(&mut hasher);
    let theme = if dark { "dark" } else { "light" };
    format!("{}-{theme}-{:016x}.png", shipped.name, hasher.finish())
}
