//! Checks of frusta: the fields of exactly one form, all that the form needs, and a valid camera.

use super::{FieldError, fail};
use crate::limits::ANGLE_OF_VIEW;
use crate::model::FrustumForm;

/// Lower limit of the cross product of the camera's direction and `up`, by its largest component, where both are scaled
/// to a largest component of 1. Below it, at an angle of about 1e-9 rad, the two count as parallel.
const MIN_CROSS_PRODUCT: f64 = 1e-9;

/// Form of a frustum's description.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Eye, rotation or target, angle of view, aspect ratio and the distances of the near and far plane.
    Camera,
    /// Projection matrix, or product of view and projection.
    Matrix,
    /// Six planes, one per side.
    Planes,
}

impl Form {
    /// The field that every frustum of this form has.
    fn name(self) -> &'static str {
        match self {
            Self::Camera => "eye",
            Self::Matrix => "matrix",
            Self::Planes => "planes",
        }
    }
}

/// Field of a frustum.
struct FormField {
    name: &'static str,
    /// Form to which the field belongs.
    form: Form,
    /// Whether the frustum has the field.
    is_present: bool,
}

impl FrustumForm {
    /// The fields that the frustum has.
    fn fields(&self) -> impl Iterator<Item = FormField> {
        let fields = [
            FormField { name: "eye", form: Form::Camera, is_present: self.eye.is_some() },
            FormField { name: "rotation", form: Form::Camera, is_present: self.rotation.is_some() },
            FormField { name: "target", form: Form::Camera, is_present: self.target.is_some() },
            FormField { name: "up", form: Form::Camera, is_present: self.up.is_some() },
            FormField { name: "fov_y", form: Form::Camera, is_present: self.fov_y.is_some() },
            FormField { name: "aspect", form: Form::Camera, is_present: self.aspect.is_some() },
            FormField { name: "near", form: Form::Camera, is_present: self.near.is_some() },
            FormField { name: "far", form: Form::Camera, is_present: self.far.is_some() },
            FormField { name: "matrix", form: Form::Matrix, is_present: self.matrix.is_some() },
            FormField { name: "layout", form: Form::Matrix, is_present: self.layout.is_some() },
            FormField { name: "depth", form: Form::Matrix, is_present: self.depth.is_some() },
            FormField { name: "reversed", form: Form::Matrix, is_present: self.reversed.is_some() },
            FormField { name: "infinite", form: Form::Matrix, is_present: self.infinite.is_some() },
            FormField { name: "planes", form: Form::Planes, is_present: self.planes.is_some() },
        ];
        fields.into_iter().filter(|field| field.is_present)
    }

    /// Checks the rules that the schema cannot express. The path of an error starts at the frustum; empty for the
    /// frustum as a whole.
    pub(crate) fn check(&self) -> Result<(), FieldError> {
        let Some(FormField { form, .. }) = self.fields().find(|field| field.name == field.form.name()) else {
            let forms = "`eye` (with `fov_y`, `aspect`, `near`), `matrix` (with `layout`, `depth`) or `planes`";
            return fail("", format!("needs {forms}"));
        };
        if let Some(foreign) = self.fields().find(|field| field.form != form) {
            return fail(foreign.name, format!("cannot be combined with `{}`: a frustum has one form", form.name()));
        }
        let needed: &[&str] = match form {
            Form::Camera => &["fov_y", "aspect", "near"],
            Form::Matrix => &["layout", "depth"],
            Form::Planes => &[],
        };
        if let Some(name) = needed.iter().find(|name| !self.fields().any(|field| field.name == **name)) {
            return fail("", format!("the field `{name}` is missing; `{}` needs it", form.name()));
        }
        if let Some([first, others @ ..]) = &self.planes
            && others.iter().all(|other| other == first)
        {
            return fail("planes", "must not be the same plane six times: a frustum has six different sides");
        }
        self.check_camera()
    }

    /// Checks the fields of a camera: angle, far plane and direction.
    fn check_camera(&self) -> Result<(), FieldError> {
        if let Some(fov) = self.fov_y.filter(|fov| *fov >= ANGLE_OF_VIEW) {
            return fail("fov_y", format!("must be below 180 degrees, but is {fov}"));
        }
        if let (Some(near), Some(far)) = (self.near, self.far)
            && far <= near
        {
            return fail("far", format!("must be greater than `near`, {near}, but is {far}"));
        }
        if let Some(rotation) = self.rotation {
            super::check_rotation(rotation, "rotation")?;
        }
        if self.rotation.is_some() && self.target.is_some() {
            return fail("target", "cannot be combined with `rotation`: both give the camera's direction");
        }
        if self.up.is_some() && self.target.is_none() {
            return fail("up", "has no effect without `target`");
        }
        self.check_target()
    }

    /// Checks that the direction from the eye to the target, if there is one, is not zero and not parallel to `up`.
    fn check_target(&self) -> Result<(), FieldError> {
        let (Some(eye), Some(target)) = (self.eye, self.target) else { return Ok(()) };
        let ahead = [0, 1, 2].map(|axis| target[axis] - eye[axis]);
        let up = self.up.unwrap_or([0.0, 1.0, 0.0]);
        // Scaled, so that no product overflows.
        let ahead_scale = largest_component(ahead);
        let up_scale = largest_component(up);
        if ahead_scale == 0.0 {
            return fail("target", "must differ from `eye`");
        }
        if up_scale == 0.0 {
            return fail("up", "must not be the zero vector");
        }
        let side = cross_product(ahead.map(|x| x / ahead_scale), up.map(|x| x / up_scale));
        if largest_component(side) < MIN_CROSS_PRODUCT {
            if self.up.is_some() {
                return fail("up", "must not be parallel to the direction from `eye` to `target`");
            }
            return fail("target", "must not be straight above or below `eye` without `up`, which is +y if absent");
        }
        Ok(())
    }
}

/// Largest absolute component of a vector.
fn largest_component(v: [f64; 3]) -> f64 {
    v.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()))
}

/// Returns the cross product of two vectors.
fn cross_product(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| a[(axis + 1) % 3] * b[(axis + 2) % 3] - a[(axis + 2) % 3] * b[(axis + 1) % 3])
}
