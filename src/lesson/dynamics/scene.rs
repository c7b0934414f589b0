//! World view: bodies at their current states, joints, and the impulses of the solve as arrows on the second body of
//! each pair.

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

/// Number of bodies above which names are omitted, without and around a current row, and above which bodies are dots
/// without arrows, except those of the current row and their contacts.
const NAMED: usize = 12;
const NAMED_AROUND: usize = 6;
const MANY: usize = 300;

/// Number of bodies from which only the impulses on the current row's bodies and their contacts are drawn.
const FEW_ARROWS: usize = 100;

/// Largest number of bodies for which arrows begin with a dot.
const FEW_DOTS: usize = 6;

/// Fraction of the unit impulse below which an impulse is zero to rounding.
const ROUNDING: f64 = 1e-6;

/// Length of the weight's arrow, in mean body radii.
const SHARE: f64 = 1.0;

/// Body size, as a fraction of the scene, below which the first body is magnified if there is no current row; and
/// radius of that inset, in body sizes.
const SMALL: f64 = 0.035;
const FIRST: f64 = 3.0;

/// Drawn width of a half-plane, in spans of the moving bodies.
const WIDE: f64 = 12.0;

/// Distance of a half-plane's name below its line, in body sizes: below the unit arrow, and below the names of the
/// bodies on the line.
const NAME_BELOW: f64 = 3.2;

/// Radius of the inset at the current row, in body sizes.
const NEAR: f64 = 0.95;

/// Constant drawing data of a world.
#[derive(Debug)]
pub(super) struct Scene {
    outlines: Vec<Solid>,
    /// Whether each body is static.
    still: Vec<bool>,
    grounds: Grounds,
    pub(super) start: Vec<BodyState>,
    /// States of the bodies before the first frame.
    home: Vec<BodyState>,
    /// Lower and upper vertex of the static bodies' boxes.
    props: Vec<[DVec2; 2]>,
    /// Longer side of the box around the moving bodies' centers, at least the size of a body, meters.
    pub(super) span: f64,
    /// Duration of a solve, seconds.
    h: f64,
    falls: bool,
    /// Typical force, N: the mean weight, or without gravity 1 m/s² times the mean mass.
    pub weight: f64,
    /// Mean radius of the moving bodies, meters.
    pub size: f64,
}

/// Largest number of joints that have their names next to them, and of bodies besides them.
const NAMED_JOINTS: usize = 2;
const NAMED_WITH_JOINTS: usize = 6;

/// Place of a joint's name between its two points, as a share from the first.
const JOINT_NAME: f64 = 0.4;

pub(super) fn flat(v: DVec2) -> DVec3 {
    v.extend(0.0)
}

impl Scene {
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
            still: bodies.iter().map(|body| body.motion == Motion::Static).collect(),
            start,
            home,
            props: Vec::new(),
            span: 0.0,
            h: setting.h,
            falls: gravity > 0.0,
            weight: mass * if gravity > 0.0 { gravity } else { 1.0 },
            size: SHARE * radius.max(1e-9),
        };
        let still = (0..scene.outlines.len()).filter(|body| scene.still[*body]).take(MANY);
        scene.props = still.filter_map(|body| scene.extent(body)).collect();
        scene.span = width(&scene.moving(&scene.start).collect::<Vec<_>>()).max(scene.size);
        let around: Vec<DVec2> = scene.moving(&scene.home).collect();
        scene.grounds = Grounds::new(bodies, &scene.home, &around, WIDE * (scene.span + scene.size));
        scene
    }

    /// Lower and upper vertex of a body's box.
    fn extent(&self, body: usize) -> Option<[DVec2; 2]> {
        let solid = self.placed(body, &self.start[body]);
        let corners = solid.vertices.iter().map(|p| p.truncate());
        Some([corners.clone().reduce(DVec2::min)?, corners.reduce(DVec2::max)?])
    }

    /// Unit impulse, N s: the mean weight over one solve.
    pub fn impulse(&self) -> f64 {
        self.weight * self.h
    }

    pub(super) fn placed(&self, body: usize, state: &BodyState) -> Arc<Solid> {
        let turn = state.rotation;
        let at = state.position;
        let mut solid = self.outlines[body].clone();
        solid.vertices.iter_mut().for_each(|p| *p = flat(turn.rotate(p.truncate()) + at));
        Arc::new(solid)
    }

    /// Adds the static bodies.
    pub fn still(&self, picture: &mut Picture, names: &[String]) {
        for body in (0..self.outlines.len()).filter(|body| self.still[*body]).take(MANY) {
            if let Some(form) = self.grounds.filled_form(body) {
                picture.add(Role::Idle, key(names, body), form);
                continue;
            }
            let mut solid = Arc::unwrap_or_clone(self.placed(body, &self.start[body]));
            let near = self.cut(&mut solid);
            solid.parts =
                vec![still_part(names, body, if near.is_some() { &[] } else { &[Slant::Right] }); solid.faces.len()];
            picture.body(Role::Idle, key(names, body), &Arc::new(solid));
            if let Some(mut near) = near {
                near.parts = vec![still_part(names, body, &[Slant::Right]); near.faces.len()];
                picture.body(Role::Idle, key(names, body), &Arc::new(near));
            }
        }
        self.surroundings(picture);
    }

    /// Centers of the moving bodies.
    fn moving<'a>(&self, bodies: &'a [BodyState]) -> impl Iterator<Item = DVec2> + use<'a, '_> {
        bodies.iter().zip(&self.still).filter(|(_, still)| !**still).map(|(body, _)| body.center)
    }

    /// Displacement of a contact's second body in the solve, by which its arrow moves too.
    fn solve_displacement(&self, has_moved: bool, row: &Constraint, world: &World) -> DVec2 {
        let touches = matches!(row.source, ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. });
        let now = world.bodies.get(row.b as usize).filter(|_| has_moved && touches);
        now.filter(|now| !self.is_far_away(row.b as usize, now)).map_or(DVec2::ZERO, |now| now.velocity * self.h)
    }

    /// World picture of a beat; `beat` counts w, raw, clamp, apply.
    pub fn picture(&self, shows: &ShownRows<'_>, context: &WorldContext, beat: usize) -> Picture {
        let mut picture = Picture::default();
        let Some(world) = shows.after else { return picture };
        let current = shows.iteration.or_else(|| direct_rounds::most_changed_row(shows));
        let row = current.map(|current| &world.constraints[current.at as usize]);
        let ends = row.map_or([u32::MAX; 2], |row| [row.a, row.b]);
        let moves = shows.phase == Some(Phase::Move);
        let moved = shows.before.filter(|_| moves).and_then(|before| Displacement::largest(context, before, world));
        let fastest = moved.map(|moved| moved.body);
        self.bodies(&mut picture, world, (ends, fastest), &context.names.bodies);
        for (number, joint) in world.joints.iter().enumerate().filter(|(_, joint)| joint.holds) {
            let [p, q] = joint.points.map(flat);
            let key = format!("joint/{number}");
            picture.segment(Role::Mesh, key.clone(), p, q);
            // The current row has its own point of action.
            if row.is_none_or(|row| row.source.joint() != Some(number as u32)) {
                picture.point(Role::Mesh, key.clone(), q);
            }
            if world.joints.len() <= NAMED_JOINTS && self.outlines.len() <= NAMED_WITH_JOINTS {
                let name = context.names.joints.get(number).map_or("", String::as_str);
                picture.label(Role::Mesh, key, p.lerp(q, JOINT_NAME), name);
            }
        }
        self.contact_points(&mut picture, shows, world);
        if row.is_none() {
            self.first(&mut picture, world);
        }
        colors::add_colored_contacts(&mut picture, shows, world);
        self.mentioned(&mut picture, shows, (context, world));
        if shows.iteration.is_none() && !matches!(shows.phase, Some(Phase::Move)) {
            self.impulses(&mut picture, shows, world);
        }
        if let Some(current) = current {
            let world = &*direct_rounds::with_round_impulses(world);
            let view = RowView::of(context, world, current, shows.phase);
            self.lens(&mut picture, &view);
            self.row(&mut picture, &view, shows.phase, beat);
        }
        picture
    }

    /// Adds the bodies at their current states, those of the current row in their colors.
    fn bodies(
        &self,
        picture: &mut Picture,
        world: &World,
        (ends, fastest): ([u32; 2], Option<usize>),
        names: &[String],
    ) {
        let many = self.outlines.len() > MANY;
        let pairs = world.contacts.iter().filter(|_| many).map(|contact| [contact.a, contact.b]);
        let touched: Vec<u32> = pairs.filter(|pair| ends.iter().any(|end| pair.contains(end))).flatten().collect();
        let has_pair = ends != [u32::MAX; 2];
        let mut dots = Vec::new();
        for (body, state) in world.bodies.iter().enumerate().take(self.outlines.len()) {
            let pair = ends.iter().position(|end| *end as usize == body);
            let role = [Role::ShapeA, Role::ShapeB];
            let role = pair.map_or(if self.still[body] { Role::Idle } else { Role::Member }, |k| role[k]);
            let center = flat(state.center);
            if pair.is_none() && (self.still[body] || many && !touched.contains(&(body as u32))) {
                dots.extend((!self.still[body]).then_some(center));
            } else if let Some(line) = self.grounds.outline_form(body) {
                picture.add(role, key(names, body), line);
            } else if self.still[body] {
                self.outlined(picture, role, key(names, body), &self.placed(body, state));
            } else if self.is_far_away(body, state) {
                self.add_far_body(picture, (role, key(names, body)), body, state);
            } else {
                picture.body(role, key(names, body), &self.placed(body, state));
            }
            let center = if self.is_far_away(body, state) { flat(self.start[body].center) } else { center };
            let center = self.grounds.name_position(body, state.position, NAME_BELOW * self.size).map_or(center, flat);
            let center = if self.still[body] { self.name_position(body, center) } else { center };
            let is_named = names.len() <= if has_pair { NAMED_AROUND } else { NAMED };
            if is_named || pair.is_some() || fastest == Some(body) {
                picture.label(role, key(names, body), center, names.get(body).map_or("", String::as_str));
            }
        }
        if !dots.is_empty() {
            let crowd = Solid { vertices: dots, ..Solid::default() };
            picture.add(Role::Member, "crowd", Form::Solid(Arc::new(crowd)));
        }
    }

    /// If the bodies are too small to see, adds an inset on the first one at its current position.
    fn first(&self, picture: &mut Picture, world: &World) {
        let first = self.still.iter().position(|still| !still);
        if let Some(first) = first.filter(|_| self.size < SMALL * self.span).map(|body| {
            let now = world.bodies.get(body).filter(|now| !self.is_far_away(body, now));
            now.map_or(self.start[body].center, |now| now.center)
        }) {
            picture.magnify_subject(flat(first), FIRST * self.size);
        }
    }

    /// Adds a static body as an outline in the color of the pair: a filled wide ground would dominate the picture.
    fn outlined(&self, picture: &mut Picture, role: Role, key: String, solid: &Solid) {
        for face in &solid.faces {
            let points = face.iter().map(|corner| solid.vertices[*corner as usize]).collect();
            picture.add(role, key.clone(), Form::Polyline { points, closed: true });
        }
    }

    /// Adds an inset on the point of action of a row.
    fn lens(&self, picture: &mut Picture, view: &RowView<'_>) {
        let at = impulse_position(view.world, view.row.source);
        if let Some(at) = at.filter(|at| self.is_near(view.world, view.row, *at)) {
            picture.magnify_subject(flat(at), NEAR * self.size);
        }
    }
}

fn still_part(names: &[String], body: usize, hatched: &'static [Slant]) -> Part {
    Part { role: Role::Idle, key: key(names, body).into(), sign: "", hatched }
}

/// Text of a length; in kilometers from 10 km.
pub(super) fn far_length_text(meters: f64) -> String {
    if meters >= 1e4 { format!("{} km", number::brief(1e-3 * meters)) } else { number::length(meters).text }
}

/// Longer side of the box around points.
fn width(points: &[DVec2]) -> f64 {
    let ends = points.iter().map(|p| [*p; 2]).reduce(|[low, high], [a, b]| [low.min(a), high.max(b)]);
    ends.map_or(0.0, |[low, high]| (high - low).max_element())
}

fn key(names: &[String], body: usize) -> String {
    format!("body/{}", names.get(body).map_or("", String::as_str))
}

/// Whether two rows act at one position: the normal and the friction of a contact point.
fn same_place(one: ConstraintSource, other: ConstraintSource) -> bool {
    one == other || contact_point(one).is_some() && contact_point(one) == contact_point(other)
}

fn contact_point(of: ConstraintSource) -> Option<(u32, u8)> {
    match of {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            Some((contact, point))
        }
        _ => None,
    }
}

/// Position at which a row acts, and the sum of all impulses there; `None` for angular rows.
fn total(world: &World, of: ConstraintSource) -> Option<(DVec2, DVec2)> {
    let mut rows = world.constraints.iter().filter(|row| same_place(of, row.source)).peekable();
    if rows.peek().is_none_or(|row| row.jacobian[0].linear == DVec2::ZERO) {
        return None;
    }
    let sum = rows.fold(DVec2::ZERO, |sum, row| {
        sum + row.jacobian[0].linear * row.impulse.x + row.jacobian[1].linear * row.impulse.y
    });
    Some((impulse_position(world, of)?, sum))
}

/// Position at which a row acts; `None` without its contact point or joint.
fn impulse_position(world: &World, of: ConstraintSource) -> Option<DVec2> {
    match of {
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            let contact = world.contacts.get(contact as usize)?;
            contact.points.get(usize::from(point)).map(|point| point.position)
        }
        ConstraintSource::Equality { joint }
        | ConstraintSource::Lower { joint }
        | ConstraintSource::Upper { joint } => world.joints.get(joint as usize).map(|joint| joint.points[1]),
    }
}
