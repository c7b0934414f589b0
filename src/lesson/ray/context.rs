//! Context of the lessons of rays: the ray, the body at which it is cast, and the backdrop.

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::{Finding, Shown, number};
use contact_lens_picture::{Bounds, Picture, Role};
use glam::DVec3;

use crate::{Backdrop, Context, Scenery, Sentence, Verdict, WORLD};

/// Length of the drawn ray beyond the body, in diagonals of the body.
const BEYOND_BODY: f64 = 0.35;

/// Ray and body of a query, as a lesson needs them.
pub struct RayData {
    /// Name of the body.
    pub name: String,
    /// Origin of the ray, world, meters.
    pub origin: DVec3,
    /// Direction of the ray, world, of any length but 0.
    pub direction: DVec3,
    /// Parameter of the ray's end.
    pub t_max: f64,
    /// Whether the scene is in the plane.
    pub planar: bool,
    /// The body and the bodies that the query is not about.
    pub scenery: Scenery,
}

/// Length of the drawn ray beyond the hit and the exit, as a fraction of their parameters.
const BEYOND_HIT: f64 = 0.2;

/// Ray and body with the parts of both that are drawn.
pub struct RayContext {
    /// Ray and body of the query.
    data: RayData,
    /// Parameter up to which the ray must be drawn: beyond the hit and the exit.
    least_end: f64,
    /// Backdrop with the ray; made when it is first drawn.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for RayContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = self.data.scenery.pictures.clone();
            self.add_ray(pictures.edit(WORLD));
            Arc::new(Backdrop { pictures })
        }))
    }
}

impl RayContext {
    /// Context of a query.
    pub fn new(data: RayData) -> Self {
        Self { data, least_end: 0.0, backdrop: OnceLock::new() }
    }

    /// This context with a ray that is drawn beyond the hit and the exit of a verdict.
    pub(super) fn showing(self, verdict: &Verdict) -> Self {
        let Finding::Ray(finding) = &verdict.finding else { return self };
        let last = finding.exit.or(finding.t).unwrap_or_default();
        Self { least_end: (1.0 + BEYOND_HIT) * last, ..self }
    }

    /// Name of the body in a sentence.
    pub fn body(&self) -> Sentence {
        Sentence::body(self.data.name.as_str(), Role::ShapeA)
    }

    /// Whether the scene is in the plane.
    pub fn is_planar(&self) -> bool {
        self.data.planar
    }

    /// Parameter of the ray's end.
    pub fn t_max(&self) -> f64 {
        self.data.t_max
    }

    /// Direction of the ray, world, of any length but 0.
    pub fn direction(&self) -> DVec3 {
        self.data.direction
    }

    /// Point of the ray's line at `t`, world, meters.
    pub fn at(&self, t: f64) -> DVec3 {
        self.data.origin + t * self.data.direction
    }

    /// Text of a point, with two coordinates in the plane.
    pub fn point(&self, p: DVec3) -> Shown {
        if self.data.planar { number::point_in_plane(p) } else { number::point(p) }
    }

    /// Text of a vector, with two coordinates in the plane.
    pub fn vector(&self, v: DVec3) -> Shown {
        if self.data.planar { number::vector_in_plane(v) } else { number::vector(v) }
    }

    /// Bounds of the drawn body, world.
    fn body_bounds(&self) -> Bounds {
        let marks = self.data.scenery.pictures.of(WORLD).marks.iter();
        let of_body =
            Picture { marks: marks.filter(|mark| mark.role == Role::ShapeA).cloned().collect(), ..Picture::default() };
        Bounds::of(&of_body)
    }

    /// Size of the body's drawing, meters; 1 m for a body without extent.
    pub fn size(&self) -> f64 {
        let diagonal = self.body_bounds().diagonal();
        if diagonal > 0.0 && diagonal.is_finite() { diagonal } else { 1.0 }
    }

    /// Parameter at which the drawn ray ends: that of the ray, or a little beyond the body.
    pub fn drawn_end(&self) -> f64 {
        let bounds = self.body_bounds();
        let speed = self.data.direction.length();
        let center = bounds.center().unwrap_or(self.data.origin);
        let to_center = (center - self.data.origin).length();
        let beyond = (to_center + (0.5 + BEYOND_BODY) * self.size()) / speed;
        if beyond.is_finite() { self.data.t_max.min(beyond.max(self.least_end)) } else { self.data.t_max }
    }

    /// Whether a parameter is on the drawn ray.
    pub fn is_drawn(&self, t: f64) -> bool {
        (0.0..=self.drawn_end()).contains(&t)
    }

    /// Adds the ray as an arrow from its origin.
    fn add_ray(&self, world: &mut Picture) {
        let end = self.at(self.drawn_end());
        if end != self.data.origin {
            world.arrow(Role::Axis, "ray", self.data.origin, end);
        }
        world.point(Role::Axis, "o", self.data.origin);
        world.label(Role::Axis, "o", self.data.origin, "o: t = 0");
    }
}
