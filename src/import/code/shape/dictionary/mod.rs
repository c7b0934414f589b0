//! Dictionary of shape types: which library has which type, and what each of its arguments means.
//!
//! A row is one line of data: `("drake", Cylinder(Z), "Cylinder", "radius:r length:fh")` says that Drake's
//! `Cylinder(radius, length)` is a cylinder along z, and that its arguments are the radius and the full height. The
//! arguments are words `key|other_key:meaning`, in the order of positional arguments; `?` after the meaning marks one
//! that may be absent, `=value` its default, `&` one that is given by name only, and a last `*` allows further
//! arguments that state nothing about the shape. Meanings:
//!
//! | meaning | value |
//! |---|---|
//! | `hx hy hz`, `fx fy fz` | half or full extent along one axis; `hx` or `fx` alone makes a cube or a square |
//! | `hv`, `fv` | a vector of half or full extents |
//! | `r`, `d`, `r2` | radius; diameter; a second radius, which must equal the first |
//! | `hh`, `fh`, `th`, `ht` | half or full height without caps; full or half height with caps |
//! | `hr`, `rh` | a list of full height and radius, or of radius and full height |
//! | `rr` | the square of the radius |
//! | `manyends` | seven numbers: the ends of the axis of a capsule, and its radius |
//! | `manybox` | six numbers: the lowest, then the highest vertex |
//! | `d2`, `d3` | further diameters, which must equal the first |
//! | `rx ry rz`, `rv`, `dv` | semi-axes, one by one or as a vector; diameters |
//! | `size` | MuJoCo's array: half extents, or radius and half height |
//! | `bounds` | a list of the lowest and the highest vertex of a box |
//! | `hc` | a vector of half extents of a cylinder's box |
//! | `a`, `b`, `c`, `e` | points; `a` and `b` of a cylinder are the centers of its ends |
//! | `at`, `x0`, `y0`, `z0` | center, as a point or by coordinates |
//! | `corner` | the center is replaced by the lowest vertex of the box |
//! | `standing` | the base of the cone or cylinder is at the origin, instead of the center |
//! | `pose7` | a list of a position and a quaternion that begins with w |
//! | `turn` | rotation of the shape in its body |
//! | `n`, `off`, `minus` | normal; n·x = off; n·x + minus = 0 |
//! | `above` | the constant c of a half-space n·x ≥ c, solid where its normal points |
//! | `left bottom right top` | the bounds of a rectangle |
//! | `absent` | an argument that must be a null pointer |
//! | `nx ny nz` | a normal by coordinates |
//! | `pts`, `many` | a list of points; all further arguments as one list |
//! | `tri` | indices of the vertices of triangles, three each or in one list |
//! | `radii` | a list of radii, which must be equal |
//! | `low`, `high` | vertices of an axis-aligned box |
//! | `br` | radius of the ball that rounds the shape (Minkowski sum) |
//! | `axis`, `axisname` | the axis: 0, 1, 2, or its letter; its letter only |
//! | `dir` | a vector along the axis |
//! | `line` | the center of a round shape and a vector along its axis |
//! | `ball` | a vector of three equal diameters |
//! | `tube`, `xtube` | a vector of two diameters and the height; of the height and two diameters |
//! | `bounds6` | lowest and highest coordinates along x, along y, along z |
//! | `tall`, `flat` | the axis of a planar capsule is y; x |
//! | `centered` | the centroid of a convex polygon is its center |
//! | `sides` | the number of vertices of a regular polygon |
//! | `axis0 axis1 axis2`, `axes` | the axes of a box, each a unit vector; as a list |
//! | `nil`, `whole` | a number that must be 0; an angle that must be 2π |
//! | `ends`, `ends6` | a list of the points `a` and `b`, or of their six coordinates |
//! | `middle` | `a` and `b` are moved so that their middle is the origin |
//! | `on` | a point of the plane of a half-space; the normal points out of the solid |
//! | `pa pb pc` | three points of the plane, counterclockwise seen from outside |
//! | `first`, `second` | two opposite vertices of a box, in any order |
//! | `rl` | a vector of radius and full height |
//! | `columns3`, `columns2` | a matrix whose columns are points |
//! | `at3`, `at2` | a center with three or two coordinates |
//! | `dim3`, `dim2`, `ball3` | the number of dimensions of a box of half extents 1; of a ball of radius 1 |
//! | `axes2` | a list of the two axes of a rectangle |
//! | `spokes`, `start` | the number of vertices of a regular polygon; the angle of the first one |
//! | `equilateral` | the height of an equilateral triangle about its centroid |
//! | `isosceles`, `leg`, `backleg` | the width of an isosceles triangle; of a right one, toward +x or -x |
//! | `rise` | the height of that triangle, about its centroid |
//! | `lx`, `ly` | the length of a segment along x or y about the origin |
//! | `count` | the number of points, which must be that of the list |
//! | `counted` | the number of points as for `count`, or an expression whose value is not known |
//! | `plane`, `godotplane`, `segment`, `pose`, `options` | values of these types |
//! | `base` | y of a cylinder's base |
//! | `no` | an argument that is not read: the row does not apply if it is present |
//! | `is(word)` | a constant of this name |
//! | `body` | a body, not a number |
//! | `_` | nothing about the shape |

mod cad;
mod factories;
mod further_engines;
mod further_tools;
mod game_engines;
mod own;
mod physics;
mod query_tools;
mod robotics;
mod simulators;
mod tools;
mod volumes;

use crate::names::normalized;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Kind of a shape; a round shape has the index of its axis, 0 to 2 for x to z, unless the arguments state another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Box,
    Sphere,
    Capsule(usize),
    Cylinder(usize),
    Cone(usize),
    Ellipsoid,
    HalfSpace,
    Hull,
    Triangle,
    /// Triangles of vertices and their indices.
    Mesh,
    Segment,
    /// A ball swept from `a` to `b`.
    Swept,
    /// Convex hull of balls of one radius.
    Balls,
    Rectangle,
    Circle,
    Polygon,
    /// A planar capsule by its full extents; its axis is along the larger one, unless the arguments state it.
    Stadium,
    /// Known type for which scenes have no shape.
    Unread,
}

/// One way to construct a type: the shape that it makes, and the arguments that it takes.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Libraries that have the type, separated by `|`.
    pub libraries: &'static str,
    pub form: Form,
    /// Arguments in the notation of this module's header.
    pub arguments: &'static str,
}

/// Line of data: libraries separated by `|`, kind of the shape, names of types separated by blanks, arguments.
type Line = (&'static str, Form, &'static str, &'static str);

/// Row of a type with the path that names it: `ColliderDesc.cuboid` has two names.
struct PathRow {
    path: Vec<&'static str>,
    row: Row,
}

/// Rows by the last name of their paths.
type Index = HashMap<&'static str, Vec<PathRow>>;

/// Rows of all files of the dictionary.
static ROWS: LazyLock<Index> = LazyLock::new(|| {
    let mut rows = Index::new();
    for (libraries, form, names, arguments) in [
        physics::LINES,
        robotics::LINES,
        game_engines::LINES,
        simulators::LINES,
        further_engines::LINES,
        tools::LINES,
        further_tools::LINES,
        volumes::LINES,
        own::LINES,
        query_tools::LINES,
        factories::LINES,
        cad::LINES,
    ]
    .into_iter()
    .flatten()
    {
        for name in names.split(' ') {
            let path: Vec<&'static str> = name.split('.').collect();
            let row = Row { libraries, form: *form, arguments };
            rows.entry(path[path.len() - 1]).or_default().push(PathRow { path, row });
        }
    }
    rows
});

/// Returns the rows of a type, those with the longest path that its path ends with: `CANNON.Box` has the rows of
/// `CANNON.Box`, not those of `Box`. Empty for an unknown type.
pub fn rows(path: &[&str]) -> Vec<Row> {
    let Some(candidates) = path.last().and_then(|last| ROWS.get(last)) else { return Vec::new() };
    let matching: Vec<&PathRow> = candidates.iter().filter(|candidate| path.ends_with(&candidate.path)).collect();
    let longest = matching.iter().map(|candidate| candidate.path.len()).max();
    let closest = matching.into_iter().filter(|candidate| Some(candidate.path.len()) == longest);
    closest.map(|candidate| candidate.row).collect()
}

/// Sentence for the note of the scene about the unit of a library's lengths; `None` for meters.
pub fn unit_note(library: &str) -> Option<&'static str> {
    match library {
        "unreal" => Some("Unreal's lengths are in centimeters; the scene keeps their numbers unchanged."),
        "freecad" => Some("FreeCAD's lengths are in millimeters; the scene keeps their numbers unchanged."),
        _ => None,
    }
}

/// Whether a type has an argument or field of this name.
pub fn has_argument(path: &[&str], key: &str) -> bool {
    let key = normalized(key);
    rows(path).iter().any(|row| argument_names(row).any(|name| normalized(name) == key))
}

/// Returns the names of the arguments of a row, without their meanings.
fn argument_names(row: &Row) -> impl Iterator<Item = &'static str> {
    row.arguments.split(' ').filter_map(|word| word.split_once(':')).flat_map(|(names, _)| names.split('|'))
}
