//! World marks of the contact points, with the normals and tangents of their rows.

use glam::DVec2;

use super::{MANY, Scene, flat};
use crate::lesson::dynamics::shown_rows::ShownRows;
use crate::picture::{Picture, Role};
use crate::snapshot::dynamics::{ConstraintSource, Phase, World};

/// Length of a normal, in body sizes.
const NORMAL: f64 = 0.9;

/// Length of a tangent, in body sizes: shorter than a normal, so that the two are not confused.
const TANGENT: f64 = 0.6;

impl Scene {
    /// Adds the contact points in the steps that are about them.
    pub(super) fn contact_points(&self, picture: &mut Picture, shows: &ShownRows<'_>, world: &World) {
        match shows.phase {
            Some(Phase::Detect) => points(picture, world, false),
            Some(Phase::Match) => points(picture, world, true),
            Some(Phase::Approach) => {
                points(picture, world, false);
                self.normals(picture, shows);
            }
            Some(Phase::Prepare) if !shows.colored => {
                points(picture, world, false);
                self.axes(picture, world);
            }
            _ => {}
        }
    }

    /// Adds the normals of the contact points, which the next solve uses.
    fn normals(&self, picture: &mut Picture, shows: &ShownRows<'_>) {
        let Some(solve) = shows.next_solve else { return };
        for (i, [at, normal]) in solve.normals.iter().enumerate().take(MANY) {
            self.axis_arrow(picture, (Role::Normal, "n"), *at, *normal * NORMAL, i == 0);
        }
    }

    /// Adds the normal and the tangent of each contact point; the first ones have names.
    fn axes(&self, picture: &mut Picture, world: &World) {
        let mut is_first = [true; 2];
        for row in world.constraints.iter().take(2 * MANY) {
            let (ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point }) =
                row.source
            else {
                continue;
            };
            let at = world.contacts[contact as usize].points[usize::from(point)].position;
            let linear = row.jacobian[0].linear;
            let is_normal = matches!(row.source, ConstraintSource::Normal { .. });
            let first = &mut is_first[usize::from(is_normal)];
            if is_normal {
                self.axis_arrow(picture, (Role::Normal, "n"), at, linear * NORMAL, *first)
            } else {
                self.axis_arrow(picture, (Role::Axis, "t"), at, linear * TANGENT, *first)
            }
            *first = false;
        }
    }

    /// Adds an axis at a contact point, with its name if `is_named`.
    fn axis_arrow(
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

/// Adds the contact points; `tells_new` distinguishes those that the last solve phase not have.
fn points(picture: &mut Picture, world: &World, tells_new: bool) {
    for contact in world.contacts.iter().take(MANY) {
        for point in &contact.points {
            let key = format!("contact/{}/{}", contact.a, contact.b);
            let role = if tells_new && point.is_new { Role::Added } else { Role::Inside };
            picture.point(role, key, flat(point.position));
        }
    }
}
