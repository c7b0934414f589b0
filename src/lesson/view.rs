//! The views of a lesson, and the pictures of a beat by view.

use glam::DVec3;

pub use crate::picture::ViewKind;
use crate::picture::{Camera, Picture};

/// The view in which the bodies stand.
pub const WORLD: &str = "world";

/// The view of the configuration space: the difference `A − B` around the origin.
pub const CSO: &str = "cso";

/// The sphere of directions.
pub const SPHERE: &str = "sphere";

/// One view of a lesson: a docked tile of the window, a pane of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// As scene files, the command line and [`Pictures`] name it: `world`.
    pub id: &'static str,
    /// As people read it, above the view: `configuration space`.
    pub title: &'static str,
    /// What its coordinates mean, and so from where it is looked at.
    pub kind: ViewKind,
    /// Whether it is shown on demand alone: it says in another way what the views before it say.
    pub aside: bool,
    /// Whether the window shows it on demand alone, and figures always: the window's tables and plot say much the same. It
    /// stands after those that the window shows.
    pub in_figures: bool,
    /// Whether it stands below the view before it in a figure, instead of beside it.
    pub below: bool,
    /// Whether it has many rows, each of which is to be read: in the window it has the most height of those beside the first.
    pub tall: bool,
}

impl View {
    const fn of(id: &'static str, title: &'static str, kind: ViewKind) -> Self {
        Self { id, title, kind, aside: false, in_figures: false, below: false, tall: false }
    }

    /// The same, shown on demand alone. It stands after those that are shown anyway.
    pub const fn on_demand(self) -> Self {
        Self { aside: true, ..self }
    }

    /// The same, shown without being asked for in figures alone.
    pub const fn in_figures(self) -> Self {
        Self { in_figures: true, ..self }
    }

    /// The same, below the view before it.
    pub const fn below(self) -> Self {
        Self { below: true, ..self }
    }

    /// The same, as high as there is room.
    pub const fn tall(self) -> Self {
        Self { tall: true, ..self }
    }

    /// A view of three dimensions.
    pub const fn space(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Space)
    }

    /// A view of the plane.
    pub const fn plane(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Plane)
    }

    /// A view of directions.
    pub const fn sphere(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Sphere)
    }

    /// A view of number lines.
    pub const fn lanes(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Lanes)
    }

    /// A view of one value over another.
    pub const fn chart(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Chart)
    }

    /// A view of small pictures side by side.
    pub const fn tiles(id: &'static str, title: &'static str) -> Self {
        Self::of(id, title, ViewKind::Tiles)
    }

    /// As it stands alone, on a tab or a button: with a capital letter.
    pub fn heading(&self) -> String {
        let mut letters = self.title.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// From where it is looked at before anybody has turned it, given the normal of the answer (zero where there is none):
    /// bodies from the side, so that the gap is seen; what lies around an origin with its side towards that, where
    /// everything happens.
    pub fn camera(&self, normal: DVec3) -> Camera {
        match self.kind {
            ViewKind::Plane | ViewKind::Lanes | ViewKind::Chart | ViewKind::Tiles => Camera::flat(),
            ViewKind::Sphere => Camera { orthographic: true, ..Camera::facing(normal) },
            ViewKind::Space if self.id == WORLD => Camera::across(normal),
            ViewKind::Space => Camera::facing(normal),
        }
    }
}

/// Those of a lesson's views that are shown without being asked for.
pub fn at_first(views: &'static [View]) -> &'static [View] {
    &views[..views.iter().take_while(|view| !view.aside).count()]
}

/// Those that the window shows without being asked for.
pub fn docked(views: &'static [View]) -> &'static [View] {
    &views[..views.iter().take_while(|view| !view.aside && !view.in_figures).count()]
}

/// A pair of bodies in space, and their configuration space.
pub const PAIR: &[View] = &[View::space(WORLD, "world"), View::space(CSO, "configuration space")];

/// The same, and the directions that were searched.
pub const PAIR_AND_SPHERE: &[View] = &[
    View::space(WORLD, "world"),
    View::space(CSO, "configuration space"),
    View::sphere(SPHERE, "directions searched").on_demand(),
];

/// A pair in the plane, and its configuration space.
pub const PAIR_IN_PLANE: &[View] = &[View::plane(WORLD, "world"), View::plane(CSO, "configuration space")];

/// One body in space.
pub const BODY: &[View] = &[View::space(WORLD, "world")];

/// One body in the plane.
pub const BODY_IN_PLANE: &[View] = &[View::plane(WORLD, "world")];

/// One picture for each view that shows something, by the view's id. A view that is not named shows nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pictures(Vec<(&'static str, Picture)>);

/// What a view shows that no picture was made for.
static NOTHING: Picture = Picture { marks: Vec::new() };

impl From<(Picture, Picture)> for Pictures {
    /// The pictures of the two views of a pair: world and configuration space.
    fn from((world, cso): (Picture, Picture)) -> Self {
        Self::pair(world, cso)
    }
}

impl Pictures {
    /// The pictures of the two views of a pair.
    pub fn pair(world: Picture, cso: Picture) -> Self {
        Self(vec![(WORLD, world), (CSO, cso)])
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.iter().all(|(_, picture)| picture.marks.is_empty())
    }

    /// The picture of the world alone.
    pub fn world(world: Picture) -> Self {
        Self(vec![(WORLD, world)])
    }

    /// The picture of a view; an empty one where there is none.
    pub fn of(&self, id: &str) -> &Picture {
        self.iter().find(|(of, _)| *of == id).map_or(&NOTHING, |(_, picture)| picture)
    }

    /// The picture of a view, to be added to.
    pub fn edit(&mut self, id: &'static str) -> &mut Picture {
        let index = self.0.iter().position(|(of, _)| *of == id).unwrap_or_else(|| {
            self.0.push((id, Picture::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    /// The views that have a picture, in the order in which they were named.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Picture)> {
        self.0.iter().map(|(id, picture)| (*id, picture))
    }
}
