//! World of a captured step for pictures: bodies, contacts, joints and constraint rows. SI units, world frame.

use contact_lens_model::answer::AuditedItem;
use contact_lens_picture::Form;
use glam::DVec3;

/// World of a captured step.
#[derive(Clone, Debug, Default)]
pub struct CapturedWorld {
    /// Bodies in the order of the capture.
    pub bodies: Vec<CapturedBody>,
    /// Contact points in the order of the capture.
    pub contacts: Vec<CapturedContact>,
    /// Joints in the order of the capture.
    pub joints: Vec<CapturedJoint>,
    /// Constraint rows in the order of the solver.
    pub rows: Vec<CapturedRow>,
    /// Friction of the contacts, as far as its impulses are captured.
    pub frictions: Vec<CapturedFriction>,
    /// Duration of the step, seconds.
    pub time_step: f64,
    /// Whether the solver states forces, N, in place of impulses, N s.
    pub has_forces: bool,
}

/// A body of a captured step.
#[derive(Clone, Debug)]
pub struct CapturedBody {
    /// Name of the body in the capture.
    pub name: String,
    /// Drawn forms at the pose before the step; empty if the shape cannot be drawn.
    pub forms: Vec<Form>,
    /// Center of mass before the step, meters.
    pub center: DVec3,
    /// Mass, kg; `None` for a body that is not dynamic, and if unknown.
    pub mass: Option<f64>,
    /// Velocities of the center of mass.
    pub velocities: BodyVelocities,
    /// Impulse of gravity and of external forces over the step, N s.
    pub applied_impulse: DVec3,
}

/// Velocities of a body's center of mass, m/s; `None` if they are not captured.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyVelocities {
    /// Velocity before the step.
    pub before: Option<DVec3>,
    /// Velocity after the step.
    pub after: Option<DVec3>,
}

/// A contact point of a captured step.
#[derive(Clone, Copy, Debug)]
pub struct CapturedContact {
    /// Indices of both bodies; `None` for an unknown name.
    pub bodies: [Option<usize>; 2],
    /// Point on the surface of the first body, meters.
    pub on_a: DVec3,
    /// Point on the surface of the second body, meters.
    pub on_b: DVec3,
    /// Captured normal, from the first body to the second.
    pub normal: DVec3,
    /// Signed distance along the normal, meters; negative in overlap.
    pub gap: f64,
    /// Coefficient of friction in the first direction; `None` if not captured.
    pub friction: Option<f64>,
    /// Normal impulse on the second body, N s; `None` if not captured.
    pub impulse: Option<f64>,
    /// Friction impulse on the second body, N s; `None` if not captured.
    pub friction_impulse: Option<DVec3>,
}

/// Friction of a contact, or of one friction row with a bound of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapturedFriction {
    /// Index of the contact.
    pub contact: usize,
    /// Index of the friction row; `None` if all directions of the contact share one bound.
    pub row: Option<usize>,
    /// Normal impulse, N s; negative if the contact pulls.
    pub normal: f64,
    /// Friction impulse on the second body, N s: along the row, or its length.
    pub friction: f64,
    /// Coefficient of friction: the largest friction impulse per normal impulse.
    pub coefficient: f64,
    /// Relative velocity of the surfaces after the step, m/s; `None` if a velocity is not captured.
    pub slip: Option<Slip>,
}

/// Relative velocity of two surfaces at a contact: of the second body relative to the first, without its normal part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// Speed of the slip, m/s.
    pub speed: f64,
    /// Component along the friction impulse on the second body, m/s; negative if friction brakes.
    pub along: f64,
}

/// A joint of a captured step.
#[derive(Clone, Debug)]
pub struct CapturedJoint {
    /// Name or kind of the joint; may be empty.
    pub name: String,
    /// Indices of both bodies; `None` for an unknown name.
    pub bodies: [Option<usize>; 2],
    /// Anchors on both bodies before the step, meters; `None` if not captured.
    pub anchors: [Option<DVec3>; 2],
}

/// A constraint row of a captured step.
#[derive(Clone, Debug)]
pub struct CapturedRow {
    /// Index of the contact to which the row belongs.
    pub contact: Option<usize>,
    /// Index of the joint to which the row belongs.
    pub joint: Option<usize>,
    /// Part of the contact or joint: `friction 1`; may be empty.
    pub part: String,
    /// Indices of both bodies; `None` without a body.
    pub bodies: [Option<usize>; 2],
    /// Linear parts of the Jacobian for both bodies; zero in generalized coordinates.
    pub linear: [DVec3; 2],
    /// Impulse after the solve, N s; `None` if not captured.
    pub impulse: Option<f64>,
}

impl CapturedContact {
    /// Middle between both surfaces, meters.
    pub fn middle(&self) -> DVec3 {
        self.on_a.midpoint(self.on_b)
    }
}

impl CapturedWorld {
    /// Unit of the impulses, or of the forces in their place.
    pub(super) fn impulse_unit(&self) -> &'static str {
        if self.has_forces { "N" } else { "N s" }
    }

    /// Index of the body with this name.
    pub(super) fn body_index(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// Index of the contact that an item is about: its own, or that of its row.
    pub(super) fn contact_of(&self, item: &AuditedItem) -> Option<usize> {
        let of_row = item.row.and_then(|row| self.rows.get(row)?.contact);
        item.contact.or(of_row).filter(|contact| *contact < self.contacts.len())
    }

    /// Friction of an item: that of its row, otherwise that of its contact; `None` if it is not captured.
    pub(super) fn friction_of(&self, item: &AuditedItem) -> Option<&CapturedFriction> {
        let of_row = item.row.and_then(|row| self.frictions.iter().find(|friction| friction.row == Some(row)));
        let contact = self.contact_of(item)?;
        of_row.or_else(|| self.frictions.iter().find(|friction| friction.contact == contact))
    }

    /// Index of the joint that an item is about: its own, or that of its row.
    pub(super) fn joint_of(&self, item: &AuditedItem) -> Option<usize> {
        let of_row = item.row.and_then(|row| self.rows.get(row)?.joint);
        item.joint.or(of_row).filter(|joint| *joint < self.joints.len())
    }

    /// Indices of the bodies that an item is about, at most two.
    pub(super) fn bodies_of(&self, item: &AuditedItem) -> Vec<usize> {
        if let Some(body) = &item.body {
            return self.body_index(body).into_iter().collect();
        }
        if let Some(pair) = &item.pair {
            return pair.iter().filter_map(|name| self.body_index(name)).collect();
        }
        let of_contact = self.contact_of(item).map(|contact| self.contacts[contact].bodies);
        let of_joint = self.joint_of(item).map(|joint| self.joints[joint].bodies);
        let of_row = item.row.and_then(|row| Some(self.rows.get(row)?.bodies));
        of_contact.or(of_joint).or(of_row).into_iter().flatten().flatten().collect()
    }

    /// Least and greatest corner of everything that is drawn, meters; `None` if nothing is.
    pub(super) fn extent(&self) -> Option<[DVec3; 2]> {
        let mut points: Vec<DVec3> = self.contacts.iter().map(CapturedContact::middle).collect();
        for body in &self.bodies {
            let corners = body.forms.iter().filter_map(|form| match form {
                Form::Solid(solid) => Some(solid.vertices.as_slice()),
                _ => None,
            });
            points.extend(corners.flatten());
        }
        let low = points.iter().copied().reduce(DVec3::min)?;
        let high = points.iter().copied().reduce(DVec3::max)?;
        Some([low, high])
    }
}
