//! World marks of the contact points, with the normals and tangents of their rows.

use glam::DVec2;

use super::{MAX_SHAPES, Scene, flat};
use crate::lesson::dynamics::shown_rows::ShownRows;
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::{ConstraintSource, Phase, World};

/// Length of a normal, in body sizes.
const NORMAL_LENGTH: f64 = 0.9;

/// Length of a tangent, in body sizes: shorter than a normal, so that the two are not confused.
const TANGENT_LENGTH: f64 = 0.6;

impl Scene {
    /// Adds the contact points in the steps that detect, match, or prepare contacts.
    pub(super) fn add_contact_points(&self, picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
        match shows.phase {
            Some(Phase::Detect) => add_points(picture, world, PointColors::Alike),
            Some(Phase::Match) => add_points(picture, world, PointColors::NewOnes),
            Some(Phase::Approach) => {
                add_points(picture, world, PointColors::Alike);
                self.add_normals(picture, shows);
            }
            Some(Phase::Prepare) if !shows.colored => {
                add_points(picture, world, PointColors::Alike);
                self.add_axes(picture, world);
            }
            _ => {}
        }
    }

    /// Adds the normals of the contact points, which the next solve uses.
    fn add_normals(&self, picture: &mut Picture, shows: &ShownRows<'_>) {
        let Some(solve) = shows.next_solve else { return };
        for (i, [at, normal]) in solve.normals.iter().enumerate().take(MAX_SHAPES) {
            self.add_axis(picture, (Role::Normal, "n"), *at, *normal * NORMAL_LENGTH, i == 0);
        }
    }

    /// Adds the normal and the tangent of each contact point; the first ones have names.
    fn add_axes(&self, picture: &mut Picture, world: &World) {
        // For tangents (0) and normals (1).
        let mut is_first = [true; 2];
        for row in world.constraints.iter().take(2 * MAX_SHAPES) {
            let (ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point }) =
                row.source
            else {
                continue;
            };
            let at = world.contacts[contact as usize].points[usize::from(point)].position;
            let linear = row.jacobian[0].linear;
            let is_normal = matches!(row.source, ConstraintSource::Normal { .. });
            let is_first_of_kind = &mut is_first[usize::from(is_normal)];
            if is_normal {
                self.add_axis(picture, (Role::Normal, "n"), at, linear * NORMAL_LENGTH, *is_first_of_kind)
            } else {
                self.add_axis(picture, (Role::Axis, "t"), at, linear * TANGENT_LENGTH, *is_first_of_kind)
            }
            *is_first_of_kind = false;
        }
    }

    /// Adds an axis at a contact point, with its name if `is_named`.
    fn add_axis(
        &self,
        picture: &mut Picture,
        (role, name): (Role, &'static str),
        at: DVec2,
        axis: DVec2,
        is_named: bool,
    ) {
        let tip = at + axis * self.size;
        picture.arrow(role, name, flat(at), flat(tip));
        if is_named {
            picture.label(role, name, flat(tip), name);
        }
    }
}

/// Colors of the contact points.
enum PointColors {
    /// All points alike.
    Alike,
    /// New points, which did not exist in the last solve, in another color.
    NewOnes,
}

/// Adds the contact points.
fn add_points(picture: &mut Picture, world: &World, colors: PointColors) {
    let shows_new = matches!(colors, PointColors::NewOnes);
    for contact in world.contacts.iter().take(MAX_SHAPES) {
        for point in &contact.points {
            let key = format!("contact/{}/{}", contact.a, contact.b);
            let role = if shows_new && point.is_new { Role::Added } else { Role::Inside };
            picture.point(role, key, flat(point.position));
        }
    }
}
