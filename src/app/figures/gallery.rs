//! Thumbnails of the shipped scenes, for the browser. A thread draws the requested thumbnails, the newest requests
//! first, and stores them in the user's cache folder.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use contact_lens_scene::{SHIPPED, Shipped};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::png_image::color_image;
use super::thumbnail::draw;
use crate::run::query_opener::QueryOpener;

/// Version of the thumbnails' look. To be raised with every change of [`draw`], so that cached ones are drawn again.
const LOOK_VERSION: u32 = 1;

/// Identity of a thumbnail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ThumbnailKey {
    /// Index of the shipped scene.
    pub scene: usize,
    /// Whether the theme is dark.
    pub dark: bool,
}

/// Available thumbnails, and the thread that draws the others.
#[derive(Default)]
pub(crate) struct Gallery {
    /// Cache folder; `None` when thumbnails are not stored.
    folder: Option<PathBuf>,
    textures: HashMap<ThumbnailKey, TextureHandle>,
    /// Requested thumbnails, drawn or not.
    requested_keys: HashSet<ThumbnailKey>,
    /// Number of thumbnails that cannot be drawn.
    failed: usize,
    /// Thread that draws; `None` until the first request.
    painter: Option<Painter>,
}

/// Thread that draws thumbnails.
struct Painter {
    requests: Sender<ThumbnailKey>,
    /// Drawn thumbnails; the image is `None` for a scene that cannot be drawn.
    drawn: Receiver<(ThumbnailKey, Option<ColorImage>)>,
}

impl Gallery {
    /// Gallery that stores thumbnails in the user's cache folder.
    pub(crate) fn with_cache() -> Self {
        let folders = directories::ProjectDirs::from("", "", "contact-lens");
        Self { folder: folders.map(|folders| folders.cache_dir().join("thumbnails")), ..Self::default() }
    }

    /// Returns a thumbnail, or `None` while it is not available. The first call requests it; a repaint follows when it
    /// is drawn.
    pub(crate) fn texture(
        &mut self,
        ctx: &Context,
        key: ThumbnailKey,
        open_query: QueryOpener,
    ) -> Option<&TextureHandle> {
        if self.requested_keys.insert(key) {
            let folder = &self.folder;
            let painter = self.painter.get_or_insert_with(|| Painter::start(ctx.clone(), open_query, folder.clone()));
            // If the thread has ended, this thumbnail stays absent.
            painter.requests.send(key).ok();
        }
        self.textures.get(&key)
    }

    /// Whether a requested thumbnail is neither available nor known to be impossible.
    pub(crate) fn is_drawing(&self) -> bool {
        self.textures.len() + self.failed < self.requested_keys.len()
    }

    /// Receives the thumbnails drawn since the last call.
    pub(crate) fn collect(&mut self, ctx: &Context) {
        let Some(painter) = &self.painter else { return };
        for (key, image) in painter.drawn.try_iter() {
            let Some(image) = image else {
                self.failed += 1;
                continue;
            };
            let name = format!("thumbnail {} {}", key.scene, key.dark);
            self.textures.insert(key, ctx.load_texture(name, image, TextureOptions::LINEAR));
        }
    }
}

impl Painter {
    /// Starts the thread, which draws with `open_query`, stores thumbnails in `folder`, and requests repaints of `ctx`.
    fn start(ctx: Context, open_query: QueryOpener, folder: Option<PathBuf>) -> Self {
        let (requests, inbox) = channel();
        let (done, drawn) = channel();
        let thread = std::thread::Builder::new().name(String::from("gallery"));
        // Without a thread, all thumbnails stay absent.
        thread.spawn(move || draw_requests(&inbox, &done, &ctx, open_query, folder.as_deref())).ok();
        Self { requests, drawn }
    }
}

/// Draws requested thumbnails until the gallery is dropped, which closes the channels.
fn draw_requests(
    requests: &Receiver<ThumbnailKey>,
    done: &Sender<(ThumbnailKey, Option<ColorImage>)>,
    ctx: &Context,
    open_query: QueryOpener,
    folder: Option<&Path>,
) {
    let mut waiting: Vec<ThumbnailKey> = Vec::new();
    loop {
        // The end of `waiting` is drawn first. A reversed batch keeps its order and precedes older batches.
        let requested: Vec<ThumbnailKey> = requests.try_iter().collect();
        waiting.extend(requested.into_iter().rev());
        let Some(key) = waiting.pop().or_else(|| requests.recv().ok()) else { return };
        if done.send((key, thumbnail(key, open_query, folder))).is_err() {
            return;
        }
        ctx.request_repaint();
    }
}

/// Reads a thumbnail from the cache, or draws it and writes it there; `None` when it cannot be drawn.
fn thumbnail(key: ThumbnailKey, open_query: QueryOpener, folder: Option<&Path>) -> Option<ColorImage> {
    let shipped = SHIPPED.get(key.scene)?;
    let file = folder.map(|folder| folder.join(file_name(shipped, key.dark)));
    if let Some(file) = &file
        && let Some(cached) = read_cached(file)
    {
        return Some(cached);
    }
    let png = draw(shipped, key.dark, open_query).ok()?;
    if let Some(file) = &file {
        write_to_cache(file, &png);
    }
    color_image(&png).ok()
}

/// Reads a thumbnail from its file in the cache; `None` when the file is missing or no PNG.
fn read_cached(file: &Path) -> Option<ColorImage> {
    let png = std::fs::read(file).ok()?;
    color_image(&png).ok()
}

/// Writes a thumbnail to the cache. Errors are ignored: an unwritable cache only costs time at the next start.
fn write_to_cache(file: &Path, png: &[u8]) {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).ok();
    }
    std::fs::write(file, png).ok();
}

/// File name of a thumbnail, which changes with the text of the scene, the version of the program and [`LOOK_VERSION`].
fn file_name(shipped: &Shipped, dark: bool) -> String {
    let mut hasher = DefaultHasher::new();
    (shipped.text, env!("CARGO_PKG_VERSION"), LOOK_VERSION).hash(&mut hasher);
    let theme = if dark { "dark" } else { "light" };
    format!("{}-{theme}-{:016x}.png", shipped.name, hasher.finish())
}
