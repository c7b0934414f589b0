//! Renders the whole window into an image, without a display server: OpenGL through EGL. The command line and the tests
//! use it.

use std::sync::Arc;
use std::time::Duration;

use contact_lens_play::WindowOptions;
use contact_lens_scene::model::Scene;
use egui::{Context, FullOutput, TexturesDelta};
use egui_glow::Painter;
use egui_glow::glow::{self, HasContext as _};
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::display::GlDisplay as _;
use image::RgbaImage;

use super::command::{Jump, RunCommand, SelectCommand, TimeCommand};
use super::prefs::Prefs;
use super::run::query_opener::open_in_engine;
use super::state::State;
use super::window::Window;

/// Number of passes after which the layout has settled. The first pass measures the panes; the following ones fit the
/// cameras and wrap texts to these sizes.
const LAYOUT_PASSES: u32 = 6;

/// Maximum number of passes. With [`THUMBNAIL_WAIT`] between them, thumbnails are awaited for at most one minute.
const MAX_PASSES: u32 = 3_000;

/// Pause before each pass that waits for thumbnails.
const THUMBNAIL_WAIT: Duration = Duration::from_millis(20);

/// Returns a picture of the window that shows `scene`.
///
/// # Errors
/// One sentence, when there is no EGL or no driver for it.
pub fn render_window(scene: &Scene, options: &WindowOptions) -> Result<RgbaImage, String> {
    let prefs = Prefs { dark: options.dark, code: options.code, ..Prefs::default() };
    let mut window = Window::new(State::new(scene.clone(), None, prefs, open_in_engine));
    window.send(SelectCommand::SelectQuery(options.query));
    window.send(TimeCommand::SetFrame(options.frame));
    window.send(RunCommand::SetPrecision(options.precision));
    // Select a body to show its fields; lessons about the selected body then jump to another step, so the step is set
    // explicitly.
    window.send(SelectCommand::SelectBody(Some(0)));
    if let Some(recording) = window.state.recording.clone() {
        let position = recording.position(options.step.unwrap_or(usize::MAX), options.beat.unwrap_or(usize::MAX));
        window.send(TimeCommand::Jump(Jump::To(position)));
    }
    window.state.shows_handles = false;
    window.state.is_browser_open = options.browser;
    let mut screen = Offscreen::new()?;
    let picture = screen.draw(&mut window, options.size, options.scale);
    window.destroy();
    match window.gpu_error() {
        Some(gpu_error) => Err(gpu_error),
        None => picture,
    }
}

/// An OpenGL context without a window.
pub struct Offscreen {
    painter: Painter,
    gl: Arc<glow::Context>,
    /// Keeps the context alive, and current.
    _context: PossiblyCurrentContext,
}

impl Offscreen {
    /// Creates a context on the first EGL device that gives one.
    ///
    /// # Errors
    /// One sentence, when there is no EGL or no device has a working driver.
    pub fn new() -> Result<Self, String> {
        let devices = Device::query_devices().map_err(|error| {
            format!("The window cannot be drawn without EGL ({error}). Install libegl1 and libgl1-mesa-dri.")
        })?;
        let mut last_error = String::from("there is no EGL device");
        for device in devices {
            match connect(&device) {
                Ok((context, gl)) => {
                    let gl = Arc::new(gl);
                    let painter = Painter::new(gl.clone(), "", None, false).map_err(|error| error.to_string())?;
                    return Ok(Self { painter, gl, _context: context });
                }
                Err(error) => last_error = error,
            }
        }
        Err(format!("The window cannot be drawn: EGL found no working driver ({last_error}). Install libgl1-mesa-dri."))
    }

    /// Draws the window at `size` points, once the layout has settled and all thumbnails are drawn; `scale` is the
    /// number of pixels per point.
    ///
    /// # Errors
    /// One sentence, when the driver refuses a framebuffer of that size.
    pub fn draw(&mut self, window: &mut Window, size: [u32; 2], scale: f32) -> Result<RgbaImage, String> {
        let ctx = Context::default();
        ctx.set_pixels_per_point(scale);
        let points = egui::vec2(size[0] as f32, size[1] as f32);
        let mut delta = TexturesDelta::default();
        let mut output = None;
        for pass in 0..MAX_PASSES {
            if pass >= LAYOUT_PASSES && !window.waits_for_thumbnails() {
                break;
            }
            std::thread::sleep(if pass < LAYOUT_PASSES { Duration::ZERO } else { THUMBNAIL_WAIT });
            let input = egui::RawInput {
                screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points)),
                time: Some(f64::from(pass)),
                ..Default::default()
            };
            let mut full = ctx.run_ui(input, |ui| window.ui(ui));
            delta.append(std::mem::take(&mut full.textures_delta));
            output = Some(full);
        }
        self.update_textures(&mut delta);
        match output {
            Some(output) => self.paint(&ctx, &output, size.map(|side| (side as f32 * scale).round() as u32)),
            None => Err(String::from("The window could not be drawn.")),
        }
    }

    /// Uploads changed textures, and frees removed ones.
    pub fn update_textures(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.painter.set_texture(id, &change);
            }
        }
        for id in delta.free.drain() {
            self.painter.free_texture(id);
        }
    }

    /// Paints egui's output into a picture of `size` pixels.
    ///
    /// # Errors
    /// One sentence, when the driver refuses a framebuffer of that size.
    pub fn paint(&mut self, ctx: &Context, output: &FullOutput, size: [u32; 2]) -> Result<RgbaImage, String> {
        let framebuffer = Framebuffer::new(&self.gl, size)?;
        let primitives = ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        self.painter.clear(size, [0.0, 0.0, 0.0, 1.0]);
        self.painter.paint_primitives(size, output.pixels_per_point, &primitives);
        framebuffer.bind(&self.gl);
        let pixels = self.painter.read_screen_rgba(size);
        framebuffer.delete(&self.gl);
        let bytes = pixels.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b(), 255]).collect();
        RgbaImage::from_raw(size[0], size[1], bytes)
            .ok_or_else(|| String::from("The driver returned a picture of another size than requested."))
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}

/// Creates an OpenGL 3.3 context on a device, without a surface, and makes it current.
#[expect(unsafe_code, reason = "making an OpenGL context is unsafe in glutin")]
fn connect(device: &Device) -> Result<(PossiblyCurrentContext, glow::Context), String> {
    // SAFETY: no raw display handle is passed, and the display outlives the context, which holds it.
    let display = unsafe { Display::with_device(device, None) }.map_err(message)?;
    let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the template names no native window.
    let mut configs = unsafe { display.find_configs(template) }.map_err(message)?;
    let config = configs.next().ok_or("the device has no framebuffer configuration")?;
    let version = ContextApi::OpenGl(Some(Version::new(3, 3)));
    let attributes = ContextAttributesBuilder::new().with_context_api(version).build(None);
    // SAFETY: the attributes name no native window.
    let context = unsafe { display.create_context(&config, &attributes) }.map_err(message)?;
    let context = context.make_current_surfaceless().map_err(message)?;
    // SAFETY: the context is current, and the functions are loaded from its own display.
    let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
    Ok((context, gl))
}

/// Message of an error, for `map_err`.
fn message(error: glutin::error::Error) -> String {
    error.to_string()
}

/// Framebuffer with a color and a depth buffer.
struct Framebuffer {
    id: glow::Framebuffer,
    /// Color and depth buffer.
    buffers: [glow::Renderbuffer; 2],
}

#[expect(unsafe_code, reason = "all OpenGL functions of glow are unsafe")]
impl Framebuffer {
    /// Creates and binds a framebuffer of this width and height, pixels.
    ///
    /// # Errors
    /// Message of the driver.
    fn new(gl: &glow::Context, size: [u32; 2]) -> Result<Self, String> {
        // SAFETY: the context is current in this thread for as long as `Offscreen` lives.
        unsafe {
            let id = gl.create_framebuffer()?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(id));
            let buffers = [
                Self::attach(gl, size, glow::RGBA8, glow::COLOR_ATTACHMENT0)?,
                Self::attach(gl, size, glow::DEPTH_COMPONENT24, glow::DEPTH_ATTACHMENT)?,
            ];
            if gl.check_framebuffer_status(glow::FRAMEBUFFER) != glow::FRAMEBUFFER_COMPLETE {
                let [width, height] = size;
                return Err(format!("The driver cannot draw {width} by {height} pixels."));
            }
            Ok(Self { id, buffers })
        }
    }

    /// Adds a buffer of this format and size to the bound framebuffer.
    fn attach(
        gl: &glow::Context,
        [width, height]: [u32; 2],
        format: u32,
        attachment: u32,
    ) -> Result<glow::Renderbuffer, String> {
        // SAFETY: as in `new`.
        unsafe {
            let buffer = gl.create_renderbuffer()?;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            gl.renderbuffer_storage(glow::RENDERBUFFER, format, width as i32, height as i32);
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
            Ok(buffer)
        }
    }

    /// Binds the framebuffer for drawing and reading.
    fn bind(&self, gl: &glow::Context) {
        // SAFETY: as in `new`.
        unsafe { gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.id)) };
    }

    /// Deletes the framebuffer and its buffers, and binds the default one.
    fn delete(self, gl: &glow::Context) {
        // SAFETY: as in `new`; nothing else holds these names.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, None);
            gl.delete_framebuffer(self.id);
            self.buffers.into_iter().for_each(|buffer| gl.delete_renderbuffer(buffer));
        }
    }
}
