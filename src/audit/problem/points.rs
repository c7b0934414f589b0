//! Points of contacts on both bodies.

use contact_lens_engine::glam::DVec3;

use crate::capture::Contact;

/// Points of a contact on both bodies.
#[derive(Clone, Copy, Debug)]
pub struct ContactPoints {
    /// Point on the surface of a.
    pub on_a: DVec3,
    /// Point on the surface of b.
    pub on_b: DVec3,
    /// Whether the capture gives both points, not only their middle.
    pub exact: bool,
}

/// Points of a contact on both bodies; `None` if the capture gives none.
pub fn points_of(contact: &Contact) -> Option<ContactPoints> {
    if let (Some(on_a), Some(on_b)) = (contact.on_a, contact.on_b) {
        return Some(ContactPoints { on_a: DVec3::from(on_a), on_b: DVec3::from(on_b), exact: true });
    }
    let half = DVec3::from(contact.normal) * (0.5 * contact.gap);
    let middle = DVec3::from(contact.position?);
    Some(ContactPoints { on_a: middle - half, on_b: middle + half, exact: false })
}
