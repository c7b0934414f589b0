//! Reader of Gazebo's models and worlds (SDF): each link becomes a rigid body with its collision shapes, placed as
//! written.
//!
//! - **Frames**: a pose is in its parent's frame, or in the frame that `relative_to` names ([`frames`]). All frames of
//!   a file are declared before any pose is computed, because a name may refer to a later element.
//! - **Names**: elements of a model have its name and `::` in front of their own; the only model of a file has no
//!   prefix. The own frame of a model is `__model__`.
//! - **Shapes**: boxes, spheres, cylinders, cones and capsules along z, ellipsoids, planes as half-spaces, meshes as
//!   convex hulls.
//! - **Departures**: joints stay as written; included models are reported by name.

mod element_pose;
mod frames;
mod geometry;

use contact_lens_scene::SceneError;
use contact_lens_scene::model::Upward;
use roxmltree::Node;

use super::draft::{Draft, MOVING_BITS, Piece, STATIC_BITS};
use super::mjcf;
use super::pose::Pose;
use super::xml::{self, XmlReader};
use super::{Quote, Source, text_of};
use element_pose::{StatedPose, read_pose};
use frames::{DeclaredFrame, Frames};

/// Whether the root element of a text is `sdf`, or `gazebo` as in old files.
pub(super) fn recognizes(bytes: &[u8]) -> bool {
    mjcf::has_root(bytes, "sdf") || mjcf::has_root(bytes, "gazebo")
}

/// Noun for a collision shape in counts, singular and plural.
const NOUNS: [&str; 2] = ["collision shape", "collision shapes"];

/// Maximum depth of nested models, so that recursion ends.
const MAX_DEPTH: usize = 20;

/// Model that was declared, for adding its links.
struct Model<'n> {
    node: Node<'n, 'n>,
    /// Prefix of the names of the elements inside.
    prefix: String,
    is_static: bool,
}

/// Names and properties of a model that depend on the elements around it.
struct ModelPlace<'s> {
    /// Name of the model in its parent.
    name: &'s str,
    /// Prefix of the name of the model itself.
    outer_prefix: &'s str,
    /// Prefix of the names inside the model.
    prefix: &'s str,
    /// Full name of the frame of a pose that names none.
    parent_frame: &'s str,
    /// Whether a model around it is static.
    is_static: bool,
    /// Number of models around it.
    depth: usize,
}

/// Builder of the bodies of a file, which first declares all frames and then adds all links.
struct LinkBuilder<'a, 'n, 'd> {
    reader: &'a XmlReader<'a>,
    frames: Frames,
    draft: &'d mut Draft,
    /// All models, parents before children.
    models: Vec<Model<'n>>,
    /// Addresses of included models, which are not read.
    included: Vec<String>,
    /// Number of the last rigid body in the draft, from 1.
    rigid: usize,
}

/// Reads the models of a file into a draft.
pub(super) fn read(source: &Source, draft: &mut Draft) -> Result<Vec<Quote>, SceneError> {
    let text = text_of(source)?;
    let (document, reader) = xml::parse(source, text)?;
    let root = document.root_element();
    reader.mark_read(root);
    if let Some(version) = reader.read_attribute(root, "version") {
        draft.add_note(format!("The file is of SDF version {}.", super::ledger::shown(version)));
    }
    let world = elements(root, "world").next();
    if let Some(world) = world {
        reader.mark_read(world);
    }
    let container = world.unwrap_or(root);
    let named_element = world.or_else(|| elements(root, "model").next());
    if let Some(name) = named_element.and_then(|node| node.attribute("name")) {
        name.clone_into(&mut draft.name);
        if let Some(world) = world {
            reader.mark_attributes_read(world, &["name"]);
        }
    }
    let rigid = draft.bodies.len();
    let mut builder = LinkBuilder {
        reader: &reader,
        frames: Frames::default(),
        draft,
        models: Vec::new(),
        included: Vec::new(),
        rigid,
    };
    builder.declare_all(container)?;
    builder.add_links()?;
    let included = std::mem::take(&mut builder.included);
    if !included.is_empty() {
        let addresses = included.join("`, `");
        draft.add_note(format!(
            "Included models are not in this scene: `{addresses}`; import the files of these models."
        ));
        draft.shape_counts.set_hint(format!("its models are included from other files: `{addresses}`"));
    } else if draft.shape_counts.found() == 0 {
        draft.shape_counts.set_hint("none of its links has a collision shape");
    }
    draft.up = Upward::Z;
    draft.add_note(
        "Links are placed as written, with every joint at zero; there is no query about two links that a joint \
         connects. z points up, as in the source.",
    );
    let (precision, quotes) = reader.close();
    draft.notes.extend(precision);
    Ok(quotes)
}

/// Iterates over the child elements with a tag.
fn elements<'n>(node: Node<'n, 'n>, tag: &'static str) -> impl Iterator<Item = Node<'n, 'n>> {
    node.children().filter(move |child| child.has_tag_name(tag))
}

impl<'n> LinkBuilder<'_, 'n, '_> {
    /// Declares the models and frames in a world, or in the root element of a file without a world.
    fn declare_all(&mut self, container: Node<'n, 'n>) -> Result<(), SceneError> {
        let model_count = elements(container, "model").count();
        for node in container.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "model" => {
                    let name = self.name(node)?;
                    // Names in the only model are unique without its name in front.
                    let prefix = if model_count == 1 { String::new() } else { format!("{name}::") };
                    let place = ModelPlace {
                        name: &name,
                        outer_prefix: "",
                        prefix: &prefix,
                        parent_frame: "world",
                        is_static: false,
                        depth: 0,
                    };
                    self.declare_model(node, &place)?;
                }
                "frame" => self.declare_frame_element(node, "", "world")?,
                "include" => self.report_included(node),
                "world" => self.reader.report_skipped(node, "only the first world of a file is imported"),
                "light"
                | "scene"
                | "gui"
                | "physics"
                | "gravity"
                | "plugin"
                | "atmosphere"
                | "wind"
                | "magnetic_field"
                | "spherical_coordinates"
                | "audio" => {
                    self.reader.report_skipped(node, "elements of this kind have no bodies");
                }
                _ => self.reader.report_skipped(node, "elements of this kind are not imported"),
            }
        }
        Ok(())
    }

    /// Returns the name of an element, or the error that it has none.
    fn name(&self, node: Node<'n, 'n>) -> Result<String, SceneError> {
        let name = self.reader.read_attribute(node, "name");
        let tag = node.tag_name().name();
        name.map(str::to_owned).ok_or_else(|| self.reader.wrong(node, "", format!("a {tag} needs a name")))
    }

    /// Reports an included model, which is not read.
    fn report_included(&mut self, node: Node<'n, 'n>) {
        let address = elements(node, "uri").next().and_then(|uri| uri.text()).unwrap_or_default().trim().to_owned();
        self.reader.report_skipped(node, &format!("`{address}` is another file; import that file"));
        self.included.push(address);
    }

    /// Declares the frames of a model and of everything inside it.
    fn declare_model(&mut self, node: Node<'n, 'n>, place: &ModelPlace<'_>) -> Result<(), SceneError> {
        let ModelPlace { name, outer_prefix, prefix, parent_frame, depth, .. } = *place;
        if depth > MAX_DEPTH {
            return Err(self.reader.wrong(node, "", format!("models are nested more than {MAX_DEPTH} deep")));
        }
        self.reader.mark_read(node);
        let StatedPose { pose, relative_to } = read_pose(self.reader, node)?;
        let base = relative_to.map_or_else(|| parent_frame.to_owned(), |frame| format!("{outer_prefix}{frame}"));
        let placed_by = self.reader.read_attribute(node, "placement_frame").map(|frame| format!("{prefix}{frame}"));
        let model_frame = format!("{prefix}__model__");
        let frame = DeclaredFrame { base, pose, placed_by, model_frame: model_frame.clone() };
        self.declare(node, model_frame.clone(), frame)?;
        // The model's name is another name of its own frame.
        if !prefix.is_empty() {
            let alias = DeclaredFrame::new(model_frame.clone(), Pose::default());
            self.declare(node, format!("{outer_prefix}{name}"), alias)?;
        }
        let static_text = elements(node, "static").next().map(|node| self.reader.text(node));
        let is_static = place.is_static || matches!(static_text, Some("true" | "1"));
        self.models.push(Model { node, prefix: prefix.to_owned(), is_static });
        for child in node.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "link" => self.declare_link(child, prefix)?,
                "joint" => self.declare_joint(child, prefix)?,
                "frame" => self.declare_frame_element(child, prefix, "__model__")?,
                "model" => {
                    let name = self.name(child)?;
                    let inner_prefix = format!("{prefix}{name}::");
                    let inner_place = ModelPlace {
                        name: &name,
                        outer_prefix: prefix,
                        prefix: &inner_prefix,
                        parent_frame: &model_frame,
                        is_static,
                        depth: depth + 1,
                    };
                    self.declare_model(child, &inner_place)?;
                }
                "include" => self.report_included(child),
                "pose" | "static" => {}
                _ => self.reader.report_skipped(child, "elements of this kind have no bodies"),
            }
        }
        Ok(())
    }

    /// Declares the frame of a link; `prefix` is that of the names in its model.
    fn declare_link(&mut self, node: Node<'n, 'n>, prefix: &str) -> Result<(), SceneError> {
        let StatedPose { pose, relative_to } = read_pose(self.reader, node)?;
        let base = format!("{prefix}{}", relative_to.unwrap_or("__model__"));
        let name = self.name(node)?;
        self.declare(node, format!("{prefix}{name}"), DeclaredFrame::new(base, pose))
    }

    /// Declares a frame under a full name.
    fn declare(&mut self, node: Node<'n, 'n>, name: String, frame: DeclaredFrame) -> Result<(), SceneError> {
        match self.frames.declare(name, frame) {
            Ok(()) => Ok(()),
            Err(name) => Err(self.reader.wrong(node, "name", format!("there are two frames `{name}`"))),
        }
    }

    /// Declares the frame of a joint, whose pose is by default in the frame of its child link.
    fn declare_joint(&mut self, node: Node<'n, 'n>, prefix: &str) -> Result<(), SceneError> {
        let StatedPose { pose, relative_to } = read_pose(self.reader, node)?;
        let child = elements(node, "child").next().and_then(|child| child.text()).unwrap_or_default().trim();
        let base = format!("{prefix}{}", relative_to.unwrap_or(child));
        let name = self.name(node)?;
        self.declare(node, format!("{prefix}{name}"), DeclaredFrame::new(base, pose))
    }

    /// Declares the frame of a `frame` element; `parent` is the frame of a pose that names none.
    fn declare_frame_element(&mut self, node: Node<'n, 'n>, prefix: &str, parent: &str) -> Result<(), SceneError> {
        self.reader.mark_read(node);
        let StatedPose { pose, relative_to } = read_pose(self.reader, node)?;
        let attached = self.reader.read_attribute(node, "attached_to").filter(|name| !name.is_empty());
        let base = format!("{prefix}{}", relative_to.or(attached).unwrap_or(parent));
        let name = self.name(node)?;
        self.declare(node, format!("{prefix}{name}"), DeclaredFrame::new(base, pose))
    }

    /// Adds the links of all models, once every frame is declared.
    fn add_links(&mut self) -> Result<(), SceneError> {
        for model in std::mem::take(&mut self.models) {
            let first_rigid = self.rigid + 1;
            let links: Vec<Node<'n, 'n>> = elements(model.node, "link").collect();
            for link in &links {
                self.rigid += 1;
                self.add_link(*link, &model)?;
            }
            for joint in elements(model.node, "joint") {
                self.exclude_joined_links(joint, &links, first_rigid);
            }
        }
        Ok(())
    }

    /// Excludes the pair of links that a joint connects; `first_rigid` is the number of the rigid body of the first of
    /// `links`, the links of the model.
    fn exclude_joined_links(&mut self, joint: Node<'n, 'n>, links: &[Node<'n, 'n>], first_rigid: usize) {
        self.reader.mark_read(joint);
        self.reader.mark_attributes_read(joint, &["name", "type"]);
        let ends = ["parent", "child"].map(|tag| {
            let node = elements(joint, tag).next()?;
            let name = self.reader.text(node);
            links.iter().position(|link| link.attribute("name") == Some(name))
        });
        if let [Some(a), Some(b)] = ends {
            self.draft.exclude_pair(first_rigid + a, first_rigid + b);
        }
        for child in joint.children().filter(Node::is_element) {
            if !["parent", "child", "pose"].contains(&child.tag_name().name()) {
                self.reader.report_skipped(child, "joints keep their positions in the file");
            }
        }
    }

    /// Adds the collision shapes of a link as a rigid body.
    fn add_link(&mut self, link: Node<'n, 'n>, model: &Model<'n>) -> Result<(), SceneError> {
        self.reader.mark_read(link);
        let name = link.attribute("name").unwrap_or_default();
        let prefix = model.prefix.as_str();
        let full_name = format!("{prefix}{name}");
        let pose = self.world_pose(link, &full_name)?;
        let mut pieces = Vec::new();
        for node in link.children().filter(Node::is_element) {
            match node.tag_name().name() {
                "collision" => pieces.extend(self.read_collision(node, prefix, pose)?),
                "pose" => {}
                "visual" => self.reader.report_skipped(node, "only collision shapes are imported"),
                _ => self.reader.report_skipped(node, "only the pose and the collision shapes of a link are imported"),
            }
        }
        for (body, _) in self.draft.add_rigid_body(&full_name, pieces, pose, self.rigid) {
            self.draft.bodies[body].collision_bits = if model.is_static { STATIC_BITS } else { MOVING_BITS };
        }
        Ok(())
    }

    /// Returns the pose of a frame in the world, or an error at the element that names the frame.
    fn world_pose(&self, node: Node<'n, 'n>, name: &str) -> Result<Pose, SceneError> {
        self.frames.pose(name).map_err(|why| self.reader.wrong(node, "", why))
    }

    /// Reads one collision shape of a link, and counts it; `None` for an empty shape or one that scenes do not have.
    /// `link_pose` is the pose of the link in the world.
    fn read_collision(
        &mut self,
        node: Node<'n, 'n>,
        prefix: &str,
        link_pose: Pose,
    ) -> Result<Option<Piece>, SceneError> {
        let name = self.name(node)?;
        let StatedPose { pose, relative_to } = read_pose(self.reader, node)?;
        let pose = match relative_to {
            None => pose,
            Some(frame) => {
                let frame_pose = self.world_pose(node, &format!("{prefix}{frame}"))?;
                link_pose.inverse().then(frame_pose).then(pose)
            }
        };
        let geometry = elements(node, "geometry").next();
        let geometry = geometry.ok_or_else(|| self.reader.wrong(node, "", "has no `geometry`"))?;
        let form = geometry.children().find(Node::is_element);
        let Some(form) = form.filter(|form| form.tag_name().name() != "empty") else { return Ok(None) };
        self.draft.shape_counts.count_found(NOUNS);
        match geometry::shape(self.reader, form, self.draft)? {
            Ok(shape) => {
                [node, geometry, form].into_iter().for_each(|node| self.reader.mark_read(node));
                for other in node.children().filter(Node::is_element) {
                    if !["pose", "geometry"].contains(&other.tag_name().name()) {
                        self.reader.report_skipped(other, "contact parameters are not imported");
                    }
                }
                Ok(Some(Piece { name: Some(name), shape, pose }))
            }
            Err(why) => {
                self.draft.shape_counts.count_missing(1, self.reader.line(node), &why);
                self.reader.report_skipped(node, &why);
                Ok(None)
            }
        }
    }
}
