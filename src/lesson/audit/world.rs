//! World pictures of an audit: all bodies, the bodies of the law's item in their own colors, contact points, the
//! captured normal, impulses, the friction cone, and velocities.

use std::sync::Arc;

use contact_lens_model::answer::AuditedLaw;
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::stage_lanes::role_of;
use super::{CapturedContact, CapturedWorld};
use crate::{Focus, Pictures};

/// Length of the longest arrow, relative to the size of the subject's bodies.
const ARROW_LENGTH: f64 = 0.45;

/// Radius of the ring around the item, relative to the size of the subject's bodies.
const RING_RADIUS: f64 = 0.05;

/// Ratio of the sizes of two bodies above which the larger one is not fully in view.
const MAX_SIZE_RATIO: f64 = 4.0;

/// Largest number of contacts that are drawn.
const MAX_CONTACTS: usize = 400;

/// Largest number of bodies that are labeled although the step is not about them.
const MAX_LABELED: usize = 6;

/// Number of sides of a drawn friction cone.
const CONE_SIDES: usize = 24;

/// Largest coefficient of friction whose cone is drawn with its own width.
const MAX_CONE_SLOPE: f64 = 2.0;

/// Id of the marks of a contact.
pub(super) fn contact_key(contact: usize) -> String {
    format!("contact/{contact}")
}

/// Id of the captured normal of a contact.
pub(super) fn normal_key(contact: usize) -> String {
    format!("normal/{contact}")
}

/// Id of the marks of a body.
fn body_key(name: &str) -> String {
    format!("body/{name}")
}

/// Adds the bodies, which are the same in all steps.
pub(super) fn add_fixed_marks(world: &CapturedWorld, picture: &mut Picture) {
    for body in &world.bodies {
        for form in &body.forms {
            picture.add(Role::Idle, body_key(&body.name), form.clone());
        }
    }
    picture.reserve(world.extent().into_iter().flatten());
}

/// Pictures of the world in a sub-step about a law, at a line of the listing.
pub(super) fn pictures(world: &CapturedWorld, law: Option<&AuditedLaw>, line: &str) -> Pictures {
    let mut picture = Picture::default();
    let Some(law) = law else {
        add_other_contacts(world, None, &mut picture);
        add_names(world, &[], &mut picture);
        let bodies: Vec<usize> = (0..world.bodies.len()).collect();
        let focus = focus(world, &bodies, &picture);
        return Pictures::world(picture).facing(focus);
    };
    let bodies = world.bodies_of(&law.culprit);
    let size = size_of_bodies(world, &bodies);
    for (body, role) in bodies.iter().zip([Role::ShapeA, Role::ShapeB]) {
        for form in &world.bodies[*body].forms {
            picture.add(role, body_key(&world.bodies[*body].name), form.clone());
        }
    }
    let contact = world.contact_of(&law.culprit);
    add_other_contacts(world, contact, &mut picture);
    add_names(world, &bodies, &mut picture);
    let pen = Pen { world, size, role: role_of(Some(law.verdict)) };
    let mut measured = None;
    if let Some(contact) = contact {
        pen.add_contact(contact, &mut picture);
        measured = Some(world.contacts[contact].normal);
    }
    if let Some(joint) = world.joint_of(&law.culprit) {
        pen.add_joint(joint, &mut picture);
    }
    let is_about_impulses = matches!(law.stage, "solve" | "velocity");
    if is_about_impulses {
        pen.add_impulses(&bodies, &mut picture);
    }
    if let Some(contact) = contact.filter(|_| law.law.contains("friction") || law.law.contains("coefficient")) {
        pen.add_cone(contact, &mut picture);
    }
    if matches!(law.stage, "velocity" | "pose") && line != "claim" {
        pen.add_velocities(&bodies, &mut picture);
    }
    let focus = focus(world, &bodies, &picture);
    let pictures = Pictures::world(picture).facing(focus);
    match measured {
        Some(normal) => pictures.measuring(normal),
        None => pictures,
    }
}

/// Pictures of the world with all captured impulses and without a verdict.
pub(super) fn pictures_of_impulses(world: &CapturedWorld) -> Pictures {
    let mut picture = Picture::default();
    add_other_contacts(world, None, &mut picture);
    add_names(world, &[], &mut picture);
    let bodies: Vec<usize> = (0..world.bodies.len()).collect();
    let pen = Pen { world, size: size_of_bodies(world, &bodies), role: Role::Ghost };
    pen.add_impulses(&[], &mut picture);
    let focus = focus(world, &bodies, &picture);
    Pictures::world(picture).facing(focus)
}

/// Points of the subject: the vertices of its bodies, except of one that is much larger than the other, and the ends of
/// all arrows. `None` without a body that can be drawn.
fn focus(world: &CapturedWorld, bodies: &[usize], picture: &Picture) -> Option<Focus> {
    let limit = MAX_SIZE_RATIO * size_of_bodies(world, bodies);
    let near: Vec<usize> = bodies.iter().copied().filter(|body| size_of_bodies(world, &[*body]) <= limit).collect();
    let mut points = vertices_of(world, &near);
    if points.is_empty() {
        return None;
    }
    for mark in &picture.marks {
        if let Form::Arrow { from, to } = mark.form {
            points.extend([from, to]);
        }
    }
    Some(Focus { side: None, points })
}

/// Vertices of the outlines of some bodies, meters; half-spaces have none.
fn vertices_of(world: &CapturedWorld, bodies: &[usize]) -> Vec<DVec3> {
    let forms = bodies.iter().flat_map(|body| &world.bodies[*body].forms);
    let solids = forms.filter_map(|form| match form {
        Form::Solid(solid) => Some(Arc::clone(solid)),
        _ => None,
    });
    solids.flat_map(|solid| solid.vertices.clone()).collect()
}

/// Diagonal of the smallest drawn body among `bodies`, or of everything without one; at least a tiny length, meters.
fn size_of_bodies(world: &CapturedWorld, bodies: &[usize]) -> f64 {
    let sizes = bodies.iter().filter_map(|body| {
        let vertices = vertices_of(world, &[*body]);
        let low = vertices.iter().copied().reduce(DVec3::min)?;
        let high = vertices.iter().copied().reduce(DVec3::max)?;
        Some(low.distance(high))
    });
    let of_world = world.extent().map(|[low, high]| low.distance(high));
    sizes.filter(|size| *size > 0.0).reduce(f64::min).or(of_world).unwrap_or(1.0).max(f64::MIN_POSITIVE)
}

/// Adds the contacts that the step is not about as dots.
fn add_other_contacts(world: &CapturedWorld, subject: Option<usize>, picture: &mut Picture) {
    for (index, contact) in world.contacts.iter().enumerate().take(MAX_CONTACTS) {
        if subject != Some(index) {
            picture.point(Role::Ghost, contact_key(index), contact.middle());
        }
    }
}

/// Adds the names of the subject's bodies, and of all others if they are few.
fn add_names(world: &CapturedWorld, subjects: &[usize], picture: &mut Picture) {
    for (index, body) in world.bodies.iter().enumerate() {
        let role = match subjects.iter().position(|subject| *subject == index) {
            Some(0) => Role::ShapeA,
            Some(_) => Role::ShapeB,
            None if world.bodies.len() > MAX_LABELED => continue,
            None => Role::Idle,
        };
        let at = match body.forms.first() {
            Some(Form::HalfSpace { point, .. }) => *point,
            Some(_) | None => body.center,
        };
        picture.label(role, body_key(&body.name), at, body.name.clone());
    }
}

/// Drawing of the item of a law.
struct Pen<'a> {
    world: &'a CapturedWorld,
    /// Size of the subject's bodies, meters.
    size: f64,
    /// Role of the item: that of the law's verdict.
    role: Role,
}

impl Pen<'_> {
    /// Adds the subject's contact: its point with a ring, its name and the captured normal.
    fn add_contact(&self, index: usize, picture: &mut Picture) {
        let contact = &self.world.contacts[index];
        let at = contact.middle();
        picture.point(self.role, contact_key(index), at);
        let ring = Form::Circle { center: at, normal: DVec3::ZERO, radius: RING_RADIUS * self.size };
        picture.add(self.role, contact_key(index), ring);
        picture.label(self.role, contact_key(index), at, format!("contact {index}"));
        if let Some(normal) = contact.normal.try_normalize() {
            picture.arrow(Role::Normal, normal_key(index), at, at + normal * ARROW_LENGTH * self.size);
        }
    }

    /// Adds the anchors of the subject's joint.
    fn add_joint(&self, index: usize, picture: &mut Picture) {
        let joint = &self.world.joints[index];
        let key = format!("joint/{index}");
        for anchor in joint.anchors.iter().flatten() {
            picture.point(self.role, key.clone(), *anchor);
        }
        if let Some(anchor) = joint.anchors.iter().flatten().next() {
            let ring = Form::Circle { center: *anchor, normal: DVec3::ZERO, radius: RING_RADIUS * self.size };
            picture.add(self.role, key.clone(), ring);
            let name = if joint.name.is_empty() { format!("joint {index}") } else { joint.name.clone() };
            picture.label(self.role, key, *anchor, name);
        }
    }

    /// Adds the captured impulses of the contacts of some bodies. Lengths grow with the square root of the impulse, so
    /// that small ones are visible.
    fn add_impulses(&self, bodies: &[usize], picture: &mut Picture) {
        let contacts = self.world.contacts.iter().enumerate().take(MAX_CONTACTS);
        let impulses: Vec<(usize, DVec3)> = contacts
            .filter(|(_, contact)| bodies.is_empty() || is_of_bodies(contact, bodies))
            .filter_map(|(index, contact)| Some((index, impulse_of(contact)?)))
            .collect();
        let largest = impulses.iter().map(|(_, impulse)| impulse.length()).fold(0.0, f64::max);
        for (index, impulse) in impulses {
            let share = (impulse.length() / largest).sqrt();
            if share > 0.0 {
                let at = self.world.contacts[index].middle();
                let tip = at + impulse.normalize() * ARROW_LENGTH * self.size * share;
                picture.arrow(Role::Theirs, format!("impulse/{index}"), at, tip);
            }
        }
    }

    /// Adds the friction cone of a contact, which opens along the captured normal.
    fn add_cone(&self, index: usize, picture: &mut Picture) {
        let contact = &self.world.contacts[index];
        let Some(axis) = contact.normal.try_normalize() else { return };
        let Some(slope) = contact.friction else { return };
        let height = ARROW_LENGTH * self.size;
        let radius = height * slope.clamp(0.0, MAX_CONE_SLOPE);
        let x = axis.any_orthonormal_vector();
        let y = axis.cross(x);
        let apex = contact.middle();
        let mut vertices = vec![apex];
        for side in 0..CONE_SIDES {
            let angle = std::f64::consts::TAU * side as f64 / CONE_SIDES as f64;
            vertices.push(apex + axis * height + (x * angle.cos() + y * angle.sin()) * radius);
        }
        let sides = CONE_SIDES as u32;
        let faces = (0..sides).map(|side| vec![0, 1 + (side + 1) % sides, 1 + side]).collect();
        let creases = (0..sides).map(|side| [1 + side, 1 + (side + 1) % sides]).collect();
        let cone = Solid { vertices, faces, creases, ..Solid::default() };
        picture.add(Role::Bound, format!("cone/{index}"), Form::Solid(Arc::new(cone)));
    }

    /// Adds the velocities of bodies before and after the step, to one scale.
    fn add_velocities(&self, bodies: &[usize], picture: &mut Picture) {
        let bodies = bodies.iter().map(|body| &self.world.bodies[*body]);
        let fastest = bodies.clone().flat_map(|body| [body.velocities.before, body.velocities.after]);
        let fastest = fastest.flatten().map(DVec3::length).fold(0.0, f64::max);
        if fastest == 0.0 {
            return;
        }
        let scale = ARROW_LENGTH * self.size / fastest;
        for body in bodies {
            let arrows =
                [(Role::First, "before", body.velocities.before), (Role::Last, "after", body.velocities.after)];
            for (role, key, velocity) in arrows {
                if let Some(velocity) = velocity.filter(|velocity| *velocity != DVec3::ZERO) {
                    let key = format!("velocity/{}/{key}", body.name);
                    picture.arrow(role, key, body.center, body.center + velocity * scale);
                }
            }
        }
    }
}

/// Whole impulse of a contact on its second body, N s; `None` if it is not captured.
fn impulse_of(contact: &CapturedContact) -> Option<DVec3> {
    Some(contact.normal * contact.impulse? + contact.friction_impulse.unwrap_or_default())
}

/// Whether a contact is one of a body in the list.
fn is_of_bodies(contact: &CapturedContact, bodies: &[usize]) -> bool {
    contact.bodies.iter().flatten().any(|body| bodies.contains(body))
}
