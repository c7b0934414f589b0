//! Reader of robots (URDF): each link becomes a rigid body with its collision shapes, placed with every joint at zero.
//! [`Robot`] moves the bodies by joint values afterwards.
//!
//! - **Undeclared links**: a joint may refer to `world`, which is at the origin, but to no other undeclared link.
//! - **Meshes** become convex hulls; [`package`] resolves their addresses.
//! - **Visual shapes** are read on request for links without collision shapes.

mod robot;

use std::collections::HashMap;

use contact_lens_model::ask::Axis;
use contact_lens_scene::model::{Shape, Upward};
use contact_lens_scene::{SceneError, mesh};
use roxmltree::Node;

use super::draft::{Draft, Piece};
use super::mjcf;
use super::package;
use super::pose::{Pose, roll_pitch_yaw};
use super::xml::{self, XmlReader};
use super::{Quote, Source, text_of};
pub(super) use robot::Robot;
use robot::{Joint, Motion};

/// Whether the root element of a text is `robot`.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    mjcf::has_root(bytes, "robot")
}

/// Noun for a collision shape in counts, singular and plural.
const NOUNS: [&str; 2] = ["collision shape", "collision shapes"];

/// Name of the link at the origin, which exists without declaration.
const WORLD: &str = "world";

/// Reads a robot into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    read_robot(source, draft).map(|(_, quotes)| quotes)
}

/// Reads a robot into a draft. Returns its joints with the bodies that they move, and quotes of the elements that are
/// not read.
pub(super) fn read_robot(source: &Source, draft: &mut Draft) -> Result<(Robot, Vec<Quote>), SceneError> {
    let text = text_of(source)?;
    let (document, reader) = xml::parse(source, text)?;
    let root = document.root_element();
    reader.mark_read(root);
    if let Some(name) = reader.read_attribute(root, "name") {
        name.clone_into(&mut draft.name);
    }
    let links: Vec<Node<'_, '_>> = root.children().filter(|node| node.has_tag_name("link")).collect();
    // Link 0 is the world; the declared links, which may include one called `world`, follow from 1.
    let mut link_indices = HashMap::new();
    for (position, link) in links.iter().enumerate() {
        let name = link.attribute("name").ok_or_else(|| reader.wrong(*link, "", "a link needs a name"))?;
        if link_indices.insert(name, position + 1).is_some() {
            return Err(reader.wrong(*link, "name", format!("there are two links `{name}`")));
        }
    }
    link_indices.entry(WORLD).or_insert(0);
    let first_rigid = draft.bodies.len();
    let mut robot = Robot::new(links.len() + 1);
    read_joints(&reader, root, &link_indices, &mut robot)?;
    for joint in robot.joints() {
        draft.exclude_pair(first_rigid + joint.parent, first_rigid + joint.child);
    }
    let zero_values = vec![0.0; robot.columns().len()];
    let poses = robot.poses(&zero_values);
    for (position, link) in links.iter().enumerate() {
        let index = position + 1;
        let pose = poses[index].ok_or_else(|| reader.wrong(*link, "name", "its joints form a cycle"))?;
        let placed = PlacedLink { node: *link, link: index, pose, rigid_body: first_rigid + index };
        add_shapes(&reader, placed, &mut robot, draft)?;
    }
    report_unread_elements(&reader, root);
    hint_missing_shapes(&links, draft);
    draft.up = Upward::Z;
    draft.add_note(
        "Links are placed with every joint at zero; there is no query about two links that a joint connects. z points \
         up, as in the source.",
    );
    let (precision, quotes) = reader.close();
    draft.notes.extend(precision);
    Ok((robot, quotes))
}

/// Quotes the elements of a robot that are not read.
fn report_unread_elements(reader: &XmlReader<'_>, robot: Node<'_, '_>) {
    for node in robot.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "link" | "joint" => {}
            "material" => reader.report_skipped(node, "the appearance of bodies is not imported"),
            "gazebo" | "transmission" | "ros2_control" => {
                reader.report_skipped(node, "elements of this kind have no bodies")
            }
            _ => reader.report_skipped(node, "elements of this kind are not imported"),
        }
    }
}

/// Returns the number of links that have a child element with this tag.
fn count_with(links: &[Node<'_, '_>], tag: &str) -> usize {
    links.iter().filter(|link| link.children().any(|node| node.has_tag_name(tag))).count()
}

/// Adds the reason why a robot has no collision shapes to the error about an empty import.
fn hint_missing_shapes(links: &[Node<'_, '_>], draft: &mut Draft) {
    if count_with(links, "collision") > 0 {
        return;
    }
    let count = links.len();
    let visual_count = count_with(links, "visual");
    if visual_count == 0 {
        draft.shape_counts.set_hint(format!("no link has a shape (links: {count})"));
    } else if !draft.options.visual {
        let hint = format!("its only shapes are visual (in {visual_count} of {count} links); `--visual` reads them");
        draft.shape_counts.set_hint(hint);
    }
}

/// Reads the joints into the robot. `links` has the indices of the links by name.
///
/// # Errors
/// Fails if a joint names a link that does not exist, or a link is the child of two joints.
fn read_joints(
    reader: &XmlReader<'_>,
    root: Node<'_, '_>,
    links: &HashMap<&str, usize>,
    robot: &mut Robot,
) -> Result<(), SceneError> {
    for joint in root.children().filter(|node| node.has_tag_name("joint")) {
        reader.mark_read(joint);
        reader.mark_attributes_read(joint, &["name", "type"]);
        let parent = link_at_end(reader, joint, "parent", links)?;
        let child = link_at_end(reader, joint, "child", links)?;
        if child == 0 {
            return Err(reader.wrong(joint, "name", "its child is the world, which cannot have a parent"));
        }
        let axis = match joint.children().find(|node| node.has_tag_name("axis")) {
            Some(element) => reader.three_numbers(element, "xyz")?,
            None => None,
        };
        // An unstated axis is x.
        let axis = axis.unwrap_or([1.0, 0.0, 0.0]);
        let new_joint = Joint {
            name: joint.attribute("name").unwrap_or_default().to_owned(),
            motion: Motion::of_type(joint.attribute("type").unwrap_or_default()),
            parent,
            child,
            origin: read_origin(reader, joint)?,
            axis,
            mimic: read_mimic(reader, joint)?,
        };
        if !robot.add(new_joint) {
            let name = joint.children().find(|node| node.has_tag_name("child")).and_then(|node| node.attribute("link"));
            let name = name.unwrap_or_default();
            return Err(reader.wrong(joint, "name", format!("the link `{name}` is the child of two joints")));
        }
        for node in joint.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "parent" | "child" | "origin" => {}
                "axis" | "mimic" => reader.report_unused(node, "it has an effect only with joint values (`--joints`)"),
                _ => reader
                    .report_skipped(node, "only the type, origin, axis and mimicked joint of a joint are imported"),
            }
        }
    }
    Ok(())
}

/// Returns the index of the link that the element `tag` of a joint, `parent` or `child`, names.
fn link_at_end(
    reader: &XmlReader<'_>,
    joint: Node<'_, '_>,
    tag: &str,
    links: &HashMap<&str, usize>,
) -> Result<usize, SceneError> {
    let node = joint.children().find(|node| node.has_tag_name(tag));
    let node = node.ok_or_else(|| reader.wrong(joint, "", format!("a joint needs a `{tag}`")))?;
    reader.mark_read(node);
    let name = reader.read_attribute(node, "link").unwrap_or_default();
    let link = links.get(name).copied();
    link.ok_or_else(|| reader.wrong(node, "link", format!("there is no link `{name}`")))
}

/// Reads the `mimic` element of a joint; `None` without one.
fn read_mimic(reader: &XmlReader<'_>, joint: Node<'_, '_>) -> Result<Option<robot::Mimic>, SceneError> {
    let Some(node) = joint.children().find(|node| node.has_tag_name("mimic")) else { return Ok(None) };
    Ok(Some(robot::Mimic {
        joint: node.attribute("joint").unwrap_or_default().to_owned(),
        factor: reader.one_number(node, "multiplier")?.unwrap_or(1.0),
        offset: reader.one_number(node, "offset")?.unwrap_or(0.0),
    }))
}

/// Returns the pose of the `origin` inside an element: x, y, z in meters; roll, pitch and yaw in radians about the
/// fixed axes x, y and z, in this order. The identity without one.
fn read_origin(reader: &XmlReader<'_>, node: Node<'_, '_>) -> Result<Pose, SceneError> {
    let Some(origin) = node.children().find(|child| child.has_tag_name("origin")) else { return Ok(Pose::default()) };
    reader.mark_read(origin);
    let position = reader.three_numbers(origin, "xyz")?.unwrap_or_default();
    let angles = reader.three_numbers(origin, "rpy")?.unwrap_or_default();
    Ok(Pose { position, rotation: roll_pitch_yaw(angles) })
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
fn add_shapes(
    reader: &XmlReader<'_>,
    placed: PlacedLink<'_, '_>,
    robot: &mut Robot,
    draft: &mut Draft,
) -> Result<(), SceneError> {
    let PlacedLink { node: element, link, pose, rigid_body } = placed;
    reader.mark_read(element);
    let name = reader.read_attribute(element, "name").unwrap_or_default();
    let has_collision = element.children().any(|node| node.has_tag_name("collision"));
    let read_tag = if draft.options.visual && !has_collision { "visual" } else { "collision" };
    let mut pieces = Vec::new();
    for node in element.children().filter(Node::is_element) {
        match node.tag_name().name() {
            tag if tag == read_tag => pieces.extend(read_piece(reader, node, draft)?),
            "visual" => reader.report_skipped(node, "only collision shapes are imported"),
            "inertial" => reader.report_skipped(node, "the mass of a link is not imported"),
            _ => reader.report_skipped(node, "elements of this kind are not imported"),
        }
    }
    let (half_spaces, bounded): (Vec<Piece>, Vec<Piece>) =
        pieces.into_iter().partition(|piece| piece.shape.is_half_space());
    let single_half_spaces = half_spaces.into_iter().map(|piece| vec![piece]);
    for pieces in single_half_spaces.chain([bounded]).filter(|pieces| !pieces.is_empty()) {
        // A single shape becomes the body itself (see `Draft::add_compound`), so its pose in the link is that of the
        // body.
        let local = if let [only] = pieces.as_slice() { only.pose } else { Pose::default() };
        draft.add_compound(name, pieces, pose, rigid_body);
        if let Some(added) = draft.bodies.last() {
            robot.place(added.body.name.clone(), link, local);
        }
    }
    if read_tag == "visual" {
        draft.add_note("Links without collision shapes have their visual shapes, as requested.");
    }
    Ok(())
}

/// Reads one collision or visual shape into a piece and counts it; `None` for a shape that scenes do not have.
fn read_piece(reader: &XmlReader<'_>, node: Node<'_, '_>, draft: &mut Draft) -> Result<Option<Piece>, SceneError> {
    let local = read_origin(reader, node)?;
    let geometry = node.children().find(|child| child.has_tag_name("geometry"));
    let geometry = geometry.ok_or_else(|| reader.wrong(node, "", "has no `geometry`"))?;
    let form = geometry.children().find(Node::is_element);
    let form = form.ok_or_else(|| reader.wrong(geometry, "", "contains no shape"))?;
    draft.shape_counts.count_found(NOUNS);
    match read_shape(reader, form, draft)? {
        Ok(shape) => {
            [node, geometry, form].into_iter().for_each(|node| reader.mark_read(node));
            let name = reader.read_attribute(node, "name").map(str::to_owned);
            for other in node.children().filter(Node::is_element) {
                if !["origin", "geometry"].contains(&other.tag_name().name()) {
                    reader.report_skipped(other, "contact parameters and appearance are not imported");
                }
            }
            Ok(Some(Piece { name, shape, pose: local }))
        }
        Err(why) => {
            draft.shape_counts.count_missing(1, reader.line(node), &why);
            reader.report_skipped(node, &why);
            Ok(None)
        }
    }
}

/// Reads the length of an attribute, meters, which must not be negative.
fn read_size(reader: &XmlReader<'_>, form: Node<'_, '_>, name: &str) -> Result<f64, SceneError> {
    match reader.one_number(form, name)? {
        None => Err(reader.wrong(form, name, "is missing")),
        Some(value) if value >= 0.0 => Ok(value),
        Some(value) => Err(reader.wrong(form, name, format!("must not be negative, but is {value}"))),
    }
}

/// Builds a shape; its full lengths are halved, which is exact. The inner error is the reason why scenes have no such
/// shape, the outer one a mistake in the file.
fn read_shape(reader: &XmlReader<'_>, form: Node<'_, '_>, draft: &Draft) -> Result<Result<Shape, String>, SceneError> {
    let shape = match form.tag_name().name() {
        "sphere" => Shape::Sphere { radius: read_size(reader, form, "radius")? },
        "cylinder" => Shape::Cylinder {
            radius: read_size(reader, form, "radius")?,
            half_height: 0.5 * read_size(reader, form, "length")?,
            axis: Axis::Z,
        },
        "capsule" => Shape::Capsule {
            radius: read_size(reader, form, "radius")?,
            half_height: 0.5 * read_size(reader, form, "length")?,
            axis: Axis::Z,
        },
        "box" => {
            let sides = reader.three_numbers(form, "size")?.ok_or_else(|| reader.wrong(form, "size", "is missing"))?;
            if let Some(side) = sides.iter().find(|side| **side < 0.0) {
                return Err(reader.wrong(form, "size", format!("must not be negative, but is {side}")));
            }
            Shape::Box { half_extents: sides.map(|side| 0.5 * side) }
        }
        "mesh" => {
            let scale = reader.three_numbers(form, "scale")?.unwrap_or([1.0; 3]);
            if scale.contains(&0.0) {
                return Err(reader.wrong(form, "scale", "must not be 0"));
            }
            let address = reader.read_attribute(form, "filename").unwrap_or_default();
            return Ok(mesh_hull(reader, address, scale, draft));
        }
        "plane" => {
            let normal = reader.three_numbers(form, "normal")?.unwrap_or([0.0, 0.0, 1.0]);
            if normal == [0.0; 3] {
                return Err(reader.wrong(form, "normal", "must not be zero"));
            }
            Shape::HalfSpace { normal, offset: 0.0 }
        }
        other => return Ok(Err(format!("scenes have no shape `{other}`"))),
    };
    Ok(Ok(shape))
}

/// Returns the convex hull of the mesh file at an address, scaled along each axis, or the reason why it is not read.
pub(super) fn mesh_hull(
    reader: &XmlReader<'_>,
    address: &str,
    scale: [f64; 3],
    draft: &Draft,
) -> Result<Shape, String> {
    let path = package::find(address, reader.source.folder.as_deref(), &draft.options)?;
    if !mesh::is_mesh(&path) {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let ending = super::ending_of(&path).unwrap_or_default();
        let why = mesh::unsupported_format_message(&ending, &bytes).unwrap_or("has an unsupported format");
        return Err(format!("its mesh `{address}` {why}"));
    }
    mjcf::scaled_mesh(&path, scale)
}
