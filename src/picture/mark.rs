//! Marks: what a picture is made of. No color, no width, no pixel: those belong to the theme and the camera.

use std::borrow::Cow;
use std::sync::Arc;

use glam::DVec3;

use super::Role;
use super::hatch::Slant;

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

/// A closed surface (or flat polygon): a hull, a sampled round shape, a CSO.
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
    /// What each face is, where they are not all the same: one a face, or none at all.
    pub parts: Vec<Part>,
    /// Whether it hides what is behind it and in it.
    pub opaque: bool,
    /// Whether dots and lines behind it are drawn as such, hollow and dashed; of a convex body.
    pub veil: bool,
    /// Of dots alone: so pale that all else is seen over them, as those of a crowd that nothing is to be learnt from.
    pub pale: bool,
}

/// A face of a solid that is told from the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Decides its ink.
    pub role: Role,
    /// Who it is.
    pub key: Key,
    /// Written on it where there is room: the second cue beside the ink. May be empty.
    pub sign: &'static str,
    /// Lines across it, by their slants: another second cue.
    pub hatched: &'static [Slant],
}

impl Solid {
    /// What face number `face` is, where the faces are told apart.
    pub fn part(&self, face: usize) -> Option<&Part> {
        self.parts.get(face).filter(|_| self.parts.len() == self.faces.len())
    }

    /// Whether there is nothing but vertices, as in a body that is one point: these are drawn as dots.
    pub fn is_dots(&self) -> bool {
        self.faces.is_empty() && self.creases.is_empty()
    }

    /// How large its vertices are as dots, as a share of their ink's size: those of a crowd are small, so that they can be
    /// told apart.
    pub fn dot_share(&self) -> f64 {
        (FEW / self.vertices.len().max(1) as f64).sqrt().clamp(0.34, 1.0)
    }
}

/// So many dots of one mark are as large as any other.
const FEW: f64 = 200.0;

/// Where a mark is and what it looks like in principle. Coordinates in meters; among lanes x is a value in their unit and y
/// counts rows from the top, for points and lines too; in a plot x and y are values on its axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A dot.
    Point(DVec3),
    /// A dot with a number in it, by which it is known everywhere.
    Badge {
        /// Center.
        at: DVec3,
        /// One or two letters.
        text: String,
    },
    /// A line between two points.
    Segment([DVec3; 2]),
    /// A line with a dot at either end, over all bodies: it says that these two belong together.
    Link([DVec3; 2]),
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
    /// All that lies below a plane: a patch of its surface with a hatch on the inner side.
    HalfSpace {
        /// Center of the patch.
        point: DVec3,
        /// Unit normal, outward.
        normal: DVec3,
        /// Half the side of the patch.
        half_size: f64,
        /// Whether it is a half-plane of the plane z = 0, which is drawn whole.
        flat: bool,
    },
    /// A body. Shared, as it is the same in every step.
    Solid(Arc<Solid>),
    /// On the sphere of directions: the shorter great-circle arc between two unit vectors. In a space it lies on the unit
    /// sphere around the origin.
    Arc {
        /// One end, unit length.
        from: DVec3,
        /// The other, neither the same nor the opposite.
        to: DVec3,
        /// Drawn twice as wide: the one that this beat is about.
        strong: bool,
    },
    /// Among lanes: a lane itself, with the rows that it takes. Its role says how it stands among the others: `Axis` is
    /// the one that decides or is looked at (framed), `Bystander` one that has yet to come, `Ghost` one that is not
    /// weighed with the others (at the end it is always in view), `Grid` a name without a line,
    /// anything else an ordinary one.
    Lane {
        /// Where it begins and ends, rows from the top.
        rows: [f64; 2],
        /// On its left.
        name: String,
        /// On its right, such as what was measured on it; may be empty.
        note: String,
    },
    /// Among lanes: a bar.
    Interval {
        /// From where to where, in the unit of the lanes. An infinite end goes on beyond what is shown.
        ends: [f64; 2],
        /// Its middle, rows from the top.
        row: f64,
        /// How thick it is, rows; 0 of words alone.
        thickness: f64,
        /// In full ink and without an outline: the part of a bar that counts.
        solid: bool,
        /// Inside of it, or beside it where there is no room; may be empty.
        text: String,
    },
    /// Among lanes: very many bars as a strip of how many of them lie at each place.
    Density {
        /// From where to where, in the unit of the lanes.
        ends: [f64; 2],
        /// Over which rows, from the top.
        rows: [f64; 2],
        /// How many lie over each of as many parts of equal width; shared, as they are the same in every step.
        counts: Arc<[u32]>,
    },
    /// Among lanes: the columns of a table of shades, on the right of the lanes and in their rows; without a scale for bars it takes
    /// the room of these too. Above it stands what a shade means, below it the numbers of the columns and the shades.
    Columns {
        /// The first and the last, from 1.
        range: [u32; 2],
        /// Powers of ten from the palest shade to full ink.
        decades: [i32; 2],
        /// Of the values that are shades: `m/s`.
        unit: String,
        /// What a shade means.
        name: String,
    },
    /// Among lanes: a cell of the table of shades, framed where it is the one at hand. Without a shade it is a dot.
    Cell {
        /// From where to where, in columns: column 3 is around 3.
        ends: [f64; 2],
        /// Over which rows, from the top.
        rows: [f64; 2],
        /// How much of its role's ink it takes, 0 to 1: its value.
        shade: f64,
        /// Whether it is the one at hand.
        framed: bool,
    },
    /// Among lanes: a stripe behind the bars; where both ends are one value, a line across.
    Band {
        /// From where to where, in the unit of the lanes.
        ends: [f64; 2],
        /// Over which rows, from the top.
        rows: [f64; 2],
    },
    /// Of a plot: an axis and what it shows.
    Axis {
        /// Whether it stands, as the one of y does, or lies.
        up: bool,
        /// From where to where.
        ends: [f64; 2],
        /// Whether its values are logarithms, to be read as powers of ten.
        decades: bool,
        /// At its end: `vertices n`.
        name: String,
    },
    /// Among lanes: a line of words across all, below nothing and above nothing else. On a sphere: what a sign means, in a row of
    /// its key.
    Entry {
        /// Its middle, rows from the top; on a sphere the row, from 0.
        row: f64,
        /// On the left.
        name: String,
        /// On the right, such as a number with its unit: it is never cut. May be empty.
        note: String,
        /// Whether the dot of its role stands before the name; on a sphere otherwise a piece of line, and of [`Role::Text`] nothing.
        dot: bool,
    },
    /// Among lanes: the numbers below them.
    Scale {
        /// Behind the numbers: `m`; may be empty.
        unit: String,
        /// Whether values are powers of ten, and 2 is shown as 100.
        decades: bool,
        /// What the lanes show; `None` where the camera says it.
        ends: Option<[f64; 2]>,
    },
    /// Of a view of tiles: a frame with words above. What lies in it has the number of the tile as its z. All tiles are of one
    /// size and one scale; they stand in the order of their numbers.
    Tile {
        /// The least and the greatest corner of what it shows at least, meters; both have the tile's number as their z.
        corners: [DVec3; 2],
        /// Above it: `clip 2 of 4`.
        caption: String,
        /// Behind that, in weak ink: `by a3`; may be empty.
        note: String,
        /// Not drawn: marks like those that come later, so that the legend names them from the start and stays as it is.
        legend: Vec<Mark>,
        /// Whether these are rows of bars: x and y fill the tile, each with a scale of its own, and the names stand above the bars; a
        /// label of [`Role::Grid`] is a number of their scale and stands below its place.
        bars: bool,
    },
    /// In a space, a plane or on a sphere: what lies around `center` is drawn once more, magnified, in a corner of the pane,
    /// where it would otherwise be too small to be seen, or turned away from the eye.
    Lens {
        /// The middle of what is magnified.
        center: DVec3,
        /// How far that reaches.
        radius: f64,
        /// Its outward direction, of what may be turned away: then it is drawn once more as seen from there.
        faces: Option<DVec3>,
    },
    /// Not drawn: what is to be in view besides what stands there, such as what later beats draw.
    Room(Vec<DVec3>),
    /// Words at a point. The layout moves them aside so that they cover nothing they name.
    Label {
        /// What the label names.
        at: DVec3,
        /// One line; Unicode symbols, no markup.
        text: String,
    },
}

/// The forms that have no place of their own in a space: those of lanes, plots and tiles, and what only asks for something.
macro_rules! outside_of_space {
    () => {
        Form::Lane { .. }
            | Form::Interval { .. }
            | Form::Density { .. }
            | Form::Band { .. }
            | Form::Axis { .. }
            | Form::Scale { .. }
            | Form::Tile { .. }
            | Form::Cell { .. }
            | Form::Lens { .. }
            | Form::Columns { .. }
            | Form::Entry { .. }
            | Form::Room(_)
    };
}
pub(super) use outside_of_space;

impl Form {
    /// How large its dots are, as a share of their ink's size; more than 1 where they hold numbers.
    pub fn dot_share(&self) -> f64 {
        match self {
            Self::Solid(solid) if solid.is_dots() => solid.dot_share(),
            Self::Badge { .. } => 2.0,
            _ => 1.0,
        }
    }
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

    /// Adds a body; a single point or a bare segment as such.
    pub fn body(&mut self, role: Role, key: impl Into<Key>, solid: &Arc<Solid>) {
        match &solid.vertices[..] {
            [] => {}
            [point] => self.point(role, key, *point),
            [from, to] => self.segment(role, key, *from, *to),
            _ => self.add(role, key, Form::Solid(Arc::clone(solid))),
        }
    }

    /// Adds a dot with a number in it.
    pub fn badge(&mut self, role: Role, key: impl Into<Key>, at: DVec3, text: impl Into<String>) {
        self.add(role, key, Form::Badge { at, text: text.into() });
    }

    /// Adds a line.
    pub fn segment(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Segment([from, to]));
    }

    /// Adds an arrow.
    pub fn arrow(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Arrow { from, to });
    }

    /// Adds an arc between two directions.
    pub fn arc(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Arc { from, to, strong: false });
    }

    /// Adds a lane with a name.
    pub fn lane(&mut self, role: Role, key: impl Into<Key>, rows: [f64; 2], name: impl Into<String>) {
        self.add(role, key, Form::Lane { rows, name: name.into(), note: String::new() });
    }

    /// Adds a bar on a lane.
    pub fn bar(&mut self, role: Role, key: impl Into<Key>, ends: [f64; 2], row: f64, thickness: f64) {
        self.add(role, key, Form::Interval { ends, row, thickness, solid: false, text: String::new() });
    }

    /// Adds a lens on what may be turned away from the eye: it faces outward along `normal`.
    pub fn from_behind(&mut self, center: DVec3, radius: f64, normal: DVec3) {
        self.add(Role::Region, "behind", Form::Lens { center, radius, faces: Some(normal) });
    }

    /// Adds words.
    pub fn label(&mut self, role: Role, key: impl Into<Key>, at: DVec3, text: impl Into<String>) {
        self.add(role, key, Form::Label { at, text: text.into() });
    }
}
