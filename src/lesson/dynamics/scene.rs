//! Picture of the world: the bodies at their current states, the joints, and the impulses of the solve as arrows on the
//! second body of each pair. The submodules add the marks that the sentence of a step mentions.

mod contact_points;
pub(super) mod displacement;
mod forces;
mod impulses;
mod row_marks;
mod visible_area;
mod wide_bodies;

use std::sync::Arc;

use contact_lens_model::answer::number;
use contact_lens_model::ask::Motion;
use contact_lens_model::snapshot::dynamics::{BodyState, Constraint, ConstraintSource, Phase, Setting, World};
use contact_lens_picture::{Form, Part, Picture, Role, Slant, Solid};
use glam::{DVec2, DVec3};

use self::displacement::Displacement;
use super::direct_rounds;
use super::ground::Grounds;
use super::iteration_beat::IterationBeat;
use super::row_view::RowView;
use super::shown_rows::ShownRows;
use super::{WorldContext, colors};

/// Largest number of bodies with names in a step without a current row.
const MAX_NAMED: usize = 12;

/// Largest number of bodies with names in a step with a current row, whose two bodies always have names.
const MAX_NAMED_BESIDE_ROW: usize = 6;

/// Largest number of bodies that are drawn with their shapes; with more, all are dots, except those of the current row
/// and their contacts.
const MAX_SHAPES: usize = 300;

/// Number of bodies from which on no impulses are drawn, except those of the current row, and number of dynamic bodies
/// above which no forces are drawn: more arrows would overlap.
const MAX_ARROWS: usize = 100;

/// Largest number of moving bodies for which all forces have numbers, and of bodies for which impulses begin with a
/// dot.
const MAX_DOTS: usize = 6;

/// Least body size, meters, so that no length in the picture is 0.
const LEAST_SIZE: f64 = 1e-9;

/// Length from which on lengths are printed in kilometers, meters.
const LEAST_IN_KILOMETERS: f64 = 1e4;

/// Body size, as a fraction of the span of the bodies, below which the first moving body is magnified if there is no
/// current row.
const TINY_BODY: f64 = 0.035;

/// Radius of the inset on a tiny body, in body sizes.
const BODY_INSET: f64 = 3.0;

/// Drawn width of a half-plane, in spans of the moving bodies.
const HALF_PLANE_WIDTH: f64 = 12.0;

/// Distance of a half-plane's name below its line, in body sizes: below the unit arrow, and below the names of the
/// bodies on the line.
const NAME_BELOW: f64 = 3.2;

/// Radius of the inset at the current row, in body sizes.
const ROW_INSET: f64 = 0.95;

/// Largest number of joints with names.
const MAX_NAMED_JOINTS: usize = 2;

/// Largest number of bodies in a scene whose joints have names.
const MAX_BODIES_WITH_JOINT_NAMES: usize = 6;

/// Distance of the two points of a joint from which on both are drawn, in body sizes.
const SEPARATE_ENDS: f64 = 0.2;

/// Position of a joint's name between its two points, as a fraction of the way from the first to the second.
const JOINT_NAME_PLACE: f64 = 0.4;

/// Constant drawing data of a world.
#[derive(Debug)]
pub(super) struct Scene {
    /// Outline of each body in its own frame.
    outlines: Vec<Solid>,
    /// Whether each body is static.
    is_static: Vec<bool>,
    /// Forms of the bodies that are half-planes.
    grounds: Grounds,
    /// States of the bodies before the frame.
    pub(super) start: Vec<BodyState>,
    /// States of the bodies before the first frame.
    home: Vec<BodyState>,
    /// Lower and upper vertex of the box around each static body, meters.
    obstacles: Vec<[DVec2; 2]>,
    /// Longer side of the box around the moving bodies' centers, meters; at least the body size.
    pub(super) span: f64,
    /// Duration of a solve, seconds.
    h: f64,
    /// Whether gravity is not zero.
    has_gravity: bool,
    /// Typical force, N: the mean weight, or without gravity 1 m/s² times the mean mass.
    pub weight: f64,
    /// Body size, the unit of lengths in the picture: the mean radius of the dynamic bodies, meters.
    pub size: f64,
}

/// Point of the world's plane z = 0.
pub(super) fn flat(v: DVec2) -> DVec3 {
    v.extend(0.0)
}

impl Scene {
    /// Returns the drawing data of a world. `home` are the states of the bodies before the first frame, `start` those
    /// before the frame.
    pub fn new(setting: &Setting, outlines: Vec<Solid>, home: Vec<BodyState>, start: Vec<BodyState>) -> Self {
        let bodies = &setting.bodies;
        let dynamic = bodies.iter().filter(|body| body.motion == Motion::Dynamic);
        let count = dynamic.clone().count().max(1) as f64;
        let mass = dynamic.clone().map(|body| body.mass).sum::<f64>() / count;
        let radius = dynamic.map(|body| body.radius).sum::<f64>() / count;
        let gravity = setting.gravity.length();
        let mut scene = Self {
            outlines,
            grounds: Grounds::default(),
            is_static: bodies.iter().map(|body| body.motion == Motion::Static).collect(),
            start,
            home,
            obstacles: Vec::new(),
            span: 0.0,
            h: setting.h,
            has_gravity: gravity > 0.0,
            weight: mass * if gravity > 0.0 { gravity } else { 1.0 },
            size: radius.max(LEAST_SIZE),
        };
        let static_bodies = (0..scene.outlines.len()).filter(|body| scene.is_static[*body]).take(MAX_SHAPES);
        scene.obstacles = static_bodies.filter_map(|body| scene.bounding_box(body)).collect();
        scene.span = width(&scene.moving(&scene.start).collect::<Vec<_>>()).max(scene.size);
        let centers: Vec<DVec2> = scene.moving(&scene.home).collect();
        scene.grounds = Grounds::new(bodies, &scene.home, &centers, HALF_PLANE_WIDTH * (scene.span + scene.size));
        scene
    }

    /// Lower and upper vertex of the box around a body at the start of the frame, meters; `None` without vertices.
    fn bounding_box(&self, body: usize) -> Option<[DVec2; 2]> {
        let solid = self.placed(body, &self.start[body]);
        let vertices = solid.vertices.iter().map(|p| p.truncate());
        Some([vertices.clone().reduce(DVec2::min)?, vertices.reduce(DVec2::max)?])
    }

    /// Unit impulse, N s: the mean weight over one solve.
    pub fn impulse(&self) -> f64 {
        self.weight * self.h
    }

    /// Outline of a body in the state `state`, world frame.
    pub(super) fn placed(&self, body: usize, state: &BodyState) -> Arc<Solid> {
        let mut solid = self.outlines[body].clone();
        solid.vertices.iter_mut().for_each(|p| *p = flat(state.rotation.rotate(p.truncate()) + state.position));
        Arc::new(solid)
    }

    /// Adds the static bodies, and reserves the visible area.
    pub fn add_static_bodies(&self, picture: &mut Picture, names: &[String]) {
        for body in (0..self.outlines.len()).filter(|body| self.is_static[*body]).take(MAX_SHAPES) {
            if let Some(form) = self.grounds.filled_form(body) {
                picture.add(Role::Idle, body_mark(names, body), form);
                continue;
            }
            let mut solid = Arc::unwrap_or_clone(self.placed(body, &self.start[body]));
            // Only the visible part of a wide body is hatched.
            let visible = self.split_visible_part(&mut solid);
            let hatched: &[Slant] = if visible.is_some() { &[] } else { &[Slant::Right] };
            solid.parts = vec![static_part(names, body, hatched); solid.faces.len()];
            picture.body(Role::Idle, body_mark(names, body), &Arc::new(solid));
            if let Some(mut visible) = visible {
                visible.parts = vec![static_part(names, body, &[Slant::Right]); visible.faces.len()];
                picture.body(Role::Idle, body_mark(names, body), &Arc::new(visible));
            }
        }
        self.reserve_visible_area(picture);
    }

    /// Centers of the bodies that are not static, in the states `bodies`.
    fn moving<'a>(&self, bodies: &'a [BodyState]) -> impl Iterator<Item = DVec2> + use<'a, '_> {
        bodies.iter().zip(&self.is_static).filter(|(_, is_static)| !**is_static).map(|(body, _)| body.center)
    }

    /// Displacement of a contact's second body by its velocity in one solve, meters, by which its arrow moves too. Zero
    /// for joints, before the bodies have moved, and for bodies far away.
    fn solve_displacement(&self, has_moved: bool, row: &Constraint, world: &World) -> DVec2 {
        if !has_moved || row.is_joint() {
            return DVec2::ZERO;
        }
        let second = row.b as usize;
        match world.bodies.get(second) {
            Some(now) if !self.is_far_away(second, now) => now.velocity * self.h,
            _ => DVec2::ZERO,
        }
    }

    /// Returns the picture of the world at a beat.
    pub fn picture(&self, shows: &ShownRows<'_>, context: &WorldContext, beat: IterationBeat) -> Picture {
        let mut picture = Picture::default();
        let Some(world) = shows.after else { return picture };
        let current = shows.iteration.or_else(|| direct_rounds::most_changed_row(shows));
        let row = current.map(|current| &world.constraints[current.constraint as usize]);
        let is_move = shows.phase == Some(Phase::Move);
        let largest_displacement = match shows.before {
            Some(before) if is_move => Displacement::largest(context, before, world),
            _ => None,
        };
        let moves_most = largest_displacement.map(|displacement| displacement.body);
        self.add_bodies(&mut picture, world, row, moves_most, &context.names.bodies);
        self.add_joints(&mut picture, world, row, &context.names.joints);
        self.add_contact_points(&mut picture, shows, world);
        if row.is_none() {
            self.magnify_tiny_body(&mut picture, world);
        }
        colors::add_colored_contacts(&mut picture, shows, world);
        self.add_step_marks(&mut picture, shows, context, world);
        if shows.iteration.is_none() && !is_move {
            self.add_impulses(&mut picture, shows, world);
        }
        if let Some(current) = current {
            let world = &*direct_rounds::with_round_impulses(world);
            let view = RowView::of(context, world, current, shows.phase);
            self.magnify_row(&mut picture, &view);
            self.add_row_marks(&mut picture, &view, shows.phase, beat);
        }
        picture
    }

    /// Adds the joints that make rows, each as a line between its two points. `row` is the current row.
    fn add_joints(&self, picture: &mut Picture, world: &World, row: Option<&Constraint>, names: &[String]) {
        let are_named = world.joints.len() <= MAX_NAMED_JOINTS && self.outlines.len() <= MAX_BODIES_WITH_JOINT_NAMES;
        for (number, joint) in world.joints.iter().enumerate().filter(|(_, joint)| joint.holds) {
            let [p, q] = joint.points.map(flat);
            let key = format!("joint/{number}");
            picture.segment(Role::Mesh, key.clone(), p, q);
            if p.distance(q) > SEPARATE_ENDS * self.size {
                picture.point(Role::Mesh, key.clone(), p);
            }
            // The current row has its own point of action.
            if row.is_none_or(|row| row.source.joint() != Some(number as u32)) {
                picture.point(Role::Mesh, key.clone(), q);
            }
            if are_named {
                let name = names.get(number).map_or("", String::as_str);
                picture.label(Role::Mesh, key, p.lerp(q, JOINT_NAME_PLACE), name);
            }
        }
    }

    /// Adds the bodies at their current states, those of the current row `row` in the colors of the pair. Of very many
    /// bodies, those that touch a body of the row are drawn with their shapes, the others as dots. `moves_most` is the
    /// body with the largest displacement in a step that moves the bodies.
    fn add_bodies(
        &self,
        picture: &mut Picture,
        world: &World,
        row: Option<&Constraint>,
        moves_most: Option<usize>,
        names: &[String],
    ) {
        let has_dots = self.outlines.len() > MAX_SHAPES;
        let touched = if has_dots { bodies_in_contact_with(row, world) } else { Vec::new() };
        let most_named = if row.is_some() { MAX_NAMED_BESIDE_ROW } else { MAX_NAMED };
        let mut dots = Vec::new();
        for (body, state) in world.bodies.iter().enumerate().take(self.outlines.len()) {
            let is_static = self.is_static[body];
            let role_in_row = row.and_then(|row| role_of_body(row, body));
            let role = role_in_row.unwrap_or(if is_static { Role::Idle } else { Role::Member });
            let key = body_mark(names, body);
            let is_dot = has_dots && !touched.contains(&(body as u32));
            if role_in_row.is_none() && is_static {
                // The backdrop shows this body already.
            } else if role_in_row.is_none() && is_dot {
                dots.push(flat(state.center));
            } else if let Some(line) = self.grounds.outline_form(body) {
                picture.add(role, key.clone(), line);
            } else if is_static {
                self.add_outline(picture, role, key.clone(), &self.placed(body, state));
            } else if self.is_far_away(body, state) {
                self.add_far_body(picture, role, key.clone(), body, state);
            } else {
                picture.body(role, key.clone(), &self.placed(body, state));
            }
            if names.len() <= most_named || role_in_row.is_some() || moves_most == Some(body) {
                let position = self.label_position(body, state);
                picture.label(role, key, position, names.get(body).map_or("", String::as_str));
            }
        }
        if !dots.is_empty() {
            let points = Solid { vertices: dots, ..Solid::default() };
            picture.add(Role::Member, "crowd", Form::Solid(Arc::new(points)));
        }
    }

    /// Position of a body's name: below the line of a half-plane, in the visible part of a wide static body, at the
    /// start of a body that is far away, and at the center of mass of any other body.
    fn label_position(&self, body: usize, state: &BodyState) -> DVec3 {
        let center = if self.is_far_away(body, state) { self.start[body].center } else { state.center };
        let below_line = self.grounds.name_position(body, state.position, NAME_BELOW * self.size);
        let position = flat(below_line.unwrap_or(center));
        if self.is_static[body] { self.name_position(body, position) } else { position }
    }

    /// If the bodies are too small to see, adds an inset on the first moving one at its current position.
    fn magnify_tiny_body(&self, picture: &mut Picture, world: &World) {
        let are_tiny = self.size < TINY_BODY * self.span;
        if !are_tiny {
            return;
        }
        let Some(body) = self.is_static.iter().position(|is_static| !is_static) else { return };
        let center = match world.bodies.get(body) {
            Some(now) if !self.is_far_away(body, now) => now.center,
            // A body that is far away is drawn at its start.
            _ => self.start[body].center,
        };
        picture.magnify_subject(flat(center), BODY_INSET * self.size);
    }

    /// Adds a static body as an outline in the color of the pair: a filled wide ground would dominate the picture.
    fn add_outline(&self, picture: &mut Picture, role: Role, key: String, solid: &Solid) {
        for face in &solid.faces {
            let points = face.iter().map(|vertex| solid.vertices[*vertex as usize]).collect();
            picture.add(role, key.clone(), Form::Polyline { points, closed: true });
        }
    }

    /// Adds an inset on the point of action of a row, if one of its moving bodies is near.
    fn magnify_row(&self, picture: &mut Picture, view: &RowView<'_>) {
        let Some(point) = impulse_position(view.world, view.row.source) else { return };
        if self.is_near(view.world, view.row, point) {
            picture.magnify_subject(flat(point), ROW_INSET * self.size);
        }
    }
}

/// Face of a static body, hatched in the directions `hatched`.
fn static_part(names: &[String], body: usize, hatched: &'static [Slant]) -> Part {
    Part { role: Role::Idle, key: body_mark(names, body).into(), sign: "", hatched }
}

/// Role of a body in the row that the step solves; `None` if the row does not act on it.
fn role_of_body(row: &Constraint, body: usize) -> Option<Role> {
    if row.a as usize == body {
        Some(Role::ShapeA)
    } else if row.b as usize == body {
        Some(Role::ShapeB)
    } else {
        None
    }
}

/// Indices of the bodies in all contacts of the bodies of a row, with repetitions; none without a row.
fn bodies_in_contact_with(row: Option<&Constraint>, world: &World) -> Vec<u32> {
    let Some(row) = row else { return Vec::new() };
    let pairs = world.contacts.iter().map(|contact| [contact.a, contact.b]);
    pairs.filter(|pair| pair.contains(&row.a) || pair.contains(&row.b)).flatten().collect()
}

/// Text of a length, meters; in kilometers from 10 km on.
pub(super) fn far_length_text(meters: f64) -> String {
    if meters >= LEAST_IN_KILOMETERS {
        format!("{} km", number::brief(1e-3 * meters))
    } else {
        number::length(meters).text
    }
}

/// Longer side of the box around points, meters; 0 without points.
fn width(points: &[DVec2]) -> f64 {
    let low = points.iter().copied().reduce(DVec2::min);
    let high = points.iter().copied().reduce(DVec2::max);
    match (low, high) {
        (Some(low), Some(high)) => (high - low).max_element(),
        _ => 0.0,
    }
}

/// Mark id of a body.
fn body_mark(names: &[String], body: usize) -> String {
    format!("body/{}", names.get(body).map_or("", String::as_str))
}

/// Position at which a row acts, meters; `None` without its contact point or joint.
fn impulse_position(world: &World, source: ConstraintSource) -> Option<DVec2> {
    match source {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            let contact = world.contacts.get(contact as usize)?;
            contact.points.get(usize::from(point)).map(|point| point.position)
        }
        ConstraintSource::Equality { joint }
        | ConstraintSource::Lower { joint }
        | ConstraintSource::Upper { joint } => world.joints.get(joint as usize).map(|joint| joint.points[1]),
    }
}
