//! [`View`]s of a lesson, the panes of the window and of figures, and [`Pictures`], the marks of a beat by view.

use contact_lens_picture::{Bounds, Camera, Key, Mark, Picture, Role, Up};
use glam::DVec3;

pub use contact_lens_picture::ViewKind;

/// Id of the view of the bodies in the world.
pub const WORLD: &str = "world";

/// Id of the configuration space view: the difference `A − B` around the origin.
pub const CSO: &str = "cso";

/// Id of the view of the sphere of directions.
pub const SPHERE: &str = "sphere";

/// One view of a lesson: a docked tile of the window, a pane of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Id in scene files, on the command line and in [`Pictures`]: `world`.
    pub id: &'static str,
    /// Title above the view: `configuration space`.
    pub title: &'static str,
    /// Meaning of the coordinates, which decides the camera.
    pub kind: ViewKind,
    /// Whether the view is hidden until the user opens it, because it shows the data of the views before it in another
    /// form.
    pub aside: bool,
    /// Whether figures always show the view, and the window hides it until the user opens it, since the window's tables
    /// and plot show similar data. Such views follow the docked ones.
    pub in_figures: bool,
    /// Whether a figure places the view below the previous one instead of next to it.
    pub below: bool,
    /// Whether the view has many rows to read: in the window it gets the most height after the first view.
    pub tall: bool,
}

impl View {
    /// View that is shown initially, next to the previous one, without extra height.
    const fn of(id: &'static str, title: &'static str, kind: ViewKind) -> Self {
        Self { id, title, kind, aside: false, in_figures: false, below: false, tall: false }
    }

    /// Hides the view until the user opens it; such views follow all others.
    pub const fn on_demand(self) -> Self {
        Self { aside: true, ..self }
    }

    /// Shows the view in figures, and in the window on demand.
    pub const fn in_figures(self) -> Self {
        Self { in_figures: true, ..self }
    }

    /// Places the view below the previous one.
    pub const fn below(self) -> Self {
        Self { below: true, ..self }
    }

    /// Gives the view as much height as possible.
    pub const fn tall(self) -> Self {
        Self { tall: true, ..self }
    }

    /// View of three dimensions.
    pub const fn space(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Space)
    }

    /// View of the plane.
    pub const fn plane(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Plane)
    }

    /// View of the sphere of directions.
    pub const fn sphere(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Sphere)
    }

    /// View of number lines.
    pub const fn lanes(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Lanes)
    }

    /// View of one quantity over another.
    pub const fn chart(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Chart)
    }

    /// View of small pictures in a row.
    pub const fn tiles(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Tiles)
    }

    /// Title with a capital letter, for tabs and buttons.
    pub fn heading(&self) -> String {
        let mut letters = self.title.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => String::new(),
        }
    }

    /// Initial camera of the view, given the answer's normal (zero without one). World and configuration space are seen
    /// from one direction, so that a vector is the same arrow in both; the sphere is seen along the normal.
    pub fn camera(&self, normal: DVec3) -> Camera {
        match self.kind {
            ViewKind::Plane | ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles => Camera::flat(),
            ViewKind::Sphere => Camera { orthographic: true, ..Camera::facing(normal) },
            ViewKind::Space => Camera::for_pair_with_normal(normal),
        }
    }
}

/// Views that figures or the window show initially: those before the first view on demand.
pub fn initial_views(views: &'static [View]) -> &'static [View] {
    &views[..views.iter().take_while(|view| !view.aside).count()]
}

/// Views that the window shows initially: those before the first view on demand, and before those for figures only.
pub fn docked_views(views: &'static [View]) -> &'static [View] {
    &views[..views.iter().take_while(|view| !view.aside && !view.in_figures).count()]
}

/// Views of a pair in space: world and configuration space.
pub const PAIR: &[View] = &[View::space(WORLD, "world"), View::space(CSO, "configuration space")];

/// Views of a pair in space, with the search directions.
pub const PAIR_AND_SPHERE: &[View] = &[
    View::space(WORLD, "world"),
    View::space(CSO, "configuration space"),
    View::sphere(SPHERE, "directions searched").on_demand(),
];

/// Views of a pair in the plane: world and configuration space.
pub const PAIR_IN_PLANE: &[View] = &[View::plane(WORLD, "world"), View::plane(CSO, "configuration space")];

/// View of one body in space.
pub const BODY: &[View] = &[View::space(WORLD, "world")];

/// View of one body in the plane.
pub const BODY_IN_PLANE: &[View] = &[View::plane(WORLD, "world")];

/// Pictures by view id. Views without a picture are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pictures {
    /// View ids and pictures, in the order of insertion.
    views: Vec<(&'static str, Picture)>,
    /// Part of the first view that a figure shows, and the side from which; `None` for the camera and the extent of the
    /// whole run.
    pub focus: Option<Focus>,
    /// Ids of views that the sub-step does not change or mention: a still figure omits them, unless they come first.
    pub unused: Vec<&'static str>,
    /// Outward direction of the sub-step's subject, such as the normal of a face: a still figure turns its cameras of
    /// space and of spheres where they would see the subject edge-on or from behind. `None` for the cameras of the run.
    pub subject_side: Option<DVec3>,
    /// Whether the subject is a face that may be thin: a still figure also turns its cameras of space where they would
    /// see the face at a small angle.
    pub is_subject_thin: bool,
    /// Direction along which the sub-step measures: a still figure turns its cameras of space where they would
    /// foreshorten a length along it. `None` for the cameras of the run.
    pub measured_direction: Option<DVec3>,
    /// Roles of bodies that the sub-step does not use: a still figure omits them.
    pub hidden_roles: Vec<Role>,
    /// Direction of the sphere of directions that a figure of the sub-step shows in front; `None` for the camera of the
    /// run.
    pub sphere_front: Option<DVec3>,
    /// Names of roles in the legend of the sub-step, where they differ from those of the lesson.
    pub role_names: Vec<(Role, String)>,
}

/// Part of the world that a figure of a sub-step shows, and the side from which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Focus {
    /// Outward direction of the side that the camera faces; `None` for the camera of the run.
    pub side: Option<DVec3>,
    /// Points that the pane shows, world, meters; empty for the extent of the whole run.
    pub points: Vec<DVec3>,
}

impl Focus {
    /// Camera that faces the side, with the target, the distance and the kind of projection of `camera`; `camera`
    /// itself without a side. The scene's axis `up` points up.
    pub fn facing(&self, camera: Camera, up: Up) -> Camera {
        let Some(side) = self.side else { return camera };
        let straight = Camera::straight(side).upright(up);
        Camera { orthographic: camera.orthographic, target: camera.target, distance: camera.distance, ..straight }
    }

    /// Bounds of the points; `None` for the extent of the whole run.
    pub fn bounds(&self) -> Option<Bounds> {
        if self.points.is_empty() {
            return None;
        }
        let mut bounds = Bounds::default();
        for p in &self.points {
            bounds.include(*p);
        }
        Some(bounds)
    }
}

/// Picture of a view without marks.
static NO_MARKS: Picture = Picture::EMPTY;

impl From<(Picture, Picture)> for Pictures {
    fn from((world, cso): (Picture, Picture)) -> Self {
        Self::pair(world, cso)
    }
}

impl Pictures {
    /// Pictures of a pair: world and configuration space.
    pub fn pair(world: Picture, cso: Picture) -> Self {
        Self { views: vec![(WORLD, world), (CSO, cso)], ..Self::default() }
    }

    /// First mark with the mark id `key`, or with an id below it: `simplex/2` is below `simplex`; `None` if no view has
    /// one.
    pub fn mark(&self, key: &Key) -> Option<&Mark> {
        self.iter().flat_map(|(_, picture)| &picture.marks).find(|mark| key.contains(&mark.key))
    }

    /// Whether no picture has marks.
    pub fn is_empty(&self) -> bool {
        self.iter().all(|(_, picture)| picture.marks.is_empty())
    }

    /// Picture of the world view only.
    pub fn world(world: Picture) -> Self {
        Self { views: vec![(WORLD, world)], ..Self::default() }
    }

    /// These pictures with the focus `focus`; `None` removes it.
    #[must_use]
    pub fn facing(self, focus: Option<Focus>) -> Self {
        Self { focus, ..self }
    }

    /// These pictures with the name of a role in the legend, such as "tested edge".
    #[must_use]
    pub fn naming(mut self, role: Role, name: impl Into<String>) -> Self {
        self.role_names.push((role, name.into()));
        self
    }

    /// These pictures with the outward direction of the subject, which may have any length but zero.
    #[must_use]
    pub fn from_side(self, side: DVec3) -> Self {
        Self { subject_side: side.try_normalize(), ..self }
    }

    /// These pictures with the normal of a subject that has two equal sides, such as a triangle: the camera sees the
    /// side that the standard view sees.
    #[must_use]
    pub fn from_either_side(self, normal: DVec3) -> Self {
        let towards = normal.dot(Camera::default().axes().back);
        self.from_side(normal * 1f64.copysign(towards))
    }

    /// These pictures with the normal of a face that may be thin, as for [`Self::from_either_side`].
    #[must_use]
    pub fn showing_face(self, normal: DVec3) -> Self {
        Self { is_subject_thin: true, ..self.from_either_side(normal) }
    }

    /// These pictures without the bodies of a role, in still figures.
    #[must_use]
    pub fn without_body(mut self, role: Role) -> Self {
        self.hidden_roles.push(role);
        self
    }

    /// These pictures with the direction along which the sub-step measures, which may have any length but zero.
    #[must_use]
    pub fn measuring(self, along: DVec3) -> Self {
        Self { measured_direction: along.try_normalize(), ..self }
    }

    /// Picture of the view `id`; empty if there is none.
    pub fn of(&self, id: &str) -> &Picture {
        self.iter().find(|(view, _)| *view == id).map_or(&NO_MARKS, |(_, picture)| picture)
    }

    /// Picture of the view `id` for editing; an empty one is added if there is none.
    pub fn edit(&mut self, id: &'static str) -> &mut Picture {
        let index = match self.views.iter().position(|(view, _)| *view == id) {
            Some(index) => index,
            None => {
                self.views.push((id, Picture::default()));
                self.views.len() - 1
            }
        };
        &mut self.views[index].1
    }

    /// Views that have a picture, in the order of insertion.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Picture)> {
        self.views.iter().map(|(id, picture)| (*id, picture))
    }
}
