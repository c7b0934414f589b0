//! Selected body or frustum, and the edits that drags of its handles make.

use glam::{DQuat, DVec3};

use crate::app::files::edit::{self, Edit};
use crate::app::state::State;
use crate::play::frusta;
use crate::scene::model::{FrustumForm, Shape};

/// Selected body or frustum, now or at the start of a drag.
#[derive(Clone, Debug)]
pub(super) enum Selected {
    /// Body of the scene.
    Body {
        /// Index of the body.
        index: usize,
        /// Unit quaternion from the body's frame to the world.
        rotation: DQuat,
        /// Shape of the body.
        shape: Shape,
    },
    /// Frustum of the scene.
    Frustum {
        /// Index of the frustum.
        index: usize,
        /// Camera or planes of the frustum.
        form: Box<FrustumForm>,
    },
}

impl Selected {
    /// Selected body or frustum, and the center of its handles, world, meters; `None` without one in this frame.
    pub fn of_selection(state: &State) -> Option<(Self, DVec3)> {
        let scene = &state.doc.scene;
        if let Some(index) = state.focus.frustum
            && let Some(frustum) = scene.frusta.get(index)
        {
            let center = frusta::reference_point(&frustum.form, &frusta::in_world(&frustum.form).ok()?);
            return Some((Self::Frustum { index, form: Box::new(frustum.form.clone()) }, center));
        }
        let index = state.focus.body?;
        let body = scene.bodies.get(index)?;
        if scene.is_gone(body, state.focus.frame) {
            return None;
        }
        let (position, rotation) = scene.pose(body, state.focus.frame);
        let rotation = DQuat::from_array(rotation).normalize();
        Some((Self::Body { index, rotation, shape: body.shape.clone() }, DVec3::from(position)))
    }

    /// Whether both are the body or the frustum with the same index.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Body { index, .. }, Self::Body { index: other, .. })
            | (Self::Frustum { index, .. }, Self::Frustum { index: other, .. }) => index == other,
            (Self::Body { .. }, Self::Frustum { .. }) | (Self::Frustum { .. }, Self::Body { .. }) => false,
        }
    }

    /// Whether the scale handle has an effect: on every body, and on frusta that are cameras with an angle of view.
    pub fn can_scale(&self) -> bool {
        !matches!(self, Self::Frustum { form, .. } if form.fov_y.is_none())
    }

    /// Edit that multiplies the size of the body, or the angle of view of the frustum, by `factor`.
    pub fn edit_of_scale(&self, factor: f64) -> Edit {
        match self {
            Self::Body { index, shape, .. } => Edit::Shape(*index, edit::scaled(shape, factor)),
            Self::Frustum { index, form } => Edit::Frustum(*index, Box::new(frusta::widened(form, factor))),
        }
    }

    /// The body's own axes along which it can be scaled: index of the axis, and its direction in the world.
    pub fn own_axes(&self) -> Vec<(usize, DVec3)> {
        let Self::Body { rotation, shape, .. } = self else { return Vec::new() };
        let axes = DVec3::AXES.into_iter().enumerate();
        axes.filter(|(k, _)| edit::scaled_along(shape, *k, 1.0).is_some())
            .map(|(k, axis)| (k, *rotation * axis))
            .collect()
    }

    /// Edit that scales the body along one of its own axes; `None` for a frustum and for shapes without that scaling.
    pub fn edit_of_scale_along(&self, axis: usize, factor: f64) -> Option<Edit> {
        let Self::Body { index, shape, .. } = self else { return None };
        Some(Edit::Shape(*index, edit::scaled_along(shape, axis, factor)?))
    }

    /// Edit that rotates the body or frustum by `added` about `from` and then moves that point to `position`.
    pub fn edit_of_motion(&self, from: DVec3, added: DQuat, position: DVec3, frame: usize) -> Edit {
        match self {
            Self::Body { index, rotation, .. } => {
                // A product with the identity could change the last bits of the rotation.
                let rotation = if added == DQuat::IDENTITY { *rotation } else { added * *rotation };
                Edit::Pose { body: *index, frame, position: position.to_array(), rotation: rotation.to_array() }
            }
            Self::Frustum { index, form } => {
                let motion = frusta::Motion { pivot: from, rotation: added, translation: position - from };
                Edit::Frustum(*index, Box::new(frusta::moved(form, &motion)))
            }
        }
    }
}
