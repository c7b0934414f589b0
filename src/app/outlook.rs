//! How each view is looked at: remembered by view, while lessons come and go.

use glam::DVec2;

use crate::lesson::{PAIR, View};
use crate::picture::Camera;

/// How one view is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Which one.
    pub view: View,
    /// From where.
    pub camera: Camera,
    /// Whether the camera still shows everything, untouched by hand.
    pub framed: bool,
    /// Whether there was nothing to see when it was framed.
    pub vacant: bool,
    /// Width and height, points.
    pub size: DVec2,
}

impl Outlook {
    fn new(view: View) -> Self {
        Self {
            view,
            camera: view.camera(glam::DVec3::ZERO),
            framed: true,
            vacant: false,
            size: DVec2::new(380.0, 420.0),
        }
    }
}

/// The views of the lesson that is shown, and how these and all that were shown before are looked at.
#[derive(Clone, Debug)]
pub struct Outlooks {
    /// The views of the lesson shown last, in order.
    shown: &'static [View],
    /// One for each view that was ever shown. Views of one id and another kind are others.
    all: Vec<Outlook>,
    /// What is said of a view that is not shown.
    none: Outlook,
}

impl Default for Outlooks {
    fn default() -> Self {
        let mut outlooks = Self { shown: &[], all: Vec::new(), none: Outlook::new(View::space("", "")) };
        outlooks.show(PAIR);
        outlooks
    }
}

impl Outlooks {
    /// The views of the lesson shown last.
    pub fn shown(&self) -> &'static [View] {
        self.shown
    }

    /// Shows the views of another lesson. Returns those that were never shown before: nobody has chosen their cameras.
    pub fn show(&mut self, views: &'static [View]) -> Vec<View> {
        self.shown = views;
        let known = |view: &View, all: &[Outlook]| all.iter().any(|outlook| same(&outlook.view, view));
        let new: Vec<View> = views.iter().filter(|view| !known(view, &self.all)).copied().collect();
        self.all.extend(new.iter().copied().map(Outlook::new));
        new
    }

    /// Forgets the views that are not shown: they were of another scene.
    pub fn forget_others(&mut self) {
        let shown = self.shown;
        self.all.retain(|outlook| shown.iter().any(|view| same(view, &outlook.view)));
    }

    /// How the view of that id is looked at.
    pub fn of(&self, id: &str) -> &Outlook {
        self.index(id).map_or(&self.none, |index| &self.all[index])
    }

    /// The same, to be changed; none of a view that is not shown.
    pub fn edit(&mut self, id: &str) -> Option<&mut Outlook> {
        self.index(id).map(|index| &mut self.all[index])
    }

    fn index(&self, id: &str) -> Option<usize> {
        let view = self.shown.iter().find(|view| view.id == id)?;
        self.all.iter().position(|outlook| same(&outlook.view, view))
    }
}

fn same(one: &View, other: &View) -> bool {
    one.id == other.id && one.kind == other.kind
}
