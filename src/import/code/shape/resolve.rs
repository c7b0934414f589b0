//! Resolution of types to shapes: in, a constructor such as `Box(1, 2, 3)` and the libraries of the text; out, the
//! shape, or the question which library is meant.
//!
//! Several libraries may have a type of one name; the libraries that the text names select among them. If their shapes
//! still differ, or if the name is common and the text names no library, the error requests the name of the library.
//! Godot 4 is assumed if only versions of Godot differ.

use std::collections::BTreeSet;
use std::ops::Range;

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::Shape;

use super::build::{Built, Misfit, build};
use super::dictionary::{self, Form, Row};
use crate::code::evaluate::value::ErrorAt;
use crate::code::join::store::Store;

/// Note for shapes whose sizes depend on the version of Godot.
const GODOT_NOTE: &str = "The text does not name a version of Godot: sizes are those of Godot 4.";

/// Returns the text from the start of a range to the end of its line, shortened, for messages.
pub fn shown(text: &str, range: &Range<usize>) -> String {
    let line = text.get(range.start..).unwrap_or_default().lines().next().unwrap_or_default();
    crate::ledger::shown(line.trim_end_matches([';', '{', ',']))
}

/// Returns the shape of the constructor with index `id`, by the libraries that have its type and that the text names.
///
/// # Errors
/// Returns the offset of the constructor, and the reason if its type is unknown or has no shape, if its arguments fit
/// no library, or if libraries differ and the text does not name one.
pub fn resolve(store: &Store, id: usize, text: &str) -> Result<Built, ErrorAt> {
    let entity = &store.entities[id];
    let path: Vec<&str> = entity.path.iter().map(String::as_str).collect();
    let name = path.join(".");
    let spaces = store.named.libraries_of_path(&path);
    let named = &store.named.libraries;
    let allowed = candidates(store, &path, &spaces).map_err(|why| (entity.at, why))?;
    if allowed.iter().all(|row| row.form == Form::Unread) {
        let why = format!("the shape `{name}` is not supported in code; write another shape instead, or remove it");
        return Err((entity.at, why));
    }
    let (found, wrong_size) = built_by_rows(store, id, &allowed);
    if let (Some(why), true) = (&wrong_size, found.is_empty()) {
        return Err((entity.at, format!("`{name}`: {why}")));
    }
    let Some((_, first)) = found.first().cloned() else {
        let shown = shown(text, &(entity.at..entity.at));
        let libraries = join_libraries(&allowed);
        let why = format!("the arguments of `{name}` are not understood; expected them as in {libraries}: `{shown}`");
        return Err((entity.at, why));
    };
    let other = found.iter().map(|(_, other)| other).find(|other| !is_same_solid(other, &first));
    if other.is_some() && found.iter().all(|(libraries, _)| libraries.starts_with("godot")) {
        // Versions differ: the one in use since 2023 is assumed unless the text names the older one.
        let godot4 = found.iter().find(|(libraries, _)| libraries.split('|').any(|library| library == "godot"));
        if let Some((_, built)) = godot4 {
            return Ok(Built { note: Some(GODOT_NOTE), ..built.clone() });
        }
    }
    if let Some(other) = other {
        return Err((entity.at, question(&name, &found, &first, Some(other))));
    }
    // A shape by its two end points has no height that could be full or half.
    let ends = entity.arguments.iter().filter(|(key, value)| key.is_some() && value.vector().is_some()).count();
    if named.is_empty() && spaces.is_empty() && is_common(&path) && is_sized(&first.shape) && ends < 2 {
        return Err((entity.at, question(&name, &found, &first, None)));
    }
    Ok(first)
}

/// Whether two shapes have the same sizes and the same pose.
fn is_same_solid(first: &Built, second: &Built) -> bool {
    first.shape == second.shape && first.pose == second.pose
}

/// Returns the shapes that rows build from the arguments of the constructor with index `id`, each with the libraries of
/// its row, and the last error about a size.
fn built_by_rows(store: &Store, id: usize, rows: &[Row]) -> (Vec<(&'static str, Built)>, Option<String>) {
    let entity = &store.entities[id];
    // Godot's `RectangleShape2D`, Unity's `BoxCollider2D`.
    let is_planar = entity.path.iter().any(|name| name.ends_with("Shape2D") || name.ends_with("Collider2D"));
    let mut found = Vec::new();
    let mut wrong_size = None;
    for row in rows {
        match build(row, &entity.arguments, store.named.is_flat && row.libraries.contains("rapier")) {
            Ok(built) => found.push((row.libraries, Built { plane: built.plane || is_planar, ..built })),
            Err(Misfit::Size(why)) => wrong_size = Some(why),
            Err(Misfit::Arguments) => {}
        }
    }
    (found, wrong_size)
}

/// Joins the names of the libraries of rows.
fn join_libraries(rows: &[Row]) -> String {
    join(&rows.iter().flat_map(|row| row.libraries.split('|')).collect())
}

/// Returns the rows of a type that the namespaces of its path, `spaces`, and the libraries of the text allow.
///
/// # Errors
/// Returns the reason if no row remains: the type is unknown, or none of the named libraries has it.
fn candidates(store: &Store, path: &[&str], spaces: &BTreeSet<&'static str>) -> Result<Vec<Row>, String> {
    let name = path.join(".");
    let rows = dictionary::rows(path);
    if rows.is_empty() {
        return Err(format!(
            "`{name}` is not a shape of a known library; name the library with `--library` (`contact-lens import --help` lists the known ones)"
        ));
    }
    let in_namespace: Vec<_> =
        rows.into_iter().filter(|row| spaces.is_empty() || names_any(row.libraries, spaces)).collect();
    if in_namespace.is_empty() {
        return Err(format!("`{name}` is not a known shape of {}; correct its name or its namespace", join(spaces)));
    }
    let named = &store.named.libraries;
    let agreed: Vec<_> = in_namespace.iter().copied().filter(|row| names_any(row.libraries, &store.agreed)).collect();
    let agreed_or_all = if agreed.is_empty() { in_namespace } else { agreed };
    let mentioned: Vec<_> = agreed_or_all.iter().copied().filter(|row| names_any(row.libraries, named)).collect();
    if mentioned.is_empty() {
        if spaces.is_empty() && !named.is_empty() && is_common(path) {
            let others = join(named);
            let all = join_libraries(&agreed_or_all);
            return Err(format!(
                "no library that the text names ({others}) has a known type `{name}`; it is a type of {all}: name the library with `--library`"
            ));
        }
        return Ok(agreed_or_all);
    }
    // An import is more reliable than a word in a comment.
    let imports: Vec<_> =
        mentioned.iter().copied().filter(|row| names_any(row.libraries, &store.named.imported)).collect();
    Ok(if imports.is_empty() { mentioned } else { imports })
}

/// Returns the libraries that have all those types of shapes of a text that any library has; empty if none has them
/// all.
pub fn agreed_libraries(store: &Store) -> BTreeSet<&'static str> {
    let paths: BTreeSet<Vec<&str>> = store
        .entities
        .iter()
        .filter(|entity| entity.is_shape)
        .map(|entity| entity.path.iter().map(String::as_str).collect())
        .collect();
    let mut agreed: Option<BTreeSet<&'static str>> = None;
    for path in paths {
        let spaces = store.named.libraries_of_path(&path);
        let libraries: BTreeSet<&'static str> = dictionary::rows(&path)
            .iter()
            .flat_map(|row| row.libraries.split('|'))
            .filter(|library| spaces.is_empty() || spaces.contains(library))
            .collect();
        if !libraries.is_empty() {
            agreed = Some(match agreed {
                Some(previous) => previous.intersection(&libraries).copied().collect(),
                None => libraries,
            });
        }
    }
    agreed.unwrap_or_default()
}

/// Whether one of these libraries, separated by `|`, is in a set.
fn names_any(libraries: &str, set: &BTreeSet<&'static str>) -> bool {
    libraries.split('|').any(|library| set.contains(library))
}

/// Whether a shape has sizes that some libraries take as full and others as half lengths.
fn is_sized(shape: &Shape) -> bool {
    let has_half_extents = matches!(shape, Shape::Box { .. } | Shape::Rectangle { .. });
    has_half_extents || matches!(shape, Shape::Capsule { .. } | Shape::Cylinder { .. } | Shape::Cone { .. })
}

/// Whether a type without a namespace has a name that many programs use.
fn is_common(path: &[&str]) -> bool {
    let last = path.last().copied().unwrap_or_default();
    let common = [
        "Box",
        "Sphere",
        "Cylinder",
        "Capsule",
        "Cone",
        "Ellipsoid",
        "BoxShape",
        "SphereShape",
        "CapsuleShape",
        "CylinderShape",
        "ConeShape",
        "Cuboid",
        "Ball",
        "Circle",
        "Polygon",
        "Plane",
        "Halfspace",
        "HalfSpace",
        "Rectangle",
        "PolygonShape",
        "CircleShape",
        "AABB",
        "Bounds",
        "BoundingBox",
        "BoundingSphere",
        "Rect2",
        "OrientedBox",
    ];
    common.contains(&last) && path.len() == 1 || path == ["Rectangle", "new"]
}

/// Returns the names of the libraries in which the type is the shape `built`.
fn libraries_with(found: &[(&str, Built)], built: &Built) -> String {
    let all: BTreeSet<&str> =
        found.iter().filter(|(_, own)| own == built).flat_map(|(libraries, _)| libraries.split('|')).collect();
    join(&all)
}

/// Returns the question which library is meant: it describes the shape in the libraries of `first`, and the one in
/// those of `other`, if known.
fn question(name: &str, found: &[(&str, Built)], first: &Built, other: Option<&Built>) -> String {
    let is_box = matches!(first.shape, Shape::Box { .. } | Shape::Rectangle { .. });
    let ask = if is_box {
        "half or full extents?"
    } else {
        "libraries read these arguments differently (radius, full or half height, axis):"
    };
    let library = libraries_with(found, first).split([',', ' ']).next().unwrap_or_default().to_owned();
    let second = match other {
        Some(other) => format!("{} in {}", describe_shape(&other.shape), libraries_with(found, other)),
        None => String::from("other libraries may mean something else"),
    };
    format!(
        "{ask} `{name}` is {} in {}, and {second}; name the library, as in `--library {library}`",
        describe_shape(&first.shape),
        libraries_with(found, first)
    )
}

/// Describes the kind and sizes of a shape.
fn describe_shape(shape: &Shape) -> String {
    match shape {
        Shape::Box { half_extents } => format!("a box of half extents {} m", join_sizes(half_extents)),
        Shape::Rectangle { half_extents } => format!("a rectangle of half extents {} m", join_sizes(half_extents)),
        Shape::Sphere { radius } => format!("a sphere of radius {radius} m"),
        Shape::Circle { radius } => format!("a circle of radius {radius} m"),
        Shape::Capsule { radius, half_height, axis } => {
            format!("a capsule of radius {radius} m and half height {half_height} m along {}", letter(*axis))
        }
        Shape::Cylinder { radius, half_height, axis } => {
            format!("a cylinder of radius {radius} m and half height {half_height} m along {}", letter(*axis))
        }
        Shape::Cone { radius, half_height, axis } => {
            format!("a cone of radius {radius} m and half height {half_height} m along {}", letter(*axis))
        }
        Shape::Ellipsoid { radii } => format!("an ellipsoid of radii {} m", join_sizes(radii)),
        Shape::Inflate { radius, shape } => format!("{}, rounded by {radius} m", describe_shape(shape)),
        Shape::HalfSpace { normal, offset } => {
            format!("a half-space of normal {} and offset {offset} m", join_sizes(normal))
        }
        Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Polygon { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::TriangleMesh { .. }
        | Shape::HeightField { .. } => String::from("a shape of points"),
    }
}

/// Joins sizes in meters by blanks.
fn join_sizes(sizes: &[f64]) -> String {
    sizes.iter().map(f64::to_string).collect::<Vec<_>>().join(" ")
}

/// Letter of an axis in messages.
fn letter(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "x",
        Axis::Y => "y",
        Axis::Z => "z",
    }
}

/// Joins names by commas.
fn join(all: &BTreeSet<&str>) -> String {
    all.iter().copied().collect::<Vec<_>>().join(", ")
}
