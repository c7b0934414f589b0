//! From things to bodies: which library a shape is of, and where each body is.

use std::collections::BTreeSet;
use std::ops::Range;

use super::build::{Built, Misfit, build};
use super::dictionary::{self, Form, Row};
use super::things::{Loose, Store};
use super::value::{Places, What};
use crate::ask::Axis;
use crate::import::dump::ending;
use crate::import::turn::Pose;
use crate::scene::model::Shape;

/// A body of the scene.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) at: usize,
    /// Shapes with their poses in the frame of the body.
    pub(super) parts: Vec<(Built, Pose)>,
    pub(super) pose: Option<Pose>,
    pub(super) used: Places,
}

/// An error: where, and why.
pub(super) type Wrong = (usize, String);

/// The bodies of a text, and whether it gives any pose.
pub(super) fn bodies(store: &Store, text: &str) -> Result<(Vec<Found>, bool), Wrong> {
    let mut found = Vec::new();
    for (id, thing) in store.things.iter().enumerate() {
        if thing.attached {
            continue;
        }
        let mut body =
            Found { name: thing.name.clone(), at: thing.at, parts: Vec::new(), pose: None, used: thing.used.clone() };
        let mut placed = thing.is_placed();
        gather(store, id, Pose::default(), &mut body, &mut placed, text, 0)?;
        if body.parts.is_empty() {
            continue;
        }
        body.pose = placed.then(|| thing.pose());
        found.push(body);
    }
    found.sort_by_key(|body| body.at);
    let given = stand(store, &mut found, text)?;
    Ok((found, given))
}

/// Collects the shapes of a thing and of everything it holds.
fn gather(
    store: &Store,
    id: usize,
    pose: Pose,
    body: &mut Found,
    placed: &mut bool,
    text: &str,
    depth: usize,
) -> Result<(), Wrong> {
    let thing = &store.things[id];
    if depth > 0 {
        body.used.extend(thing.used.iter().cloned());
        if body.name.is_empty() {
            body.name.clone_from(&thing.name);
        }
        *placed |= thing.is_placed();
    }
    if let Some((place, what)) = &thing.problem
        && (thing.geometry || !thing.children.is_empty())
    {
        let name = if thing.name.is_empty() { thing.path.join(".") } else { thing.name.clone() };
        return Err((place.start, format!("the {what} of `{name}` is not understood here: `{}`", shown(text, place))));
    }
    let own = if depth > 0 { pose.then(thing.pose()) } else { pose };
    if thing.geometry {
        let lists = thing.given.iter().filter(|(_, value)| value.points().is_some_and(|points| points.len() > 2));
        if let Some(at) = lists.filter_map(|(_, value)| super::clouds::left_out(text, &value.used)).min() {
            return Err((at, String::from("points are left out here; give all points of the list")));
        }
        let built = resolve(store, id, text)?;
        *placed |= built.placed;
        let local = own.then(built.pose);
        body.parts.push((built, local));
    }
    if depth > 12 {
        return Ok(());
    }
    // The only shape of a body says where it is; parts of a compound do not.
    let compound = thing.path.last().is_some_and(|name| name.to_lowercase().contains("compound"));
    *placed |= !compound && thing.children.len() == 1 && thing.children[0].1 != Pose::default();
    for (child, local) in &thing.children {
        gather(store, *child, own.then(*local), body, placed, text, depth + 1)?;
    }
    Ok(())
}

/// The rest of the line at a place.
fn shown(text: &str, place: &Range<usize>) -> String {
    let line = text.get(place.start..).unwrap_or_default().lines().next().unwrap_or_default();
    crate::import::ledger::shown(line.trim_end_matches([';', '{', ',']))
}

/// The shape of a thing, by the libraries that have its type and that the text names.
fn resolve(store: &Store, id: usize, text: &str) -> Result<Built, Wrong> {
    let thing = &store.things[id];
    let path: Vec<&str> = thing.path.iter().map(String::as_str).collect();
    let name = path.join(".");
    let rows = dictionary::rows(&path);
    if rows.is_empty() {
        return Err((
            thing.at,
            format!(
                "`{name}` is no shape of a library that is known here; name the library with `--library` (`contact-lens import --help` lists the known ones)"
            ),
        ));
    }
    let of = |library: &str, set: &BTreeSet<&'static str>| library.split('|').any(|own| set.contains(own));
    let spaces = store.named.of_path(&path);
    let mut kept: Vec<_> = rows.iter().filter(|row| spaces.is_empty() || of(row.libraries, &spaces)).collect();
    if kept.is_empty() {
        return Err((thing.at, format!("`{name}` is no shape of {} that is known here", list(&spaces))));
    }
    let named = &store.named.libraries;
    let all_of = |kept: &[&Row]| -> String { join(&kept.iter().flat_map(|row| row.libraries.split('|')).collect()) };
    let mentioned: Vec<_> = kept.iter().copied().filter(|row| of(row.libraries, named)).collect();
    if !mentioned.is_empty() {
        kept = mentioned;
        // An import says more than a word of a comment.
        let imported: Vec<_> = kept.iter().copied().filter(|row| of(row.libraries, &store.named.imported)).collect();
        if !imported.is_empty() {
            kept = imported;
        }
    } else if spaces.is_empty() && !named.is_empty() && is_common(&path) {
        let (others, all) = (list(named), all_of(&kept));
        return Err((
            thing.at,
            format!(
                "the text names {others}, which has no type `{name}` that is known here; it is a type of {all}: name the library with `--library`"
            ),
        ));
    }
    if kept.iter().all(|row| row.form == Form::Unread) {
        return Err((thing.at, format!("`{name}` is a shape that is not read from code")));
    }
    let mut found: Vec<(&str, Built)> = Vec::new();
    let mut wrong = None;
    for row in &kept {
        match build(row, &thing.given) {
            Ok(built) => found.push((row.libraries, built)),
            Err(Misfit::Size(why)) => wrong = Some(why),
            Err(Misfit::Arguments) => {}
        }
    }
    if let (Some(why), true) = (&wrong, found.is_empty()) {
        return Err((thing.at, format!("`{name}`: {why}")));
    }
    let Some((_, first)) = found.first().cloned() else {
        let shown = shown(text, &(thing.at..thing.at));
        let all = all_of(&kept);
        return Err((thing.at, format!("the arguments of `{name}` are not understood as those of {all}: `{shown}`")));
    };
    if let Some((_, other)) = found.iter().find(|(_, other)| (&other.shape, &other.pose) != (&first.shape, &first.pose))
    {
        return Err((thing.at, question(&name, &found, &first, Some(other))));
    }
    if named.is_empty() && spaces.is_empty() && is_common(&path) && is_sized(&first.shape) {
        return Err((thing.at, question(&name, &found, &first, None)));
    }
    Ok(first)
}

/// Whether a shape has sizes that one program counts whole and another half.
fn is_sized(shape: &Shape) -> bool {
    let flat = matches!(shape, Shape::Box { .. } | Shape::Rectangle { .. });
    flat || matches!(shape, Shape::Capsule { .. } | Shape::Cylinder { .. } | Shape::Cone { .. })
}

/// Types that many programs have of their own.
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
    ];
    common.contains(&last) && path.len() == 1
}

/// The question that decides between libraries.
fn question(name: &str, found: &[(&str, Built)], first: &Built, other: Option<&Built>) -> String {
    let of = |built: &Built| {
        let all: BTreeSet<&str> =
            found.iter().filter(|(_, own)| own == built).flat_map(|(libraries, _)| libraries.split('|')).collect();
        join(&all)
    };
    let half =
        matches!(first.shape, crate::scene::model::Shape::Box { .. } | crate::scene::model::Shape::Rectangle { .. });
    let ask =
        if half { "half or full extents?" } else { "which argument is the radius, and is the height whole or half?" };
    let library = of(first).split([',', ' ']).next().unwrap_or_default().to_owned();
    let second = match other {
        Some(other) => format!("{} in {}", described(&other.shape), of(other)),
        None => String::from("other programs have their own"),
    };
    format!(
        "{ask} `{name}` is {} in {}, and {second}; name the library, as in `--library {library}`",
        described(&first.shape),
        of(first)
    )
}

/// Kind and sizes of a shape in words.
fn described(shape: &Shape) -> String {
    let all = |sizes: &[f64]| sizes.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    match shape {
        Shape::Box { half_extents } => format!("a box of half extents {} m", all(half_extents)),
        Shape::Rectangle { half_extents } => format!("a rectangle of half extents {} m", all(half_extents)),
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
        Shape::Ellipsoid { radii } => format!("an ellipsoid of radii {} m", all(radii)),
        Shape::Inflate { radius, shape } => format!("{}, rounded by {radius} m", described(shape)),
        Shape::HalfSpace { normal, offset } => format!("a half-space of normal {} and offset {offset} m", all(normal)),
        _ => String::from("a shape of points"),
    }
}

fn letter(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "x",
        Axis::Y => "y",
        Axis::Z => "z",
    }
}

fn list(libraries: &BTreeSet<&'static str>) -> String {
    let all: BTreeSet<&str> = libraries.iter().copied().collect();
    join(&all)
}

fn join(all: &BTreeSet<&str>) -> String {
    all.iter().copied().collect::<Vec<_>>().join(", ")
}

/// Joins poses of variables to bodies without one. Returns whether the text gives poses.
fn stand(store: &Store, found: &mut [Found], text: &str) -> Result<bool, Wrong> {
    let used = |place: &Range<usize>, found: &[Found]| found.iter().any(|body| body.used.contains(place));
    let mut loose: Vec<(String, Pose, &Loose)> = Vec::new();
    for one in store.loose.iter().filter(|one| !used(&one.place, found)) {
        let pose = match &one.value.what {
            What::Pose(pose) => Some(*pose),
            What::Turn(rotation) => Some(Pose { position: [0.0; 3], rotation: *rotation }),
            _ => one.value.vector().map(Pose::at),
        };
        loose.extend(pose.map(|pose| (one.name.clone(), pose, one)));
    }
    let empty = store
        .things
        .iter()
        .filter(|thing| !thing.attached && !thing.geometry && thing.children.is_empty() && thing.is_placed());
    let bare: Vec<(String, Pose, &Places)> =
        empty.map(|thing| (thing.name.clone(), thing.pose(), &thing.used)).collect();
    let unused = |place: &&Range<usize>| !used(place, found);
    let any = store.made.iter().any(|place| unused(&place))
        || found.iter().any(|body| body.pose.is_some())
        || !loose.is_empty()
        || !bare.is_empty()
        || !store.unread.is_empty();
    if let Some(thing) = empty_body(store, found) {
        return Err((
            thing.at,
            format!("the body `{}` has a pose, but no shape of it is read here", shown(text, &(thing.at..thing.at))),
        ));
    }
    // A mesh of trimesh is where its vertices are.
    if any && store.unread.is_empty() && loose.is_empty() && bare.is_empty() {
        let mesh = |at: usize| {
            let is = |thing: &super::things::Thing| thing.path.first().is_some_and(|name| name == "trimesh");
            store.things.iter().any(|thing| thing.at == at && is(thing))
        };
        for body in found.iter_mut().filter(|body| body.pose.is_none() && mesh(body.at)) {
            body.pose = Some(Pose::default());
        }
    }
    let free: Vec<usize> = (0..found.len()).filter(|k| found[*k].pose.is_none()).collect();
    let any = any || !free.is_empty() && said(text, found);
    if free.is_empty() || !any {
        return Ok(any);
    }
    let mut poses = if store.unread.is_empty() { of_one_kind(loose) } else { Vec::new() };
    if poses.is_empty() {
        poses.extend(bare.into_iter().map(|(name, pose, used)| (name, pose, used.clone())));
    }
    if poses.len() == free.len() && found.len() == free.len() {
        let order = in_order(&poses, &free.iter().map(|k| found[*k].name.as_str()).collect::<Vec<_>>());
        for (k, (_, pose, used)) in order.into_iter().zip(poses) {
            found[free[k]].pose = Some(pose);
            found[free[k]].used.extend(used);
        }
        return Ok(true);
    }
    let body = &found[free[0]];
    let name = if body.name.is_empty() { shown(text, &(body.at..body.at)) } else { body.name.clone() };
    Err((
        body.at,
        format!(
            "the text has poses, but none is found for the shape `{name}`; write its pose into its constructor or set it by its name"
        ),
    ))
}

/// A body that is made with a pose and has no shape, in a text where every shape has a body already.
fn empty_body<'s>(store: &'s Store, found: &[Found]) -> Option<&'s super::things::Thing> {
    if found.iter().any(|body| body.pose.is_none()) {
        return None;
    }
    store.things.iter().find(|thing| {
        let path: Vec<&str> = thing.path.iter().map(String::as_str).collect();
        !thing.attached
            && !thing.geometry
            && thing.children.is_empty()
            && thing.is_placed()
            && super::things::is_body(&path)
    })
}

/// Whether a line says a pose in numbers that no body has: `pose #17: t = (0.1, 0.2, 0.3)`.
fn said(text: &str, found: &[Found]) -> bool {
    let mut used: Vec<(usize, usize)> =
        found.iter().flat_map(|body| body.used.iter().map(|place| (place.start, place.end))).collect();
    used.sort_unstable();
    let taken = |from: usize, to: usize| {
        let k = used.partition_point(|(start, _)| *start < from);
        used.get(k).is_some_and(|(start, _)| *start < to)
    };
    let words =
        ["pose", "position", "translat", "transform", "isometr", "rotat", "orientation", "quaternion", "located"];
    let aside = ["camera", "light", "gravity", "velocity", "eye", "target"];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        // In ASCII alone, so that places stay those of the line.
        let lower = line.to_ascii_lowercase();
        if aside.iter().any(|word| lower.contains(word)) {
            continue;
        }
        let Some(word) = words.iter().filter_map(|word| lower.find(word)).min() else { continue };
        let opens = lower.char_indices().filter(|(k, c)| *k > word && "([{".contains(*c));
        for (k, _) in opens {
            let inner = lower.get(k + 1..).unwrap_or_default();
            let length = inner.find([')', ']', '}']).unwrap_or(inner.len());
            let parts: Vec<&str> = inner
                .get(..length)
                .unwrap_or_default()
                .split([',', ';', ' '])
                .filter(|part| !part.is_empty())
                .collect();
            let numbers = parts.iter().all(|part| part.trim_end_matches('f').parse::<f64>().is_ok());
            if numbers && (2..=7).contains(&parts.len()) && !taken(start + k, start + k + 1 + length) {
                return true;
            }
        }
    }
    false
}

/// Poses of variables, where all are whole poses or all are positions.
fn of_one_kind(loose: Vec<(String, Pose, &Loose)>) -> Vec<(String, Pose, Places)> {
    let whole = |one: &Loose| matches!(one.value.what, What::Pose(_));
    let turned = |one: &Loose| matches!(one.value.what, What::Turn(_));
    let alike =
        loose.iter().all(|(_, _, one)| whole(one)) || loose.iter().all(|(_, _, one)| !whole(one) && !turned(one));
    let with_places = |(name, pose, one): (String, Pose, &Loose)| {
        (name, pose, [one.value.used.clone(), vec![one.place.clone()]].concat())
    };
    if alike { loose.into_iter().map(with_places).collect() } else { Vec::new() }
}

/// Which of the named bodies each pose is of: by what the names end with, else in order.
fn in_order(poses: &[(String, Pose, Places)], names: &[&str]) -> Vec<usize> {
    let ends: Vec<String> = names.iter().map(|name| ending(name)).collect();
    let own = |(name, ..): &(String, Pose, Places)| {
        let end = ending(name);
        ends.iter().position(|own| !end.is_empty() && *own == end)
    };
    let by_name: Option<Vec<usize>> = poses.iter().map(own).collect();
    let distinct = |order: &Vec<usize>| order.iter().collect::<BTreeSet<_>>().len() == order.len();
    by_name.filter(distinct).unwrap_or_else(|| (0..poses.len()).collect())
}
