//! Robots (URDF): the collision shapes of links, placed with every joint at zero or by joint values.
//!
//! - **Undeclared links**: joints may refer only to `world`, which is at the origin.
//! - **Meshes** become convex hulls; [`package`] resolves their addresses.
//! - **Visual shapes** are read on request for links without collision shapes.

mod robot;

use std::collections::HashMap;

use roxmltree::Node;

use super::draft::{Draft, Piece};
use super::mjcf;
use super::package;
use super::pose::{IDENTITY_ROTATION, Pose, about, product};
use super::xml::{self, Reading};
use super::{Quote, Source, text_of};
use crate::ask::Axis;
use crate::scene::model::{Shape, Upward};
use crate::scene::{SceneError, mesh};
pub(super) use robot::Robot;
use robot::{Joint, Motion};

/// Whether the root element of a text is `robot`.
pub(super) fn looks(bytes: &[u8]) -> bool {
    mjcf::has_root(bytes, "robot")
}

/// Noun for a collision shape in counts, singular and plural.
const NOUNS: [&str; 2] = ["collision shape", "collision shapes"];

/// Name of the link that exists without declaration.
const WORLD: &str = "world";

/// Reads a robot into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    robot(source, draft).map(|(_, quotes)| quotes)
}

/// Reads a robot into a draft. Returns its joints with the bodies that they move, and quotes of the elements that are
/// not read.
pub(super) fn robot(source: &Source, draft: &mut Draft) -> Result<(Robot, Vec<Quote>), SceneError> {
    let text = text_of(source)?;
    let (document, reading) = xml::parse(source, text)?;
    let root = document.root_element();
    reading.take(root);
    if let Some(name) = reading.word(root, "name") {
        name.clone_into(&mut draft.name);
    }
    let links: Vec<Node<'_, '_>> = root.children().filter(|node| node.has_tag_name("link")).collect();
    let mut numbers = HashMap::new();
    for (k, link) in links.iter().enumerate() {
        let name = link.attribute("name").ok_or_else(|| reading.wrong(*link, "", "a link needs a name"))?;
        if numbers.insert(name, k + 1).is_some() {
            return Err(reading.wrong(*link, "name", format!("there are two links `{name}`")));
        }
    }
    // Link 0 is the world; the declared links, which may include one called `world`, follow from 1.
    numbers.entry(WORLD).or_insert(0);
    let first = draft.bodies.len();
    let mut robot = Robot::new(links.len() + 1);
    joints(&reading, root, &numbers, &mut robot)?;
    robot.joints().iter().for_each(|joint| draft.exclude_pair(first + joint.parent, first + joint.child));
    let rest = vec![0.0; robot.columns().len()];
    let poses = robot.poses(&rest);
    for (k, link) in links.iter().enumerate() {
        let number = k + 1;
        let pose = poses[number].ok_or_else(|| reading.wrong(*link, "name", "its joints form a cycle"))?;
        let placed = PlacedLink { node: *link, link: number, pose, rigid_body: first + number };
        shapes(&reading, placed, &mut robot, draft)?;
    }
    leave_others(&reading, root);
    note_missing_shapes(&links, draft);
    draft.up = Upward::Z;
    draft.add_note("Links are placed with every joint at zero; there is no query about two links that a joint connects. z points up, as in the source.");
    let (precision, left) = reading.close();
    draft.notes.extend(precision);
    Ok((robot, left))
}

/// Quotes the elements of a robot that are not read.
fn leave_others(reading: &Reading<'_>, robot: Node<'_, '_>) {
    for node in robot.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "link" | "joint" => {}
            "material" => reading.leave(node, "the appearance of bodies is not imported"),
            "gazebo" | "transmission" | "ros2_control" => reading.leave(node, "elements of this kind have no bodies"),
            _ => reading.leave(node, "elements of this kind are not imported"),
        }
    }
}

/// Returns the number of links with such a child element.
fn count_with(links: &[Node<'_, '_>], tag: &str) -> usize {
    links.iter().filter(|link| link.children().any(|node| node.has_tag_name(tag))).count()
}

/// Notes why a robot has no collision shapes, for the error about that; without effect on one that has some.
fn note_missing_shapes(links: &[Node<'_, '_>], draft: &mut Draft) {
    match (count_with(links, "collision"), count_with(links, "visual")) {
        (0, 0) => draft.tally.hint(format!("no link has a shape (links: {})", links.len())),
        (0, visual) if !draft.options.visual => {
            let count = links.len();
            let hint = format!("its only shapes are visual (in {visual} of {count} links); `--visual` reads them");
            draft.tally.hint(hint);
        }
        _ => {}
    }
}

/// Reads the joints into the robot. A link may be the child of only one joint.
fn joints(
    reading: &Reading<'_>,
    root: Node<'_, '_>,
    links: &HashMap<&str, usize>,
    robot: &mut Robot,
) -> Result<(), SceneError> {
    for joint in root.children().filter(|node| node.has_tag_name("joint")) {
        reading.take(joint);
        reading.words(joint, &["name", "type"]);
        let parent = link_at_end(reading, joint, "parent", links)?;
        let child = link_at_end(reading, joint, "child", links)?;
        if child == 0 {
            return Err(reading.wrong(joint, "name", "its child is the world, which cannot have a parent"));
        }
        let axis = joint.children().find(|node| node.has_tag_name("axis"));
        let axis = axis.map_or(Ok(None), |axis| reading.three(axis, "xyz"))?.unwrap_or([1.0, 0.0, 0.0]);
        let read = Joint {
            name: joint.attribute("name").unwrap_or_default().to_owned(),
            motion: Motion::of(joint.attribute("type").unwrap_or_default()),
            parent,
            child,
            origin: origin(reading, joint)?,
            axis,
            mimic: mimic(reading, joint)?,
        };
        if !robot.add(read) {
            let name = joint.children().find(|node| node.has_tag_name("child")).and_then(|node| node.attribute("link"));
            let name = name.unwrap_or_default();
            return Err(reading.wrong(joint, "name", format!("the link `{name}` is the child of two joints")));
        }
        for node in joint.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "parent" | "child" | "origin" => {}
                "axis" | "mimic" => reading.note(node, "it has an effect only with joint values (`--joints`)"),
                _ => reading.leave(node, "only the type, origin, axis and mimicked joint of a joint are imported"),
            }
        }
    }
    Ok(())
}

/// Returns the index of the link that the element `tag` of a joint, `parent` or `child`, names.
fn link_at_end(
    reading: &Reading<'_>,
    joint: Node<'_, '_>,
    tag: &str,
    links: &HashMap<&str, usize>,
) -> Result<usize, SceneError> {
    let node = joint.children().find(|node| node.has_tag_name(tag));
    let node = node.ok_or_else(|| reading.wrong(joint, "", format!("a joint needs a `{tag}`")))?;
    reading.take(node);
    let name = reading.word(node, "link").unwrap_or_default();
    let link = links.get(name).copied();
    link.ok_or_else(|| reading.wrong(node, "link", format!("there is no link `{name}`")))
}

/// Reads the `mimic` element of a joint; `None` without one.
fn mimic(reading: &Reading<'_>, joint: Node<'_, '_>) -> Result<Option<robot::Mimic>, SceneError> {
    let Some(node) = joint.children().find(|node| node.has_tag_name("mimic")) else { return Ok(None) };
    Ok(Some(robot::Mimic {
        joint: node.attribute("joint").unwrap_or_default().to_owned(),
        factor: reading.one(node, "multiplier")?.unwrap_or(1.0),
        offset: reading.one(node, "offset")?.unwrap_or(0.0),
    }))
}

/// Returns the pose of the `origin` inside an element: x, y, z in meters; roll, pitch and yaw in radians about the
/// fixed axes x, y and z, in this order. The identity without one.
fn origin(reading: &Reading<'_>, node: Node<'_, '_>) -> Result<Pose, SceneError> {
    let Some(origin) = node.children().find(|child| child.has_tag_name("origin")) else { return Ok(Pose::default()) };
    reading.take(origin);
    let position = reading.three(origin, "xyz")?.unwrap_or_default();
    let [roll, pitch, yaw] = reading.three(origin, "rpy")?.unwrap_or_default();
    let x = about([1.0, 0.0, 0.0], roll).unwrap_or(IDENTITY_ROTATION);
    let y = about([0.0, 1.0, 0.0], pitch).unwrap_or(IDENTITY_ROTATION);
    let z = about([0.0, 0.0, 1.0], yaw).unwrap_or(IDENTITY_ROTATION);
    Ok(Pose { position, rotation: product(product(z, y), x) })
}

/// Link of a robot with its pose in the world.
struct PlacedLink<'a, 'n> {
    node: Node<'a, 'n>,
    /// Index among the links of the robot; 0 is the world.
    link: usize,
    /// Pose in the world.
    pose: Pose,
    /// Index of the rigid body in the draft.
    rigid_body: usize,
}

/// Adds the shapes of a link to the draft: its bounded shapes as one body, each half-space as a body of its own.
fn shapes(
    reading: &Reading<'_>,
    placed: PlacedLink<'_, '_>,
    robot: &mut Robot,
    draft: &mut Draft,
) -> Result<(), SceneError> {
    let PlacedLink { node: element, link, pose, rigid_body } = placed;
    reading.take(element);
    let name = reading.word(element, "name").unwrap_or_default();
    let has_collision = element.children().any(|node| node.has_tag_name("collision"));
    let read = if draft.options.visual && !has_collision { "visual" } else { "collision" };
    let mut pieces = Vec::new();
    for node in element.children().filter(Node::is_element) {
        match node.tag_name().name() {
            tag if tag == read => pieces.extend(piece(reading, node, draft)?),
            "visual" => reading.leave(node, "only collision shapes are imported"),
            "inertial" => reading.leave(node, "the mass of a link is not imported"),
            _ => reading.leave(node, "elements of this kind are not imported"),
        }
    }
    let (half_spaces, bounded): (Vec<Piece>, Vec<Piece>) =
        pieces.into_iter().partition(|piece| piece.shape.is_half_space());
    let alone = half_spaces.into_iter().map(|piece| vec![piece]);
    for pieces in alone.chain([bounded]).filter(|pieces| !pieces.is_empty()) {
        // A single shape becomes the body itself (see `Draft::add_compound`), so its pose in the link is that of the
        // body.
        let local = if let [only] = pieces.as_slice() { only.pose } else { Pose::default() };
        draft.add_compound(name, pieces, pose, rigid_body);
        if let Some(added) = draft.bodies.last() {
            robot.place(added.body.name.clone(), link, local);
        }
    }
    if read == "visual" {
        draft.add_note("Links without collision shapes have their visual shapes, as requested.");
    }
    Ok(())
}

/// Reads one collision or visual shape into a piece and counts it; `None` for a shape that scenes do not have.
fn piece(reading: &Reading<'_>, node: Node<'_, '_>, draft: &mut Draft) -> Result<Option<Piece>, SceneError> {
    let local = origin(reading, node)?;
    let geometry = node.children().find(|child| child.has_tag_name("geometry"));
    let geometry = geometry.ok_or_else(|| reading.wrong(node, "", "has no `geometry`"))?;
    let form = geometry.children().find(Node::is_element);
    let form = form.ok_or_else(|| reading.wrong(geometry, "", "contains no shape"))?;
    draft.tally.find(NOUNS);
    match shape(reading, form, draft)? {
        Ok(shape) => {
            [node, geometry, form].into_iter().for_each(|node| reading.take(node));
            let name = reading.word(node, "name").map(str::to_owned);
            for other in node.children().filter(Node::is_element) {
                if !["origin", "geometry"].contains(&other.tag_name().name()) {
                    reading.leave(other, "contact parameters and appearance are not imported");
                }
            }
            Ok(Some(Piece { name, shape, pose: local }))
        }
        Err(why) => {
            draft.tally.lose(1, reading.line(node), &why);
            reading.leave(node, &why);
            Ok(None)
        }
    }
}

/// Reads a length that must not be negative.
fn size(reading: &Reading<'_>, form: Node<'_, '_>, name: &str) -> Result<f64, SceneError> {
    match reading.one(form, name)? {
        None => Err(reading.wrong(form, name, "is missing")),
        Some(value) if value >= 0.0 => Ok(value),
        Some(value) => Err(reading.wrong(form, name, format!("must not be negative, but is {value}"))),
    }
}

/// Builds a shape; its full lengths are halved, which is exact. The inner error is the reason why scenes have no such
/// shape, the outer one a mistake in the file.
fn shape(reading: &Reading<'_>, form: Node<'_, '_>, draft: &Draft) -> Result<Result<Shape, String>, SceneError> {
    Ok(Ok(match form.tag_name().name() {
        "sphere" => Shape::Sphere { radius: size(reading, form, "radius")? },
        "cylinder" => Shape::Cylinder {
            radius: size(reading, form, "radius")?,
            half_height: 0.5 * size(reading, form, "length")?,
            axis: Axis::Z,
        },
        "capsule" => Shape::Capsule {
            radius: size(reading, form, "radius")?,
            half_height: 0.5 * size(reading, form, "length")?,
            axis: Axis::Z,
        },
        "box" => {
            let sides = reading.three(form, "size")?.ok_or_else(|| reading.wrong(form, "size", "is missing"))?;
            if let Some(side) = sides.iter().find(|side| **side < 0.0) {
                return Err(reading.wrong(form, "size", format!("must not be negative, but is {side}")));
            }
            Shape::Box { half_extents: sides.map(|side| 0.5 * side) }
        }
        "mesh" => {
            let scale = reading.three(form, "scale")?.unwrap_or([1.0; 3]);
            if scale.contains(&0.0) {
                return Err(reading.wrong(form, "scale", "must not be 0"));
            }
            let address = reading.word(form, "filename").unwrap_or_default();
            return Ok(of_file(reading, address, scale, draft));
        }
        "plane" => {
            let normal = reading.three(form, "normal")?.unwrap_or([0.0, 0.0, 1.0]);
            if normal == [0.0; 3] {
                return Err(reading.wrong(form, "normal", "must not be zero"));
            }
            Shape::HalfSpace { normal, offset: 0.0 }
        }
        other => return Ok(Err(format!("scenes have no shape `{other}`"))),
    }))
}

/// Returns the convex hull of the mesh file at an address, scaled along each axis, or the reason why it is not read.
pub(super) fn of_file(reading: &Reading<'_>, address: &str, scale: [f64; 3], draft: &Draft) -> Result<Shape, String> {
    let path = package::find(address, reading.source.folder.as_deref(), &draft.options)?;
    if !mesh::is_mesh(&path) {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let ending = super::ending_of(&path).unwrap_or_default();
        let why = mesh::unsupported_format_message(&ending, &bytes).unwrap_or("has an unsupported format");
        return Err(format!("its mesh `{address}` {why}"));
    }
    mjcf::scaled(&path, scale)
}
