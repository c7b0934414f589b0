//! Whether the fields of a frustum belong to one form, and its camera looks somewhere.

use super::FieldError;
use crate::scene::model::FrustumForm;

/// The three forms of a frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Camera,
    Matrix,
    Planes,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Self::Camera => "eye",
            Self::Matrix => "matrix",
            Self::Planes => "planes",
        }
    }
}

impl FrustumForm {
    /// The fields that are there, with the form to which they belong.
    fn fields(&self) -> impl Iterator<Item = (&'static str, Form)> {
        let there = [
            ("eye", self.eye.is_some(), Form::Camera),
            ("rotation", self.rotation.is_some(), Form::Camera),
            ("target", self.target.is_some(), Form::Camera),
            ("up", self.up.is_some(), Form::Camera),
            ("fov_y", self.fov_y.is_some(), Form::Camera),
            ("aspect", self.aspect.is_some(), Form::Camera),
            ("near", self.near.is_some(), Form::Camera),
            ("far", self.far.is_some(), Form::Camera),
            ("matrix", self.matrix.is_some(), Form::Matrix),
            ("layout", self.layout.is_some(), Form::Matrix),
            ("depth", self.depth.is_some(), Form::Matrix),
            ("reversed", self.reversed.is_some(), Form::Matrix),
            ("infinite", self.infinite.is_some(), Form::Matrix),
            ("planes", self.planes.is_some(), Form::Planes),
        ];
        there.into_iter().filter(|(_, there, _)| *there).map(|(name, _, form)| (name, form))
    }

    /// What breaks the rules that a schema cannot say: the field, and what must be. The field is empty for the whole.
    pub(in crate::scene) fn check(&self) -> Result<(), FieldError> {
        let wrong = |field: &str, message: &str| Err((field.to_owned(), message.to_owned()));
        let Some((_, form)) = self.fields().find(|(name, form)| *name == form.name()) else {
            return wrong("", "needs `eye`, with `fov_y`, `aspect` and `near`, or `matrix`, or `planes`");
        };
        if let Some((name, _)) = self.fields().find(|(_, other)| *other != form) {
            return wrong(name, &format!("means nothing beside `{}`: a frustum has one form", form.name()));
        }
        let needed: &[&str] = match form {
            Form::Camera => &["fov_y", "aspect", "near"],
            Form::Matrix => &["layout", "depth"],
            Form::Planes => &[],
        };
        if let Some(name) = needed.iter().find(|name| !self.fields().any(|(there, _)| there == **name)) {
            return wrong("", &format!("the field `{name}` is missing beside `{}`", form.name()));
        }
        if let Some([first, others @ ..]) = &self.planes
            && others.iter().all(|other| other == first)
        {
            return wrong("planes", "must not be six times the same plane: a frustum has six sides");
        }
        self.check_camera()
    }

    fn check_camera(&self) -> Result<(), FieldError> {
        let wrong = |field: &str, message: &str| Err((field.to_owned(), message.to_owned()));
        if self.fov_y.is_some_and(|fov| fov >= 180.0) {
            return wrong("fov_y", "must be below 180 degrees");
        }
        if let (Some(near), Some(far)) = (self.near, self.far)
            && far <= near
        {
            return wrong("far", &format!("must be beyond the near plane, {near}"));
        }
        if let Some(rotation) = self.rotation {
            super::rotation(rotation, "rotation")?;
        }
        match (self.rotation, self.target, self.up) {
            (Some(_), Some(_), _) => wrong("target", "means nothing beside `rotation`"),
            (_, None, Some(_)) => wrong("up", "means nothing without `target`"),
            (_, Some(_), _) => self.check_target(),
            _ => Ok(()),
        }
    }

    /// Whether the camera looks somewhere, and not straight up.
    fn check_target(&self) -> Result<(), FieldError> {
        let (Some(eye), Some(target)) = (self.eye, self.target) else { return Ok(()) };
        let ahead = [0, 1, 2].map(|k| target[k] - eye[k]);
        let up = self.up.unwrap_or([0.0, 1.0, 0.0]);
        let size = |v: [f64; 3]| v.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let a = size(ahead);
        let u = size(up);
        if a == 0.0 {
            return Err((String::from("target"), String::from("must be another point than `eye`")));
        }
        if u == 0.0 {
            return Err((String::from("up"), String::from("must not be zero: it points nowhere")));
        }
        let p = ahead.map(|x| x / a);
        let q = up.map(|x| x / u);
        let side = [0, 1, 2].map(|k| p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
        if size(side) < 1e-9 {
            let field = if self.up.is_some() { "up" } else { "target" };
            return Err((field.to_owned(), String::from("the camera must not look along its `up`")));
        }
        Ok(())
    }
}
