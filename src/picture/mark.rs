//! Marks: what a picture is made of. No color, no width, no pixel: those belong to the theme and the camera.

use std::borrow::Cow;
use std::sync::Arc;

use glam::DVec3;

/// What a mark *means*. One theme maps each role to ink; nothing else names a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Body A and everything that belongs to it alone.
    ShapeA,
    /// Body B.
    ShapeB,
    /// A body that takes no part in the query shown.
    Bystander,
    /// The configuration-space obstacle `A − B`.
    Difference,
    /// The origin of the configuration space.
    Origin,
    /// The current simplex `W`.
    Simplex,
    /// The growing polytope of EPA; in the plane its polygon.
    Polytope,
    /// The new support point `w` and its partners on A and B.
    NewSupport,
    /// `v`, the nearest point, and the closest face.
    Closest,
    /// Witness points on A and B and the segment between them.
    Witness,
    /// Contact normal.
    Normal,
    /// Search direction, separating axis.
    Axis,
    /// Supporting plane, and the ball of margins: what holds the answer back.
    Bound,
    /// The upper bound of what is sought, distance or depth, as a length.
    Upper,
    /// The lower bound of it, as a length.
    Lower,
    /// Silhouette edges.
    Rim,
    /// Dropped in this step.
    Removed,
    /// Added in this step, beside the new support point itself.
    Added,
    /// For comparison: as it was in an earlier step, or with what the algorithm leaves out.
    Ghost,
    /// A region of a simplex in which the query may lie.
    Region,
    /// Something is wrong here.
    Fault,
    /// Ground grid and axes.
    Grid,
    /// Words that belong to no other role.
    Text,
}

impl Role {
    /// All of them, in the order of legends.
    pub const ALL: [Self; 23] = [
        Self::ShapeA,
        Self::ShapeB,
        Self::Bystander,
        Self::Difference,
        Self::Origin,
        Self::Simplex,
        Self::Polytope,
        Self::NewSupport,
        Self::Closest,
        Self::Witness,
        Self::Normal,
        Self::Axis,
        Self::Bound,
        Self::Upper,
        Self::Lower,
        Self::Rim,
        Self::Added,
        Self::Removed,
        Self::Ghost,
        Self::Region,
        Self::Fault,
        Self::Grid,
        Self::Text,
    ];

    /// As a legend says it, in few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ShapeA => "A",
            Self::ShapeB => "B",
            Self::Bystander => "other body",
            Self::Difference => "A − B",
            Self::Origin => "origin",
            Self::Simplex => "simplex",
            Self::Polytope => "polytope",
            Self::NewSupport => "new support",
            Self::Closest => "closest",
            Self::Witness => "witness points",
            Self::Normal => "normal",
            Self::Axis => "direction",
            Self::Bound => "supporting plane",
            Self::Upper => "upper bound",
            Self::Lower => "lower bound",
            Self::Rim => "silhouette",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Ghost => "for comparison",
            Self::Region => "region",
            Self::Fault => "fault",
            Self::Grid => "grid",
            Self::Text => "note",
        }
    }
}

/// The identity of a mark over steps, such as `simplex/2`: hover, selection, animation and diffs hang on it.
/// Partners in the two panes share the part after the pane: a table row and a mark with the same key light together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub Cow<'static, str>);

impl From<&'static str> for Key {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Key {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

/// A closed surface (or flat polygon) to be drawn translucent: a hull, a sampled round shape, a CSO.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Solid {
    /// In world (or configuration-space) coordinates, meters.
    pub vertices: Vec<DVec3>,
    /// Convex planar polygons as vertex indices, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// The edges worth inking: all of a polytope's, only the rims of a round shape.
    pub creases: Vec<[u32; 2]>,
    /// Shade by interpolated normals; the facets are only an approximation of a round surface.
    pub round: bool,
    /// Of a body of more corners than are drawn: how high above the plane of a face it still reaches, meters. `None` where
    /// every corner is drawn, and of round primitives.
    pub sampled: Option<f64>,
}

impl Solid {
    /// Whether there is nothing but vertices, as in a body that is one point: these are drawn as dots.
    pub fn is_dots(&self) -> bool {
        self.faces.is_empty() && self.creases.is_empty()
    }
}

/// Where a mark is and what it looks like in principle. Coordinates in meters.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A dot.
    Point(DVec3),
    /// A line between two points.
    Segment([DVec3; 2]),
    /// A line with a head at `to`.
    Arrow {
        /// Tail.
        from: DVec3,
        /// Head.
        to: DVec3,
    },
    /// A chain of lines.
    Polyline {
        /// In order.
        points: Vec<DVec3>,
        /// Whether the last point joins the first.
        closed: bool,
    },
    /// A filled planar polygon.
    Polygon(Vec<DVec3>),
    /// A circle's outline; with `normal` zero it faces the viewer.
    Circle {
        /// Center.
        center: DVec3,
        /// Axis of the circle.
        normal: DVec3,
        /// Radius.
        radius: f64,
    },
    /// A square patch of the plane through `point`.
    Plane {
        /// Center of the patch.
        point: DVec3,
        /// Unit normal.
        normal: DVec3,
        /// Half the side of the patch.
        half_size: f64,
    },
    /// A translucent body. Shared, as it is the same in every step.
    Solid(Arc<Solid>),
    /// Words at a point. The layout moves them aside so that they cover nothing they name.
    Label {
        /// What the label names.
        at: DVec3,
        /// One line; Unicode symbols, no markup.
        text: String,
    },
}

/// One thing in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it means.
    pub role: Role,
    /// Who it is.
    pub key: Key,
    /// Where it is.
    pub form: Form,
}

/// What one pane shows at one beat. Draw order is depth, not list order.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Picture {
    /// In no particular order.
    pub marks: Vec<Mark>,
}

impl Picture {
    /// Adds a mark.
    pub fn add(&mut self, role: Role, key: impl Into<Key>, form: Form) {
        self.marks.push(Mark { role, key: key.into(), form });
    }

    /// Adds a dot.
    pub fn point(&mut self, role: Role, key: impl Into<Key>, at: DVec3) {
        self.add(role, key, Form::Point(at));
    }

    /// Adds a line.
    pub fn segment(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Segment([from, to]));
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Arrow { from, to });
    }

    /// Adds words.
    pub fn label(&mut self, role: Role, key: impl Into<Key>, at: DVec3, text: impl Into<String>) {
        self.add(role, key, Form::Label { at, text: text.into() });
    }
}
