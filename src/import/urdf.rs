//! Robots (URDF): the collision shapes of links, placed with every joint at zero.

use std::collections::HashMap;

use roxmltree::Node;

use super::draft::{Draft, Piece};
use super::mjcf;
use super::turn::{Pose, UNTURNED, about, product};
use super::xml::{self, Reading};
use super::{Quote, Source, text_of};
use crate::ask::Axis;
use crate::scene::model::{Shape, Upward};
use crate::scene::{SceneError, mesh};

pub(super) fn looks(bytes: &[u8]) -> bool {
    mjcf::has_root(bytes, "robot")
}

/// What holds a link: the link above, and where the joint is in it.
struct Holder<'n> {
    above: &'n str,
    origin: Pose,
}

pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let (document, reading) = xml::parse(source, text)?;
    let robot = document.root_element();
    reading.take(robot);
    if let Some(name) = reading.word(robot, "name") {
        name.clone_into(&mut draft.name);
    }
    let links: Vec<Node<'_, '_>> = robot.children().filter(|node| node.has_tag_name("link")).collect();
    let mut numbers = HashMap::new();
    for (k, link) in links.iter().enumerate() {
        let name = link.attribute("name").ok_or_else(|| reading.wrong(*link, "", "a link needs a name"))?;
        if numbers.insert(name, k + 1).is_some() {
            return Err(reading.wrong(*link, "name", format!("there are two links `{name}`")));
        }
    }
    let first = draft.parts.len();
    let holders = joints(&reading, robot, &numbers, draft, first)?;
    for link in &links {
        let pose = placed(&reading, *link, &holders)?;
        shapes(&reading, *link, pose, first + numbers[link.attribute("name").unwrap_or_default()], draft)?;
    }
    for node in robot.children().filter(|node| node.is_element()) {
        match node.tag_name().name() {
            "link" | "joint" => {}
            "material" => reading.leave(node, "how a body looks is not read"),
            "gazebo" | "transmission" | "ros2_control" => reading.leave(node, "it makes no body"),
            _ => reading.leave(node, "is not read"),
        }
    }
    draft.up = Upward::Z;
    draft.say("Links are placed with every joint at zero; links that a joint holds together are not asked about each other. z points up, as in the source.");
    let (said, left) = reading.close();
    draft.said.extend(said);
    Ok(left)
}

/// What holds each link. Links that are joined do not meet.
fn joints<'n>(
    reading: &Reading<'_>,
    robot: Node<'n, 'n>,
    links: &HashMap<&str, usize>,
    draft: &mut Draft,
    first: usize,
) -> Result<HashMap<&'n str, Holder<'n>>, SceneError> {
    let mut holders = HashMap::new();
    for joint in robot.children().filter(|node| node.has_tag_name("joint")) {
        reading.take(joint);
        reading.words(joint, &["name", "type"]);
        let end = |tag: &str| -> Result<&'n str, SceneError> {
            let node = joint.children().find(|node| node.has_tag_name(tag));
            let node = node.ok_or_else(|| reading.wrong(joint, "", format!("a joint needs a `{tag}`")))?;
            reading.take(node);
            reading.word(node, "link");
            let name = node.attribute("link").unwrap_or_default();
            match links.contains_key(name) {
                true => Ok(name),
                false => Err(reading.wrong(node, "link", format!("there is no link `{name}`"))),
            }
        };
        let (above, below) = (end("parent")?, end("child")?);
        draft.keep_apart(first + links[above], first + links[below]);
        let origin = origin(reading, joint)?;
        if holders.insert(below, Holder { above, origin }).is_some() {
            return Err(reading.wrong(joint, "name", format!("a second joint holds the link `{below}`")));
        }
        for node in joint.children().filter(|node| node.is_element()) {
            if !["parent", "child", "origin"].contains(&node.tag_name().name()) {
                reading.leave(node, "of a joint only its place is read");
            }
        }
    }
    Ok(holders)
}

/// Where a link is in the world.
fn placed(reading: &Reading<'_>, link: Node<'_, '_>, holders: &HashMap<&str, Holder<'_>>) -> Result<Pose, SceneError> {
    let mut name = link.attribute("name").unwrap_or_default();
    let mut above = Vec::new();
    while let Some(holder) = holders.get(name) {
        if above.len() > holders.len() {
            return Err(reading.wrong(link, "name", "its joints run in a circle"));
        }
        above.push(holder.origin);
        name = holder.above;
    }
    Ok(above.into_iter().rev().fold(Pose::default(), Pose::then))
}

/// The `origin` inside an element: x, y, z and roll, pitch, yaw in radians.
fn origin(reading: &Reading<'_>, node: Node<'_, '_>) -> Result<Pose, SceneError> {
    let Some(origin) = node.children().find(|child| child.has_tag_name("origin")) else { return Ok(Pose::default()) };
    reading.take(origin);
    let position = reading.three(origin, "xyz")?.unwrap_or_default();
    let [roll, pitch, yaw] = reading.three(origin, "rpy")?.unwrap_or_default();
    let turn = |axis, angle| about(axis, angle).unwrap_or(UNTURNED);
    let [x, y, z] = [turn([1.0, 0.0, 0.0], roll), turn([0.0, 1.0, 0.0], pitch), turn([0.0, 0.0, 1.0], yaw)];
    Ok(Pose { position, rotation: product(product(z, y), x) })
}

/// The collision shapes of a link.
fn shapes(
    reading: &Reading<'_>,
    link: Node<'_, '_>,
    pose: Pose,
    rigid: usize,
    draft: &mut Draft,
) -> Result<(), SceneError> {
    reading.take(link);
    let name = reading.word(link, "name").unwrap_or_default();
    let mut pieces = Vec::new();
    for node in link.children().filter(|node| node.is_element()) {
        match node.tag_name().name() {
            "collision" => {}
            "visual" => {
                reading.leave(node, "only collision shapes are read");
                continue;
            }
            _ => {
                reading.leave(node, "what a link weighs is not read");
                continue;
            }
        }
        let local = origin(reading, node)?;
        let geometry = node.children().find(|child| child.has_tag_name("geometry"));
        let geometry = geometry.ok_or_else(|| reading.wrong(node, "", "has no `geometry`"))?;
        let form = geometry.children().find(Node::is_element);
        let form = form.ok_or_else(|| reading.wrong(geometry, "", "is empty"))?;
        match shape(reading, form)? {
            Ok(shape) => {
                [node, geometry, form].into_iter().for_each(|node| reading.take(node));
                let own = reading.word(node, "name").map(str::to_owned);
                pieces.push(Piece { name: own, shape, pose: local });
                for rest in node.children().filter(|child| child.is_element()) {
                    if !["origin", "geometry"].contains(&rest.tag_name().name()) {
                        reading.leave(rest, "how contacts act is not read");
                    }
                }
            }
            Err(why) => reading.leave(node, &why),
        }
    }
    draft.add_all(name, pieces, pose, rigid);
    Ok(())
}

/// A shape in whole lengths, halved without rounding; or why it is none of a scene.
fn shape(reading: &Reading<'_>, form: Node<'_, '_>) -> Result<Result<Shape, String>, SceneError> {
    let size = |name: &str| -> Result<f64, SceneError> {
        let value = reading.one(form, name)?.ok_or_else(|| reading.wrong(form, name, "is missing"))?;
        if value >= 0.0 {
            Ok(value)
        } else {
            Err(reading.wrong(form, name, format!("must not be negative, is {value}")))
        }
    };
    Ok(Ok(match form.tag_name().name() {
        "sphere" => Shape::Sphere { radius: size("radius")? },
        "cylinder" => Shape::Cylinder { radius: size("radius")?, half_height: 0.5 * size("length")?, axis: Axis::Z },
        "capsule" => Shape::Capsule { radius: size("radius")?, half_height: 0.5 * size("length")?, axis: Axis::Z },
        "box" => {
            let sides = reading.three(form, "size")?.ok_or_else(|| reading.wrong(form, "size", "is missing"))?;
            if let Some(side) = sides.iter().find(|side| **side < 0.0) {
                return Err(reading.wrong(form, "size", format!("must not be negative, is {side}")));
            }
            Shape::Box { half_extents: sides.map(|side| 0.5 * side) }
        }
        "mesh" => {
            let scale = reading.three(form, "scale")?.unwrap_or([1.0; 3]);
            if scale.contains(&0.0) {
                return Err(reading.wrong(form, "scale", "must not be 0"));
            }
            return Ok(of_file(reading, form, scale));
        }
        other => return Ok(Err(format!("scenes have no shape `{other}`"))),
    }))
}

/// The hull of a mesh file, which lies below the folder of the robot or where its package's path leads from there.
fn of_file(reading: &Reading<'_>, form: Node<'_, '_>, scale: [f64; 3]) -> Result<Shape, String> {
    let name = reading.word(form, "filename").unwrap_or_default();
    let Some(folder) = &reading.source.folder else {
        return Err(format!("its mesh lies in `{name}`, and pasted text has no folder to look in"));
    };
    let plain = name.strip_prefix("package://").and_then(|rest| Some(rest.split_once('/')?.1));
    let plain = plain.or(name.strip_prefix("file://")).unwrap_or(name);
    let path = folder.ancestors().take(3).map(|folder| folder.join(plain)).find(|path| path.exists());
    let path = path.ok_or_else(|| format!("its mesh `{name}` is not there"))?;
    if !mesh::is_mesh(&path) {
        return Err(format!("its mesh `{name}` is of a kind that is not read"));
    }
    mjcf::scaled(&path, scale)
}
