//! The two views: three-d draws the marks into egui, egui's painter adds the words. Picking is on the CPU.

mod arrays;
mod furniture;
mod gizmo;
mod gl;
mod input;
mod labels;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use egui::{Painter, Rect, Sense, Ui, Vec2, vec2};
use egui_glow::CallbackFn;
use glam::{DVec2, DVec3};

use self::arrays::Arrays;
use self::gl::{Gpu, Shot};
use super::command::{Command, Pane};
use super::state::{State, lit};
use super::theme::Look;
use crate::lesson::Backdrop;
use crate::picture::label::Memory;
use crate::picture::{Batches, Bounds, Camera, Key, Mark, Picture, Role, ground_of, with_origin_named};

/// What one view keeps from frame to frame: nothing that could not be made again.
pub(super) struct Stage {
    pane: Pane,
    /// What stands still behind the beats, and its parts.
    still: Still,
    /// The picture of `revision`, and its parts.
    picture: Picture,
    batches: Batches,
    revision: Option<u64>,
    /// How far the picture reaches from the batches' origin, metres.
    reach: f64,
    /// What the arrays were made for.
    stamp: Option<Stamp>,
    arrays: Arc<Arrays>,
    /// Where the labels stood.
    places: Memory,
    /// The labels, and what they were arranged for.
    words: Option<(Arrangement, Vec<labels::Word>)>,
    /// What the bodies shade on the ground, and the picture, camera and size it was made for.
    shadows: Option<(u64, Camera, Vec2, Outlines)>,
    /// What the pointer meets, and where it was, in which picture.
    hit: input::Met,
    /// The handle that is being dragged.
    grip: Option<gizmo::Grip>,
    gpu: Arc<Mutex<Option<Result<Gpu, String>>>>,
}

/// The corners of shadows, relative to the pane's corner.
type Outlines = Vec<Vec<Vec2>>;

/// The backdrop without what is hidden: the same for all beats of a run.
#[derive(Default)]
struct Still {
    of: Option<(Arc<Backdrop>, BTreeSet<String>)>,
    picture: Picture,
    batches: Batches,
    /// Height of the lowest body, metres: where the grid lies.
    ground: f64,
}

impl Still {
    /// Makes it again when the backdrop is another, or other bodies are hidden.
    fn refresh(&mut self, state: &State, pane: Pane) {
        let backdrop = state.backdrop().unwrap_or_default();
        let same = |(of, hidden): &(Arc<Backdrop>, _)| Arc::ptr_eq(of, &backdrop) && *hidden == state.focus.hidden;
        if self.of.as_ref().is_some_and(same) {
            return;
        }
        let whole = match pane {
            Pane::World => &backdrop.world,
            Pane::Cso => &backdrop.cso,
        };
        let shown = whole.marks.iter().filter(|mark| !state.is_hidden(&mark.key));
        self.picture = with_origin_named(Picture { marks: shown.cloned().collect() });
        self.batches = Batches::new(&self.picture, Bounds::of(&self.picture).center().unwrap_or(DVec3::ZERO));
        self.ground = ground_of(whole);
        self.of = Some((backdrop, state.focus.hidden.clone()));
    }
}

/// Everything that the arrays hang on.
#[derive(Clone, PartialEq)]
struct Stamp {
    revision: u64,
    dark: bool,
    hover: Option<Key>,
    camera: Camera,
    scale: f32,
    size: Vec2,
}

/// Everything that the places of labels hang on.
#[derive(Clone, PartialEq)]
struct Arrangement {
    revision: u64,
    dark: bool,
    camera: Camera,
    rect: Rect,
    taken: Vec<Rect>,
}

impl Stage {
    /// A view that has drawn nothing yet.
    pub fn new(pane: Pane) -> Self {
        Self {
            pane,
            still: Still::default(),
            picture: Picture::default(),
            batches: Batches::default(),
            revision: None,
            reach: 1.0,
            stamp: None,
            arrays: Arc::default(),
            places: Memory::default(),
            words: None,
            shadows: None,
            hit: input::Met::default(),
            grip: None,
            gpu: Arc::default(),
        }
    }

    /// Lets go of everything on the GPU. The context must be current.
    pub fn destroy(&self) {
        if let Ok(mut gpu) = self.gpu.lock() {
            gpu.take();
        }
    }

    /// Why the GPU cannot draw, if it cannot.
    pub fn trouble(&self) -> Option<String> {
        self.gpu.lock().ok()?.as_ref()?.as_ref().err().cloned()
    }

    /// Draws the view into what is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, state: &State) -> Vec<Command> {
        let look = Look::get(ui);
        let (theme, paper) = (look.theme(), look.theme().paper());
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("{} view", self.pane.title())));
        ui.painter().rect_filled(rect, 0.0, Look::rgba(paper.pane));
        if state.reel.is_none() {
            let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(16.0)));
            let (title, why) = match (&state.refusal, state.working) {
                (_, Some(_)) => ("Computing…", "The first picture comes with the answer."),
                (Some(refusal), _) => ("Nothing to show", refusal.message.as_str()),
                (None, None) => ("Nothing to show", "The scene asks no question: add a query in the scene panel."),
            };
            super::panels::empty(&mut inside, title, why);
            return Vec::new();
        }
        self.refresh(state);
        let mut out = Vec::new();
        let aspect = f64::from(rect.width() / rect.height().max(1.0));
        if (aspect / state.aspects[self.pane as usize] - 1.0).abs() > 0.01 && aspect.is_finite() && aspect > 0.0 {
            out.push(Command::Aspect(self.pane, aspect));
        }
        let camera = state.camera(self.pane);
        let painter = ui.painter_at(rect);
        furniture::grid(&painter, rect, camera, self.still.ground, theme);
        self.shade(&painter, rect, state, look);
        self.paint(ui, rect, state, look);
        let mut taken =
            vec![furniture::triad(&painter, rect, camera, theme), furniture::scale_bar(&painter, rect, camera, theme)];
        if state.prefs.legend {
            taken.extend(furniture::legend(&painter, rect, &self.picture, &names(state), theme));
        }
        if state.prefs.labels {
            self.label(&painter, rect, state, look, taken);
        }
        let held = if self.pane == Pane::World {
            let (commands, held) = gizmo::show(ui, &response, state, &mut self.grip, theme);
            out.extend(commands);
            held
        } else {
            false
        };
        if !held {
            out.extend(input::commands(ui, &response, state, self.pane, &self.picture, &mut self.hit));
        }
        if let Some(why) = self.trouble() {
            painter.text(rect.center(), egui::Align2::CENTER_CENTER, why, egui::FontId::proportional(13.0), look.bad);
        }
        if state.pane == self.pane {
            let line = Rect::from_min_size(rect.min, vec2(rect.width(), 2.0));
            ui.painter().rect_filled(line, 0.0, look.accent.gamma_multiply(0.8));
        }
        out
    }

    /// What the bodies would shade with the light straight above, as in the figures.
    fn shade(&mut self, painter: &Painter, rect: Rect, state: &State, look: Look) {
        let camera = *state.camera(self.pane);
        let size = rect.size();
        let same = |made: &(u64, Camera, Vec2, Outlines)| (made.0, made.1, made.2) == (state.revision, camera, size);
        if !self.shadows.as_ref().is_some_and(same) {
            let shadows = furniture::shadows(&self.picture, &camera, self.still.ground, size);
            self.shadows = Some((state.revision, camera, size, shadows));
        }
        let ink = Look::rgba(look.theme().paper().shadow);
        for corners in self.shadows.iter().flat_map(|(.., shadows)| shadows) {
            let points = corners.iter().map(|corner| rect.min + *corner).collect();
            painter.add(egui::Shape::convex_polygon(points, ink, egui::Stroke::NONE));
        }
    }

    /// Draws the words, arranged again only when something has moved.
    fn label(&mut self, painter: &Painter, rect: Rect, state: &State, look: Look, taken: Vec<Rect>) {
        let camera = state.camera(self.pane);
        let stamp = Arrangement { revision: state.revision, dark: look.dark, camera: *camera, rect, taken };
        if self.words.as_ref().is_none_or(|(made, _)| *made != stamp) {
            let place = labels::Place { rect, camera, theme: look.theme(), taken: &stamp.taken };
            let words = labels::words(painter, &place, &self.picture, &mut self.places);
            self.words = Some((stamp, words));
        }
        let glows = |key: &Key| lit(state.hover.as_ref(), key);
        let words = self.words.as_ref().map_or(&[][..], |(_, words)| words);
        labels::draw(painter, rect, words, look.theme(), &glows);
    }

    /// Makes the picture's parts again when it changed.
    fn refresh(&mut self, state: &State) {
        if self.revision == Some(state.revision) {
            return;
        }
        self.revision = Some(state.revision);
        self.still.refresh(state, self.pane);
        let beat = state.picture(self.pane).into_iter().flat_map(|picture| &picture.marks);
        let moving: Vec<&Mark> = beat.filter(|mark| !state.is_hidden(&mark.key)).collect();
        self.batches = self.still.batches.with(moving.iter().copied());
        self.picture = self.still.picture.clone();
        self.picture.marks.extend(moving.into_iter().cloned());
        let bounds = Bounds::of(&self.picture);
        let corners = self
            .batches
            .lines
            .iter()
            .flat_map(|line| line.ends)
            .chain(self.batches.triangles.iter().flat_map(|t| t.positions));
        self.reach =
            corners.map(|p| DVec3::from(p.map(f64::from)).length()).fold(bounds.diagonal(), f64::max).max(1e-12);
    }

    /// Hands egui the callback that draws.
    fn paint(&mut self, ui: &Ui, rect: Rect, state: &State, look: Look) {
        let camera = state.camera(self.pane);
        let scale = ui.pixels_per_point();
        let (dark, hover, size) = (look.dark, state.hover.clone(), rect.size());
        let stamp = Stamp { revision: state.revision, dark, hover, camera: *camera, scale, size };
        if self.stamp.as_ref() != Some(&stamp) {
            let glows = |key: &Key| lit(state.hover.as_ref(), key);
            let theme = look.theme();
            let sight = arrays::Sight { camera, size: pane_size(rect), theme, scale, glows: &glows };
            self.arrays = Arc::new(arrays::arrays(&self.batches, &sight));
            self.stamp = Some(stamp);
        }
        let aspect = f64::from(rect.width() / rect.height().max(1.0));
        let off = (self.batches.origin - camera.target).length();
        let (view, projection, near) = arrays::matrices(camera, self.batches.origin, aspect, (self.reach + off) * 1.05);
        let paper = look.theme().paper();
        let shot = Shot {
            arrays: self.arrays.clone(),
            view,
            projection,
            near,
            parallel: camera.orthographic,
            shading: paper.shading,
        };
        let gpu = self.gpu.clone();
        let callback = CallbackFn::new(move |info, painter| {
            let Ok(mut slot) = gpu.lock() else { return };
            let made = slot.get_or_insert_with(|| {
                Gpu::new(painter.gl().clone()).map_err(|error| format!("The view cannot be drawn: {error}"))
            });
            let Ok(gpu) = made else { return };
            let (pane, clip) = (info.viewport_in_pixels(), info.clip_rect_in_pixels());
            let viewport = three_d::Viewport {
                x: pane.left_px,
                y: pane.from_bottom_px,
                width: pane.width_px.max(0) as u32,
                height: pane.height_px.max(0) as u32,
            };
            let scissor = three_d::ScissorBox {
                x: clip.left_px,
                y: clip.from_bottom_px,
                width: clip.width_px.max(0) as u32,
                height: clip.height_px.max(0) as u32,
            };
            gpu.draw(painter.gl(), &shot, viewport, scissor, info.screen_size_px);
        });
        ui.painter().add(egui::PaintCallback { rect, callback: Arc::new(callback) });
    }
}

/// What the bodies of the query are called.
fn names(state: &State) -> Vec<(Role, String)> {
    let query = state.query();
    query.map(|query| vec![(Role::ShapeA, query.a.clone()), (Role::ShapeB, query.b.clone())]).unwrap_or_default()
}

/// Points of a pane as the camera wants them.
fn pane_size(rect: Rect) -> DVec2 {
    DVec2::new(f64::from(rect.width()), f64::from(rect.height()))
}
