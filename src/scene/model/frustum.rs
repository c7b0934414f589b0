//! What cameras see: frusta of a scene, in any of three forms.

use serde::{Deserialize, Serialize};

use crate::ask::{DepthRange, MatrixLayout};
use crate::scene::rules::{self, Breach};

/// What a camera sees, to cull bodies by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct Frustum {
    /// Unique among the frusta of the scene.
    #[schemars(length(min = 1, max = 200))]
    pub name: String,
    /// Its planes.
    #[serde(flatten)]
    pub form: FrustumForm,
}

/// The planes of a frustum: by a camera (`eye`, `fov_y`, `aspect`, `near`), by a `matrix`, or the `planes` themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
#[schemars(extend("additionalProperties" = false))]
pub struct FrustumForm {
    /// Where the camera stands, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eye: Option<[f64; 3]>,
    /// Quaternion x, y, z, w from the camera's axes to the world's: the camera looks along its own −z, y is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f64; 4]>,
    /// What the camera looks at, meters, in place of a rotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<[f64; 3]>,
    /// Which way is up on the screen of a camera with a target; (0, 1, 0) if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<[f64; 3]>,
    /// The angle between bottom and top, degrees, below 180.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub fov_y: Option<f64>,
    /// Width of the screen over its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub aspect: Option<f64>,
    /// Distance of the near plane from the eye, meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0))]
    pub near: Option<f64>,
    /// That of the far plane; there is none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub far: Option<f64>,
    /// A projection, or view and projection multiplied: its rows one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f64; 16]>,
    /// On which side of the matrix points stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<MatrixLayout>,
    /// The depths that the matrix lets through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthRange>,
    /// Whether the near plane has the largest depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversed: Option<bool>,
    /// Whether the matrix has no far plane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<bool>,
    /// Left, right, bottom, top, near and far plane as a, b, c, d with ax + by + cz + d ≥ 0 inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planes: Option<[[f64; 4]; 6]>,
}

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
    pub(in crate::scene) fn check(&self) -> Result<(), Breach> {
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

    fn check_camera(&self) -> Result<(), Breach> {
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
            rules::rotation(rotation, "rotation")?;
        }
        match (self.rotation, self.target, self.up) {
            (Some(_), Some(_), _) => wrong("target", "means nothing beside `rotation`"),
            (_, None, Some(_)) => wrong("up", "means nothing without `target`"),
            (_, Some(_), _) => self.check_target(),
            _ => Ok(()),
        }
    }

    /// Whether the camera looks somewhere, and not straight up.
    fn check_target(&self) -> Result<(), Breach> {
        let (Some(eye), Some(target)) = (self.eye, self.target) else { return Ok(()) };
        let ahead = [0, 1, 2].map(|k| target[k] - eye[k]);
        let up = self.up.unwrap_or([0.0, 1.0, 0.0]);
        let size = |v: [f64; 3]| v.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let (a, u) = (size(ahead), size(up));
        if a == 0.0 {
            return Err((String::from("target"), String::from("must be another point than `eye`")));
        }
        if u == 0.0 {
            return Err((String::from("up"), String::from("must not be zero: it points nowhere")));
        }
        let (p, q) = (ahead.map(|x| x / a), up.map(|x| x / u));
        let side = [0, 1, 2].map(|k| p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]);
        if size(side) < 1e-9 {
            let field = if self.up.is_some() { "up" } else { "target" };
            return Err((field.to_owned(), String::from("the camera must not look along its `up`")));
        }
        Ok(())
    }
}
