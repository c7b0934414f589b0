//! Picture of the world: bodies at their current states, joints, and the impulses of the solve as arrows on the second
//! body of each pair.

mod contact_points;
pub(super) mod displacement;
mod forces;
mod impulses;
mod row_marks;
mod visible_area;
mod wide_bodies;

use std::sync::Arc;

use glam::{DVec2, DVec3};

use self::displacement::Displacement;
use super::direct_rounds;
use super::ground::Grounds;
use super::row_view::RowView;
use super::shown_rows::ShownRows;
use super::{WorldContext, colors};
use crate::answer::number;
use crate::ask::Motion;
use crate::picture::{Form, Part, Picture, Role, Slant, Solid};
use crate::snapshot::dynamics::{BodyState, Constraint, ConstraintSource, Phase, Setting, World};

/// Largest number of bodies with names in a step without a current row.
const MAX_NAMED: usize = 12;

/// Largest number of bodies with names in a step with a current row, whose two bodies always have names.
const MAX_NAMED_BESIDE_ROW: usize = 6;

/// Largest number of bodies that are drawn with their shapes; with more, all are dots, except those of the current row
/// and their contacts.
const MAX_SHAPES: usize = 300;

/// Number of bodies from which on no impulses or forces are drawn, except those of the current row.
const MAX_ARROWS: usize = 100;

/// Largest number of bodies for which all forces have numbers, and impulses begin with a dot.
const MAX_DOTS: usize = 6;

/// Impulse up to which it is zero to rounding, as a fraction of the unit impulse.
const ROUNDING: f64 = 1e-6;

/// Least body size, meters, so that no length in the picture is 0.
const LEAST_SIZE: f64 = 1e-9;

/// Length from which on it is printed in kilometers, meters.
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
    pub fn new(setting: &Setting, outlines: Vec<Solid>, [home, start]: [Vec<BodyState>; 2]) -> Self {
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
        let around: Vec<DVec2> = scene.moving(&scene.home).collect();
        scene.grounds = Grounds::new(bodies, &scene.home, &around, HALF_PLANE_WIDTH * (scene.span + scene.size));
        scene
    }

    /// Lower and upper vertex of the box around a body at the start of the frame, meters; `None` without vertices.
    fn bounding_box(&self, body: usize) -> Option<[DVec2; 2]> {
        let solid = self.placed(body, &self.start[body]);
        let corners = solid.vertices.iter().map(|p| p.truncate());
        Some([corners.clone().reduce(DVec2::min)?, corners.reduce(DVec2::max)?])
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
            let near = self.split_visible_part(&mut solid);
            solid.parts =
                vec![static_part(names, body, if near.is_some() { &[] } else { &[Slant::Right] }); solid.faces.len()];
            picture.body(Role::Idle, body_mark(names, body), &Arc::new(solid));
            if let Some(mut near) = near {
                near.parts = vec![static_part(names, body, &[Slant::Right]); near.faces.len()];
                picture.body(Role::Idle, body_mark(names, body), &Arc::new(near));
            }
        }
        self.reserve_visible_area(picture);
    }

    /// Centers of the moving bodies.
    fn moving<'a>(&self, bodies: &'a [BodyState]) -> impl Iterator<Item = DVec2> + use<'a, '_> {
        bodies.iter().zip(&self.is_static).filter(|(_, is_static)| !**is_static).map(|(body, _)| body.center)
    }

    /// Displacement of a contact's second body by its velocity in one solve, meters, by which its arrow moves too. Zero
    /// for joints, before the bodies have moved, and for bodies far away.
    fn solve_displacement(&self, has_moved: bool, row: &Constraint, world: &World) -> DVec2 {
        let touches = matches!(row.source, ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. });
        let now = world.bodies.get(row.b as usize).filter(|_| has_moved && touches);
        now.filter(|now| !self.is_far_away(row.b as usize, now)).map_or(DVec2::ZERO, |now| now.velocity * self.h)
    }

    /// Returns the picture of the world at a beat. The beats 0 to 3 of an iteration compute the velocity w, compute the
    /// raw impulse, clamp it, and apply it.
    pub fn picture(&self, shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
        let mut picture = Picture::default();
        let Some(world) = shows.after else { return picture };
        let current = shows.iteration.or_else(|| direct_rounds::most_changed_row(shows));
        let row = current.map(|current| &world.constraints[current.constraint as usize]);
        let ends = row.map_or([u32::MAX; 2], |row| [row.a, row.b]);
        let moves = shows.phase == Some(Phase::Move);
        let moved = shows.before.filter(|_| moves).and_then(|before| Displacement::largest(context, before, world));
        let fastest = moved.map(|moved| moved.body);
        self.add_bodies(&mut picture, world, (ends, fastest), &context.names.bodies);
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
            if world.joints.len() <= MAX_NAMED_JOINTS && self.outlines.len() <= MAX_BODIES_WITH_JOINT_NAMES {
                let name = context.names.joints.get(number).map_or("", String::as_str);
                picture.label(Role::Mesh, key, p.lerp(q, JOINT_NAME_PLACE), name);
            }
        }
        self.add_contact_points(&mut picture, shows, world);
        if row.is_none() {
            self.magnify_tiny_body(&mut picture, world);
        }
        colors::add_colored_contacts(&mut picture, shows, world);
        self.add_step_marks(&mut picture, shows, (context, world));
        if shows.iteration.is_none() && !matches!(shows.phase, Some(Phase::Move)) {
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

    /// Adds the bodies at their current states: those of the current row, whose indices are `ends`, in their colors.
    /// `fastest` is the body that moves most in a step that moves the bodies.
    fn add_bodies(
        &self,
        picture: &mut Picture,
        world: &World,
        (ends, fastest): ([u32; 2], Option<usize>),
        names: &[String],
    ) {
        let many = self.outlines.len() > MAX_SHAPES;
        let pairs = world.contacts.iter().filter(|_| many).map(|contact| [contact.a, contact.b]);
        let touched: Vec<u32> = pairs.filter(|pair| ends.iter().any(|end| pair.contains(end))).flatten().collect();
        let has_pair = ends != [u32::MAX; 2];
        let mut dots = Vec::new();
        for (body, state) in world.bodies.iter().enumerate().take(self.outlines.len()) {
            let pair = ends.iter().position(|end| *end as usize == body);
            let role = match pair {
                Some(end) => [Role::ShapeA, Role::ShapeB][end],
                None if self.is_static[body] => Role::Idle,
                None => Role::Member,
            };
            if pair.is_none() && (self.is_static[body] || many && !touched.contains(&(body as u32))) {
                dots.extend((!self.is_static[body]).then_some(flat(state.center)));
            } else if let Some(line) = self.grounds.outline_form(body) {
                picture.add(role, body_mark(names, body), line);
            } else if self.is_static[body] {
                self.add_outline(picture, role, body_mark(names, body), &self.placed(body, state));
            } else if self.is_far_away(body, state) {
                self.add_far_body(picture, (role, body_mark(names, body)), body, state);
            } else {
                picture.body(role, body_mark(names, body), &self.placed(body, state));
            }
            let is_named = names.len() <= if has_pair { MAX_NAMED_BESIDE_ROW } else { MAX_NAMED };
            if is_named || pair.is_some() || fastest == Some(body) {
                let position = self.label_position(body, state);
                picture.label(role, body_mark(names, body), position, names.get(body).map_or("", String::as_str));
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
        let first = self.is_static.iter().position(|is_static| !is_static);
        let Some(body) = first.filter(|_| self.size < TINY_BODY * self.span) else { return };
        // A body that is far away is drawn at its start.
        let now = world.bodies.get(body).filter(|now| !self.is_far_away(body, now));
        let center = now.map_or(self.start[body].center, |now| now.center);
        picture.magnify_subject(flat(center), BODY_INSET * self.size);
    }

    /// Adds a static body as an outline in the color of the pair: a filled wide ground would dominate the picture.
    fn add_outline(&self, picture: &mut Picture, role: Role, key: String, solid: &Solid) {
        for face in &solid.faces {
            let points = face.iter().map(|corner| solid.vertices[*corner as usize]).collect();
            picture.add(role, key.clone(), Form::Polyline { points, closed: true });
        }
    }

    /// Adds an inset on the point of action of a row, if one of its moving bodies is near.
    fn magnify_row(&self, picture: &mut Picture, view: &RowView<'_>) {
        let at = impulse_position(view.world, view.row.source);
        if let Some(at) = at.filter(|at| self.is_near(view.world, view.row, *at)) {
            picture.magnify_subject(flat(at), ROW_INSET * self.size);
        }
    }
}

/// Face of a static body.
fn static_part(names: &[String], body: usize, hatched: &'static [Slant]) -> Part {
    Part { role: Role::Idle, key: body_mark(names, body).into(), sign: "", hatched }
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
    let ends = points.iter().map(|p| [*p; 2]).reduce(|[low, high], [a, b]| [low.min(a), high.max(b)]);
    ends.map_or(0.0, |[low, high]| (high - low).max_element())
}

/// Mark id of a body.
fn body_mark(names: &[String], body: usize) -> String {
    format!("body/{}", names.get(body).map_or("", String::as_str))
}

/// Whether two rows act at one position: the same row, or the normal and the friction of a contact point.
fn act_at_same_point(a: ConstraintSource, b: ConstraintSource) -> bool {
    a == b || contact_point(a).is_some() && contact_point(a) == contact_point(b)
}

/// Index of the contact of a row, and index of the point within it; `None` for rows of joints.
fn contact_point(source: ConstraintSource) -> Option<(u32, u8)> {
    match source {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            Some((contact, point))
        }
        _ => None,
    }
}

/// Impulses on the second body at one point.
struct ImpulseAtPoint {
    /// Point of action, meters.
    point: DVec2,
    /// Sum of the impulses, N s.
    sum: DVec2,
}

/// Point at which a row acts, and the impulses of all rows there; `None` for angular rows.
fn impulse_at(world: &World, source: ConstraintSource) -> Option<ImpulseAtPoint> {
    let mut rows = world.constraints.iter().filter(|row| act_at_same_point(source, row.source)).peekable();
    if rows.peek().is_none_or(|row| row.jacobian[0].linear == DVec2::ZERO) {
        return None;
    }
    let sum = rows.fold(DVec2::ZERO, |sum, row| {
        sum + row.jacobian[0].linear * row.impulse.x + row.jacobian[1].linear * row.impulse.y
    });
    Some(ImpulseAtPoint { point: impulse_position(world, source)?, sum })
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
