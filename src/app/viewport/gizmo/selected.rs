//! Body or frustum that the handles are on, and the edits of the scene that drags of the handles make.

use contact_lens_play::frusta;
use contact_lens_scene::model::{FrustumForm, Shape};
use glam::{DQuat, DVec3};

use crate::files::edit::{self, Edit};
use crate::state::State;

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

/// Selected body or frustum, and the place of its handles.
pub(super) struct PlacedSelection {
    pub selected: Selected,
    /// Center of the handles, world, meters.
    pub center: DVec3,
}

/// Axis of a body's frame along which the body can be scaled.
pub(super) struct BodyAxis {
    /// 0, 1, 2 for x, y, z.
    pub index: usize,
    /// Unit vector in the world.
    pub direction: DVec3,
}

impl Selected {
    /// Selected body or frustum in the current frame; `None` when nothing is selected, and for a body that is absent.
    pub fn of_selection(state: &State) -> Option<PlacedSelection> {
        let scene = &state.doc.scene;
        if let Some(index) = state.focus.frustum
            && let Some(frustum) = scene.frusta.get(index)
        {
            let center = frusta::reference_point(&frustum.form, &frusta::in_world(&frustum.form).ok()?);
            let selected = Self::Frustum { index, form: Box::new(frustum.form.clone()) };
            return Some(PlacedSelection { selected, center });
        }
        let index = state.focus.body?;
        let body = scene.bodies.get(index)?;
        if scene.is_gone(body, state.focus.frame) {
            return None;
        }
        let (position, rotation) = scene.pose(body, state.focus.frame);
        let rotation = DQuat::from_array(rotation).normalize();
        let selected = Self::Body { index, rotation, shape: body.shape.clone() };
        Some(PlacedSelection { selected, center: DVec3::from(position) })
    }

    /// Whether both are the same body or the same frustum, by index.
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

    /// Axes of the body's frame along which it can be scaled; none for a frustum.
    pub fn scalable_axes(&self) -> Vec<BodyAxis> {
        let Self::Body { rotation, shape, .. } = self else { return Vec::new() };
        let mut axes = Vec::new();
        for (index, axis) in DVec3::AXES.into_iter().enumerate() {
            if edit::scaled_along(shape, index, 1.0).is_some() {
                axes.push(BodyAxis { index, direction: *rotation * axis });
            }
        }
        axes
    }

    /// Edit that scales the body by `factor` along the axis of its frame with the index `axis`; `None` for a frustum
    /// and for shapes without that scaling.
    pub fn edit_of_scale_along(&self, axis: usize, factor: f64) -> Option<Edit> {
        let Self::Body { index, shape, .. } = self else { return None };
        Some(Edit::Shape(*index, edit::scaled_along(shape, axis, factor)?))
    }

    /// Edit that rotates the body or frustum by `added` about `pivot`, the center of its handles, and then moves that
    /// point to `position`; both are in the world, meters. The pose of a body changes in the frame `frame` only.
    pub fn edit_of_motion(&self, pivot: DVec3, added: DQuat, position: DVec3, frame: usize) -> Edit {
        match self {
            Self::Body { index, rotation, .. } => {
                // A product with the identity could change the last bits of the rotation.
                let rotation = if added == DQuat::IDENTITY { *rotation } else { added * *rotation };
                Edit::Pose { body: *index, frame, position: position.to_array(), rotation: rotation.to_array() }
            }
            Self::Frustum { index, form } => {
                let motion = frusta::Motion { pivot, rotation: added, translation: position - pivot };
                Edit::Frustum(*index, Box::new(frusta::moved(form, &motion)))
            }
        }
    }
}
