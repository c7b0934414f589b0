//! Draws a pane with OpenGL: uploads the arrays, renders offscreen, copies the resolved picture into egui's
//! framebuffer.

use std::sync::Arc;

use egui_glow::glow::{self, HasContext as _};
use glam::{Mat4, Vec3, Vec4};
use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, Camera, ClearState, ColorTexture, Context, CopyEffect, CoreError,
    Cull, DepthTest, ElementBuffer, InstanceBuffer, Interpolation, Program, RenderStates, RenderTarget,
    RenderTargetMultisample, ScissorBox, Texture2D, VertexBuffer, Viewport, Wrapping, WriteMask,
};

use super::arrays::{Arrays, Faces, Lines};
use super::dots::Dots;

/// Picture of a pane at one time.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    /// Arrays to draw; they are uploaded only if the `Arc` changes.
    pub arrays: Arc<Arrays>,
    /// World (relative to the origin) to eye.
    pub view: Mat4,
    /// Eye to clip space.
    pub projection: Mat4,
    /// Distance of the near plane, meters.
    pub near: f32,
    /// Distance of the camera's target, meters.
    pub distance: f32,
    /// Whether the projection is parallel.
    pub parallel: bool,
    /// Strength of the shading of faces.
    pub shading: f32,
}

/// Programs, buffers and targets of a pane, for the lifetime of the GL context.
pub(super) struct Gpu {
    context: Context,
    faces: Program,
    lines: Program,
    dots: Program,
    uploaded: Option<Uploaded>,
    target: Option<Target>,
}

struct Uploaded {
    arrays: Arc<Arrays>,
    faces: [VertexBuffer<three_d::Vec3>; 2],
    face_colors: VertexBuffer<three_d::Vec4>,
    /// Vertices of the faces, sorted front to back.
    nearest_first: ElementBuffer<u32>,
    lines: [InstanceBuffer<three_d::Vec3>; 2],
    line_looks: [InstanceBuffer<three_d::Vec4>; 3],
    line_leads: InstanceBuffer<f32>,
    dots: InstanceBuffer<three_d::Vec3>,
    dot_looks: [InstanceBuffer<three_d::Vec4>; 3],
}

/// Part of the faces to draw, relative to the lines, which have written their depths before. Lines hide no face: what
/// is behind a line shows through where it is faint and at its antialiased edges.
#[derive(Clone, Copy)]
enum FacePass {
    /// Behind the lines' colors, front to back.
    Behind,
    /// In front of everything drawn, back to front; without lines these are all faces.
    InFront,
}

struct Target {
    samples: RenderTargetMultisample<[u8; 4], f32>,
    resolved: Texture2D,
    /// Arrays and matrices of the picture in `resolved`.
    shown: Option<(Arc<Arrays>, Mat4, Mat4)>,
}

impl Gpu {
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

    /// Draws `shot` into `viewport` of the bound framebuffer, then restores the framebuffer and the depth mask.
    pub fn draw(&mut self, gl: &glow::Context, shot: &Shot, viewport: Viewport, scissor: ScissorBox, screen: [u32; 2]) {
        if viewport.width == 0 || viewport.height == 0 {
            return;
        }
        let bound = bound_framebuffer(gl);
        self.render(shot, viewport.width, viewport.height);
        self.compose(viewport, scissor, screen, bound);
        bind_framebuffer(gl, bound);
    }

    /// Renders into the pane's own target, unless it already shows this picture.
    fn render(&mut self, shot: &Shot, width: u32, height: u32) {
        let fits = self.target.as_ref().is_some_and(|t| t.samples.width() == width && t.samples.height() == height);
        if !fits {
            self.target = Some(Target::new(&self.context, width, height));
        }
        if !self.uploaded.as_ref().is_some_and(|uploaded| Arc::ptr_eq(&uploaded.arrays, &shot.arrays)) {
            self.uploaded = Some(Uploaded::new(&self.context, &shot.arrays));
        }
        let (Some(target), Some(uploaded)) = (&mut self.target, &self.uploaded) else { return };
        let same = target.shown.as_ref().is_some_and(|(arrays, view, projection)| {
            Arc::ptr_eq(arrays, &shot.arrays) && *view == shot.view && *projection == shot.projection
        });
        if same {
            return;
        }
        target.samples.clear(ClearState::color_and_depth(0.0, 0.0, 0.0, 0.0, 1.0));
        let viewport = Viewport::new_at_origo(width, height);
        let drawn = target.samples.write::<CoreError>(|| {
            uploaded.draw_lines(&self.lines, shot, viewport);
            uploaded.draw_faces(&self.faces, shot, viewport, FacePass::Behind);
            uploaded.draw_faces(&self.faces, shot, viewport, FacePass::InFront);
            uploaded.draw_dots(&self.dots, shot, viewport);
            Ok(())
        });
        if drawn.is_ok() {
            target.samples.resolve_color_to(&target.resolved.as_color_target(None));
            target.shown = Some((shot.arrays.clone(), shot.view, shot.projection));
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
        let rest = BlendMultiplierType::OneMinusSrcAlpha;
        let copy = CopyEffect { write_mask: WriteMask::COLOR, blend: blend(one, one, rest) };
        let texture = Some(ColorTexture::Single(&target.resolved));
        screen.apply_screen_effect_partially(scissor, &copy, &camera, &[], texture, None);
        // Dropping a target deletes its framebuffer, and this one is egui's.
        screen.into_framebuffer();
    }
}

#[expect(unsafe_code, reason = "three-d has no way to ask which framebuffer egui paints into")]
fn bound_framebuffer(gl: &glow::Context) -> Option<glow::Framebuffer> {
    // SAFETY: the context is current, as egui calls this from its own painting.
    unsafe { gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) }
}

#[expect(unsafe_code, reason = "egui does not restore the framebuffer and the depth mask itself")]
fn bind_framebuffer(gl: &glow::Context, framebuffer: Option<glow::Framebuffer>) {
    // SAFETY: the context is current and the framebuffer was bound when painting began.
    unsafe {
        gl.bind_framebuffer(glow::FRAMEBUFFER, framebuffer);
        gl.depth_mask(true);
    }
}

impl Target {
    fn new(context: &Context, width: u32, height: u32) -> Self {
        let clamp = Wrapping::ClampToEdge;
        Self {
            samples: RenderTargetMultisample::new(context, width, height, 4),
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
}

fn threes(list: &[Vec3]) -> Vec<three_d::Vec3> {
    list.iter().map(|v| three_d::vec3(v.x, v.y, v.z)).collect()
}

fn fours(list: &[Vec4]) -> Vec<three_d::Vec4> {
    list.iter().map(|v| three_d::vec4(v.x, v.y, v.z, v.w)).collect()
}

impl Uploaded {
    fn new(context: &Context, arrays: &Arc<Arrays>) -> Self {
        let Faces { positions, normals, colors } = &arrays.faces;
        let Lines { from, to, colors: line_colors, styles, dashes, leads } = &arrays.lines;
        let Dots { centers, colors: dot_colors, casings, shapes } = &arrays.dots;
        let last = positions.len() as u32 / 3;
        let nearest_first: Vec<u32> = (0..last).rev().flat_map(|tri| [3 * tri, 3 * tri + 1, 3 * tri + 2]).collect();
        Self {
            arrays: arrays.clone(),
            nearest_first: ElementBuffer::new_with_data(context, &nearest_first),
            line_leads: InstanceBuffer::new_with_data(context, leads),
            faces: [positions, normals].map(|list| VertexBuffer::new_with_data(context, &threes(list))),
            face_colors: VertexBuffer::new_with_data(context, &fours(colors)),
            lines: [from, to].map(|list| InstanceBuffer::new_with_data(context, &threes(list))),
            line_looks: [line_colors, styles, dashes].map(|list| InstanceBuffer::new_with_data(context, &fours(list))),
            dots: InstanceBuffer::new_with_data(context, &threes(centers)),
            dot_looks: [dot_colors, casings, shapes].map(|list| InstanceBuffer::new_with_data(context, &fours(list))),
        }
    }

    fn draw_faces(&self, program: &Program, shot: &Shot, viewport: Viewport, against: FacePass) {
        let count = self.face_colors.vertex_count();
        if count == 0 {
            return;
        }
        use_matrices(program, shot);
        program.use_uniform("shading", shot.shading);
        program.use_uniform("parallel", if shot.parallel { 1.0f32 } else { 0.0 });
        program.use_vertex_attribute("position", &self.faces[0]);
        program.use_vertex_attribute("normal", &self.faces[1]);
        program.use_vertex_attribute("color", &self.face_colors);
        let one = BlendMultiplierType::One;
        match against {
            FacePass::Behind => {
                let blend = blend(BlendMultiplierType::OneMinusDstAlpha, BlendMultiplierType::OneMinusDstAlpha, one);
                let states = RenderStates { depth_test: DepthTest::Greater, blend, ..states(WriteMask::COLOR) };
                program.draw_elements(states, viewport, &self.nearest_first);
            }
            FacePass::InFront => {
                let blend = blend(one, one, BlendMultiplierType::OneMinusSrcAlpha);
                program.draw_arrays(RenderStates { blend, ..states(WriteMask::COLOR) }, viewport, count);
            }
        }
    }

    fn draw_lines(&self, program: &Program, shot: &Shot, viewport: Viewport) {
        let count = self.lines[0].instance_count();
        if count == 0 {
            return;
        }
        use_matrices(program, shot);
        program.use_uniform("size", three_d::vec2(viewport.width as f32, viewport.height as f32));
        program.use_uniform("near", shot.near);
        program.use_uniform("reach", shot.distance);
        program.use_instance_attribute("from", &self.lines[0]);
        program.use_instance_attribute("to", &self.lines[1]);
        for (name, buffer) in ["color", "style", "dash"].into_iter().zip(&self.line_looks) {
            program.use_instance_attribute(name, buffer);
        }
        program.use_instance_attribute("lead", &self.line_leads);
        program.draw_arrays_instanced(states(WriteMask::COLOR_AND_DEPTH), viewport, 9, count);
    }

    fn draw_dots(&self, program: &Program, shot: &Shot, viewport: Viewport) {
        let count = self.dots.instance_count();
        if count == 0 {
            return;
        }
        use_matrices(program, shot);
        program.use_uniform("size", three_d::vec2(viewport.width as f32, viewport.height as f32));
        program.use_instance_attribute("center", &self.dots);
        for (name, buffer) in ["color", "casing", "shape"].into_iter().zip(&self.dot_looks) {
            program.use_instance_attribute(name, buffer);
        }
        // Dots are drawn over everything, so that none is hidden in a body.
        let states = RenderStates { depth_test: DepthTest::Always, ..states(WriteMask::COLOR) };
        program.draw_arrays_instanced(states, viewport, 6, count);
    }
}

fn use_matrices(program: &Program, shot: &Shot) {
    program.use_uniform("view", three_d::Mat4::from(shot.view.to_cols_array_2d()));
    program.use_uniform("projection", three_d::Mat4::from(shot.projection.to_cols_array_2d()));
}

fn states(write_mask: WriteMask) -> RenderStates {
    let one = BlendMultiplierType::One;
    let rest = BlendMultiplierType::OneMinusSrcAlpha;
    RenderStates {
        write_mask,
        depth_test: DepthTest::LessOrEqual,
        blend: blend(BlendMultiplierType::SrcAlpha, one, rest),
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
