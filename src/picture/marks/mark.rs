//! Marks, the elements of a picture: a meaning (role), an identity over steps (key), and a form in world coordinates.
//! Colors and widths come from the theme, positions in the pane from the camera.

use std::sync::Arc;

use glam::DVec3;

use super::key::Key;
use super::requests::{Detail, Requests, extent, joined_areas};
use super::solid::{DotSize, Solid};
use crate::Role;

/// Position and shape of a mark.
///
/// Coordinates depend on the kind of view: meters in space, in the plane and in tiles; unit vectors on the sphere;
/// among lanes x is a value in their unit and y counts rows from the top, for points and lines too; in a plot x and y
/// are values on its axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A dot at a position.
    Point(DVec3),
    /// A dot with its number inside.
    Badge {
        at: DVec3,
        /// One or two letters.
        text: String,
    },
    /// A line between two points.
    Segment([DVec3; 2]),
    /// A line with a dot at either end, drawn over all bodies, that connects two related points.
    Link([DVec3; 2]),
    /// A line with a head at `to`.
    Arrow { from: DVec3, to: DVec3 },
    /// A chain of lines.
    Polyline {
        points: Vec<DVec3>,
        /// Whether the last point is connected to the first.
        closed: bool,
    },
    /// A filled planar polygon.
    Polygon(Vec<DVec3>),
    /// A circle's outline.
    Circle {
        center: DVec3,
        /// Axis of the circle, of any length; zero for a circle that faces the viewer.
        normal: DVec3,
        /// Radius of the circle; in plots and among lanes it is ignored, since all rings have one size there.
        radius: f64,
    },
    /// A square patch of the plane through `point`.
    Plane {
        /// Center of the patch.
        point: DVec3,
        /// Normal of the plane, of any length.
        normal: DVec3,
        /// Half the side of the patch.
        half_size: f64,
    },
    /// The half-space below a plane: a patch of its surface with hatch lines towards the inside.
    HalfSpace {
        /// Center of the patch.
        point: DVec3,
        /// Outward normal of the plane, of any length.
        normal: DVec3,
        /// Half the side of the patch.
        half_size: f64,
        /// Whether it is a half-plane of the plane z = 0, which is drawn whole.
        flat: bool,
    },
    /// A body, shared by all steps.
    Solid(Arc<Solid>),
    /// On the sphere of directions: the shorter great-circle arc between two unit vectors. In a space it is on the unit
    /// sphere around the origin.
    Arc {
        /// First end, unit length.
        from: DVec3,
        /// Second end, unit length; neither equal nor opposite to the first.
        to: DVec3,
        /// Whether it is the current arc, drawn twice as wide.
        strong: bool,
    },
    /// Among lanes: a lane and its rows. Its role is its state: `Axis` the deciding or selected one (framed),
    /// `Idle` one still to come, `Ghost` one that is not compared with the others (at the end always in view),
    /// `Grid` a name without a line, anything else an ordinary one.
    Lane {
        /// First and last row, from the top.
        rows: [f64; 2],
        /// Text on the left.
        name: String,
        /// Text on the right, such as a measured value; may be empty.
        note: String,
    },
    /// Among lanes: a bar.
    Interval {
        /// Start and end in the lanes' unit. An infinite end continues beyond the view.
        ends: [f64; 2],
        /// Row of its middle, from the top.
        row: f64,
        /// Thickness, rows; 0 for words alone.
        thickness: f64,
        /// Whether it has full ink and no outline, for the part of a bar that counts.
        solid: bool,
        /// Text inside, or next to the bar where there is no space; may be empty.
        text: String,
    },
    /// Among lanes: very many bars, as a strip that shows their number at each place.
    Density {
        /// Start and end in the lanes' unit.
        ends: [f64; 2],
        /// First and last row, from the top.
        rows: [f64; 2],
        /// Number of bars over each of equally wide intervals; shared by all steps.
        counts: Arc<[u32]>,
    },
    /// Among lanes: the columns of a table of shades. Its rows are those of the lanes; it is to the right of their
    /// bars, or in place of them where there is no scale for bars. The meaning of a shade is written above the table,
    /// the numbers of the columns and the scale of shades below.
    Columns {
        /// First and last column, from 1.
        range: [u32; 2],
        /// Powers of ten of the palest shade and of full ink.
        decades: [i32; 2],
        /// Unit of the values: `m/s`.
        unit: String,
        /// Name of the values.
        name: String,
    },
    /// Among lanes: a cell of the table of shades. Without a shade it is a dot.
    Cell {
        /// Start and end, in columns: column 3 is around 3.
        ends: [f64; 2],
        /// First and last row, from the top.
        rows: [f64; 2],
        /// Value as a share of its role's ink, 0 to 1.
        shade: f64,
        /// Whether it is the current cell, which has a frame.
        framed: bool,
    },
    /// Among lanes: a stripe behind the bars; a line across where both ends are equal.
    Band {
        /// Start and end in the lanes' unit.
        ends: [f64; 2],
        /// First and last row, from the top.
        rows: [f64; 2],
    },
    /// In a plot: an axis and its range.
    Axis {
        /// Whether it is vertical (y) rather than horizontal (x).
        up: bool,
        /// Values at its start and end.
        ends: [f64; 2],
        /// Whether its values are logarithms to base ten.
        decades: bool,
        /// Name at its end: `vertices n`.
        name: String,
    },
    /// Among lanes: a line of text across the full width. On a sphere: the meaning of a sign, in a row of its key.
    Entry {
        /// Row of its middle, from the top; on a sphere the row of the key, from 0.
        row: f64,
        /// Text on the left.
        name: String,
        /// Text on the right, such as a number with its unit, never shortened. May be empty.
        note: String,
        /// Whether its role's dot is before the name; on a sphere otherwise a piece of line, or nothing for
        /// [`Role::Text`].
        dot: bool,
    },
    /// Among lanes: the scale below them.
    Scale {
        /// Unit behind the numbers: `m`; may be empty.
        unit: String,
        /// Whether values are powers of ten: 2 is shown as 100.
        decades: bool,
        /// Range that the lanes show; `None` where the camera gives it.
        ends: Option<[f64; 2]>,
    },
    /// In a view of tiles: a frame with a title. Marks inside have the number of the tile as their z. All tiles have
    /// one size and scale, and appear in the order of their numbers.
    Tile {
        /// Least and greatest corner of the least range shown, meters; z is the tile's number.
        corners: [DVec3; 2],
        /// Title above it: `clip 2 of 4`.
        caption: String,
        /// Text behind the title, in faint ink: `by a3`; may be empty.
        note: String,
        /// Marks of the kinds that appear in later steps. They are not drawn, but the legend names them from the start.
        legend: Vec<Mark>,
        /// Whether it has rows of bars: x and y fill the tile, each with its own scale, names are above the bars, and a
        /// label of [`Role::Grid`] is a number of the scale, below its position.
        bars: bool,
    },
    /// Words at a point. The layout moves them so that they do not cover what they name.
    Label {
        /// Point that the label names.
        at: DVec3,
        /// One line; Unicode symbols, no markup.
        text: String,
    },
}

/// Pattern of the forms without a position in space: those of lanes, plots and tiles. It is a macro, so that a match on
/// forms names every variant and does not compile when one is added.
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
            | Form::Columns { .. }
            | Form::Entry { .. }
    };
}
pub(crate) use outside_of_space;

impl Form {
    /// Whether the form is a row of a pane's key that explains the dot of its role.
    pub fn is_key_row(&self) -> bool {
        matches!(self, Self::Entry { dot: true, .. })
    }

    /// Size of the form's dots.
    pub fn dot_size(&self) -> DotSize {
        match self {
            Self::Solid(solid) if solid.is_dots() => solid.dot_size(),
            Self::Badge { .. } => DotSize::WithNumber,
            _ => DotSize::FULL,
        }
    }
}

/// An element of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub role: Role,
    pub key: Key,
    pub form: Form,
}

/// Content of one pane at one step. Drawing order is by depth, not by position in the list.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Picture {
    /// Marks, in no particular order.
    pub marks: Vec<Mark>,
    /// Requests about the camera and the inset.
    pub requests: Requests,
}

impl FromIterator<Mark> for Picture {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        Self { marks: marks.into_iter().collect(), requests: Requests::NONE }
    }
}

impl Picture {
    /// A picture without marks and requests.
    pub const EMPTY: Self = Self { marks: Vec::new(), requests: Requests::NONE };

    /// A copy of the picture with only those marks that satisfy `is_shown`, and all requests.
    #[must_use]
    pub fn filtered(&self, is_shown: impl FnMut(&&Mark) -> bool) -> Self {
        Self { marks: self.marks.iter().filter(is_shown).cloned().collect(), requests: self.requests.clone() }
    }

    /// Adds the marks and requests of a picture drawn over this one.
    pub fn append(&mut self, over: &Self) {
        self.marks.extend(over.marks.iter().cloned());
        self.requests.append(&over.requests);
    }

    pub fn add(&mut self, role: Role, key: impl Into<Key>, form: Form) {
        self.marks.push(Mark { role, key: key.into(), form });
    }

    pub fn point(&mut self, role: Role, key: impl Into<Key>, at: DVec3) {
        self.add(role, key, Form::Point(at));
    }

    /// Adds a body; a body of one or two vertices becomes a point or a segment.
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

    pub fn segment(&mut self, role: Role, key: impl Into<Key>, from: DVec3, to: DVec3) {
        self.add(role, key, Form::Segment([from, to]));
    }

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

    pub fn label(&mut self, role: Role, key: impl Into<Key>, at: DVec3, text: impl Into<String>) {
        self.add(role, key, Form::Label { at, text: text.into() });
    }
}

// Requests about the camera and the inset.
impl Picture {
    /// Magnifies the ball around `center` where it would be too small.
    pub fn magnify(&mut self, center: DVec3, radius: f64) {
        self.requests.details.push(Detail { center, radius, outward: None, across: None, is_subject: false });
    }

    /// Magnifies the subject of the step, sooner than other details.
    pub fn magnify_subject(&mut self, center: DVec3, radius: f64) {
        self.requests.details.push(Detail { center, radius, outward: None, across: None, is_subject: true });
    }

    /// Magnifies the ball around `center`, with the outward direction `normal`, where it faces away from the eye.
    pub fn magnify_from_outside(&mut self, center: DVec3, radius: f64, normal: DVec3) {
        let outward = Some(normal);
        self.requests.details.push(Detail { center, radius, outward, across: None, is_subject: false });
    }

    /// Magnifies the ball around `center` where it would be too small, seen across the direction `along`.
    pub fn magnify_across(&mut self, center: DVec3, radius: f64, along: DVec3) {
        let across = Some(along);
        self.requests.details.push(Detail { center, radius, outward: None, across, is_subject: false });
    }

    /// Keeps points in view.
    pub fn reserve(&mut self, points: impl IntoIterator<Item = DVec3>) {
        self.requests.reserved.extend(points);
    }

    /// Keeps only the part of each bystander in view that is in the bounding box of `points`.
    pub fn limit_bystanders(&mut self, points: &[DVec3]) {
        let area = &mut self.requests.bystander_area;
        *area = joined_areas(extent(points), *area);
    }
}

/// Whether a mark is a body, whose label is wholly next to it or wholly on it: a solid, or a polygon with the key of a
/// body in the plane.
pub(crate) fn is_body(mark: &Mark) -> bool {
    match &mark.form {
        Form::Solid(solid) => !solid.is_dots(),
        Form::Polygon(_) => mark.key.0.starts_with("body/"),
        _ => false,
    }
}
