//! World marks of the contact points, with the normals and tangents of their rows, in the steps before the rows are
//! solved.

use contact_lens_model::snapshot::dynamics::{ConstraintSource, Phase, World};
use contact_lens_picture::{Picture, Role};
use glam::DVec2;

use super::{MAX_SHAPES, Scene, flat};
use crate::dynamics::shown_rows::ShownRows;

/// Length of a normal, in body sizes.
const NORMAL_LENGTH: f64 = 0.9;

/// Length of a tangent, in body sizes: shorter than a normal, so that the two are not confused.
const TANGENT_LENGTH: f64 = 0.6;

impl Scene {
    /// Adds the contact points in the steps that detect, match, or prepare contacts.
    pub(super) fn add_contact_points(&self, picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
        match shows.phase {
            Some(Phase::Detect) => add_points(picture, world, PointColors::Uniform),
            Some(Phase::Match) => add_points(picture, world, PointColors::NewHighlighted),
            Some(Phase::Approach) => {
                add_points(picture, world, PointColors::Uniform);
                self.add_normals(picture, shows);
            }
            // The beat of the coloring has points of its own.
            Some(Phase::Prepare) if !shows.colored => {
                add_points(picture, world, PointColors::Uniform);
                self.add_axes(picture, world);
            }
            _ => {}
        }
    }

    /// Adds the normals of the contact points, which the next solve uses; the first one has a name.
    fn add_normals(&self, picture: &mut Picture, shows: &ShownRows<'_>) {
        let Some(solve) = shows.next_solve else { return };
        for (i, contact) in solve.normals.iter().enumerate().take(MAX_SHAPES) {
            self.add_axis(picture, Role::Normal, "n", contact.position, contact.normal * NORMAL_LENGTH, i == 0);
        }
    }

    /// Adds the normal and the tangent of each contact point; the first normal and the first tangent have names.
    fn add_axes(&self, picture: &mut Picture, world: &World) {
        let mut has_named_normal = false;
        let mut has_named_tangent = false;
        // A contact point has two rows.
        for row in world.constraints.iter().take(2 * MAX_SHAPES) {
            let axis = row.jacobian[0].linear;
            match row.source {
                ConstraintSource::Normal { contact, point } => {
                    let position = world.contacts[contact as usize].points[usize::from(point)].position;
                    self.add_axis(picture, Role::Normal, "n", position, axis * NORMAL_LENGTH, !has_named_normal);
                    has_named_normal = true;
                }
                ConstraintSource::Friction { contact, point } => {
                    let position = world.contacts[contact as usize].points[usize::from(point)].position;
                    self.add_axis(picture, Role::Axis, "t", position, axis * TANGENT_LENGTH, !has_named_tangent);
                    has_named_tangent = true;
                }
                ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {
                }
            }
        }
    }

    /// Adds an axis from a contact point, `axis` body sizes long, with its name if `is_named`. The name is also the
    /// mark id.
    fn add_axis(
        &self,
        picture: &mut Picture,
        role: Role,
        name: &'static str,
        position: DVec2,
        axis: DVec2,
        is_named: bool,
    ) {
        let tip = position + axis * self.size;
        picture.arrow(role, name, flat(position), flat(tip));
        if is_named {
            picture.label(role, name, flat(tip), name);
        }
    }
}

/// Colors of the contact points.
#[derive(PartialEq)]
enum PointColors {
    /// One color for all points.
    Uniform,
    /// New points, which did not exist in the last solve, have another color.
    NewHighlighted,
}

/// Adds the contact points of at most [`MAX_SHAPES`] contacts.
fn add_points(picture: &mut Picture, world: &World, colors: PointColors) {
    let highlights_new = colors == PointColors::NewHighlighted;
    for contact in world.contacts.iter().take(MAX_SHAPES) {
        for point in &contact.points {
            let key = format!("contact/{}/{}", contact.a, contact.b);
            let role = if highlights_new && point.is_new { Role::Added } else { Role::Inside };
            picture.point(role, key, flat(point.position));
        }
    }
}
