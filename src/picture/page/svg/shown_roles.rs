//! Roles that the panes of a document show so far. The legend lists only roles whose marks can be found in a pane and
//! are not named there.

use std::collections::BTreeSet;

use super::Svg;
use crate::Role;
use crate::flat::Draw;

/// Roles of the shapes and words drawn so far.
#[derive(Default)]
pub(super) struct ShownRoles {
    /// Roles with a mark that is visible in a pane.
    drawn: BTreeSet<Role>,
    /// Roles with a filled face that is visible, not edge-on, in a pane.
    faces: BTreeSet<Role>,
    /// Roles whose name is written next to their marks.
    named: BTreeSet<Role>,
    /// Roles with a label next to their marks.
    labeled: BTreeSet<Role>,
}

impl ShownRoles {
    /// Records a visible shape of a role.
    pub(super) fn record_item(&mut self, role: Role, draw: &Draw) {
        self.drawn.insert(role);
        if draw.is_broad_face() {
            self.faces.insert(role);
        }
    }
}

impl Svg {
    /// Whether a mark of this role is visible in a pane; any group counts for all groups.
    pub(crate) fn has_drawn(&self, role: Role) -> bool {
        self.roles.drawn.contains(&role) || role.is_group() && self.roles.drawn.iter().any(|role| role.is_group())
    }

    /// Whether a filled face of this role is visible and not edge-on in a pane; always true for groups.
    pub(crate) fn has_face_of(&self, role: Role) -> bool {
        self.roles.faces.contains(&role) || role.is_group()
    }

    /// Records that the name of a role is written next to its marks.
    pub(crate) fn record_name(&mut self, role: Role) {
        self.roles.named.insert(role);
    }

    /// Records that a mark of this role has a label.
    pub(crate) fn record_label(&mut self, role: Role) {
        self.roles.labeled.insert(role);
    }

    /// Whether a mark of this role has a label in any pane.
    pub(crate) fn has_label_of(&self, role: Role) -> bool {
        self.roles.labeled.contains(&role)
    }

    /// Whether the name of a role is written next to its marks in any pane.
    pub(crate) fn has_name_of(&self, role: Role) -> bool {
        self.roles.named.contains(&role)
    }
}
