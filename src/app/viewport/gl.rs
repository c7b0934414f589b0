//! Draws a pane with OpenGL: uploads the arrays, renders them offscreen with antialiasing, and copies the result into
//! egui's framebuffer.

use std::sync::Arc;

use egui_glow::glow::{self, HasContext as _};
use glam::{Mat4, Vec3, Vec4};
use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, Camera, ClearState, ColorTexture, Context, CopyEffect, CoreError,
    Cull, DepthTest, ElementBuffer, InstanceBuffer, Interpolation, Program, RenderStates, RenderTarget,
    RenderTargetMultisample, ScissorBox, Texture2D, VertexBuffer, Viewport, Wrapping, WriteMask,
};

use super::arrays::{Arrays, Faces};

/// Attributes of lines in `line.vert`, other than the end points and `lead`.
const LINE_ATTRIBUTES: [&str; 3] = ["color", "style", "dash"];

/// Attributes of dots in `dot.vert`, other than the center.
const DOT_ATTRIBUTES: [&str; 3] = ["color", "casing", "shape"];

/// Samples per pixel for antialiasing.
const SAMPLES: u32 = 4;

/// Vertices of one instance in `line.vert`: a quad of two triangles, and an arrow head.
const LINE_VERTICES: u32 = 9;

/// Vertices of one instance in `dot.vert`: a quad of two triangles.
const DOT_VERTICES: u32 = 6;

/// Arrays, camera and shading of a pane at one time.
#[derive(Clone, Debug)]
pub(super) struct GpuPicture {
    /// Arrays to draw; they are uploaded only if the `Arc` changes.
    pub arrays: Arc<Arrays>,
    /// World, relative to the batches' origin, to eye space.
    pub view: Mat4,
    /// Eye space to clip space.
    pub projection: Mat4,
    /// Distance of the near plane from the eye, meters; negative for a parallel projection.
    pub near: f32,
    /// Distance from the eye to the camera's target, meters.
    pub distance: f32,
    /// Whether the projection is parallel.
    pub parallel: bool,
    /// Strength of the shading of faces, 0 for none.
    pub shading: f32,
}

impl GpuPicture {
    /// Whether both pictures look the same. The other fields are not compared: they change only together with the
    /// matrices, or, like the shading, with the theme and thus with the arrays.
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.arrays, &other.arrays) && self.view == other.view && self.projection == other.projection
    }
}

/// Programs, buffers and targets of a pane, for the lifetime of the GL context.
pub(super) struct Gpu {
    context: Context,
    faces: Program,
    lines: Program,
    dots: Program,
    /// Arrays of the last picture; `None` before the first one.
    uploaded: Option<Uploaded>,
    /// Framebuffers of the pane's size; `None` before the first picture.
    target: Option<PaneTarget>,
}

/// Arrays in the GPU's memory.
struct Uploaded {
    arrays: Arc<Arrays>,
    /// Positions of the faces' vertices, relative to the batches' origin, meters.
    face_positions: VertexBuffer<three_d::Vec3>,
    /// Unit normals at the faces' vertices.
    face_normals: VertexBuffer<three_d::Vec3>,
    /// Colors of the faces' vertices, with straight alpha.
    face_colors: VertexBuffer<three_d::Vec4>,
    /// Indices of the faces' vertices, in the reverse drawing order of the triangles.
    reverse_order: ElementBuffer<u32>,
    /// Start points of the lines, relative to the batches' origin, meters.
    line_starts: InstanceBuffer<three_d::Vec3>,
    /// End points of the lines, relative to the batches' origin, meters.
    line_ends: InstanceBuffer<three_d::Vec3>,
    /// Attributes of the lines, in the order of [`LINE_ATTRIBUTES`].
    line_attributes: [InstanceBuffer<three_d::Vec4>; LINE_ATTRIBUTES.len()],
    /// Attribute `lead` of `line.vert`.
    line_leads: InstanceBuffer<f32>,
    /// Centers of the dots, relative to the batches' origin, meters.
    dot_centers: InstanceBuffer<three_d::Vec3>,
    /// Attributes of the dots, in the order of [`DOT_ATTRIBUTES`].
    dot_attributes: [InstanceBuffer<three_d::Vec4>; DOT_ATTRIBUTES.len()],
}

/// Pass over the faces, after the lines have written their colors and depths. Lines hide no face: a face behind a line
/// shows through where the line is faint and at its antialiased edges.
#[derive(Clone, Copy)]
enum FacePass {
    /// Blends the parts of faces behind lines under the lines' colors, in reverse drawing order.
    BehindLines,
    /// Blends the parts that no line hides over everything drawn before, in drawing order.
    InFront,
}

/// Framebuffers of a pane.
struct PaneTarget {
    /// Multisampled colors and depths, which the picture is drawn into.
    samples: RenderTargetMultisample<[u8; 4], f32>,
    /// Colors after antialiasing, with premultiplied alpha.
    resolved: Texture2D,
    /// Picture in `resolved`; `None` before the first one.
    shown: Option<GpuPicture>,
}

impl Gpu {
    /// Compiles the programs for this context.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, CoreError> {
        let context = Context::from_gl_context(gl)?;
        Ok(Self {
            faces: Program::from_source(&context, include_str!("face.vert"), include_str!("face.frag"))?,
            lines: Program::from_source(&context, include_str!("line.vert"), include_str!("line.frag"))?,
            dots: Program::from_source(&context, include_str!("dot.vert"), include_str!("dot.frag"))?,
            context,
            uploaded: None,
            target: None,
        })
    }

    /// Draws `picture` into the part `viewport` of the bound framebuffer, whose width and height are `screen`, pixels,
    /// within `scissor`; then restores the framebuffer and the depth mask.
    pub fn draw(
        &mut self,
        gl: &glow::Context,
        picture: &GpuPicture,
        viewport: Viewport,
        scissor: ScissorBox,
        screen: [u32; 2],
    ) {
        if viewport.width == 0 || viewport.height == 0 {
            return;
        }
        let bound = bound_framebuffer(gl);
        self.render(picture, viewport.width, viewport.height);
        self.compose(viewport, scissor, screen, bound);
        bind_framebuffer(gl, bound);
    }

    /// Renders into the pane's own target, unless it already shows this picture.
    fn render(&mut self, picture: &GpuPicture, width: u32, height: u32) {
        let has_size = self.target.as_ref().is_some_and(|target| target.has_size(width, height));
        if !has_size {
            self.target = Some(PaneTarget::new(&self.context, width, height));
        }
        let is_uploaded = self.uploaded.as_ref().is_some_and(|last| Arc::ptr_eq(&last.arrays, &picture.arrays));
        if !is_uploaded {
            self.uploaded = Some(Uploaded::new(&self.context, &picture.arrays));
        }
        let (Some(target), Some(uploaded)) = (&mut self.target, &self.uploaded) else { return };
        if target.shown.as_ref().is_some_and(|shown| shown.is_same(picture)) {
            return;
        }
        target.samples.clear(ClearState::color_and_depth(0.0, 0.0, 0.0, 0.0, 1.0));
        let viewport = Viewport::new_at_origo(width, height);
        let drawn = target.samples.write::<CoreError>(|| {
            uploaded.draw_lines(&self.lines, picture, viewport);
            uploaded.draw_faces(&self.faces, picture, viewport, FacePass::BehindLines);
            uploaded.draw_faces(&self.faces, picture, viewport, FacePass::InFront);
            uploaded.draw_dots(&self.dots, picture, viewport);
            Ok(())
        });
        if drawn.is_ok() {
            target.samples.resolve_color_to(&target.resolved.as_color_target(None));
            target.shown = Some(picture.clone());
        }
    }

    /// Copies the resolved picture into egui's framebuffer.
    fn compose(
        &self,
        viewport: Viewport,
        scissor: ScissorBox,
        [width, height]: [u32; 2],
        bound: Option<glow::Framebuffer>,
    ) {
        let Some(target) = &self.target else { return };
        let screen = match bound {
            Some(framebuffer) => RenderTarget::from_framebuffer(&self.context, width, height, framebuffer),
            None => RenderTarget::screen(&self.context, width, height),
        };
        let camera = Camera::new_2d(viewport);
        let one = BlendMultiplierType::One;
        let complement = BlendMultiplierType::OneMinusSrcAlpha;
        let copy = CopyEffect { write_mask: WriteMask::COLOR, blend: blend(one, one, complement) };
        let texture = Some(ColorTexture::Single(&target.resolved));
        screen.apply_screen_effect_partially(scissor, &copy, &camera, &[], texture, None);
        // Dropping a target deletes its framebuffer, and this one is egui's.
        screen.into_framebuffer();
    }
}

/// Framebuffer that egui paints into; `None` for that of the screen.
#[expect(unsafe_code, reason = "three-d cannot query the framebuffer that egui paints into")]
fn bound_framebuffer(gl: &glow::Context) -> Option<glow::Framebuffer> {
    // SAFETY: the context is current, as egui calls this from its own painting.
    unsafe { gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) }
}

/// Binds a framebuffer and makes the depth buffer writable.
#[expect(unsafe_code, reason = "egui does not restore the framebuffer and the depth mask itself")]
fn bind_framebuffer(gl: &glow::Context, framebuffer: Option<glow::Framebuffer>) {
    // SAFETY: the context is current and the framebuffer was bound when painting began.
    unsafe {
        gl.bind_framebuffer(glow::FRAMEBUFFER, framebuffer);
        gl.depth_mask(true);
    }
}

impl PaneTarget {
    /// Empty target of a pane of this size, pixels.
    fn new(context: &Context, width: u32, height: u32) -> Self {
        let clamp = Wrapping::ClampToEdge;
        Self {
            samples: RenderTargetMultisample::new(context, width, height, SAMPLES),
            resolved: Texture2D::new_empty::<[u8; 4]>(
                context,
                width,
                height,
                Interpolation::Nearest,
                Interpolation::Nearest,
                None,
                clamp,
                clamp,
            ),
            shown: None,
        }
    }

    /// Whether the target has this size, pixels.
    fn has_size(&self, width: u32, height: u32) -> bool {
        self.samples.width() == width && self.samples.height() == height
    }
}

/// Converts vectors of glam to vectors of three-d.
fn to_vec3s(vectors: impl Iterator<Item = Vec3>) -> Vec<three_d::Vec3> {
    vectors.map(|v| three_d::vec3(v.x, v.y, v.z)).collect()
}

/// Converts vectors of glam to vectors of three-d.
fn to_vec4s(vectors: impl Iterator<Item = Vec4>) -> Vec<three_d::Vec4> {
    vectors.map(|v| three_d::vec4(v.x, v.y, v.z, v.w)).collect()
}

/// Uploads an attribute of vertices.
fn upload_vertices(context: &Context, vectors: &[Vec3]) -> VertexBuffer<three_d::Vec3> {
    VertexBuffer::new_with_data(context, &to_vec3s(vectors.iter().copied()))
}

/// Uploads points of instances, one per line or dot.
fn upload_points(context: &Context, points: impl Iterator<Item = Vec3>) -> InstanceBuffer<three_d::Vec3> {
    InstanceBuffer::new_with_data(context, &to_vec3s(points))
}

/// Uploads an attribute of instances, one vector per line or dot.
fn upload_attribute(context: &Context, vectors: impl Iterator<Item = Vec4>) -> InstanceBuffer<three_d::Vec4> {
    InstanceBuffer::new_with_data(context, &to_vec4s(vectors))
}

/// Indices of the vertices of `count` triangles, from the last triangle to the first.
fn reverse_triangles(count: u32) -> Vec<u32> {
    (0..count).rev().flat_map(|triangle| [3 * triangle, 3 * triangle + 1, 3 * triangle + 2]).collect()
}

impl Uploaded {
    /// Uploads arrays to the GPU.
    fn new(context: &Context, arrays: &Arc<Arrays>) -> Self {
        let Faces { positions, normals, colors } = &arrays.faces;
        let lines = &arrays.lines;
        let dots = &arrays.dots;
        let leads: Vec<f32> = lines.iter().map(|line| line.style.casing_overlap()).collect();
        let triangle_count = positions.len() as u32 / 3;
        Self {
            arrays: arrays.clone(),
            face_positions: upload_vertices(context, positions),
            face_normals: upload_vertices(context, normals),
            face_colors: VertexBuffer::new_with_data(context, &to_vec4s(colors.iter().copied())),
            reverse_order: ElementBuffer::new_with_data(context, &reverse_triangles(triangle_count)),
            line_starts: upload_points(context, lines.iter().map(|line| line.from)),
            line_ends: upload_points(context, lines.iter().map(|line| line.to)),
            line_attributes: [
                upload_attribute(context, lines.iter().map(|line| line.color)),
                upload_attribute(context, lines.iter().map(|line| line.style.attributes())),
                upload_attribute(context, lines.iter().map(|line| line.style.dash_lengths())),
            ],
            line_leads: InstanceBuffer::new_with_data(context, &leads),
            dot_centers: upload_points(context, dots.iter().map(|dot| dot.center)),
            dot_attributes: [
                upload_attribute(context, dots.iter().map(|dot| dot.fill)),
                upload_attribute(context, dots.iter().map(|dot| dot.casing)),
                upload_attribute(context, dots.iter().map(|dot| dot.shape())),
            ],
        }
    }

    /// Draws the triangles of one pass.
    fn draw_faces(&self, program: &Program, picture: &GpuPicture, viewport: Viewport, pass: FacePass) {
        let count = self.face_colors.vertex_count();
        if count == 0 {
            return;
        }
        use_matrices(program, picture);
        program.use_uniform("shading", picture.shading);
        program.use_uniform("parallel", if picture.parallel { 1.0f32 } else { 0.0 });
        program.use_vertex_attribute("position", &self.face_positions);
        program.use_vertex_attribute("normal", &self.face_normals);
        program.use_vertex_attribute("color", &self.face_colors);
        let one = BlendMultiplierType::One;
        match pass {
            FacePass::BehindLines => {
                let blend = blend(BlendMultiplierType::OneMinusDstAlpha, BlendMultiplierType::OneMinusDstAlpha, one);
                let states = RenderStates { depth_test: DepthTest::Greater, blend, ..states(WriteMask::COLOR) };
                program.draw_elements(states, viewport, &self.reverse_order);
            }
            FacePass::InFront => {
                let blend = blend(one, one, BlendMultiplierType::OneMinusSrcAlpha);
                program.draw_arrays(RenderStates { blend, ..states(WriteMask::COLOR) }, viewport, count);
            }
        }
    }

    /// Draws the lines, each as an instance of [`LINE_VERTICES`] vertices.
    fn draw_lines(&self, program: &Program, picture: &GpuPicture, viewport: Viewport) {
        let count = self.line_starts.instance_count();
        if count == 0 {
            return;
        }
        use_matrices(program, picture);
        program.use_uniform("size", three_d::vec2(viewport.width as f32, viewport.height as f32));
        program.use_uniform("near", picture.near);
        program.use_uniform("reach", picture.distance);
        program.use_instance_attribute("from", &self.line_starts);
        program.use_instance_attribute("to", &self.line_ends);
        for (name, buffer) in LINE_ATTRIBUTES.into_iter().zip(&self.line_attributes) {
            program.use_instance_attribute(name, buffer);
        }
        program.use_instance_attribute("lead", &self.line_leads);
        program.draw_arrays_instanced(states(WriteMask::COLOR_AND_DEPTH), viewport, LINE_VERTICES, count);
    }

    /// Draws the dots, one instance each.
    fn draw_dots(&self, program: &Program, picture: &GpuPicture, viewport: Viewport) {
        let count = self.dot_centers.instance_count();
        if count == 0 {
            return;
        }
        use_matrices(program, picture);
        program.use_uniform("size", three_d::vec2(viewport.width as f32, viewport.height as f32));
        program.use_instance_attribute("center", &self.dot_centers);
        for (name, buffer) in DOT_ATTRIBUTES.into_iter().zip(&self.dot_attributes) {
            program.use_instance_attribute(name, buffer);
        }
        // Dots are drawn over everything, so that none is hidden in a body.
        let states = RenderStates { depth_test: DepthTest::Always, ..states(WriteMask::COLOR) };
        program.draw_arrays_instanced(states, viewport, DOT_VERTICES, count);
    }
}

/// Sets the uniforms that all programs share.
fn use_matrices(program: &Program, picture: &GpuPicture) {
    program.use_uniform("view", three_d::Mat4::from(picture.view.to_cols_array_2d()));
    program.use_uniform("projection", three_d::Mat4::from(picture.projection.to_cols_array_2d()));
}

/// States for blending a color with straight alpha over the picture drawn before, where the depth test passes.
fn states(write_mask: WriteMask) -> RenderStates {
    let one = BlendMultiplierType::One;
    let complement = BlendMultiplierType::OneMinusSrcAlpha;
    RenderStates {
        write_mask,
        depth_test: DepthTest::LessOrEqual,
        blend: blend(BlendMultiplierType::SrcAlpha, one, complement),
        cull: Cull::None,
    }
}

/// Blending with these factors for the new color, its alpha, and the premultiplied old color.
fn blend(color: BlendMultiplierType, alpha: BlendMultiplierType, before: BlendMultiplierType) -> Blend {
    Blend::Enabled {
        source_rgb_multiplier: color,
        source_alpha_multiplier: alpha,
        destination_rgb_multiplier: before,
        destination_alpha_multiplier: before,
        rgb_equation: BlendEquationType::Add,
        alpha_equation: BlendEquationType::Add,
    }
}
